package io.moraine.slate.compaction;

import io.moraine.slate.compaction.Compaction.Status;
import io.moraine.slate.compaction.Compaction.Worker;
import io.moraine.slate.compaction.CompactionSpec.Tiered;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.ManifestStore.Successor;
import io.moraine.slate.manifest.SortedRun;
import io.moraine.slate.manifest.SsTableTree;
import io.moraine.slate.manifest.SsTableView;
import io.moraine.slate.write.Trees;
import io.moraine.slate.write.Ulids;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The compactor in charge of a database, until another takes its place: by a higher epoch, first in
 * the manifest, then in the state of compaction. Each of its changes checks the epoch of what it
 * builds on.
 *
 * <p>The state of compaction is read before the manifest, and written after it. A compaction stands
 * in it before its first table is written, so that collection spares the tables. Of no use any more
 * once one of its methods has thrown: what may have been written is settled by the next one, whose
 * epoch follows every manifest that this one may have sent. Source: SlateDB {@code
 * compactor_state_protocols.rs} at e0161973.
 */
final class Coordinator {
  private static final int MILLIS_PER_SECOND = 1000;

  private final CompactorParts parts;
  private final CompactorOptions options;
  private final long epoch;
  private final Ulids ids;
  private final String workerId;

  private Coordinator(CompactorParts parts, CompactorOptions options, long epoch) {
    this.parts = parts;
    this.options = options;
    this.epoch = epoch;
    this.ids = new Ulids(options.clock(), options.ids(), new Ulid(0, 0));
    this.workerId = ids.next().toString();
  }

  /**
   * Takes the place of whoever compacts the database; empty if there is none. What others had begun
   * is given up, what they were asked for stays asked for.
   *
   * @throws CompactorFencedException if yet another compactor takes it at the same time
   * @throws io.moraine.slate.manifest.WriteRefusedException if a newer version's state of
   *     compaction cannot be rewritten; then nobody's place is taken
   */
  static Optional<Coordinator> take(CompactorParts parts, CompactorOptions options) {
    parts.compactions().readLatest().ifPresent(CompactionsCodec::checkWritable);
    Optional<Manifest> raised =
        parts
            .manifests()
            .update(
                (base, id) -> {
                  parts.requirements().check(base);
                  return base.change().id(id).compactorEpoch(base.compactorEpoch() + 1).build();
                },
                options.ids());
    return raised.map(
        manifest -> {
          Coordinator taken = new Coordinator(parts, options, manifest.compactorEpoch());
          taken.takeState();
          return taken;
        });
  }

  long epoch() {
    return epoch;
  }

  Ulids ids() {
    return ids;
  }

  private void takeState() {
    var unused =
        parts
            .compactions()
            .update(
                base -> {
                  if (Long.compareUnsigned(base.compactorEpoch(), epoch) > 0) {
                    throw fenced("the state of compaction", base.compactorEpoch());
                  }
                  Manifest manifest = manifest();
                  List<Compaction> settled =
                      base.compactions().stream().map(each -> settled(each, manifest)).toList();
                  return Optional.of(base.with(epoch, trimmed(settled)));
                },
                options.ids());
  }

  /** What becomes of a compaction of another's. */
  private static Compaction settled(Compaction compaction, Manifest manifest) {
    if (compaction.status().isFinished() || compaction.status() == Status.SUBMITTED) {
      return compaction;
    }
    boolean done =
        compaction.spec() instanceof Tiered spec && CompactionRules.isApplied(manifest, spec);
    return compaction.with(done ? Status.COMPLETED : Status.FAILED);
  }

  /**
   * Of the finished ones the newest stays: collection goes by its age when nothing is under way.
   */
  private static List<Compaction> trimmed(List<Compaction> all) {
    Optional<Compaction> last =
        all.stream()
            .filter(each -> each.status().isFinished())
            .max(Comparator.comparing(Compaction::id));
    return all.stream()
        .filter(each -> !each.status().isFinished() || each.id().equals(last.orElseThrow().id()))
        .toList();
  }

  /**
   * Begins what somebody asked for, else what {@code plan} chooses; empty if that is nothing.
   *
   * @throws CompactorFencedException if another compactor took the store
   */
  Optional<Job> begin(CompactionPlan plan) {
    AtomicReference<@Nullable Begun> begun = new AtomicReference<>();
    var unused =
        parts
            .compactions()
            .update(
                base -> {
                  check(base);
                  Begun next = next(base, manifest(), plan);
                  begun.set(next);
                  return next.compactions.equals(base.compactions())
                      ? Optional.empty()
                      : Optional.of(base.with(epoch, next.compactions));
                },
                options.ids());
    Begun chosen = begun.get();
    return chosen == null || chosen.entry == null
        ? Optional.empty()
        : Optional.of(job(chosen.entry, chosen.asked));
  }

  private Job job(Compaction entry, boolean asked) {
    Tiered spec = (Tiered) entry.spec();
    Manifest manifest = manifest();
    checkPossible(manifest, spec);
    return new Job(entry, spec, manifest, asked);
  }

  /**
   * What stands in the state once a compaction is begun.
   *
   * @param entry the one that is begun; null for none
   */
  private record Begun(List<Compaction> compactions, @Nullable Compaction entry, boolean asked) {}

