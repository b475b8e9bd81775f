package io.moraine.testing.s3;

import io.moraine.base.Bytes;
import java.util.Map;

/**
 * An object.
 *
 * @param content its bytes
 * @param etag its tag, quoted
 * @param modifiedMillis when it was written
 * @param headers what comes back with it: type, metadata, encryption
 * @param checksums what comes back with the whole of it to those who ask for checksums
 */
record StoredObject(
    Bytes content,
    String etag,
    long modifiedMillis,
    Map<String, String> headers,
    Map<String, String> checksums) {
  StoredObject {
    headers = Map.copyOf(headers);
    checksums = Map.copyOf(checksums);
  }

  static StoredObject of(
      Bytes content,
      long modifiedMillis,
      Map<String, String> headers,
      Map<String, String> checksums) {
    String etag = '"' + Hashes.md5Hex(content) + '"';
    return new StoredObject(content, etag, modifiedMillis, headers, checksums);
  }
}
