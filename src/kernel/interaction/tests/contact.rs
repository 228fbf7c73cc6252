//! Contacts against closed forms.

use super::*;

#[test]
fn a_mass_bounces_between_two_planes_with_the_closed_form_period() {
    // Speed 1, planes at ±0.1, stiffness 1e4: half an oscillation of period 2 pi/100 in each contact.
    let mut set = InteractionSet::new(3, Vec::new());
    let place = placement(shape("PLAN_Y"), free_node([0.0; 3], 0, 3), None, [0.0, 0.0, 1.0]);
    // Normal Z: local y is global Y, coordinate 1.
    set.add(contact(place, 1e4, 0.0, NO_FRICTION)).unwrap();
    let (mut q, mut v) = ([0.0; 3], [0.0, 1.0, 0.0]);
    let (mut impacts, mut before, mut deepest) = (Vec::new(), 1.0, 0.0f64);
    time_loop(
        &mut set,
        (&mut q, &mut v),
        (1e-5, 60_000),
        |_, _| 0.0,
        |t, q, v| {
            if v[1] * before < 0.0 {
                impacts.push(t);
                before = v[1];
            }
            deepest = deepest.max(q[1].abs() - 0.1);
        },
    );
    let half = std::f64::consts::PI / 100.0;
    let expected = [0.1 + half / 2.0, 0.3 + 1.5 * half, 0.5 + 2.5 * half];
    assert_eq!(impacts.len(), 3);
    for (found, exact) in impacts.iter().zip(expected) {
        assert!((found - exact).abs() < 3e-5, "{found} {exact}");
    }
    assert!((deepest - 0.01).abs() < 1e-5, "{deepest}");
}

#[test]
fn an_oscillator_with_coulomb_friction_loses_twice_the_stuck_length_each_half_cycle() {
    // k = 100, m = 1, mu N = 2: the amplitude loses 2 mu N/k = 0.04 each half cycle; from 0.21 it stops
    // after five of them, at -0.01, inside the band |x| < mu N/k = 0.02.
    let mut set = InteractionSet::new(3, Vec::new());
    let place =
        Placement { gap: 0.5, ..placement(shape("PLAN_Z"), free_node([0.0, 0.0, 1.0], 0, 3), None, [0.0, 1.0, 0.0]) };
    let friction = Friction { mu_static: 0.1, mu_dynamic: 0.1, stiffness: 1e6, damping: 2e3, one_direction: false };
    set.add(contact(place, 40.0, 0.0, friction)).unwrap();
    let (mut q, mut v) = ([0.21, 0.0, 0.0], [0.0; 3]);
    let h = 1e-5;
    let half = std::f64::consts::PI / 10.0;
    let mut peaks = Vec::new();
    // The normal force is carried by the third coordinate; hold it still with an equal load.
    let mut force = vec![0.0; 3];
    let steps = (6.5 * half / h) as usize;
    set.evaluate(0.0, h, &q, &v, &mut force).unwrap();
    let (mut last, mut a) = (0.0, force[0] - 100.0 * q[0]);
    for i in 1..=steps {
        v[0] += h * a;
        q[0] += h * v[0];
        force.fill(0.0);
        set.evaluate(i as f64 * h, h, &q, &v, &mut force).unwrap();
        a = force[0] - 100.0 * q[0];
        if v[0] * last < 0.0 && q[0].abs() > 0.0105 {
            peaks.push(q[0]);
        }
        last = v[0];
    }
    assert!((force[2] + 20.0).abs() < 1e-12, "{force:?}");
    let expected = [-0.17, 0.13, -0.09, 0.05];
    assert_eq!(peaks.len(), 4, "{peaks:?}");
    for (found, exact) in peaks.iter().zip(expected) {
        assert!((found - exact).abs() < 2e-5, "{found} {exact}");
    }
    assert!((q[0] + 0.01).abs() < 2e-5 && v[0].abs() < 1e-9, "{} {}", q[0], v[0]);
    let mut stored = [0.0; 20];
    set.store(&mut stored);
    assert_eq!(stored[12], 1.0, "it sticks");
    assert!((stored[1].abs() - 1.0).abs() < 1e-3, "the spring is held by friction: {}", stored[1]);
}

#[test]
fn two_nodes_moving_against_each_other_see_half_the_gap_each() {
    // Two masses approaching symmetrically feel the force of one mass against a plane of twice the stiffness.
    let friction = Friction { mu_static: 0.2, mu_dynamic: 0.2, stiffness: 50.0, damping: 1.0, one_direction: false };
    let half = Friction { stiffness: 100.0, damping: 2.0, ..friction };
    let mut pair = InteractionSet::new(6, Vec::new());
    let (a, b) = (free_node([0.0, -0.1, 0.0], 0, 6), free_node([0.0, 0.1, 0.0], 3, 6));
    let place = placement(shape("BI_PLAN_Y"), a, Some(b), [1.0, 0.0, 0.0]);
    pair.add(contact(place, 500.0, 2.0, friction)).unwrap();
    let mut single = InteractionSet::new(3, Vec::new());
    let mut place = placement(shape("PLAN_Y"), free_node([0.0, 0.1, 0.0], 0, 3), None, [1.0, 0.0, 0.0]);
    // Node 2 of the pair reaches the middle when it has moved by 0.1 - 0.055.
    place.gap = 0.2 - 0.055;
    place.origin = Some([0.0, 0.2, 0.0]);
    single.add(contact(place, 1000.0, 4.0, half)).unwrap();
    for n in 0..300 {
        let t = 0.01 * n as f64;
        let (y, w) = (-0.09 * libm::sin(3.0 * t), -0.27 * libm::cos(3.0 * t));
        let (x, u) = (0.01 * libm::sin(7.0 * t), 0.07 * libm::cos(7.0 * t));
        let (mut f_pair, mut f_single) = ([0.0; 6], [0.0; 3]);
        pair.evaluate(t, 0.01, &[-x, -y, 0.0, x, y, 0.0], &[-u, -w, 0.0, u, w, 0.0], &mut f_pair).unwrap();
        single.evaluate(t, 0.01, &[x, y, 0.0], &[u, w, 0.0], &mut f_single).unwrap();
        for k in 0..3 {
            assert!((f_pair[3 + k] - f_single[k]).abs() < 1e-11, "{n}: {f_pair:?} {f_single:?}");
            assert!((f_pair[3 + k] + f_pair[k]).abs() < 1e-13);
        }
    }
}

