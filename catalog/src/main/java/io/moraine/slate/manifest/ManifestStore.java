package io.moraine.slate.manifest;

import io.moraine.base.Bytes;
import io.moraine.base.IdSource;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.slate.format.SlateFormatException;
import io.moraine.slate.sequenced.SequencedFigures;
import io.moraine.slate.sequenced.SequencedMetadata;
import io.moraine.slate.sequenced.SequencedMetadata.Creation;
import io.moraine.slate.sequenced.SequencedMetadata.Entry;
import io.moraine.slate.sequenced.StoreReplacedException;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The manifests of one database. Thread-safe; keeps the latest one it has seen, and finds the next
 * as {@link SequencedMetadata} tells.
 *
 * <p>Collection may take any manifest but the latest, at any moment; the boundary object tells up
 * to which id manifests are dead though they may still be there, or appear once more.
 */
public final class ManifestStore {
  private final SequencedMetadata metadata;
  private final StoreLayout layout;
  private volatile @Nullable Decoded last;

  /** A manifest beside what it was decoded from. */
  private record Decoded(Entry entry, Manifest manifest) {}

  /** The manifests of the database at {@code layout}, which are the objects of {@code metadata}. */
  public ManifestStore(SequencedMetadata metadata, StoreLayout layout) {
    this.metadata = metadata;
    this.layout = layout;
  }

  /**
   * The manifest in force, or empty if there is no database.
   *
   * @throws SlateFormatException if it is damaged, or of an unknown version
   * @throws StoreBeingCreatedException if its database is not complete
   * @throws StoreReplacedException if another store lies where one was read before
   * @throws ObjectStoreException if the store cannot be read
   */
  public Optional<Manifest> readLatest() {
    return metadata.readLatest().map(this::decode);
  }

  /**
   * As {@link #readLatest}, without making sure that the manifest is in force; each newer one goes
   * to {@code onFound} as soon as it is found. Nothing of them may be shown to anybody before a
   * later {@link #readLatest}.
   */
  public Optional<Manifest> look(Consumer<Manifest> onFound) {
    return metadata.look(entry -> onFound.accept(decode(entry))).map(this::decode);
  }

  /** As {@link #look}, for who has just lost a race: finds the newest of many in less time. */
  public Optional<Manifest> lookAfterRace(Consumer<Manifest> onFound) {
    return metadata.lookAfterRace(entry -> onFound.accept(decode(entry))).map(this::decode);
  }

  /** Whether a manifest that a {@link #look} found is in force. Asks for the boundary alone. */
  public boolean isInForce(Manifest looked) {
    return metadata.isInForce(looked.id());
  }

  /** Whether a manifest is dead by the boundary that was read last. Asks nobody. */
  public boolean isKnownDead(Manifest looked) {
    return metadata.isKnownDead(looked.id());
  }

  /**
   * The manifest with a given id, as a checkpoint names it; dead ones too.
   *
   * @throws ObjectStoreException of kind NOT_FOUND if it is not there
   * @throws SlateFormatException if it is damaged, or of an unknown version
   */
  public Manifest readById(long id) {
    return decodeOnce(metadata.readById(id));
  }

  /** As {@link #readById}, but empty if it is not there. */
  public Optional<Manifest> findById(long id) {
    return metadata.findById(id).map(this::decodeOnce);
  }

  /**
   * Looks for the newest manifest and creates the one that {@code next} makes of it, again and
   * again until one of them is in force. Asks for no more than that needs: the manifest that it
   * builds on is not known to be alive before its successor has been written.
   *
   * @param next is given the newest manifest and the id of its successor; may throw, to give up
   * @return the manifest that was written, in force; empty if there is no database
   * @throws WriteRefusedException if writing would lose what a newer version stored
   * @throws ObjectStoreException of kind UNANSWERED if a manifest may have been written; of another
   *     kind if none was
   */
  public Optional<Manifest> update(Successor next, IdSource ids) {
    Optional<Manifest> base = look(found -> {});
    while (true) {
      if (base.isEmpty()) {
        return Optional.empty();
      }
      ManifestEncoder.checkWritable(base.get());
      long nextId = base.get().id() + 1;
      Optional<Manifest> written = create(next.of(base.get(), nextId), ids);
      if (written.isPresent()) {
        return written;
      }
      base = lookAfterRace(found -> {});
    }
  }

  /**
   * Creates the first manifest of a new database.
   *
   * @param segmentExtractor name of what cuts its keys into segments
   * @throws WriteRefusedException if there is a database, or another creator was faster
   * @throws ObjectStoreException of kind UNANSWERED if it may have been created
   */
  public Manifest createFirst(Optional<String> segmentExtractor, IdSource ids) {
    try {
      if (look(found -> {}).isPresent()) {
        throw exists();
      }
    } catch (StoreBeingCreatedException e) {
      throw exists();
    }
    return create(Manifest.initial(segmentExtractor.orElse(null)), ids).orElseThrow(this::exists);
  }

  private WriteRefusedException exists() {
    return new WriteRefusedException(
        WriteRefusedException.Reason.EXISTS,
        "there is a database in " + metadata.location() + " already");
  }

  /** Makes the manifest that follows another. */
  @FunctionalInterface
  public interface Successor {
    /** The successor of {@code base}, numbered {@code id}. */
    Manifest of(Manifest base, long id);
  }

  /**
   * Creates {@code manifest} under its id; repeats that until it is known what became of it.
   *
   * @return the manifest as it is stored, in force; empty if another one was faster
   * @throws WriteRefusedException if writing would lose what a newer version stored
   * @throws ObjectStoreException of kind UNANSWERED if it may have been written, and the call that
   *     this thread works for is over or many attempts were in vain; of another kind if it was not
   */
  public Optional<Manifest> create(Manifest manifest, IdSource ids) {
    return create(manifest, ids, stored -> {});
  }

  /**
   * As {@link #create(Manifest, IdSource)}.
   *
   * @param onSent is given the manifest as it is stored once it is there and before it is known to
   *     be in force, so that what follows from it can begin, perhaps more than once; not if another
   *     one was faster
   */
  public Optional<Manifest> create(Manifest manifest, IdSource ids, Consumer<Manifest> onSent) {
    Bytes content = ManifestCodec.encode(manifest);
    String putId = PutIds.next(ids);
    Manifest stored = manifest.change().stored().build();
    Creation outcome =
        UntilKnown.get(
            () -> metadata.create(manifest.id(), content, putId, () -> onSent.accept(stored)));
    if (outcome == Creation.CONFLICT) {
      return Optional.empty();
    }
    last = new Decoded(new Entry(manifest.id(), content), stored);
    return Optional.of(stored);
  }

  /** Has the next search list the store: an object that a manifest names was gone. */
  public void distrust() {
    metadata.distrust();
  }

  /** What is remembered, and how it was found. */
  public SequencedFigures figures() {
    return metadata.figures();
  }

  /** The objects that they are, for their collection. */
  public SequencedMetadata metadata() {
    return metadata;
  }

  /** Where the objects of the database are. */
  public StoreLayout layout() {
    return layout;
  }

  private Manifest decode(Entry entry) {
    Decoded known = last;
    if (known != null && known.entry().equals(entry)) {
      return known.manifest();
    }
    try {
      Manifest manifest = decodeOnce(entry);
      last = new Decoded(entry, manifest);
      return manifest;
    } catch (SlateFormatException e) {
      metadata.damaged(entry);
      throw e;
    }
  }

  private Manifest decodeOnce(Entry entry) {
    return ManifestCodec.decode(layout, entry.id(), entry.bytes());
  }
}
