package io.moraine.keyspace;

import io.moraine.base.Bytes;
import io.moraine.model.CatalogException;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The frame around every value but those of index entries.
 *
 * <pre>
 * bytes 0–3  4d 52 4e 45 ("MRNE")
 * byte 4     encoding version, 00
 * bytes 5–   a protobuf message
 * </pre>
 *
 * <p>Source: Moraine 0.7.0 {@code crates/moraine/src/store/frame.rs}.
 */
final class Frame {
  private static final Bytes MAGIC = Bytes.fromHex("4d524e45");
  private static final int VERSION = 0;
  private static final int HEADER_BYTES = 5;

  private Frame() {}

  /** Decodes the message in a frame. */
  interface PayloadDecoder<T> {
    T decode(Bytes payload) throws IOException;
  }

  static <T> T read(Bytes key, Bytes value, PayloadDecoder<T> decoder) {
    if (value.length() < HEADER_BYTES || !value.startsWith(MAGIC)) {
      throw corrupt(key, "has no MRNE frame but begins with " + head(value), null);
    }
    int version = value.unsignedAt(HEADER_BYTES - 1);
    if (version > VERSION) {
      throw corrupt(key, "has encoding version " + version + ", not " + VERSION, null);
    }
    try {
      return decoder.decode(value.slice(HEADER_BYTES, value.length()));
    } catch (IOException e) {
      String reason = Objects.requireNonNullElse(e.getMessage(), e.toString());
      throw corrupt(key, "of " + value.length() + " bytes does not decode: " + reason, e);
    }
  }

  static Bytes wrap(byte[] payload) {
    byte[] framed = new byte[HEADER_BYTES + payload.length];
    System.arraycopy(MAGIC.array(), 0, framed, 0, MAGIC.length());
    System.arraycopy(payload, 0, framed, HEADER_BYTES, payload.length);
    return Bytes.wrap(framed);
  }

  private static Bytes head(Bytes value) {
    return value.slice(0, Math.min(value.length(), HEADER_BYTES));
  }

  private static CatalogException corrupt(Bytes key, String found, @Nullable Throwable cause) {
    return Corruption.inRecord(key, "value " + found, cause);
  }
}
