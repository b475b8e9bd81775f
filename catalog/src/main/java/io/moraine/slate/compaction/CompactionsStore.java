package io.moraine.slate.compaction;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.slate.format.SlateFormatException;
import io.moraine.slate.manifest.PutIds;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.manifest.UntilKnown;
import io.moraine.slate.manifest.WriteRefusedException;
import io.moraine.slate.sequenced.SequencedMetadata;
import io.moraine.slate.sequenced.SequencedMetadata.Creation;
import io.moraine.slate.sequenced.SequencedMetadata.Entry;
import io.moraine.slate.sequenced.StoreReplacedException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * The states of compaction of one database, found and written as its manifests are. Thread-safe.
 *
 * <p>Who needs both reads this before the manifest, and writes the manifest before this: then a
 * compaction that is told of here as not done may be in the manifest, but never the other way
 * round.
 */
public final class CompactionsStore {
  private final SequencedMetadata metadata;
  private final StoreLayout layout;

  private CompactionsStore(SequencedMetadata metadata, StoreLayout layout) {
    this.metadata = metadata;
    this.layout = layout;
  }

  /**
   * The states of the database at {@code layout} in {@code store}, which it does not close.
   *
   * @param executor looks at many objects at once where the folder is larger than a page
   * @param confirmation age after which what is remembered is looked for in a listing
   */
  public static CompactionsStore of(
      ObjectStore store,
      StoreLayout layout,
      Executor executor,
      Clock clock,
      Duration confirmation) {
    return new CompactionsStore(
        new SequencedMetadata(store, layout.compactions(), executor, clock, confirmation), layout);
  }

  /**
   * The state in force, or empty if nothing was ever compacted.
   *
   * @throws SlateFormatException if it is damaged, or of an unknown version
   * @throws StoreReplacedException if another store lies where one was read before
   * @throws ObjectStoreException if the store cannot be read
   */
  public Optional<CompactionState> readLatest() {
    return metadata.readLatest().map(this::decode);
  }

  /**
   * Creates {@code state} under its id; repeats that until it is known what became of it.
   *
   * @return false if another one was faster
   * @throws WriteRefusedException if writing would lose what a newer version stored
   * @throws ObjectStoreException of kind UNANSWERED if it may have been written; of another kind if
   *     it was not
   */
  boolean create(CompactionState state, IdSource ids) {
    Bytes content = CompactionsCodec.encode(state);
    String putId = PutIds.next(ids);
    return UntilKnown.get(() -> metadata.create(state.id(), content, putId)) == Creation.CREATED;
  }

  /**
   * Writes the state that {@code change} makes of the one in force, again and again until one of
   * them is in force itself. Creates the first state if there is none.
   *
   * @param change is given the newest state, and answers with its successor, whose id does not
   *     count; empty, or throws, to give up
   * @return the state that was written, if any was
   * @throws ObjectStoreException of kind UNANSWERED if it may have been written
   */
  Optional<CompactionState> update(
      Function<CompactionState, Optional<CompactionState>> change, IdSource ids) {
    while (true) {
      Optional<CompactionState> base = readLatest();
      if (base.isEmpty()) {
        // Whoever creates it: the next look finds it. Numbers up to the boundary are dead for good,
        // even if somebody emptied the folder.
        long first = metadata.figures().boundary() + 1;
        var unused = create(CompactionState.initial().numbered(first), ids);
        continue;
      }
      long id = base.get().id() + 1;
      Optional<CompactionState> next = change.apply(base.get()).map(each -> each.numbered(id));
      if (next.isEmpty() || create(next.get(), ids)) {
        return next;
      }
    }
  }

  /** The objects that they are, for their collection. */
  public SequencedMetadata metadata() {
    return metadata;
  }

  private CompactionState decode(Entry entry) {
    try {
      return CompactionsCodec.decode(layout, entry.id(), entry.bytes());
    } catch (SlateFormatException e) {
      metadata.damaged(entry);
      throw e;
    }
  }
}
