//! Matrices of a nonlinear analysis: stiffness, damping and mass on one pattern, their combination on the constrained
//! space, its factors. Patterns, places and orderings are found once; an iteration fills what has changed. Where nothing
//! has, the factors stay.

use super::element_sums::ElementSums;
use super::reduction::Reduction;
use super::system::{NonlinearSystem, Triplets};
use crate::assembly::SparseMatrix;
use crate::elements::BehavingElement;
use crate::linalg::{Changed, Elimination, RepeatedSolver};
use crate::structural::StructuralFault;

/// Matrices on one pattern.
#[derive(Clone, Debug)]
pub struct Matrices {
    pub stiffness: SparseMatrix<f64>,
    /// The damping, on its own pattern where it does not change.
    pub damping: SparseMatrix<f64>,
    /// The mass, on its own pattern, and on that of all matrices.
    pub mass: SparseMatrix<f64>,
    masses: Vec<f64>,
    /// The damping that does not change, on the pattern of all matrices.
    constant_damping: Vec<f64>,
    /// The matrix solved with, before elimination.
    pub combined: SparseMatrix<f64>,
    sums: ElementSums,
    /// Element matrices of damping, one after the other, where some law has any.
    dampings: Vec<f64>,
    reduction: Reduction,
    solver: RepeatedSolver,
    /// Factors of stiffness, damping and mass in the matrix that is factorized; none where there is none.
    factors: Option<[f64; 3]>,
    /// Rows of constrained unknowns: unknown, and its terms by column and place.
    held: Vec<(usize, Vec<(usize, usize)>)>,
    room: Room,
}

#[derive(Clone, Debug, Default)]
struct Room {
    changed: Vec<usize>,
    right: Vec<f64>,
    scratch: Vec<f64>,
    y: Vec<f64>,
}

impl Matrices {
    /// Matrices of `system`, with the pattern of its elements, mass and damping.
    pub fn new(system: &NonlinearSystem) -> Matrices {
        let of_element = |e: &BehavingElement| -> Triplets {
            e.ranks.iter().flat_map(|i| e.ranks.iter().map(move |j| (*i, *j, 0.0))).collect()
        };
        let mut all: Triplets = system.elements.iter().flat_map(of_element).collect();
        all.extend(system.mass.iter().chain(&system.damping).map(|(i, j, _)| (*i, *j, 0.0)));
        let pattern = SparseMatrix::from_triplets(system.size, &all);
        let filled = |triplets: &Triplets| {
            let mut values = vec![0.0; pattern.values().len()];
            for (i, j, value) in triplets {
                if let Some(place) = pattern.place(*i, *j) {
                    values[place] += value;
                }
            }
            values
        };
        let mut held: Vec<(usize, Vec<(usize, usize)>)> = Vec::new();
        let mut rank = vec![None; system.size];
        for unknown in (0..system.size).filter(|k| system.constrained[*k]) {
            rank[unknown] = Some(held.len());
            held.push((unknown, Vec::new()));
        }
        for (place, (row, column, _)) in pattern.triplets().enumerate() {
            if let Some(rank) = rank[row] {
                held[rank].1.push((column, place));
            }
        }
        let constant_damping = filled(&system.damping);
        let follows = system.dashpots || !system.tangent_damping.is_empty();
        let reduction = Reduction::new(&pattern, &system.elimination);
        let n = system.elimination.size();
        Matrices {
            stiffness: pattern.clone(),
            damping: match follows {
                true => pattern.with_values(constant_damping.clone()),
                false => SparseMatrix::from_triplets(system.size, &system.damping),
            },
            constant_damping,
            mass: SparseMatrix::from_triplets(system.size, &system.mass),
            masses: filled(&system.mass),
            sums: ElementSums::new(&pattern, &system.elements),
            dampings: vec![0.0; if follows { system.rooms()[2] } else { 0 }],
            solver: RepeatedSolver::new(&reduction.reduced),
            reduction,
            factors: None,
            held,
            room: Room {
                changed: Vec::with_capacity(pattern.values().len()),
                right: vec![0.0; n],
                scratch: vec![0.0; 2 * n],
                y: vec![0.0; n],
            },
            combined: pattern,
        }
    }

