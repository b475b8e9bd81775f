package io.moraine.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** The lakes that the benchmarks read. */
public enum Lake {
  /** 20,000 data files, 1,972 delete files, 200 snapshots; table 2 owns the files. */
  LARGE("moraine.zip", "large/store/"),
  /** 100,000 data files, 9,900 delete files. */
  BIG("big.zip", "store/");

  private final String zip;
  private final String prefix;

  Lake(String zip, String prefix) {
    this.zip = zip;
    this.prefix = prefix;
  }

  /** A fresh copy of the store; the caller deletes it. */
  Path unpack() throws IOException {
    Path target = Files.createTempDirectory("moraine-benchmark-");
    Path source = Path.of(System.getProperty("moraine.fixtures"), zip);
    try (ZipInputStream entries = new ZipInputStream(Files.newInputStream(source))) {
      for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
        if (entry.getName().startsWith(prefix) && !entry.isDirectory()) {
          Path file = target.resolve(entry.getName().substring(prefix.length()));
          Files.createDirectories(file.getParent());
          Files.copy(entries, file);
        }
      }
    }
    return target;
  }

  static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path each : deepestFirst) {
        Files.delete(each);
      }
    }
  }
}
