package io.moraine.slate.sequenced;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.slate.sequenced.ContestedFolder.Loss;
import io.moraine.slate.sequenced.SequencedMetadata.Creation;
import io.moraine.slate.sequenced.SequencedMetadata.Entry;
import io.moraine.testing.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever other processes do between two requests: what is given out was in force at some moment
 * of the call, is no older than what was given out before, and has the right bytes; a write that is
 * reported as done is in force.
 */
@Timeout(120)
class SequencedRaceTest {
  private static final long SEED = Long.getLong("moraine.seed", 20261130L);
  private static final int SCHEDULES = 1200;
  private static final int THREADS = 4;
  private static final int ACTIONS = 20;
  private static final int LONGEST = 10;

  /** What others do at one moment. */
  private enum Meddling {
    APPEND,
    APPEND_MANY,
    BURY,
    COLLECT,
    COLLECT_HALF,
    APPEND_AND_COLLECT,
    WRITE_DEAD,
    APPEND_COLLECT_AND_WRITE_DEAD,
    LOSE_A_REQUEST,
    LOSE_AN_ANSWER;

    private void in(ContestedFolder folder) {
      switch (this) {
        case APPEND -> folder.append();
        case APPEND_MANY -> folder.append(6);
        case BURY -> folder.bury(folder.newest() - 1);
        case COLLECT -> folder.collectAll();
        case COLLECT_HALF -> folder.collectHalf();
        case APPEND_AND_COLLECT -> appendAndCollect(folder);
        case WRITE_DEAD -> writeDead(folder);
        case APPEND_COLLECT_AND_WRITE_DEAD -> {
          appendAndCollect(folder);
          writeDead(folder);
        }
        case LOSE_A_REQUEST -> folder.loseNext(Loss.OF_REQUEST);
        case LOSE_AN_ANSWER -> folder.loseNext(Loss.OF_ANSWER);
      }
    }

    private static void appendAndCollect(ContestedFolder folder) {
      folder.append(2);
      folder.collectAll();
    }

    private static void writeDead(ContestedFolder folder) {
      for (long id = folder.boundary() - 3; id <= folder.boundary(); id++) {
        folder.writeDead(id);
      }
    }
  }

  /** What the client does. */
  private enum Action {
    READ,
    LOOK_AND_READ,
    CREATE,
    CONFIRM
  }

  @ParameterizedTest
  @EnumSource(Action.class)
  void twoIntrusionsAtAnyTwoMomentsChangeNothing(Action action) {
    for (Meddling first : Meddling.values()) {
      for (Meddling second : Meddling.values()) {
        for (int i = 0; i < LONGEST; i++) {
          for (int j = i; j < LONGEST; j++) {
            for (boolean warm : new boolean[] {false, true}) {
              run(action, warm, Map.of(i, first), j, second);
            }
          }
        }
      }
    }
  }

  private static void run(
      Action action, boolean warm, Map<Integer, Meddling> first, int at, Meddling second) {
    Client client = new Client(1000, action + " " + warm + " " + first + " " + at + " " + second);
    client.folder.append(5);
    client.folder.bury(2);
    if (warm) {
      client.read();
    }
    AtomicInteger moment = new AtomicInteger();
    client.folder.beforeEachRequest(
        folder -> {
          int now = moment.getAndIncrement();
          if (first.containsKey(now)) {
            first.get(now).in(folder);
          }
          if (now == at) {
            second.in(folder);
          }
        });
    client.act(action);
    client.read();
  }

  @Test
  void anyScheduleOfOneClientIsRight() {
    Map<Creation, Integer> creations = new EnumMap<>(Creation.class);
    long invalidations = 0;
    for (int schedule = 0; schedule < SCHEDULES; schedule++) {
      long seed = SEED + schedule;
      SplittableRandom random = new SplittableRandom(seed);
      Client client = new Client(1 + random.nextInt(8), "seed " + seed);
      client.folder.append(1 + random.nextInt(20));
      client.folder.beforeEachRequest(meddling(6, random.split()));
      client.actOften(random);
      client.creations.forEach((what, count) -> creations.merge(what, count, Integer::sum));
      invalidations += client.metadata.figures().counts().boundaryInvalidations();
    }
    assertThat(creations).hasSize(2).allSatisfy((what, count) -> assertThat(count).isPositive());
    assertThat(invalidations).isPositive();
  }

