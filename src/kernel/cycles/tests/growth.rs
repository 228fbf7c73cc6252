//! Multipliers against what a small disturbance becomes in a run of EVENEMENT, and where long runs go.

use super::*;
use crate::transient::event_driven::EventOptions;
use crate::transient::tests::complete;
use crate::transient::{Dynamics, ModalProblem, ModalScheme, Schedule, Start as RunStart};

/// State of a run of EVENEMENT after so many periods, from a state at phase 0.
fn after(equations: &Equations, x: &[f64], periods: f64) -> Vec<f64> {
    let n = x.len() / 2;
    let end = periods / equations.frequency;
    let run = complete(ModalProblem {
        dynamics: Dynamics::new(
            equations.system.clone(),
            equations.forcing.at(n, equations.frequency),
            equations.interactions.clone(),
        ),
        start: RunStart::Fresh { q: x[..n].to_vec(), v: x[n..].to_vec() },
        schedule: Schedule::new(0.0, end, 0.1 / equations.frequency, None, &[]).unwrap(),
        scheme: ModalScheme::EventDriven(EventOptions { tolerance: 1e-12 }),
        implicit: false,
        first_order: 0,
        keep_start: true,
    });
    let last = run.archive.len() - 1;
    [&run.archive.displacement[last * n..(last + 1) * n], &run.archive.velocity[last * n..(last + 1) * n]].concat()
}

/// Ten cycles of a disturbance of 1e-7 of the motion: what the derivative says, to the square of the disturbance.
#[test]
fn a_disturbance_grows_or_decays_as_the_derivative_says() {
    let dry = single([1.7, 1.1, 90.0], vec![rubbing(&[1.0], 10.0, [0.4, 0.4], 0.0)], [15.0, 6.1]);
    let impact = |w: f64| single([1.0, 0.1, 1.0], vec![stop(&[1.0], 0.0, Some(0.8), 0.0)], [1.0, w]);
    for equations in [dry, impact(2.5), impact(2.0)] {
        let (_, cycle) = forced(equations.clone(), 400, -0.5, 0.0);
        let period = after(&equations, &cycle.start.x, 1.0);
        let miss = period.iter().zip(&cycle.start.x).fold(0.0_f64, |a, (x, y)| a.max((x - y).abs()));
        assert!(miss < 1e-10, "the run does not come back: {miss:e}");
        let disturbance = [1e-7, -0.6e-7];
        let mut expected = disturbance;
        for _ in 0..10 {
            let d = &cycle.derivative;
            expected = [d[0] * expected[0] + d[2] * expected[1], d[1] * expected[0] + d[3] * expected[1]];
        }
        let start: Vec<f64> = cycle.start.x.iter().zip(disturbance).map(|(x, d)| x + d).collect();
        let (moved, still) = (after(&equations, &start, 10.0), after(&equations, &cycle.start.x, 10.0));
        let size = expected[0].abs().max(expected[1].abs()).max(1e-9);
        for i in 0..2 {
            let error = (moved[i] - still[i] - expected[i]).abs();
            assert!(error < 2e-5 * size, "{error:e} of {size:e}");
        }
    }
}

/// The cycle of one impact a period beyond its doubling is left by a run that begins beside it, and the one before is found again.
#[test]
fn a_stable_cycle_is_where_runs_go_and_an_unstable_one_is_left() {
    let mut equations = single([1.0, 0.1, 1.0], vec![stop(&[1.0], 0.0, Some(0.8), 0.0)], [1.0, 2.5]);
    equations.parameter = Some(Parameter::Frequency);
    let mut map = ReturnMap::new(equations.clone()).unwrap();
    let start = map.take_up(&[-0.5], &[0.0]).unwrap();
    let start = map.settle(start, 300).unwrap();
    let scales = map.scales(&start, None).unwrap();
    let first = map.solve(&start, 2.5 / TAU, (None, None), (scales, OPTIONS), 3).unwrap();
    let next = map.solve(&first.start, 2.62 / TAU, (None, None), (scales, OPTIONS), 0).unwrap();
    let beyond = map.solve(&next.start, 2.7 / TAU, (None, None), (scales, OPTIONS), 0).unwrap();
    for (cycle, stable) in [(first, true), (beyond, false)] {
        let mut equations = equations.clone();
        equations.frequency = cycle.value;
        equations.parameter = None;
        let multipliers = Multipliers::of(&cycle.derivative, 2, false, None, 0).unwrap();
        assert_eq!(multipliers.is_stable(), stable);
        let start: Vec<f64> = cycle.start.x.iter().map(|x| x + 1e-5).collect();
        let end = after(&equations, &start, 400.0);
        let away = end.iter().zip(&cycle.start.x).fold(0.0_f64, |a, (x, y)| a.max((x - y).abs()));
        assert!(if stable { away < 1e-10 } else { away > 1e-2 }, "{stable}: {away:e}");
    }
}
