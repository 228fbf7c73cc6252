//! Multipliers against what a small disturbance becomes in a run of EVENEMENT, and where long runs go.

use super::*;
use crate::transient::event_driven::EventOptions;
use crate::transient::tests::complete;
use crate::transient::{Dynamics, ModalProblem, ModalScheme, Schedule, Start as RunStart};

/// State of a run of EVENEMENT after a time (s), from a state at phase 0; `period` is that of its motion (s).
pub(super) fn after(equations: &Equations, x: &[f64], end: f64, period: f64) -> Vec<f64> {
    let n = x.len() / 2;
    let run = complete(ModalProblem {
        dynamics: Dynamics::new(
            equations.system.clone(),
            equations.forcing.at(n, equations.frequency),
            equations.interactions.clone(),
        ),
        start: RunStart::Fresh { q: x[..n].to_vec(), v: x[n..].to_vec() },
        schedule: Schedule::new(0.0, end, 0.1 * period, None, &[]).unwrap(),
        scheme: ModalScheme::EventDriven(EventOptions { tolerance: 1e-12 }),
        implicit: false,
        first_order: 0,
        keep_start: true,
    });
    let last = run.archive.len() - 1;
    [&run.archive.displacement[last * n..(last + 1) * n], &run.archive.velocity[last * n..(last + 1) * n]].concat()
}

/// State of a run of EVENEMENT after so many periods of its forcing.
fn periodic(equations: &Equations, x: &[f64], periods: f64) -> Vec<f64> {
    after(equations, x, periods / equations.frequency, 1.0 / equations.frequency)
}

/// The state after `periods`, differentiated with the start along each unknown: central differences of two disturbances,
/// extrapolated, so that neither their squares nor rounding count.
fn observed(equations: &Equations, x: &[f64], periods: f64, size: f64) -> [[f64; 2]; 2] {
    let half = |j: usize, h: f64| {
        let moved = |h: f64| {
            let mut start = x.to_vec();
            start[j] += h;
            periodic(equations, &start, periods)
        };
        let (plus, minus) = (moved(h), moved(-h));
        [0, 1].map(|i| (plus[i] - minus[i]) / (2.0 * h))
    };
    [0, 1].map(|j| {
        let (whole, half) = (half(j, size), half(j, 0.5 * size));
        [0, 1].map(|i| (4.0 * half[i] - whole[i]) / 3.0)
    })
}

/// Ten cycles of small disturbances: they grow or decay as the multipliers say.
#[test]
fn a_disturbance_grows_or_decays_as_the_multipliers_say() {
    let dry = single([1.7, 1.1, 90.0], vec![rubbing(&[1.0], 10.0, [0.4, 0.4], 0.0)], [15.0, 6.1]);
    let impact = |w: f64| single([1.0, 0.1, 1.0], vec![stop(&[1.0], 0.0, Some(0.8), 0.0)], [1.0, w]);
    let elastic = single([0.7, 0.2, 3.0], vec![stop(&[1.0], 0.03, None, 40.0)], [1.3, 2.9]);
    let unstable = {
        let mut equations = impact(2.5);
        equations.parameter = Some(Parameter::Frequency);
        let (mut map, first) = settled(equations, 2.5 / TAU);
        let scales = map.scales(&first.start, None).unwrap();
        let next = map.solve(&first.start, 2.62 / TAU, (None, None), (scales, OPTIONS), 0).unwrap();
        (impact(2.7), map.solve(&next.start, 2.7 / TAU, (None, None), (scales, OPTIONS), 0).unwrap())
    };
    let stable = [dry, impact(2.5), impact(2.0), elastic].map(|equations| {
        let (_, cycle) = forced(equations.clone(), 400, -0.5, 0.0);
        (equations, cycle)
    });
    for (rank, (equations, cycle)) in stable.into_iter().chain([unstable]).enumerate() {
        let period = periodic(&equations, &cycle.start.x, 1.0);
        let miss = period.iter().zip(&cycle.start.x).fold(0.0_f64, |a, (x, y)| a.max((x - y).abs()));
        assert!(miss < 1e-11, "{rank}: the run does not come back: {miss:e}");
        let [[a, c], [b, d]] = observed(&equations, &cycle.start.x, 10.0, 1e-5);
        // Of ten cycles: the sum and the product of the tenth powers.
        let own = Multipliers::of(&cycle.derivative, 2, false, None, 0).unwrap();
        let powers: Vec<_> = own.all.iter().map(|z| z.powu(10)).collect();
        let (sum, product) = (powers[0] + powers[1], powers[0] * powers[1]);
        let growth = crate::linalg::modulus(powers[0]);
        let errors = [(a + d - sum.re) / growth, (a * d - b * c - product.re) / growth / growth];
        assert!(errors.iter().all(|e| e.abs() < 1e-6), "{rank}: {errors:?} of {powers:?}");
    }
}

fn settled(equations: Equations, value: f64) -> (ReturnMap, Cycle) {
    let mut map = ReturnMap::new(equations).unwrap();
    let start = map.take_up(&[-0.5], &[0.0]).unwrap();
    let start = map.settle(start, 300).unwrap();
    let scales = map.scales(&start, None).unwrap();
    let first = map.solve(&start, value, (None, None), (scales, OPTIONS), 3).unwrap();
    (map, first)
}

/// The cycle of one impact a period beyond its doubling is left by a run that begins beside it, and the one before is found again.
#[test]
fn a_stable_cycle_is_where_runs_go_and_an_unstable_one_is_left() {
    let mut equations = single([1.0, 0.1, 1.0], vec![stop(&[1.0], 0.0, Some(0.8), 0.0)], [1.0, 2.5]);
    equations.parameter = Some(Parameter::Frequency);
    let (mut map, first) = settled(equations.clone(), 2.5 / TAU);
    let scales = map.scales(&first.start, None).unwrap();
    let next = map.solve(&first.start, 2.62 / TAU, (None, None), (scales, OPTIONS), 0).unwrap();
    let beyond = map.solve(&next.start, 2.7 / TAU, (None, None), (scales, OPTIONS), 0).unwrap();
    for (cycle, stable) in [(first, true), (beyond, false)] {
        let mut equations = equations.clone();
        equations.frequency = cycle.value;
        equations.parameter = None;
        let multipliers = Multipliers::of(&cycle.derivative, 2, false, None, 0).unwrap();
        assert_eq!(multipliers.is_stable(), stable);
        let start: Vec<f64> = cycle.start.x.iter().map(|x| x + 1e-5).collect();
        let end = periodic(&equations, &start, 400.0);
        let away = end.iter().zip(&cycle.start.x).fold(0.0_f64, |a, (x, y)| a.max((x - y).abs()));
        assert!(if stable { away < 1e-10 } else { away > 1e-2 }, "{stable}: {away:e}");
    }
}
