//! POST_GLISSEMENT, OPTION='REGRESSION': the power law of levels, LV = ORIGINE + 20 PENTE log10(parameter).

use super::input::refused;
use super::rows::reals;
use crate::catalogue::{Call, CallError};
use crate::concepts::{Cell, ColumnType, Concept, Table};

pub(super) fn table(call: &Call) -> Result<Table, CallError> {
    let Some(Concept::Table(levels)) = call.concept("TABLE") else {
        let message = "OPTION='REGRESSION' needs TABLE, a table of levels".to_string();
        return Err(refused(call, "OPTION", "R865", message, "RESULTAT is for the other options"));
    };
    let names = call.texts("NOM_PARA");
    let [parameter, level] = names.as_slice() else {
        return Err(call.error("NOM_PARA", "R865", "NOM_PARA must name two columns, the parameter and the level"));
    };
    let mut columns = [0, 0];
    for (column, name) in columns.iter_mut().zip([parameter, level]) {
        *column = levels.column(name).ok_or_else(|| {
            let known: Vec<&str> = levels.columns.iter().map(|c| c.name.as_str()).collect();
            refused(
                call,
                "NOM_PARA",
                "R865",
                format!("the table has no column {name}"),
                format!("its columns are {}", known.join(", ")),
            )
        })?;
    }
    let number = |cell: &Cell| match cell {
        Cell::Real(x) => Some(*x),
        Cell::Integer(i) => Some(*i as f64),
        _ => None,
    };
    let mut points = Vec::new();
    for row in levels.rows.iter() {
        if let (Some(x), Some(y)) = (number(&row.cell(columns[0])), number(&row.cell(columns[1]))) {
            if !(x > 0.0) {
                let message = format!("{parameter} = {x}: only positive values have a logarithm");
                return Err(refused(
                    call,
                    "NOM_PARA",
                    "R865",
                    message,
                    "leave these rows out with CALC_TABLE (FILTRE)",
                ));
            }
            points.push((libm::log10(x), y));
        }
    }
    let Some([slope, origin, fit]) = line(&points) else {
        let message = format!("{} rows with both values: a line needs two different {parameter}", points.len());
        return Err(refused(call, "TABLE", "R865", message, "give at least two levels"));
    };
    let names = ["PENTE", "ORIGINE", "R2"];
    let mut table = Table::with_columns(names.map(|name| (name, ColumnType::Real)));
    table.rows.push(reals([slope / 20.0, origin, fit]));
    Ok(table)
}

/// Slope, ordinate at zero and coefficient of determination of the least-squares line.
fn line(points: &[(f64, f64)]) -> Option<[f64; 3]> {
    let n = points.len() as f64;
    let mean = |f: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(f).sum::<f64>() / n;
    let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
    let (xx, xy, yy) =
        (mean(&|p| (p.0 - x) * (p.0 - x)), mean(&|p| (p.0 - x) * (p.1 - y)), mean(&|p| (p.1 - y) * (p.1 - y)));
    if !(xx > 0.0) {
        return None;
    }
    let slope = xy / xx;
    let fit = if yy > 0.0 { xy * xy / (xx * yy) } else { 1.0 };
    Some([slope, y - slope * x, fit])
}
