//! Linear solutions of a step: corrections, their line search, accelerations, and the motion by them.

use super::fault::StepFailure;
use super::line_search::{Found, LineSearch};
use super::step::Newton;
use crate::laws::Ask;

/// Factors of stiffness, damping and mass of an equation for accelerations.
const MASS_ALONE: [f64; 3] = [0.0, 0.0, 1.0];

impl Newton<'_> {
    /// `-R` of the last balance.
    pub(super) fn unbalanced(&self) -> &[f64] {
        &self.right
    }

    /// `f - F - C v - Fmod(v0)` at the tried motion, the last term where `modal`.
    pub(super) fn balance_of_motion(&mut self, modal: bool) {
        self.right.copy_from_slice(&self.balance.external);
        self.right.iter_mut().zip(&self.balance.internal).for_each(|(r, s)| *r -= s);
        self.matrices.damping.multiply(&self.now.v, &mut self.product);
        self.right.iter_mut().zip(&self.product).for_each(|(r, p)| *r -= p);
        if modal {
            self.system.add_modal_damping(&self.before.v, -1.0, &mut self.right);
        }
    }

    /// Solves `M a = right` for the acceleration of the tried state; where `drives`, constraints give `B a = d - B u`.
    pub(super) fn solve_mass(&mut self, drives: bool) -> Result<(), StepFailure> {
        let elimination = &self.system.elimination;
        self.matrices.factorize(MASS_ALONE, elimination)?;
        self.system.defects(&self.balance.imposed, &self.now.u, &mut self.defects);
        let small = |d: &f64| d.abs() <= 1e-14;
        let moved = (drives || !self.defects.iter().all(small)).then(|| {
            elimination.particular_into(&self.defects, &mut self.moved);
            self.moved.as_slice()
        });
        self.matrices.solve(elimination, &self.right, moved, &mut self.now.reaction, &mut self.now.a);
        Ok(())
    }

    /// Solves for the correction of the unbalanced forces in `right`, and that of the reactions (in `product`).
    pub(super) fn solve(&mut self, dt: f64) -> Result<(), StepFailure> {
        let factors = self.scheme().map_or([1.0, 0.0, 0.0], |scheme| scheme.matrix(dt));
        let elimination = &self.system.elimination;
        self.matrices.factorize(factors, elimination)?;
        self.system.defects(&self.balance.imposed, &self.now.u, &mut self.defects);
        let unit = self.scheme().map_or(1.0, |scheme| scheme.rates(dt)[0]);
        let moved = self.defects.iter().any(|d| *d != 0.0).then(|| {
            self.defects.iter_mut().for_each(|d| *d /= unit);
            elimination.particular_into(&self.defects, &mut self.moved);
            self.moved.as_slice()
        });
        // Bᵀ dl = -R - A du, where there are constraints.
        self.matrices.solve(elimination, &self.right, moved, &mut self.product, &mut self.correction);
        match self.stops.is_empty() {
            true => Ok(()),
            false => {
                let (correction, reaction) = (&mut self.correction, &mut self.product);
                self.stops.correct(&mut self.matrices, elimination, &self.now.u, correction, reaction)
            }
        }
    }

    /// Moves by a multiple of the correction. Reactions move by the whole of it where there are stops: with the forces that these have at its
    /// end, it is a descent, whichever of them close or open on the way.
    pub(super) fn move_by(&mut self, dt: f64, multiple: f64) {
        let [ru, rv, ra] = match self.scheme() {
            Some(scheme) => scheme.rates(dt),
            None => [1.0, 0.0, 0.0],
        };
        add(&mut self.now.u, multiple * ru, &self.correction);
        if self.is_dynamic() {
            add(&mut self.now.v, multiple * rv, &self.correction);
            add(&mut self.now.a, multiple * ra, &self.correction);
        }
        let of_reactions = if self.stops.is_empty() { multiple } else { 1.0 };
        add(&mut self.now.reaction, of_reactions, &self.product);
    }

    /// Line search along the correction, from the tried state, with `E` of the last evaluation.
    pub(super) fn search(&mut self, search: &LineSearch, dt: f64, counter: u32) -> Result<Found, StepFailure> {
        // A correction of the size of rounding (all motion is imposed) has no work to look at.
        let size = |x: &[f64]| x.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        let unit = self.scheme().map_or(1.0, |scheme| scheme.rates(dt)[0]);
        if size(&self.correction) * unit <= 1e-14 * size(&self.now.u) {
            return Ok(Found { multiple: 1.0, tries: 0, is_last: false });
        }
        let works = |right: &[f64], along: &[f64]| -> f64 { -right.iter().zip(along).map(|(r, d)| r * d).sum::<f64>() };
        let mut g0 = works(&self.right, &self.correction);
        if !self.stops.is_empty() {
            g0 -= works(&self.product, &self.correction);
        }
        let Some(mut start) = self.searched.take() else { return Err(StepFailure::Iterations) };
        start.take(&self.now);
        let mut failure = None;
        let found = search.search(g0, |r| {
            self.now.take(&start);
            self.move_by(dt, r);
            // Inertia and damping move with the correction, too.
            if let Err(fault) = self.forces(Ask::Forces, counter).and_then(|()| self.apply(false)) {
                failure = Some(fault);
                return None;
            }
            self.balance.unbalanced(&self.now.reaction, &mut self.right);
            Some(works(&self.right, &self.correction))
        });
        self.now.take(&start);
        self.searched = Some(start);
        found.ok_or(failure.unwrap_or(StepFailure::Iterations))
    }

    /// The last increment in proportion, brought onto the constraints.
    pub(super) fn extrapolate(&mut self, dt: f64, last: f64) {
        let ratio = dt / last;
        let [ru, rv, ra] = self.scheme().map_or([1.0, 0.0, 0.0], |scheme| scheme.rates(dt));
        let elimination = &self.system.elimination;
        let tried: Vec<f64> = self.before.u.iter().zip(&self.last_increment).map(|(u, d)| u + ratio * d).collect();
        let kept: Vec<f64> = elimination.kept().iter().map(|k| tried[*k]).collect();
        elimination.expand_into(&kept, &mut self.moved);
        elimination.particular_into(&self.balance.imposed, &mut self.correction);
        for k in 0..self.moved.len() {
            let unknown = (self.moved[k] + self.correction[k] - self.now.u[k]) / ru;
            self.now.u[k] += ru * unknown;
            self.now.v[k] += rv * unknown;
            self.now.a[k] += ra * unknown;
        }
    }
}

fn add(sum: &mut [f64], factor: f64, x: &[f64]) {
    sum.iter_mut().zip(x).for_each(|(s, x)| *s += factor * x);
}
