package io.moraine.slate.read;

import io.moraine.base.Bytes;
import io.moraine.slate.manifest.SsTableTree;
import io.moraine.slate.manifest.SsTableView;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One tree of tables: flushed ones, newest first, over sorted runs, newest first. Immutable.
 *
 * @param l0 the flushed tables
 * @param runs the sorted runs
 */
record TreeReader(List<SstView> l0, List<RunReader> runs) {
  static TreeReader of(ReadContext context, SsTableTree tree) {
    return new TreeReader(
        views(context, tree.l0()),
        tree.compacted().stream().map(run -> new RunReader(views(context, run.views()))).toList());
  }

  private static List<SstView> views(ReadContext context, List<SsTableView> views) {
    return views.stream()
        .map(view -> SstView.of(context, view))
        .filter(view -> !view.range().isEmpty())
        .toList();
  }

  Stream<SstReader> tables() {
    return Stream.concat(l0.stream(), runs.stream().flatMap(RunReader::views)).map(SstView::table);
  }

  /** Takes the versions of the key; true if the matter is settled. Reads one table at a time. */
  boolean lookup(Lookup lookup) {
    for (int i = 0; i < l0.size(); i++) {
      SstView view = l0.get(i);
      if (view.covers(lookup.key()) && TableLookup.run(view.table(), lookup)) {
        return true;
      }
    }
    for (int i = 0; i < runs.size(); i++) {
      if (runs.get(i).lookup(lookup)) {
        return true;
      }
    }
    return false;
  }

  /** The tables that may hold the key, newest first. */
  List<SstReader> covering(Bytes key) {
    List<SstReader> tables = new ArrayList<>();
    for (SstView view : l0) {
      if (view.covers(key)) {
        tables.add(view.table());
      }
    }
    runs.forEach(run -> run.addCovering(key, tables));
    return tables;
  }

  /** A cursor for each source that overlaps the scan's range, newest first. */
  List<RowCursor> cursors(Scan scan, ReadAhead ahead) {
    List<RowCursor> cursors = new ArrayList<>();
    List<SstCursor> tables = new ArrayList<>();
    for (SstView view : l0) {
      if (view.overlaps(scan.range())) {
        SstCursor cursor = new SstCursor(view, scan, ahead, scan.start());
        tables.add(cursor);
        cursors.add(cursor);
      }
    }
    for (RunReader run : runs) {
      List<SstCursor> parts = run.cursors(scan, ahead);
      if (!parts.isEmpty()) {
        tables.addAll(parts);
        cursors.add(new RunCursor(parts));
      }
    }
    ahead.addAll(tables);
    return cursors;
  }
}
