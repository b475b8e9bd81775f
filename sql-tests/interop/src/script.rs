//! Commits as JSON. `{"verbs": [[verb, argument, …], …]}` runs the engine's own verbs, with schemas,
//! tables and columns given by name; `{"rows": [[operation, table, cell, …], …]}` stages rows as the
//! DuckDB extension does, where operation is `insert`, `delete`, `end` or `begin`.

use crate::failure::{Failure, Result};
use crate::objects;
use moraine::ffi_support::staged::{Cell, RowOperation, TableKind, staged_begin};
use moraine::{
    Catalog, ColumnAlteration, ColumnDef, ColumnId, ColumnStats, DataFile, DataFileId, DeleteFile,
    FileColumnStats, OptionScope, PartitionColumnDef, SchemaId, SnapshotId, SortKeyDef, TableId,
    TagTarget, Transaction,
};
use serde_json::Value;

pub async fn run(catalog: &Catalog, commit: &Value) -> Result<SnapshotId> {
    if let Some(rows) = commit["rows"].as_array() {
        let mut staged = staged_begin(catalog, None, String::new()).await?;
        for row in rows {
            staged.stage(operation(row)?);
        }
        return Ok(staged.commit().await?);
    }
    let Some(verbs) = commit["verbs"].as_array() else {
        return Err(Failure::usage(&format!("no commit: {commit}")));
    };
    Ok(catalog
        .commit(|transaction| verbs.iter().try_for_each(|verb| apply(transaction, verb)))
        .await?)
}

fn operation(row: &Value) -> Result<RowOperation> {
    let table =
        table_kind(text(row, 1)).ok_or_else(|| Failure::usage(&format!("no table: {row}")))?;
    let cells = row
        .as_array()
        .into_iter()
        .flatten()
        .skip(2)
        .map(cell)
        .collect();
    match text(row, 0) {
        "insert" => Ok(RowOperation::Insert { table, cells }),
        "delete" => Ok(RowOperation::Delete { table, cells }),
        "end" => Ok(RowOperation::UpdateSetEnd { table, cells }),
        "begin" => Ok(RowOperation::UpdateSetBegin { table, cells }),
        _ => Err(Failure::usage(&format!("no operation: {row}"))),
    }
}

/// A number is unsigned but for times, which are written as `{"time": microseconds}`.
fn cell(value: &Value) -> Cell {
    match value {
        Value::Null => Cell::Null,
        Value::Bool(value) => Cell::Bool(*value),
        Value::Number(value) => Cell::U64(value.as_u64().unwrap_or_default()),
        Value::Object(time) => Cell::I64(time["time"].as_i64().unwrap_or_default()),
        other => Cell::Str(other.as_str().unwrap_or_default().to_string()),
    }
}

fn table_kind(name: &str) -> Option<TableKind> {
    let wanted = name.strip_prefix("ducklake_")?.replace('_', "");
    TableKind::ALL
        .into_iter()
        .find(|kind| format!("{kind:?}").to_lowercase() == wanted)
}

pub fn text(arguments: &Value, at: usize) -> &str {
    arguments[at].as_str().unwrap_or_default()
}

fn number(arguments: &Value, at: usize) -> u64 {
    arguments[at].as_u64().unwrap_or_default()
}

pub fn optional(value: &Value) -> Option<String> {
    value.as_str().map(str::to_string)
}

pub type Applied = std::result::Result<(), moraine::Error>;

fn apply(transaction: &mut Transaction, verb: &Value) -> Applied {
    match text(verb, 0) {
        "create_schema" => transaction.create_schema(text(verb, 1)).map(drop),
        "drop_schema" => schema(transaction, verb, 1).and_then(|id| transaction.drop_schema(id)),
        "create_table" => {
            let schema = schema(transaction, verb, 1)?;
            let columns: Vec<ColumnDef> = verb[3]
                .as_array()
                .into_iter()
                .flatten()
                .map(column)
                .collect();
            transaction
                .create_table(schema, text(verb, 2), &columns)
                .map(drop)
        }
        "create_view" => {
            let schema = schema(transaction, verb, 1)?;
            transaction
                .create_view(schema, text(verb, 2), "duckdb", text(verb, 3))
                .map(drop)
        }
        "set_option" => transaction.set_option(OptionScope::Global, text(verb, 1), text(verb, 2)),
        "unset_option" => transaction.unset_option(OptionScope::Global, text(verb, 1)),
        "empty" => Ok(()),
        "drop_view" | "create_macro" | "drop_macro" | "set_schema_tag" | "set_view_tag" => {
            objects::apply(transaction, verb)
        }
        _ => apply_to_table(transaction, verb),
    }
}

