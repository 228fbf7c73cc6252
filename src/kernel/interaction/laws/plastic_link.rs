//! Elasto-plastic link of two nodes (DIS_ECRO_TRAC) on modes: the law is `kernel/laws/plastic_link.rs`.

use super::link::Link;
use crate::interaction::fault::{LawFault, SpecFault};
use crate::interaction::law::{LocalLaw, saves_its_state};
use crate::interaction::motion::{Attachment, State};
use crate::interaction::shapes::Shapes;
use crate::laws::{LocalControl, PlasticLaw};

/// An elasto-plastic link of two nodes.
#[derive(Clone, Debug)]
pub struct PlasticLinkSpec {
    pub node_1: Attachment,
    pub node_2: Attachment,
    pub law: PlasticLaw,
    pub control: LocalControl,
}

/// An elasto-plastic link with its memory.
#[derive(Clone, Debug)]
pub struct PlasticLink {
    pub link: Link,
    law: PlasticLaw,
    control: LocalControl,
    /// Force (3), displacement (3), dissipation, `P`, plastic displacement (3), back-force (3).
    pub state: [f64; 14],
    pub saved: [f64; 14],
}

impl LocalLaw for PlasticLink {
    type Spec = PlasticLinkSpec;

    const VARIABLES: &'static [&'static str] = &[
        "position_1_x",
        "position_1_y",
        "position_1_z",
        "position_2_x",
        "position_2_y",
        "position_2_z",
        "force_x",
        "force_y",
        "force_z",
        "displacement_x",
        "displacement_y",
        "displacement_z",
        "dissipation",
        "cumulated_plastic_displacement",
        "plastic_displacement_x",
        "plastic_displacement_y",
        "plastic_displacement_z",
        "back_force_x",
        "back_force_y",
        "back_force_z",
    ];

    fn build(spec: &PlasticLinkSpec, shapes: &mut Shapes) -> Result<PlasticLink, SpecFault> {
        let link = Link::new(&spec.node_1, &spec.node_2, shapes)?;
        let (state, saved) = ([0.0; 14], [0.0; 14]);
        Ok(PlasticLink { link, law: spec.law.clone(), control: spec.control, state, saved })
    }

    fn evaluate(&mut self, at: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
        let counts = at.step.abs() > f64::EPSILON;
        self.link.note(counts, at);
        if counts {
            let mut v = [0.0; 3];
            for &axis in self.law.axes() {
                v[axis] = self.link.relative.velocity(axis, at.shapes, &at.now);
                if !v[axis].is_finite() {
                    return Err(LawFault::NotFinite("the relative velocity"));
                }
            }
            self.law.advance(&mut self.state, v, at.step, self.control)?;
        }
        for &axis in self.law.axes() {
            self.link.relative.push(axis, -self.state[axis], at.shapes, force);
        }
        Ok(())
    }

    saves_its_state!(link);

    fn store(&self, at: &State<'_>, out: &mut [f64]) {
        out[..6].copy_from_slice(&self.link.stored_positions(at));
        out[6..20].copy_from_slice(&self.state);
    }

    fn load(&mut self, stored: &[f64]) {
        self.link.load(&stored[..6]);
        self.state.copy_from_slice(&stored[6..20]);
    }
}
