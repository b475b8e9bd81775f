//! A writer that stays: it reads commits from standard input, one a line, answers each with a line,
//! and closes the lake when the input ends. `"checkpoint"` flushes and pins for a minute, `"dump"`
//! shows all tables, `"quit"` ends without closing.

use crate::failure::Result;
use crate::{lake, script, tables};
use moraine::Catalog;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, BufReader};

pub async fn hold(path: &str) -> Result<()> {
    let catalog = lake::open(path).await?;
    println!("{}", json!({"open": lake::head(&catalog).await?}));
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    while let Some(line) = lines.next_line().await? {
        let command: Value = serde_json::from_str(&line)?;
        if command == "quit" {
            return Ok(());
        }
        println!(
            "{}",
            answer(&catalog, &command)
                .await
                .unwrap_or_else(|failure| failure.to_json())
        );
    }
    let closed = catalog.close().await;
    println!("{}", json!({"closed": closed.is_ok()}));
    Ok(())
}

async fn answer(catalog: &Catalog, command: &Value) -> Result<Value> {
    match command.as_str() {
        Some("checkpoint") => {
            let id = catalog
                .create_checkpoint(Some(Duration::from_secs(60)))
                .await?;
            Ok(json!({"checkpoint": id}))
        }
        Some("dump") => tables::all(catalog).await,
        _ => {
            let snapshot = script::run(catalog, command).await?;
            Ok(json!({"snapshot": snapshot.get()}))
        }
    }
}
