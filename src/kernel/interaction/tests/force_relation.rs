//! Force relations against a closed form and on several modes.

use std::sync::Arc;

use super::*;
use crate::signal::{Signal, Table};

#[test]
fn a_cubic_spring_keeps_the_period_of_its_elliptic_integral() {
    // x'' = -x³ from rest at 1: period 4 K(1/sqrt 2) = 7.416298709205487.
    let x: Vec<f64> = (0..=4000).map(|i| -1.5 + 3.0 * f64::from(i) / 4000.0).collect();
    let g = x.iter().map(|x| -x * x * x).collect();
    let mut set = InteractionSet::new(1, Vec::new());
    let function = Signal::Table(Arc::new(Table::linear(x, g)));
    set.add(ForceRelationSpec { shape: vec![1.0], function, of_velocity: false }).unwrap();
    let (h, mut q, mut v) = (1e-3, 1.0, 0.0);
    let force = |set: &mut InteractionSet, t: f64, q: f64, v: f64| {
        let mut f = [0.0];
        set.evaluate(t, h, &[q], &[v], &mut f).unwrap();
        f[0]
    };
    let mut a = force(&mut set, 0.0, q, v);
    v -= h / 2.0 * a;
    let (mut turns, mut period) = (0, 0.0);
    for i in 1..20_000 {
        let before = v;
        v += h * a;
        if before < 0.0 && v >= 0.0 || before > 0.0 && v <= 0.0 {
            turns += 1;
            let t = (f64::from(i) - 1.5) * h + h * before / (before - v);
            // The first turn is the start.
            if turns == 5 {
                period = t / 2.0;
            }
        }
        q += h * v;
        a = force(&mut set, f64::from(i) * h, q, v);
    }
    assert!((period - 7.416298709205487).abs() < 2e-6, "{period}");
}

#[test]
fn a_force_of_velocity_acts_on_its_component_in_every_mode() {
    let mut set = InteractionSet::new(2, Vec::new());
    let function = Signal::Table(Arc::new(Table::linear(vec![-10.0, 0.0, 10.0], vec![5.0, 0.0, -5.0])));
    set.add(ForceRelationSpec { shape: vec![2.0, -1.0], function, of_velocity: true }).unwrap();
    let mut force = [1.0, 1.0];
    set.evaluate(0.0, 0.1, &[9.0, 9.0], &[3.0, 2.0], &mut force).unwrap();
    assert_eq!(force, [-3.0, 3.0]);
    let mut stored = [0.0; 3];
    set.store(&mut stored);
    assert_eq!(stored, [4.0, -2.0, 1.0]);
}
