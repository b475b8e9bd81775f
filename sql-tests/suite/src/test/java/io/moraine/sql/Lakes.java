package io.moraine.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** The reference lakes, unpacked once a run into a folder that goes with it. */
final class Lakes {
  private static final Map<String, Path> UNPACKED = new HashMap<>();

  private Lakes() {}

  /** The folder of a lake such as {@code lakes/shop}: its store, its dumped tables, its queries. */
  static Path folder(String lake) {
    int slash = lake.indexOf('/');
    String zip = slash < 0 ? lake : lake.substring(0, slash);
    synchronized (UNPACKED) {
      Path root = UNPACKED.computeIfAbsent(zip, Lakes::unpack);
      return slash < 0 ? root : root.resolve(lake.substring(slash + 1));
    }
  }

  /** The URL of a lake's store. */
  static String url(String lake) {
    return "jdbc:moraine:" + folder(lake).resolve("store");
  }

  /** The URL of a copy of a lake's store that the caller may change; gone when the process ends. */
  static String urlOfCopy(String lake) {
    return "jdbc:moraine:"
        + unpack(lake.substring(0, lake.indexOf('/')))
            .resolve(lake.substring(lake.indexOf('/') + 1))
            .resolve("store");
  }

  /** A copy of the sample that comes with the documents: readers write leases to a lake. */
  static String copyOfSample() {
    Path sample = Path.of(System.getProperty("moraine.sampleLake"));
    try (Stream<Path> files = Files.walk(sample)) {
      Path target = Files.createTempDirectory("moraine-sample-");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(target)));
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = target.resolve(sample.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
      return target.toString();
    } catch (IOException e) {
      throw new UncheckedIOException("copying " + sample, e);
    }
  }

  private static Path unpack(String name) {
    Path zip = Path.of(System.getProperty("moraine.fixtures"), name + ".zip");
    try {
      Path target = Files.createTempDirectory("moraine-" + name + "-");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(target)));
      try (ZipInputStream entries = new ZipInputStream(Files.newInputStream(zip))) {
        for (ZipEntry entry = entries.getNextEntry();
            entry != null;
            entry = entries.getNextEntry()) {
          write(target.resolve(entry.getName()), entry, entries);
        }
      }
      return target;
    } catch (IOException e) {
      throw new UncheckedIOException("unpacking " + zip, e);
    }
  }

  private static void write(Path file, ZipEntry entry, InputStream content) throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(file);
    } else {
      Files.createDirectories(file.getParent());
      Files.copy(content, file);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path each : deepestFirst) {
        Files.delete(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cleaning up " + folder, e);
    }
  }
}
