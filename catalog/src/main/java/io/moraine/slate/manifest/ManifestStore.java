package io.moraine.slate.manifest;

import io.moraine.objectstore.ObjectStoreException;
import io.moraine.slate.format.SlateFormatException;
import io.moraine.slate.sequenced.SequencedFigures;
import io.moraine.slate.sequenced.SequencedMetadata;
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

  /** Has the next search list the store: an object that a manifest names was gone. */
  public void distrust() {
    metadata.distrust();
  }

  /** What is remembered, and how it was found. */
  public SequencedFigures figures() {
    return metadata.figures();
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
