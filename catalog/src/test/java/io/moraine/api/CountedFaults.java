package io.moraine.api;

import io.moraine.testing.s3.Fault;
import io.moraine.testing.s3.FaultRule;
import io.moraine.testing.s3.S3Request;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A fault at some requests, which counts how often it happened. */
final class CountedFaults implements FaultRule {
  /** Some minutes. */
  private static final int MOST_LOOKS = 5000;

  private final FaultTarget first;
  private final Fault fault;
  private final int lastOccurrence;
  private final AtomicInteger seen = new AtomicInteger();
  private final AtomicInteger count = new AtomicInteger();
  private final CountDownLatch happened = new CountDownLatch(1);

  /** From {@code first} to the request with the number {@code lastOccurrence} of its kind. */
  CountedFaults(FaultTarget first, Fault fault, int lastOccurrence) {
    this.first = first;
    this.fault = fault;
    this.lastOccurrence = lastOccurrence;
  }

  @Override
  public @Nullable Fault faultFor(S3Request request) {
    if (!request.withoutBucket().equals(first.line())) {
      return null;
    }
    int number = seen.incrementAndGet();
    if (number < first.occurrence() || number > lastOccurrence) {
      return null;
    }
    count.incrementAndGet();
    happened.countDown();
    return fault;
  }

  Fault fault() {
    return fault;
  }

  int count() {
    return count.get();
  }

  /** Waits until it happens; whether it did before {@code result} was there. */
  boolean awaitFirst(Future<?> result) throws InterruptedException {
    for (int i = 0; i < MOST_LOOKS; i++) {
      if (happened.await(30, TimeUnit.MILLISECONDS) || result.isDone()) {
        return happened.getCount() == 0;
      }
    }
    throw new AssertionError("neither a result nor " + this);
  }

  @Override
  public String toString() {
    return fault + " at " + first;
  }
}
