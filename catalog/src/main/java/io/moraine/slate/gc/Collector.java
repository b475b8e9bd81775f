package io.moraine.slate.gc;

import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.slate.format.SlateFormatException;
import io.moraine.slate.manifest.StoreBeingCreatedException;
import io.moraine.slate.manifest.WriteRefusedException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Deletes what no reader or writer of a database can need: it may do so at any moment, beside
 * writers, readers, compactors and other collectors, and may die at any moment. Thread-safe.
 *
 * <p>Before each task, checkpoints that are dead go out of the manifest. Source of the rules:
 * SlateDB {@code slatedb/src/garbage_collector} at e0161973.
 */
public final class Collector {
  private static final System.Logger LOGGER = System.getLogger("io.moraine.slate.gc");

  private final CollectorParts parts;

  /** A collector of the database of {@code parts}. */
  public Collector(CollectorParts parts) {
    this.parts = parts;
  }

  /**
   * Does all tasks, one after the other. One that cannot be done is told of in the report.
   *
   * @throws ObjectStoreException if the call that this thread works for is over
   * @throws io.moraine.slate.sequenced.StoreReplacedException if another store lies there
   */
  public CollectorReport collect(CollectorOptions options) {
    Round round = new Round(parts, options);
    List<CollectorReport.Kind> kinds = new ArrayList<>();
    ObjectStore store = parts.store();
    kinds.add(run(round, Garbage.MANIFESTS, store, NumberedObjects::collectManifests));
    kinds.add(
        run(round, Garbage.COMPACTION_STATES, store, NumberedObjects::collectCompactionStates));
    kinds.add(run(round, Garbage.LOG_OBJECTS, parts.log(), LogObjects::collectObjects));
    if (options.fences()) {
      kinds.add(run(round, Garbage.FENCES, parts.log(), LogObjects::collectFences));
    }
    kinds.add(run(round, Garbage.TABLES, store, Tables::collect));
    Detachment detachment = new Detachment(round);
    var unused = problem("clones", detachment::run);
    return new CollectorReport(kinds, round.checkpointsDropped(), detachment.detached());
  }

  private static CollectorReport.Kind run(
      Round round, Garbage kind, ObjectStore store, CollectionTask task) {
    Deletions deletions = new Deletions(round, kind, store);
    return deletions.report(problem(kind.toString(), () -> task.run(round, deletions)));
  }

  /** Why {@code task} was not done, or not to its end. */
  private static Optional<String> problem(String what, Runnable task) {
    try {
      task.run();
      return Optional.empty();
    } catch (ObjectStoreException e) {
      if (e.kind().isOfCaller()) {
        throw e;
      }
      return told(what, e);
    } catch (SlateFormatException | WriteRefusedException | StoreBeingCreatedException e) {
      return told(what, e);
    }
  }

  private static Optional<String> told(String what, RuntimeException problem) {
    String message = String.valueOf(problem.getMessage());
    LOGGER.log(Level.WARNING, () -> "Not collected (" + what + "): " + message);
    return Optional.of(message);
  }
}
