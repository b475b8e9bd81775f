package io.moraine.interop;

import static io.moraine.interop.RustScript.commit;
import static io.moraine.interop.RustScript.verb;
import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.api.Catalog;
import io.moraine.interop.RustProgram.Held;
import io.moraine.model.CollectedKind;
import io.moraine.model.CollectionOptions;
import io.moraine.model.CollectionReport;
import io.moraine.testing.Fixtures;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Java and Rust agree on what nobody needs, and each goes on in a lake that the other collected.
 */
class CollectionTest {
  private static final CollectionOptions AT_ONCE =
      CollectionOptions.DEFAULT.withMinAge(Duration.ZERO);

  private final RustProgram rust = RustProgram.built();

  @Test
  void whatJavaLeavesRustLeavesTooAndGoesOnWith() {
    long deleted = 0;
    for (String fixture : List.of("lakes/shop", "lakes/maintained", "moraine/evolution")) {
      JavaLake lake = JavaLake.in(Fixtures.copyOfStore(fixture));
      Map<String, List<List<@Nullable Object>>> before =
          JavaLake.tables(rust.run("dump", lake.folder()));
      deleted += deleted(collect(lake));
      assertThat(rust.run("gc", lake.folder(), 0).get("collected")).as(fixture).isEmpty();
      assertThat(JavaLake.tables(rust.run("dump", lake.folder()))).as(fixture).isEqualTo(before);
      rust.run("bench", lake.folder(), 2);
      assertThat(lake.tables()).isEqualTo(JavaLake.tables(rust.run("dump", lake.folder())));
      rust.run("store-check", lake.folder(), "0.18");
    }
    System.out.printf("Java deleted %d objects, and Rust found none left%n", deleted);
    assertThat(deleted).isPositive();
  }

  @Test
  void whatRustLeavesJavaLeavesTooAndGoesOnWith() {
    for (String fixture : List.of("lakes/shop", "lakes/maintained", "moraine/evolution")) {
      JavaLake lake = JavaLake.in(Fixtures.copyOfStore(fixture));
      Map<String, List<List<@Nullable Object>>> before = lake.tables();
      assertThat(rust.run("gc", lake.folder(), 0).get("collected")).as(fixture).isNotEmpty();
      rust.run("gc", lake.folder(), 0);
      // But for manifests: opening the lake writes one, for a lease.
      assertThat(collect(lake).kinds())
          .filteredOn(each -> each.kind() != CollectedKind.MANIFESTS)
          .as(fixture)
          .allMatch(each -> each.deleted() == 0);
      assertThat(lake.tables()).as(fixture).isEqualTo(before);
      try (Catalog catalog = lake.open()) {
        JavaLake.commit(catalog, commit -> commit.createSchema("after"));
        catalog.flush();
      }
      assertThat(JavaLake.tables(rust.run("dump", lake.folder()))).isEqualTo(lake.tables());
    }
  }

  @Test
  void javaCollectsUnderARustWriter() {
    JavaLake lake = JavaLake.create();
    try (Catalog catalog = lake.open()) {
      JavaLake.commit(catalog, commit -> commit.createTable("t", "id"));
    }
    try (Held held = rust.hold(lake.folder())) {
      for (int i = 0; i < 5; i++) {
        held.tell(commit(verb("create_schema", "s" + i)));
        held.tell("checkpoint");
        var unused = collect(lake);
      }
    }
    Map<String, List<List<@Nullable Object>>> all = lake.tables();
    assertThat(all.get("ducklake_schema")).hasSize(6);
    assertThat(JavaLake.tables(rust.run("dump", lake.folder()))).isEqualTo(all);
    rust.run("store-check", lake.folder(), "0.16");
  }

  /** As another process does. */
  private static CollectionReport collect(JavaLake lake) {
    try (Catalog catalog = lake.open()) {
      CollectionReport report = catalog.collect(AT_ONCE);
      assertThat(report.isComplete()).as("%s", report).isTrue();
      return report;
    }
  }

  private static long deleted(CollectionReport report) {
    return report.kinds().stream().mapToLong(CollectionReport.Kind::deleted).sum();
  }
}
