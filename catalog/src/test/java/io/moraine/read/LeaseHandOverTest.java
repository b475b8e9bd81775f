package io.moraine.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.IdSource;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CommitPosition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.ScopeRequest;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.read.TailAdmission;
import io.moraine.testing.ManualBackground;
import io.moraine.testing.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * How scopes on what the writer of their own process published come to a lease. The lake's log is
 * known to its manifest up to object 10 and goes on to 12.
 */
class LeaseHandOverTest {
  private static final UUID PUBLICATION = new UUID(1, 2);
  private static final CommitPosition LOGGED = new CommitPosition(9, 9);
  private static final Duration RENEWAL = LeaseOptions.DEFAULT.renewal();

  private final LakeFolder folder = LakeFolder.copyOf("moraine/shop-tail");
  private final ManualClock clock = new ManualClock(Instant.parse("2026-11-30T00:15:00Z"));
  private final ManualBackground background = new ManualBackground(clock);
  private final OpenLake lake =
      TestLakes.writable(FileObjectStore.open(folder.path().toString(), clock), clock, background);

  @AfterEach
  void nothingIsLeftOpen() {
    lake.close();
    assertThat(lake.figures().generations()).isEmpty();
    assertThat(lake.figures().workingMemoryUsedBytes()).isZero();
    assertThat(leases()).isEmpty();
  }

  @Test
  void aPublicationStandsInForALeaseUntilTheNextRenewal() {
    publish(PUBLICATION);
    assertThat(lake.publicationsInUse()).isEmpty();
    try (ReadScope scope = open()) {
      assertThat(leases()).isEmpty();
      assertThat(lake.publicationsInUse()).containsExactly(PUBLICATION);
      clock.advance(RENEWAL);
      background.runDue();
      assertThat(leases()).singleElement().extracting(Checkpoint::manifestId).isEqualTo(8L);
      assertThat(lake.publicationsInUse()).isEmpty();
      prune();
      clock.advance(RENEWAL);
      background.runDue();
      read(scope);
    }
  }

  @Test
  void aLaterPublicationOverTheSameTablesTakesOver() {
    publish(PUBLICATION);
    try (ReadScope scope = open()) {
      publish(new UUID(1, 3));
      assertThat(lake.publicationsInUse()).containsExactly(new UUID(1, 3));
      read(scope);
    }
  }

  @Test
  void whoGivesTheRoleUpWritesLeasesInTheSameManifest() {
    publish(PUBLICATION);
    try (ReadScope scope = open()) {
      Manifest last = giveUp();
      assertThat(last.findCheckpoint(PUBLICATION)).isEmpty();
      assertThat(leases()).singleElement().extracting(Checkpoint::manifestId).isEqualTo(8L);
      assertThat(lake.publicationsInUse()).isEmpty();
      var unused = new LakeCollector(folder, clock).collect();
      read(scope);
      clock.advance(RENEWAL);
      background.runDue();
      clock.advance(Duration.ofSeconds(268));
      read(scope);
    }
  }

  @Test
  void whatNobodyReadsIsNotLeasedWhenTheRoleIsGivenUp() {
    publish(PUBLICATION);
    open().close();
    giveUp();
    assertThat(leases()).isEmpty();
    try (ReadScope scope = open()) {
      assertThat(leases()).hasSize(1);
      assertThat(scope.position()).isEqualTo(LOGGED);
    }
  }

  @Test
  void aHandOverThatFailsLeavesTheScopesToTheNextRenewal() {
    publish(PUBLICATION);
    try (ReadScope scope = open()) {
      LeaseChange change = lake.leaseChange();
      Manifest base = lake.manifests().readLatest().orElseThrow();
      assertThat(change.apply(base.checkpoints(), base)).hasSize(2);
      change.failed();
      assertThat(lake.publicationsInUse()).containsExactly(PUBLICATION);
      clock.advance(RENEWAL);
      background.runDue();
      assertThat(leases()).hasSize(1);
      read(scope);
    }
  }

  @Test
  void aPublicationThatIsGoneBeforeALeaseIsCopiedFromItEndsItsScopes() {
    publish(PUBLICATION);
    try (ReadScope scope = open()) {
      prune();
      clock.advance(RENEWAL);
      background.runDue();
      assertThatThrownBy(() -> read(scope))
          .isInstanceOfSatisfying(
              CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.REVISION_EXPIRED));
    }
  }

  /** Publishes all of the log as the writer of this process does. */
  private void publish(UUID id) {
    Moment askedAt = Moment.now(clock);
    Manifest manifest =
        lake.manifests()
            .update(
                (base, nextId) -> {
                  List<Checkpoint> all = new ArrayList<>(base.checkpoints());
                  all.add(new Checkpoint(id, nextId, 0, 0, PublicationNames.OPEN));
                  return base.change().id(nextId).walIdLastSeen(12).checkpoints(all).build();
                },
                IdSource.SYSTEM)
            .orElseThrow();
    lake.offer(
        new OwnPublication(
            id,
            manifest,
            lake.slate().readTail(manifest, 12, TailAdmission.UNLIMITED),
            LOGGED,
            askedAt));
  }

  /** Gives the role up, and drops all publications but none that is needed. */
  private Manifest giveUp() {
    LeaseChange change = lake.leaseChange();
    Manifest written =
        lake.slate()
            .updateCheckpoints(
                (base, nextId) -> change.apply(withoutPublications(base), base), IdSource.SYSTEM);
    change.written();
    return written;
  }

  private void prune() {
    lake.slate().updateCheckpoints((base, nextId) -> withoutPublications(base), IdSource.SYSTEM);
  }

  private static List<Checkpoint> withoutPublications(Manifest base) {
    return base.checkpoints().stream().filter(each -> !PublicationNames.isOne(each)).toList();
  }

  private LakeScope open() {
    return lake.readScope(lake, TestLakes.LEASED, ScopeRequest.NEWEST);
  }

  private static void read(ReadScope scope) {
    assertThat(TestLakes.table(scope, MetadataTable.TABLE)).isNotEmpty();
  }

  private List<Checkpoint> leases() {
    return lake.manifests().readLatest().orElseThrow().checkpoints().stream()
        .filter(each -> "moraine-lease".equals(each.name()))
        .toList();
  }
}
