//! Values and assertions as pieces of HTML, for notebooks and pages. They bring their own colours, readable on light and dark.

use std::sync::Arc;

use super::grid::Grid;
use super::rows::{caption, of_python, rows};
use crate::python::Value;
use crate::verdict::html::escaped;
use crate::verdict::{Record, Tally};

/// Rows of a table that are shown.
const ROWS: usize = 20;

/// The table of a value that has rows, or what is said of a concept; `None` for what its text says as well.
pub fn of_value(value: &Value) -> Option<String> {
    match value {
        Value::Concept(handle) => {
            let (grid, all) = match handle.get().and_then(|concept| rows(concept, ROWS)) {
                Some((grid, all)) => (Some(grid), all),
                None => (None, 0),
            };
            Some(of_grid(&caption(handle), grid.as_ref(), all))
        }
        other => of_python(other, ROWS).map(|(grid, all)| of_grid("", Some(&grid), all)),
    }
}

/// What is said of a value, and its table, of which `all` rows are there.
pub fn of_grid(caption: &str, grid: Option<&Grid>, all: usize) -> String {
    let mut out = String::new();
    if !caption.is_empty() {
        out.push_str(&format!("<div class=\"stickslip\" style=\"white-space:pre-wrap\">{}</div>", escaped(caption)));
    }
    let Some((heads, rows)) = grid.and_then(|grid| grid.rows().split_first()) else { return out };
    let cells = |row: &[String], kind: &str| -> String {
        row.iter().map(|cell| format!("<{kind}>{}</{kind}>", escaped(cell))).collect()
    };
    out.push_str(&format!("<table class=\"stickslip\"><thead><tr>{}</tr></thead><tbody>", cells(heads, "th")));
    rows.iter().for_each(|row| out.push_str(&format!("<tr>{}</tr>", cells(row, "td"))));
    if all > rows.len() {
        out.push_str(&format!("<tr><td colspan=\"{}\">... {} more rows</td></tr>", heads.len(), all - rows.len()));
    }
    out + "</tbody></table>"
}

/// Assertions: one row each, green where it holds, red where it does not.
pub fn of_assertions(records: &[Arc<Record>]) -> String {
    let mut out = String::from("<table class=\"stickslip assertions\"><thead><tr>");
    for head in ["", "line", "assertion", "reference", "expected", "found", "error", "tolerance"] {
        out.push_str(&format!("<th>{head}</th>"));
    }
    out.push_str("</tr></thead><tbody>");
    for record in records {
        let (class, colour) = match record.passed {
            Some(true) => ("ok", "#2a7d3f"),
            Some(false) => ("nook", "#c62828"),
            None => ("skip", "#777777"),
        };
        let of = |x: Option<f64>| x.map_or(String::new(), |x| record.shown_error(x));
        let cells = [
            record.line.to_string(),
            record.label.to_string(),
            record.reference.to_string(),
            record.expected.to_string(),
            record.computed.to_string(),
            of(record.error),
            of(record.error.map(|_| record.tolerance)),
        ];
        out.push_str(&format!(
            "<tr class=\"{class}\"><td style=\"color:white;background:{colour};font-weight:bold\">{}</td>",
            record.status().trim()
        ));
        cells.iter().for_each(|cell| out.push_str(&format!("<td>{}</td>", escaped(cell))));
        out.push_str("</tr>");
    }
    let tally = Tally::of(records);
    format!("{out}</tbody></table><p class=\"stickslip\">{tally}</p>")
}
