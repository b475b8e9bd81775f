package io.moraine.read;

import io.moraine.model.TableScan;
import io.moraine.table.DecodeCounter;
import io.moraine.table.RecordSource;
import io.moraine.table.RowIterator;

/** Makes the rows of a scan of the records of a revision. */
@FunctionalInterface
public interface RowOpener {
  /**
   * Opens a scan, as {@link io.moraine.table.MetadataTables#open} does.
   *
   * @param records of the revision
   * @param head the snapshot id in the revision's head record
   * @param counter is told of every record decoded
   */
  RowIterator open(RecordSource records, TableScan scan, long head, DecodeCounter counter);
}
