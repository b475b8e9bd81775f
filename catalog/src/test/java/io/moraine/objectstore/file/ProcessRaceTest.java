package io.moraine.objectstore.file;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStore.PutOutcome;
import io.moraine.objectstore.ObjectStore.Tagged;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several processes create and replace the same objects in one folder while another reads them. */
class ProcessRaceTest {
  private static final int PROCESSES = 4;
  private static final int COUNTERS = 3;
  private static final int OBJECTS = 300;
  private static final int SIZE = 20_000;

  @TempDir private Path folder;

  @Test
  void eachObjectHasOneWinnerAmongProcessesAndIsNeverSeenInPart() throws Exception {
    List<Process> processes = new ArrayList<>();
    Path root = Files.createDirectory(folder.resolve("lake"));
    try (ObjectStore store = FileObjectStore.open(root.toString(), Clock.SYSTEM)) {
      for (int id = 1; id <= PROCESSES; id++) {
        processes.add(start(root, id));
      }
      while (processes.stream().anyMatch(Process::isAlive)) {
        store.list("wal", "").forEach(meta -> assertComplete(store, meta));
      }
      Map<String, Byte> winners = winners();
      assertThat(store.list("wal", ""))
          .hasSize(OBJECTS)
          .allSatisfy(
              meta -> {
                assertComplete(store, meta);
                assertThat(store.read(meta.path()).at(0)).isEqualTo(winners.get(meta.path()));
              });
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
    assertThat(processes).allSatisfy(process -> assertThat(process.exitValue()).isZero());
  }

  @Test
  void aNumberThatProcessesCountUpLosesNothing() throws Exception {
    Path root = Files.createDirectory(folder.resolve("lake"));
    List<Process> processes = new ArrayList<>();
    try (ObjectStore store = FileObjectStore.open(root.toString(), Clock.SYSTEM)) {
      store.putIfAbsent(Counter.PATH, Bytes.utf8("0"), "first");
      for (int id = 1; id <= COUNTERS; id++) {
        processes.add(start(Counter.class, root, id));
      }
      for (Process process : processes) {
        assertThat(process.waitFor()).isZero();
      }
      assertThat(store.read(Counter.PATH))
          .isEqualTo(Bytes.utf8(String.valueOf(COUNTERS * Counter.STEPS)));
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
  }

  private Process start(Path root, int id) throws IOException {
    return start(Creator.class, root, id);
  }

  private Process start(Class<?> main, Path root, int id) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            main.getName(),
            root.toString(),
            String.valueOf(id))
        .redirectOutput(folder.resolve("won-" + id).toFile())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private Map<String, Byte> winners() throws IOException {
    Map<String, Byte> winners = new TreeMap<>();
    for (int id = 1; id <= PROCESSES; id++) {
      for (String path : Files.readAllLines(folder.resolve("won-" + id))) {
        assertThat(winners.put(path, (byte) id)).as("first winner of %s", path).isNull();
      }
    }
    assertThat(winners).hasSize(OBJECTS);
    return winners;
  }

  private static void assertComplete(ObjectStore store, ObjectMeta meta) {
    Bytes content = store.read(meta.path());
    assertThat(content.length()).isEqualTo(SIZE);
    assertThat(content.at(SIZE - 1)).isEqualTo(content.at(0));
  }

  /** The other processes: each tries to create every object and prints the ones it won. */
  static final class Creator {
    private Creator() {}

    public static void main(String[] arguments) {
      byte id = Byte.parseByte(arguments[1]);
      byte[] content = new byte[SIZE];
      java.util.Arrays.fill(content, id);
      try (ObjectStore store = FileObjectStore.open(arguments[0], Clock.SYSTEM)) {
        for (int i = 1; i <= OBJECTS; i++) {
          String path = String.format("wal/%020d.sst", i);
          if (store.putIfAbsent(path, Bytes.wrap(content), id + "-" + i) == PutOutcome.CREATED) {
            System.out.println(path);
          }
        }
      }
    }
  }

  /** The other processes: each counts one number up. */
  static final class Counter {
    static final String PATH = "gc/number";
    static final int STEPS = 50;

    private Counter() {}

    public static void main(String[] arguments) {
      try (ObjectStore store = FileObjectStore.open(arguments[0], Clock.SYSTEM)) {
        int done = 0;
        while (done < STEPS) {
          Tagged now = store.readIfChanged(PATH, "").orElseThrow();
          int next = Integer.parseInt(new String(now.content().toArray(), US_ASCII)) + 1;
          if (store.replaceIfUnchanged(PATH, Bytes.utf8(String.valueOf(next)), now.etag())) {
            done++;
          }
        }
      }
    }
  }
}