  @Test
  void anyScheduleOfThreadsThatShareAClientIsRight() {
    for (int schedule = 0; schedule < SCHEDULES / 12; schedule++) {
      long seed = SEED + schedule;
      SplittableRandom random = new SplittableRandom(seed);
      InterleavedThreads threads = new InterleavedThreads(random.split());
      Client client =
          new Client(1 + random.nextInt(8), "seed " + seed + ", many threads", threads::over);
      client.folder.append(1 + random.nextInt(20));
      client.folder.beforeEachRequest(meddling(6 * THREADS, random.split()));
      List<Runnable> bodies = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        SplittableRandom own = random.split();
        bodies.add(() -> client.actOften(own));
      }
      threads.run(bodies);
    }
  }

  /** Meddles before one request in {@code requests}. */
  private static Consumer<ContestedFolder> meddling(int requests, SplittableRandom random) {
    Meddling[] all = Meddling.values();
    return folder -> {
      if (random.nextInt(requests) == 0) {
        all[random.nextInt(all.length)].in(folder);
      }
    };
  }

  /** Asks, and holds each answer against what the folder was meanwhile. */
  private static final class Client {
    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-30T00:00:00Z"));
    private final AtomicLong given = new AtomicLong();
    private final AtomicInteger putIds = new AtomicInteger();
    private final Map<Creation, Integer> creations = new EnumMap<>(Creation.class);
    private final ContestedFolder folder;
    private final SequencedMetadata metadata;
    private final String schedule;

    private Client(int pageSize, String schedule) {
      this(pageSize, schedule, UnaryOperator.identity());
    }

    private Client(int pageSize, String schedule, UnaryOperator<ObjectStore> way) {
      this.folder = new ContestedFolder(pageSize);
      this.schedule = schedule;
      this.metadata =
          new SequencedMetadata(
              way.apply(folder),
              ContestedFolder.NAMES,
              Runnable::run,
              clock,
              Duration.ofMinutes(4));
    }

    private void actOften(SplittableRandom random) {
      for (int i = 0; i < ACTIONS; i++) {
        actAtRandom(random);
      }
    }

    private void actAtRandom(SplittableRandom random) {
      switch (random.nextInt(12)) {
        case 0, 1, 2 -> act(Action.CREATE);
        case 3, 4 -> act(Action.LOOK_AND_READ);
        case 5 -> act(Action.CONFIRM);
        case 6 -> clock.advance(Duration.ofMinutes(3));
        case 7 -> find(1 + random.nextLong(folder.newest() + 1));
        case 8 -> forget();
        default -> act(Action.READ);
      }
    }

    private void act(Action action) {
      switch (action) {
        case READ -> read();
        case LOOK_AND_READ -> {
          look();
          read();
        }
        case CREATE -> create();
        case CONFIRM -> {
          metadata.distrust();
          read();
        }
      }
    }

    private void read() {
      long before = given.get();
      long newest = folder.newest();
      Entry entry = metadata.readLatest().orElseThrow();
      assertThat(entry.id())
          .as(schedule)
          .isGreaterThanOrEqualTo(newest)
          .isGreaterThanOrEqualTo(before);
      assertInForce(entry);
    }

    private void look() {
      long last = given.get();
      List<Long> found = new ArrayList<>();
      Entry newest = metadata.look(entry -> found.add(entry.id())).orElseThrow();
      assertThat(found).as(schedule).allMatch(id -> id > 0 && id <= folder.newest());
      assertThat(given.get()).as(schedule).isGreaterThanOrEqualTo(last);
      if (metadata.isInForce(newest.id())) {
        assertInForce(newest);
      }
    }

    private void create() {
      long id = given.get() + 1;
      Bytes own = Bytes.utf8("own " + putIds.incrementAndGet());
      Creation creation = createUntilAnswered(id, own);
      synchronized (creations) {
        creations.merge(creation, 1, Integer::sum);
      }
      boolean isInForce = folder.inForce(id).equals(own);
      if (creation == Creation.CREATED) {
        assertInForce(new Entry(id, own));
      } else if (isInForce) {
        assertThat(folder.boundary()).as(schedule).isGreaterThanOrEqualTo(id);
      }
    }

    private Creation createUntilAnswered(long id, Bytes own) {
      while (true) {
        try {
          return metadata.create(id, own, own.toHex());
        } catch (ObjectStoreException e) {
          assertThat(e.kind()).as(schedule).isEqualTo(Kind.UNANSWERED);
        }
      }
    }

    private void find(long id) {
      metadata
          .findById(id)
          .filter(entry -> entry.id() > folder.boundary())
          .ifPresent(
              entry ->
                  assertThat(entry.bytes()).as(schedule).isEqualTo(folder.inForce(entry.id())));
    }

    /** Tells what was deleted. */
    private void forget() {
      long id = given.get();
      if (id <= folder.boundary()) {
        metadata.deleted(id);
      }
    }

    private void assertInForce(Entry entry) {
      assertThat(entry.bytes()).as(schedule).isEqualTo(folder.inForce(entry.id()));
      given.accumulateAndGet(entry.id(), Math::max);
    }
  }
}
