//! Contact by multipliers: at the end of each step no gap is negative, no force pulls, and a force stands only where the gap
//! is zero.
//!
//! The motion of a step without contact force is predicted; the forces of the step change the amplitudes at its end by
//! `c F`. Of all corrections that leave no gap negative, Signorini's law takes the smallest in the norm of the inertia
//! (`sum dU^2/c`), with the multipliers as forces: the complementarity problem is a least-distance problem in the space of the
//! modes. Both passes belong to it, with the position of the slider at the end of the step for gaps and for forces. Solved by
//! the nodes that penetrate, the deepest first, until none does (`active_set`).

use super::active_set::{ActiveSet, Stuck};
use super::modes::{BeamState, Modes};
use super::nodes::{Contact, NodeContact, NodeRange};
use super::problem::{Shift, SlidingProblem};
use super::segments::Facing;
use crate::rough::fault::SlidingFault;

/// Ranges of penetrating nodes nearer than this are one.
const BRIDGE: usize = 8;
/// Rounding that gaps may show, in units of the last place of what they are made of.
const ROUNDING: f64 = 4.0;

/// A slave node in contact with its masters.
#[derive(Clone, Copy, Debug)]
struct Slave {
    pass: usize,
    node: usize,
    masters: Facing,
    gap: f64,
}

/// Work arrays of the multipliers.
pub struct Multipliers {
    residual: f64,
    sweeps: usize,
    /// Square roots of the response c of each place; bounds of the shapes.
    root: Vec<f64>,
    bound: Vec<f64>,
    /// Greatest heights of both bodies with the clearance (m).
    height: f64,
    free: Vec<f64>,
    trial: Vec<f64>,
    normal: Vec<f64>,
    active: ActiveSet<Slave>,
    near: Vec<NodeRange>,
    /// Smallest gap of the last prediction (m).
    pub smallest: f64,
}

impl Multipliers {
    /// Room for the multipliers of a problem, with the limits of their solution: relative `residual` of the gaps,
    /// greatest number of sweeps.
    pub fn new(problem: &SlidingProblem, modes: &Modes, residual: f64, sweeps: usize) -> Multipliers {
        let places = modes.places();
        let mut bound = vec![0.0; places];
        for body in 0..2 {
            let shapes = &problem.beams[body].shapes;
            (0..modes.count[body]).for_each(|k| bound[modes.first[body] + k] = shapes.bound(k, 0));
        }
        let highest = |heights: &[f64]| heights.iter().fold(0.0, |m: f64, h| m.max(h.abs()));
        let zeros = || vec![0.0; places];
        Multipliers {
            residual,
            sweeps,
            root: modes.force.iter().map(|c| libm::sqrt(*c)).collect(),
            height: problem.clearance.abs()
                + highest(&problem.heights[0])
                + highest(&problem.heights[1])
                + modes.rest.iter().zip(&bound).fold(0.0, |sum, (u, psi)| sum + (u * psi).abs()),
            bound,
            free: zeros(),
            trial: zeros(),
            normal: zeros(),
            active: ActiveSet::new(places),
            near: Vec::with_capacity(problem.heights[1].len() / BRIDGE + 2),
            smallest: f64::INFINITY,
        }
    }

    /// Contact forces of step `n`, on the slaves of the ranges: fills `state.force`. The nodal forces stand in the position
    /// of step n + 1.
    #[inline(always)]
    pub fn solve(
        &mut self,
        problem: &SlidingProblem,
        modes: &Modes,
        nodes: &mut NodeContact,
        state: &mut BeamState,
        n: u64,
        ranges: &[NodeRange],
    ) -> Result<Contact, SlidingFault> {
        let shift = problem.shift(n + 1);
        self.predict(modes, state);
        state.force.fill(0.0);
        let mut deepest = self.penetrating(problem, modes, nodes, shift, ranges);
        self.smallest = deepest;
        if deepest >= 0.0 {
            return Ok(Contact::default());
        }
        self.active.clear();
        let tolerance = (self.residual * -deepest).max(self.rounding());
        let mut changes = self.sweeps;
        while deepest < -tolerance {
            // Those near the penetrating nodes first, then all.
            while let Some(slave) = self.deepest(problem, modes, nodes, shift).filter(|slave| slave.gap < -tolerance) {
                self.normal(modes, nodes, &slave);
                let Multipliers { active, normal, .. } = self;
                active.push(normal, slave, -slave.gap, &mut changes).map_err(|stuck| match stuck {
                    Stuck::Impossible | Stuck::TooLong => SlidingFault::Multipliers { step: n, residual: -slave.gap },
                })?;
                let moved = self.trial.iter_mut().zip(&self.free).zip(&self.root).zip(self.active.point());
                moved.for_each(|(((u, free), root), v)| *u = free + root * v);
            }
            deepest = self.penetrating(problem, modes, nodes, shift, ranges);
        }
        let mut contact = Contact::default();
        for (slave, multiplier) in self.active.active().filter(|(_, multiplier)| *multiplier > 0.0) {
            nodes.load(n, slave.pass, slave.node, &slave.masters, -multiplier);
            contact.nodes += 1;
        }
        for range in ranges {
            contact.force += nodes.gather(problem, modes, &mut state.force, shift, *range);
        }
        Ok(contact)
    }

