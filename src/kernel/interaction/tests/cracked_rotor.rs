//! Cracked rotors: the hinge without breathing, and the coupling of the two bendings.

use super::*;
use crate::signal::Signal;

fn moment(k: f64, dk: f64, turn: f64, jump: [f64; 3]) -> ([f64; 3], [f64; 3]) {
    let mut set = InteractionSet::new(3, Vec::new());
    set.add(CrackedRotorSpec {
        axis: [2.0, 0.0, 0.0],
        jumps: vec![[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        angle: ShaftAngle::Uniform { initial: turn, speed: 0.0 },
        stiffness: Signal::Constant(k),
        derivative: Signal::Constant(dk),
    })
    .unwrap();
    let (mut force, mut stored) = ([0.0; 3], [0.0; 3]);
    set.evaluate(0.0, 0.1, &jump, &[0.0; 3], &mut force).unwrap();
    set.store(&mut stored);
    (force, stored)
}

#[test]
fn without_breathing_it_is_an_elastic_hinge_at_any_angle() {
    for turn in [0.0, 0.4, 3.0] {
        let (force, _) = moment(50.0, 0.0, turn, [9.0, 0.3, -0.2]);
        assert!(force[0].abs() < 1e-14);
        assert!((force[1] + 15.0).abs() < 1e-13 && (force[2] - 10.0).abs() < 1e-13, "{force:?}");
    }
}

#[test]
fn the_derivative_couples_the_two_bendings() {
    // d = (., 0, 1): phi = 0; M_2 = K'/2, M_3 = K.
    let (force, stored) = moment(50.0, 8.0, 0.0, [0.0, 0.0, 1.0]);
    assert_eq!((force, stored), ([0.0, -4.0, -50.0], [0.0, 4.0, 50.0]));
    let (_, stored) = moment(50.0, 8.0, 0.0, [0.0, -1.0, 0.0]);
    assert_eq!(stored, [270.0, -50.0, 4.0]);
}
