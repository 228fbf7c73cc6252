//! Elastic shock between two nodes along the line that joins them (CHOC_ELAS_TRAC).
//!
//! Length `L = x2 - x1 - d1 - d2` along the initial line; where `L <= 0` they repel each other with `FX(-L)`.

use super::link::Link;
use crate::interaction::fault::{LawFault, SpecFault};
use crate::interaction::law::{LocalLaw, saves_its_state};
use crate::interaction::motion::{Attachment, State};
use crate::interaction::shapes::Shapes;
use crate::signal::Signal;

/// Two nodes that repel each other where they overlap.
#[derive(Clone, Debug)]
pub struct ElasticShockSpec {
    pub node_1: Attachment,
    pub node_2: Attachment,
    /// Sizes of the two nodes (m).
    pub size_1: f64,
    pub size_2: f64,
    /// Force (N) as a function of the penetration (m).
    pub force: Signal,
}

/// An elastic shock, with its last evaluation.
#[derive(Clone, Debug)]
pub struct ElasticShock {
    link: Link,
    size_1: f64,
    size_2: f64,
    function: Signal,
    cursor: usize,
    /// Force and length at the last evaluation of positive sub-step.
    state: [f64; 2],
    saved: [f64; 2],
}

impl LocalLaw for ElasticShock {
    type Spec = ElasticShockSpec;

    const VARIABLES: &'static [&'static str] = &["force", "length"];

    fn build(spec: &ElasticShockSpec, shapes: &mut Shapes) -> Result<ElasticShock, SpecFault> {
        let link = Link::new(&spec.node_1, &spec.node_2, shapes)?;
        let (size_1, size_2, function) = (spec.size_1, spec.size_2, spec.force.clone());
        let (state, saved) = ([0.0; 2], [0.0; 2]);
        Ok(ElasticShock { link, size_1, size_2, function, cursor: 0, state, saved })
    }

    fn evaluate(&mut self, at: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
        let length = self.link.relative.displacement(0, at.shapes, &at.now) - self.size_1 - self.size_2;
        if !length.is_finite() {
            return Err(LawFault::NotFinite("the length"));
        }
        let f = if length <= 0.0 { self.function.evaluate(-length, &mut self.cursor)? } else { 0.0 };
        if at.step > 0.0 {
            self.state = [f, length];
        }
        // Node 2 is pushed along x, node 1 the other way.
        self.link.relative.push(0, f, at.shapes, force);
        Ok(())
    }

    saves_its_state!();

    fn store(&self, _at: &State<'_>, out: &mut [f64]) {
        out.copy_from_slice(&self.state);
    }

    fn load(&mut self, stored: &[f64]) {
        self.state = [stored[0], stored[1]];
    }
}
