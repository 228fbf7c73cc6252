//! DIS_CONTACT and DIS_CHOC under prescribed motion.

use super::*;
use crate::laws::{Contact, Distances, PenaltyContact};

const RIGID: Distances = Distances { distance_1: 0.2, distance_2: 0.3, gap: 0.0 };

fn contact(scale: f64) -> Contact {
    Contact {
        normal: Some(700.0 * scale),
        tangential: 1300.0 * scale,
        friction: 0.3,
        normal_damping: 0.0,
        tangential_damping: 0.0,
        distances: RIGID,
        applied_over: None,
    }
}

fn penalty(scale: f64) -> PenaltyContact {
    PenaltyContact {
        normal: Some(700.0 * scale),
        tangential: Some(1300.0 * scale),
        friction: 0.3,
        dampings: [0.0; 2],
        distances: RIGID,
        corner: None,
    }
}

/// Gap of the bench: 0.51 - 0.2 - 0.3.
const REST: [f64; 3] = [0.51, 0.0, 0.0];

/// Exact Coulomb path in the plane: normal force held, the tangential displacement goes to `u` in small straight pieces;
/// gives the friction force. Return mapping in a thousand pieces, which is the limit of both laws.
fn coulomb(path: &[[f64; 2]], kt: f64, bound: f64) -> Vec<[f64; 2]> {
    let (mut q, mut at) = ([0.0; 2], [0.0; 2]);
    let mut out = Vec::new();
    for to in path {
        let pieces = 4000;
        for _ in 0..pieces {
            for i in 0..2 {
                q[i] += kt * (to[i] - at[i]) / f64::from(pieces);
            }
            let size = libm::hypot(q[0], q[1]);
            if size > bound {
                q = q.map(|x| x * bound / size);
            }
        }
        at = *to;
        out.push(q);
    }
    out
}

#[test]
fn integrated_friction_follows_the_exact_path() {
    let path = [[0.0003, 0.0], [0.004, 0.001], [0.0035, 0.0031], [-0.002, 0.0], [-0.0021, -0.003]];
    for (scale, length) in [(1.0, 1.0), (1e4, 1e-3)] {
        let mut law = contact(scale);
        law.distances = Distances { distance_1: 0.2 * length, distance_2: 0.3 * length, gap: 0.0 };
        let mut bench = Bench::new(law, LINK, &[0.0, 0.0, 0.0], [0.51 * length, 0.0, 0.0]);
        let pressed = -0.015 * length;
        // Pressed without friction yet: the tangential force starts at zero.
        bench.advance(&[pressed, 0.0, 0.0], 0.3).unwrap();
        let normal = 700.0 * scale * (pressed + 0.01 * length);
        assert_close(bench.forces[3] / normal, 1.0, 1e-5);
        let scaled = path.map(|p| p.map(|x| x * length));
        let expected = coulomb(&scaled, 1300.0 * scale, 0.3 * normal.abs());
        for (to, expected) in scaled.into_iter().zip(expected) {
            bench.advance(&[pressed, to[0], to[1]], 0.7).unwrap();
            for i in 0..2 {
                // The threshold is found inside of the integrator only.
                assert_close(bench.forces[4 + i] / normal, expected[i] / normal, 3e-3);
            }
        }
        bench.advance(&[0.02 * length, 0.0, 0.0], 0.2).unwrap();
        assert_eq!(bench.forces[3], 0.0);
        assert_eq!(bench.matrix[0], 0.0);
    }
}

#[test]
fn return_mapping_follows_straight_slip_exactly() {
    for scale in [1.0, 1e4] {
        let mut bench = Bench::new(penalty(scale), LINK, &[0.0, 0.0, 0.0], REST);
        let normal = -700.0 * scale * 0.005;
        let bound = 0.3 * normal.abs();
        let kt = 1300.0 * scale;
        // Stick, slip, reversal in stick, slip the other way.
        for (u, force, state) in
            [(0.0006, kt * 0.0006, 0.0), (0.004, bound, 1.0), (0.0035, bound - kt * 0.0005, 0.0), (-0.002, -bound, 1.0)]
        {
            bench.advance(&[-0.015, u, 0.0], 0.3).unwrap();
            assert_close(bench.forces[3] / scale, normal / scale, 1e-11);
            assert_close(bench.forces[4] / scale, force / scale, 1e-11);
            assert_eq!(bench.memory[3], state);
        }
        bench.advance(&[0.02, 0.0, 0.0], 0.3).unwrap();
        assert!(bench.forces.iter().chain(&bench.matrix).all(|x| *x == 0.0));
        assert_eq!(bench.memory[3], 2.0);
    }
}

