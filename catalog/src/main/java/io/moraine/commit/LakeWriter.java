package io.moraine.commit;

import io.moraine.base.Background;
import io.moraine.base.Bytes;
import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.Changes;
import io.moraine.model.CollectionFigures;
import io.moraine.model.CollectionOptions;
import io.moraine.model.CollectionReport;
import io.moraine.model.CommitPosition;
import io.moraine.model.CommitRequest;
import io.moraine.model.CommitToken;
import io.moraine.model.Committed;
import io.moraine.model.CompactionFigures;
import io.moraine.model.CompactionListener;
import io.moraine.model.CompactionReport;
import io.moraine.model.NewLake;
import io.moraine.model.Reconciliation;
import io.moraine.model.Reconciliation.Outcome;
import io.moraine.model.Transaction;
import io.moraine.model.WriterFigures;
import io.moraine.model.WriterFigures.Role;
import io.moraine.model.WriterFigures.SegmentTables;
import io.moraine.model.WriterSettings;
import io.moraine.read.LakeScope;
import io.moraine.read.OneAtATime;
import io.moraine.read.OpenLake;
import io.moraine.read.SystemRecords;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.write.FencedException;
import io.moraine.slate.write.WriterState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The writing side of a lake that is open in this process: transactions, the writer role, and what
 * operators do to a store. Thread-safe.
 *
 * <p>The way of a commit: a {@link Proposal}, the rows that a {@link StagedTransaction} collected
 * over a scope or work that uses verbs, is decided by {@link Committer} in one of its {@link
 * OneAtATime turns}; the batch that comes of it is written by the {@link WriterRole}'s writer; its
 * {@link Publisher} shows it to readers; {@link RoleKeeper} does the rest when nobody waits, and
 * gives the role up.
 */
public final class LakeWriter implements AutoCloseable {
  private static final String OWN_NAMES = "moraine-";

  private final LakeAccess access;
  private final OneAtATime turns = new OneAtATime();
  private final CommitCounters counters = new CommitCounters();
  private final WriterRole role;
  private final RoleKeeper keeper;
  private final StoreCollection collection;
  private final CollectionKeeper collector;
  private final CompactionKeeper compaction;
  private final Reconciler reconciler;
  private final Precedence precedence;
  private final Committer committer;
  private final LakeCreation creation;

  /** The writing side of {@code lake}, which it does not close. */
  public LakeWriter(OpenLake lake, Clock clock, IdSource ids, Background background) {
    this.access = new LakeAccess(lake, clock, ids);
    this.role = new WriterRole(access);
    this.keeper = new RoleKeeper(access, role, turns, background);
    this.collection = new StoreCollection(access);
    this.collector = new CollectionKeeper(collection, clock, background);
    this.compaction = new CompactionKeeper(access, role, background);
    this.reconciler = new Reconciler(lake);
    this.precedence = new Precedence(clock);
    this.committer = new Committer(access, role, turns, new Outcomes(access, reconciler, counters));
    this.creation = new LakeCreation(access, role, turns, committer);
  }

  /**
   * Begins a transaction over the revision of {@code scope}.
   *
   * @param scope given to the transaction, which closes it
   * @throws CatalogException of kind MIGRATION_REQUIRED if the lake's format is not the one that is
   *     written
   */
  public Transaction begin(LakeScope scope, WriterSettings settings) {
    SystemRecords.checkWritable(scope.records());
    return new StagedTransaction(this, scope, settings, access.clock());
  }

  /**
   * Creates the lake.
   *
   * @throws CatalogException of kind ALREADY_EXISTS unless there is nothing
   */
  public void create(NewLake lake, WriterSettings settings) {
    translating(
        () -> {
          creation.create(lake, settings);
          used(settings, false);
          return lake;
        });
  }

  CommitPosition commit(StagedTransaction transaction) {
    return commit(new StagedProposal(transaction, precedence), () -> {});
  }

