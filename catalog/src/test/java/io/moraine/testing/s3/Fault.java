package io.moraine.testing.s3;

import io.moraine.base.Bytes;
import java.io.IOException;
import java.time.Duration;

/** Something that goes wrong with one request. */
public final class Fault {
  private final String name;
  private final Play play;

  /** What it does with its turn. */
  @FunctionalInterface
  interface Play {
    void play(Turn turn) throws IOException;
  }

  private Fault(String name, Play play) {
    this.name = name;
    this.play = play;
  }

  /** An error instead of an answer; the server does nothing. */
  public static Fault error(int status, String code) {
    return new Fault(
        status + " " + code,
        turn -> turn.send(new S3Error(status, code, "Injected by the test").response()));
  }

  /** 500: the server has a problem. */
  public static Fault internalError() {
    return error(500, "InternalError");
  }

  /** 503: too many requests, in Amazon's way. */
  public static Fault slowDown() {
    return error(503, "SlowDown");
  }

  /** 429: too many requests, in the way of others. */
  public static Fault tooManyRequests() {
    return error(429, "TooManyRequests");
  }

  /** 409: a conditional write met another one. */
  public static Fault conflict() {
    return error(409, "ConditionalRequestConflict");
  }

  /** No answer until the server closes; it does nothing. */
  public static Fault hang() {
    return new Fault("hang", turn -> turn.drop(true));
  }

  /** The right answer after a while, on top of the latency. */
  public static Fault delay(Duration by) {
    return new Fault(
        "delay of " + by,
        turn -> {
          turn.pause(by);
          turn.send(turn.act());
        });
  }

  /** The connection ends; the server does nothing. */
  public static Fault resetBefore() {
    return new Fault("reset before", turn -> turn.drop(false));
  }

  /** The server does what it is asked, and the connection ends without an answer. */
  public static Fault resetAfter() {
    return new Fault(
        "reset after",
        turn -> {
          turn.act();
          turn.drop(false);
        });
  }

  /** The server does what it is asked and never answers. */
  public static Fault hangAfter() {
    return new Fault(
        "hang after",
        turn -> {
          turn.act();
          turn.drop(true);
        });
  }

  /** The connection ends before the second half of the body; at once if there is no body. */
  public static Fault truncate() {
    return new Fault("truncate", turn -> turn.sendHalf(turn.act()));
  }

  /** A well-formed answer with half of the bytes that it should have. */
  public static Fault shortBody() {
    return new Fault(
        "short body",
        turn -> {
          S3Response whole = turn.act();
          Bytes body = whole.body();
          turn.send(whole.withBody(body.slice(0, body.length() / 2)));
        });
  }

  /** The right answer, its body in ten parts with a pause before each. */
  public static Fault drip(Duration pause) {
    return new Fault("drip with " + pause, turn -> turn.drip(turn.act(), pause));
  }

  /** The right answer with another object's tag. */
  public static Fault wrongEtag() {
    return new Fault(
        "wrong ETag",
        turn -> {
          S3Response right = turn.act();
          turn.send(
              right.headers().containsKey("ETag")
                  ? right.with("ETag", "\"00000000000000000000000000000000\"")
                  : right);
        });
  }

  void play(Turn turn) throws IOException {
    play.play(turn);
  }

  @Override
  public String toString() {
    return name;
  }
}
