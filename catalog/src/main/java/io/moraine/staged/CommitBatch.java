package io.moraine.staged;

import io.moraine.base.Bytes;
import io.moraine.model.CommitPosition;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The records of one commit.
 *
 * @param changes at most one a key, ascending by key
 * @param position the commit position that they lead to
 * @param snapshotRecord the stored value of the snapshot record that they add, framing included;
 *     empty for a commit that adds none
 */
public record CommitBatch(
    List<RecordChange> changes, CommitPosition position, Optional<Bytes> snapshotRecord) {
  public CommitBatch {
    changes = List.copyOf(changes);
  }

  /**
   * One change.
   *
   * @param key the encoded key
   * @param value the stored value, framing included; null to delete the record
   */
  public record RecordChange(Bytes key, @Nullable Bytes value) {}
}
