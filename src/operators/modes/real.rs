//! Real modes: from matrices and a request to a mode set in its default scaling.

use indexmap::IndexMap;
use std::f64::consts::TAU;

use super::faults::{Names, eigen_error, is_zero};
use super::matrices::{ProblemMatrix, Space};
use super::request::{Choice, Request};
use super::scaling::{Measures, largest_to_one, scale_to_largest};
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Mode, ModeSet, Shape};
use crate::diag::Diagnostic;
use crate::kernel::assembly::SparseMatrix;
use crate::kernel::modal::{EigenProblem, Eigenpair, Spectrum, general_modes, without_rounding};

/// Checks made on the modes found (VERI_MODE).
#[derive(Clone, Copy, Debug)]
pub struct Check {
    pub stop: bool,
    /// Largest `‖Kφ - ω²Mφ‖ / ‖Kφ‖`.
    pub residual: f64,
}

/// A vibration problem `K φ = ω² M φ`.
pub struct Vibration<'a> {
    pub keywords: &'a Keywords,
    pub names: Names,
    pub stiffness: &'a ProblemMatrix,
    pub mass: &'a ProblemMatrix,
    pub request: &'a Request,
    pub check: Check,
}

/// A mode set with what its modes are measured with.
pub struct Solved {
    pub set: ModeSet,
    pub measures: Measures,
    pub warnings: Vec<Diagnostic>,
}

/// A general problem `(A + λ B) φ = 0`; `names` are those of A and B.
pub struct General<'a> {
    pub keywords: &'a Keywords,
    pub names: Names,
    pub first: &'a ProblemMatrix,
    pub second: &'a ProblemMatrix,
    pub request: &'a Request,
}

impl General<'_> {
    pub fn solve(&self) -> Result<Solved, CallError> {
        let space = self.first.space();
        let (first, second) = (self.first.real(), self.second.real());
        let reduced = (space.elimination.reduce_matrix(&first), space.elimination.reduce_matrix(&second));
        let bare = |u: usize| is_zero(&reduced.0, u) && is_zero(&reduced.1, u);
        let spectrum = general_modes(&reduced.0, &reduced.1, &self.request.on_values())
            .map_err(|fault| eigen_error(self.keywords, self.names, &space, &fault, bare))?;
        let participation = space.participation(&second);
        let measures = Measures { stiffness: first, loss: None, mass: second, damping: None, participation };
        let mut pairs = spectrum.pairs;
        if self.request.choice == Choice::Between && self.request.count > 0 {
            pairs.truncate(self.request.count);
        }
        let mode = |(order, pair): (i64, Eigenpair)| {
            let parameters = IndexMap::from([("CHAR_CRIT".to_string(), pair.value)]);
            new_mode(space.elimination.expand(&pair.vector), Vec::new(), order, parameters)
        };
        let matrices = [Some(self.first), Some(self.second), None];
        let mut set = mode_set(&space, matrices, (1..).zip(pairs).map(mode).collect());
        scale_to_largest(&mut set, &measures);
        Ok(Solved { set, measures, warnings: Vec::new() })
    }
}

