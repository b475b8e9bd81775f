package io.moraine.commit;

import io.moraine.base.Clock;
import io.moraine.base.Workers;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.Changes;
import io.moraine.model.CommitPosition;
import io.moraine.model.CommitRequest;
import io.moraine.model.Committed;
import io.moraine.model.NewLake;
import io.moraine.model.ReadScope;
import io.moraine.model.ScopeRequest;
import io.moraine.model.TakeOver;
import io.moraine.model.Transaction;
import io.moraine.model.WriterSettings;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.RequestTally;
import io.moraine.read.LakeFormat;
import io.moraine.read.LakeScope;
import io.moraine.read.OpenLake;
import io.moraine.read.ReadOptions;
import io.moraine.slate.SlateCompactor;
import io.moraine.slate.compaction.CompactionProgress;
import io.moraine.slate.compaction.CompactionResult;
import io.moraine.slate.compaction.CompactorOptions;
import io.moraine.slate.gc.CheckpointRule;
import io.moraine.slate.gc.CollectorOptions;
import io.moraine.slate.gc.CollectorReport;
import io.moraine.slate.read.BlockCache;
import io.moraine.testing.DuckLakeCommit;
import io.moraine.testing.ManualBackground;
import io.moraine.testing.ScopeRows;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * What one process has of a lake: readers and a writer that share nothing with those of another.
 * What it does in the background happens when the test says so.
 */
final class LakeProcess implements AutoCloseable {
  /** Takes the role without waiting for anybody. */
  static final WriterSettings FORCE =
      new WriterSettings(TakeOver.FORCE, Duration.ZERO, Duration.ofSeconds(2));

  /** Takes it from processes that are idle, and does not wait for one to be. */
  static final WriterSettings POLITE =
      new WriterSettings(TakeOver.IDLE, Duration.ZERO, Duration.ofSeconds(2));

  /** What tests do is worth many warnings. Held, as the level goes with it. */
  private static final Logger QUIET = Logger.getLogger("io.moraine");

  static {
    QUIET.setLevel(Level.OFF);
  }

  private static final Workers WORKERS = new Workers("test-commit", 8);

  private final OpenLake lake;
  private final LakeWriter writer;
  private final ManualBackground background;
  private final WriterSettings settings;
  private final CatalogOptions options;
  private final LakeAccess access;
  private final SlateCompactor compactor;

  /**
   * A process that sees the store through {@code store}.
   *
   * @param seed of the ids it makes
   */
  LakeProcess(
      ObjectStore store, Clock clock, long seed, WriterSettings settings, ReaderLease leases) {
    Random ids = new Random(seed);
    this.background = new ManualBackground(clock);
    this.lake =
        new OpenLake(
            store,
            new RequestTally(),
            new BlockCache(8 << 20),
            WORKERS,
            clock,
            ReadOptions.DEFAULT);
    this.writer = new LakeWriter(lake, clock, ids::nextLong, background);
    this.settings = settings;
    this.options = CatalogOptions.of("test").withReaderLease(leases);
    this.access = new LakeAccess(lake, clock, ids::nextLong);
    this.compactor = lake.slate().compactor(lake.compactions(), eager(access));
  }

  /** Merges as little as two tables, into tables of a few rows. */
  private static CompactorOptions eager(LakeAccess access) {
    return new CompactorOptions(
        access.clock(),
        access.ids(),
        LakeFormat.writerOptions(access.clock(), access.ids()).filterPolicies(),
        512,
        1024,
        2,
        4,
        4.0,
        Duration.ofSeconds(30),
        Duration.ofSeconds(1));
  }

  LakeWriter writer() {
    return writer;
  }

  /** Makes the lake. */
  void create(NewLake plan) {
    writer.create(plan, settings);
  }

  /** A scope on the newest state. */
  LakeScope readScope() {
    return lake.readScope(this, options, ScopeRequest.NEWEST);
  }

  /** A transaction over {@code scope}. */
  Transaction begin(LakeScope scope) {
    return writer.begin(scope.share(this), settings);
  }

  /** Makes one commit. */
  CommitPosition commit(Consumer<DuckLakeCommit> steps) {
    try (LakeScope scope = readScope();
        Transaction transaction = begin(scope)) {
      DuckLakeCommit commit = new DuckLakeCommit(transaction);
      steps.accept(commit);
      return commit.commit();
    }
  }

  /** Commits work that uses verbs. */
  <T> Committed<T> commit(CommitRequest request, Function<Changes, T> work) {
    return writer.commit(request, settings, work);
  }

  /** Makes one commit on whatever is the newest state when its turn comes. */
  CommitPosition commitOnNewest(Consumer<DuckLakeCommit> steps) {
    return beginOnNewest(steps).get();
  }

  /** Has the first turn of such a commit; what is returned waits for the rest. */
  Supplier<CommitPosition> beginOnNewest(Consumer<DuckLakeCommit> steps) {
    return writer.begin(new StepsProposal(lake, settings, steps), () -> {});
  }

  /** Has the first turn of a commit of staged rows; what is returned waits for the rest. */
  Supplier<CommitPosition> begin(Consumer<Transaction> steps) {
    Transaction transaction = begun();
    boolean done = false;
    try {
      steps.accept(transaction);
      StagedProposal proposal =
          new StagedProposal((StagedTransaction) transaction, new Precedence(access.clock()));
      Supplier<CommitPosition> begun = writer.begin(proposal, () -> {});
      done = true;
      return () -> {
        try (transaction) {
          return begun.get();
        }
      };
    } finally {
      if (!done) {
        transaction.close();
      }
    }
  }

  private Transaction begun() {
    try (LakeScope scope = readScope()) {
      return begin(scope);
    }
  }

  /** Has the first turn of a commit by verbs; what is returned waits for the rest. */
  <T> Supplier<Committed<T>> beginWork(Function<Changes, T> work) {
    return writer.begin(new VerbProposal<>(access, settings, lake.newestKnown(), work), () -> {});
  }

  int flush() {
    return writer.flush(settings);
  }

  /** Does one compaction, if there is one to do. */
  Optional<CompactionResult> compact() {
    return lake.translating(() -> compactor.compactNext(CompactionProgress.NONE));
  }

  /** Merges everything. */
  List<CompactionResult> compactFully() {
    return lake.translating(
        () -> compactor.compactFully(Optional.empty(), CompactionProgress.NONE));
  }

  /** Collects once. */
  CollectorReport collect(CollectorOptions collecting) {
    return lake.translating(
        () ->
            lake.slate()
                .collect(
                    lake.compactions(),
                    collecting,
                    CheckpointRule.EXPIRED,
                    access.clock(),
                    access.ids()));
  }

  /** Does in the background what is due. */
  void runBackground() {
    background.runDue();
  }

  /** All that a new scope shows. */
  Map<String, List<String>> tables() {
    try (ReadScope scope = readScope()) {
      return ScopeRows.all(scope);
    }
  }

  /** Ends it as a program does that has time for it. */
  @Override
  public void close() {
    lake.closeScopesOf(this);
    writer.close();
    lake.close();
  }
}
