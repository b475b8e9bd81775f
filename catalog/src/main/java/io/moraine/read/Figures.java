package io.moraine.read;

import io.moraine.model.CatalogFigures;
import io.moraine.model.CatalogFigures.Cache;
import io.moraine.model.CatalogFigures.Requests;
import io.moraine.model.SequencedMetadataFigures;
import io.moraine.objectstore.RequestCounts;
import io.moraine.objectstore.RequestCounts.Count;
import io.moraine.objectstore.RequestCounts.ObjectKind;
import io.moraine.objectstore.RequestTally;
import io.moraine.slate.SlateStore;
import io.moraine.slate.manifest.ManifestStore;
import io.moraine.slate.read.BlockCache;
import io.moraine.slate.read.ReadFigures;
import io.moraine.slate.sequenced.FallBack;
import io.moraine.slate.sequenced.SequencedFigures;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Gathers what an open lake holds and has cost. */
final class Figures {
  private final SharedParts parts;
  private final RequestTally tally;
  private final BlockCache cache;
  private final SlateStore slate;
  private final ManifestStore manifests;
  private final String location;

  Figures(
      SharedParts parts,
      RequestTally tally,
      BlockCache cache,
      SlateStore slate,
      ManifestStore manifests,
      String location) {
    this.parts = parts;
    this.tally = tally;
    this.cache = cache;
    this.slate = slate;
    this.manifests = manifests;
    this.location = location;
  }

  CatalogFigures now() {
    Scopes scopes = parts.scopes();
    List<FixedReadScope> open = scopes.open();
    return new CatalogFigures(
        parts.generations().live().stream().map(each -> figures(each, open)).toList(),
        parts.leases().live().stream().map(each -> figures(each, open)).toList(),
        parts.leases().writtenSoFar(),
        parts.leases().lostSoFar(),
        open.stream().map(Figures::figures).toList(),
        scopes.openedSoFar(),
        scopes.closedSoFar(),
        requests(),
        List.of(manifests()),
        cacheFigures(),
        parts.memory().usedBytes(),
        parts.memory().limitBytes());
  }

  private static CatalogFigures.Generation figures(
      Generation generation, List<FixedReadScope> open) {
    return new CatalogFigures.Generation(
        generation.revision().manifest().id(),
        generation.revision().lastWalId(),
        generation.position(),
        generation.openedAt(),
        (int) open.stream().filter(each -> each.generation() == generation).count(),
        generation.tail().rowCount(),
        generation.charge().bytes());
  }

  private CatalogFigures.Lease figures(Lease lease, List<FixedReadScope> open) {
    return new CatalogFigures.Lease(
        lease.checkpointId(),
        lease.manifestId,
        parts.leases().isStoodInFor(lease),
        lease.trustedUntil(),
        (int) open.stream().filter(each -> each.isProtectedBy(lease)).count(),
        lease.renewals());
  }

  private static CatalogFigures.Scope figures(FixedReadScope scope) {
    Revision revision = scope.generation().revision();
    return new CatalogFigures.Scope(
        scope.opening().id(),
        revision.manifest().id(),
        revision.lastWalId(),
        scope.snapshotId(),
        scope.opening().at(),
        scope.openCursors(),
        scope.recordsDecoded());
  }

  private List<Requests> requests() {
    RequestCounts counts = tally.counts();
    return Arrays.stream(ObjectKind.values()).map(kind -> requests(kind, counts.of(kind))).toList();
  }

  private static Requests requests(ObjectKind kind, Count count) {
    return new Requests(
        kind.name().toLowerCase(Locale.ROOT),
        count.reads(),
        count.listings(),
        count.writes(),
        count.deletions(),
        count.bytes(),
        count.errors(),
        count.retries(),
        count.hedges(),
        TimeUnit.NANOSECONDS.toMicros(count.nanos()));
  }

  private SequencedMetadataFigures manifests() {
    SequencedFigures figures = manifests.figures();
    SequencedFigures.Counts counts = figures.counts();
    return new SequencedMetadataFigures(
        location,
        figures.folder(),
        figures.newestId(),
        figures.cachedBytes(),
        figures.boundary(),
        counts.cacheHits(),
        counts.coldMisses(),
        counts.probesFound(),
        counts.probesMissing(),
        counts.readAdvances(),
        counts.writeAdvances(),
        counts.boundaryInvalidations(),
        counts.deletions(),
        counts.readsByProbes(),
        new SequencedMetadataFigures.FallBacks(
            counts.fallBacks(FallBack.COLD),
            counts.fallBacks(FallBack.MANY_NEW),
            counts.fallBacks(FallBack.CONFIRMATION),
            counts.fallBacks(FallBack.DISTRUST),
            counts.fallBacks(FallBack.DELETION),
            counts.fallBacks(FallBack.BOUNDARY),
            counts.fallBacks(FallBack.DAMAGE),
            counts.fallBacks(FallBack.VANISHED)));
  }

  private Cache cacheFigures() {
    BlockCache.Figures held = cache.figures();
    ReadFigures read = slate.figures();
    return new Cache(
        held.budgetBytes(),
        held.blockBytes(),
        held.metadataBytes(),
        read.blockHits(),
        read.blockMisses());
  }
}
