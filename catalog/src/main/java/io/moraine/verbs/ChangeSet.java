package io.moraine.verbs;

import io.moraine.keyspace.SnapshotValue;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * What a commit did: the entries of {@code changes_made}, and the data files it deleted from.
 *
 * <p>Source: DuckLake specification 1.0, "ducklake_snapshot_changes"; Moraine 0.7.0 for the order.
 */
public final class ChangeSet {
  private final List<String> entries;
  private final boolean addsSnapshot;

  private ChangeSet(List<String> entries, boolean addsSnapshot) {
    this.entries = List.copyOf(entries);
    this.addsSnapshot = addsSnapshot;
  }

  /** What the snapshot record of a commit says. */
  public static ChangeSet of(SnapshotValue snapshot) {
    throw new UnsupportedOperationException("being written");
  }

  /** Whether it adds a snapshot: options alone do not. */
  boolean addsSnapshot() {
    return addsSnapshot;
  }

  /** The text of {@code changes_made}. */
  String text() {
    return String.join(",", entries);
  }

  /** Collects what a commit does. */
  static final class Builder {
    private final TreeSet<String> entries = new TreeSet<>();
    private boolean addsSnapshot;

    /** Adds an entry; {@code payload} is quoted already. */
    Builder add(String kind, String payload) {
      entries.add(kind + ":" + payload);
      addsSnapshot = true;
      return this;
    }

    /** The commit adds a snapshot though no entry says why. */
    Builder snapshot() {
      addsSnapshot = true;
      return this;
    }

    ChangeSet build() {
      return new ChangeSet(new ArrayList<>(entries), addsSnapshot);
    }
  }
}
