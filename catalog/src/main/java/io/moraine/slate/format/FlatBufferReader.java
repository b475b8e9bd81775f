package io.moraine.slate.format;

import io.moraine.base.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads one FlatBuffer, checking every access.
 *
 * <p>Layout, all little-endian: {@code u32} position of the root table; a table is {@code i32}
 * distance back to its vtable, then its fields; a vtable is {@code u16} its own size, {@code u16}
 * the table's size, then for each slot the {@code u16} offset of the field in the table, 0 if
 * absent; vectors and strings are {@code u32} count, then the elements; references are {@code u32}
 * distances forward from themselves. Alignment is not required. Source: the FlatBuffers binary
 * format; SlateDB puts neither size prefix nor file identifier before it.
 *
 * <p>An honest encoder writes each table once. Since damaged references could make a small buffer
 * unfold into a huge tree, a reader opens at most one table for each four bytes; decode in one pass
 * and keep the values, not the reader. Not thread-safe.
 */
public final class FlatBufferReader {
  private final Region region;
  private final Bytes bytes;
  private int tablesLeft;

  private FlatBufferReader(Region region) {
    this.region = region;
    this.bytes = region.bytes();
    this.tablesLeft = bytes.length() / 4;
  }

  /**
   * The root table of the FlatBuffer that fills {@code region}.
   *
   * @throws SlateFormatException if there cannot be one
   */
  public static Table root(Region region) {
    FlatBufferReader reader = new FlatBufferReader(region);
    return reader.table(reader.follow(0));
  }

  private Table table(int position) {
    if (tablesLeft-- == 0) {
      throw region.at(position, "more tables than " + bytes.length() + " bytes can hold");
    }
    long vtable = (long) position - u32(position);
    if (vtable < 0 || vtable > bytes.length()) {
      throw region.at(position, "vtable at " + vtable + " is outside of the buffer");
    }
    int vtableSize = u16((int) vtable);
    int tableSize = u16((int) vtable + 2);
    if (vtableSize < 4 || vtableSize % 2 != 0 || vtable + vtableSize > bytes.length()) {
      throw region.at((int) vtable, "vtable of " + vtableSize + " bytes is impossible");
    }
    if (tableSize < 4 || (long) position + tableSize > bytes.length()) {
      throw region.at((int) vtable, "table of " + tableSize + " bytes is impossible");
    }
    return new Table(position, tableSize, (int) vtable, vtableSize);
  }

  /** Where the reference at {@code position} leads. */
  private int follow(int position) {
    long distance = Integer.toUnsignedLong(u32(position));
    long target = position + distance;
    if (distance == 0 || target > bytes.length() - 4L) {
      throw region.at(position, "reference to " + target + " leads out of the buffer");
    }
    return (int) target;
  }

  /** The number of elements of the vector at {@code position}, all of which are in the buffer. */
  private int vectorLength(int position, int elementSize) {
    long count = Integer.toUnsignedLong(u32(position));
    if (count * elementSize > bytes.length() - position - 4L) {
      throw region.at(
          position, "vector of " + count + " × " + elementSize + " bytes leads out of the buffer");
    }
    return (int) count;
  }

  private int u16(int position) {
    check(position, 2);
    return bytes.unsignedAt(position) | bytes.unsignedAt(position + 1) << 8;
  }

  private int u32(int position) {
    check(position, 4);
    return bytes.unsignedAt(position)
        | bytes.unsignedAt(position + 1) << 8
        | bytes.unsignedAt(position + 2) << 16
        | bytes.unsignedAt(position + 3) << 24;
  }

  private long u64(int position) {
    check(position, 8);
    return Integer.toUnsignedLong(u32(position)) | (long) u32(position + 4) << 32;
  }

  private void check(int position, int width) {
    if (position < 0 || position > bytes.length() - width) {
      throw region.at(
          position, width + " bytes expected in a buffer of " + bytes.length() + " bytes");
    }
  }

  /** One table of the buffer. Slots count from 0; an absent field reads as its default. */
  public final class Table {
    private final int position;
    private final int size;
    private final int vtable;
    private final int vtableSize;

    private Table(int position, int size, int vtable, int vtableSize) {
      this.position = position;
      this.size = size;
      this.vtable = vtable;
      this.vtableSize = vtableSize;
    }

    /** Whether the field is present, be it equal to its default. */
    boolean has(int slot) {
      return fieldOffset(slot) != 0;
    }

    /** Whether a field at {@code slot} or beyond is present: one that this version knows not. */
    public boolean hasAnyFrom(int slot) {
      for (int each = slot; 4 + 2 * each < vtableSize; each++) {
        if (has(each)) {
          return true;
        }
      }
      return false;
    }

    /** A bool, false if absent; anything but 0 is true. */
    public boolean bool(int slot) {
      return u8(slot) != 0;
    }

    /** A u8, 0 if absent. */
    public int u8(int slot) {
      int at = field(slot, 1);
      return at < 0 ? 0 : bytes.unsignedAt(at);
    }

