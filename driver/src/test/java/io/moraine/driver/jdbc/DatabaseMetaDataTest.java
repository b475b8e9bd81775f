package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseMetaDataTest {
  @RegisterExtension static final Lake LAKE = Lake.of("moraine/shop");

  private Connection connection;
  private DatabaseMetaData metaData;

  @BeforeEach
  void open() throws SQLException {
    connection = LAKE.connect();
    metaData = connection.getMetaData();
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static List<String> column(ResultSet rows, String name) throws SQLException {
    List<String> values = new ArrayList<>();
    try (rows) {
      while (rows.next()) {
        values.add(rows.getString(name));
      }
    }
    return values;
  }

  private static List<String> names(ResultSet rows) throws SQLException {
    List<String> names = new ArrayList<>();
    try (rows) {
      ResultSetMetaData columns = rows.getMetaData();
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        names.add(columns.getColumnName(i));
      }
    }
    return names;
  }

  @Test
  void productsAndVersionsAreNamed() throws SQLException {
    assertThat(metaData.getDatabaseProductName()).isEqualTo("Moraine");
    assertThat(metaData.getDriverName()).isEqualTo("Moraine JDBC Driver");
    assertThat(metaData.getDriverVersion()).matches("\\d+\\.\\d+\\.\\d+.*");
    assertThat(metaData.getDriverVersion())
        .startsWith(metaData.getDriverMajorVersion() + "." + metaData.getDriverMinorVersion());
    assertThat(metaData.getJDBCMajorVersion()).isEqualTo(4);
    assertThat(metaData.getURL()).isEqualTo(LAKE.url());
    assertThat(metaData.getUserName()).isEmpty();
    assertThat(metaData.getConnection()).isSameAs(connection);
  }

  @Test
  void theTwentyEightTablesAreListed() throws SQLException {
    List<String> tables = column(metaData.getTables(null, "metadata", "%", null), "TABLE_NAME");
    assertThat(tables).hasSize(28).isSorted().contains("ducklake_snapshot", "ducklake_metadata");
    assertThat(column(metaData.getTables("moraine", null, "ducklake\\_schema", null), "TABLE_NAME"))
        .containsExactly("ducklake_schema");
    assertThat(column(metaData.getTables(null, "META%", "DUCKLAKE_TA_", null), "TABLE_NAME"))
        .containsExactly("ducklake_tag");
    assertThat(column(metaData.getTables("other", null, "%", null), "TABLE_NAME")).isEmpty();
    assertThat(column(metaData.getTables(null, null, "%", new String[] {"VIEW"}), "TABLE_NAME"))
        .isEmpty();
    assertThat(
            column(
                metaData.getTables(null, "metadata", "%", new String[] {"TABLE", "VIEW"}),
                "TABLE_TYPE"))
        .hasSize(28)
        .containsOnly("TABLE");
  }

  @Test
  void schemasAndCatalogsAreListed() throws SQLException {
    assertThat(column(metaData.getSchemas(), "TABLE_SCHEM")).contains("metadata").isSorted();
    assertThat(column(metaData.getSchemas("moraine", "meta%"), "TABLE_SCHEM"))
        .containsExactly("metadata");
    assertThat(column(metaData.getCatalogs(), "TABLE_CAT")).containsExactly("moraine");
    assertThat(column(metaData.getTableTypes(), "TABLE_TYPE")).contains("TABLE");
  }

  @Test
  void everyListedTableCanBeQueried() throws SQLException {
    try (ResultSet tables = metaData.getTables(null, null, "%", null)) {
      while (tables.next()) {
        String name =
            "\"moraine\".\""
                + tables.getString("TABLE_SCHEM")
                + "\".\""
                + tables.getString("TABLE_NAME")
                + "\"";
        try (Statement statement = connection.createStatement();
            ResultSet rows = statement.executeQuery("SELECT * FROM " + name)) {
          List<String> described =
              column(
                  metaData.getColumns(
                      null,
                      tables.getString("TABLE_SCHEM"),
                      tables.getString("TABLE_NAME").replace("_", "\\_"),
                      null),
                  "COLUMN_NAME");
          assertThat(names(rows)).as(name).isEqualTo(described);
        }
      }
    }
  }

  @Test
  void columnsHaveAllThatJdbcAsksFor() throws SQLException {
    try (ResultSet columns =
        metaData.getColumns(null, "metadata", "ducklake_snapshot", "snapshot_%")) {
      assertThat(columns.getMetaData().getColumnCount()).isEqualTo(24);
      assertThat(columns.next()).isTrue();
      assertThat(columns.getString("TABLE_CAT")).isEqualTo("moraine");
      assertThat(columns.getString("COLUMN_NAME")).isEqualTo("snapshot_id");
      assertThat(columns.getInt("DATA_TYPE")).isEqualTo(Types.BIGINT);
      assertThat(columns.getString("TYPE_NAME")).isEqualTo("BIGINT");
      assertThat(columns.getInt("COLUMN_SIZE")).isEqualTo(19);
      assertThat(columns.getInt("NUM_PREC_RADIX")).isEqualTo(10);
      assertThat(columns.getInt("NULLABLE")).isEqualTo(DatabaseMetaData.columnNoNulls);
      assertThat(columns.getString("IS_NULLABLE")).isEqualTo("NO");
      assertThat(columns.getInt("ORDINAL_POSITION")).isEqualTo(1);
      assertThat(columns.getString("IS_AUTOINCREMENT")).isEqualTo("NO");
      assertThat(columns.getObject("DATA_TYPE")).isInstanceOf(Integer.class);
      assertThat(columns.next()).isTrue();
      assertThat(columns.getString("COLUMN_NAME")).isEqualTo("snapshot_time");
      assertThat(columns.getInt("DATA_TYPE")).isEqualTo(Types.TIMESTAMP_WITH_TIMEZONE);
      assertThat(columns.getInt("DECIMAL_DIGITS")).isEqualTo(6);
      assertThat(columns.getString("IS_NULLABLE")).isEqualTo("YES");
      assertThat(columns.next()).isFalse();
    }
  }

  @Test
  void theFivePrimaryKeysAreTold() throws SQLException {
    List<String> keys = new ArrayList<>();
    for (String table : column(metaData.getTables(null, "metadata", "%", null), "TABLE_NAME")) {
      for (String column : column(metaData.getPrimaryKeys(null, null, table), "COLUMN_NAME")) {
        keys.add(table + "." + column);
      }
    }
    assertThat(keys)
        .containsExactlyInAnyOrder(
            "ducklake_snapshot.snapshot_id",
            "ducklake_snapshot_changes.snapshot_id",
            "ducklake_schema.schema_id",
            "ducklake_data_file.data_file_id",
            "ducklake_delete_file.delete_file_id");
    assertThat(
            column(metaData.getIndexInfo(null, null, "ducklake_schema", true, true), "COLUMN_NAME"))
        .containsExactly("schema_id");
    assertThat(
            column(
                metaData.getBestRowIdentifier(
                    null, null, "ducklake_schema", DatabaseMetaData.bestRowSession, false),
                "COLUMN_NAME"))
        .containsExactly("schema_id");
    assertThat(column(metaData.getPrimaryKeys(null, null, "ducklake_tag"), "COLUMN_NAME"))
        .isEmpty();
  }

  @Test
  void foreignKeysHaveTheRightColumnsAndNoRows() throws SQLException {
    for (ResultSet each :
        List.of(
            metaData.getImportedKeys(null, null, "ducklake_table"),
            metaData.getExportedKeys(null, null, "ducklake_table"),
            metaData.getCrossReference(null, null, "a", null, null, "b"))) {
      assertThat(each.next()).isFalse();
      assertThat(names(each))
          .containsExactly(
              "PKTABLE_CAT",
              "PKTABLE_SCHEM",
              "PKTABLE_NAME",
              "PKCOLUMN_NAME",
              "FKTABLE_CAT",
              "FKTABLE_SCHEM",
              "FKTABLE_NAME",
              "FKCOLUMN_NAME",
              "KEY_SEQ",
              "UPDATE_RULE",
              "DELETE_RULE",
              "FK_NAME",
              "PK_NAME",
              "DEFERRABILITY");
    }
  }

  @Test
  void typesAreOrderedByTheirNumber() throws SQLException {
    try (ResultSet types = metaData.getTypeInfo()) {
      int last = Integer.MIN_VALUE;
      List<String> names = new ArrayList<>();
      while (types.next()) {
        assertThat(types.getInt("DATA_TYPE")).isGreaterThanOrEqualTo(last);
        last = types.getInt("DATA_TYPE");
        names.add(types.getString("TYPE_NAME"));
      }
      assertThat(names)
          .contains("BIGINT", "VARCHAR", "BOOLEAN", "UUID", "TIMESTAMP WITH TIME ZONE");
    }
  }

  @Test
  void transactionsAreToldTruly() throws SQLException {
    assertThat(metaData.supportsTransactions()).isTrue();
    assertThat(metaData.getDefaultTransactionIsolation())
        .isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
    assertThat(metaData.supportsTransactionIsolationLevel(Connection.TRANSACTION_REPEATABLE_READ))
        .isTrue();
    assertThat(metaData.supportsTransactionIsolationLevel(Connection.TRANSACTION_SERIALIZABLE))
        .isFalse();
    assertThat(metaData.supportsResultSetHoldability(ResultSet.CLOSE_CURSORS_AT_COMMIT)).isTrue();
    assertThat(metaData.supportsResultSetHoldability(ResultSet.HOLD_CURSORS_OVER_COMMIT)).isFalse();
    assertThat(metaData.isReadOnly()).isFalse();
    assertThat(metaData.supportsSavepoints()).isTrue();
    assertThat(metaData.supportsBatchUpdates()).isTrue();
    assertThat(metaData.supportsGetGeneratedKeys()).isFalse();
    assertThat(metaData.supportsDataManipulationTransactionsOnly()).isTrue();
    assertThat(metaData.supportsDataDefinitionAndDataManipulationTransactions()).isFalse();
    assertThat(metaData.dataDefinitionCausesTransactionCommit()).isFalse();
    assertThat(metaData.dataDefinitionIgnoredInTransactions()).isFalse();
  }

  @Test
  void nullsAreSortedAsTold() throws SQLException {
    String sql = "SELECT end_snapshot FROM ducklake_column ORDER BY end_snapshot ";
    assertThat(metaData.nullsAreSortedAtEnd()).isTrue();
    for (String direction : List.of("ASC", "DESC")) {
      List<List<@Nullable String>> rows = Lake.query(connection, sql + direction);
      assertThat(rows.get(rows.size() - 1).get(0)).as(direction).isNull();
      assertThat(rows.get(0).get(0)).as(direction).isNotNull();
    }
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(strings = {"%", "_", "\\_", "\\", "[", "a'b", "ducklake\\_%"})
  void everyMethodAnswersWhateverThePattern(@Nullable String pattern) throws Exception {
    for (Method method : DatabaseMetaData.class.getMethods()) {
      if (method.getDeclaringClass() != DatabaseMetaData.class
          || method.getName().equals("getConnection")) {
        continue;
      }
      Object answer = call(method, pattern);
      if (answer instanceof ResultSet rows) {
        assertThat(Lake.read(rows)).isNotNull();
        assertThat(rows.getStatement()).isNotNull();
        Statement statement = rows.getStatement();
        rows.close();
        assertThat(statement.isClosed()).as(method.getName()).isTrue();
      } else {
        assertThat(answer).as(method.getName()).isNotNull();
      }
    }
  }

  private @Nullable Object call(Method method, @Nullable String pattern) throws Exception {
    Class<?>[] types = method.getParameterTypes();
    @Nullable Object[] arguments = new @Nullable Object[types.length];
    for (int i = 0; i < types.length; i++) {
      arguments[i] =
          types[i] == String.class
              ? pattern
              : types[i] == int.class
                  ? Integer.valueOf(1)
                  : types[i] == boolean.class ? true : null;
    }
    try {
      return method.invoke(metaData, arguments);
    } catch (InvocationTargetException e) {
      throw new AssertionError(method + " with " + pattern, e.getCause());
    }
  }

  @Test
  void aClosedConnectionAnswersNothing() throws SQLException {
    connection.close();
    assertThatThrownBy(metaData::getCatalogs).hasFieldOrPropertyWithValue("SQLState", "08003");
  }
}