    /// Amplitudes at the end of the step without contact force.
    fn predict(&mut self, modes: &Modes, state: &BeamState) {
        for k in 0..modes.places() {
            let next = modes.beta[k] * state.d[k] - modes.alpha[k] * state.u[k] + modes.constant[k];
            self.free[k] = state.u[k] + next;
        }
        self.trial.copy_from_slice(&self.free);
    }

    /// Part of a gap that rounding leaves (m).
    fn rounding(&self) -> f64 {
        let deflection = self.free.iter().zip(&self.bound).fold(0.0, |sum, (u, psi)| sum + (u * psi).abs());
        ROUNDING * f64::EPSILON * (self.height + deflection)
    }

    /// Ranges of penetrating nodes, in `near`; the smallest gap.
    #[inline(always)]
    fn penetrating(
        &mut self,
        problem: &SlidingProblem,
        modes: &Modes,
        nodes: &mut NodeContact,
        shift: Shift,
        ranges: &[NodeRange],
    ) -> f64 {
        let Multipliers { near, trial, .. } = self;
        near.clear();
        let mut smallest = f64::INFINITY;
        for range in ranges {
            nodes.gaps(problem, modes, trial, shift, *range, |pass, slave, _, gap| {
                smallest = smallest.min(gap);
                if gap < 0.0 {
                    let bottom = if pass == 0 { slave } else { slave + shift.whole };
                    match near.last_mut() {
                        Some(last) if bottom <= last.last + BRIDGE => last.last = last.last.max(bottom),
                        _ => near.push(NodeRange { first: bottom, last: bottom }),
                    }
                }
            });
        }
        smallest
    }

    /// The deepest slave of the ranges `near`.
    #[inline(always)]
    fn deepest(
        &mut self,
        problem: &SlidingProblem,
        modes: &Modes,
        nodes: &mut NodeContact,
        shift: Shift,
    ) -> Option<Slave> {
        let mut found: Option<Slave> = None;
        for range in &self.near {
            nodes.gaps(problem, modes, &self.trial, shift, *range, |pass, node, masters, gap| {
                if found.is_none_or(|slave| gap < slave.gap) {
                    found = Some(Slave { pass, node, masters: *masters, gap });
                }
            });
        }
        found
    }

    /// Derivative of a gap in the scaled amplitudes.
    fn normal(&mut self, modes: &Modes, nodes: &NodeContact, slave: &Slave) {
        self.normal.fill(0.0);
        let mut add = |body: usize, node: usize, weight: f64| {
            let (first, row) = (modes.first[body], nodes.row(modes, body, node));
            let roots = &self.root[first..first + row.len()];
            let normal = &mut self.normal[first..first + row.len()];
            normal.iter_mut().zip(row).zip(roots).for_each(|((n, psi), root)| *n -= weight * root * psi);
        };
        add(slave.pass, slave.node, 1.0);
        for r in 0..slave.masters.count {
            add(1 - slave.pass, slave.masters.first + r, slave.masters.weights[r]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::modes::advance;
    use super::super::problem::Law;
    use super::super::tests::strip;
    use super::*;
    use crate::lanes::Plain;

    #[test]
    fn no_gap_is_negative_no_force_pulls_and_forces_stand_where_gaps_are_closed() {
        for (seed, speed) in [(5, 0.2), (7, 1.5), (2, 0.02)] {
            let law = Law::Lagrange { residual: 1e-12, sweeps: 200 };
            let mut problem = SlidingProblem { law, speed, ..strip(seed, 6000) };
            problem.clearance -= 5e-8;
            let modes = Modes::new(&problem);
            let (mut nodes, mut apart) = (NodeContact::new(&problem, &modes), NodeContact::new(&problem, &modes));
            let mut forces = Multipliers::new(&problem, &modes, 1e-12, 200);
            let mut state = modes.start(&problem);
            // The arithmetic roughness of both bodies is 2e-6 m.
            let (allowed, mut contacts) = (1e-12 * 2e-6, 0);
            for n in 1..=problem.steps {
                let range = [NodeRange::covered(&problem, n + 1)];
                let contact = forces.solve(&problem, &modes, &mut nodes, &mut state, n, &range).unwrap();
                assert!(contact.force >= 0.0);
                advance(Plain, &modes, &mut state);
                let shift = problem.shift(n + 1);
                let loaded: Vec<(Slave, f64)> =
                    if contact.nodes > 0 { forces.active.active().collect() } else { Vec::new() };
                let mut closed = 0;
                apart.gaps(&problem, &modes, &state.u, shift, range[0], |pass, node, _, gap| {
                    assert!(gap >= -allowed, "step {n}: {gap}");
                    let force = loaded.iter().find(|(slave, _)| (slave.pass, slave.node) == (pass, node));
                    if let Some((_, force)) = force {
                        assert!(*force >= 0.0 && (*force == 0.0 || gap <= allowed), "step {n}: {force} at {gap}");
                        closed += 1;
                    }
                });
                assert_eq!(closed, loaded.len());
                contacts += closed;
                nodes.release(&problem, &modes, (n, shift), &range, None);
            }
            assert!(contacts > 50, "seed {seed}: {contacts}");
        }
    }
}
