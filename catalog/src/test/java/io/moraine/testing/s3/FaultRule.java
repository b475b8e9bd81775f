package io.moraine.testing.s3;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Says which requests go wrong, and how. Is asked once for each request, by many threads. */
@FunctionalInterface
public interface FaultRule {
  /** Nothing goes wrong. */
  FaultRule NONE = request -> null;

  /** The fault for a request that came in; null for none. */
  @Nullable Fault faultFor(S3Request request);

  /** Always the same for some requests. */
  static FaultRule always(Predicate<S3Request> which, Fault fault) {
    return request -> which.test(request) ? fault : null;
  }

  /** For the first one of some requests. */
  static FaultRule once(Predicate<S3Request> which, Fault fault) {
    return nth(1, which, fault);
  }

  /** For one of some requests: the first is number 1. */
  static FaultRule nth(int number, Predicate<S3Request> which, Fault fault) {
    AtomicInteger seen = new AtomicInteger();
    return request -> which.test(request) && seen.incrementAndGet() == number ? fault : null;
  }

  /** This rule, and where it has no fault, another. */
  default FaultRule or(FaultRule other) {
    return request -> {
      Fault first = faultFor(request);
      return first == null ? other.faultFor(request) : first;
    };
  }
}
