package io.moraine.model;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What identifies a commit whose outcome is unknown. Nothing else is needed to find out.
 *
 * @param epoch the writer's epoch
 * @param walId the write-ahead log object that holds the commit, if it was written
 * @param firstSequence the first sequence number of that object
 * @param putId the put id that it was sent with
 * @param position the commit position it leads to
 * @param snapshotRecordSha256 of the snapshot record's stored value, lower-case hex; empty for a
 *     commit that adds no snapshot
 */
public record CommitToken(
    long epoch,
    long walId,
    long firstSequence,
    String putId,
    CommitPosition position,
    Optional<String> snapshotRecordSha256) {
  private static final Pattern TEXT =
      Pattern.compile(
          "moraine-commit:1:(\\d+):(\\d+):(\\d+):([0-9A-Z]{26}):(\\d+):(\\d+):([0-9a-f]{64}|-)");

  /** The token as text without blanks, for logs, errors and the command line. */
  @Override
  public String toString() {
    return "moraine-commit:1:"
        + Long.toUnsignedString(epoch)
        + ":"
        + Long.toUnsignedString(walId)
        + ":"
        + Long.toUnsignedString(firstSequence)
        + ":"
        + putId
        + ":"
        + position.snapshotId()
        + ":"
        + position.batchSeq()
        + ":"
        + snapshotRecordSha256.orElse("-");
  }

  /**
   * The token of a text.
   *
   * @throws CatalogException of kind INVALID_REQUEST if it is none
   */
  public static CommitToken parse(String text) {
    Matcher parts = TEXT.matcher(text.trim());
    try {
      if (parts.matches()) {
        return new CommitToken(
            Long.parseUnsignedLong(parts.group(1)),
            Long.parseUnsignedLong(parts.group(2)),
            Long.parseUnsignedLong(parts.group(3)),
            parts.group(4),
            new CommitPosition(Long.parseLong(parts.group(5)), Long.parseLong(parts.group(6))),
            Optional.of(parts.group(7)).filter(each -> !each.equals("-")));
      }
    } catch (NumberFormatException e) {
      throw notOne(text);
    }
    throw notOne(text);
  }

  private static CatalogException notOne(String text) {
    return new CatalogException(
        CatalogException.Kind.INVALID_REQUEST, "This is no commit token: " + text);
  }
}
