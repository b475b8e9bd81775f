package io.moraine.slate.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.moraine.base.Bytes;
import io.moraine.slate.format.BytesBound;
import io.moraine.slate.format.BytesRange;
import io.moraine.slate.format.CompressionFormat;
import io.moraine.slate.format.FilterFormat;
import io.moraine.slate.format.SsTableInfo;
import io.moraine.slate.format.SstType;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A manifest in the form in which SlateDB itself prints it. */
final class ManifestJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private ManifestJson() {}

  static ObjectNode of(Manifest manifest) {
    ObjectNode json = tree(manifest.tree());
    json.put("id", manifest.id());
    json.put("initialized", true);
    json.put("writer_epoch", manifest.writerEpoch());
    json.put("compactor_epoch", manifest.compactorEpoch());
    json.put("replay_after_wal_id", manifest.replayAfterWalId());
    json.put("next_wal_sst_id", manifest.walIdLastSeen() + 1);
    json.put("last_l0_clock_tick", manifest.lastL0ClockTick());
    json.put("last_l0_seq", manifest.lastL0Seq());
    json.put("recent_snapshot_min_seq", manifest.recentSnapshotMinSeq());
    json.put("sequence_tracker", manifest.sequenceTracker().encoded().toHex());
    json.put("segment_extractor_name", manifest.segmentExtractorName());
    json.put("wal_object_store_uri", manifest.walObjectStoreUri());
    json.set("external_dbs", array(manifest.externalDbs(), ManifestJson::externalDb));
    json.set("checkpoints", array(manifest.checkpoints(), ManifestJson::checkpoint));
    json.set("segments", array(manifest.segments(), ManifestJson::segment));
    return json;
  }

  private static ObjectNode tree(SsTableTree tree) {
    ObjectNode json = NODES.objectNode();
    json.putNull("last_compacted_l0_sst_id");
    json.put("last_compacted_l0_sst_view_id", text(tree.lastCompactedL0()));
    json.set("l0", array(tree.l0(), ManifestJson::view));
    json.set("compacted", array(tree.compacted(), ManifestJson::run));
    return json;
  }

  private static ObjectNode segment(Segment segment) {
    ObjectNode json = NODES.objectNode();
    json.put("prefix", segment.prefix().toHex());
    json.set("tree", tree(segment.tree()));
    return json;
  }

  private static ObjectNode run(SortedRun run) {
    ObjectNode json = NODES.objectNode();
    json.put("id", run.id());
    json.set("sst_views", array(run.views(), ManifestJson::view));
    return json;
  }

  private static ObjectNode view(SsTableView view) {
    ObjectNode json = NODES.objectNode();
    json.put("id", view.id().toString());
    BytesRange visible = view.visibleRange();
    json.set("visible_range", visible == null ? NODES.nullNode() : range(visible));
    json.set("effective_range", range(view.effectiveRange()));
    ObjectNode sst = json.putObject("sst");
    sst.put("id", view.table().id().toString());
    sst.put("format_version", view.table().formatVersion());
    sst.set("info", info(view.table().info()));
    return json;
  }

  private static ObjectNode info(SsTableInfo info) {
    ObjectNode json = NODES.objectNode();
    json.set("first_entry", bytes(info.firstEntry()));
    json.set("last_entry", bytes(info.lastEntry()));
    json.put("index_offset", info.index().offset());
    json.put("index_len", info.index().length());
    json.put("filter_offset", info.filter().offset());
    json.put("filter_len", info.filter().length());
    json.put("stats_offset", info.stats().offset());
    json.put("stats_len", info.stats().length());
    json.put(
        "compression_codec",
        info.compression() == CompressionFormat.NONE ? null : capitalised(info.compression()));
    json.put(
        "filter_format", info.filterFormat() == FilterFormat.COMPOSITE ? "Composite" : "Legacy");
    json.put("sst_type", info.type() == SstType.COMPACTED ? "Compacted" : "Wal");
    return json;
  }

  private static ObjectNode range(BytesRange range) {
    ObjectNode json = NODES.objectNode();
    bound(json, "start", range.start());
    bound(json, "end", range.end());
    return json;
  }

  private static void bound(ObjectNode json, String name, BytesBound bound) {
    if (bound.kind() == BytesBound.Kind.UNBOUNDED) {
      json.put(name, "Unbounded");
    } else {
      json.putObject(name).set(capitalised(bound.kind()), bytes(bound.key()));
    }
  }

  private static ObjectNode externalDb(ExternalDb db) {
    ObjectNode json = NODES.objectNode();
    json.put("path", db.path());
    json.put("source_checkpoint_id", db.sourceCheckpointId().toString());
    json.put("final_checkpoint_id", text(db.finalCheckpointId()));
    json.set("sst_ids", array(db.sstIds(), id -> NODES.textNode(id.toString())));
    return json;
  }

  private static ObjectNode checkpoint(Checkpoint checkpoint) {
    ObjectNode json = NODES.objectNode();
    json.put("id", checkpoint.id().toString());
    json.put("manifest_id", checkpoint.manifestId());
    json.put("name", checkpoint.name());
    json.put("create_time", time(checkpoint.createTimeSeconds()));
    long expire = checkpoint.expireTimeSeconds();
    json.put("expire_time", expire == 0 ? null : time(expire));
    return json;
  }

  private static <T> ArrayNode array(List<T> values, Function<T, ? extends JsonNode> node) {
    ArrayNode array = NODES.arrayNode();
    values.forEach(each -> array.add(node.apply(each)));
    return array;
  }

  private static String time(long seconds) {
    return Instant.ofEpochSecond(seconds).toString();
  }

  private static String capitalised(Enum<?> value) {
    return value.name().charAt(0) + value.name().substring(1).toLowerCase(Locale.ROOT);
  }

  private static @Nullable String text(@Nullable Object value) {
    return value == null ? null : value.toString();
  }

  /** Long byte strings are told by length and digest. */
  private static JsonNode bytes(@Nullable Bytes bytes) {
    if (bytes == null) {
      return NODES.nullNode();
    }
    if (bytes.length() <= 200) {
      return NODES.textNode(bytes.toHex());
    }
    ObjectNode json = NODES.objectNode();
    json.put("len", bytes.length());
    json.put("sha256", sha256(bytes));
    return json;
  }

  private static String sha256(Bytes bytes) {
    try {
      return Bytes.wrap(MessageDigest.getInstance("SHA-256").digest(bytes.toArray())).toHex();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
