package io.moraine.staged;

import io.moraine.base.Bytes;
import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.KeyPrefix;
import io.moraine.keyspace.MessageType;
import io.moraine.model.MetadataTable;
import io.moraine.table.RowEncoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tags, which are edited inside of the record that holds them: that of the object, or that of the
 * column, which is its live version or else the one that ended last.
 */
final class TagRows {
  private final Commit commit;

  /** What is done to the tags of one record. */
  private record Edits(
      List<Slot> changed, List<@Nullable Object[]> added, List<@Nullable Object[]> nothings) {
    Edits() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }
  }

  /** A record that holds tags. */
  private record Holder(Bytes key, Bytes value) {}

  /** What to do about a tag that is not in the record. */
  private enum Missing {
    REFUSED,
    /** The version of the column that held it is deleted by the same commit. */
    PASSED_OVER
  }

  TagRows(Commit commit) {
    this.commit = commit;
  }

  void apply() {
    edits(MetadataTable.TAG).forEach(this::editObject);
    edits(MetadataTable.COLUMN_TAG).forEach(this::editColumn);
  }

  private Map<List<Long>, Edits> edits(MetadataTable table) {
    TableRules rules = TableRules.of(table);
    Map<List<Long>, Edits> edits = new LinkedHashMap<>();
    for (Slot slot : commit.tables().changed(table)) {
      edits.computeIfAbsent(rules.idsOf(slot.stored()), none -> new Edits()).changed.add(slot);
    }
    for (@Nullable Object[] row : commit.tables().added(table)) {
      commit.checkLifetime(table, row);
      edits.computeIfAbsent(rules.idsOf(row), none -> new Edits()).added.add(row);
    }
    for (@Nullable Object[] row : commit.tables().nothings(table)) {
      edits.computeIfAbsent(rules.idsOf(row), none -> new Edits()).nothings.add(row);
    }
    return edits;
  }

  private void editObject(List<Long> ids, Edits edits) {
    MessageType<? extends Record> type = EntityKind.TAG.valueType();
    Key key = new Key.Current(EntityKind.TAG, ids);
    Bytes value = commit.result().find(key);
    Record before =
        value == null
            ? type.with(type.empty(), Map.of("object_id", ids.get(0)))
            : type.decode(key.encode(), value);
    List<Record> entries =
        edited(MetadataTable.TAG, entries(type, before, "entries"), edits, Missing.REFUSED);
    if (entries.isEmpty()) {
      if (value != null) {
        commit.result().delete(key);
      }
    } else if (!edits.changed.isEmpty() || !edits.added.isEmpty()) {
      commit.result().put(key, type.encodeRecord(type.with(before, Map.of("entries", entries))));
    }
  }

  private void editColumn(List<Long> ids, Edits edits) {
    MessageType<? extends Record> type = EntityKind.COLUMN.valueType();
    Holder live = live(ids);
    Holder holder = live == null ? latestEnded(ids) : live;
    if (live == null && !edits.added.isEmpty()) {
      throw Refusals.constraint(
          MetadataTable.COLUMN_TAG, "the column of table and id " + ids + " is not live");
    }
    if (holder == null) {
      return; // its versions are deleted, and the tags with them
    }
    Record before = type.decode(holder.key, holder.value);
    Missing missing = live == null ? Missing.PASSED_OVER : Missing.REFUSED;
    List<Record> tags =
        edited(MetadataTable.COLUMN_TAG, entries(type, before, "tags"), edits, missing);
    if (!edits.changed.isEmpty() || !edits.added.isEmpty()) {
      commit.result().put(holder.key, type.encodeRecord(type.with(before, Map.of("tags", tags))));
    }
  }

  private @Nullable Holder live(List<Long> ids) {
    Bytes key = new Key.Current(EntityKind.COLUMN, ids).encode();
    Bytes value = commit.result().find(key);
    return value == null ? null : new Holder(key, value);
  }

  private @Nullable Holder latestEnded(List<Long> ids) {
    List<Holder> versions = new ArrayList<>();
    commit
        .result()
        .scan(
            KeyPrefix.history(EntityKind.COLUMN, ids.toArray(new Long[0])),
            (key, value) -> versions.add(new Holder(key, value)));
    return versions.isEmpty() ? null : versions.get(versions.size() - 1);
  }

  private static List<Record> entries(
      MessageType<? extends Record> type, Record record, String field) {
    List<Record> entries = new ArrayList<>();
    for (Object entry : (List<?>) Objects.requireNonNull(type.fieldValue(record, field))) {
      entries.add((Record) entry);
    }
    return entries;
  }

  private List<Record> edited(
      MetadataTable table, List<Record> entries, Edits edits, Missing missing) {
    RowEncoder encoder = RowEncoder.of(table);
    for (Slot slot : edits.changed) {
      int index = indexOf(table, entries, slot.stored());
      @Nullable Object @Nullable [] now = slot.row();
      if (index < 0) {
        if (missing == Missing.REFUSED) {
          throw commit.gone(table, TableRules.of(table).idsOf(slot.stored()));
        }
      } else if (now == null) {
        entries.remove(index);
      } else {
        checkEnd(table, now);
        entries.set(index, encoder.encode(now, entries.get(index)));
      }
    }
    for (@Nullable Object[] row : edits.nothings) {
      checkNotLive(table, entries, row); // a tag without a value ends none by itself
    }
    for (@Nullable Object[] row : edits.added) {
      checkNotLive(table, entries, row);
      entries.add(encoder.encode(row, null));
    }
    return entries;
  }

  private void checkEnd(MetadataTable table, @Nullable Object[] now) {
    Long end = Rows.endOf(table, now);
    if (end == null || end != commit.snapshotId()) {
      throw Refusals.constraint(
          table,
          "end_snapshot is set to "
              + end
              + "; rows end at "
              + commit.snapshotId()
              + ", the snapshot that is committed");
    }
  }

  private static int indexOf(MetadataTable table, List<Record> entries, @Nullable Object[] row) {
    MessageType<? extends Record> type = RowEncoder.of(table).type();
    for (int i = 0; i < entries.size(); i++) {
      if (isSame(type, entries.get(i), table, row, "key")
          && isSame(type, entries.get(i), table, row, "begin_snapshot")
          && isSame(type, entries.get(i), table, row, "end_snapshot")) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isSame(
      MessageType<? extends Record> type,
      Record entry,
      MetadataTable table,
      @Nullable Object[] row,
      String column) {
    return Objects.equals(type.fieldValue(entry, column), row[table.ordinalOf(column)]);
  }

  private static void checkNotLive(
      MetadataTable table, List<Record> entries, @Nullable Object[] row) {
    MessageType<? extends Record> type = RowEncoder.of(table).type();
    for (Record entry : entries) {
      if (Rows.endOf(table, row) == null
          && type.fieldValue(entry, "end_snapshot") == null
          && isSame(type, entry, table, row, "key")) {
        throw Refusals.constraint(
            table, "the object has a live tag of this key already; it has not been ended");
      }
    }
  }
}
