package io.moraine.keyspace;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.moraine.base.Bytes;
import io.moraine.model.CatalogException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How a Java record is stored as a protobuf message. The record's components are the only
 * definition: {@code @Field} and {@code @OptionalField} number them, their Java types give the wire
 * types, their names in snake case the field names. A last component {@code unknownFields} keeps
 * the bytes of fields that this version does not know; they are written back at the end.
 *
 * <p>Reading accepts fields in any order and repeated numbers in both forms. Writing gives fields
 * in ascending order, repeated numbers packed. Immutable.
 *
 * @param <T> the record
 */
public final class MessageType<T extends Record> {
  /** Most messages are smaller; a buffer of the usual size would cost more than the writing. */
  private static final int BUFFER_BYTES = 256;

  private static final ClassValue<MessageType<?>> TYPES =
      new ClassValue<>() {
        @Override
        protected MessageType<?> computeValue(Class<?> type) {
          return new MessageType<>(type.asSubclass(Record.class));
        }
      };

  private final Class<T> recordClass;
  private final List<FieldType> fields;
  private final Map<String, FieldType> byName;
  private final Map<String, Integer> indexes;
  private final List<MethodHandle> accessors;
  private final MethodHandle constructor;
  private final Projection everything;

  private MessageType(Class<T> recordClass) {
    this.recordClass = recordClass;
    RecordComponent[] components = recordClass.getRecordComponents();
    this.fields =
        Arrays.stream(components).limit(components.length - 1).map(MessageType::fieldOf).toList();
    this.byName =
        fields.stream().collect(Collectors.toUnmodifiableMap(FieldType::name, field -> field));
    this.indexes =
        IntStream.range(0, fields.size())
            .boxed()
            .collect(Collectors.toUnmodifiableMap(i -> fields.get(i).name(), i -> i));
    this.accessors = Arrays.stream(components).map(MessageType::accessorOf).toList();
    this.constructor = constructorOf(recordClass, components);
    List<@Nullable String> names = new ArrayList<>(fields.stream().map(FieldType::name).toList());
    names.add(null);
    this.everything = Projection.of(byName, names, null);
  }

  /** The type of a record class of this package. */
  @SuppressWarnings("unchecked") // each class maps to the type built from it
  static <T extends Record> MessageType<T> of(Class<T> recordClass) {
    return (MessageType<T>) TYPES.get(recordClass);
  }

  /** The record's name, such as {@code DataFileValue}. */
  public String name() {
    return recordClass.getSimpleName();
  }

  /** Names of the fields, in ascending order of their numbers. */
  public List<String> fieldNames() {
    return fields.stream().map(FieldType::name).toList();
  }

