package io.moraine.keyspace;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import io.moraine.base.Bytes;
import io.moraine.model.CatalogException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads chosen fields of one kind of record into an array and skips the others unread. Immutable.
 *
 * <p>Values are {@code Long}, {@code Boolean}, {@code String}, {@link Bytes}, a record, or a list
 * of these; an absent optional field is null. A message field with a projection of its own gives
 * lists of arrays.
 */
public final class Projection {
  private final Slot[] byNumber;
  private final @Nullable Object[] defaults;

  /** A field's place in the array; {@code field} is null for numbers that are not wanted. */
  private record Slot(int index, @Nullable FieldType field, @Nullable Projection nested) {
    static final Slot SKIPPED = new Slot(-1, null, null);
  }

  private Projection(Slot[] byNumber, @Nullable Object[] defaults) {
    this.byNumber = byNumber;
    this.defaults = defaults;
  }

  /**
   * Fields in the order of {@code names}, each at most once; null leaves a place empty.
   *
   * @param fields the fields of the message by name
   * @param lastNested reads the messages of the last field, if it is not null
   */
  static Projection of(
      Map<String, FieldType> fields,
      List<@Nullable String> names,
      @Nullable Projection lastNested) {
    @Nullable Object[] defaults = new Object[names.size()];
    Slot[] slots = new Slot[names.size()];
    int highest = 0;
    for (int i = 0; i < slots.length; i++) {
      String name = names.get(i);
      slots[i] = name == null ? Slot.SKIPPED : slot(i, fields.get(name), names, lastNested);
      FieldType field = slots[i].field;
      if (field != null) {
        highest = Math.max(highest, field.number());
        defaults[i] = field.defaultValue();
      }
    }
    return new Projection(byNumber(slots, highest), defaults);
  }

  private static Slot slot(
      int index,
      @Nullable FieldType field,
      List<@Nullable String> names,
      @Nullable Projection lastNested) {
    if (field == null) {
      throw new IllegalArgumentException("no field " + names.get(index));
    }
    return new Slot(index, field, index == names.size() - 1 ? lastNested : null);
  }

  private static Slot[] byNumber(Slot[] slots, int highest) {
    Slot[] byNumber = new Slot[highest + 1];
    Arrays.fill(byNumber, Slot.SKIPPED);
    for (Slot slot : slots) {
      if (slot.field != null) {
        byNumber[slot.field.number()] = slot;
      }
    }
    return byNumber;
  }

  /**
   * Reads a framed value.
   *
   * @param key the record's key, for errors
   * @throws CatalogException of kind CORRUPTION if the frame or the message is damaged
   */
  public @Nullable Object[] read(Bytes key, Bytes value) {
    return Frame.read(key, value, payload -> readWhole(payload, null));
  }

  @Nullable Object[] readWhole(Bytes payload, @Nullable UnknownFields unknown) throws IOException {
    CodedInputStream in =
        CodedInputStream.newInstance(payload.array(), payload.arrayOffset(), payload.length());
    return readAll(in, unknown);
  }

  /** Reads a length and a message of that length. */
  @Nullable Object[] readNested(CodedInputStream in) throws IOException {
    int outer = in.pushLimit(in.readRawVarint32());
    @Nullable Object[] row = readAll(in, null);
    in.popLimit(outer);
    return row;
  }

  private @Nullable Object[] readAll(CodedInputStream in, @Nullable UnknownFields unknown)
      throws IOException {
    @Nullable Object[] row = defaults.clone();
    while (true) {
      int start = in.getTotalBytesRead();
      int tag = in.readTag();
      if (tag == 0) {
        return row;
      }
      int number = WireFormat.getTagFieldNumber(tag);
      Slot slot = number < byNumber.length ? byNumber[number] : Slot.SKIPPED;
      if (slot.field == null) {
        skip(in, tag);
        if (unknown != null) {
          unknown.add(start, in.getTotalBytesRead());
        }
      } else {
        row[slot.index] =
            slot.field.read(in, WireFormat.getTagWireType(tag), row[slot.index], slot.nested);
      }
    }
  }

  private static void skip(CodedInputStream in, int tag) throws IOException {
    if (!in.skipField(tag)) {
      throw new InvalidProtocolBufferException("a group ends that never began");
    }
  }

  /** Collects the bytes of fields that no one asked for. */
  interface UnknownFields {
    void add(int fromInclusive, int toExclusive);
  }
}
