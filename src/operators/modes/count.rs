//! INFO_MODE: how many modes lie in each band, counted without computing them.
//!
//! By Sylvester's law the factorisation of `K - ω² M` has as many negative pivots as there are modes below `ω`, and
//! that of `K + λ G` as many as there are critical loads between 0 and `λ`. In a disc of the complex plane the
//! eigenvalues of a damped problem are all computed, and those inside counted.

use std::f64::consts::TAU;
use std::sync::Arc;

use num_complex::Complex64;

use super::faults::{Names, eigen_error};
use super::matrices::{ProblemMatrix, check_same_unknowns, expect_matrix, read_matrix};
use crate::catalogue::{Call, CallError};
use crate::concepts::{Cell, ColumnType, Concept, Table};
use crate::kernel::assembly::SparseMatrix;
use crate::kernel::linalg::{Skyline, modulus};
use crate::kernel::modal::QuadraticProblem;
use crate::operators::{Context, Outcome, set_result};

pub fn info_mode(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let kind = call.text("TYPE_MODE").unwrap_or_default();
    let names = match &*kind {
        "MODE_FLAMB" => ["MATR_RIGI", "MATR_RIGI_GEOM"],
        "GENERAL" => ["MATR_A", "MATR_B"],
        _ => ["MATR_RIGI", "MATR_MASS"],
    };
    let (first, second) = (expect_matrix(call, names[0])?, expect_matrix(call, names[1])?);
    check_same_unknowns(call, (names[0], &first), (names[1], &second))?;
    let table = match &*kind {
        "DYNAMIQUE" => bands(call, names, "FREQ", &first, &second)?,
        "MODE_COMPLEXE" => disc(call, names, &first, &second, read_matrix(call, "MATR_AMOR"))?,
        _ if call.has("CHAR_CRIT") => bands(call, names, "CHAR_CRIT", &first, &second)?,
        _ => disc(call, names, &first, &second, read_matrix(call, "MATR_C"))?,
    };
    set_result(call, Concept::Table(Arc::new(table)))
}

/// One row for each interval between successive bounds.
fn bands(
    call: &Call,
    names: [&str; 2],
    keyword: &str,
    first: &ProblemMatrix,
    second: &ProblemMatrix,
) -> Result<Table, CallError> {
    let space = first.space();
    let reduced = [first, second].map(|m| space.elimination.reduce_matrix(&m.real()));
    let bounds = call.reals(keyword);
    let dynamic = keyword == "FREQ";
    let below = |bound: f64| -> Result<i64, CallError> {
        let shift = if dynamic { -(TAU * bound) * (TAU * bound) * bound.signum() } else { bound };
        // A bound that is an eigenvalue makes the matrix singular: it moves a little.
        for nudge in [0.0, 1e-10, 1e-9, 1e-8, 1e-6, 1e-4] {
            if let Ok(factor) = Skyline::new(&sum(&reduced[0], shift * (1.0 + nudge), &reduced[1])) {
                return Ok(factor.negative_pivots() as i64);
            }
        }
        Err(call.error(names[0], "R712", format!("{keyword} = {bound}: the matrix is singular around this bound")))
    };
    let mut table = Table::with_columns([
        (format!("{keyword}_MIN"), ColumnType::Real),
        (format!("{keyword}_MAX"), ColumnType::Real),
        ("BORNE_MIN_EFFECT".to_string(), ColumnType::Real),
        ("BORNE_MAX_EFFECT".to_string(), ColumnType::Real),
        ("NB_MODE".to_string(), ColumnType::Integer),
    ]);
    for pair in bounds.windows(2) {
        let (low, high) = (pair[0], pair[1]);
        let (a, b) = (below(low)?, below(high)?);
        // Critical loads are counted from 0 on both sides.
        let count = if !dynamic && low < 0.0 && high > 0.0 { a + b } else { (b - a).abs() };
        let mut row: Vec<Cell> = [low, high, low, high].map(Cell::Real).to_vec();
        row.push(Cell::Integer(count));
        table.rows.push(row);
    }
    Ok(table)
}

/// `A + x B`.
fn sum(a: &SparseMatrix<f64>, x: f64, b: &SparseMatrix<f64>) -> SparseMatrix<f64> {
    let terms: Vec<_> = a.triplets().chain(b.triplets().map(|(i, j, v)| (i, j, x * v))).collect();
    SparseMatrix::from_triplets(a.size(), &terms)
}

/// Eigenvalues in the disc of CENTRE_CONTOUR and RAYON_CONTOUR, both of a conjugate pair counted.
fn disc(
    call: &Call,
    names: [&'static str; 2],
    first: &ProblemMatrix,
    second: &ProblemMatrix,
    damping: Option<ProblemMatrix>,
) -> Result<Table, CallError> {
    let space = first.space();
    let stiffness = space.elimination.reduce_matrix(&first.complex());
    let mass = space.elimination.reduce_matrix(&second.real());
    let damping = damping.map(|c| space.elimination.reduce_matrix(&c.complex()));
    let problem = QuadraticProblem { stiffness: &stiffness, damping: damping.as_ref(), mass: &mass };
    let names = Names { stiffness: names[0], mass: names[1] };
    let pairs = problem.solve().map_err(|fault| eigen_error(call, names, &space, &fault))?;
    let centre = call.complex("CENTRE_CONTOUR").unwrap_or_default();
    let radius = call.real("RAYON_CONTOUR").unwrap_or(0.0);
    let inside = |z: &Complex64| modulus(z - centre) <= radius;
    let both = pairs.iter().flat_map(|p| [Some(p.value), (p.value.im != 0.0).then(|| p.value.conj())]);
    let count = both.flatten().filter(inside).count() as i64;
    let columns = [("CENTRE_R", ColumnType::Real), ("CENTRE_I", ColumnType::Real), ("RAYON", ColumnType::Real)];
    let mut table = Table::with_columns(columns.into_iter().chain([("NB_MODE", ColumnType::Integer)]));
    table.rows.push(vec![Cell::Real(centre.re), Cell::Real(centre.im), Cell::Real(radius), Cell::Integer(count)]);
    Ok(table)
}
