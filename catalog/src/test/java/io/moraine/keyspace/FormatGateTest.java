package io.moraine.keyspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.model.CatalogException;
import io.moraine.testing.StoredRecords;
import org.assertj.core.api.AbstractThrowableAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormatGateTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9})
  void formatsOneToNineAreReadable(long version) {
    assertThat(FormatGate.check(format(version), null).formatVersion()).isEqualTo(version);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void formatsBeforeNineAreNotWritten(long version) {
    FormatValue found = FormatGate.check(format(version), null);
    assertThatThrownBy(() -> FormatGate.checkWritable(found))
        .isInstanceOfSatisfying(
            CatalogException.class,
            e -> assertThat(e.kind()).isEqualTo(CatalogException.Kind.MIGRATION_REQUIRED))
        .hasMessageContaining("store format " + version);
  }

  @Test
  void formatNineIsWritten() {
    FormatGate.checkWritable(FormatGate.check(format(9), null));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 10, 11, -1})
  void anyOtherFormatIsRefusedByItsNumber(long version) {
    assertRefused(format(version), null, CatalogException.Kind.MIGRATION_REQUIRED)
        .hasMessageContaining("store format " + Long.toUnsignedString(version));
  }

  @Test
  void aStoreWithoutAFormatHoldsNoLake() {
    assertRefused(null, null, CatalogException.Kind.NO_LAKE).hasMessageContaining("init");
  }

  @Test
  void referenceStoresAreJudgedAsMoraineSays() {
    assertThat(check("moraine/shop").formatVersion()).isEqualTo(9);
    assertThat(check("moraine/format8").formatVersion()).isEqualTo(8);
    assertThatThrownBy(() -> check("moraine/format10"))
        .hasMessageContaining("migration required: store format 10");
    assertThatThrownBy(() -> check("moraine/format8-midway"))
        .hasMessageContaining("a migration from format 8 to 9");
  }

  private static FormatValue check(String fixture) {
    StoredRecords records = StoredRecords.ofFixture(fixture);
    return FormatGate.check(
        records.find(Key.Sys.FORMAT.encode()), records.find(Key.Sys.MIGRATION.encode()));
  }

  private static AbstractThrowableAssert<?, ?> assertRefused(
      @Nullable Bytes format, @Nullable Bytes migration, CatalogException.Kind kind) {
    return assertThatThrownBy(() -> FormatGate.check(format, migration))
        .isInstanceOfSatisfying(CatalogException.class, e -> assertThat(e.kind()).isEqualTo(kind));
  }

  private static Bytes format(long version) {
    return FormatValue.TYPE.encode(new FormatValue(version, "test", Bytes.EMPTY));
  }
}
