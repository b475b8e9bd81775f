//! The metadata tables as the engine itself decodes them: a row a list of cells, in the order of the
//! columns and with times in microseconds.

use crate::failure::Result;
use crate::lake;
use moraine::ReadOnlyCatalog;
use moraine::ffi_support as rows;
use serde_json::{Map, Value, json};

pub async fn dump(path: &str, checkpoint: Option<&str>) -> Result<Value> {
    let catalog = lake::open_reader(path, checkpoint).await?;
    let dumped = all(&catalog).await;
    catalog.close().await?;
    dumped
}

pub async fn all(catalog: &ReadOnlyCatalog) -> Result<Value> {
    let mut tables = Map::new();
    snapshots(catalog, &mut tables).await?;
    schemas(catalog, &mut tables).await?;
    columns(catalog, &mut tables).await?;
    files(catalog, &mut tables).await?;
    statistics(catalog, &mut tables).await?;
    macros(catalog, &mut tables).await?;
    specifications(catalog, &mut tables).await?;
    options(catalog, &mut tables).await?;
    Ok(json!({"head": lake::head(catalog).await?, "tables": tables}))
}

fn add<T>(tables: &mut Map<String, Value>, name: &str, rows: Vec<T>, cells: impl Fn(&T) -> Value) {
    let rows: Vec<Value> = rows.iter().map(cells).collect();
    tables.insert(format!("ducklake_{name}"), Value::Array(rows));
}

async fn snapshots(catalog: &ReadOnlyCatalog, tables: &mut Map<String, Value>) -> Result<()> {
    let snapshots = rows::dump_snapshots(catalog).await?;
    add(tables, "snapshot", snapshots.clone(), |r| {
        json!([
            r.snapshot_id,
            r.snapshot_time_micros,
            r.schema_version,
            r.next_catalog_id,
            r.next_file_id
        ])
    });
    add(tables, "snapshot_changes", snapshots, |r| {
        json!([
            r.snapshot_id,
            r.changes_made,
            r.author,
            r.commit_message,
            r.commit_extra_info
        ])
    });
    add(
        tables,
        "schema_versions",
        rows::dump_schema_versions(catalog).await?,
        |r| json!([r.begin_snapshot, r.schema_version, r.table_id]),
    );
    Ok(())
}

async fn schemas(catalog: &ReadOnlyCatalog, tables: &mut Map<String, Value>) -> Result<()> {
    add(tables, "schema", rows::dump_schemas(catalog).await?, |r| {
        json!([
            r.schema_id,
            r.schema_uuid,
            r.begin_snapshot,
            r.end_snapshot,
            r.schema_name,
            r.path,
            r.path_is_relative
        ])
    });
    add(tables, "table", rows::dump_tables(catalog).await?, |r| {
        json!([
            r.table_id,
            r.table_uuid,
            r.begin_snapshot,
            r.end_snapshot,
            r.schema_id,
            r.table_name,
            r.path,
            r.path_is_relative
        ])
    });
    add(tables, "view", rows::dump_views(catalog).await?, |r| {
        json!([
            r.view_id,
            r.view_uuid,
            r.begin_snapshot,
            r.end_snapshot,
            r.schema_id,
            r.view_name,
            r.dialect,
            r.sql,
            r.column_aliases
        ])
    });
    add(tables, "tag", rows::dump_tags(catalog).await?, |r| {
        json!([
            r.object_id,
            r.begin_snapshot,
            r.end_snapshot,
            r.key,
            r.value
        ])
    });
    Ok(())
}

async fn columns(catalog: &ReadOnlyCatalog, tables: &mut Map<String, Value>) -> Result<()> {
    add(tables, "column", rows::dump_columns(catalog).await?, |r| {
        json!([
            r.column_id,
            r.begin_snapshot,
            r.end_snapshot,
            r.table_id,
            r.column_order,
            r.column_name,
            r.column_type,
            r.initial_default,
            r.default_value,
            r.nulls_allowed,
            r.parent_column,
            r.default_value_type,
            r.default_value_dialect
        ])
    });
    add(
        tables,
        "column_tag",
        rows::dump_column_tags(catalog).await?,
        |r| {
            json!([
                r.table_id,
                r.column_id,
                r.begin_snapshot,
                r.end_snapshot,
                r.key,
                r.value
            ])
        },
    );
    add(
        tables,
        "column_mapping",
        rows::dump_mappings(catalog).await?,
        |r| json!([r.mapping_id, r.table_id, r.map_type]),
    );
    add(
        tables,
        "name_mapping",
        rows::dump_name_mapping_rows(catalog).await?,
        |r| {
            json!([
                r.mapping_id,
                r.column_id,
                r.source_name,
                r.target_field_id,
                r.parent_column,
                r.is_partition
            ])
        },
    );
    Ok(())
}

async fn files(catalog: &ReadOnlyCatalog, tables: &mut Map<String, Value>) -> Result<()> {
    add(
        tables,
        "data_file",
        rows::dump_data_files(catalog).await?,
        |r| {
            json!([
                r.data_file_id,
                r.table_id,
                r.begin_snapshot,
                r.end_snapshot,
                r.file_order,
                r.path,
                r.path_is_relative,
                r.file_format,
                r.record_count,
                r.file_size_bytes,
                r.footer_size,
                r.row_id_start,
                r.partition_id,
                r.encryption_key,
                r.mapping_id,
                r.partial_max
            ])
        },
    );
    add(
        tables,
        "delete_file",
        rows::dump_delete_files(catalog).await?,
        |r| {
            json!([
                r.delete_file_id,
                r.table_id,
                r.begin_snapshot,
                r.end_snapshot,
                r.data_file_id,
                r.path,
                r.path_is_relative,
                r.format,
                r.delete_count,
                r.file_size_bytes,
                r.footer_size,
                r.encryption_key,
                r.partial_max
            ])
        },
    );
    add(
        tables,
        "file_partition_value",
        rows::dump_file_partition_value_rows(catalog).await?,
        |r| {
            json!([
                r.data_file_id,
                r.table_id,
                r.partition_key_index,
                r.partition_value
            ])
        },
    );
    add(
        tables,
        "files_scheduled_for_deletion",
        rows::dump_scheduled_deletions(catalog).await?,
        |r| {
            json!([
                r.data_file_id,
                r.path,
                r.path_is_relative,
                r.schedule_start_micros
            ])
        },
    );
    add(
        tables,
        "inlined_data_tables",
        rows::inline::inline_registered_tables(catalog).await?,
        |(table, version)| {
            json!([
                table,
                format!("ducklake_inlined_data_{table}_{version}"),
                version
            ])
        },
    );
    Ok(())
}

