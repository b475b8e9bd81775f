package io.moraine.testing.s3;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the server was asked, and how much of it at a time. Thread-safe. */
final class RequestLog {
  private final List<LoggedRequest> entries = new ArrayList<>();
  private final Set<InetSocketAddress> peers = new HashSet<>();
  private int inFlight;
  private int peak;

  /** Notes a request over the connection of {@code peer}. */
  synchronized void begin(InetSocketAddress peer) {
    peers.add(peer);
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
    peers.clear();
    peak = inFlight;
  }

  synchronized int connections() {
    return peers.size();
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
