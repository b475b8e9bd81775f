package io.moraine.driver.schema;

import io.moraine.driver.transaction.RequestHistory;
import io.moraine.model.CatalogFigures;
import io.moraine.model.CatalogFigures.Requests;
import io.moraine.model.CollectionFigures;
import io.moraine.model.CollectionReport;
import io.moraine.model.CompactionFigures;
import io.moraine.model.SequencedMetadataFigures;
import io.moraine.model.WriterFigures;
import io.moraine.model.WriterFigures.SegmentTables;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** The schema {@code system}: what the driver holds open in this process and what it has cost. */
final class SystemSchema extends AbstractSchema {
  static final String NAME = "system";

  private static final SqlTypeName INSTANT = SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;

  @Override
  protected Map<String, Table> getTableMap() {
    return Map.ofEntries(
        Map.entry("generations", generations()),
        Map.entry("scopes", scopes()),
        Map.entry("leases", leases()),
        Map.entry("checkpoints", checkpoints()),
        Map.entry("writer", writer()),
        Map.entry("writer_segments", writerSegments()),
        Map.entry("collection", collection()),
        Map.entry("compaction", compaction()),
        Map.entry("object_store_tally", objectStoreTally()),
        Map.entry("sequenced_metadata", sequencedMetadata()),
        Map.entry("cache", cache()),
        Map.entry("memory", memory()));
  }

  private static Table generations() {
    return ComputedTable.builder()
        .add(SqlTypeName.BIGINT, "manifest_id", "last_wal_id", "snapshot_id", "batch_seq")
        .add(INSTANT, "acquired_at")
        .add(SqlTypeName.BIGINT, "open_scopes", "tail_rows", "tail_bytes")
        .rows(
            each(
                CatalogFigures::generations,
                generation ->
                    row(
                        generation.manifestId(),
                        generation.lastWalId(),
                        generation.position().snapshotId(),
                        generation.position().batchSeq(),
                        micros(generation.acquiredAt()),
                        (long) generation.openScopes(),
                        generation.tailRows(),
                        generation.tailBytes())));
  }

  private static Table scopes() {
    return ComputedTable.builder()
        .add(SqlTypeName.BIGINT, "scope_id", "manifest_id", "last_wal_id", "snapshot_id")
        .add(INSTANT, "opened_at")
        .add(SqlTypeName.BIGINT, "open_cursors", "records_decoded")
        .rows(
            each(
                CatalogFigures::scopes,
                scope ->
                    row(
                        scope.scopeId(),
                        scope.manifestId(),
                        scope.lastWalId(),
                        scope.snapshotId(),
                        micros(scope.openedAt()),
                        (long) scope.openCursors(),
                        scope.recordsDecoded())));
  }

  private static Table leases() {
    return ComputedTable.builder()
        .add(SqlTypeName.UUID, "checkpoint_id")
        .add(SqlTypeName.BIGINT, "manifest_id")
        .add(SqlTypeName.BOOLEAN, "borrowed")
        .add(INSTANT, "trusted_until")
        .add(SqlTypeName.BIGINT, "open_scopes", "renewals")
        .rows(
            each(
                CatalogFigures::leases,
                lease ->
                    row(
                        lease.checkpointId(),
                        lease.manifestId(),
                        lease.borrowed(),
                        micros(lease.trustedUntil()),
                        (long) lease.openScopes(),
                        lease.renewals())));
  }

  private static Table checkpoints() {
    return ComputedTable.builder()
        .add(SqlTypeName.UUID, "checkpoint_id")
        .add(SqlTypeName.VARCHAR, "name")
        .add(SqlTypeName.BIGINT, "manifest_id")
        .add(INSTANT, "created_at", "expires_at")
        .rows(
            eachOf(
                SystemState::checkpoints,
                checkpoint ->
                    row(
                        checkpoint.id(),
                        checkpoint.name().orElse(null),
                        checkpoint.manifestId(),
                        micros(checkpoint.createdAt()),
                        checkpoint.expiresAt().map(SystemSchema::micros).orElse(null))));
  }

  private static Table writer() {
    return ComputedTable.builder()
        .add(SqlTypeName.VARCHAR, "role")
        .add(SqlTypeName.BIGINT, "epoch", "commits", "conflicts", "unknown_outcomes", "take_overs")
        .add(INSTANT, "last_commit_at")
        .add(SqlTypeName.DOUBLE, "publication_age_s")
        .add(SqlTypeName.BIGINT, "l0_tables", "tail_objects", "tail_bytes")
        .rows(eachOf(system -> List.of(system.writer()), SystemSchema::writer));
  }

