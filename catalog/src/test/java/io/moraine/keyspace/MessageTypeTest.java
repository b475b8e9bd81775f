package io.moraine.keyspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MessageTypeTest {
  private static final Bytes KEY = Key.Current.of(EntityKind.TABLE_COLUMN_STATS, 1L, 2L).encode();

  @Test
  void anEmptyRecordIsOnlyAFrame() {
    for (EntityKind kind : EntityKind.values()) {
      Record empty = kind.valueType().empty();
      assertThat(kind.valueType().encodeRecord(empty).toHex()).isEqualTo("4d524e4500");
    }
  }

  @Test
  void fieldsAreChangedByNameAndAllElseStays() {
    TableColumnStatsValue stats =
        TableColumnStatsValue.TYPE.decode(KEY, Bytes.fromHex("4d524e45000801100218012a0161f80107"));
    TableColumnStatsValue changed =
        TableColumnStatsValue.TYPE.with(stats, Map.of("min_value", "b", "contains_nan", false));
    assertThat(TableColumnStatsValue.TYPE.encode(changed).toHex())
        .isEqualTo("4d524e450008011002180120002a0162f80107");
    assertThat(TableColumnStatsValue.TYPE.fieldValue(changed, "min_value")).isEqualTo("b");
    assertThat(TableColumnStatsValue.TYPE.fieldValue(changed, "max_value")).isNull();
  }

  @Test
  void onlyOptionalFieldsCanBeNull() {
    assertThat(TableColumnStatsValue.TYPE.isOptional("min_value")).isTrue();
    assertThat(TableColumnStatsValue.TYPE.isOptional("table_id")).isFalse();
    assertThat(TagValue.TYPE.isOptional("entries")).isFalse();
    for (String unknown : List.of("minValue", "")) {
      assertThatThrownBy(() -> TableColumnStatsValue.TYPE.isOptional(unknown))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
