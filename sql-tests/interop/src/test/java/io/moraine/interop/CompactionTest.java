package io.moraine.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.moraine.api.Catalog;
import io.moraine.interop.RustProgram.Held;
import io.moraine.model.CatalogException;
import io.moraine.model.ReadScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rust compacts and collects under a Java process that reads and writes. */
class CompactionTest {
  private final RustProgram rust = RustProgram.built();

  /** A scope that stays open, and all it showed. */
  private record OpenScope(ReadScope scope, Map<String, List<List<@Nullable Object>>> tables) {}

  @Test
  void openScopesAnswerOrFailWithATypedErrorAndWritingGoesOn() {
    JavaLake lake = JavaLake.create();
    List<OpenScope> scopes = new ArrayList<>();
    int expired = 0;
    int compacted = 0;
    int collected = 0;
    try (Catalog catalog = lake.open()) {
      JavaLake.commit(catalog, commit -> commit.createTable("t", "id"));
      for (int round = 0; round < 6; round++) {
        for (int i = 0; i < 3; i++) {
          String path = "f" + round + "-" + i;
          JavaLake.commit(catalog, commit -> commit.addFile(1, path, 10));
        }
        catalog.flush();
        JavaLake.commit(catalog, commit -> commit.addFile(1, "tail", 1));
        ReadScope scope = catalog.readScope();
        scopes.add(new OpenScope(scope, JavaLake.tables(scope)));
        if (round % 2 == 1) {
          JsonNode merged = rust.run("compact", lake.folder()).get("merged");
          assertThat(merged.findValuesAsText("status")).containsOnly("completed");
          compacted += merged.size();
          collected += rust.run("gc", lake.folder(), 0).get("collected").size();
        }
        expired += check(scopes);
        assertThat(JavaLake.tables(rust.run("dump", lake.folder()))).isEqualTo(newest(catalog));
      }
      scopes.forEach(each -> each.scope().close());
    }
    JsonNode sound = rust.run("store-check", lake.copy(), "0.18");
    assertThat(compacted).isPositive();
    assertThat(collected).isPositive();
    System.out.printf(
        "Compaction and collection beside Java: %d merges, %d objects gone, %d of %d answers were"
            + " that a revision expired, %s rows in the end%n",
        compacted, collected, expired, 6 * 7 / 2, sound.get("rows"));
  }

  @Test
  void aLakeThatRustMergedItselfIsWrittenOn() {
    JavaLake lake = JavaLake.create();
    try (Catalog catalog = lake.open()) {
      JavaLake.commit(catalog, commit -> commit.createTable("t", "id"));
      for (int round = 0; round < 5; round++) {
        String path = "f" + round;
        JavaLake.commit(catalog, commit -> commit.addFile(1, path, 10));
        catalog.flush();
      }
    }
    rust.run("compact", lake.folder());
    rust.run("merge", lake.folder());
    rust.run("gc", lake.folder(), 0);
    try (Held held = rust.hold(lake.folder())) {
      held.tell("checkpoint");
    }
    try (Catalog catalog = lake.open()) {
      JavaLake.commit(catalog, commit -> commit.addFile(1, "after", 10));
      assertThat(JavaLake.tables(rust.run("dump", lake.folder()))).isEqualTo(newest(catalog));
    }
  }

  private static Map<String, List<List<@Nullable Object>>> newest(Catalog catalog) {
    try (ReadScope scope = catalog.readScope()) {
      return JavaLake.tables(scope);
    }
  }

  /** Gives how many scopes have expired; the others show what they showed. */
  private static int check(List<OpenScope> scopes) {
    int expired = 0;
    for (OpenScope each : scopes) {
      try {
        assertThat(JavaLake.tables(each.scope())).isEqualTo(each.tables());
      } catch (CatalogException e) {
        assertThat(e.kind()).isEqualTo(CatalogException.Kind.REVISION_EXPIRED);
        expired++;
      }
    }
    return expired;
  }
}
