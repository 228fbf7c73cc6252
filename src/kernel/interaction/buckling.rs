//! Stop that buckles (FLAMBAGE): elastic up to a critical force, then a plastic shortening that stays.
//!
//! Memory: shortening `p`, largest penetration `d`, stiffness `k(d)`, damping `c(d)`. In contact
//! (`gap <= 0`), in this order:
//!
//! ```text
//! d = max(d, -gap)          f = -k (gap + p) - c1 vn      (c1 = c when damping is part of the criterion)
//! where f >= Fc(d):         f = Fc,  p = -gap - Fc/k
//! p = max(p, 0)             f = f - c vn                  (when it is not)
//! f = max(f, 0)             f = 0 where -gap < p
//! ```

use super::contact_spec::{Placed, Placement};
use super::fault::LawFault;
use super::law::Law;
use super::motion::{LocalMotion, State};
use super::obstacle::Obstacle;
use super::plateau::{Crushing, Plateau, PlateauFault, PlateauLaw};
use super::set::InteractionSet;
use crate::kernel::signal::Signal;

/// A buckling stop.
#[derive(Clone, Debug)]
pub struct BucklingSpec {
    pub placement: Placement,
    pub law: BucklingLaw,
}

#[derive(Clone, Debug)]
pub enum BucklingLaw {
    /// Three functions of the largest penetration (m).
    Functions {
        /// Critical force (N), stiffness (N/m), damping (N s/m).
        critical_force: Signal,
        stiffness: Signal,
        damping: Signal,
        /// Whether the damping force counts in the comparison with the critical force.
        damped_criterion: bool,
    },
    /// The law of 2020.
    Numbers(Plateau),
}

#[derive(Clone, Debug)]
enum Rule {
    Functions { functions: [Signal; 3], cursors: [usize; 3], damped_criterion: bool },
    Numbers(PlateauLaw),
}

#[derive(Clone, Debug)]
pub(super) struct Buckling {
    motion: LocalMotion,
    node_1: Option<LocalMotion>,
    obstacle: Obstacle,
    rule: Rule,
    pub state: BucklingState,
    pub saved: BucklingState,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BucklingState {
    force: f64,
    normal_velocity: f64,
    shortening: f64,
    stiffness: f64,
    penetration: f64,
    damping: f64,
    direction: [f64; 2],
}

pub(super) const WIDTH: usize = 12;

impl InteractionSet {
    /// Fails when the numbers of the law of 2020 make no law.
    pub fn add_buckling(&mut self, spec: &BucklingSpec) -> Result<(), PlateauFault> {
        let rule = match &spec.law {
            BucklingLaw::Functions { critical_force, stiffness, damping, damped_criterion } => Rule::Functions {
                functions: [critical_force.clone(), stiffness.clone(), damping.clone()],
                cursors: [0; 3],
                damped_criterion: *damped_criterion,
            },
            BucklingLaw::Numbers(numbers) => Rule::Numbers(numbers.prepared()?),
        };
        let Placed { motion, node_1, obstacle } = spec.placement.place(self);
        let (state, saved) = (BucklingState::default(), BucklingState::default());
        self.push(Law::Buckling(Box::new(Buckling { motion, node_1, obstacle, rule, state, saved })));
        Ok(())
    }
}

impl Buckling {
    pub fn evaluate(&mut self, at: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
        let (in_y, in_z) = self.obstacle.axes();
        let u_y = if in_y { self.motion.displacement(1, at.shapes, &at.now) } else { 0.0 };
        let u_z = if in_z { self.motion.displacement(2, at.shapes, &at.now) } else { 0.0 };
        let contact = self.obstacle.gap(u_y, u_z, self.state.direction);
        let (gap, c, s) = (contact.gap, contact.c, contact.s);
        self.state.direction = [c, s];
        (self.state.force, self.state.normal_velocity) = (0.0, 0.0);
        if gap > 0.0 {
            return Ok(());
        }
        if !gap.is_finite() {
            return Err(LawFault::NotFinite("the gap"));
        }
        let velocity =
            |axis: usize, part: f64| if part == 0.0 { 0.0 } else { self.motion.velocity(axis, at.shapes, &at.now) };
        let vn = velocity(1, c) * c + velocity(2, s) * s;
        let f = self.force(gap, vn)?;
        if !f.is_finite() || !vn.is_finite() {
            return Err(LawFault::NotFinite("the force"));
        }
        (self.state.force, self.state.normal_velocity) = (f, vn);
        self.motion.push(1, f * c, at.shapes, force);
        self.motion.push(2, f * s, at.shapes, force);
        Ok(())
    }

