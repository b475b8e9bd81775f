package io.moraine.slate.manifest;

import io.moraine.base.IdSource;
import io.moraine.slate.format.Ulid;

/** Ids of object creations, which are compared with each other for equality only. */
public final class PutIds {
  private PutIds() {}

  /** A fresh one, in the form of a ULID; all of it is random. */
  public static String next(IdSource ids) {
    return new Ulid(ids.nextLong(), ids.nextLong()).toString();
  }
}
