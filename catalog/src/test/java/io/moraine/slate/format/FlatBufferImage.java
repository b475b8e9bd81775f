package io.moraine.slate.format;

import io.moraine.base.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Lays out FlatBuffers for tests, including those that no honest writer makes. Every field takes as
 * many bytes as its value says; nothing is aligned.
 */
public final class FlatBufferImage {
  private FlatBufferImage() {}

  /** A table under construction; slots may be set, replaced and cleared. */
  public static final class TableImage {
    private final TreeMap<Integer, Object> fields = new TreeMap<>();

    /** A scalar of one byte. */
    public TableImage u8(int slot, int value) {
      return set(slot, new byte[] {(byte) value});
    }

    /** A scalar of two bytes. */
    public TableImage u16(int slot, int value) {
      return set(slot, little(2).putShort((short) value).array());
    }

    /** A scalar of four bytes. */
    public TableImage u32(int slot, long value) {
      return set(slot, little(4).putInt((int) value).array());
    }

    /** A scalar of eight bytes. */
    public TableImage u64(int slot, long value) {
      return set(slot, little(8).putLong(value).array());
    }

    /** A byte vector. */
    public TableImage bytes(int slot, Bytes value) {
      return set(slot, value);
    }

    /** A string. */
    public TableImage string(int slot, String value) {
      return set(slot, Bytes.utf8(value));
    }

    /** A table. */
    public TableImage table(int slot, TableImage value) {
      return set(slot, value);
    }

    /** A vector of tables. */
    public TableImage tables(int slot, TableImage... values) {
      return set(slot, new ArrayList<>(List.of(values)));
    }

    /** Takes a field away. */
    public TableImage without(int slot) {
      fields.remove(slot);
      return this;
    }

    private TableImage set(int slot, Object value) {
      fields.put(slot, value);
      return this;
    }
  }

  /** A new empty table. */
  public static TableImage table() {
    return new TableImage();
  }

  /** The FlatBuffer whose root is {@code root}. */
  public static Bytes encode(TableImage root) {
    Output out = new Output();
    int reference = out.reserve(4);
    out.point(reference, out.write(root));
    return Bytes.wrap(out.toArray());
  }

  private static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static final class Output {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final List<int[]> references = new ArrayList<>();

    int reserve(int size) {
      int position = bytes.size();
      bytes.writeBytes(new byte[size]);
      return position;
    }

    void point(int reference, int target) {
      references.add(new int[] {reference, target - reference});
    }

    byte[] toArray() {
      byte[] image = bytes.toByteArray();
      ByteBuffer patched = ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN);
      references.forEach(each -> patched.putInt(each[0], each[1]));
      return image;
    }

    /** Writes the vtable, the table, then what it refers to; answers where the table is. */
    int write(TableImage image) {
      int slots = image.fields.isEmpty() ? 0 : image.fields.lastKey() + 1;
      byte[] vtableBytes = new byte[4 + 2 * slots];
      ByteBuffer vtable = ByteBuffer.wrap(vtableBytes).order(ByteOrder.LITTLE_ENDIAN);
      ByteArrayOutputStream inline = new ByteArrayOutputStream();
      image.fields.forEach(
          (slot, value) -> {
            vtable.putShort(4 + 2 * slot, (short) (4 + inline.size()));
            inline.writeBytes(value instanceof byte[] scalar ? scalar : new byte[4]);
          });
      vtable.putShort(0, (short) vtable.capacity());
      vtable.putShort(2, (short) (4 + inline.size()));
      bytes.writeBytes(vtableBytes);
      int position = bytes.size();
      bytes.writeBytes(little(4).putInt(vtable.capacity()).array());
      bytes.writeBytes(inline.toByteArray());
      image.fields.forEach(
          (slot, value) -> {
            if (!(value instanceof byte[])) {
              point(position + vtable.getShort(4 + 2 * slot), writeReferenced(value));
            }
          });
      return position;
    }

    private int writeReferenced(Object value) {
      if (value instanceof TableImage table) {
        return write(table);
      }
      if (value instanceof Bytes content) {
        int position = bytes.size();
        bytes.writeBytes(little(4).putInt(content.length()).array());
        bytes.writeBytes(content.toArray());
        return position;
      }
      List<?> tables = (List<?>) value;
      int position = bytes.size();
      bytes.writeBytes(little(4).putInt(tables.size()).array());
      int elements = reserve(4 * tables.size());
      for (int i = 0; i < tables.size(); i++) {
        point(elements + 4 * i, write((TableImage) tables.get(i)));
      }
      return position;
    }
  }
}
