package io.moraine.testing;

import io.moraine.base.Bytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/**
 * Manifests of version 2 as another process would write them next: the bytes of an existing one
 * with few changes. New parts are appended; the old ones stay where they are, some of them unused.
 */
public final class ManifestEdits {
  private static final int INITIALIZED = 2;
  private static final int WRITER_EPOCH = 3;
  private static final int REPLAY_AFTER_WAL_ID = 5;
  private static final int WAL_ID_LAST_SEEN = 6;
  private static final int CHECKPOINTS = 12;
  private static final int FIRST_UNKNOWN = 18;

  private ManifestEdits() {}

  /**
   * The manifest with one checkpoint and no other.
   *
   * @param expireSeconds when it expires; 0 for never
   */
  public static Bytes withCheckpoint(
      Bytes manifest, UUID id, String name, long manifestId, long expireSeconds) {
    Builder builder = new Builder(manifest);
    int field = builder.field(CHECKPOINTS);
    int vector = builder.align();
    builder.buffer.putInt(1).putInt(0);
    int entry = builder.checkpoint(manifestId, (int) expireSeconds);
    builder.point(entry + Builder.ID, builder.uuid(id));
    builder.point(entry + Builder.NAME, builder.text(name));
    builder.point(vector + Integer.BYTES, entry);
    builder.point(field, vector);
    return builder.toBytes();
  }

  /** The manifest without checkpoints. */
  public static Bytes withoutCheckpoints(Bytes manifest) {
    Builder builder = new Builder(manifest);
    int field = builder.field(CHECKPOINTS);
    int vector = builder.align();
    builder.buffer.putInt(0);
    builder.point(field, vector);
    return builder.toBytes();
  }

  /** The manifest of a later writer. */
  public static Bytes withWriterEpoch(Bytes manifest, long epoch) {
    Builder builder = new Builder(manifest);
    builder.buffer.putLong(builder.field(WRITER_EPOCH), epoch);
    return builder.toBytes();
  }

  /** The manifest of a writer that knows of log objects up to {@code walId}. */
  public static Bytes withWalIdLastSeen(Bytes manifest, long walId) {
    Builder builder = new Builder(manifest);
    builder.buffer.putLong(builder.field(WAL_ID_LAST_SEEN), walId);
    return builder.toBytes();
  }

  /** The manifest of a writer that flushed what the log holds up to {@code walId}. */
  public static Bytes withReplayAfterWalId(Bytes manifest, long walId) {
    Builder builder = new Builder(manifest);
    builder.buffer.putLong(builder.field(REPLAY_AFTER_WAL_ID), walId);
    return builder.toBytes();
  }

  /** The manifest of a store that is not complete yet. */
  public static Bytes beingCreated(Bytes manifest) {
    Builder builder = new Builder(manifest);
    builder.buffer.put(builder.field(INITIALIZED), (byte) 0);
    return builder.toBytes();
  }

  /** The manifest of a newer version, which has a field that is not known yet. */
  public static Bytes withUnknownField(Bytes manifest) {
    Builder builder = new Builder(manifest);
    builder.addField(FIRST_UNKNOWN, builder.field(INITIALIZED));
    return builder.toBytes();
  }

  /** Appends to a FlatBuffer, which begins after the two bytes of the version. */
  private static final class Builder {
    private static final int ROOM = 1024;
    private static final int ID = 4;
    private static final int NAME = 24;

    private final Bytes manifest;
    private final ByteBuffer buffer;

    private Builder(Bytes manifest) {
      this.manifest = manifest;
      byte[] content = manifest.slice(2, manifest.length()).toArray();
      buffer =
          ByteBuffer.wrap(Arrays.copyOf(content, content.length + ROOM))
              .order(ByteOrder.LITTLE_ENDIAN)
              .position(content.length);
    }

    /** Where the root's field of a slot lies. */
    private int field(int slot) {
      int root = buffer.getInt(0);
      int vtable = root - buffer.getInt(root);
      int offset = buffer.getShort(vtable + 4 + 2 * slot);
      if (offset == 0) {
        throw new IllegalArgumentException("the manifest has no field " + slot);
      }
      return root + offset;
    }

    /** Has the root's field of a slot that it lacks lie where another one does. */
    private void addField(int slot, int position) {
      int root = buffer.getInt(0);
      int before = root - buffer.getInt(root);
      int size = buffer.getShort(before);
      int vtable = align();
      shorts(4 + 2 * (slot + 1), buffer.getShort(before + 2));
      for (int i = 0; i <= slot; i++) {
        int entry = 4 + 2 * i;
        shorts(i == slot ? position - root : entry < size ? buffer.getShort(before + entry) : 0);
      }
      buffer.putInt(root, root - vtable);
    }

    private int align() {
      buffer.position((buffer.position() + 7) / 8 * 8);
      return buffer.position();
    }

    private void point(int field, int target) {
      buffer.putInt(field, target - field);
    }

    /** A table of two 64-bit numbers. */
    private int uuid(UUID id) {
      int vtable = align();
      shorts(8, 24, 8, 16);
      int table = align();
      buffer.putInt(table - vtable).putInt(0);
      buffer.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
      return table;
    }

    private int text(String text) {
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
      int start = align();
      buffer.putInt(utf8.length).put(utf8).put((byte) 0);
      return start;
    }

    /** A checkpoint whose id and name are still to be pointed to: they must lie behind it. */
    private int checkpoint(long manifestId, int expireSeconds) {
      int vtable = align();
      shorts(18, 32, ID, 8, 16, 20, 0, 0, NAME);
      int table = align();
      buffer.putInt(table - vtable).putInt(0).putLong(manifestId);
      buffer.putInt(expireSeconds).putInt(1).putInt(0).putInt(0);
      return table;
    }

    private void shorts(int... values) {
      for (int each : values) {
        buffer.putShort((short) each);
      }
    }

    private Bytes toBytes() {
      byte[] whole = new byte[2 + buffer.position()];
      whole[0] = manifest.at(0);
      whole[1] = manifest.at(1);
      System.arraycopy(buffer.array(), 0, whole, 2, buffer.position());
      return Bytes.wrap(whole);
    }
  }
}
