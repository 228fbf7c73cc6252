//! Visco-elastic link of two nodes (DIS_VISC) on modes: the law is `kernel/laws/zener.rs`.

use super::link::Link;
use crate::interaction::fault::{LawFault, SpecFault};
use crate::interaction::law::{LocalLaw, saves_its_state};
use crate::interaction::motion::{Attachment, State};
use crate::interaction::shapes::Shapes;
use crate::laws::{LocalControl, ZenerLaw};

/// A visco-elastic link of two nodes.
#[derive(Clone, Debug)]
pub struct ZenerSpec {
    pub node_1: Attachment,
    pub node_2: Attachment,
    pub law: ZenerLaw,
    pub control: LocalControl,
}

/// A visco-elastic link with its memory.
#[derive(Clone, Debug)]
pub struct Zener {
    pub link: Link,
    law: ZenerLaw,
    control: LocalControl,
    pub state: ZenerState,
    pub saved: ZenerState,
}

/// A visco-elastic link with its memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct ZenerState {
    /// `sg`, `ev`, `e`, `w`
    y: [f64; 4],
    /// `(v1 - v2).x`
    velocity: f64,
}

impl LocalLaw for Zener {
    type Spec = ZenerSpec;

    const VARIABLES: &'static [&'static str] = &[
        "position_1_x",
        "position_1_y",
        "position_1_z",
        "position_2_x",
        "position_2_y",
        "position_2_z",
        "closing_velocity",
        "force",
        "viscous_strain",
        "elongation",
        "dissipation",
    ];

    fn build(spec: &ZenerSpec, shapes: &mut Shapes) -> Result<Zener, SpecFault> {
        let link = Link::new(&spec.node_1, &spec.node_2, shapes)?;
        let (state, saved) = (ZenerState::default(), ZenerState::default());
        Ok(Zener { link, law: spec.law, control: spec.control, state, saved })
    }

    fn evaluate(&mut self, at: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
        let counts = at.step.abs() > f64::EPSILON;
        self.link.note(counts, at);
        if counts {
            let rate = self.link.relative.velocity(0, at.shapes, &at.now);
            if !rate.is_finite() {
                return Err(LawFault::NotFinite("the relative velocity"));
            }
            self.law.advance(&mut self.state.y, rate, at.step, self.control)?;
            self.state.velocity = -rate;
        }
        // Tension pulls node 1 along x and node 2 back.
        self.link.relative.push(0, -self.state.y[0], at.shapes, force);
        Ok(())
    }

    saves_its_state!(link);

    fn store(&self, at: &State<'_>, out: &mut [f64]) {
        out[..6].copy_from_slice(&self.link.stored_positions(at));
        out[6] = self.state.velocity;
        out[7..11].copy_from_slice(&self.state.y);
    }

    fn load(&mut self, stored: &[f64]) {
        self.link.load(&stored[..6]);
        self.state = ZenerState { y: [stored[7], stored[8], stored[9], stored[10]], velocity: stored[6] };
    }
}
