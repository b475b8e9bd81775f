package io.moraine.objectstore.s3;

import io.moraine.base.Bytes;
import io.moraine.model.S3Options;
import io.moraine.objectstore.s3.ByteRange.Content;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectResponse;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.RequestPayer;

/** Puts what is asked of a store into requests and sends them, once each. Thread-safe. */
final class S3Requests {
  /**
   * Name of the user metadata that holds the put id. Source: SlateDB {@code
   * retrying_object_store.rs} at e0161973.
   */
  static final String PUT_ID = "slatedbputid";

  private final S3AsyncClient client;
  private final S3Location location;
  private final S3Options options;

  S3Requests(S3AsyncClient client, S3Location location, S3Options options) {
    this.client = client;
    this.location = location;
    this.options = options;
  }

  /**
   * Reads a part of an object.
   *
   * @param etag a tag whose object is not wanted; "" for none
   * @param tooLarge the error for a number of bytes that no array can hold
   */
  CompletableFuture<Content> get(
      String path, ByteRange range, String etag, LongFunction<RuntimeException> tooLarge) {
    GetObjectRequest request =
        GetObjectRequest.builder()
            .bucket(location.bucket())
            .key(location.key(path))
            .range(range.header())
            .ifNoneMatch(etag.isEmpty() ? null : etag)
            .requestPayer(payer())
            .build();
    return client.getObject(request, new ContentCollector(range, tooLarge));
  }

  CompletableFuture<HeadObjectResponse> head(String path) {
    return client.headObject(
        HeadObjectRequest.builder()
            .bucket(location.bucket())
            .key(location.key(path))
            .requestPayer(payer())
            .build());
  }

  /** Lists what is directly in {@code folder}, after {@code afterName} ("" for all). */
  CompletableFuture<ListObjectsV2Response> list(String folder, String afterName) {
    String prefix = location.keyPrefix(folder);
    return client.listObjectsV2(
        ListObjectsV2Request.builder()
            .bucket(location.bucket())
            .prefix(prefix.isEmpty() ? null : prefix)
            .delimiter("/")
            .startAfter(afterName.isEmpty() ? null : prefix + afterName)
            .requestPayer(payer())
            .build());
  }

  /** Creates an object unless there is one. */
  CompletableFuture<PutObjectResponse> put(String path, Bytes content, String putId) {
    return put(path, content, request -> request.ifNoneMatch("*").metadata(Map.of(PUT_ID, putId)));
  }

  /** Replaces an object that still is the one tagged with {@code etag}. */
  CompletableFuture<PutObjectResponse> replace(String path, Bytes content, String etag) {
    return put(path, content, request -> request.ifMatch(etag));
  }

  /** Deletes an object, if there is one. */
  CompletableFuture<DeleteObjectResponse> delete(String path) {
    return client.deleteObject(
        DeleteObjectRequest.builder()
            .bucket(location.bucket())
            .key(location.key(path))
            .requestPayer(payer())
            .build());
  }

  private CompletableFuture<PutObjectResponse> put(
      String path, Bytes content, Consumer<PutObjectRequest.Builder> condition) {
    PutObjectRequest.Builder request =
        PutObjectRequest.builder()
            .bucket(location.bucket())
            .key(location.key(path))
            .requestPayer(payer());
    condition.accept(request);
    options
        .encryption()
        .ifPresent(
            encryption ->
                request
                    .serverSideEncryption(encryption.algorithm())
                    .ssekmsKeyId(encryption.kmsKeyId().orElse(null)));
    ByteBuffer body = ByteBuffer.wrap(content.array(), content.arrayOffset(), content.length());
    return client.putObject(request.build(), AsyncRequestBody.fromByteBufferUnsafe(body));
  }

  private @Nullable RequestPayer payer() {
    return options.requesterPays() ? RequestPayer.REQUESTER : null;
  }
}
