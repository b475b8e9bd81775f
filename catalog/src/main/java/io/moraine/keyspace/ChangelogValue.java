package io.moraine.keyspace;

import io.moraine.base.Bytes;
import java.util.List;

/**
 * The current keys that a commit put or deleted.
 *
 * @param keys encoded keys, sorted, without repetition
 */
public record ChangelogValue(@Field(1) List<Bytes> keys, Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<ChangelogValue> TYPE = MessageType.of(ChangelogValue.class);

  public ChangelogValue {
    keys = List.copyOf(keys);
  }
}