/// Largest difference of the matrix with central differences of the forces, relative to its largest entry.
fn tangent_fault(bench: &Bench, increment: &[f64], size: f64) -> f64 {
    let at = bench.evaluate(Ask::Full, 2, increment, 0.3).unwrap();
    let n = increment.len();
    let mut nodal = vec![0.0; n];
    let mut force = |increment: &[f64]| {
        let after = bench.evaluate(Ask::Forces, 2, increment, 0.3).unwrap();
        crate::laws::nodal_forces(bench.layout, &after.forces, &mut nodal);
        nodal.clone()
    };
    let largest = at.matrix.iter().fold(0.0f64, |m, x| m.max(x.abs()));
    let mut fault: f64 = 0.0;
    for column in 0..n {
        let (mut more, mut less) = (increment.to_vec(), increment.to_vec());
        more[column] += size;
        less[column] -= size;
        let (more, less) = (force(&more), force(&less));
        for row in 0..n {
            let slope = (more[row] - less[row]) / (2.0 * size);
            fault = fault.max((slope - at.matrix[row * n + column]).abs() / largest);
        }
    }
    fault
}

#[test]
fn tangents_of_the_return_mapping_are_consistent() {
    let mut bench = Bench::new(penalty(1.0), LINK, &[0.0, 0.0, 0.0], REST);
    bench.advance(&[-0.015, 0.0003, 0.0001], 0.3).unwrap();
    for u in [[-0.001, 0.0001, -0.0002], [0.001, 0.004, -0.0021], [-0.003, 0.0, 0.0]] {
        let increment = [0.0, 0.0, 0.0, u[0], u[1], u[2]];
        let fault = tangent_fault(&bench, &increment, 1e-8);
        assert!(fault < 1e-6, "{u:?}: {fault}");
    }
}

#[test]
fn the_first_evaluation_of_a_dynamic_step_is_linear() {
    let mut bench = Bench::new(contact(1.0), LINK, &[0.0, 0.0, 0.0], REST);
    bench.dynamic = true;
    let increment = [0.0, 0.0, 0.0, -0.015, 0.002, 0.0];
    let forces = bench.evaluate(Ask::Forces, 1, &increment, 0.3).unwrap();
    assert_close(forces.forces[3], -700.0 * 0.005, 1e-11);
    assert_eq!(forces.memory, bench.memory);
    let full = bench.evaluate(Ask::Full, 1, &increment, 0.3).unwrap();
    assert_eq!((full.forces[3], full.matrix[0]), (0.0, 700.0));
    let open = bench.evaluate(Ask::Full, 1, &[0.0; 6], 0.3).unwrap();
    assert_eq!((open.forces[3], open.matrix[0]), (0.0, 0.0));
    let second = bench.evaluate(Ask::Full, 2, &increment, 0.3).unwrap();
    assert_eq!(second.memory[8], 1.0);
}

#[test]
fn distances_grow_between_two_instants() {
    let mut law = contact(1.0);
    law.applied_over = Some([1.0, 3.0]);
    let mut bench = Bench::new(law, LINK, &[0.0, 0.0, 0.0], [0.3, 0.0, 0.0]);
    // The sizes exceed the length by 0.2: contact at 3/5 of the interval, then kn times what is left.
    for dt in [1.0, 0.7, 0.9, 0.4, 1.0] {
        bench.advance(&[0.0; 3], dt).unwrap();
    }
    assert_close(bench.memory[7], 0.3 - 0.5, 1e-12);
    assert_close(bench.forces[3], -700.0 * 0.2, 0.05);
}

