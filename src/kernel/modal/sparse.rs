//! Some modes of a large problem: shift-invert Krylov spaces, checked by Sturm counts.
//!
//! `(K - σM)⁻¹ M` has the modes of the problem, those nearest to σ with the largest eigenvalues
//! `θ = 1/(λ - σ)`. The number of negative pivots of `K - σM` counts the eigenvalues below σ: it gives
//! ranks, sizes bands beforehand, and proves afterwards that no mode was missed.

use std::sync::Arc;

use super::definite::smallest_ratio;
use super::krylov::Krylov;
use super::selection::{Interval, Selection};
use crate::assembly::SparseMatrix;
use crate::linalg::{Analysis, SingularFault, SymmetricFactor, axpy, bilinear, dot};
use crate::modal::eigenpair::{EigenFault, Eigenpair};

/// Modes looked for at a time.
const SLICE: usize = 60;
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
        let pattern = combine(stiffness, mass, -1.0);
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
        SymmetricFactor::with_analysis(&combine(self.stiffness, self.mass, -shift), &self.analysis).ok()
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
            if let Ok(result) = work(&combine(self.stiffness, self.mass, -shift)) {
                return Ok((shift, result));
            }
        }
        Err(self.singular(value))
    }

    /// Why no shift works: an unknown without stiffness nor mass.
    fn singular(&self, value: f64) -> EigenFault {
        let matrix = combine(self.stiffness, self.mass, -value);
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
        let operator = |_: &[Vec<f64>], images: &[Vec<f64>]| factor.solve_all(images);
        let mut fault = EigenFault::NotConverged { found: 0, expected: count };
        for block in [BLOCK, 3 * BLOCK, 9 * BLOCK] {
            let mut space = Krylov::new(&operator, self.mass, block);
            let found = converge(&mut space, count, |theta| 1.0 / theta);
            let (distances, ritz): (Vec<f64>, Vec<Vec<f64>>) = found.pairs.into_iter().unzip();
            let kept = group_end(&distances, count);
            let (below, expected) = match distances.get(kept) {
                _ if kept == 0 && found.complete => return Ok(Vec::new()),
                Some(next) if kept > 0 => {
                    let radius = 0.5 * (distances[kept - 1] + next);
                    let below = self.count_below(shift - radius)?;
                    (below, self.count_below(shift + radius)?.saturating_sub(below))
                }
                None if found.complete => (0, kept),
                _ => continue,
            };
            if expected == kept {
                let mut pairs = self.orthonormalised(self.polished(factor, &ritz[..kept]));
                pairs.sort_by(|a, b| a.value.total_cmp(&b.value));
                pairs.iter_mut().enumerate().for_each(|(i, p)| p.rank = below + i + 1);
                return Ok(pairs);
            }
            fault = EigenFault::NotConverged { found: kept, expected };
        }
        Err(fault)
    }

    /// One more step of inverse iteration, free of rounding.
    fn polished(&self, factor: &SymmetricFactor<f64>, vectors: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let images: Vec<Vec<f64>> = vectors.iter().map(|vector| self.mass.product(vector)).collect();
        factor.solve_all_accurately(&images)
    }

    fn orthonormalised(&self, mut vectors: Vec<Vec<f64>>) -> Vec<Eigenpair> {
        let mut images: Vec<Vec<f64>> = Vec::new();
        let mut pairs = Vec::new();
        for vector in &mut vectors {
            for (earlier, image) in pairs.iter().map(|p: &Eigenpair| &p.vector).zip(&images) {
                axpy(-dot(vector, image), earlier, vector);
            }
            let norm = bilinear(self.mass, vector, vector).sqrt();
            vector.iter_mut().for_each(|x| *x /= norm);
            let mut image = vec![0.0; vector.len()];
            self.mass.multiply(vector, &mut image);
            images.push(image);
            let value = bilinear(self.stiffness, vector, vector) / bilinear(self.mass, vector, vector);
            pairs.push(Eigenpair { value, rank: 0, vector: std::mem::take(vector) });
        }
        pairs
    }

    /// The largest eigenvalues, with `M⁻¹ K`; the mass must be definite.
    fn highest(&self, count: usize) -> Result<Vec<Eigenpair>, EigenFault> {
        let factor = SymmetricFactor::with_analysis(&combine(self.mass, self.mass, 0.0), &self.analysis)
            .map_err(|fault| EigenFault::IndefiniteMass { unknown: fault.unknown })?;
        let operator = |vectors: &[Vec<f64>], _: &[Vec<f64>]| {
            let forces: Vec<Vec<f64>> = vectors.iter().map(|vector| self.stiffness.product(vector)).collect();
            factor.solve_all(&forces)
        };
        let mut space = Krylov::new(&operator, self.mass, BLOCK);
        let found = converge(&mut space, count, |theta| theta).pairs;
        let kept = group_end(&found.iter().map(|r| r.0).collect::<Vec<_>>(), count);
        if kept < count.min(self.mass.size()) {
            return Err(EigenFault::NotConverged { found: kept, expected: count });
        }
        let vectors = found.into_iter().take(kept).map(|(_, v)| v).collect();
        let mut pairs = self.orthonormalised(vectors);
        pairs.sort_by(|a, b| a.value.total_cmp(&b.value));
        let total = self.mass.size();
        let first = total - pairs.len();
        pairs.iter_mut().enumerate().for_each(|(i, p)| p.rank = first + i + 1);
        Ok(pairs)
    }
}

/// `A + factor B`.
fn combine(a: &SparseMatrix<f64>, b: &SparseMatrix<f64>, factor: f64) -> SparseMatrix<f64> {
    let triplets: Vec<_> = match factor {
        0.0 => a.triplets().collect(),
        _ => a.triplets().chain(b.triplets().map(|(r, c, v)| (r, c, factor * v))).collect(),
    };
    SparseMatrix::from_triplets(a.size(), &triplets)
}

/// Eigenpairs to which a space has converged.
struct Found {
    /// Distance to the shift (modulus of `distance(θ)`) and vector, largest `θ` first.
    pairs: Vec<(f64, Vec<f64>)>,
    /// The space is exhausted: these are all the pairs there are.
    complete: bool,
}

/// Grows the space until `count` pairs and a few more are converged, or it is exhausted.
fn converge(space: &mut Krylov<'_>, count: usize, distance: impl Fn(f64) -> f64) -> Found {
    let target = count + BLOCK;
    let mut size = 2 * target + 16;
    loop {
        let complete = !space.grow(size);
        let (values, coefficients) = space.ritz();
        let top = values.first().map_or(0.0, |v| v.0.abs());
        let done = |v: &&(f64, f64)| v.1 <= (1e-13 * v.0.abs()).max(1e-15 * top);
        let finite = values.iter().take_while(|v| v.0.abs() > 1e-14 * top).count();
        let converged = values.iter().take(finite).take_while(done).count();
        if converged >= target || complete || space.len() > 12 * target + 400 {
            let kept = if complete { finite } else { converged };
            let vectors = space.combine(&coefficients, kept.min(target + 2 * BLOCK));
            return Found {
                pairs: values.iter().map(|v| distance(v.0).abs()).zip(vectors).collect(),
                complete: complete && kept <= target + 2 * BLOCK,
            };
        }
        size += (size / 3).max(16);
    }
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
