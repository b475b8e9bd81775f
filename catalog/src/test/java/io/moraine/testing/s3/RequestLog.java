package io.moraine.testing.s3;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What the server was asked, and how much of it at a time. Thread-safe. */
final class RequestLog {
  private final List<LoggedRequest> entries = new ArrayList<>();
  private int inFlight;
  private int peak;

  synchronized void begin() {
    inFlight++;
    peak = Math.max(peak, inFlight);
  }

  synchronized void end() {
    inFlight--;
  }

  synchronized void add(LoggedRequest entry) {
    entries.add(entry);
  }

  synchronized void reset() {
    entries.clear();
    peak = inFlight;
  }

  synchronized int peak() {
    return peak;
  }

  synchronized List<LoggedRequest> entries() {
    return entries.stream().sorted(Comparator.comparingLong(LoggedRequest::beganNanos)).toList();
  }

  /** The most requests of which each began after the one before it had ended. */
  int longestChain() {
    List<LoggedRequest> byEnd = new ArrayList<>(entries());
    byEnd.sort(Comparator.comparingLong(LoggedRequest::endedNanos));
    int length = 0;
    long ended = Long.MIN_VALUE;
    for (LoggedRequest each : byEnd) {
      if (each.beganNanos() > ended) {
        length++;
        ended = each.endedNanos();
      }
    }
    return length;
  }
}
