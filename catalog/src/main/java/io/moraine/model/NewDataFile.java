package io.moraine.model;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A Parquet file to be added to a table.
 *
 * @param path where it is; stored as it is given, nothing is encoded
 * @param relative whether {@code path} is below the table's folder
 * @param recordCount its rows, at least 0
 * @param fileSizeBytes its size
 * @param footerSizeBytes size of its footer
 * @param columns statistics by column id; a column without any is unknown
 * @param partitionValues the values of the table's partition keys, in their order, for all of its
 *     rows; empty for a table that is not partitioned. None is null: Moraine's records cannot hold
 *     a partition of rows that have no value
 * @param nameMapId the map from names in the file to columns; empty if the file has field ids
 * @param encryptionKey base64; needed in a lake that is encrypted
 */
public record NewDataFile(
    String path,
    boolean relative,
    long recordCount,
    long fileSizeBytes,
    long footerSizeBytes,
    Map<Long, ColumnStatistics> columns,
    List<String> partitionValues,
    OptionalLong nameMapId,
    Optional<String> encryptionKey) {
  public NewDataFile {
    columns = Map.copyOf(columns);
    if (partitionValues.stream().anyMatch(Objects::isNull)) {
      throw new CatalogException(
          CatalogException.Kind.CONSTRAINT,
          "A partition value is NULL, but the records of partition values hold texts only: rows"
              + " without a partition value cannot be kept in a file of their own");
    }
    partitionValues = List.copyOf(partitionValues);
  }

  /** A file of which nothing more is known. */
  public static NewDataFile of(
      String path, boolean relative, long recordCount, long fileSizeBytes, long footerSizeBytes) {
    return new NewDataFile(
        path,
        relative,
        recordCount,
        fileSizeBytes,
        footerSizeBytes,
        Map.of(),
        List.of(),
        OptionalLong.empty(),
        Optional.empty());
  }

  /** The same with statistics. */
  public NewDataFile withColumns(Map<Long, ColumnStatistics> statistics) {
    return with(statistics, partitionValues, nameMapId, encryptionKey);
  }

  /** The same with the values of the table's partition keys. */
  public NewDataFile withPartitionValues(List<String> values) {
    return with(columns, values, nameMapId, encryptionKey);
  }

  /** The same that can be read with this key, in base64. */
  public NewDataFile withEncryptionKey(String key) {
    return with(columns, partitionValues, nameMapId, Optional.of(key));
  }

  /** The same whose columns are found by a name map. */
  public NewDataFile withNameMap(long id) {
    return with(columns, partitionValues, OptionalLong.of(id), encryptionKey);
  }

  private NewDataFile with(
      Map<Long, ColumnStatistics> statistics,
      List<String> values,
      OptionalLong mapId,
      Optional<String> key) {
    return new NewDataFile(
        path,
        relative,
        recordCount,
        fileSizeBytes,
        footerSizeBytes,
        statistics,
        values,
        mapId,
        key);
  }
}
