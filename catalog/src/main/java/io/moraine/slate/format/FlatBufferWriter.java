package io.moraine.slate.format;

import io.moraine.base.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lays out one FlatBuffer, from its end to its start: what a table refers to must be written before
 * it. The layout is the one that {@link FlatBufferReader} describes, and the one that the common
 * builders make: every scalar and vector lies on a multiple of its width, counted from the start of
 * the buffer; strings end with a zero byte that they do not count; equal vtables are stored once;
 * in a table wider fields lie behind narrower ones. Verifiers insist on the first two.
 *
 * <p>A reference is the distance of what it names from the end of the buffer. Not thread-safe, and
 * of no use after {@link #finish}.
 */
public final class FlatBufferWriter {
  private static final int REFERENCE_BYTES = 4;

  private byte[] buffer;

  /** Where what was written starts; it goes to the end. */
  private int head;

  /** The widest alignment so far. */
  private int alignment = 1;

  /** References to the vtables so far. */
  private final List<Integer> vtables = new ArrayList<>();

  /** An empty buffer. */
  public FlatBufferWriter() {
    this(1024);
  }

  /** An empty buffer with room for {@code expectedBytes}. */
  public FlatBufferWriter(int expectedBytes) {
    buffer = new byte[Math.max(64, expectedBytes)];
    head = buffer.length;
  }

  /** Writes a vector of bytes; the reference to it. */
  public int bytes(Bytes content) {
    align(content.length(), REFERENCE_BYTES);
    reserve(content.length());
    System.arraycopy(content.array(), content.arrayOffset(), buffer, head, content.length());
    return vectorLength(content.length());
  }

  /** Writes a string; the reference to it. */
  public int string(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    align(utf8.length + 1, REFERENCE_BYTES);
    reserve(utf8.length + 1);
    System.arraycopy(utf8, 0, buffer, head, utf8.length);
    return vectorLength(utf8.length);
  }

  /** Writes a vector of u32; the reference to it. */
  public int u32s(List<Long> values) {
    align(Integer.BYTES * values.size(), Integer.BYTES);
    for (int i = values.size() - 1; i >= 0; i--) {
      push(values.get(i), Integer.BYTES);
    }
    return vectorLength(values.size());
  }

  /** Writes a vector of tables that {@code references} name; the reference to it. */
  public int tables(List<Integer> references) {
    align(REFERENCE_BYTES * references.size(), REFERENCE_BYTES);
    for (int i = references.size() - 1; i >= 0; i--) {
      pushReference(references.get(i));
    }
    return vectorLength(references.size());
  }

  /** Begins a table. Nothing is written before its end. */
  public Fields table() {
    return new Fields();
  }

  /** The whole buffer with the table {@code root} names. */
  public Bytes finish(int root) {
    align(REFERENCE_BYTES, Math.max(alignment, REFERENCE_BYTES));
    pushReference(root);
    return Bytes.wrap(buffer, head, buffer.length - head);
  }

  private int vectorLength(int count) {
    push(count, Integer.BYTES);
    return used();
  }

  private int used() {
    return buffer.length - head;
  }

  /** Pads so that the start of the next {@code size} bytes lies on a multiple of {@code width}. */
  private void align(int size, int width) {
    alignment = Math.max(alignment, width);
    int past = (used() + size) & (width - 1);
    reserve(past == 0 ? 0 : width - past);
  }

  /** Makes room for {@code count} zero bytes. */
  private void reserve(int count) {
    if (count > head) {
      long wanted = Math.max(2L * buffer.length, (long) buffer.length + count);
      if (wanted > Integer.MAX_VALUE - 16) {
        throw new IllegalStateException("FlatBuffer of more than 1 GiB");
      }
      byte[] larger = new byte[(int) wanted];
      int used = used();
      System.arraycopy(buffer, head, larger, larger.length - used, used);
      buffer = larger;
      head = larger.length - used;
    }
    head -= count;
  }

  private void push(long value, int width) {
    align(width, width);
    reserve(width);
    put(head, value, width);
  }

  /** A reference is stored as the distance from where it is stored. */
  private void pushReference(int reference) {
    align(REFERENCE_BYTES, REFERENCE_BYTES);
    push(used() + REFERENCE_BYTES - reference, REFERENCE_BYTES);
  }

  private void put(int at, long value, int width) {
    for (int i = 0; i < width; i++) {
      buffer[at + i] = (byte) (value >>> (8 * i));
    }
  }

  /** The vtable {@code image}, written unless there is an equal one. */
  private int vtable(byte[] image) {
    for (int each : vtables) {
      int at = buffer.length - each;
      int size = (buffer[at] & 0xff) | ((buffer[at + 1] & 0xff) << 8);
      if (size == image.length && Arrays.equals(buffer, at, at + size, image, 0, size)) {
        return each;
      }
    }
    reserve(image.length);
    System.arraycopy(image, 0, buffer, head, image.length);
    vtables.add(used());
    return used();
  }

  /** The fields of a table; those that equal their default are left out. */
  public final class Fields {
    private static final int MOST_SLOTS = 32;

    private final long[] values = new long[MOST_SLOTS];

    /** Width of each field in bytes; 0 if it is left out. */
    private final byte[] widths = new byte[MOST_SLOTS];

    private final boolean[] references = new boolean[MOST_SLOTS];

    /** The slot behind the last that is not left out. */
    private int slots;

    private Fields() {}

    /** A bool, false if left out. */
    public Fields bool(int slot, boolean value) {
      return u8(slot, value ? 1 : 0);
    }

    /** A u8 or i8, 0 if left out. */
    public Fields u8(int slot, int value) {
      return value == 0 ? this : set(slot, value, 1);
    }

    /** A u16, 0 if left out. */
    public Fields u16(int slot, int value) {
      return value == 0 ? this : set(slot, value, 2);
    }

    /** A u16 whose presence means something. */
    public Fields optionalU16(int slot, int value) {
      return set(slot, value, 2);
    }

    /** A u32, 0 if left out. */
    public Fields u32(int slot, long value) {
      return value == 0 ? this : set(slot, value, 4);
    }

    /** A u64 or i64, 0 if left out. */
    public Fields u64(int slot, long value) {
      return value == 0 ? this : set(slot, value, 8);
    }

    /** What {@code reference} names. */
    public Fields reference(int slot, int reference) {
      references[slot] = true;
      return set(slot, reference, REFERENCE_BYTES);
    }

    private Fields set(int slot, long value, int width) {
      values[slot] = value;
      widths[slot] = (byte) width;
      slots = Math.max(slots, slot + 1);
      return this;
    }

    /** Writes the table; the reference to it. */
    public int end() {
      int[] at = new int[slots];
      int end = used();
      for (int width = 8; width > 0; width /= 2) {
        for (int slot = slots - 1; slot >= 0; slot--) {
          if (widths[slot] == width) {
            if (references[slot]) {
              pushReference((int) values[slot]);
            } else {
              push(values[slot], width);
            }
            at[slot] = used();
          }
        }
      }
      push(0, Integer.BYTES);
      int table = used();
      int vtable = vtable(image(at, table, end));
      put(buffer.length - table, vtable - table, Integer.BYTES);
      return table;
    }

    private byte[] image(int[] at, int table, int end) {
      byte[] image = new byte[4 + 2 * slots];
      putU16(image, 0, image.length);
      putU16(image, 2, table - end);
      for (int slot = 0; slot < slots; slot++) {
        putU16(image, 4 + 2 * slot, at[slot] == 0 ? 0 : table - at[slot]);
      }
      return image;
    }

    private static void putU16(byte[] image, int at, int value) {
      image[at] = (byte) value;
      image[at + 1] = (byte) (value >>> 8);
    }
  }
}
