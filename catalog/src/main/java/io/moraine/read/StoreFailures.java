package io.moraine.read;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.slate.SlateException;
import io.moraine.slate.format.SlateFormatException;
import io.moraine.slate.manifest.StoreBeingCreatedException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes errors of the catalog of what a store throws. Thread-safe. */
final class StoreFailures {
  private final LatestManifest latest;
  private final Generations generations;
  private volatile boolean storeReplaced;

  StoreFailures(LatestManifest latest, Generations generations) {
    this.latest = latest;
    this.generations = generations;
  }

  /**
   * Runs a search for a revision.
   *
   * @throws CatalogException for everything that can go wrong with a store; a store that was
   *     replaced or is gone ends all generations
   */
  <T extends @Nullable Object> T translate(Supplier<T> search) {
    try {
      return search.get();
    } catch (CatalogException e) {
      if (e.kind() == Kind.STORE_REPLACED) {
        storeReplaced = true;
        generations.endAll(e);
      } else if (e.kind() == Kind.NO_LAKE && latest.isGone()) {
        generations.endAll(e);
      }
      throw e;
    } catch (ObjectStoreException e) {
      throw error(kindOf(e), e);
    } catch (SlateFormatException e) {
      throw error(Kind.CORRUPTION, e);
    } catch (SlateException e) {
      throw error(kindOf(e), e);
    } catch (StoreBeingCreatedException e) {
      throw error(Kind.STORE_UNAVAILABLE, e);
    }
  }

  /**
   * Runs a read through {@code generation}.
   *
   * @throws CatalogException likewise; an object that is gone ends the generation
   */
  <T extends @Nullable Object> T translate(Generation generation, Supplier<T> read) {
    return translate(
        () -> {
          try {
            return read.get();
          } catch (SlateException e) {
            if (e.kind() == SlateException.Kind.MISSING_OBJECT) {
              throw expired(generation, e);
            }
            throw e;
          }
        });
  }

  /** Whether the store was once found to be replaced. */
  boolean storeReplaced() {
    return storeReplaced;
  }

  /** An object of a revision is gone: collected, or the whole store was replaced. */
  private CatalogException expired(Generation generation, SlateException missing) {
    latest.distrust();
    latest.read();
    CatalogException expired =
        new CatalogException(
            Kind.REVISION_EXPIRED,
            "The revision of "
                + generation.revision()
                + " is gone; begin again on a new one: "
                + missing.getMessage(),
            missing);
    generations.end(generation, expired);
    return expired;
  }

  private static CatalogException error(Kind kind, RuntimeException cause) {
    return new CatalogException(kind, String.valueOf(cause.getMessage()), cause);
  }

  private static Kind kindOf(SlateException e) {
    return switch (e.kind()) {
      case MISSING_OBJECT -> Kind.REVISION_EXPIRED;
      case NO_STORE -> Kind.NO_LAKE;
      case STORE_REPLACED -> Kind.STORE_REPLACED;
      case CORRUPT -> Kind.CORRUPTION;
      case UNSUPPORTED -> Kind.UNSUPPORTED;
      case ALREADY_EXISTS -> Kind.ALREADY_EXISTS;
      case CLOCK -> Kind.CLOCK;
      case TOO_MUCH -> Kind.EXHAUSTED;
      case FORBIDDEN -> Kind.FORBIDDEN;
      case UNAVAILABLE -> Kind.STORE_UNAVAILABLE;
      case MISCONFIGURED -> Kind.MISCONFIGURED;
      case CANCELLED -> Kind.CANCELLED;
      case TIMEOUT -> Kind.TIMEOUT;
    };
  }

  private static Kind kindOf(ObjectStoreException e) {
    return switch (e.kind()) {
      case NOT_FOUND -> Kind.REVISION_EXPIRED;
      case FORBIDDEN -> Kind.FORBIDDEN;
      case BAD_REQUEST -> Kind.CORRUPTION;
      case UNAVAILABLE, UNANSWERED -> Kind.STORE_UNAVAILABLE;
      case MISCONFIGURED -> Kind.MISCONFIGURED;
      case INTERRUPTED, CANCELLED -> Kind.CANCELLED;
      case TIMEOUT -> Kind.TIMEOUT;
    };
  }
}
