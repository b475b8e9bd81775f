package io.moraine.slate;

import io.moraine.objectstore.ObjectStoreException;
import io.moraine.slate.format.SlateFormatException;
import io.moraine.slate.manifest.StoreBeingCreatedException;
import io.moraine.slate.manifest.WriteRefusedException;
import io.moraine.slate.read.UnsupportedStoreException;
import io.moraine.slate.sequenced.StoreReplacedException;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A store could not be read. The message names the object and, for damage, the byte. */
public final class SlateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What the caller can do. */
  public enum Kind {
    /** Stored bytes are damaged or of a version that is not read. */
    CORRUPT,
    /** An object that the manifest, or the log's numbering, says is there has been removed. */
    MISSING_OBJECT,
    /** There is no database here, or it is not complete. */
    NO_STORE,
    /** Another store lies there than was read before. */
    STORE_REPLACED,
    /** The database needs something that the reader was not given. */
    UNSUPPORTED,
    /** There is a database already. */
    ALREADY_EXISTS,
    /** The store's clock and ours differ too much to write. */
    CLOCK,
    /** More than the store can take; a compactor must run first. */
    TOO_MUCH,
    /** The object store refuses access. */
    FORBIDDEN,
    /** The object store failed; reading again may work. */
    UNAVAILABLE,
    /** The location or its settings must be fixed. */
    MISCONFIGURED,
    /** The calling thread was interrupted, its flag is set again; or the call was cancelled. */
    CANCELLED,
    /** The time that the caller had is up. */
    TIMEOUT
  }

  private final Kind kind;
  private final String object;

  /** An error of {@code kind} about {@code object}. */
  public SlateException(Kind kind, String object, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.object = object;
  }

  /** What the caller can do. */
  public Kind kind() {
    return kind;
  }

  /** Path of the object in question, or of the database if it is about no single one. */
  public String object() {
    return object;
  }

  /** Runs {@code read} and throws its errors as this one; {@code database} is its root. */
  static <T extends @Nullable Object> T translating(String database, Supplier<T> read) {
    try {
      return read.get();
    } catch (SlateFormatException
        | ObjectStoreException
        | UnsupportedStoreException
        | WriteRefusedException
        | StoreBeingCreatedException
        | StoreReplacedException e) {
      throw of(database, e);
    }
  }

  /** The error for {@code cause}, which is one of the layers below. */
  static SlateException of(String database, RuntimeException cause) {
    if (cause instanceof SlateFormatException damage) {
      return new SlateException(Kind.CORRUPT, damage.object(), message(damage), damage);
    }
    if (cause instanceof ObjectStoreException failure) {
      return new SlateException(kind(failure.kind()), failure.path(), message(failure), failure);
    }
    if (cause instanceof StoreBeingCreatedException) {
      return new SlateException(Kind.NO_STORE, database, message(cause), cause);
    }
    if (cause instanceof StoreReplacedException) {
      return new SlateException(Kind.STORE_REPLACED, database, message(cause), cause);
    }
    if (cause instanceof WriteRefusedException refusal) {
      return new SlateException(kind(refusal.reason()), database, message(cause), cause);
    }
    return new SlateException(Kind.UNSUPPORTED, database, message(cause), cause);
  }

  private static String message(RuntimeException cause) {
    return Objects.requireNonNullElse(cause.getMessage(), cause.toString());
  }

  private static Kind kind(WriteRefusedException.Reason reason) {
    return switch (reason) {
      case UNKNOWN_CONTENT -> Kind.UNSUPPORTED;
      case EXISTS -> Kind.ALREADY_EXISTS;
      case CLOCK -> Kind.CLOCK;
      case TOO_MUCH -> Kind.TOO_MUCH;
    };
  }

  private static Kind kind(ObjectStoreException.Kind kind) {
    return switch (kind) {
      case NOT_FOUND -> Kind.MISSING_OBJECT;
      case FORBIDDEN -> Kind.FORBIDDEN;
      case BAD_REQUEST -> Kind.CORRUPT;
      case UNAVAILABLE, UNANSWERED -> Kind.UNAVAILABLE;
      case MISCONFIGURED -> Kind.MISCONFIGURED;
      case INTERRUPTED, CANCELLED -> Kind.CANCELLED;
      case TIMEOUT -> Kind.TIMEOUT;
    };
  }
}
