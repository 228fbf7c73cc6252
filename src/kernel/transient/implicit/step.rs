//! One step, made again shorter where the state of the contacts changes.

use nalgebra::{DMatrix, DVector, SVD};

use super::workspace::{ImplicitStepper, Modes};
use crate::linalg::{dot, transpose_product};
use crate::schemes::Advance;
use crate::transient::dynamics::{Dynamics, ModalState, Stepper};
use crate::transient::fault::TransientFault;
use crate::transient::matrix::Square;

/// Attempts made of one step at most.
const ATTEMPTS: u32 = 100;
const EPS: f64 = f64::EPSILON;

impl<S: Stepper> Stepper for ImplicitStepper<S> {
    fn minimum(&self) -> f64 {
        self.scheme.minimum()
    }

    fn culprit(&self) -> Option<usize> {
        self.scheme.culprit()
    }

    fn step(&mut self, dynamics: &mut Dynamics, state: &mut ModalState, h: f64) -> Result<Advance, TransientFault> {
        if dynamics.system.varies() && self.is_closed() {
            // The rotation has written the matrices anew.
            self.add_to_matrices(dynamics);
        }
        let (mut length, mut rejected) = (h, 0);
        loop {
            copy(state, &mut self.saved);
            self.scheme.keep();
            dynamics.save();
            let advance = self.scheme.step(dynamics, state, length)?;
            dynamics.interactions.closed_stops(&mut self.found);
            let cut = Advance { rejected: advance.rejected + rejected, ..advance };
            let next = if rejected > 0 { self.nominal } else { advance.next };
            if self.found == self.closed {
                return Ok(Advance { next, ..cut });
            }
            self.tangent(dynamics, state)?;
            let ratio = self.ratio(dynamics, state);
            let shorter = advance.length * ratio;
            if ratio > EPS && (ratio - 1.0).abs() > 0.01 && shorter > 1e-10 {
                if rejected == ATTEMPTS {
                    return Err(TransientFault::ContactStates { time: state.t, attempts: ATTEMPTS });
                }
                dynamics.restore();
                copy(&self.saved, state);
                self.scheme.go_back();
                (length, rejected) = (shorter, rejected + 1);
                self.repeated = true;
                continue;
            }
            self.enter(dynamics);
            return Ok(Advance { next, ..cut });
        }
    }

    fn slips(&self, seen: &mut Vec<&'static str>) {
        self.scheme.slips(seen);
        if self.left {
            seen.push("implicit-critical-point");
        }
        if self.repeated {
            seen.push("implicit-count-of-states");
        }
    }
}

impl<S> ImplicitStepper<S> {
    fn is_closed(&self) -> bool {
        self.closed.iter().any(|closed| *closed)
    }

    /// The affine law of the state found, about the end of the step; memories of the interactions stay as they are.
    fn tangent(&mut self, dynamics: &mut Dynamics, state: &ModalState) -> Result<(), TransientFault> {
        self.new_law.clear();
        if !self.found.iter().any(|closed| *closed) {
            return Ok(());
        }
        dynamics.interactions.store(&mut self.variables);
        dynamics.force(state.t, 0.0, &state.q, &state.v, &mut self.force)?;
        let law = &mut self.new_law;
        dynamics.interactions.linearise(
            &self.found,
            &state.v,
            [law.stiffness.values_mut(), law.damping.values_mut()],
            &mut law.constant,
        );
        dynamics.interactions.load(&self.variables);
        law.stiffness.multiply(&state.q, &mut self.force);
        add(&mut law.constant, &self.force);
        law.damping.multiply(&state.v, &mut self.force);
        add(&mut law.constant, &self.force);
        Ok(())
    }

