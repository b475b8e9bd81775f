package io.moraine.testing.s3;

import io.moraine.base.Bytes;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * An answer.
 *
 * @param status the HTTP status
 * @param headers all headers but those for length and date
 * @param body the body; of one to HEAD, what GET would give
 */
record S3Response(int status, Map<String, String> headers, Bytes body) {
  S3Response {
    headers = Collections.unmodifiableMap(new TreeMap<>(headers));
  }

  static S3Response empty(int status, Map<String, String> headers) {
    return new S3Response(status, headers, Bytes.EMPTY);
  }

  static S3Response xml(int status, String document) {
    return new S3Response(
        status,
        Map.of("Content-Type", "application/xml"),
        Bytes.utf8("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + document));
  }

  S3Response with(String name, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(name, value);
    return new S3Response(status, more, body);
  }

  S3Response withBody(Bytes newBody) {
    return new S3Response(status, headers, newBody);
  }
}
