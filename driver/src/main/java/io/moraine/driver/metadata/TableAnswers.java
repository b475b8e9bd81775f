package io.moraine.driver.metadata;

import io.moraine.driver.metadata.SchemaCatalog.TableEntry;
import io.moraine.model.ColumnType;
import io.moraine.model.MetadataColumn;
import io.moraine.model.MetadataTable;
import java.sql.DatabaseMetaData;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.jspecify.annotations.Nullable;

/** The answers about catalogs, schemas, tables, columns and keys. */
public final class TableAnswers {
  private static final List<String> TABLE_TYPES = List.of("SYSTEM TABLE", "TABLE");
  private static final int RADIX = 10;

  private TableAnswers() {}

  /** For {@code getCatalogs}. */
  public static Answer catalogs() {
    return new Answer.Builder().text("TABLE_CAT").row(Identity.CATALOG).answer();
  }

  /** For {@code getSchemas}. */
  public static Answer schemas(@Nullable String catalog, @Nullable String schemaPattern) {
    Answer.Builder answer = new Answer.Builder().text("TABLE_SCHEM", "TABLE_CATALOG");
    if (isOurs(catalog)) {
      NamePattern pattern = new NamePattern(schemaPattern);
      SchemaCatalog.schemaNames().stream()
          .filter(pattern::matches)
          .forEach(name -> answer.row(name, Identity.CATALOG));
    }
    return answer.answer();
  }

  /** For {@code getTableTypes}. */
  public static Answer tableTypes() {
    Answer.Builder answer = new Answer.Builder().text("TABLE_TYPE");
    TABLE_TYPES.forEach(answer::row);
    return answer.answer();
  }

  /** For {@code getTables}. */
  public static Answer tables(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String tablePattern,
      String @Nullable [] types) {
    Answer.Builder answer =
        new Answer.Builder()
            .text("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "TABLE_TYPE", "REMARKS")
            .text("TYPE_CAT", "TYPE_SCHEM", "TYPE_NAME", "SELF_REFERENCING_COL_NAME")
            .text("REF_GENERATION");
    matching(catalog, schemaPattern, tablePattern)
        .filter(table -> types == null || List.of(types).contains(table.type()))
        .sorted(Comparator.comparing(TableEntry::type))
        .forEach(
            table ->
                answer.row(
                    Identity.CATALOG,
                    table.schema(),
                    table.name(),
                    table.type(),
                    null,
                    null,
                    null,
                    null,
                    null,
                    null));
    return answer.answer();
  }

  /** For {@code getColumns}. */
  public static Answer columns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String tablePattern,
      @Nullable String columnPattern) {
    Answer.Builder answer =
        new Answer.Builder()
            .text("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME")
            .ints("DATA_TYPE")
            .text("TYPE_NAME")
            .ints("COLUMN_SIZE", "BUFFER_LENGTH", "DECIMAL_DIGITS", "NUM_PREC_RADIX", "NULLABLE")
            .text("REMARKS", "COLUMN_DEF")
            .ints("SQL_DATA_TYPE", "SQL_DATETIME_SUB", "CHAR_OCTET_LENGTH", "ORDINAL_POSITION")
            .text("IS_NULLABLE", "SCOPE_CATALOG", "SCOPE_SCHEMA", "SCOPE_TABLE")
            .shorts("SOURCE_DATA_TYPE")
            .text("IS_AUTOINCREMENT", "IS_GENERATEDCOLUMN");
    NamePattern pattern = new NamePattern(columnPattern);
    matching(catalog, schemaPattern, tablePattern)
        .forEach(
            table ->
                table.columns().stream()
                    .filter(column -> pattern.matches(column.getName()))
                    .forEach(column -> addColumn(answer, table, column)));
    return answer.answer();
  }

  private static void addColumn(Answer.Builder answer, TableEntry table, RelDataTypeField column) {
    JdbcType type = JdbcType.of(column.getType());
    boolean nullable = column.getType().isNullable();
    answer.row(
        Identity.CATALOG,
        table.schema(),
        table.name(),
        column.getName(),
        type.code(),
        type.sqlName(),
        type.precision(),
        null,
        type == JdbcType.TIMESTAMPTZ
            ? Integer.valueOf(6)
            : type.isNumber() ? Integer.valueOf(0) : null,
        type.isNumber() ? Integer.valueOf(RADIX) : null,
        nullable ? DatabaseMetaData.columnNullable : DatabaseMetaData.columnNoNulls,
        null,
        null,
        null,
        null,
        type.isText() || type == JdbcType.BLOB ? Integer.valueOf(type.precision()) : null,
        column.getIndex() + 1,
        nullable ? "YES" : "NO",
        null,
        null,
        null,
        null,
        "NO",
        "NO");
  }

