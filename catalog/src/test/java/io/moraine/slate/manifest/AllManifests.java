package io.moraine.slate.manifest;

import io.moraine.base.Bytes;
import io.moraine.testing.Fixtures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Every manifest in the reference stores. */
final class AllManifests {
  /**
   * A manifest as it is stored.
   *
   * @param path its path in its store
   * @param content its bytes
   */
  record Stored(String path, Bytes content) {
    /** The manifest; throws as {@link ManifestCodec#decode}. */
    Manifest decode() {
      int folder = path.lastIndexOf("manifest/");
      String root = folder == 0 ? "" : path.substring(0, folder - 1);
      String name = path.substring(folder + "manifest/".length());
      long id = Long.parseLong(name.substring(0, name.indexOf('.')));
      return ManifestCodec.decode(new StoreLayout(root), id, content);
    }
  }

  private AllManifests() {}

  /** The manifests of the stores of {@code fixture}. */
  static Stream<Stored> of(String fixture) {
    Path store = Fixtures.store(fixture);
    try (Stream<Path> files = Files.walk(store)) {
      return files
          .filter(each -> each.toString().endsWith(".manifest"))
          .sorted()
          .map(each -> read(store, each))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stored read(Path store, Path file) {
    try {
      String path = store.relativize(file).toString().replace('\\', '/');
      return new Stored(path, Bytes.wrap(Files.readAllBytes(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
