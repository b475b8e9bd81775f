package io.moraine.slate.read;

import io.moraine.base.Bytes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * A sorted run: tables that follow one another in key order. Neighbours may share the key at their
 * border, whose newer versions are then in the former. Immutable.
 */
final class RunReader {
  private final List<SstView> views;

  RunReader(List<SstView> views) {
    this.views = List.copyOf(views);
  }

  Stream<SstView> views() {
    return views.stream();
  }

  /** Takes the versions of the key; true if the matter is settled. */
  boolean lookup(Lookup lookup) {
    for (int i = firstCovering(lookup.key()); i < views.size(); i++) {
      SstView view = views.get(i);
      if (view.range().from().compareTo(lookup.key()) > 0) {
        return false;
      }
      if (view.covers(lookup.key()) && TableLookup.run(view.table(), lookup)) {
        return true;
      }
    }
    return false;
  }

  /** Adds the tables that may hold the key, newer versions first. */
  void addCovering(Bytes key, List<SstReader> tables) {
    for (int i = firstCovering(key); i < views.size(); i++) {
      SstView view = views.get(i);
      if (view.range().from().compareTo(key) > 0) {
        return;
      }
      if (view.covers(key)) {
        tables.add(view.table());
      }
    }
  }

  /** Cursors of the tables that overlap the scan's range, in the order of the scan. */
  List<SstCursor> cursors(Scan scan, ReadAhead ahead) {
    List<SstView> wanted = overlapping(scan.range());
    if (scan.direction() == Direction.DESCENDING) {
      Collections.reverse(wanted);
    }
    List<SstCursor> cursors = new ArrayList<>(wanted.size());
    for (SstView view : wanted) {
      // The first one is needed with the scan's first row, wherever it begins.
      Scan start = cursors.isEmpty() ? scan : scan.within(view.range());
      cursors.add(new SstCursor(view, scan, ahead, start.start()));
    }
    return cursors;
  }

  private List<SstView> overlapping(ScanRange range) {
    List<SstView> overlapping = new ArrayList<>();
    for (int i = firstCovering(range.from()); i < views.size(); i++) {
      SstView view = views.get(i);
      Bytes to = range.to();
      if (to != null && view.range().from().compareTo(to) >= 0) {
        break;
      }
      if (view.overlaps(range)) {
        overlapping.add(view);
      }
    }
    return overlapping;
  }

  /** The first table that may hold {@code key} or a greater one. */
  private int firstCovering(Bytes key) {
    int low = 0;
    int high = views.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (views.get(middle).range().from().compareTo(key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    // Tables before may reach up to the key; those of one that does not end are all looked at.
    int first = low;
    while (first > 0 && reaches(views.get(first - 1), key)) {
      first--;
    }
    return first;
  }

  private static boolean reaches(SstView view, Bytes key) {
    Bytes to = view.range().to();
    return to == null || to.compareTo(key) > 0;
  }
}
