package io.moraine.objectstore.s3;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectPaths;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.objectstore.s3.ByteRange.Content;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Objects below a prefix of a bucket. */
final class S3ObjectStore implements ObjectStore {
  private static final int NOT_MODIFIED = 304;
  private static final int NOT_FOUND = 404;
  private static final int RANGE_NOT_SATISFIABLE = 416;

  private final S3Location location;
  private final S3Requests requests;
  private final Attempts attempts;
  private final S3Errors errors;
  private final ServerClock clock;
  private final Runnable release;

  /**
   * A store.
   *
   * @param requests sends requests once
   * @param attempts sends them until they are answered
   * @param clock the server's
   * @param release gives the client back
   */
  S3ObjectStore(
      S3Location location,
      S3Requests requests,
      Attempts attempts,
      S3Errors errors,
      ServerClock clock,
      Runnable release) {
    this.location = location;
    this.requests = requests;
    this.attempts = attempts;
    this.errors = errors;
    this.clock = clock;
    this.release = release;
  }

  @Override
  public Bytes read(String path) {
    try {
      return get(path, ByteRange.WHOLE, "").bytes();
    } catch (SdkException e) {
      throw errors.of(path, S3Action.GET, e);
    }
  }

  @Override
  public Bytes readRange(String path, long offset, int length) {
    ObjectPaths.check(path);
    if (offset < 0 || length < 0) {
      throw noRange(path, offset, length);
    }
    if (length == 0) {
      return emptyRange(path, offset);
    }
    Bytes bytes = Bytes.EMPTY;
    try {
      bytes = get(path, ByteRange.of(offset, length), "").bytes();
    } catch (SdkException e) {
      if (Failures.status(e) != RANGE_NOT_SATISFIABLE) {
        throw errors.of(path, S3Action.GET, e);
      }
    }
    if (bytes.isEmpty()) {
      throw noRange(path, offset, length);
    }
    return bytes;
  }

  private Bytes emptyRange(String path, long offset) {
    if (offset >= existing(path).size()) {
      throw noRange(path, offset, 0);
    }
    return Bytes.EMPTY;
  }

  @Override
  public Tail readTail(String path, int length) {
    ObjectPaths.check(path);
    if (length < 0) {
      throw noRange(path, 0, length);
    }
    if (length == 0) {
      return new Tail(existing(path).size(), Bytes.EMPTY);
    }
    try {
      Content content = get(path, ByteRange.tail(length), "");
      return new Tail(content.objectSize(), content.bytes());
    } catch (SdkException e) {
      if (Failures.status(e) == RANGE_NOT_SATISFIABLE) {
        return new Tail(0, Bytes.EMPTY); // only an empty object has no end
      }
      throw errors.of(path, S3Action.GET, e);
    }
  }

  private ObjectMeta existing(String path) {
    return head(path).orElseThrow(() -> errors.error(Kind.NOT_FOUND, path, "no such object", null));
  }

  private ObjectStoreException noRange(String path, long offset, int length) {
    return errors.error(
        Kind.BAD_REQUEST, path, "no range [" + offset + ", +" + length + ") in the object", null);
  }

  @Override
  public Optional<Tagged> readIfChanged(String path, String etag) {
    try {
      Content content = get(path, ByteRange.WHOLE, etag);
      return Optional.of(new Tagged(content.bytes(), content.etag()));
    } catch (SdkException e) {
      if (Failures.status(e) == NOT_MODIFIED) {
        return Optional.empty();
      }
      throw errors.of(path, S3Action.GET, e);
    }
  }

  private Content get(String path, ByteRange range, String etag) {
    ObjectPaths.check(path);
    return attempts.read(
        path, range.length(), () -> requests.get(path, range, etag, size -> tooLarge(path, size)));
  }

  private ObjectStoreException tooLarge(String path, long size) {
    return errors.error(Kind.BAD_REQUEST, path, size + " bytes are too many to read at once", null);
  }

  @Override
  public Optional<ObjectMeta> head(String path) {
    ObjectPaths.check(path);
    try {
      HeadObjectResponse found = attempts.read(path, 0, () -> requests.head(path));
      return Optional.of(meta(path, found.contentLength(), found.lastModified()));
    } catch (SdkException e) {
      if (Failures.status(e) == NOT_FOUND) {
        return Optional.empty();
      }
      throw errors.of(path, S3Action.GET, e);
    }
  }

  @Override
  public Optional<String> findPutId(String path) {
    ObjectPaths.check(path);
    try {
      HeadObjectResponse found = attempts.read(path, 0, () -> requests.head(path));
      return Optional.ofNullable(found.metadata().get(S3Requests.PUT_ID));
    } catch (SdkException e) {
      if (Failures.status(e) == NOT_FOUND) {
        return Optional.empty();
      }
      throw errors.of(path, S3Action.GET, e);
    }
  }

  @Override
  public Page listPage(String folder, String afterName) {
    ObjectPaths.checkFolder(folder);
    String path = folder.isEmpty() ? "" : folder + "/";
    Page page;
    try {
      page = page(path, attempts.send(path, () -> requests.list(folder, afterName), failure -> {}));
    } catch (SdkException e) {
      throw errors.of(path, S3Action.LIST, e);
    }
    if (page.truncated() && page.lastName().compareTo(afterName) <= 0) {
      throw errors.error(
          Kind.MISCONFIGURED, path, "the store's listing goes on and on after " + afterName, null);
    }
    return page;
  }

  private Page page(String path, ListObjectsV2Response answer) {
    int prefix = location.key(path).length();
    List<ObjectMeta> objects =
        answer.contents().stream()
            .filter(each -> each.key().length() > prefix)
            .map(
                each -> meta(path + each.key().substring(prefix), each.size(), each.lastModified()))
            .filter(each -> ObjectPaths.isValid(each.path()))
            .toList();
    String lastName =
        Stream.concat(
                answer.contents().stream().map(S3Object::key),
                answer.commonPrefixes().stream().map(CommonPrefix::prefix))
            .max(Comparator.naturalOrder())
            .map(key -> key.substring(prefix))
            .orElse("");
    return new Page(objects, lastName, Boolean.TRUE.equals(answer.isTruncated()));
  }

  private static ObjectMeta meta(String path, @Nullable Long size, @Nullable Instant modified) {
    return new ObjectMeta(
        path, size == null ? 0 : size, modified == null ? 0 : modified.toEpochMilli());
  }

  @Override
  public PutOutcome putIfAbsent(String path, Bytes content, String putId) {
    ObjectPaths.check(path);
    return new Creation(requests, attempts, errors, path, putId).create(content);
  }

  @Override
  public boolean replaceIfUnchanged(String path, Bytes content, String etag) {
    ObjectPaths.check(path);
    return new Change(requests, attempts, errors, path).replace(content, etag);
  }

  @Override
  public void delete(String path) {
    ObjectPaths.check(path);
    new Change(requests, attempts, errors, path).delete();
  }

  @Override
  public long clockLeadMillis() {
    return clock.leadMillis();
  }

  @Override
  public String location() {
    return location.toString();
  }

  @Override
  public boolean isLocal() {
    return false;
  }

  /** Ends requests that are under way; closing twice does nothing. */
  @Override
  public void close() {
    if (attempts.close()) {
      release.run();
    }
  }
}
