package io.moraine.keyspace;

import io.moraine.base.Bytes;
import java.util.List;

/**
 * The prefixes that keys of one kind share, with or without leading ids.
 *
 * <p>Source: Moraine 0.7.0 {@code crates/moraine/src/store/key.rs}.
 */
public final class KeyPrefix {
  private KeyPrefix() {}

  /** Snapshot records. */
  public static Bytes snapshots() {
    return start(Subspace.SNAPSHOT).toBytes();
  }

  /** Live records: entities and scheduled files. */
  public static Bytes current() {
    return start(Subspace.CURRENT).toBytes();
  }

  /** Live entities of a kind. */
  public static Bytes current(EntityKind kind, Long... leadingIds) {
    return start(Subspace.CURRENT)
        .writeByte(Subspace.ENTITY)
        .writeByte(kind.code())
        .writeIds(List.of(leadingIds))
        .toBytes();
  }

  /** Ended versions of entities of a kind. */
  public static Bytes history(EntityKind kind, Long... leadingIds) {
    return start(Subspace.HISTORY).writeByte(kind.code()).writeIds(List.of(leadingIds)).toBytes();
  }

  /** Files scheduled for deletion. */
  public static Bytes gcFiles() {
    return start(Subspace.CURRENT).writeByte(Subspace.GC_FILE).toBytes();
  }

  /** Records about inlined rows. */
  public static Bytes inline(InlineKind kind, Long... leadingIds) {
    return start(Subspace.INLINE).writeBytes(kind.code()).writeIds(List.of(leadingIds)).toBytes();
  }

  /** Schema versions, of one table if its id is given. */
  public static Bytes schemaVersions(Long... leadingIds) {
    return start(Subspace.SCHEMA_VERSION).writeIds(List.of(leadingIds)).toBytes();
  }

  /** A prefix made longer by further ids. */
  public static Bytes append(Bytes prefix, List<Long> ids) {
    return new KeyWriter().writeBytes(prefix).writeIds(ids).toBytes();
  }

  private static KeyWriter start(int subspace) {
    return new KeyWriter().writeByte(subspace);
  }
}
