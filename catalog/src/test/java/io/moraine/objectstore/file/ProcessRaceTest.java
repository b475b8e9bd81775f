package io.moraine.objectstore.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStore.PutOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several processes create the same objects in one folder while another reads them. */
class ProcessRaceTest {
  private static final int PROCESSES = 4;
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

  private Process start(Path root, int id) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            Creator.class.getName(),
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
}
