package io.moraine.objectstore;

import io.moraine.base.Bytes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Tags content where the store does not. */
public final class ContentTag {
  private ContentTag() {}

  /** The tag of {@code content}, which other content does not have. */
  public static String of(Bytes content) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(content.array(), content.arrayOffset(), content.length());
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
