package io.moraine.slate.sequenced;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectStore;
import io.moraine.testing.ForwardingObjectStore;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Threads of which one runs at a time, until it sends a request or has an answer: then a seed
 * decides who goes on. So threads meet as they do on a busy machine, and the same way each time.
 */
final class InterleavedThreads {
  private final SplittableRandom random;
  private final List<Semaphore> running = new ArrayList<>();

  /** That of the one who runs; only that thread asks. */
  private Semaphore current = new Semaphore(0);

  InterleavedThreads(SplittableRandom random) {
    this.random = random;
  }

  /** Runs all of {@code bodies}, each in a thread, and throws what one of them throws. */
  void run(List<Runnable> bodies) {
    List<CompletableFuture<Void>> threads = new ArrayList<>();
    for (Runnable body : bodies) {
      Semaphore turn = new Semaphore(0);
      running.add(turn);
      threads.add(
          CompletableFuture.runAsync(() -> take(turn, body), task -> new Thread(task).start()));
    }
    next().release();
    threads.forEach(CompletableFuture::join);
  }

  private void take(Semaphore turn, Runnable body) {
    turn.acquireUninterruptibly();
    current = turn;
    try {
      body.run();
    } finally {
      running.remove(turn);
      if (!running.isEmpty()) {
        next().release();
      }
    }
  }

  private Semaphore next() {
    return running.get(random.nextInt(running.size()));
  }

  private void letOthersRun() {
    Semaphore mine = current;
    Semaphore other = next();
    if (mine != other) {
      other.release();
      mine.acquireUninterruptibly();
      current = mine;
    }
  }

  /** {@code target}, most requests of which let others run before and after. */
  ObjectStore over(ObjectStore target) {
    return new ForwardingObjectStore(target) {
      @Override
      public Bytes read(String path) {
        return between(() -> super.read(path));
      }

      @Override
      public Page listPage(String folder, String afterName) {
        return between(() -> super.listPage(folder, afterName));
      }

      @Override
      public PutOutcome putIfAbsent(String path, Bytes content, String putId) {
        return between(() -> super.putIfAbsent(path, content, putId));
      }
    };
  }

  private <T> T between(Supplier<T> request) {
    letOthersRun();
    try {
      return request.get();
    } finally {
      letOthersRun();
    }
  }
}
