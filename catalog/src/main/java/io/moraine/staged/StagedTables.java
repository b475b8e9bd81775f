package io.moraine.staged;

import io.moraine.model.MetadataTable;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a transaction did to the tables, all in all. */
final class StagedTables {
  private final Map<MetadataTable, TableOverlay> overlays;

  StagedTables(Map<MetadataTable, TableOverlay> overlays) {
    this.overlays = overlays;
  }

  /** The rows that are new or stand in the place of others, in the order of their statements. */
  List<@Nullable Object[]> added(MetadataTable table) {
    return find(table).map(TableOverlay::appendedRows).orElse(List.of());
  }

  /** The places of stored rows that changed or are gone. */
  Collection<Slot> changed(MetadataTable table) {
    return find(table).map(TableOverlay::changedRows).orElse(List.of());
  }

  /** The stored rows that are gone. */
  List<@Nullable Object[]> removed(MetadataTable table) {
    return changed(table).stream()
        .filter(slot -> slot.origin() == Slot.Origin.STORED && slot.row() == null)
        .map(Slot::stored)
        .toList();
  }

  /** The inserted rows of which nothing is stored. */
  List<@Nullable Object[]> nothings(MetadataTable table) {
    return find(table).map(TableOverlay::nothings).orElse(List.of());
  }

  private Optional<TableOverlay> find(MetadataTable table) {
    return Optional.ofNullable(overlays.get(table));
  }
}