  /** For {@code getPrimaryKeys}. */
  public static Answer primaryKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String table) {
    Answer.Builder answer =
        new Answer.Builder()
            .text("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME")
            .shorts("KEY_SEQ")
            .text("PK_NAME");
    named(catalog, schema, table)
        .forEach(
            entry ->
                primaryKey(entry)
                    .ifPresent(
                        column ->
                            answer.row(
                                Identity.CATALOG,
                                entry.schema(),
                                entry.name(),
                                column,
                                1,
                                keyName(entry))));
    return answer.answer();
  }

  /** For {@code getIndexInfo}: the primary keys, which the store keeps sorted and unique. */
  public static Answer indexInfo(
      @Nullable String catalog, @Nullable String schema, @Nullable String table) {
    Answer.Builder answer =
        new Answer.Builder()
            .text("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME")
            .booleans("NON_UNIQUE")
            .text("INDEX_QUALIFIER", "INDEX_NAME")
            .shorts("TYPE", "ORDINAL_POSITION")
            .text("COLUMN_NAME", "ASC_OR_DESC")
            .longs("CARDINALITY", "PAGES")
            .text("FILTER_CONDITION");
    named(catalog, schema, table)
        .forEach(
            entry ->
                primaryKey(entry)
                    .ifPresent(
                        column ->
                            answer.row(
                                Identity.CATALOG,
                                entry.schema(),
                                entry.name(),
                                false,
                                null,
                                keyName(entry),
                                (int) DatabaseMetaData.tableIndexOther,
                                1,
                                column,
                                "A",
                                0,
                                0,
                                null)));
    return answer.answer();
  }

  /** For {@code getBestRowIdentifier}. */
  public static Answer bestRowIdentifier(
      @Nullable String catalog, @Nullable String schema, @Nullable String table) {
    Answer.Builder answer =
        new Answer.Builder()
            .shorts("SCOPE")
            .text("COLUMN_NAME")
            .ints("DATA_TYPE")
            .text("TYPE_NAME")
            .ints("COLUMN_SIZE", "BUFFER_LENGTH")
            .shorts("DECIMAL_DIGITS", "PSEUDO_COLUMN");
    named(catalog, schema, table)
        .forEach(
            entry ->
                primaryKey(entry)
                    .ifPresent(
                        column ->
                            answer.row(
                                DatabaseMetaData.bestRowSession,
                                column,
                                JdbcType.BIGINT.code(),
                                JdbcType.BIGINT.sqlName(),
                                JdbcType.BIGINT.precision(),
                                null,
                                0,
                                DatabaseMetaData.bestRowNotPseudo)));
    return answer.answer();
  }

  /** For {@code getVersionColumns}: there are none. */
  public static Answer versionColumns() {
    return new Answer.Builder()
        .shorts("SCOPE")
        .text("COLUMN_NAME")
        .ints("DATA_TYPE")
        .text("TYPE_NAME")
        .ints("COLUMN_SIZE", "BUFFER_LENGTH")
        .shorts("DECIMAL_DIGITS", "PSEUDO_COLUMN")
        .answer();
  }

  /**
   * For {@code getImportedKeys}, {@code getExportedKeys} and {@code getCrossReference}: DuckLake
   * declares no foreign keys.
   */
  public static Answer foreignKeys() {
    return new Answer.Builder()
        .text("PKTABLE_CAT", "PKTABLE_SCHEM", "PKTABLE_NAME", "PKCOLUMN_NAME")
        .text("FKTABLE_CAT", "FKTABLE_SCHEM", "FKTABLE_NAME", "FKCOLUMN_NAME")
        .shorts("KEY_SEQ", "UPDATE_RULE", "DELETE_RULE")
        .text("FK_NAME", "PK_NAME")
        .shorts("DEFERRABILITY")
        .answer();
  }

  /** For {@code getTablePrivileges}: access is up to the object store. */
  public static Answer tablePrivileges() {
    return new Answer.Builder()
        .text("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME")
        .text("GRANTOR", "GRANTEE", "PRIVILEGE", "IS_GRANTABLE")
        .answer();
  }

  /** For {@code getColumnPrivileges}: access is up to the object store. */
  public static Answer columnPrivileges() {
    return new Answer.Builder()
        .text("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME")
        .text("GRANTOR", "GRANTEE", "PRIVILEGE", "IS_GRANTABLE")
        .answer();
  }

  /** For {@code getSuperTables}: there are none. */
  public static Answer superTables() {
    return new Answer.Builder()
        .text("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "SUPERTABLE_NAME")
        .answer();
  }

  /** For {@code getPseudoColumns}: there are none. */
  public static Answer pseudoColumns() {
    return new Answer.Builder()
        .text("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME")
        .ints("DATA_TYPE", "COLUMN_SIZE", "DECIMAL_DIGITS", "NUM_PREC_RADIX")
        .text("COLUMN_USAGE", "REMARKS")
        .ints("CHAR_OCTET_LENGTH")
        .text("IS_NULLABLE")
        .answer();
  }

  /** The column that DuckLake declares as primary key, where it declares one. */
  private static Optional<String> primaryKey(TableEntry entry) {
    return entry
        .metadata()
        .filter(table -> table != MetadataTable.METADATA)
        .flatMap(
            table ->
                table.columns().stream()
                    .filter(column -> !column.nullable() && column.type() == ColumnType.BIGINT)
                    .map(MetadataColumn::name)
                    .findFirst());
  }

  private static String keyName(TableEntry entry) {
    return entry.name() + "_pkey";
  }

  private static Stream<TableEntry> matching(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String tablePattern) {
    if (!isOurs(catalog)) {
      return Stream.empty();
    }
    NamePattern schemas = new NamePattern(schemaPattern);
    NamePattern tables = new NamePattern(tablePattern);
    return SchemaCatalog.tables().stream()
        .filter(each -> schemas.matches(each.schema()) && tables.matches(each.name()));
  }

  private static List<TableEntry> named(
      @Nullable String catalog, @Nullable String schema, @Nullable String table) {
    if (!isOurs(catalog) || table == null) {
      return List.of();
    }
    return new ArrayList<>(
        SchemaCatalog.tables().stream()
            .filter(each -> schema == null || each.schema().equalsIgnoreCase(schema))
            .filter(each -> each.name().equalsIgnoreCase(table))
            .toList());
  }

  private static boolean isOurs(@Nullable String catalog) {
    return catalog == null || catalog.equalsIgnoreCase(Identity.CATALOG);
  }
}
