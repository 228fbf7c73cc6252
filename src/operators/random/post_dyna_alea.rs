//! POST_DYNA_ALEA: moments and statistics of spectral densities; fragility curves.
//!
//! ```text
//! T = POST_DYNA_ALEA(INTERSPECTRE=_F(INTE_SPEC=P, OPTION='DIAG', DUREE=12.0, FRACTILE=0.9))
//! ```
//!
//! A row for each term: LAMBDA_00, LAMBDA_01, ... (∫ S (2 pi f)^n df, twice that where f does not go below zero), and for densities
//! of one signal ECART, FREQ_APPAR, NB_EXTREMA_P_S, NB_PASS_ZERO_P_S, FACT_IRRE, and with DUREE the peak factor FACT_PIC and the
//! largest value MAX_MOY or MAX_FRACT.

use std::sync::Arc;

use super::conditions::of_densities;
use super::fragility;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Cell, ColumnType, Concept, Density, Label, SpectralMatrix, Table, TermPlace};
use crate::kernel::random::{PeakFactor, Statistics, moment, moment_complex};
use crate::operators::call::terms::no_term;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const POST_DYNA_ALEA: Operator = Operator { name: "POST_DYNA_ALEA", run, check: Check::Small };

fn run(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let mut table = match call.one("INTERSPECTRE") {
        Some(keywords) => statistics(keywords)?,
        None => fragility::table(call.only("FRAGILITE")?)?,
    };
    table.title = call.text_if_given("TITRE").map_or(String::new(), |title| title.to_string());
    set_result(call, Concept::Table(Arc::new(table)))
}

/// Orders of the moments that the statistics need.
const NEEDED: [i64; 4] = [0, 1, 2, 4];
/// Highest order of a moment: beyond it numbers leave the range of reals.
const HIGHEST: i64 = 40;

fn statistics(keywords: &Keywords) -> Result<Table, CallError> {
    let matrix = keywords.spectral_matrix("INTE_SPEC")?;
    of_densities(keywords, "INTE_SPEC", matrix)?;
    let mut orders: Vec<i64> = (0..=4).chain(keywords.integers("MOMENT")).collect();
    if let Some(wrong) = orders.iter().find(|n| !(0..=HIGHEST).contains(*n)) {
        let message = format!("MOMENT: {wrong} is no order of a moment; they go from 0 to {HIGHEST}");
        return Err(keywords.error("MOMENT", "R537", message));
    }
    orders.sort_unstable();
    orders.dedup();
    let fractile = keywords.real("FRACTILE")?;
    let duration = keywords.real_if_given("DUREE");
    if let Some(wrong) = duration.filter(|t| !(*t > 0.0)) {
        return Err(keywords.error(
            "DUREE",
            "R537",
            format!("DUREE is {wrong}: a strong phase lasts more than nothing"),
        ));
    }
    if duration.is_some() && !(fractile > 0.0 && fractile < 1.0) {
        let message = format!("FRACTILE is {fractile}: a probability above 0 and below 1 is needed");
        return Err(keywords.error("FRACTILE", "R537", message));
    }
    let peak = duration.map(|duration| PeakFactor { duration, fractile });
    let places = places(keywords, matrix)?;
    let by_number = places.iter().all(|place| matches!(place.row, Label::Order(_)));
    let mut rows = Vec::new();
    for place in &places {
        let term = matrix.term(place).ok_or_else(|| no_term(keywords, "INTE_SPEC", matrix, place))?;
        rows.push(row(keywords, matrix, place, &term, &orders, peak)?);
    }
    let largest = if fractile == 0.5 { "MAX_MOY" } else { "MAX_FRACT" };
    let mut named: Vec<(String, Box<dyn Fn(&Row) -> Cell>)> = Vec::new();
    for (rank, order) in orders.iter().enumerate() {
        named.push((format!("LAMBDA_{order:02}"), Box::new(move |row: &Row| Cell::Real(row.moments[rank]))));
    }
    let real = |value: Option<f64>| value.map_or(Cell::Empty, Cell::Real);
    named.push(("ECART".into(), Box::new(move |row| real(row.statistics.map(|s| s.deviation)))));
    named.push(("FACT_IRRE".into(), Box::new(move |row| real(row.statistics.and_then(|s| s.irregularity)))));
    named.push(("FREQ_APPAR".into(), Box::new(move |row| real(row.statistics.and_then(|s| s.apparent)))));
    named.push(("NB_EXTREMA_P_S".into(), Box::new(move |row| real(row.statistics.and_then(|s| s.extrema)))));
    named.push(("NB_PASS_ZERO_P_S".into(), Box::new(move |row| real(row.statistics.and_then(|s| s.zeros)))));
    if peak.is_some() {
        named.push(("FACT_PIC".into(), Box::new(move |row| real(row.peak))));
        let value = |row: &Row| row.statistics.zip(row.peak).map(|(s, factor)| factor * s.deviation);
        named.push((largest.into(), Box::new(move |row| real(value(row)))));
    }
    named.sort_by(|a, b| a.0.cmp(&b.0));
    let heads: &[&str] =
        if by_number { &["NUME_ORDRE_I", "NUME_ORDRE_J"] } else { &["NOEUD_I", "NOEUD_J", "NOM_CMP_I", "NOM_CMP_J"] };
    let kind = if by_number { ColumnType::Integer } else { ColumnType::Text(8) };
    let columns = heads.iter().map(|head| (head.to_string(), kind));
    let mut table = Table::with_columns(columns.chain(named.iter().map(|(name, _)| (name.clone(), ColumnType::Real))));
    for (place, row) in places.iter().zip(&rows) {
        let mut cells = label_cells(place);
        cells.extend(named.iter().map(|(_, value)| value(row)));
        table.rows.push(cells);
    }
    Ok(table)
}

