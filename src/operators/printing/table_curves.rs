//! The columns of a table as curves: over the first column; over its texts, where these are names of rows; or over the first
//! column of numbers, one curve for each text that several rows have.

use super::curves::{Sampled, plain};
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Cell, ColumnType, Table};

/// What is drawn of a table.
pub(super) struct Drawn {
    pub x_name: String,
    /// The name of the only column of ordinates.
    pub y_name: String,
    /// Names of the rows, at the abscissae 1, 2, 3 ...
    pub names: Vec<String>,
    pub curves: Vec<Sampled>,
}

pub(super) fn drawn(call: &Keywords, table: &Table) -> Result<Drawn, CallError> {
    let is_number = |c: usize| matches!(table.columns[c].kind, ColumnType::Integer | ColumnType::Real);
    let numbers: Vec<usize> = (0..table.columns.len()).filter(|c| is_number(*c)).collect();
    let texts: Vec<usize> = (0..table.columns.len()).take_while(|c| !is_number(*c)).collect();
    let keys: Vec<String> = (0..table.rows.len()).map(|row| key(table, &texts, row)).collect();
    let mut distinct: Vec<&String> = Vec::new();
    keys.iter().for_each(|key| {
        if !distinct.contains(&key) {
            distinct.push(key);
        }
    });
    let name = |c: &usize| table.columns[*c].name.clone();
    let own = |y: &[usize]| if let [one] = y { name(one) } else { String::new() };
    let column = |c: usize| table.rows.column(c).iter().map(|cell| number(&cell)).collect::<Vec<f64>>();
    let joined = |columns: &[usize]| columns.iter().map(name).collect::<Vec<_>>().join(", ");
    match (texts.is_empty(), numbers.as_slice()) {
        (true, [x, y @ ..]) if !y.is_empty() => {
            let curve = |c: &usize| Sampled { legend: name(c), ..plain(name(x), name(c), column(*x), column(*c)) };
            Ok(Drawn { x_name: name(x), y_name: own(y), names: Vec::new(), curves: y.iter().map(curve).collect() })
        }
        (false, y) if !y.is_empty() && distinct.len() == keys.len() => {
            let ranks: Vec<f64> = (1..=keys.len()).map(|rank| rank as f64).collect();
            let x_name = joined(&texts);
            let curve =
                |c: &usize| Sampled { legend: name(c), ..plain(x_name.clone(), name(c), ranks.clone(), column(*c)) };
            Ok(Drawn { curves: y.iter().map(curve).collect(), y_name: own(y), x_name, names: keys })
        }
        (false, [x, y @ ..]) if !y.is_empty() => {
            let (all_x, several) = (column(*x), y.len() > 1);
            let curves = distinct.iter().flat_map(|key| {
                let rows: Vec<usize> = (0..keys.len()).filter(|row| keys[*row] == ***key).collect();
                let of = |values: &[f64]| rows.iter().map(|row| values[*row]).collect::<Vec<f64>>();
                let legend = |c: &usize| if several { format!("{key}: {}", name(c)) } else { key.to_string() };
                let curve =
                    |c: &usize| Sampled { legend: legend(c), ..plain(name(x), name(c), of(&all_x), of(&column(*c))) };
                y.iter().map(curve).collect::<Vec<_>>()
            });
            Ok(Drawn { x_name: name(x), y_name: own(y), names: Vec::new(), curves: curves.collect() })
        }
        _ => {
            let told = match numbers.as_slice() {
                [] => "none of its columns holds numbers".to_string(),
                [one] => format!("only {} holds numbers", name(one)),
                all => format!("{} hold numbers", joined(all)),
            };
            let message = format!(
                "there is no chart of this table: {told} (its columns: {})",
                joined(&(0..table.columns.len()).collect::<Vec<_>>())
            );
            let mut error = call.error("TABLE", "R604", message);
            error.help = Some(
                "a chart needs a column of abscissae or of names, then columns of numbers; NOM_PARA chooses them"
                    .into(),
            );
            Err(error)
        }
    }
}

/// The texts of a row, as one name.
fn key(table: &Table, texts: &[usize], row: usize) -> String {
    let text = |c: &usize| match table.rows.get(row).map(|row| row.cell(*c).into_owned()) {
        Some(Cell::Text(text) | Cell::Concept(text)) => text.trim_end().to_string(),
        _ => String::new(),
    };
    texts.iter().map(text).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}

fn number(cell: &Cell) -> f64 {
    match cell {
        Cell::Integer(i) => *i as f64,
        Cell::Real(x) => *x,
        _ => f64::NAN,
    }
}
