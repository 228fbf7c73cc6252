//! Some modes of a large problem: shift-invert Krylov spaces, checked by Sturm counts.
//!
//! `(K - σM)⁻¹ M` has the modes of the problem, those nearest to σ with the largest eigenvalues
//! `θ = 1/(λ - σ)`. The number of negative pivots of `K - σM` counts the eigenvalues below σ: it gives
//! ranks, sizes bands beforehand, and proves afterwards that no mode was missed.

use std::sync::Arc;

use super::basis::Basis;
use super::definite::smallest_ratio;
use super::krylov::Krylov;
use super::selection::{Interval, Selection};
use crate::assembly::SparseMatrix;
use crate::lanes::Block;
use crate::linalg::{Analysis, Bundle, SIDES, SingularFault, SymmetricFactor, energies, multiply_bundle, vectors};
use crate::modal::eigenpair::{EigenFault, Eigenpair};

/// Modes looked for at a time.
const SLICE: usize = 60;
/// Pairs found beyond those that are asked, which show that the last group is whole.
const SPARE: usize = 2;
/// Residual of a pair that has converged, beside its value.
const CONVERGED: f64 = 1e-13;
/// Multiplicity found at the first attempt: six rigid modes and some.
const BLOCK: usize = 8;

/// The problem `K x = ω² M x` with sparse matrices, and the symbolic factorization of their common pattern.
pub struct SparseProblem<'a> {
    stiffness: &'a SparseMatrix<f64>,
    mass: &'a SparseMatrix<f64>,
    analysis: Arc<Analysis>,
}

impl<'a> SparseProblem<'a> {
    /// The problem of a stiffness and a mass of the same size; nothing is factorized yet.
    pub fn new(stiffness: &'a SparseMatrix<f64>, mass: &'a SparseMatrix<f64>) -> Self {
        let pattern = stiffness.plus(mass, -1.0);
        SparseProblem { stiffness, mass, analysis: Arc::new(Analysis::new(&pattern)) }
    }

    /// The selected modes by increasing value, and enough of their neighbours to complete groups of equal
    /// frequencies; ranks are set. [`Selection::All`] is for dense solvers. Fails where the matrices have no modes of
    /// this kind, or fewer are found than are counted.
    pub fn solve(&self, selection: &Selection) -> Result<Vec<Eigenpair>, EigenFault> {
        let mut pairs = match selection {
            Selection::Smallest(count) => self.lowest(*count)?,
            Selection::Nearest { value, count } => self.around(*value, *count)?,
            Selection::Each(values) => {
                let mut all = Vec::new();
                for value in values {
                    all.extend(self.around(*value, 1)?);
                }
                all
            }
            Selection::Intervals(intervals) => {
                let mut all = Vec::new();
                for interval in intervals {
                    all.extend(self.inside(interval)?);
                }
                all
            }
            Selection::Largest(count) => return self.highest(*count),
            Selection::All => return Err(EigenFault::TooLarge { size: self.mass.size(), limit: self.mass.size() }),
        };
        pairs.sort_by_key(|p| p.rank);
        pairs.dedup_by_key(|p| p.rank);
        Ok(pairs)
    }

    fn factor(&self, shift: f64) -> Option<SymmetricFactor<f64>> {
        SymmetricFactor::with_analysis(&self.stiffness.plus(self.mass, -shift), &self.analysis).ok()
    }

    /// Result of `work` for `K - σM`, `σ` the nearest shift to `value` at which it can be factorized.
    fn near<R>(
        &self,
        value: f64,
        work: impl Fn(&SparseMatrix<f64>) -> Result<R, SingularFault>,
    ) -> Result<(f64, R), EigenFault> {
        let scale = value.abs().max(1e-9 * smallest_ratio(self.stiffness, self.mass));
        for step in [0.0, -1e-9, 1e-9, -1e-7, 1e-7, -1e-5, 1e-5, -1e-3, 1e-3] {
            let shift = value + step * scale;
            if let Ok(result) = work(&self.stiffness.plus(self.mass, -shift)) {
                return Ok((shift, result));
            }
        }
        Err(self.singular(value))
    }

    /// Why no shift works: an unknown without stiffness nor mass.
    fn singular(&self, value: f64) -> EigenFault {
        let matrix = self.stiffness.plus(self.mass, -value);
        match SymmetricFactor::with_analysis(&matrix, &self.analysis) {
            Err(fault) => {
                let unknown = fault.unknown;
                let null = |m: &SparseMatrix<f64>| m.column(unknown).all(|(_, v)| v == 0.0);
                match null(self.stiffness) && null(self.mass) {
                    true => EigenFault::Undetermined { unknown },
                    false => EigenFault::IndefinitePencil { unknown },
                }
            }
            Ok(_) => EigenFault::NotConverged { found: 0, expected: 1 },
        }
    }

    /// Number of eigenvalues below `value`.
    fn count_below(&self, value: f64) -> Result<usize, EigenFault> {
        Ok(self.near(value, |matrix| SymmetricFactor::count_negative(matrix, &self.analysis))?.1)
    }

