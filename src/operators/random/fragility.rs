//! FRAGILITE of POST_DYNA_ALEA: the probability of failure against an intensity, from a table of runs.

use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Cell, ColumnType, Concept, Table};
use crate::kernel::random::{Fragility, likelihood, regression};

pub(super) fn table(keywords: &Keywords) -> Result<Table, CallError> {
    let Some(Concept::Table(runs)) = keywords.concept("TABL_RESU") else {
        return Err(keywords.missing("TABL_RESU"));
    };
    let column = |name: &str| -> Result<Option<Vec<f64>>, CallError> {
        let Some(rank) = runs.column(name) else { return Ok(None) };
        let number = |row: usize| {
            runs.rows.column(rank).number(row).ok_or_else(|| {
                let message = format!("row {} of TABL_RESU has no number in {name}", row + 1);
                keywords.error("TABL_RESU", "R538", message)
            })
        };
        (0..runs.rows.len()).map(number).collect::<Result<_, _>>().map(Some)
    };
    let absent = |what: &str| {
        let error = keywords.error("TABL_RESU", "R538", format!("TABL_RESU has no column {what}"));
        let known: Vec<&str> = runs.columns.iter().map(|c| c.name.as_str()).collect();
        Box::new(error.help(format!("it has {}", known.join(", "))))
    };
    let intensities = column("PARA_NOCI")?.ok_or_else(|| absent("PARA_NOCI"))?;
    if let Some(row) = intensities.iter().position(|a| !(*a > 0.0)) {
        let message =
            format!("row {} of TABL_RESU: the intensity PARA_NOCI is {}, not above zero", row + 1, intensities[row]);
        return Err(keywords.error("TABL_RESU", "R538", message));
    }
    let threshold = keywords.real_if_given("SEUIL");
    let found = match keywords.is("METHODE", "REGRESSION") {
        true => {
            let demands = column("DEMANDE")?.ok_or_else(|| absent("DEMANDE"))?;
            if let Some(row) = demands.iter().position(|d| !(*d > 0.0)) {
                let message = format!("row {} of TABL_RESU: DEMANDE is {}, not above zero", row + 1, demands[row]);
                return Err(keywords.error("TABL_RESU", "R538", message));
            }
            regression(&intensities, &demands, keywords.real("SEUIL")?)
        }
        false => {
            let failed: Vec<bool> = match (column("DEFA")?, column("DEMANDE")?, threshold) {
                (_, Some(demands), Some(threshold)) => demands.iter().map(|d| *d >= threshold).collect(),
                (Some(failed), _, _) => failed.iter().map(|x| *x != 0.0).collect(),
                (None, Some(_), None) => {
                    let message = "DEMANDE needs SEUIL: a run fails when its demand reaches it";
                    return Err(keywords.error("METHODE", "R538", message));
                }
                (None, None, _) => return Err(absent("DEFA, and none DEMANDE")),
            };
            if failed.iter().all(|f| *f) || !failed.iter().any(|f| *f) {
                let message = "all runs fail, or none: no curve separates them";
                return Err(keywords.error("TABL_RESU", "R538", message));
            }
            let start = Fragility { median: keywords.real("AM_INI")?, beta: keywords.real("BETA_INI")? };
            likelihood(&intensities, &failed, start)
        }
    };
    let Some(curve) = found.filter(|curve| curve.median > 0.0 && curve.beta > 0.0) else {
        let message = "no fragility curve fits these runs";
        let help =
            "failures of several intensities are needed; with METHODE='EMV', AM_INI near the intensity of half of them";
        return Err(Box::new(keywords.error("METHODE", "R538", message).help(help)));
    };
    let points = match keywords.concept("LIST_PARA") {
        Some(Concept::RealList(list)) => list.to_vec(),
        _ => keywords.reals("VALE"),
    };
    if let Some(wrong) = points.iter().find(|a| !(**a > 0.0)) {
        let keyword = if keywords.has("VALE") { "VALE" } else { "LIST_PARA" };
        return Err(keywords.error(keyword, "R538", format!("the intensity {wrong} is not above zero")));
    }
    let columns = ["AM", "BETA", "PARA_NOCI", "PFA"].map(|name| (name, ColumnType::Real));
    let mut table = Table::with_columns(columns);
    for (rank, point) in points.into_iter().enumerate() {
        // The two parameters stand in the first row.
        let head = |x: f64| if rank == 0 { Cell::Real(x) } else { Cell::Empty };
        table.rows.push(vec![
            head(curve.median),
            head(curve.beta),
            Cell::Real(point),
            Cell::Real(curve.probability(point)),
        ]);
    }
    Ok(table)
}
