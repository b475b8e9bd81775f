package io.moraine.objectstore.s3;

import io.moraine.base.Bytes;
import io.moraine.objectstore.s3.ByteRange.Content;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.core.async.SdkPublisher;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** Takes the body of one answer, in one array of the right size if the store tells that. */
final class ContentCollector
    implements AsyncResponseTransformer<GetObjectResponse, Content>, Subscriber<ByteBuffer> {
  private static final int FIRST_CAPACITY = 8192;
  private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

  private final ByteRange range;
  private final LongFunction<RuntimeException> tooLarge;
  private final CompletableFuture<Content> content = new CompletableFuture<>();
  private GetObjectResponse response = GetObjectResponse.builder().build();
  private byte[] bytes = {};
  private int count;

  /**
   * For the answer to one request.
   *
   * @param range what was asked for
   * @param tooLarge the error for a number of bytes that no array can hold
   */
  ContentCollector(ByteRange range, LongFunction<RuntimeException> tooLarge) {
    this.range = range;
    this.tooLarge = tooLarge;
  }

  @Override
  public CompletableFuture<Content> prepare() {
    return content;
  }

  @Override
  public void onResponse(GetObjectResponse answer) {
    response = answer;
  }

  @Override
  public void onStream(SdkPublisher<ByteBuffer> body) {
    body.subscribe(this);
  }

  @Override
  public void exceptionOccurred(Throwable failure) {
    content.completeExceptionally(failure);
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    Long length = response.contentLength();
    if (length != null && length > MOST_BYTES) {
      content.completeExceptionally(tooLarge.apply(length));
      subscription.cancel();
    } else {
      bytes = new byte[length == null ? FIRST_CAPACITY : length.intValue()];
      subscription.request(Long.MAX_VALUE);
    }
  }

  @Override
  public void onNext(ByteBuffer next) {
    int length = next.remaining();
    if (length > bytes.length - count) {
      bytes = Arrays.copyOf(bytes, Math.max(count + length, 2 * bytes.length));
    }
    next.get(bytes, count, length);
    count += length;
  }

  @Override
  public void onError(Throwable failure) {
    content.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    try {
      content.complete(range.content(response, Bytes.wrap(bytes).slice(0, count)));
    } catch (IOException e) {
      content.completeExceptionally(e);
    }
  }
}
