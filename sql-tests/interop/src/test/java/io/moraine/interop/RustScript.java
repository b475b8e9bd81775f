package io.moraine.interop;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.moraine.testing.Fixtures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Commits for Rust to make. */
final class RustScript {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<Map<String, Object>> commits = new ArrayList<>();

  /** Adds a commit of the engine's verbs. */
  RustScript verbs(List<?>... verbs) {
    commits.add(commit(verbs));
    return this;
  }

  /** Adds a commit. */
  void add(Map<String, Object> commit) {
    commits.add(commit);
  }

  /** A commit of the engine's verbs. */
  static Map<String, Object> commit(List<?>... verbs) {
    return Map.of("verbs", List.of(verbs));
  }

  /** A verb: its name and its arguments, which may be null. */
  static List<@Nullable Object> verb(@Nullable Object... words) {
    return Arrays.asList(words);
  }

  /** The script as a file. */
  Path file() {
    try {
      Path file = Fixtures.temporaryFolder("moraine-script").resolve("script.json");
      return Files.writeString(file, JSON.writeValueAsString(commits));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
