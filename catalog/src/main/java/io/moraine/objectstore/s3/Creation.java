package io.moraine.objectstore.s3;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectStore.PutOutcome;
import io.moraine.objectstore.ObjectStoreException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

/**
 * The creation of one object, with all attempts. An answer that says that the object is there may
 * come of an earlier attempt whose own answer was lost; the put id, which goes into the object's
 * metadata, tells.
 */
final class Creation {
  private static final int NOT_FOUND = 404;
  private static final int PRECONDITION_FAILED = 412;
  private static final String DONE = "created";

  private final S3Requests requests;
  private final Attempts attempts;
  private final S3Errors errors;
  private final TrackedWrite write;
  private final String path;
  private final String putId;

  Creation(S3Requests requests, Attempts attempts, S3Errors errors, String path, String putId) {
    this.requests = requests;
    this.attempts = attempts;
    this.errors = errors;
    this.write = new TrackedWrite(attempts, path);
    this.path = path;
    this.putId = putId;
  }

  PutOutcome create(Bytes content) {
    try {
      write.send(() -> requests.put(path, content, putId));
      return PutOutcome.CREATED;
    } catch (SdkException e) {
      if (Failures.status(e) == PRECONDITION_FAILED) {
        return outcomeOfExisting();
      }
      throw write.orUnanswered(errors.of(path, S3Action.PUT, e), DONE);
    } catch (ObjectStoreException e) {
      throw write.orUnanswered(e, DONE);
    }
  }

  /**
   * Whose object it is that is there. Even if no attempt of ours was lost, an earlier creation with
   * the same put id may have made it.
   */
  private PutOutcome outcomeOfExisting() {
    try {
      HeadObjectResponse found = attempts.read(path, 0, () -> requests.head(path));
      return putId.equals(found.metadata().get(S3Requests.PUT_ID))
          ? PutOutcome.OWN
          : PutOutcome.EXISTS;
    } catch (SdkException e) {
      if (Failures.status(e) == NOT_FOUND && !write.isUnanswered()) {
        return PutOutcome.EXISTS; // it was there, and was removed since
      }
      throw write.unanswered(errors.of(path, S3Action.GET, e), DONE);
    } catch (ObjectStoreException e) {
      throw write.unanswered(e, DONE);
    }
  }
}
