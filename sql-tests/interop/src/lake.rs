//! Lakes as their engine opens them.

use crate::failure::{Failure, Result};
use crate::script;
use crate::store::folder;
use moraine::{Catalog, CatalogOptions, CompactStoreRequest, ReadOnlyCatalog, SnapshotId};
use serde_json::{Value, json};
use std::time::Duration;

/// Each commit is durable when it returns, without pause between log objects.
pub fn options() -> CatalogOptions {
    let mut options = CatalogOptions::default();
    options.flush_interval = Duration::ZERO;
    options
}

/// The lake at `path`, which must be there: the engine itself would make one.
pub async fn open(path: &str) -> Result<Catalog> {
    if !std::path::Path::new(path).join("manifest").is_dir() {
        return Err(Failure::usage(&format!("there is no lake at {path}")));
    }
    Ok(Catalog::open(folder(path)?, options()).await?)
}

/// The lake at `path` for reading only; without a checkpoint it leaves a lease behind.
pub async fn open_reader(path: &str, checkpoint: Option<&str>) -> Result<ReadOnlyCatalog> {
    let mut options = options();
    options.checkpoint = checkpoint.map(str::to_string);
    Ok(Catalog::open_read_only(folder(path)?, options).await?)
}

pub async fn head(catalog: &ReadOnlyCatalog) -> Result<Value> {
    let head = moraine::ffi_support::head_stamp(catalog).await?;
    Ok(head.map_or(
        Value::Null,
        |head| json!({"snapshot_id": head.snapshot_id, "batch_seq": head.batch_seq}),
    ))
}

pub async fn create(path: &str, data_path: Option<&str>) -> Result<Value> {
    std::fs::create_dir_all(path)?;
    let mut options = options();
    options.data_path = data_path.map(str::to_string);
    let catalog = Catalog::open(folder(path)?, options).await?;
    let head = head(&catalog).await?;
    catalog.close().await?;
    Ok(head)
}

/// Runs the commits of a script. The process ends without closing the lake, so the log keeps them.
pub async fn commit(path: &str, script: &str) -> Result<Value> {
    let commits: Value = serde_json::from_str(&std::fs::read_to_string(script)?)?;
    let catalog = open(path).await?;
    let mut answers = Vec::new();
    for commit in commits.as_array().into_iter().flatten() {
        answers.push(match script::run(&catalog, commit).await {
            Ok(snapshot) => json!({"snapshot": snapshot.get()}),
            Err(failure) => failure.to_json(),
        });
    }
    Ok(json!({"commits": answers, "head": head(&catalog).await?}))
}

pub async fn flush(path: &str) -> Result<Value> {
    let catalog = open(path).await?;
    let head = head(&catalog).await?;
    catalog.close().await?;
    Ok(head)
}

pub async fn checkpoint(path: &str, seconds: u64) -> Result<Value> {
    let catalog = open(path).await?;
    let lifetime = (seconds > 0).then(|| Duration::from_secs(seconds));
    let id = catalog.create_checkpoint(lifetime).await?;
    catalog.close().await?;
    Ok(json!({"checkpoint": id}))
}

pub async fn merge(path: &str) -> Result<Value> {
    let catalog = open(path).await?;
    let mut request = CompactStoreRequest::default();
    request.wait = Some(Duration::from_secs(30));
    let report = catalog.compact_store(request).await?;
    catalog.close().await?;
    Ok(json!({"merges": format!("{:?}", report.merges)}))
}

/// What the engine's own view at a snapshot lists.
pub async fn view(path: &str, snapshot: u64) -> Result<Value> {
    let catalog = open_reader(path, None).await?;
    let view = catalog.snapshot_at(SnapshotId::new(snapshot)).await?;
    let schemas: Vec<Value> = view
        .schemas()
        .iter()
        .map(|schema| {
            let tables: Vec<Value> = view
                .tables_in(schema.id)
                .iter()
                .map(|table| {
                    let columns: Vec<String> =
                        view.columns_of(table.id).iter().map(|column| column.name.clone()).collect();
                    let files: Vec<u64> =
                        view.data_files_of(table.id).iter().map(|file| file.id.get()).collect();
                    json!({"id": table.id.get(), "name": table.name, "columns": columns, "files": files})
                })
                .collect();
            json!({"id": schema.id.get(), "name": schema.name, "tables": tables})
        })
        .collect();
    catalog.close().await?;
    Ok(json!({"schemas": schemas}))
}
