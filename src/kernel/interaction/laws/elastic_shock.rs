//! Elastic shock between two nodes along the line that joins them (CHOC_ELAS_TRAC) on modes: the law is
//! `kernel/laws/elastic_shock.rs`. Length `L = x2 - x1 - d1 - d2` along the initial line.

use super::link::Link;
use crate::interaction::fault::{LawFault, SpecFault};
use crate::interaction::law::{LocalLaw, saves_its_state};
use crate::interaction::motion::{Attachment, State};
use crate::interaction::shapes::Shapes;
use crate::laws::ElasticShockLaw;

/// Two nodes that repel each other where they overlap.
#[derive(Clone, Debug)]
pub struct ElasticShockSpec {
    pub node_1: Attachment,
    pub node_2: Attachment,
    pub law: ElasticShockLaw,
}

/// An elastic shock, with its last evaluation.
#[derive(Clone, Debug)]
pub struct ElasticShock {
    link: Link,
    law: ElasticShockLaw,
    cursor: usize,
    /// Force and length at the last evaluation of positive sub-step.
    state: [f64; 2],
    saved: [f64; 2],
    /// Smallest length (m) of all evaluations.
    pub smallest_gap: f64,
}

impl LocalLaw for ElasticShock {
    type Spec = ElasticShockSpec;

    const VARIABLES: &'static [&'static str] = &["force", "length"];

    fn build(spec: &ElasticShockSpec, shapes: &mut Shapes) -> Result<ElasticShock, SpecFault> {
        let link = Link::new(&spec.node_1, &spec.node_2, shapes)?;
        let (state, saved) = ([0.0; 2], [0.0; 2]);
        Ok(ElasticShock { link, law: spec.law.clone(), cursor: 0, state, saved, smallest_gap: f64::INFINITY })
    }

    fn evaluate(&mut self, at: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
        let length = self.link.relative.displacement(0, at.shapes, &at.now) - self.law.size_1 - self.law.size_2;
        if !length.is_finite() {
            return Err(LawFault::NotFinite("the length"));
        }
        self.smallest_gap = self.smallest_gap.min(length);
        let f = self.law.push(length, &mut self.cursor)?;
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
