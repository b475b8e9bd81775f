package io.moraine.driver.jdbc;

import io.moraine.driver.metadata.Answer;
import io.moraine.driver.metadata.FunctionAnswers;
import io.moraine.driver.metadata.TableAnswers;
import io.moraine.driver.metadata.TypeAnswers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Answers about the database, as results of statements that are closed with them. */
final class MoraineDatabaseMetaData extends FixedDatabaseMetaData {
  private final MoraineConnection owner;

  MoraineDatabaseMetaData(MoraineConnection owner) {
    super(owner);
    this.owner = owner;
  }

  @Override
  public String getURL() {
    return owner.url();
  }

  @Override
  public Connection getConnection() {
    return owner;
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    return owner.isReadOnly();
  }

  @Override
  public ResultSet getCatalogs() throws SQLException {
    return answer(TableAnswers.catalogs());
  }

  @Override
  public ResultSet getSchemas() throws SQLException {
    return answer(TableAnswers.schemas(null, null));
  }

  @Override
  public ResultSet getSchemas(@Nullable String catalog, @Nullable String schemaPattern)
      throws SQLException {
    return answer(TableAnswers.schemas(catalog, schemaPattern));
  }

  @Override
  public ResultSet getTableTypes() throws SQLException {
    return answer(TableAnswers.tableTypes());
  }

  @Override
  public ResultSet getTables(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String tablePattern,
      String @Nullable [] types)
      throws SQLException {
    return answer(TableAnswers.tables(catalog, schemaPattern, tablePattern, types));
  }

  @Override
  public ResultSet getColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String tablePattern,
      @Nullable String columnPattern)
      throws SQLException {
    return answer(TableAnswers.columns(catalog, schemaPattern, tablePattern, columnPattern));
  }

  @Override
  public ResultSet getPrimaryKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    return answer(TableAnswers.primaryKeys(catalog, schema, table));
  }

  @Override
  public ResultSet getIndexInfo(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      boolean unique,
      boolean approximate)
      throws SQLException {
    return answer(TableAnswers.indexInfo(catalog, schema, table));
  }

  @Override
  public ResultSet getBestRowIdentifier(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      int scope,
      boolean nullable)
      throws SQLException {
    return answer(TableAnswers.bestRowIdentifier(catalog, schema, table));
  }

  @Override
  public ResultSet getVersionColumns(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    return answer(TableAnswers.versionColumns());
  }

  @Override
  public ResultSet getImportedKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    return answer(TableAnswers.foreignKeys());
  }

  @Override
  public ResultSet getExportedKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    return answer(TableAnswers.foreignKeys());
  }

  @Override
  public ResultSet getCrossReference(
      @Nullable String parentCatalog,
      @Nullable String parentSchema,
      @Nullable String parentTable,
      @Nullable String foreignCatalog,
      @Nullable String foreignSchema,
      @Nullable String foreignTable)
      throws SQLException {
    return answer(TableAnswers.foreignKeys());
  }

  @Override
  public ResultSet getTablePrivileges(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String tablePattern)
      throws SQLException {
    return answer(TableAnswers.tablePrivileges());
  }

  @Override
  public ResultSet getColumnPrivileges(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      @Nullable String columnPattern)
      throws SQLException {
    return answer(TableAnswers.columnPrivileges());
  }

  @Override
  public ResultSet getSuperTables(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String tablePattern)
      throws SQLException {
    return answer(TableAnswers.superTables());
  }

  @Override
  public ResultSet getPseudoColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String tablePattern,
      @Nullable String columnPattern)
      throws SQLException {
    return answer(TableAnswers.pseudoColumns());
  }

  @Override
  public ResultSet getTypeInfo() throws SQLException {
    return answer(TypeAnswers.typeInfo());
  }

  @Override
  public ResultSet getUDTs(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String typePattern,
      int @Nullable [] types)
      throws SQLException {
    return answer(TypeAnswers.userTypes());
  }

  @Override
  public ResultSet getAttributes(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String typePattern,
      @Nullable String attributePattern)
      throws SQLException {
    return answer(TypeAnswers.attributes());
  }

  @Override
  public ResultSet getSuperTypes(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String typePattern)
      throws SQLException {
    return answer(TypeAnswers.superTypes());
  }

  @Override
  public ResultSet getFunctions(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern)
      throws SQLException {
    return answer(FunctionAnswers.functions(catalog, schemaPattern, namePattern));
  }

  @Override
  public ResultSet getFunctionColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      @Nullable String columnPattern)
      throws SQLException {
    return answer(FunctionAnswers.functionColumns());
  }

  @Override
  public ResultSet getProcedures(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern)
      throws SQLException {
    return answer(FunctionAnswers.procedures());
  }

  @Override
  public ResultSet getProcedureColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      @Nullable String columnPattern)
      throws SQLException {
    return answer(FunctionAnswers.procedureColumns());
  }

  @Override
  public ResultSet getClientInfoProperties() throws SQLException {
    return answer(FunctionAnswers.clientInfo(MoraineConnection.CLIENT_INFO));
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return Wrappers.unwrap(this, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }

  private ResultSet answer(Answer answer) throws SQLException {
    return owner.createStatement().answer(answer);
  }
}