    /// A shift below which no stiffness is lost: zero, or slightly negative when the structure has rigid
    /// modes.
    fn lowest(&self, count: usize) -> Result<Vec<Eigenpair>, EigenFault> {
        if let Some(factor) = self.factor(0.0) {
            return self.nearest(0.0, &factor, count);
        }
        let ratio = smallest_ratio(self.stiffness, self.mass);
        let mut shift = -1e-12 * ratio;
        for _ in 0..8 {
            if let Some(factor) = self.factor(shift) {
                // Ten times further, pivots are comfortable.
                let (shift, factor) = match self.factor(10.0 * shift) {
                    Some(better) => (10.0 * shift, better),
                    None => (shift, factor),
                };
                return self.nearest(shift, &factor, count);
            }
            shift *= 10.0;
        }
        Err(self.singular(shift))
    }

    fn around(&self, value: f64, count: usize) -> Result<Vec<Eigenpair>, EigenFault> {
        let (shift, factor) = self.near(value, |matrix| SymmetricFactor::with_analysis(matrix, &self.analysis))?;
        self.nearest(shift, &factor, count)
    }

    fn inside(&self, interval: &Interval) -> Result<Vec<Eigenpair>, EigenFault> {
        let count = |value: f64| self.count_below(value).unwrap_or(usize::MAX);
        let hits = |bound: f64| count(bound * (1.0 - 1e-10)) != count(bound * (1.0 + 1e-10));
        let (low, high) = interval.bounds(hits);
        let mut pairs = Vec::new();
        let mut slices = vec![(low, self.count_below(low)?, high, self.count_below(high)?)];
        while let Some((low, below_low, high, below_high)) = slices.pop() {
            let expected = below_high.saturating_sub(below_low);
            let middle = 0.5 * (low + high);
            if expected == 0 {
                continue;
            }
            if expected > SLICE && high - low > 1e-6 * high.abs() {
                let below = self.count_below(middle)?;
                slices.push((middle, below, high, below_high));
                slices.push((low, below_low, middle, below));
                continue;
            }
            let found = self.around(middle, expected)?;
            pairs.extend(found.into_iter().filter(|p| low <= p.value && p.value <= high));
        }
        Ok(pairs)
    }

    /// The `count` modes nearest to the shift, with the rest of a group of equal ones that would be cut.
    /// Nothing lies between them, so one count gives all their ranks.
    fn nearest(&self, shift: f64, factor: &SymmetricFactor<f64>, count: usize) -> Result<Vec<Eigenpair>, EigenFault> {
        let operator = |_: &[Block], images: &[Block]| factor.solve_bundle(images);
        let definite = factor.negative_pivots() == 0;
        let mut fault = EigenFault::NotConverged { found: 0, expected: count };
        for block in [BLOCK, 3 * BLOCK, 9 * BLOCK] {
            let mut space = Krylov::new(&operator, self.mass, block);
            let mut found = converge(&mut space, count, |theta| 1.0 / theta);
            let kept = group_end(&found.distances, count);
            let (below, expected) = match found.distances.get(kept) {
                _ if kept == 0 && found.complete => return Ok(Vec::new()),
                Some(next) if kept > 0 => {
                    let radius = 0.5 * (found.distances[kept - 1] + next);
                    // Counts grow with the value: there is nothing below a shift that has nothing below.
                    let below = if definite { 0 } else { self.count_below(shift - radius)? };
                    (below, self.count_below(shift + radius)?.saturating_sub(below))
                }
                None if found.complete => (0, kept),
                _ => continue,
            };
            if expected == kept {
                found.bundles.truncate(kept.div_ceil(SIDES));
                let mut pairs = self.orthonormalised(self.polished(factor, &found), kept);
                pairs.sort_by(|a, b| a.value.total_cmp(&b.value));
                pairs.iter_mut().enumerate().for_each(|(i, p)| p.rank = below + i + 1);
                return Ok(pairs);
            }
            fault = EigenFault::NotConverged { found: kept, expected };
        }
        Err(fault)
    }

    /// One more step of inverse iteration, free of rounding. A converged vector times its `θ` is nearly what the step gives.
    fn polished(&self, factor: &SymmetricFactor<f64>, found: &Found) -> Vec<Bundle> {
        let polish = |(bundle, values): (&Bundle, &[f64])| {
            let right = multiply_bundle(self.mass, bundle);
            let mut x = bundle.clone();
            for block in &mut x {
                block.0.iter_mut().zip(values).for_each(|(x, theta)| *x *= theta);
            }
            factor.refine(&mut x, &right, 3);
            x
        };
        found.bundles.iter().zip(found.values.chunks(SIDES)).map(polish).collect()
    }