    /** An i8, 0 if absent. */
    public int i8(int slot) {
      return (byte) u8(slot);
    }

    /** A u16, {@code absent} if absent. */
    public int u16(int slot, int absent) {
      int at = field(slot, 2);
      return at < 0 ? absent : FlatBufferReader.this.u16(at);
    }

    /** A u32, 0 if absent. */
    public long u32(int slot) {
      int at = field(slot, 4);
      return at < 0 ? 0 : Integer.toUnsignedLong(FlatBufferReader.this.u32(at));
    }

    /** A u64, 0 if absent; to be compared unsigned. */
    public long u64(int slot) {
      int at = field(slot, 8);
      return at < 0 ? 0 : FlatBufferReader.this.u64(at);
    }

    /** An i64, 0 if absent. */
    public long i64(int slot) {
      return u64(slot);
    }

    /** A byte vector, shared with the buffer; null if absent. */
    public @Nullable Bytes bytes(int slot) {
      int at = field(slot, 4);
      if (at < 0) {
        return null;
      }
      int vector = follow(at);
      int count = vectorLength(vector, 1);
      return bytes.slice(vector + 4, vector + 4 + count);
    }

    /**
     * A byte vector, shared with the buffer.
     *
     * @throws SlateFormatException if it is absent; {@code name} is what the message calls it
     */
    public Bytes requiredBytes(int slot, String name) {
      return required(bytes(slot), name);
    }

    /**
     * A string, null if absent.
     *
     * @throws SlateFormatException if it is not UTF-8
     */
    public @Nullable String string(int slot) {
      Bytes text = bytes(slot);
      if (text == null) {
        return null;
      }
      try {
        return StandardCharsets.UTF_8
            .newDecoder()
            .decode(ByteBuffer.wrap(text.array(), text.arrayOffset(), text.length()))
            .toString();
      } catch (CharacterCodingException e) {
        throw new SlateFormatException(
            region.object(), region.offset() + position, "string is not UTF-8: " + text, e);
      }
    }

    /**
     * A string.
     *
     * @throws SlateFormatException if it is absent or not UTF-8
     */
    public String requiredString(int slot, String name) {
      return required(string(slot), name);
    }

    /** A table, null if absent. */
    public @Nullable Table table(int slot) {
      int at = field(slot, 4);
      return at < 0 ? null : FlatBufferReader.this.table(follow(at));
    }

    /**
     * A table.
     *
     * @throws SlateFormatException if it is absent
     */
    public Table requiredTable(int slot, String name) {
      return required(table(slot), name);
    }

    /** A vector of u32, empty if absent. */
    public List<Long> u32s(int slot) {
      int at = field(slot, 4);
      if (at < 0) {
        return List.of();
      }
      int vector = follow(at);
      int count = vectorLength(vector, 4);
      List<Long> values = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        values.add(Integer.toUnsignedLong(FlatBufferReader.this.u32(vector + 4 + 4 * i)));
      }
      return values;
    }

    /** A vector of tables, null if absent. */
    public @Nullable TableVector tables(int slot) {
      int at = field(slot, 4);
      if (at < 0) {
        return null;
      }
      int vector = follow(at);
      return new TableVector(vector, vectorLength(vector, 4));
    }

    /**
     * A vector of tables.
     *
     * @throws SlateFormatException if it is absent
     */
    public TableVector requiredTables(int slot, String name) {
      return required(tables(slot), name);
    }

    /** The error for this table, naming where it stands in its object. */
    public SlateFormatException error(String problem) {
      return region.at(position, problem);
    }

    private <T> T required(@Nullable T value, String name) {
      if (value == null) {
        throw error("required field " + name + " is missing");
      }
      return value;
    }

    /** Where the field of {@code width} bytes is, or -1 if it is absent. */
    private int field(int slot, int width) {
      int offset = fieldOffset(slot);
      if (offset == 0) {
        return -1;
      }
      if (offset < 4 || offset + width > size) {
        throw error(
            "slot "
                + slot
                + " at "
                + offset
                + ", +"
                + width
                + " is outside of its "
                + size
                + " byte table");
      }
      return position + offset;
    }

    private int fieldOffset(int slot) {
      int entry = 4 + 2 * slot;
      return entry + 2 > vtableSize ? 0 : FlatBufferReader.this.u16(vtable + entry);
    }
  }

  /** A vector of tables of the buffer. */
  public final class TableVector {
    private final int position;
    private final int size;

    private TableVector(int position, int size) {
      this.position = position;
      this.size = size;
    }

    /** The number of tables; never more than the buffer has room for. */
    public int size() {
      return size;
    }

    /** The table at {@code index}, 0 to the size. */
    public Table get(int index) {
      if (index < 0 || index >= size) {
        throw new IndexOutOfBoundsException(index + " of " + size);
      }
      return table(follow(position + 4 + 4 * index));
    }
  }
}
