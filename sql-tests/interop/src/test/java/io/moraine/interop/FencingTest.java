package io.moraine.interop;

import static io.moraine.interop.RustScript.commit;
import static io.moraine.interop.RustScript.verb;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.moraine.api.Catalog;
import io.moraine.interop.RustProgram.Held;
import io.moraine.interop.RustProgram.RustFailure;
import io.moraine.model.CatalogException;
import io.moraine.model.ReadScope;
import io.moraine.model.Transaction;
import io.moraine.testing.DuckLakeCommit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** One of Java and Rust takes the store while the other is its writer. */
class FencingTest {
  private final RustProgram rust = RustProgram.built();

  @Test
  void rustIsFencedByJavaAndItsNextCommitIsNowhere() {
    JavaLake lake = JavaLake.create();
    try (Held held = rust.hold(lake.folder());
        Catalog catalog = lake.open()) {
      held.tell(commit(verb("create_schema", "before")));
      JavaLake.commit(catalog, commit -> commit.createSchema("java"));
      assertThatThrownBy(() -> held.tell(commit(verb("create_schema", "late"))))
          .isInstanceOfSatisfying(RustFailure.class, e -> assertThat(e.kind()).isEqualTo("Fenced"));
      JavaLake.commit(catalog, commit -> commit.createSchema("java2"));
    }
    assertThat(schemas(lake)).containsExactly("main", "before", "java", "java2");
  }

  @Test
  void javaIsFencedByRustAndItsCommitIsAConflict() {
    JavaLake lake = JavaLake.create();
    try (Catalog catalog = lake.open()) {
      JavaLake.commit(catalog, commit -> commit.createSchema("java"));
      try (ReadScope scope = catalog.readScope();
          Transaction transaction = catalog.begin(scope);
          Held held = rust.hold(lake.folder())) {
        DuckLakeCommit late = new DuckLakeCommit(transaction);
        late.createSchema("late");
        held.tell(commit(verb("create_schema", "rust")));
        CatalogException refused = catchThrowableOfType(CatalogException.class, late::commit);
        assertThat(refused.kind()).isEqualTo(CatalogException.Kind.CONFLICT);
        assertThat(refused).hasMessageContaining("conflict");
        held.tell(commit(verb("create_schema", "rust2")));
        JavaLake.commit(catalog, commit -> commit.createSchema("again"));
        assertThatThrownBy(() -> held.tell(commit(verb("create_schema", "never"))))
            .isInstanceOf(RustFailure.class);
      }
    }
    assertThat(schemas(lake)).containsExactly("main", "java", "rust", "rust2", "again");
  }

  @Test
  void javaIsFencedWithoutAnythingBeingCommittedAndTriesAgain() {
    JavaLake lake = JavaLake.create();
    try (Catalog catalog = lake.open()) {
      JavaLake.commit(catalog, commit -> commit.createSchema("java"));
      try (Held held = rust.hold(lake.folder())) {
        int tries = 0;
        while (!commits(catalog, "next")) {
          assertThat(++tries).as("failed tries").isLessThan(5);
        }
        assertThatThrownBy(() -> held.tell(commit(verb("create_schema", "never"))))
            .isInstanceOf(RustFailure.class);
      }
    }
    assertThat(schemas(lake)).containsExactly("main", "java", "next");
  }

  private static boolean commits(Catalog catalog, String schema) {
    try {
      JavaLake.commit(catalog, commit -> commit.createSchema(schema));
      return true;
    } catch (CatalogException e) {
      assertThat(e.kind()).isEqualTo(CatalogException.Kind.CONFLICT);
      return false;
    }
  }

  /** The names that Java sees, which are those that Rust sees. */
  private List<String> schemas(JavaLake lake) {
    Map<String, List<List<@Nullable Object>>> tables = lake.tables();
    assertThat(JavaLake.tables(rust.run("dump", lake.folder()))).isEqualTo(tables);
    return Objects.requireNonNull(tables.get("ducklake_schema")).stream()
        .map(row -> (String) row.get(4))
        .toList();
  }
}
