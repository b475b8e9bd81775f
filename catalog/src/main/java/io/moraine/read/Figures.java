package io.moraine.read;

import io.moraine.model.CatalogFigures;
import io.moraine.model.CatalogFigures.Cache;
import io.moraine.model.CatalogFigures.Requests;
import io.moraine.objectstore.CountingObjectStore;
import io.moraine.objectstore.RequestCounts;
import io.moraine.objectstore.RequestCounts.ObjectKind;
import io.moraine.slate.SlateStore;
import io.moraine.slate.read.BlockCache;
import io.moraine.slate.read.ReadFigures;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Gathers what an open lake holds and has cost. */
final class Figures {
  private final SharedParts parts;
  private final CountingObjectStore store;
  private final BlockCache cache;
  private final SlateStore slate;

  Figures(SharedParts parts, CountingObjectStore store, BlockCache cache, SlateStore slate) {
    this.parts = parts;
    this.store = store;
    this.cache = cache;
    this.slate = slate;
  }

  CatalogFigures now() {
    Scopes scopes = parts.scopes();
    List<FixedReadScope> open = scopes.open();
    return new CatalogFigures(
        parts.generations().live().stream().map(each -> figures(each, open)).toList(),
        open.stream().map(Figures::figures).toList(),
        scopes.openedSoFar(),
        scopes.closedSoFar(),
        requests(),
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
    RequestCounts counts = store.counts();
    return Arrays.stream(ObjectKind.values())
        .map(
            kind ->
                new Requests(
                    kind.name().toLowerCase(Locale.ROOT),
                    counts.of(kind).requests(),
                    counts.of(kind).bytes()))
        .toList();
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
