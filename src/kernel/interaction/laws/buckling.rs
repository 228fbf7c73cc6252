//! Stop that buckles (FLAMBAGE) on modes: the law is `kernel/laws/buckling.rs`.

use crate::interaction::fault::{LawFault, SpecFault};
use crate::interaction::law::{LocalLaw, saves_its_state, variables_of_two_nodes};
use crate::interaction::motion::{LocalMotion, State};
use crate::interaction::obstacles::Obstacle;
use crate::interaction::placement::{Placed, Placement};
use crate::interaction::shapes::Shapes;
use crate::laws::{self, BucklingLaw, Crushing};

/// A buckling stop.
#[derive(Clone, Debug)]
pub struct BucklingSpec {
    pub placement: Placement,
    pub law: BucklingLaw,
}

/// A buckling stop with its memory.
#[derive(Clone, Debug)]
pub struct Buckling {
    motion: LocalMotion,
    node_1: Option<LocalMotion>,
    obstacle: Obstacle,
    law: laws::Buckling,
    cursors: [usize; 3],
    pub state: BucklingState,
    pub saved: BucklingState,
    /// Smallest gap (m) of all evaluations.
    pub smallest_gap: f64,
}

/// A buckling stop with its memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct BucklingState {
    force: f64,
    normal_velocity: f64,
    crushing: Crushing,
    direction: [f64; 2],
}

impl LocalLaw for Buckling {
    type Spec = BucklingSpec;

    const VARIABLES: &'static [&'static str] =
        variables_of_two_nodes!["shortening", "stiffness", "penetration", "damping"];

    fn build(spec: &BucklingSpec, shapes: &mut Shapes) -> Result<Buckling, SpecFault> {
        let law = laws::Buckling::new(&spec.law)?;
        let Placed { motion, node_1, obstacle } = spec.placement.place(shapes);
        let (state, saved) = (BucklingState::default(), BucklingState::default());
        Ok(Buckling { motion, node_1, obstacle, law, cursors: [0; 3], state, saved, smallest_gap: f64::INFINITY })
    }

    fn evaluate(&mut self, at: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
        let (in_y, in_z) = self.obstacle.axes();
        let u_y = if in_y { self.motion.displacement(1, at.shapes, &at.now) } else { 0.0 };
        let u_z = if in_z { self.motion.displacement(2, at.shapes, &at.now) } else { 0.0 };
        let contact = self.obstacle.gap(u_y, u_z, self.state.direction);
        let (gap, c, s) = (contact.gap, contact.c, contact.s);
        self.state.direction = [c, s];
        self.smallest_gap = self.smallest_gap.min(gap);
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
        let f = self.law.force(&mut self.state.crushing, &mut self.cursors, gap, vn)?;
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
            state.crushing.residual,
            state.crushing.stiffness,
            state.crushing.largest,
            state.crushing.damping,
        ]);
    }

    fn load(&mut self, stored: &[f64]) {
        self.state = BucklingState {
            force: stored[0],
            normal_velocity: stored[7],
            crushing: Crushing { residual: stored[8], stiffness: stored[9], largest: stored[10], damping: stored[11] },
            direction: self.state.direction,
        };
    }
}
