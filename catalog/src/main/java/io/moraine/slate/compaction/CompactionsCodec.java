package io.moraine.slate.compaction;

import io.moraine.base.ByteWriter;
import io.moraine.base.Bytes;
import io.moraine.slate.compaction.Compaction.Part;
import io.moraine.slate.compaction.Compaction.Progress;
import io.moraine.slate.compaction.Compaction.Status;
import io.moraine.slate.compaction.Compaction.Worker;
import io.moraine.slate.compaction.CompactionSpec.Drain;
import io.moraine.slate.compaction.CompactionSpec.Tiered;
import io.moraine.slate.format.FlatBufferReader;
import io.moraine.slate.format.FlatBufferReader.Table;
import io.moraine.slate.format.FlatBufferReader.TableVector;
import io.moraine.slate.format.Region;
import io.moraine.slate.format.SlateFormatException;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.manifest.KnownFields;
import io.moraine.slate.manifest.SharedTables;
import io.moraine.slate.manifest.SsTableHandle;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.manifest.WriteRefusedException;
import io.moraine.slate.manifest.WriteRefusedException.Reason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the state of compaction, of both versions, and encodes it, in the newer one.
 *
 * <p>Layout: {@code u16} big-endian version, 1 or 2, then a FlatBuffer whose root is CompactionsV1:
 * 0 compactor_epoch u64, 1 recent_compactions [Compaction]. Compaction: 0 id Ulid, 1 and 2 spec
 * union, 3 status i8, 4 output_ssts [CompactedSsTable], 5 worker WorkerSpec, 6 and 7 ctx union.
 * TieredCompactionSpec: 0 ssts [Ulid], of old files, 1 sorted_runs [u32], 2 l0_view_ids [Ulid], 3
 * segment [ubyte], 4 destination u32. DrainSegmentSpec: 0 segment [ubyte], 1 l0_view_ids [Ulid], 2
 * sorted_runs [u32]. WorkerSpec: 0 worker_id string, 1 last_heartbeat_ms u64.
 * TieredCompactionContext: 0 subcompactions [Subcompaction], 1 retention_min_seq u64.
 * Subcompaction: 0 range BytesRange, 1 output_ssts [CompactedSsTable], 2 status i8, 0 or 1.
 *
 * <p>Version 1 tells no destination: it is the oldest source run, or 0. Source: SlateDB {@code
 * schemas/compactor.fbs} and {@code slatedb/src/flatbuffer_types.rs} at e0161973, and 0.18.0.
 */
final class CompactionsCodec {
  static final int WRITTEN_VERSION = 2;
  static final int SPEC_TIERED = 1;
  static final int SPEC_DRAIN = 2;
  static final int CONTEXT_TIERED = 1;

  /** Where a CompactedSsTable has its format_version. */
  static final int VERSION_SLOT = 3;

  private final StoreLayout layout;
  private final int version;
  private final KnownFields known = new KnownFields();
  private final SharedTables shared = new SharedTables(known);

  private CompactionsCodec(StoreLayout layout, int version) {
    this.layout = layout;
    this.version = version;
  }

  /**
   * Decodes the state numbered {@code id}.
   *
   * @throws SlateFormatException if the bytes are damaged or of an unknown version
   */
  static CompactionState decode(StoreLayout layout, long id, Bytes bytes) {
    Region region = Region.whole(layout.compactions().path(id), bytes);
    int version = region.reader().readU16Be();
    if (version != 1 && version != 2) {
      throw region.at(0, "compactions version " + version + ", known are 1 and 2");
    }
    Table root = FlatBufferReader.root(region.slice(2, bytes.length()));
    CompactionsCodec codec = new CompactionsCodec(layout, version);
    codec.known.of(root, 2);
    List<Compaction> compactions =
        SharedTables.each(
            root.requiredTables(1, "CompactionsV1.recent_compactions"), codec::compaction);
    return new CompactionState(id, root.u64(0), compactions, codec.known.exceeded());
  }

  /**
   * Encodes {@code state} in version 2.
   *
   * @throws WriteRefusedException if that would lose something
   */
  static Bytes encode(CompactionState state) {
    checkWritable(state);
    Bytes content = CompactionsEncoder.encode(state);
    return new ByteWriter(2 + content.length())
        .writeU16Be(WRITTEN_VERSION)
        .writeBytes(content)
        .toBytes();
  }

  /**
   * Checks that nothing is lost when {@code state}, or what follows from it, is written.
   *
   * @throws WriteRefusedException if something would be
   */
  static void checkWritable(CompactionState state) {
    if (state.hasUnknownFields()) {
      throw new WriteRefusedException(
          Reason.UNKNOWN_CONTENT,
          "the state of compaction "
              + Long.toUnsignedString(state.id())
              + " was written by a newer version and holds what is not known here;"
              + " writing would lose it");
    }
  }

  private Compaction compaction(Table table) {
    known.of(table, 8);
    Status status = status(table);
    Table worker = table.table(5);
    return new Compaction(
        shared.ulid(table.requiredTable(0, "Compaction.id")),
        spec(table),
        status,
        status.hasOutputs() ? tables(table.tables(4)) : List.of(),
        worker == null ? null : worker(worker),
        progress(table));
  }

  private static Status status(Table table) {
    int code = table.i8(3);
    return Status.of(code).orElseThrow(() -> table.error("unknown compaction status " + code));
  }

  private CompactionSpec spec(Table table) {
    Table spec = table.requiredTable(2, "Compaction.spec");
    return switch (table.u8(1)) {
      case SPEC_TIERED -> tiered(known.of(spec, 5));
      case SPEC_DRAIN -> drain(known.of(spec, 3));
      default -> throw table.error("unknown compaction spec " + table.u8(1));
    };
  }

  private Tiered tiered(Table spec) {
    TableVector views = spec.tables(2);
    List<Ulid> l0 = SharedTables.each(views == null ? spec.tables(0) : views, shared::ulid);
    List<Long> runs = spec.u32s(1);
    Bytes segment = spec.bytes(3);
    long oldest = runs.stream().mapToLong(Long::longValue).min().orElse(0);
    return new Tiered(
        segment == null ? Bytes.EMPTY : segment.copy(),
        l0,
        runs,
        version == 1 ? oldest : spec.u32(4));
  }

  private Drain drain(Table spec) {
    Bytes segment = spec.requiredBytes(0, "DrainSegmentSpec.segment").copy();
    return new Drain(segment, SharedTables.each(spec.tables(1), shared::ulid), spec.u32s(2));
  }

  private Worker worker(Table worker) {
    known.of(worker, 2);
    return new Worker(worker.string(0), worker.u64(1));
  }

  private @Nullable Progress progress(Table compaction) {
    int type = compaction.u8(6);
    Table context = compaction.table(7);
    if (type == 0 || context == null) {
      return null;
    }
    if (type != CONTEXT_TIERED) {
      throw compaction.error("unknown compaction context " + type);
    }
    known.of(context, 2);
    return new Progress(SharedTables.each(context.tables(0), this::part), context.u64(1));
  }

  private Part part(Table part) {
    known.of(part, 3);
    int status = part.i8(2);
    if (status != 0 && status != 1) {
      throw part.error("unknown subcompaction status " + status);
    }
    return new Part(
        shared.range(part.requiredTable(0, "Subcompaction.range")),
        tables(part.tables(1)),
        status == 1);
  }

  private List<SsTableHandle> tables(@Nullable TableVector tables) {
    return SharedTables.each(
        tables,
        each -> {
          known.of(each, 4);
          return shared.table(each, VERSION_SLOT, layout::table);
        });
  }
}
