package io.moraine.testing.s3;

import com.sun.net.httpserver.HttpExchange;
import io.moraine.base.Bytes;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * One request on its way: is acted upon, and answered well or badly. What comes of it is logged
 * before the last bytes of the answer go out, so that whoever has the answer finds it in the log,
 * and not among the requests under way.
 */
final class Turn {
  private static final int DRIPS = 10;

  private final HttpExchange exchange;
  private final S3Request request;
  private final Supplier<S3Response> action;
  private final RequestLog log;
  private final CountDownLatch closed;
  private final long beganNanos;
  private boolean ended;

  /** A turn in a server that is open until {@code closed} is zero. */
  Turn(
      HttpExchange exchange,
      S3Request request,
      Supplier<S3Response> action,
      RequestLog log,
      CountDownLatch closed,
      long beganNanos) {
    this.exchange = exchange;
    this.request = request;
    this.action = action;
    this.log = log;
    this.closed = closed;
    this.beganNanos = beganNanos;
  }

  /** Does what is asked; errors are answers. */
  S3Response act() {
    try {
      return action.get();
    } catch (S3Error e) {
      return e.response();
    }
  }

  void send(S3Response response) throws IOException {
    log(response.status(), response.body().length());
    end();
    write(openBody(response), response.body());
    exchange.close();
  }

  void sendHalf(S3Response response) throws IOException {
    Bytes half = response.body().slice(0, response.body().length() / 2);
    log(half.isEmpty() ? 0 : response.status(), half.length());
    end();
    if (!half.isEmpty()) {
      write(openBody(response), half);
    }
    exchange.close();
  }

  void drip(S3Response response, Duration pause) throws IOException {
    OutputStream out = openBody(response);
    int length = response.body().length();
    for (int i = 0; i < DRIPS; i++) {
      pause(pause);
      if (i == DRIPS - 1) {
        log(response.status(), length);
        end();
      }
      write(out, response.body().slice(part(length, i), part(length, i + 1)));
    }
    exchange.close();
  }

  /** Ends the connection without an answer, at once or when the server closes. */
  void drop(boolean whenClosed) {
    log(0, 0);
    if (whenClosed) {
      pause(Duration.ofDays(1));
    }
    end();
    exchange.close();
  }

  /** Waits, but no longer than the server is open. */
  void pause(Duration duration) {
    try {
      closed.await(duration.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until {@code duration} after the request came in. */
  void pauseUntil(Duration duration) {
    pause(duration.minusNanos(System.nanoTime() - beganNanos));
  }

  /** It is not under way any more. */
  void end() {
    if (!ended) {
      ended = true;
      log.end();
    }
  }

  private OutputStream openBody(S3Response response) throws IOException {
    response.headers().forEach(exchange.getResponseHeaders()::set);
    int length = response.body().length();
    if (request.method().equals("HEAD")) {
      exchange.getResponseHeaders().set("Content-Length", "" + length);
    }
    boolean bodiless = length == 0 || request.method().equals("HEAD");
    exchange.sendResponseHeaders(response.status(), bodiless ? -1 : length);
    return exchange.getResponseBody();
  }

  private void write(OutputStream out, Bytes bytes) throws IOException {
    if (!request.method().equals("HEAD") && !bytes.isEmpty()) {
      out.write(bytes.array(), bytes.arrayOffset(), bytes.length());
      out.flush();
    }
  }

  private static int part(int length, int number) {
    return (int) ((long) length * number / DRIPS);
  }

  private void log(int status, long bytes) {
    long carried = request.method().equals("HEAD") ? 0 : bytes;
    log.add(new LoggedRequest(request, status, carried, beganNanos, System.nanoTime()));
  }
}