/// Verbs whose first two arguments are a schema and a table.
fn apply_to_table(transaction: &mut Transaction, verb: &Value) -> Applied {
    let table = table(transaction, verb)?;
    match text(verb, 0) {
        "drop_table" => transaction.drop_table(table),
        "rename_table" => transaction.rename_table(table, text(verb, 3)),
        "add_column" => transaction.add_column(table, &column(&verb[3])).map(drop),
        "rename_column" => {
            let column = column_id(transaction, table, verb)?;
            transaction.rename_column(table, column, text(verb, 4))
        }
        "drop_column" => {
            let column = column_id(transaction, table, verb)?;
            transaction.drop_column(table, column)
        }
        "allow_nulls" => {
            let column = column_id(transaction, table, verb)?;
            let change = ColumnAlteration {
                nulls_allowed: Some(true),
                ..ColumnAlteration::default()
            };
            transaction.alter_column(table, column, change)
        }
        "set_table_tag" => {
            transaction.set_tag(TagTarget::Table(table), text(verb, 3), text(verb, 4))
        }
        "set_table_option" => {
            transaction.set_option(OptionScope::Table(table), text(verb, 3), text(verb, 4))
        }
        "partition" => {
            let column = column_id(transaction, table, verb)?;
            let key = PartitionColumnDef {
                column,
                transform: text(verb, 4).to_string(),
            };
            transaction.set_partitioning(table, &[key]).map(drop)
        }
        "sort" => {
            let key = SortKeyDef {
                expression: text(verb, 3).to_string(),
                dialect: "duckdb".to_string(),
                sort_direction: "ASC".to_string(),
                null_order: "NULLS_LAST".to_string(),
            };
            transaction.set_sorting(table, &[key]).map(drop)
        }
        _ => apply_to_files(transaction, table, verb),
    }
}

fn apply_to_files(transaction: &mut Transaction, table: TableId, verb: &Value) -> Applied {
    match text(verb, 0) {
        "register_data_file" => {
            let file = data_file(transaction, table, verb);
            transaction.register_data_file(table, file, &[]).map(drop)
        }
        "expire_data_file" => transaction.expire_data_file(table, DataFileId::new(number(verb, 3))),
        "register_delete_file" => {
            let file = DeleteFile {
                data_file_id: DataFileId::new(number(verb, 3)),
                path: text(verb, 4).to_string(),
                path_is_relative: true,
                format: "parquet".to_string(),
                delete_count: number(verb, 5),
                file_size_bytes: 700,
                footer_size: 120,
                encryption_key: None,
            };
            transaction.register_delete_file(table, file, &[]).map(drop)
        }
        "set_table_stats" => {
            transaction.update_table_stats(table, number(verb, 3), number(verb, 4))
        }
        "set_column_stats" => {
            let column = column_id(transaction, table, verb)?;
            let stats = ColumnStats {
                contains_null: verb[4].as_bool(),
                contains_nan: None,
                min_value: optional(&verb[5]),
                max_value: optional(&verb[6]),
                extra_stats: None,
            };
            transaction.update_column_stats(table, column, stats)
        }
        _ => objects::apply(transaction, verb),
    }
}

/// `[name, type, nulls allowed, default, [column inside, …]]`.
fn column(definition: &Value) -> ColumnDef {
    ColumnDef {
        name: text(definition, 0).to_string(),
        column_type: text(definition, 1).to_string(),
        nulls_allowed: definition[2].as_bool().unwrap_or(true),
        default_value: optional(&definition[3]),
        children: definition[4]
            .as_array()
            .into_iter()
            .flatten()
            .map(column)
            .collect(),
    }
}

/// `[…, path, rows, {column: [minimum, maximum]}, [partition value, …]]`.
fn data_file(transaction: &Transaction, table: TableId, verb: &Value) -> DataFile {
    let rows = number(verb, 4);
    let columns = transaction.columns_of(table);
    let stats = verb[5]
        .as_object()
        .into_iter()
        .flatten()
        .filter_map(|(name, bounds)| {
            columns
                .iter()
                .find(|column| column.name == *name)
                .map(|column| FileColumnStats {
                    column_id: column.id,
                    column_size_bytes: rows * 8,
                    value_count: rows,
                    null_count: 0,
                    min_value: optional(&bounds[0]),
                    max_value: optional(&bounds[1]),
                    contains_nan: None,
                    extra_stats: None,
                })
        });
    DataFile {
        path: text(verb, 3).to_string(),
        path_is_relative: true,
        file_format: "parquet".to_string(),
        record_count: rows,
        file_size_bytes: 1000 + rows,
        footer_size: 321,
        encryption_key: None,
        partition_values: verb[6]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(optional)
            .collect(),
        column_stats: stats.collect(),
    }
}

pub fn schema(
    transaction: &Transaction,
    verb: &Value,
    at: usize,
) -> std::result::Result<SchemaId, moraine::Error> {
    let name = text(verb, at);
    let found = transaction.schema_by_name(name).map(|schema| schema.id);
    found.ok_or_else(|| moraine::Error::NotFound(format!("schema {name}")))
}

pub fn table(transaction: &Transaction, verb: &Value) -> std::result::Result<TableId, moraine::Error> {
    let schema = schema(transaction, verb, 1)?;
    let name = text(verb, 2);
    let found = transaction
        .table_by_name(schema, name)
        .map(|table| table.id);
    found.ok_or_else(|| moraine::Error::NotFound(format!("table {name}")))
}

pub fn column_id(
    transaction: &Transaction,
    table: TableId,
    verb: &Value,
) -> std::result::Result<ColumnId, moraine::Error> {
    let name = text(verb, 3);
    let found = transaction
        .columns_of(table)
        .into_iter()
        .find(|column| column.name == name);
    found
        .map(|column| column.id)
        .ok_or_else(|| moraine::Error::NotFound(format!("column {name}")))
}
