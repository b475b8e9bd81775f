package io.moraine.driver.transaction;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.moraine.model.CatalogFigures.Requests;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Remembers how often the object store had been asked when a connection last looked. */
public final class RequestHistory {
  private final Supplier<List<Requests>> source;

  @GuardedBy("this")
  private final Map<String, Requests> lastSeen = new HashMap<>();

  RequestHistory(Supplier<List<Requests>> source) {
    this.source = source;
  }

  /**
   * Requests, one entry a kind of object in each list.
   *
   * @param sinceStart since the store was opened in this process
   * @param sinceLastLook since the connection last looked; since the start for the first time
   */
  public record Look(List<Requests> sinceStart, List<Requests> sinceLastLook) {}

  /** Looks, and remembers what was seen. Thread-safe. */
  public synchronized Look look() {
    List<Requests> now = source.get();
    List<Requests> news = new ArrayList<>();
    for (Requests each : now) {
      Requests before = lastSeen.put(each.objects(), each);
      news.add(before == null ? each : each.minus(before));
    }
    return new Look(now, news);
  }
}
