//! A run continued from a kept state equals the uninterrupted one.

use super::super::adaptive::{AdaptiveOptions, AdaptiveOrder};
use super::super::devogelaere::DevogelaereOptions;
use super::super::newmark::NewmarkOptions;
use super::super::runge_kutta::{Pair, RungeKuttaOptions};
use super::*;

/// Last state of a run over [0, 1], and of one cut at 0.5.
fn straight_and_continued(scheme: ModalScheme, step: f64) -> (Vec<f64>, Vec<f64>) {
    let straight = complete(pair(scheme, step, 1.0, Storage::Diagonal)).archive.displacement;
    let half = complete(pair(scheme, step, 0.5, Storage::Diagonal)).archive;
    let last = |x: &[f64]| x[x.len() - 2..].to_vec();
    let mut rest = pair(scheme, step, 1.0, Storage::Diagonal);
    rest.schedule = Schedule::new(0.5, 1.0, step, None, &[]).unwrap();
    rest.start = Start::Continued {
        q: last(&half.displacement),
        v: last(&half.velocity),
        a: last(&half.acceleration),
        variables: Vec::new(),
    };
    (last(&straight), last(&complete(rest).archive.displacement))
}

/// The schemes whose state is what is kept: equal to rounding (the clock adds up differently).
#[test]
fn one_step_schemes_continue_to_rounding() {
    let step = 1.0 / 1024.0;
    let limits = constant(step);
    let adaptive = AdaptiveOptions { order: AdaptiveOrder::First, limits, ..AdaptiveOptions::default() };
    let options = RungeKuttaOptions { pair: Pair::DormandPrince54, tolerance: 1e-5, alpha: 0.0, limits };
    for scheme in [
        ModalScheme::SymplecticEuler,
        ModalScheme::Adaptive(adaptive),
        ModalScheme::RungeKutta(options),
        ModalScheme::Newmark(NewmarkOptions::new(0.25, 0.5)),
        ModalScheme::Trbdf2,
        ModalScheme::Itmi,
    ] {
        let (straight, continued) = straight_and_continued(scheme, step);
        for (a, b) in straight.iter().zip(&continued) {
            assert!((a - b).abs() < 1e-14, "{scheme:?}: {a} {b}");
        }
    }
}

/// DEVOGE rebuilds its mid-step, ADAPT_ORDRE2 its half step: the difference is of their order.
#[test]
fn two_step_schemes_continue_to_their_accuracy() {
    let difference = |scheme: &dyn Fn(f64) -> ModalScheme, step: f64| {
        let (straight, continued) = straight_and_continued(scheme(step), step);
        straight.iter().zip(&continued).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    let devogelaere =
        |step| ModalScheme::Devogelaere(DevogelaereOptions { tolerance: 1e-5, alpha: 0.0, limits: constant(step) });
    let adaptive =
        |step| ModalScheme::Adaptive(AdaptiveOptions { limits: constant(step), ..AdaptiveOptions::default() });
    let cases: [(&dyn Fn(f64) -> ModalScheme, f64); 2] = [(&devogelaere, 4.0), (&adaptive, 2.0)];
    for (scheme, order) in cases {
        let (coarse, fine) = (difference(scheme, 1.0 / 256.0), difference(scheme, 1.0 / 512.0));
        assert!(coarse < 1e-4 && (coarse / fine).log2() > order - 0.5, "{coarse} {fine}");
    }
}
