package io.moraine.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.IdSource;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CompactionListener;
import io.moraine.model.NewLake;
import io.moraine.model.ReadScope;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.testing.ManualBackground;
import io.moraine.testing.SelfMovingClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A lake and the processes that use it while simulated time goes by: one that writes all the time,
 * one that comes with many commits at once each day, and one that reads. They do in the background
 * what they would do by themselves. Each day some of them end, and now and then one dies.
 */
final class LakeInTime implements AutoCloseable {
  private static final int BURST = 64;
  private static final int COMMITS_A_BURST = 60;
  private static final Duration KEPT = Duration.ofDays(2);

  /** By then the role was given up. */
  private static final Duration BETWEEN_WRITERS = Duration.ofSeconds(10);

  private static final Duration LONGEST_HELD = Duration.ofHours(1);
  private static final CatalogOptions OPTIONS = CatalogOptions.of("memory:in-time");

  private final Random random;
  private final SelfMovingClock clock = new SelfMovingClock(Instant.parse("2027-01-01T00:00:00Z"));
  private final MemoryObjectStore store = new MemoryObjectStore("in-time", clock);
  private final Duration pace;
  private final boolean nightly;
  private final BoundedContent content;
  private final List<Held> held = new ArrayList<>();
  private Running writer;
  private Running burster;
  private Running reader;
  private long commits;
  private long scopesHeld;

  private record Running(Catalog catalog, ManualBackground background) {}

  private record Held(ReadScope scope, List<Long> files, long untilNanos) {}

  /**
   * A lake with a commit each {@code pace}.
   *
   * @param nightly whether everything is compacted each night
   */
  LakeInTime(Duration pace, long seed, boolean nightly) {
    this.pace = pace;
    this.nightly = nightly;
    this.random = new Random(seed);
    this.content = new BoundedContent(clock, KEPT, random);
    Catalog.create(store, NewLake.PLAIN, OPTIONS, clock, ids(), new ManualBackground(clock));
    writer = start();
    burster = start();
    reader = start();
    content.fill(writer.catalog());
  }

  private IdSource ids() {
    return new Random(random.nextLong())::nextLong;
  }

  private Running start() {
    ManualBackground background = new ManualBackground(clock);
    return new Running(Catalog.over(store, OPTIONS, clock, ids(), background), background);
  }

  /** Lets a day pass; takes a sample {@code samples} times. */
  void day(int samples, LakePeriod period) {
    long steps = Duration.ofDays(1).dividedBy(pace);
    for (long step = 0; step < steps; step++) {
      step(step);
      if (step * samples / steps != (step + 1) * samples / steps) {
        period.add(LakeSample.of(store, clock, OPTIONS, content.anyFile()));
      }
    }
    content.expire(writer.catalog());
    if (nightly) {
      var unused = writer.catalog().compact(Optional.empty(), CompactionListener.NONE);
    }
    replaceSome();
    try (ReadScope scope = reader.catalog().readScope()) {
      content.check(scope);
    }
  }

  private void step(long step) {
    long begun = clock.monotonicNanos();
    content.commitRows(writer.catalog());
    commits++;
    if (step % COMMITS_A_BURST == COMMITS_A_BURST / 2) {
      passUntil(begun + BETWEEN_WRITERS.toNanos());
      burst(step == COMMITS_A_BURST / 2 ? burster : writer);
    }
    read(step);
    passUntil(begun + pace.toNanos());
  }

  private void burst(Running process) {
    for (int i = 0; i < BURST; i++) {
      content.commitVerbs(process.catalog());
      commits++;
    }
  }

  /** Moves the clock on, and has everything done in the background when it is due. */
  private void passUntil(long endNanos) {
    while (true) {
      long next = nextDueNanos(endNanos);
      if (next >= endNanos) {
        clock.advance(Duration.ofNanos(Math.max(0, endNanos - clock.monotonicNanos())));
        return;
      }
      clock.advance(Duration.ofNanos(Math.max(0, next - clock.monotonicNanos())));
      for (Running each : List.of(writer, burster, reader)) {
        each.background().runDue();
      }
    }
  }

  private long nextDueNanos(long endNanos) {
    return Stream.of(writer, burster, reader)
        .flatMapToLong(each -> each.background().nextDueNanos().stream())
        .min()
        .orElse(endNanos);
  }

  /** Scopes that are open still show what they showed when they were opened. */
  private void read(long step) {
    for (Iterator<Held> each = held.iterator(); each.hasNext(); ) {
      Held old = each.next();
      if (old.untilNanos() <= clock.monotonicNanos()) {
        close(old);
        each.remove();
      }
    }
    if (step % 10 == 0) {
      Running process = random.nextInt(4) == 0 ? writer : reader;
      ReadScope scope = process.catalog().readScope();
      long nanos = (long) (random.nextDouble() * LONGEST_HELD.toNanos());
      held.add(new Held(scope, content.files(scope), clock.monotonicNanos() + nanos));
    }
  }

  private void close(Held old) {
    try (ReadScope scope = old.scope()) {
      assertThat(content.files(scope)).as("at %s", scope.position()).isEqualTo(old.files());
      scopesHeld++;
    }
  }

  private void replaceSome() {
    held.forEach(this::close);
    held.clear();
    if (random.nextInt(3) > 0) {
      reader.catalog().close();
    }
    reader = start();
    if (random.nextInt(3) > 0) {
      burster.catalog().close();
    }
    burster = start();
    if (random.nextInt(7) == 0) {
      writer.catalog().close();
      writer = start();
    }
  }

  /** Commits so far. */
  long commits() {
    return commits;
  }

  /** Scopes that were held for a while and then looked at once more. */
  long scopesHeld() {
    return scopesHeld;
  }

  @Override
  public void close() {
    held.forEach(this::close);
    for (Running each : List.of(writer, burster, reader)) {
      each.catalog().close();
    }
  }
}
