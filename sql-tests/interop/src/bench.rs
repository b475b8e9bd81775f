//! How many commits a second: each registers a data file and is durable when it returns.

use crate::failure::Result;
use crate::{lake, script};
use moraine::{Catalog, CatalogOptions};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const TABLE: &str =
    r#"{"verbs": [["create_schema", "s"], ["create_table", "s", "t", [["id", "int64"]]]]}"#;

pub async fn run(path: &str, commits: u64, threads: u64) -> Result<Value> {
    std::fs::create_dir_all(path)?;
    let mut options = CatalogOptions::default();
    options.flush_interval = Duration::ZERO;
    let catalog = Catalog::open(crate::store::folder(path)?, options).await?;
    script::run(&catalog, &serde_json::from_str(TABLE)?).await?;
    let began = Instant::now();
    let running = (0..threads).map(|thread| {
        let share = commits / threads + u64::from(thread < commits % threads);
        commit_files(&catalog, thread, share)
    });
    let mut millis = futures::future::try_join_all(running).await?.concat();
    let took = began.elapsed();
    millis.sort_by(f64::total_cmp);
    let head = lake::head(&catalog).await?;
    catalog.close().await?;
    Ok(json!({
        "commits": commits,
        "threads": threads,
        "seconds": took.as_secs_f64(),
        "commits_per_second": commits as f64 / took.as_secs_f64(),
        "median_milliseconds": millis.get(millis.len() / 2),
        "head": head,
    }))
}

async fn commit_files(catalog: &Catalog, thread: u64, commits: u64) -> Result<Vec<f64>> {
    let mut millis = Vec::new();
    for at in 0..commits {
        let name = format!("f-{thread}-{at}.parquet");
        let commit =
            json!({"verbs": [["register_data_file", "s", "t", name, 10, {"id": ["0", "9"]}]]});
        let began = Instant::now();
        script::run(catalog, &commit).await?;
        millis.push(began.elapsed().as_secs_f64() * 1000.0);
    }
    Ok(millis)
}
