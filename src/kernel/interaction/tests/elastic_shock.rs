//! Elastic shocks: the force of overlapping nodes.

use std::sync::Arc;

use super::*;
use crate::signal::{Signal, Table};

#[test]
fn nodes_repel_each_other_where_they_overlap() {
    let node =
        |x: f64, phi: [f64; 3]| Attachment { position: [x, 0.0, 0.0], shapes: vec![phi], ..Attachment::default() };
    let mut set = InteractionSet::new(1, Vec::new());
    let spec = ElasticShockSpec {
        node_1: node(0.0, [1.0, 0.0, 0.0]),
        node_2: node(2.0, [-1.0, 0.5, 0.0]),
        law: ElasticShockLaw {
            size_1: 0.25,
            size_2: 0.75,
            force: Signal::Table(Arc::new(Table::linear(vec![0.0, 1.0], vec![0.0, 8.0]))),
        },
    };
    set.add(spec.clone()).unwrap();
    let mut stored = [0.0; 2];
    let mut at = |q: f64| {
        let mut force = [0.0];
        set.evaluate(0.0, 0.1, &[q], &[0.0], &mut force).unwrap();
        set.store(&mut stored);
        (force[0], stored)
    };
    assert_eq!(at(0.25), (0.0, [0.0, 0.5]));
    assert_eq!(at(0.625), (-4.0, [2.0, -0.25]));
    assert!(set.add(ElasticShockSpec { node_2: spec.node_1.clone(), ..spec }).is_err());
}
