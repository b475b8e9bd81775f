package io.moraine.slate.read;

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

  /** Takes the versions of the key; true if the matter is settled. */
  boolean lookup(Lookup lookup) {
    for (int i = 0; i < l0.size(); i++) {
      SstView view = l0.get(i);
      if (view.covers(lookup.key()) && view.table().lookup(lookup)) {
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

  /** A cursor for each source that overlaps the scan's range, newest first. */
  List<RowCursor> cursors(Scan scan) {
    List<RowCursor> cursors = new ArrayList<>();
    for (SstView view : l0) {
      if (view.overlaps(scan.range())) {
        if (!cursors.isEmpty() && scan.shape().readAheadBytes() > 0) {
          view.table().prefetchMetadata();
        }
        cursors.add(view.cursor(scan));
      }
    }
    for (RunReader run : runs) {
      RowCursor cursor = run.cursor(scan);
      if (cursor != null) {
        cursors.add(cursor);
      }
    }
    return cursors;
  }
}
