package io.moraine.table;

import io.moraine.base.Bytes;
import org.jspecify.annotations.Nullable;

/** Of each id one record: the live one, or else the one that ended last. */
final class LatestVersions implements RecordStream {
  private final RecordStream merged;
  private final TableLayout layout;
  private boolean started;
  private boolean present;
  private @Nullable Version latest;

  /** A record that outlives the stream's moves. */
  private record Version(Bytes key, Bytes value, boolean ended) {
    static Version of(RecordStream stream) {
      return new Version(stream.key().copy(), stream.value().copy(), stream.ended());
    }

    boolean isBefore(RecordStream other) {
      return ended
          && (!other.ended()
              || Long.compareUnsigned(
                      RecordKeys.endSnapshot(key), RecordKeys.endSnapshot(other.key()))
                  < 0);
    }
  }

  /** {@code merged} gives all versions of an id together. */
  LatestVersions(RecordStream merged, TableLayout layout) {
    this.merged = merged;
    this.layout = layout;
  }

  @Override
  public void begin() {
    merged.begin();
  }

  @Override
  public boolean next() {
    if (!started) {
      started = true;
      present = merged.next();
    }
    if (!present) {
      return false;
    }
    Version best = Version.of(merged);
    Bytes ids = ids(best.key, best.ended);
    present = merged.next();
    while (present && ids(merged.key(), merged.ended()).equals(ids)) {
      if (best.isBefore(merged)) {
        best = Version.of(merged);
      }
      present = merged.next();
    }
    latest = best;
    return true;
  }

  private Bytes ids(Bytes key, boolean ended) {
    return RecordKeys.ids(
        key,
        (ended ? layout.ended() : layout.live()).length(),
        layout.idNames().size() * Long.BYTES);
  }

  @Override
  public Bytes key() {
    return latest().key;
  }

  @Override
  public Bytes value() {
    return latest().value;
  }

  @Override
  public boolean ended() {
    return latest().ended;
  }

  private Version latest() {
    if (latest == null) {
      throw new IllegalStateException("before the first record");
    }
    return latest;
  }

  @Override
  public void close() {
    merged.close();
  }
}
