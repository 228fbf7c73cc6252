//! INFO_MODE: how many eigenvalues lie in intervals, or in a disc of the complex plane.
//!
//! Intervals hold both their bounds; a bound that is an eigenvalue to rounding moves outward by PREC_SHIFT, and
//! BORNE_MIN_EFFECT, BORNE_MAX_EFFECT are the bounds used. The disc, for complex modes, holds values of `λ` (rad/s) with the
//! conjugates of oscillating ones when there is a damping matrix, values of `ω²` (rad²/s²) when there is none.

use std::sync::Arc;

use num_complex::Complex64;

use super::faults::{Names, eigen_error, is_zero};
use super::matrices::{expect_matrices, expect_pair, read_matrix};
use super::real::frequency;
use super::request::{Choice, FREQUENCIES, LOAD_FACTORS, Request, Spelling};
use crate::catalogue::{Call, CallError};
use crate::concepts::{Cell, ColumnType, Concept, Table};
use crate::kernel::linalg::modulus;
use crate::kernel::modal::{EigenProblem, QuadraticProblem, Selection, bounds_used, general_modes};
use crate::operators::{Context, Outcome, set_result};

pub fn info_mode(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let table = match call.text_if_given("TYPE_MODE").as_deref() {
        Some("MODE_FLAMB") => intervals(call, Names { stiffness: "MATR_RIGI", mass: "MATR_RIGI_GEOM" }, LOAD_FACTORS)?,
        Some("MODE_COMPLEXE") => disc(call, Names { stiffness: "MATR_RIGI", mass: "MATR_MASS" }, "MATR_AMOR")?,
        Some("GENERAL") if is_complex_problem(call) => {
            disc(call, Names { stiffness: "MATR_A", mass: "MATR_B" }, "MATR_C")?
        }
        Some("GENERAL") => intervals(call, Names { stiffness: "MATR_A", mass: "MATR_B" }, LOAD_FACTORS)?,
        _ => intervals(call, Names { stiffness: "MATR_RIGI", mass: "MATR_MASS" }, FREQUENCIES)?,
    };
    set_result(call, Concept::Table(Arc::new(table)))
}

/// One row per interval.
fn intervals(call: &Call, names: Names, spelling: Spelling) -> Result<Table, CallError> {
    let (first, second) = expect_pair(call, [names.stiffness, names.mass])?;
    let space = first.space();
    let reduced = (space.elimination.reduce_matrix(&first.real()), space.elimination.reduce_matrix(&second.real()));
    let bare = |u: usize| is_zero(&reduced.0, u) && is_zero(&reduced.1, u);
    let vibration = spelling.values == FREQUENCIES.values;
    let counting = call.only("COMPTAGE")?;
    let mut table = empty_table();
    for bounds in call.reals(spelling.values).windows(2) {
        let request = Request {
            choice: Choice::Band,
            values: bounds.to_vec(),
            damping: Vec::new(),
            count: 0,
            count_written: false,
            zero: counting.real_if_given(spelling.zero).unwrap_or(0.01),
            widening: counting.real("PREC_SHIFT")?,
        };
        let selection = if vibration { request.on_squares() } else { request.on_values() };
        let found = match vibration {
            true => EigenProblem { stiffness: &reduced.0, mass: &reduced.1, directions: Vec::new() }.solve(&selection),
            false => general_modes(&reduced.0, &reduced.1, &selection),
        };
        let found = found.map_err(|fault| eigen_error(call, names, &space, &fault, bare))?;
        let mut used = [bounds[0], bounds[1]];
        if let Selection::Intervals(intervals) = &selection
            && let [interval] = intervals.as_slice()
        {
            used = bounds_used(interval, &found.pairs);
            if vibration {
                used = used.map(frequency);
            }
        }
        // Bounds that did not move are those written, to the bit.
        let used =
            [0, 1].map(|k| if (used[k] - bounds[k]).abs() <= 1e-12 * bounds[k].abs() { bounds[k] } else { used[k] });
        let stem = spelling.values;
        let row = [
            (format!("{stem}_MIN"), Cell::Real(bounds[0])),
            (format!("{stem}_MAX"), Cell::Real(bounds[1])),
            ("BORNE_MIN_EFFECT".into(), Cell::Real(used[0])),
            ("BORNE_MAX_EFFECT".into(), Cell::Real(used[1])),
            ("NB_MODE".into(), Cell::Integer(found.pairs.len() as i64)),
        ];
        put_row(&mut table, &row);
    }
    Ok(table)
}

