package io.moraine.keyspace;

import io.moraine.base.Bytes;
import io.moraine.model.CatalogException;
import org.jspecify.annotations.Nullable;

/** Errors about stored bytes, naming the record. */
public final class Corruption {
  private Corruption() {}

  /** The record under {@code key} holds what it cannot hold. */
  public static CatalogException inRecord(Bytes key, String found) {
    return inRecord(key, found, null);
  }

  static CatalogException inRecord(Bytes key, String found, @Nullable Throwable cause) {
    String text = "corruption: record " + describe(key) + ": " + found;
    return new CatalogException(CatalogException.Kind.CORRUPTION, text, cause);
  }

  static CatalogException inKey(Bytes key, String found) {
    String text = "corruption: key " + key + ": " + found;
    return new CatalogException(CatalogException.Kind.CORRUPTION, text);
  }

  private static String describe(Bytes key) {
    try {
      return Key.decode(key).describe() + " (" + key + ")";
    } catch (CatalogException e) {
      return key.toString(); // a damaged key still names the place
    }
  }
}
