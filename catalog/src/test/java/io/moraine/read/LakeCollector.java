package io.moraine.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.slate.SlateOptions;
import io.moraine.slate.gc.CheckpointRule;
import io.moraine.slate.gc.CollectorOptions;
import io.moraine.slate.gc.CollectorReport;
import io.moraine.slate.gc.Garbage;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.read.BlockCache;
import io.moraine.testing.AgedObjectStore;
import io.moraine.testing.Stores;
import java.time.Duration;

/**
 * A collector that waits for nothing, as a process of its own: it takes whatever is not protected
 * at the moment, leases that have just expired included, as SlateDB's does.
 */
record LakeCollector(LakeFolder folder, Clock clock) {
  private static final CollectorOptions AT_ONCE =
      CollectorOptions.DEFAULT.withMinAge(Duration.ZERO);

  /**
   * Takes expired checkpoints, then manifests, log objects and tables that nothing refers to.
   *
   * @return how many tables it took
   */
  long collect() {
    ObjectStore store = new AgedObjectStore(FileObjectStore.open(folder.path().toString(), clock));
    StoreLayout layout = new StoreLayout("");
    CollectorReport report =
        Stores.slate(store, layout, SlateOptions.of(new BlockCache(1 << 20)))
            .collect(
                Stores.compactions(store, layout),
                AT_ONCE,
                CheckpointRule.EXPIRED,
                clock,
                IdSource.SYSTEM);
    assertThat(report.kinds()).allMatch(each -> each.problem().isEmpty() && each.failures() == 0);
    return report.kinds().stream()
        .filter(each -> each.garbage() == Garbage.TABLES)
        .mapToLong(CollectorReport.Kind::deleted)
        .sum();
  }
}
