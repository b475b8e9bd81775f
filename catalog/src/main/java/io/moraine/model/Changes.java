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
 * argument that no lake can hold; then the whole commit fails, unless the work goes on without it:
 * of a verb that failed nothing stays.
 *
 * <p>A commit conflicts with others that came after the state it is based on, if these touched the
 * same. For a table or view: inserting goes with inserting and compacting; deleting with deleting
 * from other files; altering with compacting; everything else excludes each other. Each verb says
 * what it is.
 *
 * <p>Costs are reads of blocks, which the block cache serves when they are warm. The first verb of
 * a run that needs to know which names are taken reads the live tables and views of the lake once,
 * or its live schemas or macros; those after it find them in memory. "A look" is a read of one
 * record; "columns" are one scan of the live columns of one table. A commit makes at most 400,000
 * changes of rows, of which ending one counts twice, and has at most 64 Mi characters of text;
 * beyond that verbs throw EXHAUSTED.
 */
public interface Changes {
  /** The schema {@code main}, which every lake has. */
  long MAIN_SCHEMA = 0;

  /** The state under the changes, with the changes so far: what {@link Cursor}s show. */
  ReadScope scope();

  /** The snapshot that the commit will add, if it adds one. */
  long snapshotId();

  /** Who commits, and why; replaces what an earlier call said. */
  void describe(CommitMessage message);

  // Names.

  /** The live schema called {@code name}. Reads names. */
  OptionalLong findSchema(String name);

  /** The live table called {@code name}. Reads names. */
  OptionalLong findTable(long schemaId, String name);

  /** The live view called {@code name}. Reads names. */
  OptionalLong findView(long schemaId, String name);

  /** The live column called {@code name} at the top of a table. Costs columns. */
  OptionalLong findColumn(long tableId, String name);

  // Schemas.

  /**
   * Creates a schema; gives its id. Its folder is its name, so that holds no slash or backslash and
   * is not {@code .} or {@code ..}; at most 65534 bytes of UTF-8.
   *
   * <p>Conflicts with whatever creates, renames or drops a schema. Reads names.
   */
  long createSchema(String name);

  /**
   * Drops a schema, which must be empty and not {@code main}, with its options.
   *
   * <p>Conflicts with whatever creates, renames or drops a schema, or creates something in this
   * one. Costs scans of the live tables, views and macros of the lake, and of its options.
   */
  void dropSchema(long schemaId);

  /**
   * Gives a schema another name; its folder stays. Not of {@code main}, which DuckDB looks for.
   * DuckLake has no such statement, but it and Moraine read the versions that this makes.
   *
   * <p>Conflicts with whatever creates, renames or drops a schema. Reads names.
   */
  void renameSchema(long schemaId, String name);

  // Tables.

  /**
   * Creates a table; gives its id. A name is as that of a schema. Columns get ids from 1, each
   * before those inside of it; they lie in at most 100 others.
   *
   * <p>Conflicts with what drops the schema. Reads names.
   */
  long createTable(long schemaId, NewTable table);

  /**
   * Drops a table with its columns, files, specifications, options and indexes.
   *
   * <p>Drops: conflicts with whatever touches the table, but another drop. Costs scans of all that
   * is live of the table: of a table with more than some 190,000 live files it throws EXHAUSTED.
   */
  void dropTable(long tableId);

  /**
   * Gives a table another name; its folder stays. It may be its own in other letters.
   *
   * <p>Alters the table. Reads names.
   */
  void renameTable(long tableId, String name);

  /**
   * Moves a table to another schema. Its files stay: once it has any, its path becomes absolute,
   * made with the lake's option {@code data_path}; without that option the verb throws UNSUPPORTED.
   *
   * <p>Alters the table. Reads names, and costs a look for files.
   */
  void moveTable(long tableId, long schemaId);

  // Columns.

  /**
   * Adds a column at the end of a table or, inside of a struct, at its end; gives its id. One that
   * never holds NULL needs an initial default if the table has rows.
   *
   * <p>Alters the table. Costs columns, and a look at its counts and options.
   *
   * @param parentColumn the struct that it becomes part of; empty for the table
   */
  long addColumn(long tableId, OptionalLong parentColumn, NewColumn column);

  /**
   * Drops a column with the columns inside of it. Not the last of its table or struct, not what a
   * list or map holds, not one that the table is partitioned, sorted or indexed by.
   *
   * <p>Alters the table. Costs columns, and scans of the table's specifications and indexes.
   */
  void dropColumn(long tableId, long columnId);

  /**
   * Gives a column another name, which may be its own in other letters. Not one that a sort order
   * names: set that anew in the same commit.
   *
   * <p>Alters the table. Costs columns, and scans of its sort orders and options.
   */
  void renameColumn(long tableId, long columnId, String name);

  /**
   * Gives a column a wider type: more bits, a sign and more bits, more digits on either side of the
   * point, a time zone; integers may become floats, which rounds. Not of an indexed column. Files
   * stay as they are: readers cast.
   *
   * <p>Alters the table. Costs columns, and a scan of its indexes.
   *
   * @param type DuckLake's word for it
   */
  void widenColumn(long tableId, long columnId, String type);

