//! The rubbing shoe: nineteen published wear powers of the penalised schemes.
//!
//! One mass of 1 kg held by 3e-5 N/m, pressed on a floor by 10 N with friction 0.1, shaken by
//! `a0 sin(2 pi t)` for 12 s. Wear power over [4, 12] s in eight blocks. An independent implementation of the
//! same rules reproduced these figures to 3e-12 relative.

use std::sync::Arc;

use super::super::adaptive::AdaptiveOptions;
use super::super::devogelaere::DevogelaereOptions;
use super::super::runge_kutta::{Pair, RungeKuttaOptions};
use super::static_friction::rubbing;
use super::*;
use crate::interaction::{ModalData, automatic_damping};
use crate::signal::{Extension, Table};
use crate::wear::{ContactHistory, StepClass, select, wear_power};

/// The shoe: pressed by 20 N/m times 0.5 m, one mode along X.
fn contact(system: &System) -> InteractionSet {
    let mut spec = rubbing(&[1.0], 10.0, [0.1; 2]);
    spec.friction.stiffness = 9e6;
    let mut set = InteractionSet::new(1, Vec::new());
    let (masses, pulsations) = (&system.mass, &system.pulsation);
    let modes = ModalData { masses, pulsations, reduced_dampings: &[0.0], raw_dampings: None };
    spec.friction.damping = automatic_damping(&spec.placement, spec.friction.stiffness, &modes);
    set.add(spec).unwrap();
    set
}

/// The excitation sampled at 240,000 equal intervals.
fn sampled(a0: f64) -> Signal {
    let exact = sine(a0, std::f64::consts::TAU);
    let times: Vec<f64> = (0..=240_000).map(|i| f64::from(i) * (12.0 / 240_000.0)).collect();
    let values = times.iter().map(|&t| exact.evaluate(t, &mut 0).unwrap()).collect();
    Signal::Table(Arc::new(Table {
        left: Extension::Constant,
        right: Extension::Constant,
        ..Table::linear(times, values)
    }))
}

fn power(signal: Signal, scheme: ModalScheme, class: StepClass, step: f64) -> f64 {
    let diagonal = |x: f64| Coefficients::Diagonal(vec![x]);
    let system = System::new(diagonal(1.0), diagonal(3e-5), Damping::Reduced(vec![0.0]), None).unwrap();
    let interactions = contact(&system);
    let excitation = Excitation::new(1, vec![Term::Scaled { signal, direction: Direction::Vector(vec![-1.0]) }]);
    let run = complete(ModalProblem {
        dynamics: Dynamics::new(system, excitation, interactions),
        start: Start::Fresh { q: vec![0.0], v: vec![0.0] },
        schedule: Schedule::new(0.0, 12.0, step, Some(1), &[]).unwrap(),
        scheme,
        implicit: false,
        first_order: 0,
        keep_start: true,
    });
    let archive = &run.archive;
    let window = select(&archive.instants, 4.0, 12.0, class, false).unwrap();
    let history = ContactHistory::stop(&archive.instants, &archive.variables, 0);
    wear_power(&history.window(window), 8)
}

/// Windows (s) and exact wear powers (W) of the shoe without spring, for 15, 1.5 and 1.01 m/s².
pub(in crate::transient) const WINDOWS: [(f64, f64); 6] =
    [(4.0, 11.99), (4.0, 12.0), (0.0, 12.0), (4.0, 8.0), (8.0, 12.0), (11.0, 12.0)];
pub(in crate::transient) const POWERS: [[(f64, f64); 4]; 6] = [
    [(15.0, 15.2575217939435623), (1.5, 0.409103132863510746), (1.01, 2.26447180255105840e-4), (0.99, 0.0)],
    [(15.0, 15.2670995893716139), (1.5, 0.409062451015708922), (1.01, 2.26164121279786958e-4), (0.99, 0.0)],
    [(15.0, 16.1053179693666482), (1.5, 0.408651757148489026), (1.01, 2.26164121279786958e-4), (0.99, 0.0)],
    [(15.0, 15.3880527755860731), (1.5, 0.409062451015708922), (1.01, 2.26164121279786958e-4), (0.99, 0.0)],
    [(15.0, 15.1461464031571546), (1.5, 0.409062451015708922), (1.01, 2.26164121279786958e-4), (0.99, 0.0)],
    [(15.0, 15.1264412914929969), (1.5, 0.409062451015708922), (1.01, 2.26164121279786958e-4), (0.99, 0.0)],
];

/// Run of the shoe with a spring `k` and a scheme of exact friction; the ends of the window are kept.
pub(in crate::transient) fn exact_run(scheme: ModalScheme, k: f64, a0: f64, step: f64, instants: &[f64]) -> ModalRun {
    let diagonal = |x: f64| Coefficients::Diagonal(vec![x]);
    let system = System::new(diagonal(1.0), diagonal(k), Damping::None, None).unwrap();
    let interactions = contact(&system);
    let signal = sine(a0, std::f64::consts::TAU);
    let excitation = Excitation::new(1, vec![Term::Scaled { signal, direction: Direction::Vector(vec![-1.0]) }]);
    complete(ModalProblem {
        dynamics: Dynamics::new(system, excitation, interactions),
        start: Start::Fresh { q: vec![0.0], v: vec![0.0] },
        schedule: Schedule::new(0.0, 12.0, step, None, instants).unwrap(),
        scheme,
        first_order: 0,
        implicit: false,
        keep_start: true,
    })
}

