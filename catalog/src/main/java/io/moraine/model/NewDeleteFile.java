package io.moraine.model;

import java.util.Optional;

/**
 * A file that tells which rows of a data file are deleted.
 *
 * @param dataFileId the data file
 * @param path where it is; stored as it is given
 * @param relative whether {@code path} is below the table's folder
 * @param format {@code parquet} or {@code puffin}
 * @param deleteCount rows that it deletes
 * @param fileSizeBytes its size
 * @param footerSizeBytes size of its footer
 * @param encryptionKey base64; needed in a lake that is encrypted
 */
public record NewDeleteFile(
    long dataFileId,
    String path,
    boolean relative,
    String format,
    long deleteCount,
    long fileSizeBytes,
    long footerSizeBytes,
    Optional<String> encryptionKey) {
  /** A Parquet file in a lake that is not encrypted. */
  public static NewDeleteFile parquet(
      long dataFileId,
      String path,
      boolean relative,
      long deleteCount,
      long fileSizeBytes,
      long footerSizeBytes) {
    return new NewDeleteFile(
        dataFileId,
        path,
        relative,
        "parquet",
        deleteCount,
        fileSizeBytes,
        footerSizeBytes,
        Optional.empty());
  }
}
