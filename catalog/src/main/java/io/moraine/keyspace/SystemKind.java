package io.moraine.keyspace;

import java.util.Arrays;
import java.util.Locale;

/**
 * The records about the store itself.
 *
 * <p>Source: Moraine 0.7.0 {@code crates/moraine/src/store/key.rs}.
 */
@SuppressWarnings("ImmutableEnumChecker") // message types are immutable
public enum SystemKind {
  FORMAT(0x02, FormatValue.TYPE),
  HEAD(0x03, HeadValue.TYPE),
  MIGRATION(0x04, MigrationValue.TYPE),
  MAINTENANCE_STATUS(0x05, MaintenanceStatusValue.TYPE);

  private final int code;
  private final MessageType<? extends Record> valueType;

  SystemKind(int code, MessageType<? extends Record> valueType) {
    this.code = code;
    this.valueType = valueType;
  }

  int code() {
    return code;
  }

  /** What the record holds. */
  public MessageType<? extends Record> valueType() {
    return valueType;
  }

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static SystemKind read(KeyReader in) {
    int code = in.readByte("system kind");
    return Arrays.stream(values())
        .filter(kind -> kind.code == code)
        .findFirst()
        .orElseThrow(() -> in.unknown("system kind", code));
  }
}
