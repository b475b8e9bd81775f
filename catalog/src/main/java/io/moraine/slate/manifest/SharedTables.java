package io.moraine.slate.manifest;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectPaths;
import io.moraine.slate.format.BytesBound;
import io.moraine.slate.format.BytesRange;
import io.moraine.slate.format.FlatBufferReader.Table;
import io.moraine.slate.format.FlatBufferReader.TableVector;
import io.moraine.slate.format.SsTableInfo;
import io.moraine.slate.format.Ulid;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the tables that both versions of the manifest have, and compactions files too. {@link
 * SharedTablesEncoder} tells their form.
 */
public final class SharedTables {
  static final int BOUND_UNBOUNDED = 1;
  static final int BOUND_INCLUDED = 2;
  static final int BOUND_EXCLUDED = 3;

  private final KnownFields known;

  /**
   * @param known is told of fields of newer versions
   */
  public SharedTables(KnownFields known) {
    this.known = known;
  }

  /** Decodes each table of a vector; none if it is absent. */
  public static <T> List<T> each(@Nullable TableVector tables, Function<Table, T> decode) {
    List<T> values = new ArrayList<>();
    if (tables != null) {
      for (int i = 0; i < tables.size(); i++) {
        values.add(decode.apply(tables.get(i)));
      }
    }
    return values;
  }

  /** Ulid: 0 high u64, 1 low u64. */
  public Ulid ulid(Table table) {
    known.of(table, 2);
    return new Ulid(table.u64(0), table.u64(1));
  }

  @Nullable Ulid ulidIfAny(@Nullable Table table) {
    return table == null ? null : ulid(table);
  }

  /** Uuid: 0 high u64, 1 low u64. */
  private UUID uuid(Table table) {
    known.of(table, 2);
    return new UUID(table.u64(0), table.u64(1));
  }

  /**
   * ExternalDb: 0 path string, 1 source_checkpoint_id Uuid, 2 final_checkpoint_id Uuid or absent, 3
   * sst_ids [Ulid].
   */
  ExternalDb externalDb(Table table) {
    known.of(table, 4);
    Table finalCheckpoint = table.table(2);
    return new ExternalDb(
        databasePath(table),
        uuid(table.requiredTable(1, "ExternalDb.source_checkpoint_id")),
        finalCheckpoint == null ? null : uuid(finalCheckpoint),
        each(table.requiredTables(3, "ExternalDb.sst_ids"), this::ulid));
  }

  /** A path as SlateDB means it: slashes at its ends say nothing. */
  private static String databasePath(Table table) {
    String stored = table.requiredString(0, "ExternalDb.path");
    String path = stored.replaceAll("^/+|/+$", "");
    if (!path.isEmpty() && !ObjectPaths.isValid(path)) {
      throw table.error("external database at '" + stored + "', which is no path");
    }
    return path;
  }

  /**
   * Checkpoint: 0 id Uuid, 1 manifest_id u64, 2 checkpoint_expire_time_s u32, 3
   * checkpoint_create_time_s u32, 4 and 5 metadata union, 6 name string or absent. SlateDB never
   * stores metadata and drops what it reads.
   */
  Checkpoint checkpoint(Table table) {
    known.of(table, 7);
    known.exceededIf(table.u8(4) != 0);
    return new Checkpoint(
        uuid(table.requiredTable(0, "Checkpoint.id")),
        table.u64(1),
        table.u32(3),
        table.u32(2),
        table.string(6));
  }

  /** BytesRange: 0 start_bound BytesBound, 1 end_bound BytesBound. */
  public BytesRange range(Table table) {
    known.of(table, 2);
    return new BytesRange(
        bound(table.requiredTable(0, "BytesRange.start_bound")),
        bound(table.requiredTable(1, "BytesRange.end_bound")));
  }

  /** The range of keys that a view shows. */
  @Nullable BytesRange visibleRange(@Nullable Table table) {
    if (table == null) {
      return null;
    }
    BytesRange range = range(table);
    if (range.start().kind() == BytesBound.Kind.EXCLUDED) {
      throw table.error("visible_range starts with an excluded key");
    }
    if (range.isEmpty()) {
      throw table.error("visible_range is empty: " + range.start() + " to " + range.end());
    }
    return range;
  }

  /** BytesBound: 0 key [ubyte], absent if unbounded, 1 bound_type i8. */
  private BytesBound bound(Table table) {
    known.of(table, 2);
    Bytes key = table.bytes(0);
    int type = table.i8(1);
    if ((key == null) != (type == BOUND_UNBOUNDED)) {
      throw table.error("bound_type " + type + (key == null ? " without a key" : " with a key"));
    }
    return switch (type) {
      case BOUND_UNBOUNDED -> BytesBound.UNBOUNDED;
      case BOUND_INCLUDED -> BytesBound.included(copy(key));
      case BOUND_EXCLUDED -> BytesBound.excluded(copy(key));
      default -> throw table.error("unknown bound_type " + type + ", known are 1 to 3");
    };
  }

  /**
   * A table of the tree: 0 id Ulid, 1 info SsTableInfo, and its format_version u16, 1 if absent.
   *
   * @param versionSlot where the version is: 2 in CompactedSsTableV2, 3 in CompactedSsTable
   * @param path where the table with an id lies
   */
  public SsTableHandle table(Table table, int versionSlot, Function<Ulid, String> path) {
    Ulid id = ulid(table.requiredTable(0, "CompactedSsTable.id"));
    SsTableInfo info = SsTableInfo.decode(table.requiredTable(1, "CompactedSsTable.info"));
    known.exceededIf(info.hasUnknownFields());
    int version = table.u16(versionSlot, 1);
    if (version != 1 && version != 2) {
      throw table.error("table " + id + " of format_version " + version + ", known are 1 and 2");
    }
    if (info.firstEntry() == null) {
      throw table.error("table " + id + " without first_entry");
    }
    return new SsTableHandle(id, path.apply(id), version, info.firstEntry(), info);
  }

  private static Bytes copy(@Nullable Bytes key) {
    return key == null ? Bytes.EMPTY : key.copy();
  }
}
