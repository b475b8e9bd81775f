package io.moraine.slate.manifest;

import io.moraine.base.Bytes;
import io.moraine.slate.format.BytesBound;
import io.moraine.slate.format.BytesRange;
import io.moraine.slate.format.FlatBufferReader.Table;
import io.moraine.slate.format.FlatBufferReader.TableVector;
import io.moraine.slate.format.Ulid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Decodes the trees of one manifest and checks what must hold among their members. */
final class TreeDecoder {
  private final KnownFields known;
  private final SharedTables shared;
  private final StoreLayout layout;
  private final Map<Ulid, StoreLayout> external = new HashMap<>();
  private final Map<Ulid, SsTableHandle> tables = new HashMap<>();
  private final Set<Long> runIds = new HashSet<>();

  TreeDecoder(KnownFields known, StoreLayout layout, List<ExternalDb> externalDbs) {
    this.known = known;
    this.shared = new SharedTables(known);
    this.layout = layout;
    for (ExternalDb each : externalDbs) {
      StoreLayout elsewhere = new StoreLayout(each.path());
      each.sstIds().forEach(id -> external.putIfAbsent(id, elsewhere));
    }
  }

  /** The tree of version 1, whose l0 and runs hold the tables themselves. */
  SsTableTree treeV1(@Nullable Ulid lastCompacted, TableVector l0, TableVector compacted) {
    List<SsTableView> views = SharedTables.each(l0, this::viewV1);
    return new SsTableTree(lastCompacted, views, runs(compacted, this::viewV1));
  }

  /**
   * CompactedSsTableV2: 0 id Ulid, 1 info SsTableInfo, 2 format_version u16, 1 if absent. All
   * tables of version 2, named by the views of its trees.
   */
  void tablesV2(TableVector ssts) {
    for (int i = 0; i < ssts.size(); i++) {
      Table table = known.of(ssts.get(i), 3);
      SsTableHandle handle = handle(table, 2);
      if (tables.put(handle.id(), handle) != null) {
        throw table.error("table " + handle.id() + " is listed twice");
      }
    }
  }

  /** A tree of version 2, whose l0 and runs hold views of the tables. */
  SsTableTree treeV2(Table owner, @Nullable Ulid lastCompacted, TableVector l0, TableVector runs) {
    List<SsTableView> views = SharedTables.each(l0, this::viewV2);
    Set<Ulid> ids = new HashSet<>();
    for (SsTableView view : views) {
      if (!ids.add(view.id())) {
        throw owner.error("l0 has two views " + view.id());
      }
    }
    if (lastCompacted != null && ids.contains(lastCompacted)) {
      throw owner.error("l0 still has the view " + lastCompacted + " that was last compacted");
    }
    return new SsTableTree(lastCompacted, views, runs(runs, this::viewV2));
  }

  /**
   * Segment: 0 prefix [ubyte], 1 last_compacted_l0_sst_view_id Ulid or absent, 2 l0
   * [CompactedSsTableView], 3 compacted [SortedRunV2].
   */
  List<Segment> segments(@Nullable TableVector vector) {
    List<Segment> segments = new ArrayList<>();
    for (int i = 0; vector != null && i < vector.size(); i++) {
      Table table = known.of(vector.get(i), 4);
      Bytes prefix = table.requiredBytes(0, "Segment.prefix").copy();
      checkPrefix(table, prefix, i == 0 ? null : segments.get(i - 1).prefix());
      segments.add(
          new Segment(
              prefix,
              treeV2(
                  table,
                  shared.ulidIfAny(table.table(1)),
                  table.requiredTables(2, "Segment.l0"),
                  table.requiredTables(3, "Segment.compacted"))));
    }
    return segments;
  }

  /** Ascending prefixes nest only if neighbours do. */
  private static void checkPrefix(Table table, Bytes prefix, @Nullable Bytes previous) {
    if (prefix.isEmpty()) {
      throw table.error("segment with an empty prefix");
    }
    if (previous != null && previous.compareTo(prefix) >= 0) {
      throw table.error("segment " + prefix + " follows " + previous + ", expected ascending");
    }
    if (previous != null && prefix.startsWith(previous)) {
      throw table.error("segment " + prefix + " lies within segment " + previous);
    }
  }

  /** SortedRun and SortedRunV2: 0 id u32, 1 ssts. */
  private List<SortedRun> runs(TableVector vector, Function<Table, SsTableView> decodeView) {
    List<SortedRun> runs = new ArrayList<>();
    for (int i = 0; i < vector.size(); i++) {
      Table table = known.of(vector.get(i), 2);
      long id = table.u32(0);
      if (i > 0 && runs.get(i - 1).id() <= id) {
        throw table.error(
            "sorted run " + id + " follows " + runs.get(i - 1).id() + ", expected descending");
      }
      if (!runIds.add(id)) {
        throw table.error("sorted run " + id + " is in two trees");
      }
      List<SsTableView> views =
          SharedTables.each(table.requiredTables(1, "SortedRun.ssts"), decodeView);
      checkOrder(table, views);
      runs.add(new SortedRun(id, views));
    }
    return runs;
  }

  private static void checkOrder(Table run, List<SsTableView> views) {
    for (int i = 1; i < views.size(); i++) {
      BytesBound end = views.get(i - 1).effectiveRange().end();
      BytesRange next = views.get(i).effectiveRange();
      // A table that does not tell its last key reaches at least as far as its first.
      Bytes reached =
          end.kind() == BytesBound.Kind.UNBOUNDED
              ? views.get(i - 1).effectiveRange().start().key()
              : end.key();
      if (reached.compareTo(next.start().key()) > 0) {
        throw run.error(
            "tables of a sorted run overlap: one reaches "
                + reached
                + ", the next starts at "
                + next.start().key());
      }
    }
  }

  /**
   * CompactedSsTable: 0 id Ulid, 1 info SsTableInfo, 2 visible_range BytesRange or absent, 3
   * format_version u16, 1 if absent. The view has the table's id.
   */
  private SsTableView viewV1(Table table) {
    known.of(table, 4);
    SsTableHandle handle = handle(table, 3);
    return view(table, handle.id(), handle);
  }

  /** CompactedSsTableView: 0 id Ulid, 1 sst_id Ulid, 2 visible_range BytesRange or absent. */
  private SsTableView viewV2(Table table) {
    known.of(table, 3);
    Ulid sstId = shared.ulid(table.requiredTable(1, "CompactedSsTableView.sst_id"));
    SsTableHandle handle = tables.get(sstId);
    if (handle == null) {
      throw table.error("view of table " + sstId + ", which is not listed");
    }
    return view(table, shared.ulid(table.requiredTable(0, "CompactedSsTableView.id")), handle);
  }

  private SsTableView view(Table table, Ulid id, SsTableHandle handle) {
    SsTableView view = new SsTableView(id, handle, shared.visibleRange(table.table(2)));
    if (view.effectiveRange().isEmpty()) {
      throw table.error("view " + id + " shows no key of its table");
    }
    return view;
  }

  private SsTableHandle handle(Table table, int versionSlot) {
    return shared.table(table, versionSlot, id -> external.getOrDefault(id, layout).table(id));
  }
}
