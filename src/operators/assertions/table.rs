//! TEST_TABLE: one cell of a table chosen by filters, or a sum or extreme of a column.

use super::expectation::{Expectation, summary};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Cell, Comparator, Concept, Filter, Table};
use crate::operators::{Context, Outcome};
use crate::verdict::Compared;

pub fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let Some(Concept::Table(table)) = call.concept("TABLE") else {
        return Err(call.error("TABLE", "T001", "TEST_TABLE needs a table of results"));
    };
    let column = call.text("NOM_PARA").unwrap_or_default();
    let rows = filtered(table, call)?;
    let Some(index) = table.column(&column) else {
        return Err(unknown_column(call, "NOM_PARA", &column, table));
    };
    let cells: Vec<Compared> = rows.iter().filter_map(|r| value(&table.rows[*r][index])).collect();
    let computed = match call.text("TYPE_TEST") {
        Some(kind) => summary(&kind, &cells).ok_or_else(|| {
            call.error("TYPE_TEST", "T003", format!("{kind} of column {column}: no value that allows it"))
        })?,
        None => match cells.as_slice() {
            [one] => one.clone(),
            [] => {
                let message = format!("column {column} has no value in the rows that the filters keep");
                return Err(Box::new(call.error("NOM_PARA", "T003", message).help(describe(table, &rows, index))));
            }
            many => {
                let message = format!(
                    "column {column} has {} values in the rows that the filters keep, one is needed",
                    many.len()
                );
                let help = "add a FILTRE, or give TYPE_TEST for a sum or an extreme";
                return Err(Box::new(call.error("NOM_PARA", "T003", message).help(help)));
            }
        },
    };
    Expectation::read(call, true).judge(call, call, context, &column, computed)
}

/// FILTRE occurrences as filters, in order.
pub fn read_filters(keywords: &Keywords) -> Vec<Filter> {
    let read = |filter: &Keywords| Filter {
        column: filter.text("NOM_PARA").unwrap_or_default().to_string(),
        comparator: filter.text("CRIT_COMP").and_then(|w| Comparator::from_word(&w)).unwrap_or(Comparator::Equal),
        value: if let Some(x) = filter.real("VALE") {
            Cell::Real(x)
        } else if let Some(i) = filter.integer("VALE_I") {
            Cell::Integer(i)
        } else if let Some(text) = filter.text("VALE_K") {
            Cell::Text(text.to_string())
        } else {
            filter.complex("VALE_C").map_or(Cell::Empty, Cell::Complex)
        },
        precision: filter.real("PRECISION").unwrap_or(1.0e-3),
        relative: !filter.is("CRITERE", "ABSOLU"),
    };
    keywords.factor("FILTRE").iter().map(read).collect()
}

/// Ranks of the rows that all filters keep.
fn filtered(table: &Table, call: &Call) -> Result<Vec<usize>, CallError> {
    let mut rows: Vec<usize> = (0..table.rows.len()).collect();
    for (filter, keywords) in read_filters(call).iter().zip(call.factor("FILTRE")) {
        let Some(kept) = filter.keep(table, &rows) else {
            return Err(unknown_column(keywords, "NOM_PARA", &filter.column, table));
        };
        if kept.is_empty() {
            let column = table.column(&filter.column).unwrap_or(0);
            let message = format!("no row of the table passes this filter on {}", filter.column);
            return Err(Box::new(keywords.error("NOM_PARA", "T003", message).help(describe(table, &rows, column))));
        }
        rows = kept;
    }
    Ok(rows)
}

fn unknown_column(keywords: &Keywords, keyword: &str, name: &str, table: &Table) -> CallError {
    let names: Vec<&str> = table.columns.iter().map(|c| c.name.as_str()).collect();
    let message = format!("the table has no column '{name}'");
    Box::new(keywords.error(keyword, "T003", message).help(format!("its columns are {}", names.join(", "))))
}

