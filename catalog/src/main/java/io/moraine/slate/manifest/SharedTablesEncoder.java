package io.moraine.slate.manifest;

import io.moraine.base.Bytes;
import io.moraine.slate.format.BytesBound;
import io.moraine.slate.format.BytesRange;
import io.moraine.slate.format.FlatBufferWriter;
import io.moraine.slate.format.FlatBufferWriter.Fields;
import io.moraine.slate.format.Ulid;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Encodes the tables that manifests and compactions files share.
 *
 * <p>Ulid: 0 high u64, 1 low u64. BytesRange: 0 start_bound BytesBound, 1 end_bound BytesBound.
 * BytesBound: 0 key [ubyte], absent if unbounded, 1 bound_type i8. A table of the tree: 0 id Ulid,
 * 1 info SsTableInfo, and its format_version u16 in slot 2 or 3. Source: SlateDB {@code
 * schemas/sst.fbs} at e0161973.
 */
public final class SharedTablesEncoder {
  private final FlatBufferWriter out;

  /** Writes to {@code out}. */
  public SharedTablesEncoder(FlatBufferWriter out) {
    this.out = out;
  }

  /** A vector of what {@code encode} makes of {@code values}; the reference to it. */
  public <T> int each(List<T> values, ToIntFunction<T> encode) {
    return out.tables(values.stream().map(encode::applyAsInt).toList());
  }

  /** An id; the reference to it. */
  public int ulid(Ulid id) {
    return out.table().u64(0, id.high()).u64(1, id.low()).end();
  }

  /** A range of keys; the reference to it. */
  public int range(BytesRange range) {
    return out.table().reference(0, bound(range.start())).reference(1, bound(range.end())).end();
  }

  private int bound(BytesBound bound) {
    return switch (bound.kind()) {
      case UNBOUNDED -> out.table().u8(1, SharedTables.BOUND_UNBOUNDED).end();
      case INCLUDED -> bound(bound.key(), SharedTables.BOUND_INCLUDED);
      case EXCLUDED -> bound(bound.key(), SharedTables.BOUND_EXCLUDED);
    };
  }

  private int bound(Bytes key, int type) {
    return out.table().reference(0, out.bytes(key)).u8(1, type).end();
  }

  /** The begin of a table of the tree, without its version. */
  public Fields table(SsTableHandle table) {
    return out.table().reference(0, ulid(table.id())).reference(1, table.info().encode(out));
  }
}
