package io.moraine.verbs;

import io.moraine.model.Changes;
import io.moraine.model.ColumnDefault;
import io.moraine.model.CommitMessage;
import io.moraine.model.NameMap;
import io.moraine.model.NewColumn;
import io.moraine.model.NewDataFile;
import io.moraine.model.NewDeleteFile;
import io.moraine.model.NewMacro;
import io.moraine.model.NewTable;
import io.moraine.model.NewView;
import io.moraine.model.OptionScope;
import io.moraine.model.PartitionField;
import io.moraine.model.ReadScope;
import io.moraine.model.SortField;
import io.moraine.staged.StagedRows;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The verbs over one draft, each in a class of its subject. Not thread-safe. */
final class LakeChanges implements Changes {
  private final Draft draft;
  private final Function<StagedRows, ReadScope> scope;
  private final Names names;
  private final SchemaVerbs schemas;
  private final TableVerbs tables;
  private final ColumnVerbs columns;
  private final ViewVerbs views;
  private final MacroVerbs macros;
  private final TagVerbs tags;
  private final SpecVerbs specs;
  private final OptionVerbs options;
  private final FileVerbs files;
  private final NameMapVerbs nameMaps;

  LakeChanges(Draft draft, Function<StagedRows, ReadScope> scope) {
    this.draft = draft;
    this.scope = scope;
    this.names = draft.names();
    this.schemas = new SchemaVerbs(draft);
    this.tables = new TableVerbs(draft);
    this.columns = new ColumnVerbs(draft);
    this.views = new ViewVerbs(draft);
    this.macros = new MacroVerbs(draft);
    this.tags = new TagVerbs(draft);
    this.specs = new SpecVerbs(draft);
    this.options = new OptionVerbs(draft);
    this.files = new FileVerbs(draft);
    this.nameMaps = new NameMapVerbs(draft);
  }

  @Override
  public ReadScope scope() {
    return scope.apply(draft.rows());
  }

  @Override
  public long snapshotId() {
    return draft.snapshotId();
  }

  @Override
  public void describe(CommitMessage message) {
    draft.describe(message);
  }

  @Override
  public OptionalLong findSchema(String name) {
    return names.findSchema(name);
  }

  @Override
  public OptionalLong findTable(long schemaId, String name) {
    return names.findTable(schemaId, name);
  }

  @Override
  public OptionalLong findView(long schemaId, String name) {
    return names.findView(schemaId, name);
  }

  @Override
  public OptionalLong findColumn(long tableId, String name) {
    return names.findColumn(tableId, name);
  }

  @Override
  public long createSchema(String name) {
    return draft.atomically(() -> schemas.create(name));
  }

  @Override
  public void dropSchema(long schemaId) {
    draft.atomically(() -> schemas.drop(schemaId));
  }

  @Override
  public void renameSchema(long schemaId, String name) {
    draft.atomically(() -> schemas.rename(schemaId, name));
  }

  @Override
  public long createTable(long schemaId, NewTable table) {
    return draft.atomically(() -> tables.create(schemaId, table));
  }

  @Override
  public void dropTable(long tableId) {
    draft.atomically(() -> tables.drop(tableId));
  }

  @Override
  public void renameTable(long tableId, String name) {
    draft.atomically(() -> tables.rename(tableId, name));
  }

  @Override
  public void moveTable(long tableId, long schemaId) {
    draft.atomically(() -> tables.move(tableId, schemaId));
  }

  @Override
  public long addColumn(long tableId, OptionalLong parentColumn, NewColumn column) {
    return draft.atomically(() -> columns.add(tableId, parentColumn, column));
  }

  @Override
  public void dropColumn(long tableId, long columnId) {
    draft.atomically(() -> columns.drop(tableId, columnId));
  }

  @Override
  public void renameColumn(long tableId, long columnId, String name) {
    draft.atomically(() -> columns.rename(tableId, columnId, name));
  }

  @Override
  public void widenColumn(long tableId, long columnId, String type) {
    draft.atomically(() -> columns.widen(tableId, columnId, type));
  }

  @Override
  public void setColumnDefault(long tableId, long columnId, Optional<ColumnDefault> value) {
    draft.atomically(() -> columns.setDefault(tableId, columnId, value));
  }

  @Override
  public void setColumnNullable(long tableId, long columnId, boolean nullable) {
    draft.atomically(() -> columns.setNullable(tableId, columnId, nullable));
  }

  @Override
  public long createView(long schemaId, NewView view) {
    return draft.atomically(() -> views.create(schemaId, view));
  }

  @Override
  public void dropView(long viewId) {
    draft.atomically(() -> views.drop(viewId));
  }

  @Override
  public void renameView(long viewId, String name) {
    draft.atomically(() -> views.rename(viewId, name));
  }

  @Override
  public long createMacro(long schemaId, NewMacro macro) {
    return draft.atomically(() -> macros.create(schemaId, macro));
  }

  @Override
  public void dropMacro(long macroId) {
    draft.atomically(() -> macros.drop(macroId));
  }

  @Override
  public long renameMacro(long macroId, String name) {
    return draft.atomically(() -> macros.rename(macroId, name));
  }

  @Override
  public void setTag(long objectId, String key, @Nullable String value) {
    draft.atomically(() -> tags.set(objectId, key, value));
  }

  @Override
  public void setColumnTag(long tableId, long columnId, String key, @Nullable String value) {
    draft.atomically(() -> tags.setOfColumn(tableId, columnId, key, value));
  }

  @Override
  public OptionalLong setPartitioning(long tableId, List<PartitionField> fields) {
    return draft.atomically(() -> specs.setPartitioning(tableId, fields));
  }

  @Override
  public OptionalLong setSortOrder(long tableId, List<SortField> fields) {
    return draft.atomically(() -> specs.setSortOrder(tableId, fields));
  }

  @Override
  public void setOption(OptionScope where, String name, String value) {
    draft.atomically(() -> options.set(where, name, value));
  }

  @Override
  public boolean removeOption(OptionScope where, String name) {
    return draft.atomically(() -> options.remove(where, name));
  }

  @Override
  public List<Long> addDataFiles(long tableId, List<NewDataFile> added) {
    return draft.atomically(() -> files.addDataFiles(tableId, added));
  }

  @Override
  public void removeDataFiles(long tableId, Set<Long> dataFileIds) {
    draft.atomically(() -> files.removeDataFiles(tableId, dataFileIds));
  }

  @Override
  public long addDeleteFile(long tableId, NewDeleteFile file) {
    return draft.atomically(() -> files.addDeleteFile(tableId, file));
  }

  @Override
  public void removeDeleteFile(long tableId, long deleteFileId) {
    draft.atomically(() -> files.removeDeleteFile(tableId, deleteFileId));
  }

  @Override
  public long addNameMap(long tableId, NameMap map) {
    return draft.atomically(() -> nameMaps.add(tableId, map));
  }
}