/// The values a column has in some rows, for messages.
fn describe(table: &Table, rows: &[usize], column: usize) -> String {
    let mut shown: Vec<String> = Vec::new();
    for row in rows {
        let text = value(&table.rows[*row][column]).map_or("(empty)".to_string(), |v| v.to_string());
        if !shown.contains(&text) {
            shown.push(text);
        }
    }
    let more = if shown.len() > 8 { ", ..." } else { "" };
    shown.truncate(8);
    let name = &table.columns[column].name;
    if shown.is_empty() {
        "the table has no row".to_string()
    } else {
        format!("{name} holds {}{more}", shown.join(", "))
    }
}

fn value(cell: &Cell) -> Option<Compared> {
    match cell {
        Cell::Empty => None,
        Cell::Integer(i) => Some(Compared::Integer(*i)),
        Cell::Real(x) => Some(Compared::Real(*x)),
        Cell::Complex(z) => Some(Compared::Complex(*z)),
        Cell::Text(t) | Cell::Concept(t) => Some(Compared::Text(t.clone())),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::concepts::ColumnType;
    use crate::operators::Message;
    use crate::operators::testing::{call, concepts, reals, run, texts, with_factor};
    use crate::verdict::Record;

    fn wear() -> Concept {
        let columns = [("NOEUD", ColumnType::Text(8)), ("CALCUL", ColumnType::Text(16)), ("MOYEN", ColumnType::Real)];
        let mut table = Table::with_columns(columns);
        for (what, value) in [("DEPL_X", 1.5), ("DEPL_Y", -2.0)] {
            table.push([
                ("NOEUD", Cell::Text("1".into())),
                ("CALCUL", Cell::Text(what.into())),
                ("MOYEN", Cell::Real(value)),
            ]);
        }
        Concept::Table(Arc::new(table))
    }

    fn judged(
        extra: Vec<(&str, Vec<crate::catalogue::Value>)>,
        filter: Option<&str>,
    ) -> Result<Vec<Record>, CallError> {
        let mut simple = vec![("TABLE", concepts(&[&wear()])), ("NOM_PARA", texts(&["MOYEN"]))];
        simple.extend(extra);
        let mut call = call("TEST_TABLE", simple);
        if let Some(value) = filter {
            call =
                with_factor(call, "FILTRE", vec![vec![("NOM_PARA", texts(&["CALCUL"])), ("VALE_K", texts(&[value]))]]);
        }
        let record = |m| if let Message::Verdict(r) = m { Some(r) } else { None };
        run(&call).map(|(_, messages)| messages.into_iter().filter_map(record).collect())
    }

    #[test]
    fn one_cell_is_compared_twice() {
        let records = judged(
            vec![
                ("VALE_CALC", reals(&[1.5])),
                ("REFERENCE", texts(&["ANALYTIQUE"])),
                ("VALE_REFE", reals(&[1.4])),
                ("PRECISION", reals(&[0.05])),
            ],
            Some("DEPL_X  "),
        );
        let passed: Vec<_> = records.unwrap().iter().map(|r| (r.reference.clone(), r.passed)).collect();
        assert_eq!(passed, [("ANALYTIQUE".to_string(), Some(false)), ("NON_REGRESSION".to_string(), Some(true))]);
    }

    #[test]
    fn a_null_value_is_skipped_unless_its_magnitude_is_known() {
        assert_eq!(judged(vec![("VALE_CALC", reals(&[0.0]))], Some("DEPL_X")).unwrap()[0].passed, None);
        let with_magnitude =
            vec![("VALE_CALC", reals(&[0.0])), ("ORDRE_GRANDEUR", reals(&[1e7])), ("CRITERE", texts(&["ABSOLU"]))];
        assert_eq!(judged(with_magnitude, Some("DEPL_X")).unwrap()[0].passed, Some(true));
    }

    #[test]
    fn several_cells_need_a_type_test() {
        assert_eq!(judged(vec![("VALE_CALC", reals(&[1.5]))], None).unwrap_err().code, "T003");
        let sum = vec![("VALE_CALC", reals(&[3.5])), ("TYPE_TEST", texts(&["SOMM_ABS"]))];
        assert_eq!(judged(sum, None).unwrap()[0].passed, Some(true));
        assert!(
            judged(vec![("VALE_CALC", reals(&[1.5]))], Some("DEPL_Z"))
                .unwrap_err()
                .help
                .unwrap()
                .contains("DEPL_X, DEPL_Y")
        );
    }
}
