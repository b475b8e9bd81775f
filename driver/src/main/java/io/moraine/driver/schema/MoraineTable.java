package io.moraine.driver.schema;

import io.moraine.driver.type.ColumnTypes;
import io.moraine.model.MetadataTable;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Statistic;
import org.apache.calcite.schema.Statistics;
import org.apache.calcite.schema.TemporalTable;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * A metadata table in SQL. The planner replaces its scan by one that reads through the statement's
 * read scope; the table itself reads nothing.
 */
public final class MoraineTable extends AbstractTable implements TemporalTable {
  private final MetadataTable table;

  MoraineTable(MetadataTable table) {
    this.table = table;
  }

  /** The table of the catalog. */
  public MetadataTable table() {
    return table;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory typeFactory) {
    return ColumnTypes.rowType(table, typeFactory);
  }

  @Override
  public Statistic getStatistic() {
    return Statistics.of(expectedRows(), uniqueKeys());
  }

  private List<ImmutableBitSet> uniqueKeys() {
    return table == MetadataTable.SNAPSHOT || table == MetadataTable.SNAPSHOT_CHANGES
        ? List.of(ImmutableBitSet.of(0))
        : List.of();
  }

  /** A guess, good enough to tell small tables from large ones. */
  private double expectedRows() {
    return switch (table) {
      case FILE_COLUMN_STATS -> 100_000;
      case DATA_FILE, FILE_PARTITION_VALUE, FILE_VARIANT_STATS -> 10_000;
      case DELETE_FILE, COLUMN, TABLE_COLUMN_STATS, SNAPSHOT, SNAPSHOT_CHANGES -> 1_000;
      default -> 100;
    };
  }

  @Override
  public String getSysStartFieldName() {
    return "begin_snapshot";
  }

  @Override
  public String getSysEndFieldName() {
    return "end_snapshot";
  }
}
