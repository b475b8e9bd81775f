//! Creates, extends, dumps and checks lakes with the Rust engine. Each command prints JSON on
//! standard output, one value a line; an error is `{"error": kind, "message": text}` and the
//! process then ends with status 1.

mod bench;
mod compaction;
mod failure;
mod hold;
mod lake;
mod objects;
mod script;
mod shape;
mod store;
mod tables;

use failure::{Failure, Result};
use serde_json::Value;
use std::process::ExitCode;

const USAGE: &str = "\
create <folder> [<data path>]   makes an empty lake
commit <folder> <script>        the commits of a script, one answer each; leaves the log as it is
dump <folder> [<checkpoint>]    all metadata tables, current and ended rows
view <folder> <snapshot>        names and ids as of a snapshot
flush <folder>                  opens as the writer and closes, which flushes the log
checkpoint <folder> <seconds>   flushes and pins; 0 seconds: for ever
merge <folder>                  the engine's own merge of all sorted runs, as the writer
compact <folder>                merges everything flushed into one run a segment, beside a writer
gc <folder> <milliseconds>      collects what is older and unreferenced
store-dump <folder> <0.16|0.18> all rows of the store, read only
store-check <folder> <0.16|0.18> opens to write, adds a row, flushes and reads all rows again
hold <folder>                   is the writer until standard input ends; one commit a line
bench <folder> <commits> [<threads>] commits one data file at a time";

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments).await {
        Ok(Some(answer)) => {
            println!("{answer}");
            ExitCode::SUCCESS
        }
        Ok(None) => ExitCode::SUCCESS,
        Err(failure) => {
            println!("{}", failure.to_json());
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: &[&str]) -> Result<Option<Value>> {
    Ok(match *arguments {
        ["create", folder] => Some(lake::create(folder, None).await?),
        ["create", folder, data_path] => Some(lake::create(folder, Some(data_path)).await?),
        ["commit", folder, script] => Some(lake::commit(folder, script).await?),
        ["dump", folder] => Some(tables::dump(folder, None).await?),
        ["dump", folder, checkpoint] => Some(tables::dump(folder, Some(checkpoint)).await?),
        ["view", folder, snapshot] => Some(lake::view(folder, number(snapshot)?).await?),
        ["flush", folder] => Some(lake::flush(folder).await?),
        ["checkpoint", folder, seconds] => Some(lake::checkpoint(folder, number(seconds)?).await?),
        ["merge", folder] => Some(lake::merge(folder).await?),
        ["compact", folder] => Some(compaction::compact(folder).await?),
        ["gc", folder, milliseconds] => {
            Some(compaction::collect(folder, number(milliseconds)?).await?)
        }
        ["store-dump", folder, "0.16"] => Some(store::v16::dump(folder).await?),
        ["store-dump", folder, "0.18"] => Some(store::v18::dump(folder).await?),
        ["store-check", folder, "0.16"] => Some(store::v16::check(folder).await?),
        ["store-check", folder, "0.18"] => Some(store::v18::check(folder).await?),
        ["hold", folder] => {
            hold::hold(folder).await?;
            None
        }
        ["bench", folder, commits] => Some(bench::run(folder, number(commits)?, 1).await?),
        ["bench", folder, commits, threads] => {
            Some(bench::run(folder, number(commits)?, number(threads)?).await?)
        }
        _ => {
            eprintln!("{USAGE}");
            return Err(Failure::usage("unknown command"));
        }
    })
}

fn number(text: &str) -> Result<u64> {
    text.parse()
        .map_err(|_| Failure::usage(&format!("{text} is no number")))
}
