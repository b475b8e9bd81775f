//! What a command failed with.

use serde_json::{Value, json};
use std::error::Error;

pub type Result<T> = std::result::Result<T, Failure>;

#[derive(Debug)]
pub struct Failure {
    kind: String,
    message: String,
}

impl Failure {
    pub fn usage(message: &str) -> Self {
        Self {
            kind: "Usage".into(),
            message: message.into(),
        }
    }

    pub fn mismatch(message: String) -> Self {
        Self {
            kind: "Mismatch".into(),
            message,
        }
    }

    pub fn to_json(&self) -> Value {
        json!({"error": self.kind, "message": self.message})
    }

    /// The error with everything that caused it.
    fn chain(kind: String, error: &dyn Error) -> Self {
        let mut message = error.to_string();
        let mut cause = error.source();
        while let Some(error) = cause {
            message = format!("{message}: {error}");
            cause = error.source();
        }
        Self { kind, message }
    }
}

impl From<moraine::Error> for Failure {
    fn from(error: moraine::Error) -> Self {
        let shown = format!("{error:?}");
        let kind = shown.split(['(', '{', ' ']).next().unwrap_or_default();
        Self::chain(kind.to_string(), &error)
    }
}

impl From<slatedb_0_16::Error> for Failure {
    fn from(error: slatedb_0_16::Error) -> Self {
        Self::chain(format!("SlateDb{:?}", error.kind()), &error)
    }
}

impl From<slatedb_0_18::Error> for Failure {
    fn from(error: slatedb_0_18::Error) -> Self {
        Self::chain(format!("SlateDb{:?}", error.kind()), &error)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::chain("Io".into(), &error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::chain("Json".into(), &error)
    }
}

impl From<object_store::Error> for Failure {
    fn from(error: object_store::Error) -> Self {
        Self::chain("ObjectStore".into(), &error)
    }
}