    fn force(&mut self, gap: f64, vn: f64) -> Result<f64, LawFault> {
        let state = &mut self.state;
        let (functions, cursors, damped_criterion) = match &mut self.rule {
            Rule::Functions { functions, cursors, damped_criterion } => (functions, cursors, *damped_criterion),
            Rule::Numbers(law) => {
                let mut crushing = Crushing {
                    residual: state.shortening,
                    stiffness: state.stiffness,
                    largest: state.penetration,
                    damping: state.damping,
                };
                let force = law.force(&mut crushing, -gap, vn);
                state.shortening = crushing.residual;
                (state.stiffness, state.penetration, state.damping) =
                    (crushing.stiffness, crushing.largest, crushing.damping);
                return Ok(force);
            }
        };
        state.penetration = f64::max(state.penetration, -gap);
        let d = state.penetration;
        let critical = functions[0].evaluate(d, &mut cursors[0])?;
        state.stiffness = functions[1].evaluate(d, &mut cursors[1])?;
        state.damping = functions[2].evaluate(d, &mut cursors[2])?;
        let (k, c) = (state.stiffness, state.damping);
        let mut f = -k * (gap + state.shortening) - if damped_criterion { c * vn } else { 0.0 };
        if f >= critical {
            f = critical;
            state.shortening = -gap - critical / k;
        }
        state.shortening = f64::max(state.shortening, 0.0);
        if !damped_criterion {
            f -= c * vn;
        }
        f = if f > 0.0 || f.is_nan() { f } else { 0.0 };
        Ok(if -gap < state.shortening { 0.0 } else { f })
    }

    pub fn store(&self, at: &State<'_>, out: &mut [f64]) {
        let u = self.motion.position(at.shapes, &at.now);
        let (u_1, u_2) = match &self.node_1 {
            None => (u, [0.0; 3]),
            Some(node_1) => {
                let u_1 = node_1.position(at.shapes, &at.now);
                (u_1, [u_1[0] - u[0], u_1[1] - u[1], u_1[2] - u[2]])
            }
        };
        let state = &self.state;
        out[0] = state.force;
        out[1..4].copy_from_slice(&u_1);
        out[4..7].copy_from_slice(&u_2);
        out[7..12].copy_from_slice(&[
            state.normal_velocity,
            state.shortening,
            state.stiffness,
            state.penetration,
            state.damping,
        ]);
    }

    pub fn load(&mut self, stored: &[f64]) {
        self.state = BucklingState {
            force: stored[0],
            normal_velocity: stored[7],
            shortening: stored[8],
            stiffness: stored[9],
            penetration: stored[10],
            damping: stored[11],
            direction: self.state.direction,
        };
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::kernel::interaction::{Attachment, ObstacleKind};
    use crate::kernel::signal::Table;

    /// Force on the node and stored variables at penetrations and velocities given in turn.
    fn follow(damped_criterion: bool, damping: f64, path: &[(f64, f64)]) -> Vec<(f64, [f64; 12])> {
        let node_1 = Attachment { shapes: vec![[0.0, 1.0, 0.0]], ..Attachment::default() };
        let placement = Placement {
            kind: ObstacleKind::PlaneY,
            node_1,
            node_2: None,
            normal: [1.0, 0.0, 0.0],
            twist: None,
            origin: None,
            gap: 1.0,
            size_1: 0.0,
            size_2: 0.0,
        };
        let mut set = InteractionSet::new(1, Vec::new());
        set.add_buckling(&BucklingSpec {
            placement,
            law: BucklingLaw::Functions {
                // Critical force 10 up to a penetration of 0.1, then down to 6 at 0.5.
                critical_force: Signal::Table(Arc::new(Table::linear(vec![0.0, 0.1, 0.5], vec![10.0, 10.0, 6.0]))),
                stiffness: Signal::Constant(200.0),
                damping: Signal::Constant(damping),
                damped_criterion,
            },
        })
        .unwrap();
        let mut stored = [0.0; 12];
        let each = |&(d, v): &(f64, f64)| {
            let mut force = [0.0];
            set.evaluate(0.0, 1.0, &[1.0 + d], &[v], &mut force).unwrap();
            set.store(&mut stored);
            (-force[0], stored)
        };
        path.iter().map(each).collect()
    }

    #[test]
    fn beyond_the_critical_force_a_shortening_stays() {
        let path =
            [(0.025, 0.0), (0.1, 0.0), (0.3, 0.0), (0.28, 0.0), (0.265, 0.0), (0.2, 0.0), (-0.1, 0.0), (0.29, 0.0)];
        let found: Vec<(f64, f64)> = follow(true, 0.0, &path).iter().map(|(f, z)| (*f, z[8])).collect();
        // Elastic 5; plastic 10 with p = 0.05; 8 with p = 0.26; elastic return; nothing behind p.
        let expected =
            [(5.0, 0.0), (10.0, 0.05), (8.0, 0.26), (4.0, 0.26), (1.0, 0.26), (0.0, 0.26), (0.0, 0.26), (6.0, 0.26)];
        for (a, b) in found.iter().zip(expected) {
            assert!((a.0 - b.0).abs() < 1e-12 && (a.1 - b.1).abs() < 1e-12, "{found:?}");
        }
    }

    #[test]
    fn damping_counts_in_the_criterion_or_after_it() {
        // Approaching at 1 m/s (vn = -1): elastic 8, damping 3, critical 10.
        let (f, z) = follow(true, 3.0, &[(0.04, 1.0)])[0];
        assert_eq!((f, z[8]), (10.0, 0.0));
        let (f, z) = follow(false, 3.0, &[(0.04, 1.0)])[0];
        assert!((f - 11.0).abs() < 1e-13);
        assert_eq!((z[8], z[7], z[10]), (0.0, -1.0, 0.040000000000000036));
    }
}
