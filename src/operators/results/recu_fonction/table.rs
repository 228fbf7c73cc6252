//! From two columns of a table, one point per row.

use super::curve::{Curve, Ordinates};
use crate::catalogue::{Call, CallError};
use crate::concepts::{Cell, Concept};
use crate::diag::Faults;
use crate::operators::tables::filter::{column, filter};

pub(super) fn extract(call: &Call) -> Result<Curve, CallError> {
    let Some(Concept::Table(table)) = call.concept("TABLE") else {
        return Err(call.error("TABLE", "R433", "TABLE holds no rows"));
    };
    if call.has("NOM_PARA_TABL") {
        let error = call.error("NOM_PARA_TABL", "R434", "functions held by a table cannot be taken out of it");
        return Err(Box::new(error.help("give the columns to plot instead: PARA_X and PARA_Y")));
    }
    let mut faults = Faults::default();
    let x = faults.keep(column(call, "PARA_X", table)).unwrap_or_default();
    let y = faults.keep(column(call, "PARA_Y", table)).unwrap_or_default();
    let rows = faults.keep(filter(call, table)).unwrap_or_default();
    faults.end()?;
    let complex = rows.iter().any(|row| matches!(*table.rows.cell(*row, y), Cell::Complex(_)));
    let (mut abscissae, mut reals, mut complexes) = (Vec::new(), Vec::new(), Vec::new());
    for row in rows {
        let (a, b) = (table.rows.cell(row, x), table.rows.cell(row, y));
        if *a == Cell::Empty || *b == Cell::Empty {
            continue;
        }
        abscissae.push(real(call, "PARA_X", &a)?);
        match &*b {
            Cell::Complex(z) => complexes.push(*z),
            _ => {
                let value = real(call, "PARA_Y", &b)?;
                reals.push(value);
                complexes.push(value.into());
            }
        }
    }
    let text = |name: &str| call.text_if_given(name).map_or_else(String::new, |t| t.trim_end().to_string());
    let ordinates = if complex { Ordinates::Complex(complexes) } else { Ordinates::Real(reals) };
    Ok(Curve { parameter: text("PARA_X"), result: text("PARA_Y"), abscissae, ordinates })
}

fn real(call: &Call, keyword: &str, cell: &Cell) -> Result<f64, CallError> {
    match cell {
        Cell::Real(x) => Ok(*x),
        Cell::Integer(i) => Ok(*i as f64),
        _ => Err(call.error(keyword, "R449", format!("{keyword}: this column does not hold numbers"))),
    }
}