    /// Takes element matrices (`values`, one after the other) into the stiffness, and, where `damps`, what laws make of
    /// them into the damping. Elements that are not `varying` have the matrices of the first time.
    pub fn take(&mut self, system: &NonlinearSystem, values: &[f64], varying: &[usize], damps: bool) {
        self.sums.look(values, varying);
        self.sums.sum(values, None, self.stiffness.values_mut());
        if !damps || self.dampings.is_empty() {
            return;
        }
        for &element in self.sums.elements() {
            let range = self.sums.terms(element);
            let (tangent, damping) = (&values[range.clone()], &mut self.dampings[range]);
            damping.fill(0.0);
            system.elements[element].add_dashpots(tangent, damping);
            if let Some(alpha) = system.tangent_damping.get(element).filter(|alpha| **alpha != 0.0) {
                damping.iter_mut().zip(tangent).for_each(|(c, k)| *c += alpha * k);
            }
        }
        self.sums.sum(&self.dampings, Some(&self.constant_damping), self.damping.values_mut());
    }

    /// `M += shift K`, once.
    pub fn shift_mass(&mut self, shift: f64) {
        for (m, k) in self.masses.iter_mut().zip(self.stiffness.values()) {
            *m += shift * k;
        }
        self.mass = self.stiffness.with_values(self.masses.clone());
        self.factors = None;
    }

    /// Forms `k K + c C + m M` on the constrained space and factorizes it, as far as it has changed. Fails where it is
    /// singular.
    pub fn factorize(&mut self, factors: [f64; 3], elimination: &Elimination) -> Result<(), StructuralFault> {
        let [k, c, m] = factors;
        let damping: &[f64] = if self.dampings.is_empty() { &self.constant_damping } else { self.damping.values() };
        let (stiffness, mass) = (self.stiffness.values(), &self.masses);
        let at = |entry: usize| k * stiffness[entry] + c * damping[entry] + m * mass[entry];
        let combined = self.combined.values_mut();
        let keeps = self.factors == Some(factors);
        if keeps {
            let moved = &mut self.room.changed;
            moved.clear();
            for &entry in self.sums.changed() {
                let value = at(entry);
                if combined[entry] != value {
                    combined[entry] = value;
                    moved.push(entry);
                }
            }
            self.reduction.update(moved, combined);
        } else {
            combined.iter_mut().enumerate().for_each(|(entry, value)| *value = at(entry));
            self.reduction.form(combined);
        }
        self.sums.forget();
        let changed = if keeps { Changed::Terms(self.reduction.changed()) } else { Changed::All };
        if let Changed::Terms([]) = changed {
            return Ok(());
        }
        self.factors = None;
        self.solver.factorize(&self.reduction.reduced, changed).map_err(|fault| StructuralFault::Singular {
            unknown: elimination.kept().get(fault.unknown).copied().unwrap_or(0),
        })?;
        self.factors = Some(factors);
        Ok(())
    }

