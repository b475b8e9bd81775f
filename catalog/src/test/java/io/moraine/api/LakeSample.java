package io.moraine.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.api.BoundedContent.FileId;
import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CatalogOptions.Access;
import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.StoreInspection;
import io.moraine.model.TableScan;
import io.moraine.objectstore.ObjectStore;
import io.moraine.testing.FarObjectStore;
import io.moraine.testing.ManualBackground;
import io.moraine.testing.ScopeRows;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a lake is at a moment, and what reading it costs who comes from far away and knows nothing.
 *
 * @param figures the figures
 */
record LakeSample(Map<Figure, Double> figures) {
  /** A figure. */
  enum Figure {
    MANIFESTS,
    LOG_OBJECTS,
    /** Empty log objects, by which writers were fenced: they are kept, one for each take-over. */
    FENCES,
    TABLES,
    COMPACTION_STATES,
    BYTES,
    CHECKPOINTS,
    L0_TABLES,
    RUNS,
    OPEN_ROUND_TRIPS,
    OPEN_REQUESTS,
    OPEN_BYTES,
    LOOKUP_REQUESTS,
    LOOKUP_BLOCKS
  }

  /** Copies the map. */
  LakeSample {
    figures = new EnumMap<>(figures);
  }

  /** Looks at the lake in {@code store}; {@code file} is one of its files. */
  static LakeSample of(ObjectStore store, Clock clock, CatalogOptions options, FileId file) {
    Map<Figure, Double> figures = new EnumMap<>(Figure.class);
    ObjectStore far = new FarObjectStore(store);
    Call opening = new Call();
    try (Catalog catalog = opening.run(() -> open(far, options, clock))) {
      put(figures, Figure.OPEN_ROUND_TRIPS, opening.cost().roundTrips());
      put(figures, Figure.OPEN_REQUESTS, opening.cost().requests());
      put(figures, Figure.OPEN_BYTES, opening.cost().bytes());
      lookUp(catalog, file, figures);
      inspect(catalog.inspect(), figures);
    }
    return new LakeSample(figures);
  }

  private static Catalog open(ObjectStore store, CatalogOptions options, Clock clock) {
    return Catalog.over(
        store,
        options.withAccess(Access.READ_ONLY).withReaderLease(ReaderLease.FALSE),
        clock,
        IdSource.SYSTEM,
        new ManualBackground(clock));
  }

  private static void lookUp(Catalog catalog, FileId file, Map<Figure, Double> figures) {
    TableScan point =
        TableScan.of(MetadataTable.DATA_FILE)
            .where(KeyCondition.equalTo(file.table(), file.file()));
    Call looking = new Call();
    try (ReadScope scope = catalog.readScope()) {
      assertThat(looking.run(() -> ScopeRows.of(scope, point))).hasSize(1);
    }
    put(figures, Figure.LOOKUP_REQUESTS, looking.cost().requests());
    put(figures, Figure.LOOKUP_BLOCKS, looking.cost().blocks());
  }

  private static void inspect(StoreInspection store, Map<Figure, Double> figures) {
    put(figures, Figure.MANIFESTS, folder(store, "manifest"));
    long fences = store.wal().stream().filter(each -> each.sizeBytes() == 0).count();
    put(figures, Figure.LOG_OBJECTS, store.wal().size() - fences);
    put(figures, Figure.FENCES, fences);
    put(figures, Figure.TABLES, folder(store, "compacted"));
    put(figures, Figure.COMPACTION_STATES, folder(store, "compactions"));
    put(figures, Figure.BYTES, store.objects().stream().mapToLong(each -> each.bytes()).sum());
    put(figures, Figure.CHECKPOINTS, store.checkpoints().size());
    put(
        figures,
        Figure.L0_TABLES,
        store.segments().stream().mapToLong(each -> each.l0().size()).sum());
    put(
        figures,
        Figure.RUNS,
        store.segments().stream().mapToLong(each -> each.runs().size()).sum());
  }

  private static long folder(StoreInspection store, String name) {
    return store.objects().stream()
        .filter(each -> each.name().equals(name))
        .mapToLong(StoreInspection.Folder::objects)
        .sum();
  }

  private static void put(Map<Figure, Double> figures, Figure figure, long value) {
    figures.put(figure, (double) value);
  }

  /** A figure's value. */
  double get(Figure figure) {
    return figures.getOrDefault(figure, 0.0);
  }
}
