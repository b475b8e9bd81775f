//! Verbs of scripts for views, macros, tags, and for tables beyond their names and columns.

use crate::script::{Applied, column_id, optional, schema, table, text};
use moraine::{
    ColumnAlteration, MacroImplementationDef, MacroParameterDef, SchemaId, TagTarget, Transaction,
    ViewId,
};
use serde_json::Value;

pub fn apply(transaction: &mut Transaction, verb: &Value) -> Applied {
    match text(verb, 0) {
        "drop_view" => {
            let view = view(transaction, verb)?;
            transaction.drop_view(view)
        }
        "create_macro" => {
            let schema = schema(transaction, verb, 1)?;
            let implementations = implementations(text(verb, 3), &verb[4]);
            transaction
                .create_macro(schema, text(verb, 2), &implementations)
                .map(drop)
        }
        "drop_macro" => {
            let schema = schema(transaction, verb, 1)?;
            let found = transaction.macro_by_name(schema, text(verb, 2));
            let id = found.ok_or_else(|| missing(verb))?.id;
            transaction.drop_macro(id)
        }
        "set_schema_tag" => {
            let target = TagTarget::Schema(schema(transaction, verb, 1)?);
            set_tag(transaction, target, text(verb, 2), &verb[3])
        }
        "set_view_tag" => {
            let target = TagTarget::View(view(transaction, verb)?);
            set_tag(transaction, target, text(verb, 3), &verb[4])
        }
        _ => apply_to_table(transaction, verb),
    }
}

fn apply_to_table(transaction: &mut Transaction, verb: &Value) -> Applied {
    let table = table(transaction, verb)?;
    match text(verb, 0) {
        "end_table_tag" => transaction.remove_tag(TagTarget::Table(table), text(verb, 3)),
        "move_table" => {
            let target: SchemaId = schema(transaction, verb, 3)?;
            transaction.set_table_schema(table, target)
        }
        "widen_column" => {
            let column = column_id(transaction, table, verb)?;
            let change = ColumnAlteration {
                column_type: Some(text(verb, 4).to_string()),
                ..ColumnAlteration::default()
            };
            transaction.alter_column(table, column, change)
        }
        "forbid_nulls" => {
            let column = column_id(transaction, table, verb)?;
            let change = ColumnAlteration {
                nulls_allowed: Some(false),
                ..ColumnAlteration::default()
            };
            transaction.alter_column(table, column, change)
        }
        "unpartition" => transaction.clear_partitioning(table),
        "unsort" => transaction.clear_sorting(table),
        _ => Err(moraine::Error::Unsupported(format!("verb {verb}"))),
    }
}

/// A null value ends the tag.
fn set_tag(transaction: &mut Transaction, target: TagTarget, key: &str, value: &Value) -> Applied {
    match value.as_str() {
        Some(value) => transaction.set_tag(target, key, value),
        None => transaction.remove_tag(target, key),
    }
}

/// `[[sql, [[name, default, type], …]], …]`.
fn implementations(kind: &str, definitions: &Value) -> Vec<MacroImplementationDef> {
    let definitions = definitions.as_array().into_iter().flatten();
    definitions
        .map(|definition| MacroImplementationDef {
            dialect: "duckdb".to_string(),
            sql: text(definition, 0).to_string(),
            macro_type: kind.to_string(),
            parameters: parameters(&definition[1]),
        })
        .collect()
}

fn parameters(definitions: &Value) -> Vec<MacroParameterDef> {
    let definitions = definitions.as_array().into_iter().flatten();
    definitions
        .map(|definition| MacroParameterDef {
            name: text(definition, 0).to_string(),
            parameter_type: "unknown".to_string(),
            default_value: optional(&definition[1]),
            default_value_type: text(definition, 2).to_string(),
        })
        .collect()
}

fn view(
    transaction: &Transaction,
    verb: &Value,
) -> std::result::Result<ViewId, moraine::Error> {
    let schema = schema(transaction, verb, 1)?;
    let found = transaction.view_by_name(schema, text(verb, 2));
    found.map(|view| view.id).ok_or_else(|| missing(verb))
}

fn missing(verb: &Value) -> moraine::Error {
    moraine::Error::NotFound(format!("{} {}", text(verb, 0), text(verb, 2)))
}
