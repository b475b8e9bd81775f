package io.moraine.api;

import io.moraine.testing.s3.Fault;
import io.moraine.testing.s3.LoggedRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One request of an operation.
 *
 * @param line what it asks for
 * @param occurrence the how manieth of those that ask for that, from 1
 */
record FaultTarget(String line, int occurrence) {
  /** Each of the requests that an operation made. */
  static List<FaultTarget> of(List<LoggedRequest> requests) {
    Map<String, Integer> seen = new HashMap<>();
    List<FaultTarget> targets = new ArrayList<>();
    for (LoggedRequest each : requests) {
      String line = each.request().withoutBucket();
      targets.add(new FaultTarget(line, seen.merge(line, 1, Integer::sum)));
    }
    return targets;
  }

  /** A fault at that request alone. */
  CountedFaults once(Fault fault) {
    return new CountedFaults(this, fault, occurrence);
  }

  /** A fault at that request and whenever the same is asked for again. */
  CountedFaults from(Fault fault) {
    return new CountedFaults(this, fault, Integer.MAX_VALUE);
  }
}
