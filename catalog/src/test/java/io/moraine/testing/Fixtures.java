package io.moraine.testing;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.objectstore.memory.MemoryObjectStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * The reference stores. A fixture is named by its zip and its folder in there: {@code
 * slatedb/l0-only}, {@code moraine/stages/stage1}, {@code lakes/shop}, or {@code big} alone.
 *
 * <p>A zip is unpacked once per process, into a folder that goes when the process ends.
 */
public final class Fixtures {
  private static final Map<String, Path> UNPACKED = new ConcurrentHashMap<>();

  private Fixtures() {}

  /** The folder of a fixture, or of a whole zip. Shared by all tests: for reading only. */
  public static Path folder(String fixture) {
    int slash = fixture.indexOf('/');
    Path root =
        UNPACKED.computeIfAbsent(
            slash < 0 ? fixture : fixture.substring(0, slash), Fixtures::unpack);
    Path folder = slash < 0 ? root : root.resolve(fixture.substring(slash + 1));
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException("no fixture " + fixture);
    }
    return folder;
  }

  /** The object store of a fixture, a folder of objects. Shared by all tests: for reading only. */
  public static Path store(String fixture) {
    return folder(fixture).resolve("store");
  }

  /** A copy of a fixture's object store that the caller may change. */
  public static Path copyOfStore(String fixture) {
    Path source = store(fixture);
    Path copy = temporaryFolder("moraine-store");
    try (Stream<Path> files = Files.walk(source)) {
      for (Path each : (Iterable<Path>) files::iterator) {
        Path target = copy.resolve(source.relativize(each).toString());
        if (Files.isDirectory(each)) {
          Files.createDirectories(target);
        } else {
          Files.copy(each, target);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return copy;
  }

  /** A copy of a fixture's object store in memory that the caller may add to. */
  public static MemoryObjectStore inMemory(String fixture) {
    Path source = store(fixture);
    MemoryObjectStore copy = new MemoryObjectStore(fixture, Clock.SYSTEM);
    try (Stream<Path> files = Files.walk(source)) {
      for (Path each : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        String path = source.relativize(each).toString().replace('\\', '/');
        copy.putIfAbsent(path, Bytes.wrap(Files.readAllBytes(each)), path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return copy;
  }

  /** The names of all fixtures with an object store in one zip, such as {@code moraine}, sorted. */
  public static List<String> names(String zip) {
    Path root = folder(zip);
    try (Stream<Path> folders = Files.walk(root, 3)) {
      return folders
          .filter(each -> Files.isDirectory(each.resolve("store")))
          .map(each -> zip + "/" + root.relativize(each).toString().replace('\\', '/'))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A new empty folder that goes when the process ends. */
  public static Path temporaryFolder(String prefix) {
    try {
      Path folder = Files.createTempDirectory(prefix);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder), "delete " + folder));
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path unpack(String zip) {
    String fixtures = System.getProperty("moraine.fixtures");
    if (fixtures == null) {
      throw new IllegalStateException("system property moraine.fixtures names no folder");
    }
    Path target = temporaryFolder("moraine-" + zip);
    try (InputStream file = Files.newInputStream(Path.of(fixtures, zip + ".zip"));
        ZipInputStream in = new ZipInputStream(file)) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        Path path = target.resolve(entry.getName());
        if (entry.isDirectory()) {
          Files.createDirectories(path);
        } else {
          Files.createDirectories(path.getParent());
          Files.copy(in, path);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return target;
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
