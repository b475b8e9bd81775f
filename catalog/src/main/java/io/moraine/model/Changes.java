package io.moraine.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The verbs of a commit: what it changes, one after the other, each seeing what those before it
 * did. Given to the work of a commit, and of no use after it; not thread-safe.
 *
 * <p>The work may be run more than once, each time on a newer state and with new ids, so it must
 * have no effect but through these verbs. Ids of entities are never used twice in a lake, except
 * that a run whose commit failed leaves its ids to others.
 *
 * <p>A verb throws a {@link CatalogException} of kind NOT_FOUND for an entity that is not live,
 * ALREADY_EXISTS for a name that is taken (names compare case-insensitively), and CONSTRAINT for an
 * argument that no lake can hold; then the whole commit fails, unless the work goes on without it.
 */
public interface Changes {
  /** The state under the changes, with the changes so far: what {@link Cursor}s show. */
  ReadScope scope();

  /** The snapshot that the commit will add, if it adds one. */
  long snapshotId();

  /** Who commits, and why; replaces what an earlier call said. */
  void describe(CommitMessage message);

  // Names.

  /** The live schema called {@code name}. */
  OptionalLong findSchema(String name);

  /** The live table called {@code name}. */
  OptionalLong findTable(long schemaId, String name);

  /** The live view called {@code name}. */
  OptionalLong findView(long schemaId, String name);

  /** The live column called {@code name} at the top of a table. */
  OptionalLong findColumn(long tableId, String name);

  // Schemas.

  /** Creates a schema; gives its id. */
  long createSchema(String name);

  /** Drops a schema, which must be empty. */
  void dropSchema(long schemaId);

  /** Gives a schema another name. */
  void renameSchema(long schemaId, String name);

  // Tables.

  /** Creates a table; gives its id. */
  long createTable(long schemaId, NewTable table);

  /** Drops a table with its columns, files and specifications. */
  void dropTable(long tableId);

  /** Gives a table another name. */
  void renameTable(long tableId, String name);

  /** Moves a table to another schema. */
  void moveTable(long tableId, long schemaId);

  // Columns.

  /**
   * Adds a column at the end of a table or, inside of a struct, at its end; gives its id.
   *
   * @param parentColumn the struct, list or map that it becomes part of; empty for the table
   */
  long addColumn(long tableId, OptionalLong parentColumn, NewColumn column);

  /** Drops a column with the columns inside of it. */
  void dropColumn(long tableId, long columnId);

  /** Gives a column another name. */
  void renameColumn(long tableId, long columnId, String name);

  /** Gives a column a type that can hold all values of its present one. */
  void widenColumn(long tableId, long columnId, String type);

  /** Sets what new rows get that give no value. */
  void setColumnDefault(long tableId, long columnId, Optional<ColumnDefault> value);

  /** Sets whether a column may hold NULL. */
  void setColumnNullable(long tableId, long columnId, boolean nullable);

  // Views and macros.

  /** Creates a view; gives its id. */
  long createView(long schemaId, NewView view);

  /** Drops a view. */
  void dropView(long viewId);

  /** Gives a view another name. */
  void renameView(long viewId, String name);

  /** Creates a macro; gives its id. */
  long createMacro(long schemaId, NewMacro macro);

  /** Drops a macro. */
  void dropMacro(long macroId);

  /** Gives a macro another name, and an id, which it gives. */
  long renameMacro(long macroId, String name);

  // Tags.

  /**
   * Sets a tag of a schema, table or view; a null value ends it. A comment is the tag "comment".
   */
  void setTag(long objectId, String key, @Nullable String value);

  /** Sets a tag of a column; a null value ends it. */
  void setColumnTag(long tableId, long columnId, String key, @Nullable String value);

  // Partitioning and sorting.

  /** Sets how new files are partitioned; empty for not at all. Gives the specification's id. */
  OptionalLong setPartitioning(long tableId, List<PartitionField> fields);

  /** Sets how new files are sorted; empty for not at all. Gives the specification's id. */
  OptionalLong setSortOrder(long tableId, List<SortField> fields);

  // Options.

  /** Sets an option. */
  void setOption(OptionScope scope, String name, String value);

  /** Has an option no value in this scope any more; whether it had one. */
  boolean removeOption(OptionScope scope, String name);

  // Files.

  /** Adds data files to a table; gives their ids in order. */
  List<Long> addDataFiles(long tableId, List<NewDataFile> files);

  /** Ends data files, with their delete files. */
  void removeDataFiles(long tableId, Set<Long> dataFileIds);

  /** Adds a delete file to a data file that has none, or replaces the one it has; gives its id. */
  long addDeleteFile(long tableId, NewDeleteFile file);

  /** Ends a delete file: the rows of its data file are back. */
  void removeDeleteFile(long tableId, long deleteFileId);

  /** Adds a map from the names in data files to the columns of a table; gives its id. */
  long addNameMap(long tableId, NameMap map);
}
