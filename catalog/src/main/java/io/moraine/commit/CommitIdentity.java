package io.moraine.commit;

import io.moraine.base.Bytes;
import io.moraine.model.CommitToken;
import io.moraine.slate.write.PendingWrite.LogPosition;
import io.moraine.staged.CommitBatch;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Makes tokens of commits. */
final class CommitIdentity {
  private CommitIdentity() {}

  /** The token of {@code batch}, which was sent as {@code position} under {@code epoch}. */
  static CommitToken token(long epoch, LogPosition position, CommitBatch batch) {
    return new CommitToken(
        epoch,
        position.walId(),
        position.seq(),
        position.putId(),
        batch.position(),
        batch.snapshotRecord().map(CommitIdentity::sha256));
  }

  /** SHA-256 of a stored value, lower-case hex. */
  static String sha256(Bytes value) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(value.array(), value.arrayOffset(), value.length());
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