async fn statistics(catalog: &ReadOnlyCatalog, tables: &mut Map<String, Value>) -> Result<()> {
    add(
        tables,
        "table_stats",
        rows::dump_table_stats(catalog).await?,
        |r| json!([r.table_id, r.record_count, r.next_row_id, r.file_size_bytes]),
    );
    add(
        tables,
        "table_column_stats",
        rows::dump_table_column_stats(catalog).await?,
        |r| {
            json!([
                r.table_id,
                r.column_id,
                r.contains_null,
                r.contains_nan,
                r.min_value,
                r.max_value,
                r.extra_stats
            ])
        },
    );
    let of_files = rows::dump_file_column_stats(catalog).await?;
    let variants: Vec<Value> = of_files
        .iter()
        .flat_map(|f| {
            f.variant_stats.iter().map(|r| {
                json!([
                    f.data_file_id,
                    f.table_id,
                    f.column_id,
                    r.variant_path,
                    r.shredded_type,
                    r.column_size_bytes,
                    r.value_count,
                    r.null_count,
                    r.min_value,
                    r.max_value,
                    r.contains_nan,
                    r.extra_stats
                ])
            })
        })
        .collect();
    tables.insert("ducklake_file_variant_stats".into(), Value::Array(variants));
    add(tables, "file_column_stats", of_files, |r| {
        json!([
            r.data_file_id,
            r.table_id,
            r.column_id,
            r.column_size_bytes,
            r.value_count,
            r.null_count,
            r.min_value,
            r.max_value,
            r.contains_nan,
            r.extra_stats
        ])
    });
    Ok(())
}

async fn macros(catalog: &ReadOnlyCatalog, tables: &mut Map<String, Value>) -> Result<()> {
    add(tables, "macro", rows::dump_macros(catalog).await?, |r| {
        json!([
            r.schema_id,
            r.macro_id,
            r.macro_name,
            r.begin_snapshot,
            r.end_snapshot
        ])
    });
    add(
        tables,
        "macro_impl",
        rows::dump_macro_impl_rows(catalog).await?,
        |r| json!([r.macro_id, r.impl_id, r.dialect, r.sql, r.macro_type]),
    );
    add(
        tables,
        "macro_parameters",
        rows::dump_macro_parameter_rows(catalog).await?,
        |r| {
            json!([
                r.macro_id,
                r.impl_id,
                r.column_id,
                r.parameter_name,
                r.parameter_type,
                r.default_value,
                r.default_value_type
            ])
        },
    );
    Ok(())
}

async fn specifications(catalog: &ReadOnlyCatalog, tables: &mut Map<String, Value>) -> Result<()> {
    add(
        tables,
        "partition_info",
        rows::dump_partition_info(catalog).await?,
        |r| json!([r.partition_id, r.table_id, r.begin_snapshot, r.end_snapshot]),
    );
    add(
        tables,
        "partition_column",
        rows::dump_partition_column_rows(catalog).await?,
        |r| {
            json!([
                r.partition_id,
                r.table_id,
                r.partition_key_index,
                r.column_id,
                r.transform
            ])
        },
    );
    add(
        tables,
        "sort_info",
        rows::dump_sort_info(catalog).await?,
        |r| json!([r.sort_id, r.table_id, r.begin_snapshot, r.end_snapshot]),
    );
    add(
        tables,
        "sort_expression",
        rows::dump_sort_expression_rows(catalog).await?,
        |r| {
            json!([
                r.sort_id,
                r.table_id,
                r.sort_key_index,
                r.expression,
                r.dialect,
                r.sort_direction,
                r.null_order
            ])
        },
    );
    Ok(())
}

/// The stored options, and before them the rows that every lake shows.
async fn options(catalog: &ReadOnlyCatalog, tables: &mut Map<String, Value>) -> Result<()> {
    let stored = rows::dump_options(catalog).await?;
    let global = |key: &str| {
        stored
            .iter()
            .find(|r| r.scope.is_none() && r.key == key)
            .map(|r| r.value.clone())
    };
    let encrypted = global("encrypted").is_some_and(|value| value == "true");
    let mut served = vec![
        json!(["version", "1.0", null, null]),
        json!(["created_by", "moraine", null, null]),
        json!(["encrypted", encrypted.to_string(), null, null]),
    ];
    if let Some(path) = global("data_path") {
        served.push(json!([
            "data_path",
            format!("{}/", path.trim_end_matches('/')),
            null,
            null
        ]));
    }
    let fixed = ["version", "created_by", "encrypted", "data_path"];
    let others = stored
        .iter()
        .filter(|r| r.scope.is_some() || !fixed.contains(&r.key.as_str()));
    served.extend(others.map(|r| json!([r.key, r.value, r.scope, r.scope_id])));
    tables.insert("ducklake_metadata".into(), Value::Array(served));
    Ok(())
}