  private Begun next(CompactionState base, Manifest manifest, CompactionPlan plan) {
    base.compactions().forEach(each -> ids.passOver(each.id()));
    List<Compaction> all = new ArrayList<>(base.compactions());
    for (int i = 0; i < all.size(); i++) {
      Compaction each = all.get(i);
      if (each.status() == Status.SUBMITTED) {
        boolean possible =
            each.spec() instanceof Tiered spec
                && CompactionRules.objection(manifest, spec).isEmpty();
        Compaction entry = possible ? each.running(worker()) : each.with(Status.FAILED);
        all.set(i, entry);
        if (possible) {
          return new Begun(trimmed(all), entry, true);
        }
      }
    }
    Optional<Tiered> chosen = plan.choose(manifest, base.with(epoch, all).unfinished());
    if (chosen.isEmpty()) {
      return new Begun(trimmed(all), null, false);
    }
    checkPossible(manifest, chosen.get());
    Compaction entry =
        new Compaction(ids.next(), chosen.get(), Status.RUNNING, List.of(), worker(), null);
    all.add(entry);
    return new Begun(trimmed(all), entry, false);
  }

  private Worker worker() {
    return new Worker(workerId, options.clock().wallMillis());
  }

  private static void checkPossible(Manifest manifest, Tiered spec) {
    CompactionRules.objection(manifest, spec)
        .ifPresent(
            why -> {
              throw new CompactionVoidException(why);
            });
  }

  /**
   * Tells others that {@code job} goes on.
   *
   * @throws CompactorFencedException if another compactor took the store
   */
  void heartbeat(Job job) {
    replace(job, entry -> entry.running(worker()));
  }

  /** Tells others that {@code job} came to nothing. */
  void fail(Job job) {
    replace(job, entry -> entry.with(Status.FAILED));
  }

  private void replace(Job job, UnaryOperator<Compaction> change) {
    var unused =
        parts
            .compactions()
            .update(
                base -> {
                  check(base);
                  List<Compaction> all =
                      base.compactions().stream()
                          .map(
                              each ->
                                  each.id().equals(job.entry().id()) ? change.apply(each) : each)
                          .toList();
                  return Optional.of(base.with(epoch, trimmed(all)));
                },
                options.ids());
  }

  /**
   * Puts the run of {@code tables} in the place of what {@code job} merged. First a manifest with a
   * checkpoint that keeps the merged tables, then the one without them.
   *
   * @throws CompactorFencedException if another compactor took the store
   * @throws CompactionVoidException if the tables are not in the tree any more
   */
  void commit(Job job, List<SsTableView> tables) {
    UUID pin = options.ids().nextUuid();
    update((base, id) -> pinned(base, id, pin, job.spec()));
    update((base, id) -> replaced(base, id, pin, job.spec(), tables));
  }

  /** Tells others that {@code job} is done. */
  void complete(Job job, List<SsTableView> tables) {
    replace(job, entry -> entry.completed(tables.stream().map(SsTableView::table).toList()));
  }

  private Manifest pinned(Manifest base, long id, UUID pin, Tiered spec) {
    checkPossible(base, spec);
    long now = (options.clock().wallMillis() + parts.store().clockLeadMillis()) / MILLIS_PER_SECOND;
    List<Checkpoint> checkpoints = new ArrayList<>();
    base.checkpoints().stream()
        .filter(each -> !(StoreCompactor.CHECKPOINT.equals(each.name()) && each.isExpired(now)))
        .forEach(checkpoints::add);
    long expires = now + options.checkpointLifetime().toSeconds();
    checkpoints.add(new Checkpoint(pin, id, now, expires, StoreCompactor.CHECKPOINT));
    return base.change().id(id).checkpoints(checkpoints).build();
  }

  private static Manifest replaced(
      Manifest base, long id, UUID pin, Tiered spec, List<SsTableView> tables) {
    checkPossible(base, spec);
    if (base.findCheckpoint(pin).isEmpty()) {
      throw new CompactionVoidException("the checkpoint that keeps its sources was removed");
    }
    SsTableTree tree = Trees.of(base, spec.segment());
    return Trees.replace(base, spec.segment(), replaced(tree, spec, tables)).id(id).build();
  }

  private static SsTableTree replaced(SsTableTree tree, Tiered spec, List<SsTableView> tables) {
    List<SsTableView> l0 = tree.l0().subList(0, tree.l0().size() - spec.l0().size());
    List<SortedRun> runs = new ArrayList<>();
    tree.compacted().stream().filter(run -> !spec.runs().contains(run.id())).forEach(runs::add);
    if (!tables.isEmpty()) {
      runs.add(new SortedRun(spec.destination(), tables));
      runs.sort(Comparator.comparingLong(SortedRun::id).reversed());
    }
    return new SsTableTree(
        spec.l0().isEmpty() ? tree.lastCompactedL0() : spec.l0().get(0), l0, runs);
  }

  private void update(Successor change) {
    var unused =
        parts
            .manifests()
            .update(
                (base, id) -> {
                  check(base);
                  return change.of(base, id);
                },
                options.ids())
            .orElseThrow(() -> new CompactionVoidException("all manifests are gone"));
  }

  private Manifest manifest() {
    Manifest manifest =
        parts
            .manifests()
            .readLatest()
            .orElseThrow(() -> new CompactionVoidException("all manifests are gone"));
    check(manifest);
    return manifest;
  }

  private void check(Manifest manifest) {
    if (manifest.compactorEpoch() != epoch) {
      throw fenced("manifest " + Long.toUnsignedString(manifest.id()), manifest.compactorEpoch());
    }
  }

  private void check(CompactionState state) {
    if (state.compactorEpoch() != epoch) {
      throw fenced("the state of compaction", state.compactorEpoch());
    }
  }

  private CompactorFencedException fenced(String where, long theirs) {
    return new CompactorFencedException(where, theirs, epoch);
  }
}
