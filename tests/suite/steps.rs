//! With full matrices too, a longer transient allocates no more than a shorter one.

use std::sync::Arc;

use stickslip::kernel::interaction::{Attachment, ContactSpec, Friction, InteractionSet, ObstacleShape, Placement};
use stickslip::kernel::signal::{Extension, Signal, Table};
use stickslip::kernel::transient::adaptive::AdaptiveOptions;
use stickslip::kernel::transient::devogelaere::DevogelaereOptions;
use stickslip::kernel::transient::matrix::Square;
use stickslip::kernel::transient::newmark::NewmarkOptions;
use stickslip::kernel::transient::runge_kutta::{Pair, RungeKuttaOptions};
use stickslip::kernel::transient::{
    Coefficients, Damping, Direction, Dynamics, Excitation, ModalProblem, ModalScheme, Schedule, Start, StepLimits,
    System, Term, run,
};

use crate::allocation::allocations;

const STEP: f64 = 1e-3;

fn schemes() -> Vec<ModalScheme> {
    let limits = StepLimits { minimum: None, maximum: Some(2.0 * STEP) };
    let (tolerance, alpha) = (1e-2, 1.0);
    vec![
        ModalScheme::SymplecticEuler,
        ModalScheme::Adaptive(AdaptiveOptions { limits, ..AdaptiveOptions::default() }),
        ModalScheme::RungeKutta(RungeKuttaOptions { pair: Pair::BogackiShampine32, tolerance, alpha, limits }),
        ModalScheme::RungeKutta(RungeKuttaOptions { pair: Pair::DormandPrince54, tolerance, alpha, limits }),
        ModalScheme::Devogelaere(DevogelaereOptions { tolerance, alpha, limits }),
        ModalScheme::Newmark(NewmarkOptions::new(0.25, 0.5)),
        ModalScheme::Trbdf2,
    ]
}

fn problem(scheme: ModalScheme, end: f64) -> ModalProblem {
    let matrix = |diagonal: [f64; 2], coupling: f64| {
        Coefficients::Full(Square::from_fn(2, |i, j| if i == j { diagonal[i] } else { coupling }))
    };
    let damping = Damping::Matrix(matrix([0.2, 0.3], 0.05));
    let system = System::new(matrix([1.0, 2.0], 0.1), matrix([400.0, 900.0], 30.0), damping, None).unwrap();
    let mut interactions = InteractionSet::new(2, Vec::new());
    let spec = ContactSpec {
        placement: Placement {
            obstacle: ObstacleShape::named("PLAN_Y", Vec::new()).unwrap(),
            node_1: Attachment {
                position: [0.0; 3],
                shapes: vec![[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
                supports: Vec::new(),
            },
            node_2: None,
            normal: [1.0, 0.0, 0.0],
            twist: None,
            origin: Some([0.0; 3]),
            gap: 1e-3,
            sizes: [0.0; 2],
        },
        normal_stiffness: 1e3,
        normal_damping: 1.0,
        restitution: None,
        entrainment: [0.0; 3],
        friction: Friction { mu_static: 0.3, mu_dynamic: 0.2, stiffness: 1e3, damping: 1.0, one_direction: false },
    };
    interactions.add(spec).unwrap();
    let table = Table::linear(vec![0.0, 0.1, 0.2, 0.3], vec![0.0, 5.0, -5.0, 2.0]);
    let signal = Signal::Table(Arc::new(Table { right: Extension::Constant, ..table }));
    let excitation = Excitation::new(2, vec![Term::Scaled { signal, direction: Direction::Vector(vec![1.0, 0.4]) }]);
    ModalProblem {
        dynamics: Dynamics::new(system, excitation, interactions),
        start: Start::Fresh { q: vec![0.0; 2], v: vec![0.5, 0.1] },
        schedule: Schedule::new(0.0, end, STEP, None, &[]).unwrap(),
        scheme,
        first_order: 0,
        keep_start: true,
        implicit: false,
    }
}

#[test]
fn a_time_step_with_full_matrices_allocates_nothing() {
    for scheme in schemes() {
        let count = |end: f64| {
            let problem = problem(scheme, end);
            let mut steps = 0;
            let count = allocations(|| {
                let run = run(problem, &mut |_| true);
                assert_eq!(run.fault, None, "{scheme:?}");
                steps = run.statistics.steps;
            });
            (count, steps)
        };
        let ((short, few), (long, many)) = (count(0.2), count(2.0));
        assert!(many > 5 * few, "{scheme:?}: {few} and {many} steps");
        assert_eq!(short, long, "{scheme:?}: {few} and {many} steps");
    }
}
