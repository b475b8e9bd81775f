//! Checks below the lake: every row of the store with its sequence number, and whether the store can
//! be written on.

use crate::failure::{Failure, Result};
use object_store::{ObjectStore, local::LocalFileSystem};
use serde_json::{Value, json};
use std::sync::Arc;

/// A key that no lake has.
const PROBE: [u8; 3] = [0xfe, b'o', b'k'];

pub fn folder(path: &str) -> Result<Arc<dyn ObjectStore>> {
    Ok(Arc::new(
        LocalFileSystem::new_with_prefix(path)?.with_automatic_cleanup(false),
    ))
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn row(key: &[u8], value: &[u8], seq: u64, create_ts: i64, expire_ts: Option<i64>) -> Value {
    json!({"key": hex(key), "value": hex(value), "seq": seq, "create_ts": create_ts, "expire_ts": expire_ts})
}

/// What has to be the same in two readings.
fn compare(what: &str, first: &[Value], second: &[Value]) -> Result<()> {
    if let Some(at) = (0..first.len().max(second.len())).find(|&at| first.get(at) != second.get(at))
    {
        return Err(Failure::mismatch(format!(
            "{what}: row {at} is {:?} instead of {:?}",
            second.get(at),
            first.get(at)
        )));
    }
    Ok(())
}

macro_rules! store_of {
    ($module:ident, $slatedb:ident, $shape:ident) => {
        pub mod $module {
            use super::*;
            use crate::shape::$shape as shape;
            use std::time::Duration;
            use $slatedb::config::{PutOptions, Settings, WriteOptions};
            use $slatedb::{Db, DbIterator, DbReader, DbReaderMode};

            async fn rows(mut scan: DbIterator) -> Result<Vec<Value>> {
                let mut rows = Vec::new();
                while let Some(found) = scan.next().await? {
                    rows.push(row(&found.key, &found.value, found.seq, found.create_ts, found.expire_ts));
                }
                Ok(rows)
            }

            async fn reader(folder: &str) -> Result<DbReader> {
                Ok(DbReader::builder("", super::folder(folder)?)
                    .with_reader_mode(DbReaderMode::FollowLatest)
                    .with_segment_extractor(shape::segments())
                    .with_filter_policies(shape::filters())
                    .build()
                    .await?)
            }

            async fn writer(folder: &str) -> Result<Db> {
                Ok(Db::builder("", super::folder(folder)?)
                    .with_settings(Settings {
                        flush_interval: Some(Duration::from_millis(1)),
                        min_filter_keys: 0,
                        // Nothing is compacted here, so nothing must wait for that.
                        l0_max_ssts: 1000,
                        l0_max_ssts_per_key: 1000,
                        compactor_options: None,
                        garbage_collector_options: None,
                        ..Settings::default()
                    })
                    .with_segment_extractor(shape::segments())
                    .with_filter_policies(shape::filters())
                    .build()
                    .await?)
            }

            /// Manifest and rows, by a scan; every key is also looked up, which asks the filters.
            async fn read(folder: &str) -> Result<(Value, Vec<Value>)> {
                let reader = reader(folder).await?;
                let manifest = serde_json::to_value(reader.manifest())?;
                let scanned = rows(reader.scan::<std::ops::RangeFull>(..).await?).await?;
                let mut found = Vec::new();
                for each in &scanned {
                    let key = unhex(each["key"].as_str().unwrap_or_default());
                    if let Some(at) = reader.get_key_value(&key).await? {
                        found.push(row(&at.key, &at.value, at.seq, at.create_ts, at.expire_ts));
                    }
                }
                compare("looked up", &scanned, &found)?;
                reader.close().await?;
                Ok((manifest, scanned))
            }

            pub async fn dump(folder: &str) -> Result<Value> {
                let (manifest, rows) = read(folder).await?;
                Ok(json!({"manifest": manifest, "rows": rows}))
            }

            /// Opens the store as its writer, adds a row, flushes all tables, opens and reads it
            /// again: nothing else has changed.
            pub async fn check(folder: &str) -> Result<Value> {
                let (before, rows_before) = read(folder).await?;
                let db = writer(folder).await?;
                compare("read by the writer", &rows_before, &rows(db.scan::<std::ops::RangeFull>(..).await?).await?)?;
                db.put_with_options(&PROBE, b"yes", &PutOptions::default(), &WriteOptions::default()).await?;
                db.close().await?;
                let (after, mut rows_after) = read(folder).await?;
                let last = rows_after.pop().unwrap_or_default();
                if last["key"] != hex(&PROBE) || last["value"] != hex(b"yes") {
                    return Err(Failure::mismatch(format!("the added row is {last}")));
                }
                compare("read after a flush", &rows_before, &rows_after)?;
                let db = writer(folder).await?;
                db.delete(&PROBE).await?;
                db.close().await?;
                Ok(json!({"rows": rows_before.len(), "before": before, "after": after, "added_seq": last["seq"]}))
            }
        }
    };
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len())
        .step_by(2)
        .filter_map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok())
        .collect()
}

store_of!(v16, slatedb_0_16, v16);
store_of!(v18, slatedb_0_18, v18);