  /**
   * Commits what {@code work} does to the newest state.
   *
   * @throws CatalogException as {@code Catalog.commit} says
   */
  public <T extends @Nullable Object> Committed<T> commit(
      CommitRequest request, WriterSettings settings, Function<Changes, T> work) {
    Optional<CommitPosition> base = request.basedOn().or(this::newestKnown);
    Supplier<Committed<T>> commit =
        () -> commit(new VerbProposal<>(access, settings, base, work), precedence::giveWay);
    return request.timeout().isEmpty()
        ? commit.get()
        : Call.current()
            .until(
                access.clock(), access.clock().monotonicNanos() + request.timeout().get().toNanos())
            .run(commit);
  }

  <T> T commit(Proposal<T> proposal, Runnable before) {
    return begin(proposal, before).get();
  }

  /** Has the first turn of a commit; what is returned waits for the rest, and is asked once. */
  <T> Supplier<T> begin(Proposal<T> proposal, Runnable before) {
    boolean done = false;
    try {
      Supplier<T> begun = translating(() -> committer.begin(proposal, before));
      done = true;
      return () -> translating(() -> endAndKeep(proposal, begun));
    } finally {
      if (!done) {
        keeper.used(proposal.settings().writerIdle(), false);
      }
    }
  }

  private <T> T endAndKeep(Proposal<T> proposal, Supplier<T> begun) {
    boolean done = false;
    try {
      T result = begun.get();
      done = true;
      return result;
    } finally {
      used(proposal.settings(), done);
    }
  }

  private void used(WriterSettings settings, boolean published) {
    keeper.used(settings.writerIdle(), published);
    compaction.used(settings.compactor());
    collector.used(settings);
  }

  /** What became of a commit, as far as that can be told. Writes nothing. */
  public Reconciliation reconcile(CommitToken token) {
    return translating(() -> reconciler.reconcile(token));
  }

  /** The same, taking the role if nothing else can settle it. */
  public Reconciliation settle(CommitToken token, WriterSettings settings) {
    return translating(
        () -> {
          Reconciliation first = reconciler.reconcile(token);
          if (first.outcome() != Outcome.UNKNOWN) {
            return first;
          }
          asWriter(
              settings,
              writer -> {
                writer.publisher().renew();
                return writer;
              });
          return reconciler.reconcile(token);
        });
  }

  /** The newest state that this process knows, if nobody else can have gone on from it lately. */
  private Optional<CommitPosition> newestKnown() {
    return role.isHeld() ? access.lake().newestKnown() : Optional.empty();
  }

  /**
   * Flushes the log to tables.
   *
   * @return how many were written
   */
  public int flush(WriterSettings settings) {
    return translating(
        () ->
            asWriter(
                settings,
                writer -> {
                  int tables = writer.flush();
                  writer.publisher().renew();
                  return tables;
                }));
  }

  /**
   * Pins everything committed so far.
   *
   * @param name a name that is none of ours, if any
   * @param lifetime at least a second; empty for ever
   */
  public UUID createCheckpoint(
      Optional<String> name, Optional<Duration> lifetime, WriterSettings settings) {
    name.ifPresent(LakeWriter::checkName);
    lifetime.ifPresent(LakeWriter::checkLifetime);
    UUID id = access.ids().nextUuid();
    return translating(
        () ->
            asWriter(
                settings,
                writer -> {
                  writer
                      .slate()
                      .updateCheckpoints(
                          access.swept(
                              (base, nextId) ->
                                  with(base.checkpoints(), made(id, nextId, name, lifetime))));
                  return id;
                }));
  }

  private static List<Checkpoint> with(List<Checkpoint> checkpoints, Checkpoint added) {
    List<Checkpoint> all = new ArrayList<>(checkpoints);
    all.add(added);
    return all;
  }

  private Checkpoint made(
      UUID id, long manifestId, Optional<String> name, Optional<Duration> lifetime) {
    long now = access.storeSeconds();
    long expires = lifetime.map(each -> now + each.toSeconds()).orElse(0L);
    return new Checkpoint(id, manifestId, now, expires, name.orElse(null));
  }

  private static void checkName(String name) {
    if (name.isEmpty() || name.startsWith(OWN_NAMES)) {
      throw new CatalogException(
          Kind.INVALID_REQUEST,
          "A checkpoint cannot be called \""
              + name
              + "\": names that begin with "
              + OWN_NAMES
              + " are for publications and leases");
    }
  }