#[test]
fn a_velocity_without_value_stops_the_run() {
    let mut set = InteractionSet::new(3, Vec::new());
    let place = placement(shape("PLAN_Y"), free_node([0.0; 3], 0, 3), None, [1.0, 0.0, 0.0]);
    set.add(contact(place, 1.0, 1.0, NO_FRICTION)).unwrap();
    let mut force = [0.0; 3];
    let fault = set.evaluate(0.5, 0.1, &[0.0, 0.2, 0.0], &[0.0, f64::NAN, 0.0], &mut force);
    assert!(matches!(fault, Err(InteractionFault::Diverged { interaction: 0, time: 0.5, .. })), "{fault:?}");
    let fault = set.evaluate(0.5, 0.1, &[0.0, f64::NAN, 0.0], &[0.0; 3], &mut force);
    assert!(matches!(fault, Err(InteractionFault::Diverged { .. })), "{fault:?}");
}

#[test]
fn contacts_see_the_motion_of_supports() {
    use crate::signal::Signal;
    let support = SupportMotion { displacement: Some(Signal::Constant(0.15)), velocity: Some(Signal::Constant(2.0)) };
    let mut set = InteractionSet::new(3, vec![support]);
    let mut node = free_node([0.0; 3], 0, 3);
    node.supports = vec![[0.0, 1.0, 0.0]];
    let place = placement(shape("PLAN_Y"), node, None, [1.0, 0.0, 0.0]);
    set.add(contact(place, 10.0, 0.1, NO_FRICTION)).unwrap();
    let mut force = [0.0; 3];
    set.evaluate(0.0, 0.1, &[0.0, 0.05, 0.0], &[0.0, 1.0, 0.0], &mut force).unwrap();
    // Penetration 0.1, approach speed 3: N = 1 + 0.3 towards -y.
    assert!((force[1] + 1.3).abs() < 1e-14, "{force:?}");
}

#[test]
fn stiffness_bounds_keep_the_largest_of_each_mode() {
    let mut set = InteractionSet::new(2, Vec::new());
    let node = Attachment { shapes: vec![[2.0, 0.5, 0.0], [0.0, 0.0, 3.0]], ..Attachment::default() };
    let place = placement(shape("PLAN_Y"), node, None, [1.0, 0.0, 0.0]);
    let friction = Friction { stiffness: 7.0, ..NO_FRICTION };
    set.add(contact(place, 5.0, 0.0, friction)).unwrap();
    let term = |mode, stiffness| ModalStiffness { interaction: 0, mode, stiffness };
    assert_eq!(set.modal_stiffnesses(), [term(0, 28.0), term(1, 63.0)]);
}

/// Positions stored are those of the last evaluation, or of the saved one after the set has gone back to it.
#[test]
fn stored_positions_follow_the_evaluation_that_is_the_last_one() {
    for scale in [1.0, 1e-4] {
        let mut set = InteractionSet::new(6, Vec::new());
        let nodes = (free_node([0.0; 3], 0, 6), free_node([0.0; 3], 3, 6));
        let friction =
            Friction { mu_static: 0.3, mu_dynamic: 0.3, stiffness: 70.0, damping: 0.0, one_direction: false };
        let alone =
            Placement { gap: 0.3 * scale, ..placement(shape("PLAN_Z"), nodes.0.clone(), None, [0.0, 1.0, 0.0]) };
        set.add(contact(alone, 13.0, 0.7, friction)).unwrap();
        let pair = placement(shape("BI_PLAN_Y"), nodes.0, Some(nodes.1), [0.0, 1.0, 0.0]);
        set.add(contact(pair, 13.0, 0.7, friction)).unwrap();
        let q: [f64; 6] = [0.7, -0.31, 1.3, 0.11, 0.9, -0.37].map(|x| scale * x);
        let other: [f64; 6] = q.map(|x| 1.7 * x + 0.3 * scale);
        let positions = |set: &mut InteractionSet| {
            let mut variables = vec![0.0; set.variable_count()];
            set.store(&mut variables);
            [variables[3..6].to_vec(), variables[23..29].to_vec()].concat()
        };
        let evaluate = |set: &mut InteractionSet, q: &[f64; 6]| {
            set.evaluate(0.0, 1e-3, q, &[0.0; 6], &mut [0.0; 6]).unwrap();
            positions(set)
        };
        let first = evaluate(&mut set, &q);
        set.save();
        let second = evaluate(&mut set, &other);
        assert!(first.iter().zip(&second).filter(|(a, b)| a != b).count() >= 6, "{first:?} {second:?}");
        set.restore();
        assert_eq!(positions(&mut set), first);
        assert_eq!(evaluate(&mut set, &q), first);
        assert_eq!(evaluate(&mut set, &other), second);
        let mut fresh = set.clone();
        assert_eq!(evaluate(&mut fresh, &q), first);
    }
}
