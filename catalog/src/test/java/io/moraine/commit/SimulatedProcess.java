package io.moraine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Clock;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CommitPosition;
import io.moraine.model.ReadScope;
import io.moraine.slate.SlateException;
import io.moraine.testing.SimulatedWay;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;

/** A process of a simulation: what it has open, and how far it has seen the lake come. */
final class SimulatedProcess {
  /** Less than the margin by which leases outlive what relies on them. */
  private static final long CERTAIN_MILLIS = 29_000;

  private final String name;
  private final LakeProcess lake;
  private final SimulatedWay way;
  private final Clock clock;
  private final boolean leased;
  private final List<Held> held = new ArrayList<>();
  private final List<Begun> begun = new ArrayList<>();
  private CommitPosition floor = new CommitPosition(0, 0);
  private int commits;

  /** A scope that stays open, and what it showed. */
  private record Held(ReadScope scope, SimulatedView view) {}

  /**
   * A commit that had its first turn.
   *
   * @param rest gives its position; empty if there was nothing to commit
   */
  record Begun(String label, SimulatedKind kind, Supplier<Optional<CommitPosition>> rest) {}

  /**
   * @param leased whether its scopes have leases, which are renewed only when it acts
   */
  SimulatedProcess(String name, LakeProcess lake, SimulatedWay way, Clock clock, boolean leased) {
    this.name = name;
    this.lake = lake;
    this.way = way;
    this.clock = clock;
    this.leased = leased;
  }

  LakeProcess lake() {
    return lake;
  }

  /** A name for a commit that nobody else has. */
  String nextName() {
    return name + "#" + ++commits;
  }

  /** A commit is to be awaited later. */
  void add(Begun commit) {
    begun.add(commit);
  }

  /** Any commit that is not awaited yet; empty if there is none. */
  Optional<Begun> takeBegun(Random random) {
    return begun.isEmpty()
        ? Optional.empty()
        : Optional.of(begun.remove(random.nextInt(begun.size())));
  }

  /** It has seen the lake at {@code position}, or made it so. */
  void reach(CommitPosition position) {
    if (position.reaches(floor)) {
      floor = position;
    }
  }

  /** Looks at the newest state, which must not be older than {@code everybody} or its own. */
  SimulatedView look(CommitPosition everybody, boolean keep) {
    CommitPosition own = floor;
    ReadScope scope = lake.readScope();
    boolean kept = false;
    try {
      assertThat(scope.position())
          .as("position of a new scope of %s", name)
          .satisfies(
              position -> {
                assertThat(position.reaches(own)).as("reaches %s of its own", own).isTrue();
                assertThat(position.reaches(everybody)).as("reaches %s", everybody).isTrue();
              });
      SimulatedView view = SimulatedView.of(scope);
      reach(view.position());
      if (keep) {
        held.add(new Held(scope, view));
        kept = true;
      }
      return view;
    } finally {
      if (!kept) {
        scope.close();
      }
    }
  }

  /** Looks again at what it has had open the longest. */
  void lookAgain(boolean keep) {
    if (held.isEmpty()) {
      return;
    }
    Held oldest = held.remove(0);
    long began = clock.wallMillis();
    boolean kept = false;
    try {
      assertThat(SimulatedView.of(oldest.scope()))
          .as("a scope of %s that stayed open", name)
          .isEqualTo(oldest.view());
      if (keep) {
        held.add(oldest);
        kept = true;
      }
    } catch (CatalogException e) {
      checkUnprotected(e, began);
      throw e;
    } finally {
      if (!kept) {
        oldest.scope().close();
      }
    }
  }

  /** What a lease protects is not collected; that it ran out is seen before anything is read. */
  private void checkUnprotected(CatalogException e, long beganMillis) {
    boolean collected =
        e.kind() == Kind.REVISION_EXPIRED
            && e.getCause() instanceof SlateException missing
            && missing.kind() == SlateException.Kind.MISSING_OBJECT;
    if (leased && collected && clock.wallMillis() - beganMillis < CERTAIN_MILLIS) {
      throw new AssertionError("collected in spite of a lease of " + name, e);
    }
  }

  /** The machine stops. */
  void die() {
    way.die();
  }
}
