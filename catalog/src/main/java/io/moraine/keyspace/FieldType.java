package io.moraine.keyspace;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import io.moraine.base.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A field of a message.
 *
 * @param number its protobuf number
 * @param name its protobuf name, such as {@code data_file_id}
 * @param kind what one value of it is
 * @param presence when it is stored
 * @param message the type of its values if they are messages
 */
record FieldType(
    int number,
    String name,
    Kind kind,
    Presence presence,
    @Nullable MessageType<? extends Record> message) {

  /** What one value is, with its Java class. */
  enum Kind {
    /** A varint of 64 bits, unsigned or signed: {@code Long}. */
    LONG(WireFormat.WIRETYPE_VARINT),
    /** {@code Boolean}. */
    BOOL(WireFormat.WIRETYPE_VARINT),
    /** {@code String}. */
    STRING(WireFormat.WIRETYPE_LENGTH_DELIMITED),
    /** {@link Bytes}. */
    BYTES(WireFormat.WIRETYPE_LENGTH_DELIMITED),
    /** A record. */
    MESSAGE(WireFormat.WIRETYPE_LENGTH_DELIMITED);

    private final int wireType;

    Kind(int wireType) {
      this.wireType = wireType;
    }
  }

  /** When a field is stored. */
  enum Presence {
    /** Unless it has its default value. */
    IMPLICIT,
    /** If it is not null. */
    EXPLICIT,
    /** Once a value of a list. */
    REPEATED
  }

  /** The value of the field where none is stored. */
  @Nullable Object defaultValue() {
    return switch (presence) {
      case EXPLICIT -> null;
      case REPEATED -> List.of();
      case IMPLICIT -> implicitDefault();
    };
  }

  private Object implicitDefault() {
    return switch (kind) {
      case LONG -> 0L;
      case BOOL -> false;
      case STRING -> "";
      case BYTES -> Bytes.EMPTY;
      case MESSAGE -> throw new IllegalStateException(name + " is a message without presence");
    };
  }

  /** Reads a stored occurrence; {@code previous} is what the field was so far. */
  Object read(
      CodedInputStream in, int wireType, @Nullable Object previous, @Nullable Projection nested)
      throws IOException {
    if (presence == Presence.REPEATED) {
      return readRepeated(in, wireType, previous, nested);
    }
    checkWireType(wireType);
    return kind == Kind.MESSAGE ? readMerged(in, previous) : readOne(in, nested);
  }

  private List<Object> readRepeated(
      CodedInputStream in, int wireType, @Nullable Object previous, @Nullable Projection nested)
      throws IOException {
    List<Object> values = listOf(previous);
    if (wireType == WireFormat.WIRETYPE_LENGTH_DELIMITED
        && kind.wireType == WireFormat.WIRETYPE_VARINT) {
      int outer = in.pushLimit(in.readRawVarint32());
      while (!in.isAtEnd()) {
        values.add(readOne(in, null));
      }
      in.popLimit(outer);
    } else {
      checkWireType(wireType);
      values.add(readOne(in, nested));
    }
    return values;
  }

  @SuppressWarnings("unchecked") // a list in the row was put there by this method
  private static List<Object> listOf(@Nullable Object previous) {
    return previous instanceof ArrayList ? (List<Object>) previous : new ArrayList<>();
  }

  private Object readOne(CodedInputStream in, @Nullable Projection nested) throws IOException {
    return switch (kind) {
      case LONG -> in.readUInt64();
      case BOOL -> in.readBool();
      case STRING -> in.readStringRequireUtf8();
      case BYTES -> Bytes.wrap(in.readByteArray());
      case MESSAGE -> nested != null ? nested.readNested(in) : messageType().readNested(in);
    };
  }

  /** A second occurrence of a singular message adds to the first. */
  private Object readMerged(CodedInputStream in, @Nullable Object previous) throws IOException {
    if (previous == null) {
      return messageType().readNested(in);
    }
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.writeBytes(messageType().encodeUnchecked(previous));
    both.writeBytes(in.readByteArray());
    return messageType().readWhole(Bytes.wrap(both.toByteArray()));
  }

  private void checkWireType(int wireType) throws InvalidProtocolBufferException {
    if (wireType != kind.wireType) {
      throw new InvalidProtocolBufferException(
          "field " + name + " has wire type " + wireType + ", not " + kind.wireType);
    }
  }

  /** Writes the field if its presence says so. */
  void write(CodedOutputStream out, @Nullable Object value) throws IOException {
    switch (presence) {
      case IMPLICIT -> {
        if (!Objects.equals(value, defaultValue())) {
          writeOne(out, Objects.requireNonNull(value));
        }
      }
      case EXPLICIT -> {
        if (value != null) {
          writeOne(out, value);
        }
      }
      case REPEATED -> writeRepeated(out, (List<?>) Objects.requireNonNull(value));
    }
  }

  private void writeRepeated(CodedOutputStream out, List<?> values) throws IOException {
    if (kind.wireType != WireFormat.WIRETYPE_VARINT) {
      for (Object value : values) {
        writeOne(out, value);
      }
    } else if (!values.isEmpty()) {
      ByteArrayOutputStream packed = new ByteArrayOutputStream();
      CodedOutputStream packedOut = CodedOutputStream.newInstance(packed);
      for (Object value : values) {
        packedOut.writeUInt64NoTag(value instanceof Boolean set ? (set ? 1 : 0) : (Long) value);
      }
      packedOut.flush();
      out.writeByteArray(number, packed.toByteArray());
    }
  }

  private void writeOne(CodedOutputStream out, Object value) throws IOException {
    switch (kind) {
      case LONG -> out.writeUInt64(number, (Long) value);
      case BOOL -> out.writeBool(number, (Boolean) value);
      case STRING -> out.writeString(number, (String) value);
      case BYTES -> out.writeByteArray(number, ((Bytes) value).toArray());
      case MESSAGE -> out.writeByteArray(number, messageType().encodeUnchecked(value));
    }
  }

  /** The type of the values of a message field. */
  MessageType<? extends Record> messageType() {
    return Objects.requireNonNull(message, name);
  }
}
