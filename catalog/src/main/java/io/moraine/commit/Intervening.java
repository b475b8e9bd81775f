package io.moraine.commit;

import io.moraine.base.Bytes;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.SnapshotValue;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.slate.read.StoredRow;
import io.moraine.verbs.ChangeSet;
import io.moraine.verbs.Conflicts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks for conflicts with the snapshots that were added since a commit was decided.
 *
 * <p>Source: Moraine 0.7.0 {@code crates/moraine/src/commit} for what counts and how many are read
 * side by side.
 */
final class Intervening {
  private static final int SIDE_BY_SIDE = 64;

  private Intervening() {}

  /**
   * The conflict of {@code ours} with a snapshot beyond {@code base}, if there is one.
   *
   * @param base the snapshot that the commit was decided on
   * @param state the state that it is staged on
   */
  static Optional<CatalogException> conflict(ChangeSet ours, long base, WrittenState state) {
    long head = state.position().snapshotId();
    RecentChanges known = state.writer().progress().changes();
    for (long from = base + 1; from <= head; from += SIDE_BY_SIDE) {
      long to = Math.min(head, from + SIDE_BY_SIDE - 1);
      boolean read = false;
      for (long id = from; id <= to; id++) {
        ChangeSet theirs = known.find(id);
        if (theirs == null && !read) {
          read(state, missing(known, id, to), known);
          read = true;
          theirs = known.find(id);
        }
        Optional<String> why =
            theirs == null
                ? Optional.of("what it did cannot be told, it was expired")
                : Conflicts.between(ours, theirs);
        if (why.isPresent()) {
          return Optional.of(conflict(id, why.get()));
        }
      }
    }
    return Optional.empty();
  }

  private static List<Long> missing(RecentChanges known, long from, long to) {
    List<Long> missing = new ArrayList<>();
    for (long id = from; id <= to; id++) {
      if (known.find(id) == null) {
        missing.add(id);
      }
    }
    return missing;
  }

  private static void read(WrittenState state, List<Long> ids, RecentChanges into) {
    if (ids.isEmpty()) {
      return;
    }
    List<Bytes> keys = ids.stream().map(each -> new Key.Snapshot(each).encode()).toList();
    List<@Nullable StoredRow> rows = state.reader().getAll(keys);
    for (int i = 0; i < keys.size(); i++) {
      StoredRow row = rows.get(i);
      if (row != null) {
        SnapshotValue snapshot = SnapshotValue.TYPE.decode(keys.get(i), row.value());
        into.put(ids.get(i), ChangeSet.of(snapshot));
      }
    }
  }

  private static CatalogException conflict(long id, String why) {
    return new CatalogException(
        Kind.CONFLICT,
        "commit conflict: concurrent commit "
            + id
            + " touched the same state: "
            + why
            + "; decide again on what it left");
  }
}