  private static void checkLifetime(Duration lifetime) {
    if (lifetime.toSeconds() < 1) {
      throw new CatalogException(
          Kind.INVALID_REQUEST, "A checkpoint must live for a second at least, not " + lifetime);
    }
  }

  /**
   * Gives a checkpoint up, without taking the role.
   *
   * @return whether it was there
   */
  public boolean deleteCheckpoint(UUID id) {
    return translating(
        () -> {
          if (access.lake().slate().readLatestManifest().findCheckpoint(id).isEmpty()) {
            return false;
          }
          access
              .lake()
              .slate()
              .updateCheckpoints(
                  access.swept(
                      (base, nextId) ->
                          base.checkpoints().stream()
                              .filter(each -> !each.id().equals(id))
                              .toList()),
                  access.ids());
          return true;
        });
  }

  /**
   * Deletes what nobody can need any more, without taking the role.
   *
   * @return what was done, and what could not be
   */
  public CollectionReport collect(CollectionOptions options) {
    return collection.collect(options, Integer.MAX_VALUE);
  }

  /** What collections of this process did so far. */
  public CollectionFigures collectionFigures() {
    return collection.figures();
  }

  /** Work of the writer. */
  @FunctionalInterface
  private interface WriterWork<T> {
    T with(ActiveWriter writer);
  }

  private <T> T asWriter(WriterSettings settings, WriterWork<T> work) {
    return turns.run(
        "The work of the writer",
        () -> {
          try {
            ActiveWriter writer = role.hold(settings);
            SystemRecords.read(writer.slate().reader()).checkWritable();
            return work.with(writer);
          } catch (FencedException e) {
            throw new CatalogException(
                Kind.WRITER_BUSY, "Another process took the writer role: " + e.getMessage(), e);
          } finally {
            used(settings, false);
          }
        });
  }

  /**
   * Merges the tables of each segment, or of one, into one run, without taking the role.
   *
   * @throws CatalogException as {@code Catalog.compact} says
   */
  public CompactionReport compact(Optional<Bytes> segment, CompactionListener listener) {
    return translating(() -> compaction.compact(segment, listener));
  }

  /** What this process compacted, as of now. Asks nobody. */
  public CompactionFigures compactionFigures() {
    return compaction.figures();
  }

  private <T> T translating(Supplier<T> work) {
    return access.lake().translating(work);
  }

  /** The role and what came of commits, as of now. Asks nobody. */
  public WriterFigures figures() {
    ActiveWriter writer = role.active();
    Optional<WriterState> durable = Optional.ofNullable(writer).map(each -> each.slate().durable());
    return new WriterFigures(
        role.isHeld() ? Role.HELD : role.isGivenUp() ? Role.GIVEN_UP : Role.NONE,
        role.lastEpoch() == 0 ? OptionalLong.empty() : OptionalLong.of(role.lastEpoch()),
        counters.commits.sum(),
        counters.conflicts.sum(),
        counters.unknown.sum(),
        role.takeOvers(),
        Optional.ofNullable(counters.lastCommitAt()),
        Optional.ofNullable(writer).map(each -> each.publisher().newest()).map(this::age),
        durable.map(each -> each.tail().objectCount()).orElse(0L),
        durable.map(each -> each.tail().payloadBytes()).orElse(0L),
        durable.map(LakeWriter::l0Tables).orElse(List.of()));
  }

  private Duration age(Publisher.Published newest) {
    return Duration.ofNanos(access.clock().monotonicNanos() - newest.askedAt().monotonicNanos());
  }

  private static List<SegmentTables> l0Tables(WriterState state) {
    return state.manifest().segments().stream()
        .map(
            each ->
                new SegmentTables(
                    each.prefix().toHex(), each.tree().l0().size(), each.tree().compacted().size()))
        .toList();
  }

  /** Gives the role up, if it is held, and a compaction that is under way. */
  @Override
  public void close() {
    collector.close();
    compaction.stop();
    try {
      keeper.close();
    } finally {
      compaction.close();
    }
  }
}
