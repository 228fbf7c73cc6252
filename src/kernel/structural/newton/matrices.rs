//! Matrices of a nonlinear analysis: stiffness, damping and mass on one pattern, their combination on the constrained
//! space, its factors. Patterns, places and orderings are found once; an iteration only fills values.

use crate::assembly::SparseMatrix;
use crate::elements::BehavingElement;
use crate::linalg::{Elimination, SolverPlan, SparseSolver};
use crate::structural::StructuralFault;

/// Matrices on one pattern.
#[derive(Clone, Debug)]
pub struct Matrices {
    pub stiffness: SparseMatrix<f64>,
    pub damping: SparseMatrix<f64>,
    pub mass: SparseMatrix<f64>,
    /// The damping that does not change.
    constant_damping: Vec<f64>,
    /// The matrix solved with, before elimination.
    pub combined: SparseMatrix<f64>,
    /// For each element, the place of each of its terms.
    places: Vec<Vec<usize>>,
    reduced: SparseMatrix<f64>,
    /// Terms of the reduced matrix: place of the source, coefficient, place of the target.
    reduction: Vec<(usize, f64, usize)>,
    plan: SolverPlan,
    solver: Option<SparseSolver<f64>>,
    room: Room,
}

#[derive(Clone, Debug, Default)]
struct Room {
    right: Vec<f64>,
    scratch: Vec<f64>,
    y: Vec<f64>,
}

/// Terms that do not come from laws: (row, column, value).
pub type Triplets = Vec<(usize, usize, f64)>;

impl Matrices {
    /// Matrices of `size` unknowns, with the pattern of `elements`, `mass` and `damping`.
    pub fn new(
        size: usize,
        elements: &[BehavingElement],
        mass: &Triplets,
        damping: &Triplets,
        elimination: &Elimination,
    ) -> Matrices {
        let of_element = |e: &BehavingElement| -> Triplets {
            e.ranks.iter().flat_map(|i| e.ranks.iter().map(move |j| (*i, *j, 0.0))).collect()
        };
        let mut all: Triplets = elements.iter().flat_map(of_element).collect();
        all.extend(mass.iter().chain(damping).map(|(i, j, _)| (*i, *j, 0.0)));
        let pattern = SparseMatrix::from_triplets(size, &all);
        let filled = |triplets: &Triplets| {
            let mut matrix = pattern.clone();
            for (i, j, value) in triplets {
                if let Some(place) = pattern.place(*i, *j) {
                    matrix.values_mut()[place] += value;
                }
            }
            matrix
        };
        let place = |(i, j, _): &(usize, usize, f64)| pattern.place(*i, *j).unwrap_or(0);
        let places = elements.iter().map(|e| of_element(e).iter().map(place).collect()).collect();
        let mut terms = Vec::new();
        for (source, (row, column, _)) in pattern.triplets().enumerate() {
            for &(i, a) in elimination.row(row) {
                for &(j, b) in elimination.row(column) {
                    terms.push((source, a * b, i, j));
                }
            }
        }
        let zeros: Triplets = terms.iter().map(|(_, _, i, j)| (*i, *j, 0.0)).collect();
        let reduced = SparseMatrix::from_triplets(elimination.size(), &zeros);
        let target = |i: usize, j: usize| reduced.place(i, j).unwrap_or(0);
        let reduction = terms.iter().map(|&(source, factor, i, j)| (source, factor, target(i, j))).collect();
        let n = elimination.size();
        let damping = filled(damping);
        Matrices {
            stiffness: pattern.clone(),
            constant_damping: damping.values().to_vec(),
            damping,
            mass: filled(mass),
            combined: pattern,
            places,
            reduced,
            reduction,
            plan: SolverPlan::default(),
            solver: None,
            room: Room { right: vec![0.0; n], scratch: vec![0.0; 2 * n], y: vec![0.0; n] },
        }
    }

    /// Sums the element matrices (`values`, one after the other) into the stiffness.
    pub fn fill_stiffness(&mut self, values: &[f64]) {
        self.stiffness.values_mut().fill(0.0);
        scatter(&self.places, values, self.stiffness.values_mut());
    }

    /// The damping that does not change, plus element matrices (`values`, one after the other).
    pub fn fill_damping(&mut self, values: &[f64]) {
        self.damping.values_mut().copy_from_slice(&self.constant_damping);
        scatter(&self.places, values, self.damping.values_mut());
    }

    /// `M += shift K`, once.
    pub fn shift_mass(&mut self, shift: f64) {
        for (m, k) in self.mass.values_mut().iter_mut().zip(self.stiffness.values()) {
            *m += shift * k;
        }
    }

    /// Forms `k K + c C + m M` on the constrained space and factorizes it. Fails where it is singular.
    pub fn factorize(&mut self, [k, c, m]: [f64; 3], elimination: &Elimination) -> Result<(), StructuralFault> {
        let sources = self.stiffness.values().iter().zip(self.damping.values()).zip(self.mass.values());
        for (value, ((stiffness, damping), mass)) in self.combined.values_mut().iter_mut().zip(sources) {
            *value = k * stiffness + c * damping + m * mass;
        }
        self.reduced.values_mut().fill(0.0);
        let (from, to) = (self.combined.values(), self.reduced.values_mut());
        for &(source, factor, target) in &self.reduction {
            to[target] += from[source] * factor;
        }
        let fault = |fault: crate::linalg::SingularFault| StructuralFault::Singular {
            unknown: elimination.kept().get(fault.unknown).copied().unwrap_or(0),
        };
        self.solver = Some(SparseSolver::with_plan(&self.reduced, &self.plan).map_err(fault)?);
        Ok(())
    }

    /// Solves `Zᵀ A x = Zᵀ b` for `x = Z y + moved`; `product` is room for `A x`, which it holds at the end.
    pub fn solve(
        &mut self,
        elimination: &Elimination,
        b: &[f64],
        moved: Option<&[f64]>,
        product: &mut [f64],
        x: &mut [f64],
    ) {
        let Some(solver) = &self.solver else { return };
        let Room { right, scratch, y } = &mut self.room;
        match moved {
            Some(moved) => {
                self.combined.multiply(moved, product);
                product.iter_mut().zip(b).for_each(|(p, b)| *p = b - *p);
                elimination.reduce_into(product, right);
            }
            None => elimination.reduce_into(b, right),
        }
        solver.solve_into(right, scratch, y);
        elimination.expand_into(y, x);
        if let Some(moved) = moved {
            x.iter_mut().zip(moved).for_each(|(x, m)| *x += m);
        }
        self.combined.multiply(x, product);
    }
}

fn scatter(places: &[Vec<usize>], values: &[f64], target: &mut [f64]) {
    let mut start = 0;
    for places in places {
        for (place, value) in places.iter().zip(&values[start..]) {
            target[*place] += value;
        }
        start += places.len();
    }
}