    /// The first `count` vectors of some bundles, made orthonormal in their order.
    fn orthonormalised(&self, bundles: Vec<Bundle>, count: usize) -> Vec<Eigenpair> {
        let mut basis = Basis::new(self.mass);
        bundles.into_iter().for_each(|bundle| drop(basis.append(bundle)));
        let mut pairs = Vec::with_capacity(count);
        for bundle in basis.bundles() {
            let (potential, kinetic) = (energies(self.stiffness, bundle), energies(self.mass, bundle));
            let taken = (count - pairs.len()).min(SIDES);
            for (k, mut vector) in vectors(bundle, taken).enumerate() {
                let norm = kinetic[k].sqrt();
                vector.iter_mut().for_each(|x| *x /= norm);
                pairs.push(Eigenpair { value: potential[k] / kinetic[k], rank: 0, vector });
            }
        }
        pairs
    }

    /// The largest eigenvalues, with `M⁻¹ K`; the mass must be definite.
    fn highest(&self, count: usize) -> Result<Vec<Eigenpair>, EigenFault> {
        let factor = SymmetricFactor::with_analysis(self.mass, &self.analysis)
            .map_err(|fault| EigenFault::IndefiniteMass { unknown: fault.unknown })?;
        let operator = |v: &[Block], _: &[Block]| factor.solve_bundle(&multiply_bundle(self.stiffness, v));
        let mut space = Krylov::new(&operator, self.mass, BLOCK);
        let mut found = converge(&mut space, count, |theta| theta);
        let kept = group_end(&found.distances, count);
        if kept < count.min(self.mass.size()) {
            return Err(EigenFault::NotConverged { found: kept, expected: count });
        }
        found.bundles.truncate(kept.div_ceil(SIDES));
        let mut pairs = self.orthonormalised(found.bundles, kept);
        pairs.sort_by(|a, b| a.value.total_cmp(&b.value));
        let total = self.mass.size();
        let first = total - pairs.len();
        pairs.iter_mut().enumerate().for_each(|(i, p)| p.rank = first + i + 1);
        Ok(pairs)
    }
}

/// Eigenpairs to which a space has converged.
struct Found {
    /// The `θ`, largest modulus first, their distances to the shift (moduli of `distance(θ)`), and the vectors in bundles.
    values: Vec<f64>,
    distances: Vec<f64>,
    bundles: Vec<Bundle>,
    /// The space is exhausted: these are all the pairs there are.
    complete: bool,
}

/// Grows the space until `count` pairs and the next ones are converged, or it is exhausted.
fn converge(space: &mut Krylov<'_>, count: usize, distance: impl Fn(f64) -> f64) -> Found {
    let wanted = count + SPARE;
    let mut size = 3 * wanted + 2 * BLOCK;
    let mut earlier = None;
    loop {
        let complete = !space.grow(size);
        let (values, coefficients) = space.ritz();
        let top = values.first().map_or(0.0, |v| v.0.abs());
        let finite = values.iter().take_while(|v| v.0.abs() > 1e-14 * top).count();
        let up_to = |least: f64| {
            let done = |v: &&(f64, f64)| v.1 <= (CONVERGED * v.0.abs()).max(least);
            values.iter().take(finite).take_while(done).count()
        };
        // Where residuals stay at the rounding of the largest value, those of some more pairs show that they went as far.
        let (strictly, roughly) = (up_to(0.0), up_to(1e-15 * top));
        let converged = if roughly >= count + BLOCK { roughly } else { strictly };
        let distances: Vec<f64> = values[..finite].iter().map(|v| distance(v.0).abs()).collect();
        // A group of equal distances is whole where the next one is known.
        let whole = converged >= wanted && group_end(&distances[..converged], count) < converged;
        if whole || complete || space.len() > 12 * (count + BLOCK) + 400 {
            let kept = if complete { finite } else { converged };
            let taken = kept.min(count + 3 * BLOCK);
            return Found {
                values: values[..taken].iter().map(|v| v.0).collect(),
                distances: distances[..taken].to_vec(),
                bundles: space.combine(&coefficients, taken),
                complete: complete && kept == taken,
            };
        }
        let last = values.get(wanted - 1).map_or(1.0, |v| v.1 / v.0.abs());
        size = next_size((space.len(), last), &mut earlier);
    }
}

/// Size at which the last residual wanted, which falls evenly on a logarithmic scale, may have converged: somewhat
/// before that, by what two sizes show.
fn next_size((size, residual): (usize, f64), earlier: &mut Option<(usize, f64)>) -> usize {
    let digits = -libm::log10(residual.clamp(CONVERGED, 1.0));
    let step = match earlier.replace((size, digits)) {
        Some((before, fewer)) if digits > fewer => {
            let missing = (-libm::log10(CONVERGED) - digits) / (digits - fewer) * (size - before) as f64;
            (0.8 * missing) as usize
        }
        _ => size / 5,
    };
    size + step.clamp(BLOCK, 2 * BLOCK + size / 3)
}

/// The smallest number of pairs, at least `count`, that does not cut a group of equal distances.
fn group_end(distances: &[f64], count: usize) -> usize {
    let mut end = count.min(distances.len());
    let equal = |a: f64, b: f64| (a - b).abs() <= 1e-7 * a.max(b);
    while end > 0 && end < distances.len() && equal(distances[end - 1], distances[end]) {
        end += 1;
    }
    end
}
