package io.moraine.slate.read;

import io.moraine.base.Bytes;
import io.moraine.slate.format.RowView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
    int first = firstCovering(lookup.key());
    for (int i = first; i < views.size(); i++) {
      SstView view = views.get(i);
      if (view.range().from().compareTo(lookup.key()) > 0) {
        return false;
      }
      if (view.covers(lookup.key()) && view.table().lookup(lookup)) {
        return true;
      }
    }
    return false;
  }

  /** The rows of the tables that overlap the scan's range; null if none does. */
  @Nullable RowCursor cursor(Scan scan) {
    List<SstView> wanted = new ArrayList<>();
    for (int i = firstCovering(scan.range().from()); i < views.size(); i++) {
      SstView view = views.get(i);
      Bytes to = scan.range().to();
      if (to != null && view.range().from().compareTo(to) >= 0) {
        break;
      }
      if (view.overlaps(scan.range())) {
        wanted.add(view);
      }
    }
    if (scan.direction() == Direction.DESCENDING) {
      Collections.reverse(wanted);
    }
    return wanted.isEmpty() ? null : new Cursor(wanted, scan);
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

  private static final class Cursor implements RowCursor {
    private final List<SstView> views;
    private final Scan scan;
    private int opened;
    private RowCursor current;

    private Cursor(List<SstView> views, Scan scan) {
      this.views = views;
      this.scan = scan;
      this.current = views.get(0).cursor(scan);
    }

    @Override
    public boolean next() {
      while (!current.next()) {
        if (opened + 1 >= views.size()) {
          return false;
        }
        current.close();
        opened++;
        current = views.get(opened).cursor(scan);
        prefetch(opened + 1);
      }
      return true;
    }

    private void prefetch(int following) {
      if (following < views.size() && scan.shape().readAheadBytes() > 0) {
        views.get(following).table().prefetchMetadata();
      }
    }

    @Override
    public RowView row() {
      return current.row();
    }

    @Override
    public void close() {
      opened = views.size();
      current.close();
    }
  }
}
