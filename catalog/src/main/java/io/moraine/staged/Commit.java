package io.moraine.staged;

import io.moraine.base.Bytes;
import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.HeadValue;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.SnapshotValue;
import io.moraine.keyspace.TableValue;
import io.moraine.model.CatalogException;
import io.moraine.model.MetadataTable;
import io.moraine.table.RecordSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the parts of an assembly share: the staged rows, the records, and the rules about ids. */
final class Commit {
  private final RecordSource records;
  private final ResultRecords result;
  private final StagedTables tables;
  private final long beganOn;
  private final HiddenChanges hidden;
  private final HeadValue head;
  private final Optional<MintedSnapshot> minted;
  private final Map<Long, Long> nextColumnIds = new HashMap<>();
  private @Nullable SnapshotValue newest;

  Commit(RecordSource records, StagedTables tables, long beganOn, HiddenChanges hidden) {
    this.records = records;
    this.result = new ResultRecords(records);
    this.tables = tables;
    this.beganOn = beganOn;
    this.hidden = hidden;
    this.head = readHead(records);
    this.minted = MintedSnapshot.find(tables);
  }

  private static HeadValue readHead(RecordSource records) {
    Bytes key = Key.Sys.HEAD.encode();
    Bytes value = records.find(key);
    if (value == null) {
      throw new CatalogException(
          CatalogException.Kind.CORRUPTION, "corruption: the store has no head record");
    }
    return HeadValue.TYPE.decode(key, value);
  }

  RecordSource records() {
    return records;
  }

  ResultRecords result() {
    return result;
  }

  StagedTables tables() {
    return tables;
  }

  /** What no table shows of the commit. */
  HiddenChanges hidden() {
    return hidden;
  }

  /** The head before the commit. */
  HeadValue head() {
    return head;
  }

  /** The head that the transaction began on. */
  long beganOn() {
    return beganOn;
  }

  /** The snapshot that the commit adds, if it does. */
  Optional<MintedSnapshot> minted() {
    return minted;
  }

  /** The snapshot id that the head has after the commit. */
  long snapshotId() {
    return minted.isPresent() ? head.snapshotId() + 1 : head.snapshotId();
  }

  /** The snapshot record of the head. */
  SnapshotValue newest() {
    SnapshotValue known = newest;
    if (known == null) {
      Key key = new Key.Snapshot(head.snapshotId());
      Bytes value = result.findBase(key);
      if (value == null) {
        throw new CatalogException(
            CatalogException.Kind.CORRUPTION,
            "corruption: the head is snapshot " + head.snapshotId() + ", which has no record");
      }
      known = SnapshotValue.TYPE.decode(key.encode(), value);
      newest = known;
    }
    return known;
  }

  /** The error that a stored row, which a statement changed, is not there. */
  CatalogException gone(MetadataTable table, List<?> ids) {
    if (head.snapshotId() > beganOn) {
      String text = table.sqlName() + " has no live row of " + ids + " any more";
      return LostRace.error(records, text, beganOn, head.snapshotId());
    }
    return Refusals.constraint(table, "there is no live row of " + ids);
  }

  /** Checks the begin and the end of a new row. */
  void checkLifetime(MetadataTable table, @Nullable Object[] row) {
    long begin = Rows.longAt(row, table.beginSnapshotOrdinal());
    if (begin > snapshotId()) {
      throw Refusals.constraint(
          table,
          "begin_snapshot is "
              + begin
              + ", beyond "
              + snapshotId()
              + ", the snapshot that is committed");
    }
    Long end = Rows.endOf(table, row);
    if (end != null && (end <= begin || end > snapshotId())) {
      throw Refusals.constraint(
          table,
          "end_snapshot is "
              + end
              + ", not after begin_snapshot "
              + begin
              + " and up to "
              + snapshotId());
    }
  }

  /** Ids of data files that the commit adds and no earlier one can have known. */
  Set<Long> newFiles() {
    Set<Long> ids = new HashSet<>();
    for (@Nullable Object[] row : tables.added(MetadataTable.DATA_FILE)) {
      long id = Rows.longAt(MetadataTable.DATA_FILE, row, "data_file_id");
      if (id >= newest().nextFileId()) {
        ids.add(id);
      }
    }
    return ids;
  }

  /** Checks that an id which names nothing live was handed out by the counters of this commit. */
  void checkNewId(MetadataTable table, List<Long> ids) {
    long id = ids.get(ids.size() - 1);
    if (table == MetadataTable.COLUMN) {
      long next = nextColumnIds.computeIfAbsent(ids.get(0), this::readNextColumnId);
      if (id < next) {
        throw Refusals.constraint(
            table,
            "the new id "
                + id
                + " was in use before: the next of table "
                + ids.get(0)
                + " is "
                + next);
      }
    } else if (minted.isPresent()) {
      minted.get().checkNewId(table, id, newest());
    }
  }

  /** The next column id of a table before the commit; 0 for one that is new. */
  private long readNextColumnId(long tableId) {
    Key key = Key.Current.of(EntityKind.TABLE, tableId);
    Bytes value = result.findBase(key);
    return value == null ? 0 : TableValue.TYPE.decode(key.encode(), value).nextColumnId();
  }
}
