package io.moraine.slate;

import com.fasterxml.jackson.databind.JsonNode;
import io.moraine.base.Bytes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.Map;

/** Byte strings as the reference stores' descriptions write them: long ones by their digest. */
final class ShownBytes {
  private static final int LONGEST_IN_FULL = 200;

  private final Map<String, Bytes> known = new HashMap<>();

  /** Byte strings that a description may mean by their digest. */
  void learn(Bytes bytes) {
    known.put(show(bytes), bytes);
  }

  /** The byte string that a description means. */
  Bytes find(JsonNode described) {
    if (described.isTextual()) {
      return Bytes.fromHex(described.asText());
    }
    Bytes bytes = known.get(show(described));
    if (bytes == null) {
      throw new IllegalArgumentException("no known key is " + described);
    }
    return bytes;
  }

  static String show(JsonNode described) {
    if (described.isNull()) {
      return "null";
    }
    return described.isTextual()
        ? described.asText()
        : described.get("len").asInt() + " bytes " + described.get("sha256").asText();
  }

  static String show(Bytes bytes) {
    return bytes.length() <= LONGEST_IN_FULL
        ? bytes.toHex()
        : bytes.length() + " bytes " + digest(bytes);
  }

  private static String digest(Bytes bytes) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return Bytes.wrap(digest.digest(bytes.toArray())).toHex();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
