//! LIRE_TABLE: a table read from a text file, such as IMPR_TABLE writes.
//!
//! ```text
//! IMPR_TABLE(TABLE=T1, UNITE=38, FORMAT="CSV")
//! T2 = LIRE_TABLE(UNITE=38, FORMAT="CSV")
//! ```
//!
//! FORMAT='LIBRE' is a file by hand: a line of names, then rows. FORMAT='ASTER' takes types from the file; the others give each column the widest type of its cells. What
//! FORMAT='CSV' writes comes back bit for bit.

use std::sync::Arc;

use crate::catalogue::{Call, CallError, Value};
use crate::concepts::{Concept, Table};
use crate::io::{comma_table, listed_table};
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const LIRE_TABLE: Operator = Operator { name: "LIRE_TABLE", run, check: Check::Small };

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let unit = call.integer("UNITE")?;
    let (file, bytes) = context.read_unit(call, "csv", unit)?;
    let mut table = parsed(call, &String::from_utf8_lossy(&bytes))
        .map_err(|fault| call.error("UNITE", "I605", format!("{file}: {fault}")))?;
    if let Some(title) = call.text_if_given("TITRE") {
        table.title = title.to_string();
    }
    rename_repeated(call, &mut table)?;
    set_result(call, Concept::Table(Arc::new(table)))
}

fn parsed(call: &Call, text: &str) -> Result<Table, String> {
    let separator = match call.get("SEPARATEUR").and_then(|given| given.values.first()) {
        Some(Value::Text(text)) => text.to_string(),
        _ => " ".to_string(),
    };
    let number = call.integer_if_given("NUME_TABLE").and_then(|n| usize::try_from(n).ok()).unwrap_or(1);
    match call.text_if_given("FORMAT").as_deref() {
        Some("CSV") => {
            let mark = separator.chars().next().filter(|c| *c != ' ').unwrap_or(',');
            comma_table::read(text, mark).map_err(|fault| fault.to_string())
        }
        Some("LIBRE") if number > 1 => Err("a file of FORMAT='LIBRE' is one table: leave NUME_TABLE out".to_string()),
        Some("LIBRE") => listed_table::read_free(text, &separator).map_err(|fault| fault.to_string()),
        Some("TABLEAU") => listed_table::read_plain(text, &separator, number).map_err(|fault| fault.to_string()),
        _ => listed_table::read_marked(text, &separator, number).map_err(|fault| fault.to_string()),
    }
}

/// RENOMME_PARA='UNIQUE': a name that comes again takes a number; otherwise it is an error.
fn rename_repeated(call: &Call, table: &mut Table) -> Result<(), CallError> {
    for rank in 0..table.columns.len() {
        let name = table.columns[rank].name.clone();
        let again = |wanted: &str| table.columns[..rank].iter().any(|c| c.name == wanted);
        if !again(&name) {
            continue;
        }
        if !call.is("RENOMME_PARA", "UNIQUE") {
            let error = call.error("UNITE", "I605", format!("the column {name} is named twice"));
            return Err(Box::new(error.help("RENOMME_PARA='UNIQUE' gives the second one another name")));
        }
        let free = (1..).map(|k| format!("{name}_{k}")).find(|candidate| !again(candidate));
        table.columns[rank].name = free.unwrap_or(name);
    }
    Ok(())
}
