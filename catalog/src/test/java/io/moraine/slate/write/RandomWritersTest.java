package io.moraine.slate.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.slate.SlateException;
import io.moraine.slate.SlateWriter;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.Segment;
import io.moraine.slate.manifest.SortedRun;
import io.moraine.slate.manifest.SsTableTree;
import io.moraine.slate.manifest.SsTableView;
import io.moraine.testing.ManualClock;
import io.moraine.testing.Stores;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Several processes take one store from each other, at any moment, while writes are refused, lost
 * and delayed. What was acknowledged is there in the end, what was certainly not written is not.
 */
class RandomWritersTest {
  private static final int SEEDS = 400;
  private static final int STEPS = 60;
  private static final int PROCESSES = 3;

  /** A key that every batch overwrites, with a value that grows. */
  private static final String COUNTER = "counter";

  @Test
  void everyBatchIsWhatItsWriterWasTold() {
    int acknowledged = 0;
    int refused = 0;
    int unknown = 0;
    int compactions = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      History history = new History(seed);
      history.run();
      acknowledged += history.acknowledged.size();
      refused += history.refused.size();
      unknown += history.unknown.size();
      compactions += history.compactions;
    }
    assertThat(acknowledged).as("acknowledged").isGreaterThan(10 * SEEDS);
    assertThat(refused).as("refused").isGreaterThan(SEEDS);
    assertThat(unknown).as("unknown").isPositive();
    assertThat(compactions).as("compactions").isGreaterThan(SEEDS);
  }

  private static final class History {
    private final long seed;
    private final Random random;
    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-02T03:04:05Z"));
    private final MemoryObjectStore objects = new MemoryObjectStore("test", Clock.SYSTEM);
    private final WrittenStore store = WrittenStore.segmented(objects, clock);
    private final List<Runnable> delayed = new ArrayList<>();
    private final List<Contender> contenders = new ArrayList<>();
    private final Set<String> acknowledged = new HashSet<>();
    private final Set<String> refused = new HashSet<>();
    private final Set<String> unknown = new HashSet<>();
    private long counted;
    private int compactions;
    private int depth;
    private int keys;

    History(long seed) {
      this.seed = seed;
      this.random = new Random(seed);
    }

    void run() {
      store.created();
      int oneIn = 2 + random.nextInt(12);
      for (int i = 0; i < PROCESSES; i++) {
        contenders.add(
            new Contender(
                store.through(
                    new FickleObjectStore(objects, random, oneIn, delayed, this::meanwhile))));
      }
      for (int i = 0; i < STEPS; i++) {
        step();
      }
      FickleObjectStore.landAll(delayed, random);
      check();
    }

    private void meanwhile() {
      if (depth < 2) {
        step();
      }
    }

    private void step() {
      depth++;
      try {
        if (!delayed.isEmpty() && random.nextInt(4) == 0) {
          delayed.remove(random.nextInt(delayed.size())).run();
        }
        clock.advance(Duration.ofMillis(random.nextInt(30_000)));
        Contender contender = contenders.get(random.nextInt(PROCESSES));
        if (random.nextInt(8) == 0) {
          compact();
        } else if (!contender.isBusy) {
          contender.act();
        }
      } finally {
        depth--;
      }
    }

    /** Moves every flushed table into a run of its own. */
    private void compact() {
      Stores.manifests(objects, store.layout())
          .update(
              (base, id) -> base.change().id(id).trees(base.tree(), compacted(base)).build(),
              IdSource.SYSTEM);
      compactions++;
    }

    private List<Segment> compacted(Manifest base) {
      long next =
          base.trees().stream()
              .flatMap(tree -> tree.compacted().stream())
              .mapToLong(SortedRun::id)
              .max()
              .orElse(-1);
      List<Segment> segments = new ArrayList<>();
      for (Segment segment : base.segments()) {
        List<SsTableView> l0 = segment.tree().l0();
        List<SortedRun> runs = new ArrayList<>(segment.tree().compacted());
        for (int i = l0.size() - 1; i >= 0; i--) {
          runs.add(0, new SortedRun(++next, List.of(l0.get(i))));
        }
        Ulid marker = l0.isEmpty() ? segment.tree().lastCompactedL0() : l0.get(0).id();
        segments.add(new Segment(segment.prefix(), new SsTableTree(marker, List.of(), runs)));
      }
      return segments;
    }

    private void check() {
      Map<String, String> content = store.content();
      assertThat(Long.parseLong(content.getOrDefault(COUNTER, "0")))
          .as("seed %d: the newest value that was acknowledged, or one after it", seed)
          .isGreaterThanOrEqualTo(counted);
      content.remove(COUNTER);
      assertThat(content.keySet()).as("seed %d", seed).containsAll(acknowledged);
      assertThat(content.keySet()).as("seed %d", seed).doesNotContainAnyElementsOf(refused);
      Set<String> allowed = new HashSet<>(acknowledged);
      allowed.addAll(unknown);
      assertThat(allowed).as("seed %d", seed).containsAll(content.keySet());
      Manifest manifest = store.manifest();
      assertThat(store.count("wal"))
          .as("seed %d: every log object that the manifest knows", seed)
          .isGreaterThanOrEqualTo((int) manifest.walIdLastSeen());
      manifest.trees().forEach(this::assertNewestFirst);
      SlateWriter last = store.open();
      Map<String, String> replayed = WrittenStore.content(last.reader());
      replayed.remove(COUNTER);
      assertThat(replayed).as("seed %d", seed).isEqualTo(content);
    }

    private void assertNewestFirst(SsTableTree tree) {
      List<Ulid> ids = tree.l0().stream().map(view -> view.table().id()).toList();
      assertThat(ids).as("seed %d", seed).isSortedAccordingTo(Comparator.reverseOrder());
    }

    private final class Contender {
      private final WrittenStore way;
      private @Nullable SlateWriter writer;
      private boolean isBusy;

      Contender(WrittenStore way) {
        this.way = way;
      }

      void act() {
        isBusy = true;
        try {
          if (writer == null || !writer.isUsable()) {
            writer = way.open();
          } else {
            act(writer);
          }
        } catch (FencedException | SlateException | ObjectStoreException e) {
          assertThat(e).as("seed %d", seed).hasMessageMatching("(?s).*\\S.*");
        } finally {
          isBusy = false;
        }
      }

      private void act(SlateWriter open) {
        switch (random.nextInt(10)) {
          case 0 -> open.flush();
          case 1, 2 -> open.updateCheckpoints(RandomWritersTest::withOneMore);
          case 3 -> open.refresh();
          case 4 -> open.close();
          default -> write(open, 1 + random.nextInt(3));
        }
      }

      private void write(SlateWriter open, int batches) {
        List<String> written = new ArrayList<>();
        List<PendingWrite> pending = new ArrayList<>();
        for (int i = 0; i < batches; i++) {
          String key = (char) ('a' + random.nextInt(3)) + "-" + ++keys;
          pending.add(open.write(WrittenStore.put(key, key, COUNTER, "" + keys)));
          written.add(key);
        }
        for (int i = batches - 1; i >= 0; i--) {
          Set<String> outcome = outcomeOf(pending.get(i));
          outcome.add(written.get(i));
          if (outcome == acknowledged) {
            counted = Math.max(counted, Long.parseLong(written.get(i).substring(2)));
          }
        }
      }

      private Set<String> outcomeOf(PendingWrite batch) {
        try {
          batch.await();
          return acknowledged;
        } catch (UnknownWriteException e) {
          return unknown;
        } catch (FencedException | ObjectStoreException e) {
          return refused;
        }
      }
    }
  }

  private static List<Checkpoint> withOneMore(Manifest base, long id) {
    List<Checkpoint> more = new ArrayList<>(base.checkpoints());
    more.add(new Checkpoint(new UUID(7, id), id, 1, 0, "test"));
    return more;
  }
}
