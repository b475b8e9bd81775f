package io.moraine.testing.s3;

import java.util.Optional;

/**
 * A request and what became of it.
 *
 * @param request what was asked
 * @param status the status of the answer; 0 if there was none
 * @param bytes bytes of content in the answer
 * @param beganNanos when it had come in, by the system's monotonic clock
 * @param endedNanos when the answer was complete but for its last bytes
 */
public record LoggedRequest(
    S3Request request, int status, long bytes, long beganNanos, long endedNanos) {
  /** The HTTP method. */
  public String method() {
    return request.method();
  }

  /** The bucket's name. */
  public String bucket() {
    return request.bucket();
  }

  /** The key; "" for a listing. */
  public String key() {
    return request.key();
  }

  /** The range asked for, such as {@code bytes=0-99}. */
  public Optional<String> range() {
    return request.header("range");
  }

  /** The condition, if any. */
  public Optional<String> ifNoneMatch() {
    return request.header("if-none-match");
  }

  @Override
  public String toString() {
    return request + " -> " + status + ", " + bytes + " B";
  }
}