fn label_cells(place: &TermPlace) -> Vec<Cell> {
    let text = |text: &String| Cell::Text(text.as_str().into());
    match (&place.row, &place.column) {
        (Label::Node([n, c]), Label::Node([m, d])) => vec![text(n), text(m), text(c), text(d)],
        (Label::Order(i), Label::Order(j)) => vec![Cell::Integer(*i), Cell::Integer(*j)],
        _ => Vec::new(),
    }
}

/// Numbers of one term.
struct Row {
    moments: Vec<f64>,
    statistics: Option<Statistics>,
    peak: Option<f64>,
}

fn row(
    keywords: &Keywords,
    matrix: &SpectralMatrix,
    place: &TermPlace,
    term: &Density,
    orders: &[i64],
    peak: Option<PeakFactor>,
) -> Result<Row, CallError> {
    let f = &matrix.abscissae;
    let values = match term {
        Density::Complex(values) => {
            let moments = orders.iter().map(|n| moment_complex(f, values, *n).re).collect();
            return Ok(Row { moments, statistics: None, peak: None });
        }
        Density::Real(values) => values,
    };
    if let Some(k) = values.iter().position(|s| *s < 0.0) {
        let message = format!("the density {place} is {} at {} Hz: it cannot be below zero", values[k], f[k]);
        return Err(keywords.error("INTE_SPEC", "R537", message));
    }
    let needed = NEEDED.map(|n| moment(f, values, n));
    let statistics = Some(Statistics::new(needed));
    let moments = orders.iter().map(|n| moment(f, values, *n)).collect();
    Ok(Row { moments, statistics, peak: peak.and_then(|peak| peak.value(needed)) })
}

/// The terms asked for.
fn places(keywords: &Keywords, matrix: &SpectralMatrix) -> Result<Vec<TermPlace>, CallError> {
    if let Some(option) = keywords.text_if_given("OPTION") {
        let all = matrix.terms.iter().map(|(place, _)| place.clone());
        return Ok(all.filter(|place| &*option == "TOUT" || place.is_diagonal()).collect());
    }
    if keywords.has("NUME_ORDRE_I") {
        let (rows, columns) = (keywords.integers("NUME_ORDRE_I"), keywords.integers("NUME_ORDRE_J"));
        same(keywords, "NUME_ORDRE_J", rows.len(), columns.len(), "NUME_ORDRE_I")?;
        return Ok(rows.into_iter().zip(columns).map(|(i, j)| TermPlace::orders(i, j)).collect());
    }
    let read = |node: &str, component: &str| (keywords.texts(node), keywords.texts(component));
    let ((nodes, components), (others, other_components)) =
        (read("NOEUD_I", "NOM_CMP_I"), read("NOEUD_J", "NOM_CMP_J"));
    let found = [("NOM_CMP_I", components.len()), ("NOEUD_J", others.len()), ("NOM_CMP_J", other_components.len())];
    for (keyword, count) in found {
        same(keywords, keyword, nodes.len(), count, "NOEUD_I")?;
    }
    let place = |k: usize| TermPlace {
        row: matrix.label(&nodes[k], &components[k]),
        column: matrix.label(&others[k], &other_components[k]),
    };
    Ok((0..nodes.len()).map(place).collect())
}

fn same(keywords: &Keywords, keyword: &str, wanted: usize, found: usize, beside: &str) -> Result<(), CallError> {
    match wanted == found {
        true => Ok(()),
        false => Err(keywords.error(keyword, "R537", format!("{keyword} has {found} values, {beside} has {wanted}"))),
    }
}
