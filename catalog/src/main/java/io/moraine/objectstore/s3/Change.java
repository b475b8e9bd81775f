package io.moraine.objectstore.s3;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import software.amazon.awssdk.core.exception.SdkException;

/** The replacement or the deletion of one object, with all attempts. */
final class Change {
  private static final int PRECONDITION_FAILED = 412;
  private static final int NOT_IMPLEMENTED = 501;

  private final S3Requests requests;
  private final S3Errors errors;
  private final TrackedWrite write;
  private final String path;

  Change(S3Requests requests, Attempts attempts, S3Errors errors, String path) {
    this.requests = requests;
    this.errors = errors;
    this.write = new TrackedWrite(attempts, path);
    this.path = path;
  }

  /** Whether the object still was the one tagged with {@code etag}, and was replaced. */
  boolean replace(Bytes content, String etag) {
    try {
      write.send(() -> requests.replace(path, content, etag));
      return true;
    } catch (SdkException e) {
      ObjectStoreException refusal = replacementRefused(e);
      boolean other = Failures.status(e) == PRECONDITION_FAILED || refusal.kind() == Kind.NOT_FOUND;
      if (other && !write.isUnanswered()) {
        return false;
      }
      throw write.orUnanswered(refusal, "replaced");
    } catch (ObjectStoreException e) {
      throw write.orUnanswered(e, "replaced");
    }
  }

  private ObjectStoreException replacementRefused(SdkException refusal) {
    return Failures.status(refusal) == NOT_IMPLEMENTED
        ? errors.error(
            Kind.MISCONFIGURED,
            path,
            "the store cannot replace an object on a condition (If-Match): "
                + Failures.text(refusal),
            refusal)
        : errors.of(path, S3Action.PUT, refusal);
  }

  /** Deletes the object, if there is one. */
  void delete() {
    try {
      write.send(() -> requests.delete(path));
    } catch (SdkException e) {
      ObjectStoreException refusal = errors.of(path, S3Action.DELETE, e);
      if (refusal.kind() != Kind.NOT_FOUND) {
        throw write.orUnanswered(refusal, "deleted");
      }
    } catch (ObjectStoreException e) {
      throw write.orUnanswered(e, "deleted");
    }
  }
}