const REALS: [&str; 9] = [
    "FREQ_MIN",
    "FREQ_MAX",
    "CENTRE_R",
    "CENTRE_I",
    "RAYON",
    "CHAR_CRIT_MIN",
    "CHAR_CRIT_MAX",
    "BORNE_MIN_EFFECT",
    "BORNE_MAX_EFFECT",
];

fn empty_table() -> Table {
    let reals = REALS.into_iter().map(|name| (name, ColumnType::Real));
    Table::with_columns(reals.chain([("NB_MODE", ColumnType::Integer)]))
}

/// One row; columns it does not name stay empty.
fn put_row(table: &mut Table, cells: &[(String, Cell)]) {
    let names = REALS.into_iter().chain(["NB_MODE"]);
    let find = |name: &str| cells.iter().find(|(own, _)| own == name).map_or(Cell::Empty, |(_, cell)| cell.clone());
    table.rows.push(names.map(find));
}

/// GENERAL is a buckling problem where matrices A and B are real and symmetric and there is no C.
fn is_complex_problem(call: &Call) -> bool {
    let plain = |name: &str| read_matrix(call, name).is_none_or(|m| !m.is_complex() && m.is_symmetric());
    call.has("MATR_C") || !plain("MATR_A") || !plain("MATR_B")
}

/// One row for the disc of RAYON_CONTOUR around CENTRE_CONTOUR.
fn disc(call: &Call, names: Names, damping_name: &'static str) -> Result<Table, CallError> {
    let (first, second, damping) = expect_matrices(call, [names.stiffness, names.mass, damping_name])?;
    let centre = call.complex("CENTRE_CONTOUR")?;
    let radius = call.real("RAYON_CONTOUR")?;
    let space = first.space();
    let mass = space.elimination.reduce_matrix(&second.real());
    let stiffness = space.elimination.reduce_matrix(&first.complex());
    let quadratic = damping.is_some();
    let damping = damping.map(|c| space.elimination.reduce_matrix(&c.complex()));
    let bare = |u: usize| is_zero(&stiffness, u) && is_zero(&mass, u) && damping.as_ref().is_none_or(|c| is_zero(c, u));
    let fail = |fault| eigen_error(call, names, &space, &fault, bare);
    let problem = QuadraticProblem { stiffness: &stiffness, damping: damping.as_ref(), mass: &mass };
    let values: Vec<Complex64> = if quadratic {
        problem.eigenvalues().map_err(fail)?
    } else if first.is_complex() || !first.is_symmetric() {
        // Without damping each pair counts once, by its square.
        problem.solve().map_err(fail)?.iter().map(|p| -(p.value * p.value)).collect()
    } else {
        let real = space.elimination.reduce_matrix(&first.real());
        let found = general_modes(&real, &mass, &Selection::All).map_err(fail)?;
        found.pairs.iter().map(|p| Complex64::from(-p.value)).collect()
    };
    if let Some(near) = values.iter().find(|z| (modulus(**z - centre) - radius).abs() <= 1e-9 * radius.abs()) {
        let message =
            format!("an eigenvalue, {near}, is on the circle of radius {radius}: whether it is inside is not defined");
        return Err(Box::new(
            call.error("RAYON_CONTOUR", "R203", message).help("change RAYON_CONTOUR or CENTRE_CONTOUR slightly"),
        ));
    }
    let inside = values.iter().filter(|z| modulus(**z - centre) <= radius).count() as i64;
    let mut table = empty_table();
    let row = [
        ("CENTRE_R".into(), Cell::Real(centre.re)),
        ("CENTRE_I".into(), Cell::Real(centre.im)),
        ("RAYON".into(), Cell::Real(radius)),
        ("NB_MODE".into(), Cell::Integer(inside)),
    ];
    put_row(&mut table, &row);
    Ok(table)
}
