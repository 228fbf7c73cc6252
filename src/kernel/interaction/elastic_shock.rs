//! Elastic shock between two nodes along the line that joins them (CHOC_ELAS_TRAC).
//!
//! Length `L = x2 - x1 - d1 - d2` along the initial line; where `L <= 0` they repel each other with `FX(-L)`.

use super::fault::LawFault;
use super::law::Law;
use super::link::{Link, NoDirection};
use super::motion::{Attachment, State};
use super::set::InteractionSet;
use crate::kernel::signal::Signal;

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

#[derive(Clone, Debug)]
pub(super) struct ElasticShock {
    link: Link,
    size_1: f64,
    size_2: f64,
    function: Signal,
    cursor: usize,
    /// Force and length at the last evaluation of positive sub-step.
    pub stored: [f64; 2],
    pub saved: [f64; 2],
}

pub(super) const WIDTH: usize = 2;

impl InteractionSet {
    pub fn add_elastic_shock(&mut self, spec: &ElasticShockSpec) -> Result<(), NoDirection> {
        let link = Link::new(&spec.node_1, &spec.node_2, self.shapes_mut())?;
        let (size_1, size_2, function) = (spec.size_1, spec.size_2, spec.force.clone());
        let (stored, saved) = ([0.0; 2], [0.0; 2]);
        self.push(Law::ElasticShock(Box::new(ElasticShock {
            link,
            size_1,
            size_2,
            function,
            cursor: 0,
            stored,
            saved,
        })));
        Ok(())
    }
}

impl ElasticShock {
    pub fn evaluate(&mut self, at: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
        let length = self.link.relative.displacement(0, at.shapes, &at.now) - self.size_1 - self.size_2;
        if !length.is_finite() {
            return Err(LawFault::NotFinite("the length"));
        }
        let f = if length <= 0.0 { self.function.evaluate(-length, &mut self.cursor)? } else { 0.0 };
        if at.step > 0.0 {
            self.stored = [f, length];
        }
        // Node 2 is pushed along x, node 1 the other way.
        self.link.relative.push(0, f, at.shapes, force);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::kernel::signal::Table;

    #[test]
    fn nodes_repel_each_other_where_they_overlap() {
        let node =
            |x: f64, phi: [f64; 3]| Attachment { position: [x, 0.0, 0.0], shapes: vec![phi], ..Attachment::default() };
        let mut set = InteractionSet::new(1, Vec::new());
        let spec = ElasticShockSpec {
            node_1: node(0.0, [1.0, 0.0, 0.0]),
            node_2: node(2.0, [-1.0, 0.5, 0.0]),
            size_1: 0.25,
            size_2: 0.75,
            force: Signal::Table(Arc::new(Table::linear(vec![0.0, 1.0], vec![0.0, 8.0]))),
        };
        set.add_elastic_shock(&spec).unwrap();
        let mut stored = [0.0; 2];
        let mut at = |q: f64| {
            let mut force = [0.0];
            set.evaluate(0.0, 0.1, &[q], &[0.0], &mut force).unwrap();
            set.store(&mut stored);
            (force[0], stored)
        };
        assert_eq!(at(0.25), (0.0, [0.0, 0.5]));
        assert_eq!(at(0.625), (-4.0, [2.0, -0.25]));
        assert!(set.add_elastic_shock(&ElasticShockSpec { node_2: spec.node_1.clone(), ..spec }).is_err());
    }
}
