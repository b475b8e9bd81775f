package io.moraine.testing.s3;

import io.moraine.base.Bytes;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is done to one object of a bucket. */
final class ObjectActions {
  private static final String CHECKSUM = "x-amz-checksum-";
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d*)-(\\d*)");

  private ObjectActions() {}

  static S3Response put(
      S3Request request, Bucket bucket, Authenticator.Authenticated asked, long nowMillis) {
    Map<String, String> headers = new TreeMap<>(request.headers());
    headers.putAll(asked.trailers());
    Map<String, String> checksums = checkedChecksums(headers, asked.content());
    headers.keySet().removeIf(name -> !isKept(name));
    StoredObject object = StoredObject.of(asked.content(), nowMillis, headers, checksums);
    Optional<String> condition = request.header("if-none-match");
    Optional<String> expected = request.header("if-match");
    if (expected.isPresent()) {
      replace(request, bucket, object, expected.get());
    } else if (condition.isEmpty()) {
      bucket.put(request.key(), object);
    } else if (!condition.get().equals("*")) {
      throw new S3Error(501, "NotImplemented", "Only If-None-Match: * is known for writes");
    } else if (!bucket.putIfAbsent(request.key(), object)) {
      throw S3Error.preconditionFailed("If-None-Match");
    }
    Map<String, String> answer = new TreeMap<>(object.checksums());
    answer.put("ETag", object.etag());
    return S3Response.empty(200, answer);
  }

  private static void replace(
      S3Request request, Bucket bucket, StoredObject object, String expected) {
    StoredObject present = bucket.find(request.key());
    if (present == null) {
      throw S3Error.noSuchKey(request.key());
    }
    if (!present.etag().equals(expected) || !bucket.replace(request.key(), present, object)) {
      throw S3Error.preconditionFailed("If-Match");
    }
  }

  /** Answers GET and HEAD. */
  static S3Response get(S3Request request, Bucket bucket, boolean mayList) {
    StoredObject object = bucket.find(request.key());
    if (object == null) {
      // Who may not list is not told either whether an object exists.
      throw mayList ? S3Error.noSuchKey(request.key()) : S3Error.accessDenied();
    }
    Map<String, String> headers = new TreeMap<>(object.headers());
    headers.put("ETag", object.etag());
    headers.put("Last-Modified", HttpTime.format(object.modifiedMillis()));
    headers.put("Accept-Ranges", "bytes");
    if (request.header("if-none-match").filter(object.etag()::equals).isPresent()) {
      return S3Response.empty(304, headers);
    }
    if (request.header("if-match").filter(tag -> !tag.equals(object.etag())).isPresent()) {
      throw S3Error.preconditionFailed("If-Match");
    }
    Matcher range = RANGE.matcher(request.header("range").orElse(""));
    if (range.matches()) {
      return range(range.group(1), range.group(2), object.content(), headers);
    }
    if (request.header("x-amz-checksum-mode").filter("ENABLED"::equals).isPresent()) {
      headers.putAll(object.checksums());
    }
    return new S3Response(200, headers, object.content());
  }

  private static S3Response range(
      String first, String last, Bytes content, Map<String, String> headers) {
    long size = content.length();
    long from = first.isEmpty() ? size - Math.min(size, Long.parseLong(last)) : parse(first);
    long to = first.isEmpty() || last.isEmpty() ? size : Math.min(size, parse(last) + 1);
    if (from >= to) {
      throw new S3Error(416, "InvalidRange", "The requested range is not satisfiable")
          .detail("ActualObjectSize", "" + size)
          .header("Content-Range", "bytes */" + size);
    }
    headers.put("Content-Range", "bytes " + from + "-" + (to - 1) + "/" + size);
    return new S3Response(206, headers, content.slice((int) from, (int) to));
  }

  /** A number that may be too large for a {@code long}. */
  private static long parse(String digits) {
    return digits.length() > 18 ? Long.MAX_VALUE - 1 : Long.parseLong(digits);
  }

  private static Map<String, String> checkedChecksums(Map<String, String> headers, Bytes content) {
    Map<String, String> checked = new TreeMap<>();
    headers.forEach(
        (name, value) -> {
          if (name.startsWith(CHECKSUM) && !name.equals("x-amz-checksum-algorithm")) {
            Optional<String> computed = Hashes.checksum(name.substring(CHECKSUM.length()), content);
            if (computed.isEmpty()) {
              throw new S3Error(501, "NotImplemented", name + " is not known here");
            }
            checkDigest(computed.get().equals(value));
            checked.put(name, value);
          }
        });
    checkDigest(
        headers
            .getOrDefault("content-md5", Hashes.md5Base64(content))
            .equals(Hashes.md5Base64(content)));
    return checked;
  }

  private static void checkDigest(boolean right) {
    if (!right) {
      throw S3Error.badRequest(
          "BadDigest", "The checksum that was sent does not match what was received.");
    }
  }

  private static boolean isKept(String name) {
    return name.startsWith("x-amz-meta-")
        || name.startsWith("x-amz-server-side-encryption")
        || name.equals("content-type");
  }
}