    /// Part of the step at which the critical point lies.
    fn ratio(&mut self, dynamics: &Dynamics, state: &ModalState) -> f64 {
        let n = state.q.len();
        let mut q0 = self.saved.q.clone();
        let mut q2 = state.q.clone();
        let mut constant = self.law.constant.clone();
        let mut stiffness = DMatrix::from_fn(n, n, |i, j| self.law.stiffness.at(i, j));
        if self.is_closed() {
            // Displacements and constant force in the modes of the state that is left: a kept slip.
            self.left = true;
            let place = self.modes(dynamics);
            let modes = &mut self.known[place];
            let rows = transpose_product(&modes.shapes, &modes.mass);
            let to_modes = |q: &[f64]| -> Vec<f64> {
                rows.row_iter().map(|row| row.iter().zip(q).map(|(a, q)| a * q).sum()).collect()
            };
            (q0, q2) = (to_modes(&q0), to_modes(&q2));
            constant = modes.shapes.column_iter().map(|phi| dot(phi.as_slice(), &constant)).collect();
            if !std::mem::replace(&mut modes.left, true) {
                stiffness = DMatrix::from_diagonal(&DVector::from_column_slice(&modes.squares));
            }
        }
        let rise = DMatrix::from_fn(n, n, |i, j| self.new_law.stiffness.at(i, j)) - stiffness;
        let force: Vec<f64> = self.new_law.constant.iter().zip(&constant).map(|(new, old)| new - old).collect();
        let touched: Vec<usize> =
            (0..n).filter(|&i| force[i].abs() > 100.0 * EPS && rise[(i, i)].abs() > 100.0 * EPS).collect();
        let point = shortest_solution(&rise, &force, &touched);
        let (mut along, mut length, mut largest) = (0.0, 0.0, 0.0f64);
        for i in 0..n {
            let (to_point, motion) = (point[i] - q0[i], q2[i] - q0[i]);
            along += to_point * motion;
            length += motion * motion;
            largest = largest.max(to_point.abs());
        }
        if largest <= 1e5 * EPS { 1.0 } else { (along / length).min(1.0) }
    }

    /// The state found becomes that of the next steps.
    fn enter(&mut self, dynamics: &mut Dynamics) {
        std::mem::swap(&mut self.law, &mut self.new_law);
        self.closed.copy_from_slice(&self.found);
        let constant = if self.is_closed() { Some(self.law.constant.as_slice()) } else { None };
        dynamics.interactions.hold_contacts(constant);
        if !dynamics.system.varies() {
            self.add_to_matrices(dynamics);
        }
        dynamics.measure = None;
        if self.controls && self.is_closed() {
            let place = self.modes(dynamics);
            let Modes { shapes, mass, .. } = &self.known[place];
            let to_modes = transpose_product(shapes, mass);
            dynamics.measure = Some(Square::from_fn(to_modes.nrows(), |i, j| to_modes[(i, j)]));
        }
    }

    /// Rank of the modes of the present state, found when they are first asked for.
    fn modes(&mut self, dynamics: &Dynamics) -> usize {
        let mask = mask(&self.closed);
        self.known.iter().position(|modes| modes.state == mask).unwrap_or_else(|| {
            self.known.push(Modes::of(mask, &dynamics.system));
            self.known.len() - 1
        })
    }

    /// Stiffness and damping of the structure, plus those of the state.
    fn add_to_matrices(&mut self, dynamics: &mut Dynamics) {
        let system = &mut dynamics.system;
        let varies = system.varies();
        let (Some(stiffness), Some(damping)) = (&mut system.full_stiffness, &mut system.full_damping) else { return };
        for ((matrix, rest), more) in
            [stiffness, damping].into_iter().zip(&self.rest).zip([&self.law.stiffness, &self.law.damping])
        {
            if !varies {
                matrix.values_mut().copy_from_slice(rest.values());
            }
            add(matrix.values_mut(), more.values());
        }
        system.version += 1;
    }
}

/// The contacts that are closed, one bit each.
fn mask(closed: &[bool]) -> u64 {
    closed.iter().enumerate().filter(|(_, closed)| **closed).fold(0, |mask, (i, _)| mask | 1 << (i % 64))
}

fn add(sum: &mut [f64], part: &[f64]) {
    for (sum, part) in sum.iter_mut().zip(part) {
        *sum += part;
    }
}

fn copy(from: &ModalState, to: &mut ModalState) {
    to.t = from.t;
    to.q.copy_from_slice(&from.q);
    to.v.copy_from_slice(&from.v);
    to.a.copy_from_slice(&from.a);
    to.f.copy_from_slice(&from.f);
}

/// `x` with `matrix x = force` on the rows and columns `touched`, 0 elsewhere; of several the shortest.
fn shortest_solution(matrix: &DMatrix<f64>, force: &[f64], touched: &[usize]) -> Vec<f64> {
    let mut x = vec![0.0; force.len()];
    let m = touched.len();
    if m == 0 {
        return x;
    }
    let part = DMatrix::from_fn(m, m, |i, j| matrix[(touched[i], touched[j])]);
    let right = DVector::from_iterator(m, touched.iter().map(|&i| force[i]));
    let Some(svd) = SVD::try_new(part, true, true, 5.0 * f64::EPSILON, 1000 * m) else { return x };
    let limit = svd.singular_values.max() * 1e-12;
    if let Ok(solution) = svd.solve(&right, limit) {
        for (i, value) in touched.iter().zip(solution.iter()) {
            x[*i] = *value;
        }
    }
    x
}
