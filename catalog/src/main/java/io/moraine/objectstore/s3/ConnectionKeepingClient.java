package io.moraine.objectstore.s3;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.http.async.AsyncExecuteRequest;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpResponseHandler;

/**
 * An HTTP client whose connections outlive refusals.
 *
 * <p>The SDK cancels the exchange of a request that fails, and to it each answer with an error is a
 * failure. Cancelling ends the connection, even when the answer was received to the end. But "not
 * there" and "not modified" are everyday answers, not worth a new connection: what was received to
 * the end is not cancelled here.
 */
final class ConnectionKeepingClient implements SdkAsyncHttpClient {
  private final SdkAsyncHttpClient client;
  private final Runnable afterwards;

  /**
   * Hands requests on to {@code client}, which it closes.
   *
   * @param afterwards ends what the client used
   */
  ConnectionKeepingClient(SdkAsyncHttpClient client, Runnable afterwards) {
    this.client = client;
    this.afterwards = afterwards;
  }

  @Override
  public CompletableFuture<Void> execute(AsyncExecuteRequest request) {
    Receiver receiver = new Receiver(request.responseHandler());
    AsyncExecuteRequest.Builder watched =
        AsyncExecuteRequest.builder()
            .request(request.request())
            .requestContentPublisher(request.requestContentPublisher())
            .responseHandler(receiver)
            .fullDuplex(request.fullDuplex())
            .httpExecutionAttributes(request.httpExecutionAttributes());
    request.metricCollector().ifPresent(watched::metricCollector);
    return shielded(client.execute(watched.build()), receiver);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // each tells the other
  private static CompletableFuture<Void> shielded(
      CompletableFuture<Void> exchange, Receiver receiver) {
    CompletableFuture<Void> shown = new CompletableFuture<>();
    exchange.whenComplete(
        (nothing, failure) -> {
          if (failure == null) {
            shown.complete(null);
          } else {
            shown.completeExceptionally(failure);
          }
        });
    shown.whenComplete(
        (nothing, failure) -> {
          if (failure != null && !receiver.isComplete) {
            exchange.completeExceptionally(failure);
          }
        });
    return shown;
  }

  @Override
  public String clientName() {
    return client.clientName();
  }

  @Override
  public void close() {
    client.close();
    afterwards.run();
  }

  /** Hands an answer on and notes its end. */
  private static final class Receiver implements SdkAsyncHttpResponseHandler {
    private final SdkAsyncHttpResponseHandler target;
    private volatile boolean isComplete;

    private Receiver(SdkAsyncHttpResponseHandler target) {
      this.target = target;
    }

    @Override
    public void onHeaders(SdkHttpResponse headers) {
      target.onHeaders(headers);
    }

    @Override
    public void onStream(Publisher<ByteBuffer> body) {
      target.onStream(subscriber -> body.subscribe(watching(subscriber)));
    }

    @Override
    public void onError(Throwable failure) {
      target.onError(failure);
    }

    private Subscriber<ByteBuffer> watching(Subscriber<? super ByteBuffer> subscriber) {
      return new Subscriber<>() {
        @Override
        public void onSubscribe(Subscription subscription) {
          subscriber.onSubscribe(subscription);
        }

        @Override
        public void onNext(ByteBuffer bytes) {
          subscriber.onNext(bytes);
        }

        @Override
        public void onError(Throwable failure) {
          subscriber.onError(failure);
        }

        @Override
        public void onComplete() {
          isComplete = true;
          subscriber.onComplete();
        }
      };
    }
  }
}
