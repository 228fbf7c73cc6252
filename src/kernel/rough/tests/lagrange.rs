//! Multipliers: against the penalty method, which they are the limit of.

use super::super::*;
use super::{asperities, strip};

const MULTIPLIERS: Law = Law::Lagrange { residual: 1e-12, sweeps: 200 };

/// Displacement of the observed point at the end.
fn last(problem: &SlidingProblem) -> f64 {
    let (run, fault) = run(problem, &mut |_| true);
    assert_eq!(fault, None);
    *run.points[0].displacement.last().unwrap()
}

#[test]
fn bodies_at_rest_are_the_limit_of_stiff_penalties() {
    // Both beams pinned and damped, pressed on one another by 0.3 micrometres: after 0.4 ms they are at rest.
    let mut problem = SlidingProblem { speed: 0.0, step: 2e-8, ..asperities(4, 0.0, 20_000) };
    problem.observations[0].every = 20_000;
    problem.clearance = problem.touching_clearance() - 3e-7;
    problem.beams.iter_mut().for_each(|beam| beam.damping.fill(0.7));
    let law = MULTIPLIERS;
    let limit = last(&SlidingProblem { law, ..problem.clone() });
    let away = [2e14, 4e14, 8e14].map(|stiffness| {
        let law = Law::Penalty { stiffness };
        (last(&SlidingProblem { law, ..problem.clone() }) - limit).abs()
    });
    assert!(away[0] < 1e-3 * limit.abs() && away[2] > 1e-6 * limit.abs(), "{away:?} of {limit}");
    for pair in away.windows(2) {
        assert!((pair[0] / pair[1] - 2.0).abs() < 0.1, "{away:?} of {limit}");
    }
}

#[test]
fn the_moving_asperity_follows_that_of_a_stiff_penalty() {
    let motion = |law: Law| {
        let (run, fault) = run(&SlidingProblem { law, ..asperities(6, 0.0, 28_000) }, &mut |_| true);
        assert_eq!(fault, None);
        assert!(run.residual < 1e-10 * run.exchanged);
        run.points[0].displacement.clone()
    };
    let limit = motion(MULTIPLIERS);
    let square = |values: &mut dyn Iterator<Item = f64>| values.map(|u| u * u).sum::<f64>();
    let away = [5e11, 5e12, 5e13].map(|stiffness| {
        let penalty = motion(Law::Penalty { stiffness });
        (square(&mut penalty.iter().zip(&limit).map(|(a, b)| a - b)) / square(&mut limit.iter().copied())).sqrt()
    });
    // At ten times Young's modulus nodes sink in by as much as the beams bend.
    assert!(away[0] < 0.3 && away[2] < 0.01, "{away:?}");
    assert!(away.windows(2).all(|pair| pair[0] > 4.0 * pair[1]), "{away:?}");
}

#[test]
fn a_corner_that_no_motion_opens_is_said() {
    // The pinned ends of two beams, closer than their heights.
    let mut problem = SlidingProblem { law: MULTIPLIERS, speed: 0.0, ..asperities(3, 0.0, 10) };
    problem.clearance = -1e-9;
    let (done, fault) = run(&problem, &mut |_| true);
    assert!(matches!(fault, Some(SlidingFault::Multipliers { step: 1, .. })), "{fault:?}");
    assert_eq!(done.steps, 0);
    // A flat block on a flat strip: one change cannot close both ends.
    let mut problem =
        SlidingProblem { law: Law::Lagrange { residual: 1e-12, sweeps: 1 }, speed: 0.0, ..strip(5, 1000) };
    problem.heights = [2001, 201].map(|count| std::sync::Arc::new(vec![0.0; count]));
    problem.clearance = 1e-9;
    assert!(matches!(run(&problem, &mut |_| true).1, Some(SlidingFault::Multipliers { .. })));
    problem.law = MULTIPLIERS;
    assert_eq!(run(&problem, &mut |_| true).1, None);
}
