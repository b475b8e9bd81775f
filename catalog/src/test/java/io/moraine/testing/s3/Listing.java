package io.moraine.testing.s3;

import io.moraine.base.Bytes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** One page of what {@code ListObjectsV2} tells. */
final class Listing {
  private static final int MOST_KEYS = 1000;

  private final Bucket bucket;
  private final Map<String, String> query;
  private final Bytes prefix;
  private final String delimiter;
  private final List<Map.Entry<Bytes, StoredObject>> objects = new ArrayList<>();
  private final List<Bytes> commonPrefixes = new ArrayList<>();
  private Bytes last = Bytes.EMPTY;
  private boolean truncated;

  private Listing(Bucket bucket, Map<String, String> query) {
    this.bucket = bucket;
    this.query = query;
    this.prefix = Bytes.utf8(query.getOrDefault("prefix", ""));
    this.delimiter = query.getOrDefault("delimiter", "");
  }

  /**
   * Answers a request for a listing.
   *
   * @param pageSize most keys and prefixes in an answer, whatever is asked for
   */
  static S3Response answer(S3Request request, Bucket bucket, int pageSize) {
    if (!"2".equals(request.query().get("list-type"))) {
      throw new S3Error(501, "NotImplemented", "Only version 2 of listings is known here");
    }
    Listing listing = new Listing(bucket, request.query());
    int asked = Integer.parseInt(request.query().getOrDefault("max-keys", "" + MOST_KEYS));
    int most = Math.min(asked, Math.min(pageSize, MOST_KEYS));
    if (most > 0) {
      listing.collect(most);
    }
    return S3Response.xml(200, listing.document(request.bucket(), most));
  }

  private void collect(int most) {
    Iterator<Map.Entry<Bytes, StoredObject>> rest = first();
    while (rest.hasNext()) {
      Map.Entry<Bytes, StoredObject> entry = rest.next();
      if (!entry.getKey().startsWith(prefix)) {
        return;
      }
      if (objects.size() + commonPrefixes.size() == most) {
        truncated = true;
        return;
      }
      String key = entry.getKey().toUtf8();
      int end = delimiter.isEmpty() ? -1 : key.indexOf(delimiter, prefix.toUtf8().length());
      if (end < 0) {
        objects.add(entry);
        last = entry.getKey();
      } else {
        last = Bytes.utf8(key.substring(0, end + delimiter.length()));
        commonPrefixes.add(last);
        rest = behind(last);
      }
    }
  }

  private Iterator<Map.Entry<Bytes, StoredObject>> first() {
    String token = query.get("continuation-token");
    if (token != null) {
      Bytes seen = decodeToken(token);
      boolean wasPrefix = !delimiter.isEmpty() && seen.toUtf8().endsWith(delimiter);
      return wasPrefix ? behind(seen) : bucket.after(seen);
    }
    Bytes startAfter = Bytes.utf8(query.getOrDefault("start-after", ""));
    return startAfter.compareTo(prefix) < 0 ? bucket.from(prefix) : bucket.after(startAfter);
  }

  private Iterator<Map.Entry<Bytes, StoredObject>> behind(Bytes commonPrefix) {
    return bucket.from(commonPrefix.prefixEnd().orElseThrow());
  }

  private static Bytes decodeToken(String token) {
    try {
      return Bytes.wrap(Base64.getUrlDecoder().decode(token));
    } catch (IllegalArgumentException e) {
      throw S3Error.badRequest("InvalidArgument", "The continuation token provided is incorrect");
    }
  }

  private String document(String bucketName, int most) {
    UnaryOperator<String> shown =
        "url".equals(query.get("encoding-type")) ? UriText::encodePath : UnaryOperator.identity();
    StringBuilder text = new StringBuilder();
    text.append("<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">");
    text.append(Xml.element("Name", bucketName));
    text.append(Xml.element("Prefix", shown.apply(prefix.toUtf8())));
    if (query.containsKey("start-after")) {
      text.append(Xml.element("StartAfter", shown.apply(query.get("start-after"))));
    }
    if (query.containsKey("encoding-type")) {
      text.append(Xml.element("EncodingType", query.get("encoding-type")));
    }
    text.append(Xml.element("MaxKeys", most));
    text.append(Xml.element("KeyCount", objects.size() + commonPrefixes.size()));
    text.append(Xml.element("IsTruncated", truncated));
    if (truncated) {
      String token = Base64.getUrlEncoder().encodeToString(last.toArray());
      text.append(Xml.element("NextContinuationToken", token));
    }
    objects.forEach(
        each -> appendObject(text, shown.apply(each.getKey().toUtf8()), each.getValue()));
    for (Bytes each : commonPrefixes) {
      text.append("<CommonPrefixes>")
          .append(Xml.element("Prefix", shown.apply(each.toUtf8())))
          .append("</CommonPrefixes>");
    }
    return text.append("</ListBucketResult>").toString();
  }

  private static void appendObject(StringBuilder text, String key, StoredObject object) {
    text.append("<Contents>")
        .append(Xml.element("Key", key))
        .append(Xml.element("LastModified", Instant.ofEpochMilli(object.modifiedMillis())))
        .append(Xml.element("ETag", object.etag()))
        .append(Xml.element("Size", object.content().length()))
        .append(Xml.element("StorageClass", "STANDARD"))
        .append("</Contents>");
  }
}
