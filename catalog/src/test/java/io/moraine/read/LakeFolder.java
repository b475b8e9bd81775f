package io.moraine.read;

import io.moraine.base.Bytes;
import io.moraine.testing.Fixtures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder of a store in which the test plays the other processes. Objects come whole, since
 * readers may look at any moment.
 */
record LakeFolder(Path path) {
  static LakeFolder copyOf(String fixture) {
    return new LakeFolder(Fixtures.copyOfStore(fixture));
  }

  /** The ids in the names of a folder's objects, ascending. */
  List<Long> ids(String folder) {
    try (Stream<Path> files = Files.list(path.resolve(folder))) {
      return files
          .map(each -> Long.valueOf(each.getFileName().toString().substring(0, 20)))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  long newestManifestId() {
    return ids("manifest").stream().max(Comparator.naturalOrder()).orElseThrow();
  }

  Bytes manifest(long id) {
    try {
      return Bytes.wrap(Files.readAllBytes(path.resolve(manifestName(id))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Bytes newestManifest() {
    return manifest(newestManifestId());
  }

  /** Writes the manifest that follows the newest; gives its id. */
  long addManifest(Bytes content) {
    long id = newestManifestId() + 1;
    write(manifestName(id), content);
    return id;
  }

  void write(String object, Bytes content) {
    try {
      put(path.resolve(object), content.toArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void put(Path object, byte[] content) throws IOException {
    Path whole = Files.write(Files.createTempFile("moraine-object", null), content);
    Files.createDirectories(object.getParent());
    Files.move(whole, object, StandardCopyOption.ATOMIC_MOVE);
  }

  void delete(String object) {
    try {
      Files.delete(path.resolve(object));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes every object of a folder. */
  void deleteAll(String folder) {
    Path directory = path.resolve(folder);
    try (Stream<Path> files = Files.list(directory)) {
      files.forEach(each -> delete(path.relativize(each).toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds the objects of a fixture. */
  void add(String fixture) {
    copy(Fixtures.store(fixture), path);
  }

  /** Adds the objects of a fixture but those of a folder, and none that is there. */
  void addAllBut(String fixture, String folder) {
    Path source = Fixtures.store(fixture);
    try (Stream<Path> files = Files.walk(source)) {
      for (Path each : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        Path to = path.resolve(source.relativize(each).toString());
        if (!source.relativize(each).startsWith(folder) && !Files.exists(to)) {
          put(to, Files.readAllBytes(each));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds the objects of a fixture, and takes away those that it does not have. */
  void become(String fixture) {
    add(fixture);
    Path source = Fixtures.store(fixture);
    try (Stream<Path> files = Files.walk(path)) {
      files
          .filter(Files::isRegularFile)
          .map(path::relativize)
          .filter(each -> !Files.exists(source.resolve(each)))
          .forEach(each -> delete(each.toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(Path source, Path target) {
    try (Stream<Path> files = Files.walk(source)) {
      for (Path each : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        put(target.resolve(source.relativize(each).toString()), Files.readAllBytes(each));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String manifestName(long id) {
    return "manifest/%020d.manifest".formatted(id);
  }

  static String walName(long id) {
    return "wal/%020d.sst".formatted(id);
  }
}