  private static @Nullable Object[] writer(WriterFigures writer) {
    return row(
        writer.role().name().toLowerCase(Locale.ROOT),
        writer.epoch().isPresent() ? writer.epoch().getAsLong() : null,
        writer.commits(),
        writer.conflicts(),
        writer.unknown(),
        writer.takeOvers(),
        writer.lastCommitAt().map(SystemSchema::micros).orElse(null),
        writer.publicationAge().map(age -> age.toNanos() / 1e9).orElse(null),
        writer.l0Tables().stream().mapToLong(SegmentTables::tables).sum(),
        writer.tailObjects(),
        writer.tailBytes());
  }

  private static Table writerSegments() {
    return ComputedTable.builder()
        .add(SqlTypeName.VARCHAR, "segment")
        .add(SqlTypeName.BIGINT, "l0_tables", "sorted_runs")
        .rows(
            eachOf(
                system -> system.writer().l0Tables(),
                segment -> row(segment.prefix(), (long) segment.tables(), (long) segment.runs())));
  }

  private static Table compaction() {
    return ComputedTable.builder()
        .add(SqlTypeName.BIGINT, "epoch", "compactions", "failures")
        .add(SqlTypeName.BIGINT, "tables_merged", "tables_written", "bytes_read", "bytes_written")
        .add(INSTANT, "last_at")
        .add(SqlTypeName.VARCHAR, "last_result")
        .rows(eachOf(system -> List.of(system.compaction()), SystemSchema::compaction));
  }

  private static @Nullable Object[] compaction(CompactionFigures compaction) {
    return row(
        compaction.epoch().isPresent() ? compaction.epoch().getAsLong() : null,
        compaction.compactions(),
        compaction.failures(),
        compaction.tablesMerged(),
        compaction.tablesWritten(),
        compaction.bytesRead(),
        compaction.bytesWritten(),
        compaction.lastAt().map(SystemSchema::micros).orElse(null),
        compaction.lastResult().orElse(null));
  }

  private static Table collection() {
    return ComputedTable.builder()
        .add(SqlTypeName.VARCHAR, "objects")
        .add(INSTANT, "last_run_at")
        .add(SqlTypeName.BIGINT, "runs", "seen", "deleted", "bytes", "failures")
        .add(SqlTypeName.BIGINT, "left_over", "boundary")
        .add(SqlTypeName.VARCHAR, "problem")
        .rows(eachOf(SystemSchema::collected, row -> row));
  }

  private static List<@Nullable Object[]> collected(SystemState system) {
    CollectionFigures figures = system.collection();
    @Nullable Long lastAt = figures.lastAt().map(SystemSchema::micros).orElse(null);
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (CollectionReport.Kind each : figures.kinds()) {
      rows.add(
          row(
              each.kind().word(),
              lastAt,
              figures.rounds(),
              each.seen(),
              each.deleted(),
              each.bytes(),
              each.failures(),
              each.left(),
              each.boundary().isPresent() ? each.boundary().getAsLong() : null,
              each.problem().orElse(null)));
    }
    return rows;
  }

  private static Table objectStoreTally() {
    return ComputedTable.builder()
        .add(SqlTypeName.VARCHAR, "since", "objects")
        .add(SqlTypeName.BIGINT, "requests", "reads", "listings", "writes", "deletions")
        .add(SqlTypeName.BIGINT, "bytes", "errors", "retries", "hedges")
        .add(SqlTypeName.DOUBLE, "latency_ms")
        .rows(
            context -> {
              List<@Nullable Object[]> rows = new ArrayList<>();
              RequestHistory.Look look = context.system().requests();
              look.sinceStart().forEach(each -> rows.add(tallyRow("start", each)));
              look.sinceLastLook().forEach(each -> rows.add(tallyRow("last read", each)));
              return rows;
            });
  }

  private static @Nullable Object[] tallyRow(String since, Requests requests) {
    return row(
        since,
        requests.objects(),
        requests.requests(),
        requests.reads(),
        requests.listings(),
        requests.writes(),
        requests.deletions(),
        requests.bytes(),
        requests.errors(),
        requests.retries(),
        requests.hedges(),
        requests.latencyMicros() / 1000.0);
  }

