//! INFO_MODE: how many eigenvalues lie in intervals, or in a disc of the complex plane.
//!
//! Intervals hold both their bounds; a bound that is an eigenvalue to rounding moves outward by PREC_SHIFT. The disc,
//! for complex modes, holds values of `λ` (rad/s), with the conjugates of oscillating ones.

use std::sync::Arc;

use num_complex::Complex64;

use super::faults::{Names, eigen_error};
use super::matrices::{ProblemMatrix, check_same_unknowns, expect_matrix, read_matrix};
use super::request::{Choice, FREQUENCIES, LOAD_FACTORS, Request, Spelling};
use crate::catalogue::{Call, CallError};
use crate::concepts::{Cell, ColumnType, Concept, Table};
use crate::kernel::linalg::modulus;
use crate::kernel::modal::{EigenFault, EigenProblem, QuadraticProblem, Selection, general_modes};
use crate::operators::{Context, Outcome, set_result};

pub fn info_mode(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let table = match call.text("TYPE_MODE").as_deref() {
        Some("MODE_FLAMB") => intervals(call, Names { stiffness: "MATR_RIGI", mass: "MATR_RIGI_GEOM" }, LOAD_FACTORS)?,
        Some("MODE_COMPLEXE") => disc(call, Names { stiffness: "MATR_RIGI", mass: "MATR_MASS" }, "MATR_AMOR")?,
        Some("GENERAL") if !call.has("CHAR_CRIT") => {
            disc(call, Names { stiffness: "MATR_A", mass: "MATR_B" }, "MATR_C")?
        }
        Some("GENERAL") => intervals(call, Names { stiffness: "MATR_A", mass: "MATR_B" }, LOAD_FACTORS)?,
        _ => intervals(call, Names { stiffness: "MATR_RIGI", mass: "MATR_MASS" }, FREQUENCIES)?,
    };
    set_result(call, Concept::Table(Arc::new(table)))
}

/// One row an interval.
fn intervals(call: &Call, names: Names, spelling: Spelling) -> Result<Table, CallError> {
    let (first, second) = matrices(call, names)?;
    let space = first.space();
    let reduced = (space.elimination.reduce_matrix(&first.real()), space.elimination.reduce_matrix(&second.real()));
    let vibration = spelling.values == FREQUENCIES.values;
    let absent = crate::catalogue::Keywords::default();
    let counting = call.one("COMPTAGE").unwrap_or(&absent);
    let count = |low: f64, high: f64| -> Result<i64, EigenFault> {
        let request = Request {
            choice: Choice::Band,
            values: vec![low, high],
            damping: Vec::new(),
            count: 0,
            count_written: false,
            zero: counting.real(spelling.zero).unwrap_or(0.01),
            widening: counting.real("PREC_SHIFT").unwrap_or(0.05),
        };
        let found = match vibration {
            true => {
                let problem = EigenProblem { stiffness: &reduced.0, mass: &reduced.1, directions: Vec::new() };
                problem.solve(&request.on_squares())?
            }
            false => general_modes(&reduced.0, &reduced.1, &request.on_values())?,
        };
        Ok(found.pairs.len() as i64)
    };
    let stem = spelling.values;
    let (low_name, high_name) = (format!("{stem}_MIN"), format!("{stem}_MAX"));
    let columns =
        [(low_name, ColumnType::Real), (high_name, ColumnType::Real), ("NB_MODE".into(), ColumnType::Integer)];
    let mut table = Table::with_columns(columns);
    for bounds in call.reals(stem).windows(2) {
        let modes = count(bounds[0], bounds[1]).map_err(|fault| eigen_error(call, names, &space, &fault))?;
        table.rows.push(vec![Cell::Real(bounds[0]), Cell::Real(bounds[1]), Cell::Integer(modes)]);
    }
    Ok(table)
}

/// One row for the disc of RAYON_CONTOUR around CENTRE_CONTOUR.
fn disc(call: &Call, names: Names, damping_name: &'static str) -> Result<Table, CallError> {
    let (first, second) = matrices(call, names)?;
    let damping = read_matrix(call, damping_name);
    if let Some(damping) = &damping {
        check_same_unknowns(call, (names.stiffness, &first), (damping_name, damping))?;
    }
    let centre = call.complex("CENTRE_CONTOUR").unwrap_or_default();
    let radius = call.real("RAYON_CONTOUR").unwrap_or(0.0);
    let space = first.space();
    let fail = |fault| eigen_error(call, names, &space, &fault);
    let mass = space.elimination.reduce_matrix(&second.real());
    let values: Vec<Complex64> = if names.stiffness == "MATR_A" && damping.is_none() && !first.is_complex() {
        let stiffness = space.elimination.reduce_matrix(&first.real());
        let found = general_modes(&stiffness, &mass, &Selection::All).map_err(fail)?;
        found.pairs.iter().map(|p| Complex64::new(p.value, 0.0)).collect()
    } else {
        let stiffness = space.elimination.reduce_matrix(&first.complex());
        let damping = damping.map(|c| space.elimination.reduce_matrix(&c.complex()));
        let problem = QuadraticProblem { stiffness: &stiffness, damping: damping.as_ref(), mass: &mass };
        let found = problem.solve().map_err(fail)?;
        found.iter().flat_map(|p| [p.value, p.value.conj()]).collect()
    };
    let inside = values.iter().filter(|z| modulus(**z - centre) <= radius).count() as i64;
    let columns = [
        ("CENTRE_R", ColumnType::Real),
        ("CENTRE_I", ColumnType::Real),
        ("RAYON", ColumnType::Real),
        ("NB_MODE", ColumnType::Integer),
    ];
    let mut table = Table::with_columns(columns);
    table.rows.push(vec![Cell::Real(centre.re), Cell::Real(centre.im), Cell::Real(radius), Cell::Integer(inside)]);
    Ok(table)
}

fn matrices(call: &Call, names: Names) -> Result<(ProblemMatrix, ProblemMatrix), CallError> {
    let (first, second) = (expect_matrix(call, names.stiffness)?, expect_matrix(call, names.mass)?);
    check_same_unknowns(call, (names.stiffness, &first), (names.mass, &second))?;
    Ok((first, second))
}
