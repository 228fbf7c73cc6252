//! One point by hand, points side by side, a wedge, many points against their laws.

use super::*;

fn problem(
    count: usize,
    laws: &[(NormalLaw, TangentialLaw)],
    w: impl Fn(usize, usize) -> f64,
    b: &[f64],
) -> ContactProblem {
    let mut problem = ContactProblem::default();
    problem.reset(count);
    problem.laws.copy_from_slice(laws);
    for i in 0..3 * count {
        for j in 0..3 * count {
            problem.w[i * 3 * count + j] = w(i, j);
        }
    }
    problem.b.copy_from_slice(b);
    problem
}

const REST: TangentialLaw = TangentialLaw::Rest { mu_static: 0.5, mu_dynamic: 0.4, along: [true, false] };

#[test]
fn a_point_sticks_within_its_bound_and_slips_beyond_it() {
    let identity = |i: usize, j: usize| if i == j { 2.0 } else { 0.0 };
    let mut p = problem(1, &[(NormalLaw::Given(10.0), REST)], identity, &[0.0, 8.0, 0.0]);
    assert!(p.solve(50, 1e-14).exact);
    assert_eq!((p.p[1], p.u[1], p.statuses[0].sticks), (-4.0, 0.0, true));
    let mut p = problem(1, &[(NormalLaw::Given(10.0), REST)], identity, &[0.0, -12.0, 0.0]);
    assert!(p.solve(50, 1e-14).exact);
    assert_eq!((p.p[1], p.u[1], p.statuses[0].sticks), (4.0, -4.0, false));
}

#[test]
fn an_open_contact_has_no_reaction_and_a_closed_one_no_motion() {
    let identity = |i: usize, j: usize| if i == j { 1.0 } else { 0.0 };
    let law = (NormalLaw::Unilateral, REST);
    let mut p = problem(2, &[law, law], identity, &[1.0, 3.0, 0.0, -2.0, 3.0, 0.0]);
    assert!(p.solve(50, 1e-14).exact);
    assert_eq!(p.p, [0.0, 0.0, 0.0, 2.0, -0.8, 0.0]);
    assert_eq!([p.u[0], p.u[3]], [1.0, 0.0]);
}

#[test]
fn two_contacts_that_hold_the_same_motion_share_the_force() {
    let same = |i: usize, j: usize| if i % 3 == j % 3 { 1.0 } else { 0.0 };
    let law = (NormalLaw::Unilateral, TangentialLaw::None);
    let mut p = problem(2, &[law, law], same, &[-2.0, 0.0, 0.0, -2.0, 0.0, 0.0]);
    let outcome = p.solve(50, 1e-14);
    assert!(outcome.exact && outcome.redundant, "{outcome:?}");
    assert!((p.p[0] - 1.0).abs() < 1e-9 && (p.p[3] - 1.0).abs() < 1e-9, "{:?}", p.p);
}

/// The direction of slip is that of the motion, in two directions with different mobilities.
#[test]
fn slip_in_the_plane_is_opposed_to_the_motion() {
    let w = |i: usize, j: usize| match (i, j) {
        (1, 1) => 2.0,
        (2, 2) => 1.0,
        (1, 2) | (2, 1) => 0.3,
        _ => 0.0,
    };
    let law = TangentialLaw::Rest { mu_static: 0.5, mu_dynamic: 0.5, along: [true, true] };
    let mut p = problem(1, &[(NormalLaw::Given(4.0), law)], w, &[0.0, 9.0, -7.0]);
    assert!(p.solve(500, 1e-14).exact);
    let (r, u) = ([p.p[1], p.p[2]], [p.u[1], p.u[2]]);
    let speed = (u[0] * u[0] + u[1] * u[1]).sqrt();
    for k in 0..2 {
        assert!((r[k] + 2.0 * u[k] / speed).abs() < 1e-13, "{r:?} {u:?}");
    }
}

/// Forty points of a chain, forces drawn without luck: the laws hold to rounding.
#[test]
fn many_points_obey_their_laws() {
    // So much friction that many of the closed points stick.
    const MU: f64 = 1.0;
    let count = 40;
    let mut seed = 12345_u64;
    let mut draw = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 11) as f64 / (1u64 << 53) as f64 - 0.5
    };
    let rows: Vec<Vec<f64>> = (0..3 * count).map(|_| (0..150).map(|_| draw()).collect()).collect();
    let w = |i: usize, j: usize| rows[i].iter().zip(&rows[j]).map(|(a, b)| a * b).sum::<f64>();
    let b: Vec<f64> = (0..3 * count).map(|_| 10.0 * draw()).collect();
    let law = TangentialLaw::Rest { mu_static: MU, mu_dynamic: MU, along: [true, false] };
    let mut p = problem(count, &vec![(NormalLaw::Unilateral, law); count], w, &b);
    let outcome = p.solve(500, 1e-14);
    assert!(outcome.exact, "{outcome:?}");
    let (mut open, mut stick, mut slip) = (0, 0, 0);
    for i in 0..count {
        let (pn, pt, un, ut) = (p.p[3 * i], p.p[3 * i + 1], p.u[3 * i], p.u[3 * i + 1]);
        assert!(pn >= -1e-10 && un >= -1e-10 && (pn * un).abs() < 1e-10, "{i}: {pn} {un}");
        assert!(pt.abs() <= MU * pn + 1e-10);
        match (pn > 1e-9, ut.abs() > 1e-9) {
            (false, _) => open += 1,
            (true, false) => stick += 1,
            (true, true) => {
                slip += 1;
                assert!((pt + MU * pn * ut.signum()).abs() < 1e-10);
            }
        }
    }
    assert!(open > 3 && stick > 3 && slip > 3, "{open} {stick} {slip}");
}