  private static Table sequencedMetadata() {
    return ComputedTable.builder()
        .add(SqlTypeName.VARCHAR, "location", "directory")
        .add(SqlTypeName.BIGINT, "newest_id", "cached_bytes", "boundary")
        .add(SqlTypeName.BIGINT, "cache_hits", "cold_misses", "probes_found", "probes_missing")
        .add(SqlTypeName.BIGINT, "read_advances", "write_advances")
        .add(SqlTypeName.BIGINT, "boundary_invalidations", "deletions")
        .add(SqlTypeName.BIGINT, "reads_with_0_probes", "reads_with_1_probe")
        .add(SqlTypeName.BIGINT, "reads_with_2_probes", "reads_with_3_probes")
        .add(SqlTypeName.BIGINT, "reads_with_4_probes")
        .add(SqlTypeName.BIGINT, "fall_backs_cold", "fall_backs_many_new")
        .add(SqlTypeName.BIGINT, "fall_backs_confirmation", "fall_backs_distrust")
        .add(SqlTypeName.BIGINT, "fall_backs_deletion", "fall_backs_boundary")
        .add(SqlTypeName.BIGINT, "fall_backs_damage", "fall_backs_vanished")
        .rows(each(CatalogFigures::sequencedMetadata, SystemSchema::sequencedMetadata));
  }

  private static @Nullable Object[] sequencedMetadata(SequencedMetadataFigures folder) {
    List<@Nullable Object> row = new ArrayList<>();
    row.addAll(Arrays.asList(folder.location(), folder.directory()));
    row.add(folder.newestId().isPresent() ? folder.newestId().getAsLong() : null);
    row.addAll(List.of(folder.cachedBytes(), folder.boundary()));
    row.addAll(List.of(folder.cacheHits(), folder.coldMisses()));
    row.addAll(List.of(folder.probesFound(), folder.probesMissing()));
    row.addAll(List.of(folder.readAdvances(), folder.writeAdvances()));
    row.addAll(List.of(folder.boundaryInvalidations(), folder.deletions()));
    row.addAll(folder.readsByProbes());
    SequencedMetadataFigures.FallBacks fallBacks = folder.fallBacks();
    row.addAll(List.of(fallBacks.cold(), fallBacks.manyNew(), fallBacks.confirmation()));
    row.addAll(List.of(fallBacks.distrust(), fallBacks.deletion(), fallBacks.boundary()));
    row.addAll(List.of(fallBacks.damage(), fallBacks.vanished()));
    return row.toArray();
  }

  private static Table cache() {
    return ComputedTable.builder()
        .add(SqlTypeName.BIGINT, "capacity_bytes", "block_bytes", "metadata_bytes")
        .add(SqlTypeName.BIGINT, "hits", "misses")
        .rows(
            each(
                figures -> List.of(figures.cache()),
                cache ->
                    row(
                        cache.capacityBytes(),
                        cache.blockBytes(),
                        cache.metadataBytes(),
                        cache.hits(),
                        cache.misses())));
  }

  private static Table memory() {
    return ComputedTable.builder()
        .add(SqlTypeName.BIGINT, "capacity_bytes", "used_bytes", "scopes_opened", "scopes_closed")
        .add(SqlTypeName.BIGINT, "leases_written", "leases_lost")
        .rows(
            each(
                List::of,
                figures ->
                    row(
                        figures.workingMemoryBytes(),
                        figures.workingMemoryUsedBytes(),
                        figures.scopesOpened(),
                        figures.scopesClosed(),
                        figures.leasesWritten(),
                        figures.leasesLost())));
  }

  /** A row for each of some things. */
  private static <T> Function<StatementContext, List<@Nullable Object[]>> each(
      Function<CatalogFigures, List<T>> things, Function<T, @Nullable Object[]> row) {
    return eachOf(system -> things.apply(system.figures()), row);
  }

  private static <T> Function<StatementContext, List<@Nullable Object[]>> eachOf(
      Function<SystemState, List<T>> things, Function<T, @Nullable Object[]> row) {
    return context -> {
      List<@Nullable Object[]> rows = new ArrayList<>();
      things.apply(context.system()).forEach(thing -> rows.add(row.apply(thing)));
      return rows;
    };
  }

  private static @Nullable Object[] row(@Nullable Object... values) {
    return values;
  }

  private static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }
}