impl Vibration<'_> {
    pub fn solve(&self) -> Result<Solved, CallError> {
        let space = self.stiffness.space();
        let (stiffness, mass) = (self.stiffness.real(), self.mass.real());
        let reduced =
            (without_rounding(space.elimination.reduce_matrix(&stiffness)), space.elimination.reduce_matrix(&mass));
        let participation = space.participation(&mass);
        let directions = participation.products.iter().map(|p| space.elimination.reduce(p)).collect();
        let problem = EigenProblem { stiffness: &reduced.0, mass: &reduced.1, directions };
        let bare = |u: usize| is_zero(&reduced.0, u) && is_zero(&reduced.1, u);
        let spectrum = problem
            .solve(&self.request.on_squares())
            .map_err(|fault| eigen_error(self.keywords, self.names, &space, &fault, bare))?;
        let mut warnings = self.check_count(&spectrum)?;
        let mut pairs = self.numbered(spectrum.pairs);
        if self.request.choice != Choice::Near {
            sort_by_modulus(&mut pairs);
        }
        if self.request.choice == Choice::Largest {
            pairs.reverse();
            pairs.iter_mut().enumerate().for_each(|(i, pair)| pair.rank = i + 1);
        }
        warnings.extend(self.check_residuals(&reduced, &pairs)?);
        let measures = Measures { stiffness, loss: None, mass, damping: None, participation };
        let mut set = self.mode_set(&space, pairs);
        largest_to_one(&mut set);
        measures.refresh_all(&mut set);
        Ok(Solved { set, measures, warnings })
    }

    /// Fewer modes than asked: a warning where some are left, an error where none is.
    fn check_count(&self, spectrum: &Spectrum) -> Result<Vec<Diagnostic>, CallError> {
        let request = self.request;
        if spectrum.available == 0 {
            let mut error = self.keywords.error(
                self.names.mass,
                "N207",
                "the structure has no mode: nothing free to move has mass",
            );
            error.help = Some("give mass to unknowns that DDL_IMPO leaves free".into());
            return Err(error);
        }
        let clipped = matches!(request.choice, Choice::Smallest | Choice::Largest | Choice::Centre)
            && request.count > spectrum.available;
        if clipped && request.count_written {
            let message = format!(
                "{} modes are asked and the problem has {}: {} are given",
                request.count, spectrum.available, spectrum.available
            );
            let place = self.keywords.one("CALC_FREQ").and_then(|k| k.span_of("NMAX_FREQ"));
            return Ok(vec![
                Diagnostic::warning("N208", message)
                    .at_if_absent(place)
                    .help("an unknown that is fixed, tied by a relation or without mass gives no mode"),
            ]);
        }
        Ok(Vec::new())
    }

    /// Ranks as NUME_MODE, and the limit of SEPARE and AJUSTE.
    ///
    /// For these two the published figures number from the mode *below* the interval when there is one;
    /// for PROCHE modes are numbered in the order of the list. Those of PLUS_GRANDE are numbered as they are stored, from the highest.
    fn numbered(&self, mut pairs: Vec<Eigenpair>) -> Vec<Eigenpair> {
        let first = match self.request.choice {
            Choice::Between => {
                if self.request.count > 0 {
                    pairs.truncate(self.request.count);
                }
                pairs.first().map_or(1, |p| p.rank.saturating_sub(1).max(1))
            }
            Choice::Near => 1,
            _ => return pairs,
        };
        pairs.iter_mut().enumerate().for_each(|(i, p)| p.rank = first + i);
        pairs
    }

    fn check_residuals(
        &self,
        (stiffness, mass): &(SparseMatrix<f64>, SparseMatrix<f64>),
        pairs: &[Eigenpair],
    ) -> Result<Vec<Diagnostic>, CallError> {
        let mut warnings = Vec::new();
        for pair in pairs {
            let rigid = pair.value.abs() <= (TAU * self.request.zero).powi(2);
            let residual = residual(stiffness, mass, pair, rigid, self.check.residual);
            if residual <= self.check.residual {
                continue;
            }
            let frequency = frequency(pair.value);
            let message = format!(
                "the mode at {frequency} Hz has a residual of {residual:.2e}, above SEUIL={:e}",
                self.check.residual
            );
            if self.check.stop {
                let mut error = self.keywords.error("VERI_MODE", "N209", message);
                error.help = Some("raise SEUIL, or write VERI_MODE=_F(STOP_ERREUR='NON') to be warned only".into());
                return Err(error);
            }
            warnings.push(Diagnostic::warning("N209", message).at_if_absent(self.keywords.span_of("VERI_MODE")));
        }
        Ok(warnings)
    }

    fn mode_set(&self, space: &Space, pairs: Vec<Eigenpair>) -> ModeSet {
        let mode = |pair: Eigenpair| {
            let mut parameters = IndexMap::new();
            parameters.insert("FREQ".to_string(), frequency(pair.value));
            parameters.insert("OMEGA2".to_string(), pair.value);
            parameters.insert("AMOR_REDUIT".to_string(), 0.0);
            new_mode(space.elimination.expand(&pair.vector), Vec::new(), pair.rank as i64, parameters)
        };
        mode_set(space, [Some(self.stiffness), Some(self.mass), None], pairs.into_iter().map(mode).collect())
    }
}

/// Puts modes in the order of `|ω²|`; of values of one modulus (to 1e-7) negative ones come first.
fn sort_by_modulus(pairs: &mut [Eigenpair]) {
    pairs.sort_by(|a, b| a.value.abs().total_cmp(&b.value.abs()));
    let alike = |a: &Eigenpair, b: &Eigenpair| b.value.abs() - a.value.abs() <= 1e-7 * b.value.abs();
    for group in pairs.chunk_by_mut(alike) {
        group.sort_by_key(|pair| pair.value >= 0.0);
    }
}

/// `sqrt(|ω²|) / 2π`, negative for a negative `ω²`.
pub fn frequency(square: f64) -> f64 {
    square.abs().sqrt() / TAU * square.signum()
}

pub fn new_mode(values: Vec<f64>, imaginary: Vec<f64>, number: i64, parameters: IndexMap<String, f64>) -> Mode {
    let labels = IndexMap::from([("TYPE_MODE".to_string(), "MODE_DYN".to_string())]);
    Mode { shape: Shape::Dynamic, values, imaginary, number, parameters, labels, fields: IndexMap::new() }
}

/// Modes of a problem whose matrices are these: stiffness, mass, damping.
pub fn mode_set(space: &Space, matrices: [Option<&ProblemMatrix>; 3], modes: Vec<Mode>) -> ModeSet {
    let set = ModeSet::new(space.mesh.clone(), space.model.clone(), space.support.clone(), modes);
    set.with_matrices(matrices.map(|matrix| matrix?.physical().cloned()))
}

/// `‖Kφ - ω²Mφ‖ / ‖Kφ‖`; beyond the limit, what rounding of `Kφ` alone explains counts as nothing. In a rigid mode `Kφ` is
/// rounding: the largest stiffness times `‖φ‖` is the measure.
fn residual(stiffness: &SparseMatrix<f64>, mass: &SparseMatrix<f64>, pair: &Eigenpair, rigid: bool, limit: f64) -> f64 {
    let n = pair.vector.len();
    let (mut force, mut inertia) = (vec![0.0; n], vec![0.0; n]);
    stiffness.multiply(&pair.vector, &mut force);
    mass.multiply(&pair.vector, &mut inertia);
    let norm = |x: &[f64]| x.iter().map(|v| v * v).sum::<f64>().sqrt();
    let largest = || stiffness.triplets().fold(0.0, |top: f64, (_, _, value)| top.max(value.abs()));
    let measure = if rigid { largest() * norm(&pair.vector) } else { norm(&force) };
    inertia.iter_mut().zip(&force).for_each(|(m, f)| *m = f - pair.value * *m);
    let defect = norm(&inertia);
    if measure == 0.0 || defect <= limit * measure {
        return if measure == 0.0 { 0.0 } else { defect / measure };
    }
    let mut bound = vec![0.0; n];
    for (row, column, value) in stiffness.triplets() {
        bound[row] += (value * pair.vector[column]).abs();
    }
    if defect <= 1e-12 * norm(&bound) { 0.0 } else { defect / measure }
}
