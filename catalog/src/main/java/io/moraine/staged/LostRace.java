package io.moraine.staged;

import io.moraine.base.Bytes;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.SnapshotValue;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.table.RecordSource;
import java.util.ArrayList;
import java.util.List;

/** The one error that a new attempt cures: another commit came first. */
final class LostRace {
  private static final int MOST_NAMED = 8;
  private static final int MOST_CHARACTERS = 200;

  private LostRace() {}

  /**
   * The error.
   *
   * @param attempted id of the snapshot that cannot be committed any more
   * @param oldHead the head that the transaction began on
   * @param head the head of {@code records}
   */
  static CatalogException error(RecordSource records, long attempted, long oldHead, long head) {
    return new CatalogException(
        Kind.CONFLICT,
        "commit conflict: snapshot "
            + attempted
            + " is not beyond the head, "
            + head
            + (head > oldHead
                ? ", which was "
                    + oldHead
                    + " when the transaction began; since then: "
                    + landed(records, oldHead, head)
                : "")
            + ". Staged rows are not retried here, begin again");
  }

  /** The same for a batch that adds no snapshot. */
  static CatalogException error(RecordSource records, String gone, long oldHead, long head) {
    return new CatalogException(
        Kind.CONFLICT,
        "commit conflict: "
            + gone
            + "; the head is "
            + head
            + " and was "
            + oldHead
            + " when the transaction began; since then: "
            + landed(records, oldHead, head)
            + ". Staged rows are not retried here, begin again");
  }

  private static String landed(RecordSource records, long oldHead, long head) {
    List<String> landed = new ArrayList<>();
    for (long id = Math.max(oldHead, head - MOST_NAMED) + 1; id <= head; id++) {
      landed.add("snapshot " + id + changes(records, id));
    }
    return String.join(", ", landed);
  }

  private static String changes(RecordSource records, long id) {
    Bytes key = new Key.Snapshot(id).encode();
    Bytes value = records.find(key);
    if (value == null) {
      return " (expired)";
    }
    String changes = SnapshotValue.TYPE.decode(key, value).changesMade();
    return " ("
        + (changes.length() <= MOST_CHARACTERS
            ? changes
            : changes.substring(0, MOST_CHARACTERS) + "…")
        + ")";
  }
}
