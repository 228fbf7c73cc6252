//! TEST_TABLE: one cell of a table chosen by filters, or a sum or extreme of a column.

use super::expectation::{Expectation, summary};
use crate::catalogue::Call;
use crate::concepts::{Cell, Concept};
use crate::diag::Faults;
use crate::operators::tables::filter::{column, filter, names_place, values};
use crate::operators::{Context, Outcome};
use crate::verdict::Compared;

pub fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let Some(Concept::Table(table)) = call.concept("TABLE") else {
        return Err(call.error("TABLE", "T001", "TEST_TABLE needs a table of results"));
    };
    let mut faults = Faults::default();
    let (index, rows) = (faults.keep(column(call, "NOM_PARA", table)), faults.keep(filter(call, table)));
    faults.end()?;
    let (index, rows) = (index.unwrap_or_default(), rows.unwrap_or_default());
    let name = &table.columns[index].name;
    let cells: Vec<Compared> = rows.iter().filter_map(|r| value(&table.rows.cell(*r, index))).collect();
    let computed = match call.text_if_given("TYPE_TEST") {
        Some(kind) => summary(&kind, &cells).ok_or_else(|| {
            call.error("TYPE_TEST", "T003", format!("{kind} of column {name}: no value that allows it"))
        })?,
        None => match cells.as_slice() {
            [one] => one.clone(),
            [] => {
                let message = format!("column {name} has no value in the rows that the filters keep");
                return Err(Box::new(call.error("NOM_PARA", "T003", message).help(values(table, &rows, index))));
            }
            many => {
                let message =
                    format!("column {name} has {} values in the rows that the filters keep, one is needed", many.len());
                let help = "add a FILTRE, or give TYPE_TEST for a sum or an extreme";
                return Err(Box::new(call.error("NOM_PARA", "T003", message).help(help)));
            }
        },
    };
    // A text that is another name of the same node or cell holds.
    let computed = match computed {
        Compared::Text(text) => {
            let expected = ["VALE_CALC_K", "VALE_REFE_K"].into_iter().find_map(|keyword| call.text_if_given(keyword));
            let other = expected.filter(|word| names_place(table, name, word, &text));
            Compared::Text(other.map_or(text, |word| word.to_string()))
        }
        computed => computed,
    };
    let expected = Expectation::read(call);
    // A column has one kind; elsewhere a real may stand for a complex number.
    if let (Compared::Real(_), Some(keyword)) = (&computed, expected.complex_keyword()) {
        let message = format!("column {name} holds real values, a complex number is expected");
        let help = "a real is expected by VALE_CALC and VALE_REFE";
        return Err(Box::new(call.error(keyword, "T002", message).help(help)));
    }
    expected.judge(call, call, context, name, computed)
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
    use crate::catalogue::CallError;
    use crate::concepts::{ColumnType, Table};
    use crate::operators::Message;
    use crate::operators::call::testing::{call, concepts, reals, run, texts, with_factor};
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
        extra: Vec<(&'static str, Vec<crate::catalogue::Value>)>,
        filter: Option<&str>,
    ) -> Result<Vec<Arc<Record>>, CallError> {
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
        let passed: Vec<_> = records.unwrap().iter().map(|r| (r.reference.to_string(), r.passed)).collect();
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
