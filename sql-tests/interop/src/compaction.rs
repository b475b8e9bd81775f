//! What runs beside a writer: merging flushed tables, and collection.

use crate::failure::{Failure, Result};
use crate::shape::v16 as shape;
use crate::store::folder;
use serde_json::{Value, json};
use slatedb_0_16::CompactorBuilder;
use slatedb_0_16::admin::{Admin, AdminBuilder};
use slatedb_0_16::compactor::{
    CompactionScheduler, CompactionSchedulerSupplier, CompactionSpec, CompactionStatus,
    CompactorStateView, SourceId,
};
use slatedb_0_16::config::{
    CompactionWorkerOptions, CompactorOptions, GarbageCollectorDirectoryOptions,
    GarbageCollectorOptions,
};
use slatedb_0_16::manifest::Segment;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep};

const PATIENCE: Duration = Duration::from_secs(30);

/// Compacts what it is told to, and nothing else.
struct OnRequest;

impl CompactionScheduler for OnRequest {
    fn propose(&self, _: &CompactorStateView) -> Vec<CompactionSpec> {
        Vec::new()
    }
}

impl CompactionSchedulerSupplier for OnRequest {
    fn compaction_scheduler(
        &self,
        _: &CompactorOptions,
    ) -> Box<dyn CompactionScheduler + Send + Sync> {
        Box::new(OnRequest)
    }
}

/// All tables and runs of a segment into its oldest run, or into `fresh` if it has none.
fn everything(segment: &Segment, fresh: u32) -> Option<CompactionSpec> {
    let tables = segment.l0().iter().map(|table| SourceId::SstView(table.id));
    let runs = segment
        .compacted()
        .iter()
        .map(|run| SourceId::SortedRun(run.id));
    let sources: Vec<SourceId> = tables.chain(runs).collect();
    let destination = segment
        .compacted()
        .iter()
        .map(|run| run.id)
        .min()
        .unwrap_or(fresh);
    (sources.len() > 1)
        .then(|| CompactionSpec::for_segment(segment.prefix().clone(), sources, destination))
}

/// The number above that of every run, as no two runs may have one.
fn fresh_run(segments: &[Segment]) -> u32 {
    let runs = segments.iter().flat_map(|segment| segment.compacted());
    runs.map(|run| run.id + 1).max().unwrap_or(0)
}

pub async fn compact(path: &str) -> Result<Value> {
    let admin = AdminBuilder::new("", folder(path)?).build();
    let compactor = CompactorBuilder::new("", folder(path)?)
        .with_options(CompactorOptions {
            poll_interval: Duration::from_millis(20),
            commit_compacted_interval: Duration::from_millis(20),
            worker: Some(CompactionWorkerOptions {
                compactions_poll_interval: Duration::from_millis(20),
                ..CompactionWorkerOptions::default()
            }),
            ..CompactorOptions::default()
        })
        .with_scheduler_supplier(Arc::new(OnRequest))
        .with_filter_policies(shape::filters())
        .build();
    // Stopping it in order is of no use: what was merged is committed, and the process ends.
    tokio::select! {
        ran = compactor.run() => Err(Failure::mismatch(format!("the compactor ended: {ran:?}"))),
        merged = merge(&admin) => merged,
    }
}

async fn merge(admin: &Admin) -> Result<Value> {
    let state = await_start(admin).await?;
    let segments = state.manifest().segments();
    let fresh = fresh_run(segments);
    let specs = (fresh..)
        .zip(segments)
        .filter_map(|(fresh, segment)| everything(segment, fresh));
    let mut merged = Vec::new();
    for spec in specs {
        let sources = spec.sources().len();
        let segment = spec.segment().to_vec();
        let compaction = admin.submit_compaction(spec).await?;
        let status = await_end(admin, compaction.id()).await?;
        merged.push(
            json!({"segment": crate::store::hex(&segment), "sources": sources, "status": status}),
        );
    }
    Ok(json!({"merged": merged}))
}

/// The state once the compactor has begun, which it tells by its first file.
async fn await_start(admin: &Admin) -> Result<CompactorStateView> {
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        let state = admin.read_compactor_state_view().await?;
        if state.compactions().is_some() {
            return Ok(state);
        }
        sleep(Duration::from_millis(20)).await;
    }
    Err(Failure::mismatch("the compactor did not begin".into()))
}

async fn await_end(admin: &Admin, id: ulid::Ulid) -> Result<&'static str> {
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        match admin
            .read_compaction(id, None)
            .await?
            .map(|found| found.status())
        {
            None | Some(CompactionStatus::Completed) => return Ok("completed"),
            Some(CompactionStatus::Failed) => return Ok("failed"),
            Some(_) => sleep(Duration::from_millis(20)).await,
        }
    }
    Err(Failure::mismatch("a compaction did not end".into()))
}

/// One pass of collection over all folders, with that age.
pub async fn collect(path: &str, milliseconds: u64) -> Result<Value> {
    let each = || {
        Some(GarbageCollectorDirectoryOptions {
            interval: None,
            min_age: Duration::from_millis(milliseconds),
            dry_run: false,
        })
    };
    let before = objects(path)?;
    AdminBuilder::new("", folder(path)?)
        .build()
        .run_gc_once(GarbageCollectorOptions {
            manifest_options: each(),
            wal_options: each(),
            compacted_options: each(),
            compactions_options: each(),
            ..GarbageCollectorOptions::default()
        })
        .await?;
    let after = objects(path)?;
    let gone: Vec<&String> = before
        .iter()
        .filter(|object| !after.contains(object))
        .collect();
    Ok(json!({"collected": gone}))
}

fn objects(path: &str) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for part in ["manifest", "wal", "compacted", "compactions"] {
        if let Ok(folder) = std::fs::read_dir(format!("{path}/{part}")) {
            for object in folder {
                found.push(format!("{part}/{}", object?.file_name().to_string_lossy()));
            }
        }
    }
    found.sort();
    Ok(found)
}
