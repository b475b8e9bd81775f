package io.moraine.slate.write;

import io.moraine.base.Bytes;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Changes that become visible together, under one sequence number, or not at all. At most one a
 * key, ascending by key. Immutable.
 */
public final class WriteBatch {
  private final List<Change> changes;

  /**
   * One change.
   *
   * @param key 1 to 65,535 bytes
   * @param value the new value, which may be empty; null to delete the key
   */
  public record Change(Bytes key, @Nullable Bytes value) {}

  private WriteBatch(Collection<Change> changes) {
    this.changes = List.copyOf(changes);
  }

  /** The changes of a batch, ascending by key; not empty. */
  public List<Change> changes() {
    return changes;
  }

  /** Bytes of all keys and values together. */
  public long payloadBytes() {
    return changes.stream()
        .mapToLong(each -> each.key().length() + (each.value() == null ? 0 : each.value().length()))
        .sum();
  }

  /** Collects a batch; of several changes of a key the last counts. Not thread-safe. */
  public static final class Builder {
    private final SortedMap<Bytes, Change> changes = new TreeMap<>();

    /** Sets {@code key} to {@code value}. */
    public Builder put(Bytes key, Bytes value) {
      changes.put(key, new Change(key, value));
      return this;
    }

    /** Deletes {@code key}. */
    public Builder delete(Bytes key) {
      changes.put(key, new Change(key, null));
      return this;
    }

    /** The batch. */
    public WriteBatch build() {
      return new WriteBatch(changes.values());
    }
  }
}