    /// Solves `Zᵀ A x = Zᵀ b` for `x = Z y + moved`; writes `b - A x`, which reactions carry, at constrained unknowns into
    /// `reaction`, and zero at the others.
    pub fn solve(
        &mut self,
        elimination: &Elimination,
        b: &[f64],
        moved: Option<&[f64]>,
        reaction: &mut [f64],
        x: &mut [f64],
    ) {
        let Room { right, scratch, y, .. } = &mut self.room;
        match moved {
            Some(moved) => {
                self.combined.multiply(moved, reaction);
                reaction.iter_mut().zip(b).for_each(|(p, b)| *p = b - *p);
                elimination.reduce_into(reaction, right);
            }
            None => elimination.reduce_into(b, right),
        }
        self.solver.solve_into(right, scratch, y);
        elimination.expand_into(y, x);
        if let Some(moved) = moved {
            x.iter_mut().zip(moved).for_each(|(x, m)| *x += m);
        }
        reaction.fill(0.0);
        let values = self.combined.values();
        for (unknown, terms) in &self.held {
            let product = terms.iter().fold(0.0, |sum, &(column, place)| sum + values[place] * x[column]);
            reaction[*unknown] = b[*unknown] - product;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::assembly::Constraint;
    use crate::elements::{Frame, Mechanics};
    use crate::laws::{Behaviour, Distances, Law, Layout, LocalControl, PenaltyContact};

    /// Elements of one or two nodes in space between nodes that are not neighbours in the numbering, with dashpots in some and
    /// a damping by the tangent in others; a relation and two supports.
    fn system(nodes: usize, dampings: [f64; 2]) -> NonlinearSystem {
        let law: Arc<dyn Law> = Arc::new(PenaltyContact {
            normal: Some(1.3),
            tangential: None,
            friction: 0.0,
            dampings,
            distances: Distances::default(),
            corner: None,
        });
        let element = |ends: &[usize]| BehavingElement {
            cell: 0,
            law: "",
            ranks: ends.iter().flat_map(|end| [3 * end, 3 * end + 1, 3 * end + 2]).collect(),
            frame: Frame::from_angles([0.7, 0.3, 1.1]),
            blocks: vec![3; ends.len()],
            stiffness: Vec::new(),
            mechanics: Mechanics::Discrete {
                behaviour: Behaviour {
                    law: law.clone(),
                    parallel: [0.0; 3],
                    control: LocalControl { max_attempts: 20, tolerance: 1e-6 },
                },
                layout: Layout { two_nodes: ends.len() == 2, rotations: false, plane: false },
                rest: [0.0; 3],
            },
        };
        let jump = |k: usize| (7 * k + 3) % nodes;
        let mut elements: Vec<_> = (0..nodes).map(|k| element(&[jump(k), jump(k + 1)])).collect();
        elements.extend((0..nodes).map(|k| element(&[k])));
        let size = 3 * nodes;
        let row = |terms: &[(usize, f64)]| Constraint { terms: terms.to_vec(), value: 0.0, load: 0 };
        let constraints = vec![row(&[(4, 1.0)]), row(&[(8, 0.7), (10, -1.3), (13, 0.3)]), row(&[(20, 1.0)])];
        let mut constrained = vec![false; size];
        constraints.iter().flat_map(|c| &c.terms).for_each(|(k, _)| constrained[*k] = true);
        NonlinearSystem {
            size,
            tangent_damping: (0..elements.len()).map(|k| 0.01 * (k % 3) as f64).collect(),
            elements,
            mass: (0..size).map(|k| (k, k, 0.7 + 0.01 * k as f64)).collect(),
            damping: (1..size).map(|k| (k, k - 1, -0.013)).collect(),
            refreshes: true,
            dashpots: true,
            always_tangent: true,
            elimination: Elimination::new(size, &constraints),
            constraints,
            constrained,
            kinematic: vec![false; size],
            modal_damping: Vec::new(),
            supports: Vec::new(),
        }
    }

    fn bits(x: &[f64]) -> Vec<u64> {
        x.iter().map(|x| x.to_bits()).collect()
    }

    #[test]
    fn changed_elements_give_the_bits_of_a_full_assembly() {
        let mut seed = 11_u64;
        let mut next = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 11) as f64 / (1u64 << 53) as f64
        };
        // Bands below 200 unknowns, fronts above; two scales.
        for (nodes, scale) in [(16, 1.3), (16, 0.7e7), (100, 1.3), (100, 0.7e7)] {
            let system = system(nodes, [0.3, 0.1]);
            let empty = Matrices::new(&system);
            let mut running = empty.clone();
            let [_, _, terms] = system.rooms();
            let mut values = vec![0.0; terms];
            let varying: Vec<usize> = (0..system.elements.len()).filter(|k| k % 5 != 2).collect();
            let draw = |matrix: &mut [f64], next: &mut dyn FnMut() -> f64| {
                let n = if matrix.len() == 9 { 3 } else { 6 };
                for i in 0..n {
                    for j in 0..=i {
                        let value = scale * if i == j { 3.0 + next() } else { next() - 0.5 };
                        (matrix[i * n + j], matrix[j * n + i]) = (value, value);
                    }
                }
            };
            for element in 0..system.elements.len() {
                draw(&mut values[running.sums.terms(element)], &mut next);
            }
            let size = system.size;
            let b: Vec<f64> = (0..size).map(|_| next() - 0.3).collect();
            for round in 0..50 {
                let changes = if round % 10 == 9 { varying.len() } else { round % 4 };
                for k in 0..changes {
                    let element =
                        if changes > 4 { varying[k] } else { varying[(next() * varying.len() as f64) as usize] };
                    draw(&mut values[running.sums.terms(element)], &mut next);
                }
                // A few times all that changes is the step.
                let factors = [1.0, 0.3 + (round / 20) as f64, 0.7];
                let solve = |matrices: &mut Matrices| {
                    matrices.take(&system, &values, &varying, true);
                    matrices.factorize(factors, &system.elimination).unwrap();
                    let (mut reaction, mut x) = (vec![0.0; size], vec![0.0; size]);
                    matrices.solve(&system.elimination, &b, None, &mut reaction, &mut x);
                    let parts = [&matrices.stiffness, &matrices.damping, &matrices.combined];
                    let mut all: Vec<f64> = parts.iter().flat_map(|m| m.values().to_vec()).collect();
                    all.extend(x.iter().chain(&reaction));
                    bits(&all)
                };
                let mut full = empty.clone();
                assert_eq!(solve(&mut running), solve(&mut full), "round {round}, {nodes} nodes");
                // The full assembly itself: a plain sum in the order of the elements.
                let mut plain = vec![0.0; full.stiffness.values().len()];
                for (rank, element) in system.elements.iter().enumerate() {
                    let terms = &values[full.sums.terms(rank)];
                    for (i, row) in element.ranks.iter().enumerate() {
                        for (j, column) in element.ranks.iter().enumerate() {
                            plain[full.stiffness.place(*row, *column).unwrap()] += terms[i * element.ranks.len() + j];
                        }
                    }
                }
                assert_eq!(bits(&plain), bits(running.stiffness.values()), "round {round}");
            }
        }
    }

    #[test]
    fn a_matrix_that_does_not_change_keeps_its_factors() {
        let system = system(100, [0.0; 2]);
        let mut matrices = Matrices::new(&system);
        let mut values = vec![0.0; system.rooms()[2]];
        for element in 0..system.elements.len() {
            let n = system.elements[element].size();
            values[matrices.sums.terms(element)].iter_mut().step_by(n + 1).for_each(|k| *k = 1.7);
        }
        let varying: Vec<usize> = (0..system.elements.len()).collect();
        matrices.take(&system, &values, &varying, true);
        matrices.factorize([1.0, 0.3, 0.7], &system.elimination).unwrap();
        matrices.take(&system, &values, &varying, true);
        assert!(matrices.sums.elements().is_empty() && matrices.sums.changed().is_empty());
        let term = matrices.sums.terms(150).start;
        values[term] = 1.9;
        matrices.take(&system, &values, &varying, true);
        assert_eq!(matrices.sums.elements(), [150]);
        assert_eq!(matrices.sums.changed().len(), 9);
        matrices.factorize([1.0, 0.3, 0.7], &system.elimination).unwrap();
        assert_eq!(matrices.reduction.changed().len(), 1);
    }
}