/// Wear power of such a run between two instants (W).
pub(in crate::transient) fn exact_power(scheme: ModalScheme, k: f64, a0: f64, step: f64, from: f64, to: f64) -> f64 {
    let run = exact_run(scheme, k, a0, step, &[from, to]);
    let at = |t: f64| run.archive.instants.iter().position(|x| (x - t).abs() < 1e-9).unwrap();
    let wear = |t: f64| run.archive.exchanged.at(at(t), 3);
    (wear(to) - wear(from)) / (run.archive.instants[at(to)] - run.archive.instants[at(from)])
}

fn limits(minimum: Option<f64>, maximum: f64) -> StepLimits {
    StepLimits { minimum, maximum: Some(maximum) }
}

fn adapt(maximum: f64) -> ModalScheme {
    ModalScheme::Adaptive(AdaptiveOptions { attempts: 50, limits: limits(None, maximum), ..AdaptiveOptions::default() })
}

fn runge_kutta(pair: Pair, tolerance: f64, alpha: f64, limits: StepLimits) -> ModalScheme {
    ModalScheme::RungeKutta(RungeKuttaOptions { pair, tolerance, alpha, limits })
}

fn devogelaere(tolerance: f64, alpha: f64, limits: StepLimits) -> ModalScheme {
    ModalScheme::Devogelaere(DevogelaereOptions { tolerance, alpha, limits })
}

fn check(a0: f64, runs: &[(ModalScheme, f64, f64)]) {
    for &(scheme, step, published) in runs {
        let euler = scheme == ModalScheme::SymplecticEuler;
        let class = if euler { StepClass::Constant } else { StepClass::Variable };
        // Two of the DEVOGE runs were given the formula itself.
        let formula = matches!(scheme, ModalScheme::Devogelaere(o) if (a0 == 1.5 || a0 == 1.01) && o.tolerance < 1e-5);
        let signal = if formula { sine(a0, std::f64::consts::TAU) } else { sampled(a0) };
        let computed = power(signal, scheme, class, step);
        let error = if published == 0.0 { computed } else { computed / published - 1.0 };
        assert!(error.abs() < 1e-11, "a0 = {a0}, {scheme:?}: {computed:?} against {published:?}, {error:e}");
    }
}

const RK32: Pair = Pair::BogackiShampine32;
const RK54: Pair = Pair::DormandPrince54;

#[test]
fn fast_sliding_both_ways() {
    let fixed = limits(Some(1e-5), 1e-5);
    check(
        15.0,
        &[
            (adapt(1e-4), 1e-5, 15.2692159728),
            (runge_kutta(RK54, 1e-2, 0.0, limits(None, 1e-4)), 1e-5, 15.2662856039),
            (runge_kutta(RK32, 1e-5, 0.0, fixed), 1e-5, 15.266825679),
            (devogelaere(1e-6, 0.0, limits(None, 1e-4)), 1e-5, 15.2665617905),
            (ModalScheme::SymplecticEuler, 1e-4, 15.2667964799),
        ],
    );
}

#[test]
fn stick_slip() {
    check(
        1.5,
        &[
            (adapt(1e-4), 1e-5, 0.40907821451),
            (runge_kutta(RK54, 1e-2, 1e-9, limits(None, 1e-4)), 1e-5, 0.409077374963),
            (runge_kutta(RK32, 1e-3, 1e5, limits(None, 1e-4)), 1e-5, 0.409077374702),
            (devogelaere(1e-8, 1e5, limits(None, 5e-5)), 1e-5, 0.409073290655),
            (ModalScheme::SymplecticEuler, 1e-4, 0.409077335988),
        ],
    );
}

#[test]
fn barely_slipping() {
    check(
        1.01,
        &[
            (adapt(5e-5), 1e-5, 2.26322195456e-4),
            (runge_kutta(RK54, 1e-2, 0.0, limits(None, 1e-4)), 1e-5, 2.26325137801e-4),
            (devogelaere(1e-6, 0.0, limits(None, 1e-4)), 1e-5, 2.26325663739e-4),
            (ModalScheme::SymplecticEuler, 1e-4, 2.26326449113e-4),
        ],
    );
}

#[test]
fn sticking_for_ever() {
    let fixed = limits(Some(1e-4), 1e-4);
    check(
        0.99,
        &[
            (adapt(1e-4), 1e-4, 0.0),
            (runge_kutta(RK54, 1e-5, 0.0, fixed), 1e-4, 0.0),
            (runge_kutta(RK32, 1e-5, 0.0, fixed), 1e-4, 0.0),
            (devogelaere(1e-5, 0.0, fixed), 1e-4, 0.0),
            (ModalScheme::SymplecticEuler, 1e-4, 0.0),
        ],
    );
}