#[test]
fn dashpots_follow_the_contact_of_the_last_matrix() {
    let law = PenaltyContact { friction: 0.0, dampings: [7.0, 3.0], ..penalty(1.0) };
    let mut bench = Bench::new(law, LINK, &[0.0, 0.0, 0.0], REST);
    bench.behaviour.parallel = [5.0, 0.0, 0.0];
    let dampings = |bench: &Bench| {
        let mut damping = vec![0.0; 36];
        bench.behaviour.add_dashpots(LINK, &bench.matrix, &mut damping);
        [damping[0], damping[3], damping[7], damping[21]]
    };
    bench.advance(&[-0.015, 0.0, 0.0], 0.3).unwrap();
    assert_eq!(dampings(&bench), [7.0, -7.0, 3.0, 7.0]);
    bench.advance(&[0.015, 0.0, 0.0], 0.3).unwrap();
    assert_eq!(dampings(&bench), [0.0; 4]);
}

#[test]
fn corners_push_along_the_axis_of_least_overlap() {
    let parameters = crate::laws::Parameters {
        numbers: [("RIGI_NOR".to_string(), 900.0)].into(),
        lists: [("PRECISION".to_string(), vec![0.01; 3])].into(),
        texts: [("CONTACT".to_string(), "COIN_2D".to_string())].into(),
        ..Default::default()
    };
    let law = PenaltyContact::new(&parameters).unwrap();
    let mut bench = Bench::new(law, LINK, &[0.0, 0.0, 0.0], [0.3, -0.4, 0.001]);
    // x overlaps by 0.02, y is still open.
    bench.advance(&[-0.32, 0.1, 0.0], 0.3).unwrap();
    assert!(bench.forces.iter().all(|f| *f == 0.0));
    // x by 0.02, y by 0.05: along x.
    bench.advance(&[-0.32, 0.45, 0.0], 0.3).unwrap();
    assert_close(bench.forces[3], -900.0 * 0.02, 1e-12);
    assert_eq!((bench.forces[4], bench.matrix[0], bench.matrix[7]), (0.0, 900.0, 0.0));
    // A spring of 460 N/m along a diagonal of X and Y keeps 230 N/m between the two; its frame is turned by 45 degrees about Z.
    let k = 0.5_f64.sqrt();
    let mut turned =
        Bench::new(PenaltyContact::new(&parameters).unwrap(), LINK, &[460.0, 0.0, 0.0], [k * 0.7, k * 0.1, 0.001]);
    turned.frame = [[k, k, 0.0], [-k, k, 0.0], [0.0, 0.0, 1.0]];
    // In the mesh (0.3, 0.4) along X and Y; X overlaps by 0.02, Y by 0.05.
    let (x, y) = (-0.32, -0.45);
    turned.advance(&[k * (x + y), k * (y - x), 0.0], 0.3).unwrap();
    // 900 on X, 0 on Y and Z, 230 between X and Y.
    let local = [[0.5 * 900.0 + 230.0, -0.5 * 900.0], [-0.5 * 900.0, 0.5 * 900.0 - 230.0]];
    for (i, row) in local.iter().enumerate() {
        for (j, value) in row.iter().enumerate() {
            assert_close(turned.matrix[i * 6 + j], *value, 1e-11);
            assert_close(turned.matrix[(3 + i) * 6 + j], -value, 1e-11);
        }
        assert_close(turned.matrix[i * 6 + 2] + turned.matrix[2 * 6 + 2], 0.0, 1e-12);
    }
    assert_close(turned.forces[3] * k - turned.forces[4] * k, -900.0 * 0.02, 1e-11);
    assert_close(turned.forces[3] * k + turned.forces[4] * k, 0.0, 1e-11);
    let plane = Bench::new(PenaltyContact::new(&parameters).unwrap(), LINK, &[0.0; 3], [0.3, 0.001, 0.001]);
    assert_eq!(plane.evaluate(Ask::Full, 2, &[0.0; 6], 0.1).unwrap_err(), LawFault::Corner(2));
}
