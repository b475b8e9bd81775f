package io.moraine.objectstore;

import org.jspecify.annotations.Nullable;

/** An object could not be read or written. The message names location and object. */
public final class ObjectStoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What the caller can do. */
  public enum Kind {
    /** No such object. */
    NOT_FOUND,
    /** The store refuses us: permissions, read-only. */
    FORBIDDEN,
    /** The request cannot be right: a range behind the end, a malformed path. */
    BAD_REQUEST,
    /** Fix the location or its settings: no such bucket, another region, a clock that is wrong. */
    MISCONFIGURED,
    /** A passing fault; reading again may work. */
    UNAVAILABLE,
    /** A write was sent and its fate is unknown. */
    UNANSWERED,
    /** The calling thread was interrupted; its flag is set again. */
    INTERRUPTED,
    /** The {@link io.moraine.base.Call} was cancelled. */
    CANCELLED,
    /** The time that the {@link io.moraine.base.Call} had is up. */
    TIMEOUT;

    /** Whether the reason lies with the caller, so that others may fare better. */
    public boolean isOfCaller() {
      return this == INTERRUPTED || this == CANCELLED || this == TIMEOUT;
    }
  }

  private final Kind kind;
  private final String path;

  /** An error of {@code kind} on the object at {@code path}. */
  public ObjectStoreException(Kind kind, String path, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.path = path;
  }

  /** What the caller can do. */
  public Kind kind() {
    return kind;
  }

  /** The object's path in its store. */
  public String path() {
    return path;
  }
}
