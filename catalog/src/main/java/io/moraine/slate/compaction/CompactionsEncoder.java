package io.moraine.slate.compaction;

import io.moraine.base.Bytes;
import io.moraine.slate.compaction.Compaction.Part;
import io.moraine.slate.compaction.Compaction.Progress;
import io.moraine.slate.compaction.Compaction.Worker;
import io.moraine.slate.compaction.CompactionSpec.Tiered;
import io.moraine.slate.format.FlatBufferWriter;
import io.moraine.slate.format.FlatBufferWriter.Fields;
import io.moraine.slate.manifest.SharedTablesEncoder;
import io.moraine.slate.manifest.SsTableHandle;
import java.util.List;

/**
 * Encodes one state of compaction; {@link CompactionsCodec} tells the layout. Parts lie in the
 * order in which SlateDB writes them. One use each.
 */
final class CompactionsEncoder {
  private final FlatBufferWriter out = new FlatBufferWriter();
  private final SharedTablesEncoder shared = new SharedTablesEncoder(out);

  private CompactionsEncoder() {}

  static Bytes encode(CompactionState state) {
    CompactionsEncoder encoder = new CompactionsEncoder();
    int compactions = encoder.shared.each(state.compactions(), encoder::compaction);
    return encoder.out.finish(
        encoder.out.table().u64(0, state.compactorEpoch()).reference(1, compactions).end());
  }

  private int compaction(Compaction compaction) {
    Fields fields =
        out.table()
            .reference(0, shared.ulid(compaction.id()))
            .u8(3, compaction.status().code())
            .u8(1, specType(compaction.spec()))
            .reference(2, spec(compaction.spec()));
    if (compaction.worker() != null) {
      fields.reference(5, worker(compaction.worker()));
    }
    if (compaction.progress() != null) {
      fields.u8(6, CompactionsCodec.CONTEXT_TIERED).reference(7, progress(compaction.progress()));
    }
    return fields.reference(4, tables(compaction.outputs())).end();
  }

  private static int specType(CompactionSpec spec) {
    return spec instanceof Tiered ? CompactionsCodec.SPEC_TIERED : CompactionsCodec.SPEC_DRAIN;
  }

  private int spec(CompactionSpec spec) {
    if (spec instanceof Tiered tiered) {
      Fields fields = out.table().u32(4, tiered.destination());
      sources(fields, spec, 2, 1);
      return fields.reference(3, out.bytes(tiered.segment())).end();
    }
    Fields fields = out.table();
    sources(fields, spec, 1, 2);
    return fields.reference(0, out.bytes(spec.segment())).end();
  }

  private void sources(Fields fields, CompactionSpec spec, int l0Slot, int runsSlot) {
    if (!spec.runs().isEmpty()) {
      fields.reference(runsSlot, out.u32s(spec.runs()));
    }
    if (!spec.l0().isEmpty()) {
      fields.reference(l0Slot, shared.each(spec.l0(), shared::ulid));
    }
  }

  private int worker(Worker worker) {
    Fields fields = out.table().u64(1, worker.heartbeatMillis());
    if (worker.id() != null) {
      fields.reference(0, out.string(worker.id()));
    }
    return fields.end();
  }

  private int progress(Progress progress) {
    int parts = shared.each(progress.parts(), this::part);
    return out.table().reference(0, parts).u64(1, progress.retentionMinSeq()).end();
  }

  private int part(Part part) {
    Fields fields =
        out.table().reference(0, shared.range(part.range())).u8(2, part.completed() ? 1 : 0);
    if (!part.outputs().isEmpty()) {
      fields.reference(1, tables(part.outputs()));
    }
    return fields.end();
  }

  private int tables(List<SsTableHandle> tables) {
    return shared.each(
        tables,
        table ->
            shared
                .table(table)
                .optionalU16(CompactionsCodec.VERSION_SLOT, table.formatVersion())
                .end());
  }
}