  /** The values of a record's fields, in the order of {@link #fieldNames()}. */
  public List<@Nullable Object> fieldValues(T message) {
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      values.add(access(i, message));
    }
    return values;
  }

  /**
   * The value of a record's field.
   *
   * @throws IllegalArgumentException if there is no field of that name
   */
  public @Nullable Object fieldValue(Record message, String fieldName) {
    return access(indexOf(fieldName), message);
  }

  /**
   * Whether a field can be null.
   *
   * @throws IllegalArgumentException if there is no field of that name
   */
  public boolean isOptional(String fieldName) {
    return fields.get(indexOf(fieldName)).presence() == FieldType.Presence.EXPLICIT;
  }

  /** A record whose fields all have their default values. */
  public T empty() {
    @Nullable Object[] values = new @Nullable Object[fields.size() + 1];
    for (int i = 0; i < fields.size(); i++) {
      values[i] = fields.get(i).defaultValue();
    }
    values[fields.size()] = Bytes.EMPTY;
    return construct(values);
  }

  /**
   * A record with other values in some fields; all else, also unknown fields, as in {@code
   * message}.
   *
   * @param changes by field name
   * @throws IllegalArgumentException if there is no field of one of the names
   */
  public T with(Record message, Map<String, ? extends @Nullable Object> changes) {
    @Nullable Object[] values = new @Nullable Object[fields.size() + 1];
    for (int i = 0; i < values.length; i++) {
      values[i] = access(i, message);
    }
    changes.forEach((name, value) -> values[indexOf(name)] = value);
    return construct(values);
  }

  private int indexOf(String fieldName) {
    Integer index = indexes.get(fieldName);
    if (index == null) {
      throw new IllegalArgumentException(name() + " has no field " + fieldName);
    }
    return index;
  }

  /** The type of the messages in a field, or empty if it holds none or does not exist. */
  public Optional<MessageType<? extends Record>> messagesIn(String fieldName) {
    FieldType field = byName.get(fieldName);
    return field == null ? Optional.empty() : Optional.ofNullable(field.message());
  }

  /**
   * A reader of the fields of these names, each named at most once; a null leaves its place empty.
   */
  public Projection project(List<@Nullable String> fieldNames) {
    return Projection.of(byName, fieldNames, null);
  }

  /** The same, with messages of the last field read through {@code lastNested}. */
  public Projection project(List<@Nullable String> fieldNames, Projection lastNested) {
    return Projection.of(byName, fieldNames, lastNested);
  }

  /**
   * Decodes a framed value.
   *
   * @param key the record's key, for errors
   * @throws CatalogException of kind CORRUPTION if the frame or the message is damaged
   */
  public T decode(Bytes key, Bytes value) {
    return Frame.read(key, value, this::readWhole);
  }

  /** Encodes a framed value. */
  public Bytes encode(T message) {
    return Frame.wrap(encodeUnchecked(message));
  }

  /** Encodes a framed value; {@code message} is of this type. */
  public Bytes encodeRecord(Record message) {
    return Frame.wrap(encodeUnchecked(recordClass.cast(message)));
  }

  T readWhole(Bytes payload) throws IOException {
    ByteArrayOutputStream unknown = new ByteArrayOutputStream(0);
    @Nullable Object[] values =
        everything.readWhole(
            payload,
            (from, to) -> unknown.write(payload.array(), payload.arrayOffset() + from, to - from));
    values[values.length - 1] =
        unknown.size() == 0 ? Bytes.EMPTY : Bytes.wrap(unknown.toByteArray());
    return construct(values);
  }

  T readNested(CodedInputStream in) throws IOException {
    return readWhole(Bytes.wrap(in.readByteArray()));
  }

  byte[] encodeUnchecked(Object message) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      CodedOutputStream out = CodedOutputStream.newInstance(bytes, BUFFER_BYTES);
      for (int i = 0; i < fields.size(); i++) {
        fields.get(i).write(out, access(i, message));
      }
      out.flush();
      Bytes unknown = (Bytes) Objects.requireNonNull(access(fields.size(), message));
      bytes.writeBytes(unknown.toArray());
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a stream into memory does not fail
    }
  }

  private T construct(@Nullable Object[] values) {
    try {
      return recordClass.cast(constructor.invoke(values));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new LinkageError("constructor of " + recordClass, e);
    }
  }

  private @Nullable Object access(int component, Object message) {
    try {
      return accessors.get(component).invoke(message);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new LinkageError("accessor of " + recordClass, e);
    }
  }

  private static FieldType fieldOf(RecordComponent component) {
    Field implicit = component.getAnnotation(Field.class);
    OptionalField explicit = component.getAnnotation(OptionalField.class);
    boolean repeated = component.getType() == List.class;
    Class<?> valueClass = repeated ? elementOf(component) : component.getType();
    FieldType.Kind kind = kindOf(valueClass);
    return new FieldType(
        explicit != null ? explicit.value() : Objects.requireNonNull(implicit).value(),
        snakeCase(component.getName()),
        kind,
        repeated
            ? FieldType.Presence.REPEATED
            : explicit != null ? FieldType.Presence.EXPLICIT : FieldType.Presence.IMPLICIT,
        kind == FieldType.Kind.MESSAGE ? TYPES.get(valueClass) : null);
  }

  private static Class<?> elementOf(RecordComponent component) {
    ParameterizedType list = (ParameterizedType) component.getGenericType();
    return (Class<?>) list.getActualTypeArguments()[0];
  }

  private static FieldType.Kind kindOf(Class<?> valueClass) {
    if (valueClass == long.class || valueClass == Long.class) {
      return FieldType.Kind.LONG;
    } else if (valueClass == boolean.class || valueClass == Boolean.class) {
      return FieldType.Kind.BOOL;
    } else if (valueClass == String.class) {
      return FieldType.Kind.STRING;
    } else {
      return valueClass == Bytes.class ? FieldType.Kind.BYTES : FieldType.Kind.MESSAGE;
    }
  }

  private static String snakeCase(String camelCase) {
    return camelCase.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }

  private static MethodHandle accessorOf(RecordComponent component) {
    try {
      return MethodHandles.lookup()
          .unreflect(component.getAccessor())
          .asType(MethodType.methodType(Object.class, Object.class));
    } catch (IllegalAccessException e) {
      throw new LinkageError("accessor of " + component, e);
    }
  }

  private static MethodHandle constructorOf(Class<?> recordClass, RecordComponent[] components) {
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      return MethodHandles.lookup()
          .findConstructor(recordClass, MethodType.methodType(void.class, types))
          .asSpreader(Object[].class, types.length)
          .asType(MethodType.methodType(Object.class, Object[].class));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("constructor of " + recordClass, e);
    }
  }
}
