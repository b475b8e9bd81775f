package io.moraine.read;

import io.moraine.read.RevisionSource.Demand;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.read.Prefetch;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens revisions over tables that a lease protects: one that this process has, or a new one. A new
 * one is built on the very manifest that the revision was found in, so that there is no moment
 * without protection between what it is made from and itself; nothing is handed out before it is in
 * force.
 *
 * @param leases the leases of this process
 * @param writer writes new ones
 * @param looks opens what needs no new one
 */
record Leased(Leases leases, LeaseWriter writer, Looks looks) {
  /**
   * What {@code publication}, found in {@code newest}, pins. A new lease is copied from it, and
   * protects the tail as well while that is read.
   *
   * @param limit when to give up asking for a lease
   */
  Share published(
      Publication publication, Manifest newest, EarlyReplays early, Demand demand, Deadline limit) {
    return share(
        publication.revision().tables(),
        demand,
        () -> looks.published(publication, newest, early),
        asked -> readPublished(asked, publication, newest, early, limit));
  }

  private Generation readPublished(
      Lease asked, Publication publication, Manifest newest, EarlyReplays early, Deadline limit) {
    LeaseSource source = LeaseSource.copyOf(publication);
    Ahead<Manifest> written =
        replays().ahead(() -> writer.write(asked, newest, source, () -> {}, limit));
    if (!early.areWanted()) {
      written.get(); // the sooner it is sent, the less likely another update comes first
    }
    try (Replay replay = early.take(publication.revision())) {
      return replays().confirmed(replay::finish, written::get);
    } finally {
      written.cancel();
    }
  }

  /**
   * {@code newest} with its log as far as it goes. A new lease pins the manifest that records it,
   * which is the revision's then, and the end of the log is looked for once it is there.
   *
   * @param held opens it where there is a lease
   * @param limit when to give up asking for a lease
   */
  Share probed(Manifest newest, Demand demand, Supplier<Generation> held, Deadline limit) {
    return share(
        new Revision(newest, newest.replayAfterWalId()).tables(),
        demand,
        held,
        asked -> readProbed(asked, newest, demand, limit));
  }

  private Generation readProbed(Lease asked, Manifest newest, Demand demand, Deadline limit) {
    Prefetch tables = replays().slate().prefetch(newest);
    AtomicReference<@Nullable Ahead<Long>> end = new AtomicReference<>();
    Runnable beginToProbe =
        () -> {
          if (end.get() == null) {
            end.set(replays().ahead(() -> looks.probe().lastIdAfter(newest.replayAfterWalId())));
          }
        };
    try {
      Manifest written = writer.write(asked, newest, LeaseSource.ITSELF, beginToProbe, limit);
      Ahead<Long> begun = end.get();
      if (begun == null) {
        throw new IllegalStateException("a manifest is there that was never sent");
      }
      return looks.upTo(begun.get(), written, tables, demand);
    } finally {
      Ahead<Long> begun = end.get();
      if (begun != null) {
        begun.cancel();
      }
    }
  }

  private Share share(
      TableSet tables,
      Demand demand,
      Supplier<Generation> held,
      Function<Lease, Generation> fresh) {
    Lease found = leases.hold(tables).orElse(null);
    Lease lease = found != null ? found : ask(tables, demand);
    boolean done = false;
    try {
      Share share = new Share(found != null ? held.get() : fresh.apply(lease), Optional.of(lease));
      done = true;
      return share;
    } finally {
      if (!done) {
        leases.release(lease);
      }
    }
  }

  /** Nothing is written for what there would be no room for. */
  private Lease ask(TableSet tables, Demand demand) {
    replays().generations().makeRoom(tables, demand.roomDeadline()).close();
    return leases.ask(tables);
  }

  private Replays replays() {
    return looks.replays();
  }
}
