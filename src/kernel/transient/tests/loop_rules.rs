//! Imposed instants, periods, counts, bounds of time.

use super::super::devogelaere::DevogelaereOptions;
use super::*;

fn kept(step: f64, end: f64, period: Option<u64>, instants: &[f64]) -> Archive {
    let mut problem = pair(ModalScheme::SymplecticEuler, step, end, Storage::Diagonal);
    problem.schedule = Schedule::new(0.0, end, step, period, instants).unwrap();
    let planned = problem.schedule.planned();
    let archive = complete(problem).archive;
    assert_eq!(archive.len(), planned, "step {step}, period {period:?}, instants {instants:?}");
    archive
}

#[test]
fn every_step_is_kept_by_default_and_time_adds_up() {
    let archive = kept(1e-3, 1.0, Some(1), &[]);
    assert_eq!(archive.len(), 1001);
    assert!(archive.orders.iter().enumerate().all(|(i, &o)| o == i as i64));
    let mut t = 0.0;
    for &kept in &archive.instants[..1000] {
        assert_eq!(kept, t);
        t += 1e-3;
    }
}

#[test]
fn a_period_keeps_its_multiples_and_the_end() {
    let archive = kept(0.01, 0.1, Some(3), &[]);
    assert_eq!(*archive.orders, [0, 3, 6, 9, 10]);
}

/// 0.025 cuts the third step in two: the next one ends at 0.03, and the period is counted without it.
#[test]
fn an_imposed_instant_cuts_a_step_and_the_grid_is_recovered() {
    let archive = kept(0.01, 0.06, Some(2), &[0.025]);
    let near = |a: f64, b: f64| (a - b).abs() < 1e-15;
    let expected = [0.0, 0.02, 0.025, 0.04, 0.06];
    assert!(archive.instants.iter().zip(expected).all(|(a, b)| near(*a, b)), "{:?}", archive.instants);
    assert_eq!(*archive.orders, [0, 2, 3, 5, 7]);
    let only = kept(0.01, 0.06, None, &[0.025]);
    assert!(only.instants.iter().zip([0.0, 0.025, 0.06]).all(|(a, b)| near(*a, b)));
}

#[test]
fn an_end_off_the_grid_is_reached_by_a_shorter_step() {
    let archive = kept(0.01, 0.034, Some(1), &[]);
    assert_eq!(archive.instants.last(), Some(&0.034));
    assert!((archive.steps.at(4, 0) - 0.004).abs() < 1e-15);
}

/// The sum of the steps is one tolerance of the step counter below the end, and within the next.
#[test]
fn steps_that_add_up_to_a_little_less_than_the_end_keep_the_last_state() {
    for (step, count) in [(0.11120000000000001, 883), (0.1189, 723), (0.1518, 831)] {
        let diagonal = |x: f64| Coefficients::Diagonal(vec![x]);
        let end = f64::from(count) * step;
        let archive = complete(ModalProblem {
            dynamics: Dynamics::new(
                System::new(diagonal(1.0), diagonal(0.01), Damping::None, None).unwrap(),
                Excitation::none(1),
                InteractionSet::new(1, Vec::new()),
            ),
            start: Start::Fresh { q: vec![0.7], v: vec![0.0] },
            schedule: Schedule::new(0.0, end, step, None, &[]).unwrap(),
            scheme: ModalScheme::SymplecticEuler,
            implicit: false,
            first_order: 0,
            keep_start: true,
        })
        .archive;
        assert_eq!(*archive.orders, [0, i64::from(count)]);
        assert!((archive.instants[1] - end).abs() < 1e-11);
    }
}

#[test]
fn adaptive_runs_reach_imposed_instants_exactly() {
    let options = DevogelaereOptions { tolerance: 1e-6, alpha: 0.0, limits: StepLimits::default() };
    let mut problem = pair(ModalScheme::Devogelaere(options), 1e-3, 1.0, Storage::Diagonal);
    problem.schedule = Schedule::new(0.0, 1.0, 1e-3, None, &[0.1, 0.5001]).unwrap();
    let run = complete(problem);
    let expected = [0.0, 0.1, 0.5001, 1.0];
    assert!(run.archive.instants.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-13));
    assert_eq!(run.archive.len(), 4);
    for (i, o) in PAIR.iter().enumerate() {
        assert!((run.archive.displacement[2 * 2 + i] - o.exact(0.5001).0).abs() < 1e-5);
    }
}

#[test]
fn the_observer_stops_a_run_and_the_kept_part_stays() {
    let problem = pair(ModalScheme::SymplecticEuler, 1e-6, 1.0, Storage::Diagonal);
    let mut pulses = 0;
    let run = run(problem, &mut |_| {
        pulses += 1;
        pulses < 3
    });
    assert!(matches!(run.fault, Some(TransientFault::Cancelled { .. })));
    assert_eq!(run.archive.len(), 1);
    assert!(run.statistics.steps < 30_000);
}

#[test]
fn an_unstable_step_stops_at_the_first_value_that_is_not_finite() {
    let mut problem = pair(ModalScheme::SymplecticEuler, 0.5, 1e6, Storage::Diagonal);
    problem.schedule = Schedule::new(0.0, 1e6, 0.5, Some(1), &[]).unwrap();
    let run = run(problem, &mut |_| true);
    let Some(TransientFault::Diverged { time, step, mode }) = run.fault else { panic!("{:?}", run.fault) };
    assert_eq!((step, mode), (0.5, 0));
    let last = *run.archive.instants.last().unwrap();
    assert!((time - last - 0.5).abs() < 1e-9);
    assert!(run.archive.displacement.iter().all(|x| x.is_finite()));
}