/// Three pressed points so coupled that the relaxation is long: the friction that holds all of them.
#[test]
fn pressed_points_stick_whatever_the_relaxation_takes() {
    let w = |i: usize, j: usize| match (i, j) {
        _ if i == j => 0.7,
        _ if i % 3 == 1 && j % 3 == 1 => 0.66,
        _ => 0.0,
    };
    let law = (NormalLaw::Given(13.0), REST);
    let b = [0.0, 1.45, 0.0, 0.0, 1.3, 0.0, 0.0, 1.25, 0.0];
    let mut p = problem(3, &[law; 3], w, &b);
    let outcome = p.solve(400, 1e-14);
    assert!(outcome.exact && outcome.sweeps >= 12, "{outcome:?}");
    for i in 0..3 {
        assert!(p.statuses[i].sticks && p.u[3 * i + 1].abs() < 1e-14 && p.p[3 * i] == 13.0, "{i}: {:?}", p.statuses);
    }
}

/// Between the dynamic and the static bound a point at rest is held, whatever rounding leaves of its speed.
#[test]
fn a_residual_speed_of_rounding_is_no_slip() {
    for mass in [0.3, 0.7, 0.8, 1.1, 1.3, 2.9] {
        for step in [1e-2, 7e-4, 1e-4, 1e-9] {
            let w = |i: usize, j: usize| if i == j { 1.0 / mass } else { 0.0 };
            let law = TangentialLaw::Rest { mu_static: 0.37, mu_dynamic: 0.19, along: [true, false] };
            let b = [-13.0 * step / mass, 0.31 * 13.0 * step / mass, 0.0];
            let mut p = problem(1, &[(NormalLaw::Unilateral, law)], w, &b);
            assert!(p.solve(50, 1e-14).exact && p.statuses[0].sticks, "{mass} {step}: {:?}", p.p);
        }
    }
}

/// Other motions with the same matrix: what is solved for the statuses of before is what is solved anew.
#[test]
fn a_problem_solved_again_has_the_solution_of_one_solved_anew() {
    let mut seed = 4321_u64;
    let mut draw = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 11) as f64 / (1u64 << 53) as f64 - 0.5
    };
    let mut anew_after_all = 0;
    for (count, scale) in [(1, 0.7), (1, 1.3e-4), (3, 0.7), (3, 1.3e4)] {
        let rows: Vec<Vec<f64>> = (0..3 * count).map(|_| (0..20).map(|_| draw()).collect()).collect();
        let w = |i: usize, j: usize| scale * rows[i].iter().zip(&rows[j]).map(|(a, b)| a * b).sum::<f64>();
        let law = TangentialLaw::Rest { mu_static: 0.3, mu_dynamic: 0.3, along: [true, false] };
        let laws = vec![(NormalLaw::Unilateral, law); count];
        let mut b: Vec<f64> = (0..3 * count).map(|_| scale * draw()).collect();
        let mut kept = problem(count, &laws, w, &b);
        assert!(kept.solve(500, 1e-14).exact);
        let mut again = 0;
        for _ in 0..200 {
            b.iter_mut().for_each(|b| *b += 0.3 * scale * draw());
            kept.b.copy_from_slice(&b);
            let mut anew = problem(count, &laws, w, &b);
            assert!(anew.solve(500, 1e-14).exact);
            match kept.solve_again() {
                Some(outcome) => {
                    assert!(outcome.exact && outcome.sweeps == 0);
                    again += 1;
                }
                None => {
                    assert!(kept.solve(500, 1e-14).exact);
                    anew_after_all += 1;
                }
            }
            for (a, b) in [(&kept.p, &anew.p), (&kept.u, &anew.u)] {
                let size = b.iter().fold(1e-3 * scale.min(1.0), |m, x| x.abs().max(m));
                assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9 * size), "{count}: {a:?} {b:?}");
            }
        }
        assert!(again > 20, "{count}: {again}");
    }
    assert!(anew_after_all > 0);
}