  /**
   * Sets what new rows get that give no value; empty for NULL. Of columns at the top that hold no
   * others. A literal is checked against the type, as far as its form tells.
   *
   * <p>Alters the table. Costs columns.
   */
  void setColumnDefault(long tableId, long columnId, Optional<ColumnDefault> value);

  /**
   * Sets whether a column at the top of a table may hold NULL. If the table has rows, its
   * statistics must say that the column holds none before it can be forbidden.
   *
   * <p>Alters the table. Costs columns, and a look at statistics.
   */
  void setColumnNullable(long tableId, long columnId, boolean nullable);

  // Views and macros.

  /**
   * Creates a view; gives its id. Its name differs from those of the tables, too. Its query is
   * stored as it is.
   *
   * <p>Conflicts with what drops the schema. Reads names.
   */
  long createView(long schemaId, NewView view);

  /** Drops a view. Conflicts with whatever touches it, but another drop. Costs a look. */
  void dropView(long viewId);

  /** Gives a view another name. Alters the view. Reads names. */
  void renameView(long viewId, String name);

  /**
   * Creates a macro; gives its id. Scalar macros share no names with table macros. Its
   * implementations differ in how many parameters they have.
   *
   * <p>Conflicts with what drops the schema. Reads names of macros.
   */
  long createMacro(long schemaId, NewMacro macro);

  /**
   * Drops a macro. Conflicts with nothing: of two drops the later one finds nothing. Costs a look
   * and a scan of its implementations.
   */
  void dropMacro(long macroId);

  /**
   * Gives a macro another name by dropping it and creating one like it; gives the id of that.
   * DuckLake finds implementations by a macro's id whatever their version, so one id has one
   * version.
   *
   * <p>Conflicts with what drops the schema. Reads names of macros.
   */
  long renameMacro(long macroId, String name);

  // Tags.

  /**
   * Sets a tag of a schema, table or view; a null value ends it, if it is there. A comment is the
   * tag "comment".
   *
   * <p>Alters the table or view; a tag of a schema conflicts with nothing. Costs looks.
   */
  void setTag(long objectId, String key, @Nullable String value);

  /**
   * Sets a tag of a column; a null value ends it, if it is there. The only one is "comment", for
   * DuckDB loads no lake with others.
   *
   * <p>Alters the table. Costs columns.
   */
  void setColumnTag(long tableId, long columnId, String key, @Nullable String value);

  // Partitioning and sorting.

  /**
   * Sets how new files are partitioned; empty for not at all. Gives the specification's id. Files
   * keep the one they were written under.
   *
   * <p>Alters the table. Costs columns.
   */
  OptionalLong setPartitioning(long tableId, List<PartitionField> fields);

  /**
   * Sets how new files are sorted; empty for not at all. Gives the specification's id. A name alone
   * must be a column's; other expressions are stored as they are.
   *
   * <p>Alters the table, but not its schema version. Costs columns.
   */
  OptionalLong setSortOrder(long tableId, List<SortField> fields);

  // Options.

  /**
   * Sets an option; the last one who does has it.
   *
   * <p>Conflicts with nothing: options are in no snapshot. Costs a look whether the scope is live.
   */
  void setOption(OptionScope scope, String name, String value);

  /**
   * Has an option no value in this scope any more; whether it had one.
   *
   * <p>Conflicts with nothing. Costs a scan of the options of the lake.
   */
  boolean removeOption(OptionScope scope, String name);

  // Files.

  /**
   * Adds data files to a table; gives their ids in order. Rows get the next row ids. What is known
   * of the columns of the whole table becomes wider, or unknown where a file does not tell.
   *
   * <p>Inserts into the table. Costs columns, scans of the table's statistics and partitioning, and
   * a look for each name map, however many files the table has.
   */
  List<Long> addDataFiles(long tableId, List<NewDataFile> files);

  /**
   * Ends data files, with their delete files: for merging. Their rows leave the table's counts;
   * what is known of its columns stays. UNSUPPORTED for a table with an equality index.
   *
   * <p>Compacts the table. Costs scans of its live delete files and its indexes, and looks, one of
   * them for each file.
   */
  void removeDataFiles(long tableId, Set<Long> dataFileIds);

  /**
   * Adds a delete file to a data file that has none, or replaces the one it has, all of whose rows
   * it must contain; gives its id.
   *
   * <p>Deletes from the data file. Costs looks, and a scan of the table's live delete files.
   */
  long addDeleteFile(long tableId, NewDeleteFile file);

  /**
   * Ends a delete file: the rows of its data file are back. UNSUPPORTED for a table with an
   * equality index.
   *
   * <p>Compacts the table. Costs looks.
   */
  void removeDeleteFile(long tableId, long deleteFileId);

  /**
   * Adds a map from the names in data files to the columns of a table; gives its id.
   *
   * <p>Conflicts with nothing: a table that was dropped meanwhile is NOT_FOUND. Costs columns.
   */
  long addNameMap(long tableId, NameMap map);
}
