package io.moraine.testing;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.util.concurrent.atomic.AtomicInteger;

/** Loses the answer to some writes, after they have landed. */
public final class LostReplyObjectStore extends ForwardingObjectStore {
  private final AtomicInteger repliesToLose;

  /** Loses the answers to the next {@code replies} writes. */
  public LostReplyObjectStore(ObjectStore target, int replies) {
    super(target);
    this.repliesToLose = new AtomicInteger(replies);
  }

  @Override
  public PutOutcome putIfAbsent(String path, Bytes content, String putId) {
    PutOutcome outcome = super.putIfAbsent(path, content, putId);
    loseReply(path);
    return outcome;
  }

  @Override
  public boolean replaceIfUnchanged(String path, Bytes content, String etag) {
    boolean outcome = super.replaceIfUnchanged(path, content, etag);
    loseReply(path);
    return outcome;
  }

  @Override
  public void delete(String path) {
    super.delete(path);
    loseReply(path);
  }

  private void loseReply(String path) {
    if (repliesToLose.getAndDecrement() > 0) {
      throw new ObjectStoreException(
          Kind.UNANSWERED, path, location() + "/" + path + ": the reply was lost", null);
    }
  }
}
