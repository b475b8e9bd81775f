package io.moraine.objectstore.s3;

import io.moraine.base.Bytes;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * The part of an object that is asked for.
 *
 * @param header the value of the {@code Range} header; null for the whole
 * @param offset where it starts; negative if it is counted from the end
 * @param length how many bytes, fewer if the object ends before; {@code Long.MAX_VALUE} for the
 *     whole
 */
record ByteRange(@Nullable String header, long offset, long length) {
  static final ByteRange WHOLE = new ByteRange(null, 0, Long.MAX_VALUE);

  /** First and last byte and size, as in {@code bytes 0-9/10}. */
  private static final Pattern CONTENT_RANGE =
      Pattern.compile("bytes (\\d{1,18})-(\\d{1,18})/(\\d{1,18})");

  /** Bytes {@code [offset, offset + length)}, at least one. */
  static ByteRange of(long offset, int length) {
    long last = offset > Long.MAX_VALUE - length ? Long.MAX_VALUE : offset + length - 1;
    return new ByteRange("bytes=" + offset + "-" + last, offset, length);
  }

  /** The last {@code length} bytes, at least one. */
  static ByteRange tail(int length) {
    return new ByteRange("bytes=-" + length, -1, length);
  }

  /**
   * What an object holds in this range.
   *
   * @param response what the store says of it
   * @param body what it sent
   * @throws IOException if that is not what was asked for
   */
  Content content(GetObjectResponse response, Bytes body) throws IOException {
    Long promised = response.contentLength();
    if (promised != null && promised != body.length()) {
      throw new IOException("body of " + body.length() + " bytes instead of " + promised);
    }
    String etag = Optional.ofNullable(response.eTag()).orElse("");
    if (header == null || response.contentRange() == null) {
      // A store may send the whole, whatever is asked for.
      return new Content(part(body), body.length(), etag);
    }
    return ranged(response.contentRange(), body, etag);
  }

  private Content ranged(String contentRange, Bytes body, String etag) throws IOException {
    Matcher told = CONTENT_RANGE.matcher(contentRange);
    if (!told.matches()) {
      throw new IOException("answer of range '" + contentRange + "'");
    }
    long size = Long.parseLong(told.group(3));
    long from = from(size);
    long expected = Math.min(length, size - from);
    if (Long.parseLong(told.group(1)) != from || body.length() != expected) {
      throw new IOException(
          body.length() + " bytes of range '" + contentRange + "' for '" + header + "'");
    }
    return new Content(body, size, etag);
  }

  /** The range's bytes of a whole object; none if it starts behind the end. */
  private Bytes part(Bytes whole) {
    int from = (int) Math.min(from(whole.length()), whole.length());
    return whole.slice(from, (int) (from + Math.min(length, whole.length() - from)));
  }

  private long from(long size) {
    return offset < 0 ? Math.max(0, size - length) : offset;
  }

  /**
   * Bytes of an object.
   *
   * @param bytes those that were asked for
   * @param objectSize how many the object has
   * @param etag its tag; "" if the store gave none
   */
  record Content(Bytes bytes, long objectSize, String etag) {}
}
