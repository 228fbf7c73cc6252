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

use super::plateau::{Crushing, Plateau, PlateauLaw};
use crate::interaction::fault::{LawFault, SpecFault};
use crate::interaction::law::{LocalLaw, saves_its_state, variables_of_two_nodes};
use crate::interaction::motion::{LocalMotion, State};
use crate::interaction::obstacles::Obstacle;
use crate::interaction::placement::{Placed, Placement};
use crate::interaction::shapes::Shapes;
use crate::signal::Signal;

/// A buckling stop.
#[derive(Clone, Debug)]
pub struct BucklingSpec {
    pub placement: Placement,
    pub law: BucklingLaw,
}

/// The law of a buckling stop: functions, or the numbers of 2020.
#[derive(Clone, Debug)]
pub enum BucklingLaw {
    /// Three functions of the largest penetration (m).
    Functions {
        /// Critical force (N), stiffness (N/m), damping (N s/m).
        critical_force: Signal,
        stiffness: Signal,
        damping: Signal,
        /// True where the damping force counts in the comparison with the critical force.
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

/// A buckling stop with its memory.
#[derive(Clone, Debug)]
pub struct Buckling {
    motion: LocalMotion,
    node_1: Option<LocalMotion>,
    obstacle: Obstacle,
    rule: Rule,
    pub state: BucklingState,
    pub saved: BucklingState,
}

/// A buckling stop with its memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct BucklingState {
    force: f64,
    normal_velocity: f64,
    shortening: f64,
    stiffness: f64,
    penetration: f64,
    damping: f64,
    direction: [f64; 2],
}

impl LocalLaw for Buckling {
    type Spec = BucklingSpec;

    const VARIABLES: &'static [&'static str] =
        variables_of_two_nodes!["shortening", "stiffness", "penetration", "damping"];

    fn build(spec: &BucklingSpec, shapes: &mut Shapes) -> Result<Buckling, SpecFault> {
        let rule = match &spec.law {
            BucklingLaw::Functions { critical_force, stiffness, damping, damped_criterion } => Rule::Functions {
                functions: [critical_force.clone(), stiffness.clone(), damping.clone()],
                cursors: [0; 3],
                damped_criterion: *damped_criterion,
            },
            BucklingLaw::Numbers(numbers) => Rule::Numbers(numbers.prepared()?),
        };
        let Placed { motion, node_1, obstacle } = spec.placement.place(shapes);
        let (state, saved) = (BucklingState::default(), BucklingState::default());
        Ok(Buckling { motion, node_1, obstacle, rule, state, saved })
    }

    fn evaluate(&mut self, at: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
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

    saves_its_state!();

    fn store(&self, at: &State<'_>, out: &mut [f64]) {
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

    fn load(&mut self, stored: &[f64]) {
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

impl Buckling {
    /// The force (N) at gap `gap` (m, not positive) and normal velocity `vn` (m/s); advances the memory.
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
}
