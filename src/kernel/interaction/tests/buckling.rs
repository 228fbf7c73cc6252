//! Buckling stops against their law, penetration by penetration.

use std::sync::Arc;

use super::*;
use crate::signal::{Signal, Table};

/// Force on the node and stored variables at penetrations and velocities given in turn.
fn follow(damped_criterion: bool, damping: f64, path: &[(f64, f64)]) -> Vec<(f64, [f64; 12])> {
    let node_1 = Attachment { shapes: vec![[0.0, 1.0, 0.0]], ..Attachment::default() };
    let placement = Placement {
        obstacle: ObstacleShape::named("PLAN_Y", Vec::new()).unwrap(),
        node_1,
        node_2: None,
        normal: [1.0, 0.0, 0.0],
        twist: None,
        origin: None,
        gap: 1.0,
        sizes: [0.0, 0.0],
    };
    let mut set = InteractionSet::new(1, Vec::new());
    set.add(BucklingSpec {
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
    let path = [(0.025, 0.0), (0.1, 0.0), (0.3, 0.0), (0.28, 0.0), (0.265, 0.0), (0.2, 0.0), (-0.1, 0.0), (0.29, 0.0)];
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
