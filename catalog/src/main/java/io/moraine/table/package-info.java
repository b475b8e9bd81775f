/**
 * The 28 metadata tables: which records feed them and how records become rows. Imports {@code
 * io.moraine.keyspace} and what that may import.
 *
 * <p>{@link io.moraine.table.MetadataTables} turns a scan into spans of keys, read from a {@link
 * io.moraine.table.RecordSource} as rows are asked for. Most tables are live records and then ended
 * ones, or children inside of them; {@code ducklake_schema_versions}, {@code
 * ducklake_inlined_data_tables} and {@code ducklake_metadata} have readers of their own. Nothing
 * decoded outlives the row it made, but for what snapshot records say of schema versions.
 */
@NullMarked
package io.moraine.table;

import org.jspecify.annotations.NullMarked;
