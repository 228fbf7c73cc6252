//! Full and diagonal storage of the same terms, and matrices that really couple.

use super::super::adaptive::AdaptiveOptions;
use super::super::devogelaere::DevogelaereOptions;
use super::super::matrix::Square;
use super::super::newmark::NewmarkOptions;
use super::super::runge_kutta::{Pair, RungeKuttaOptions};
use super::*;

fn every_scheme(step: f64) -> Vec<ModalScheme> {
    let (limits, tolerance, alpha) = (constant(step), 1e-5, 0.0);
    let mut schemes = vec![
        ModalScheme::SymplecticEuler,
        ModalScheme::Adaptive(AdaptiveOptions { limits, ..AdaptiveOptions::default() }),
        ModalScheme::Devogelaere(DevogelaereOptions { tolerance, alpha, limits }),
        ModalScheme::Newmark(NewmarkOptions::new(0.25, 0.5)),
    ];
    for pair in [Pair::BogackiShampine32, Pair::DormandPrince54] {
        schemes.push(ModalScheme::RungeKutta(RungeKuttaOptions { pair, tolerance, alpha, limits }));
    }
    schemes
}

#[test]
fn full_storage_of_diagonal_matrices_differs_by_rounding_only() {
    let step = 1.0 / 512.0;
    for scheme in every_scheme(step) {
        let last = |storage| complete(pair(scheme, step, 1.0, storage)).archive.displacement;
        let (diagonal, full) = (last(Storage::Diagonal), last(Storage::Full));
        for (a, b) in diagonal.iter().zip(&full) {
            assert!((a - b).abs() < 1e-14, "{scheme:?}: {a} {b}");
        }
    }
}

/// The pair seen in coordinates turned and stretched by `T`: `q = T p`, all matrices full and coupled.
#[test]
fn a_change_of_coordinates_changes_nothing() {
    let turn = [[0.8, -0.7], [0.5, 1.1]];
    let det = turn[0][0] * turn[1][1] - turn[0][1] * turn[1][0];
    let inverse = [[turn[1][1] / det, -turn[0][1] / det], [-turn[1][0] / det, turn[0][0] / det]];
    let turned = |value: fn(&Oscillator) -> f64| {
        let term = |i: usize, j: usize| (0..2).map(|k| turn[k][i] * value(&PAIR[k]) * turn[k][j]).sum();
        Coefficients::Full(Square::from_fn(2, term))
    };
    let apply =
        |x: [f64; 2]| vec![inverse[0][0] * x[0] + inverse[0][1] * x[1], inverse[1][0] * x[0] + inverse[1][1] * x[1]];
    let step = 1.0 / 512.0;
    for scheme in every_scheme(step).into_iter().chain([ModalScheme::Trbdf2]) {
        let storage = if scheme == ModalScheme::Trbdf2 { Storage::Full } else { Storage::Diagonal };
        let reference = complete(pair(scheme, step, 1.0, storage)).archive.displacement;
        let mut problem = pair(scheme, step, 1.0, storage);
        let damping = Damping::Matrix(turned(|o| o.c));
        let system = System::new(turned(|o| o.m), turned(|o| o.k), damping, None).unwrap();
        let term = |i: usize| Term::Scaled {
            signal: sine(PAIR[i].f, PAIR[i].w),
            direction: Direction::Vector(turn[i].to_vec()),
        };
        let excitation = Excitation::new(2, vec![term(0), term(1)]);
        problem.dynamics = Dynamics::new(system, excitation, InteractionSet::default());
        problem.start = Start::Fresh { q: apply(PAIR.map(|o| o.q0)), v: apply(PAIR.map(|o| o.v0)) };
        let coupled = complete(problem).archive.displacement;
        let last = coupled.len() - 2;
        for i in 0..2 {
            let back = turn[i][0] * coupled[last] + turn[i][1] * coupled[last + 1];
            assert!((back - reference[last + i]).abs() < 1e-12, "{scheme:?}: {back} {}", reference[last + i]);
        }
    }
}

/// A free coordinate turned by a gyroscopic matrix at constant speed: `q'' + W G q' + k q = 0` with the
/// exact solution of the Foucault pendulum, for a speed that is called variable.
#[test]
fn a_gyroscopic_matrix_turns_the_plane_of_motion() {
    let (k, speed) = (400.0, 0.5);
    let full = |x: f64| Coefficients::Full(Square::from_fn(2, |i, j| if i == j { x } else { 0.0 }));
    let gyroscopic = Square::from_fn(2, |i, j| [[0.0, 2.0], [-2.0, 0.0]][i][j]);
    let rotation = Rotation::new(Signal::Constant(speed), None, gyroscopic, None);
    let system = System::new(full(1.0), full(k), Damping::None, Some(rotation)).unwrap();
    let end = 1.0;
    let options =
        RungeKuttaOptions { pair: Pair::DormandPrince54, tolerance: 1e-10, alpha: 1e-3, limits: StepLimits::default() };
    let problem = ModalProblem {
        dynamics: Dynamics::new(system, Excitation::none(2), InteractionSet::default()),
        start: Start::Fresh { q: vec![0.1, 0.0], v: vec![0.0, 0.0] },
        // The first step is made without rotation.
        schedule: Schedule::new(0.0, end, 1e-9, None, &[]).unwrap(),
        scheme: ModalScheme::RungeKutta(options),
        implicit: false,
        first_order: 0,
        keep_start: true,
    };
    let run = complete(problem);
    // x + i y = exp(i W t) z(t), z'' + (k + W^2) z = 0, z(0) = 0.1, z'(0) = -i W z(0)
    let p = (k + speed * speed).sqrt();
    let (re, im) = (0.1 * (p * end).cos(), -0.1 * speed / p * (p * end).sin());
    let (c, s) = ((speed * end).cos(), (speed * end).sin());
    let exact = [re * c - im * s, im * c + re * s];
    for i in 0..2 {
        assert!((run.archive.displacement[2 + i] - exact[i]).abs() < 1e-8, "{:?} {exact:?}", run.archive.displacement);
    }
}
