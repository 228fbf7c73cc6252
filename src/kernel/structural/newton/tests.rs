//! One mass on a spring by Newton's method: statics, free motion, cuts.

use std::sync::Arc;

use super::*;
use crate::assembly::Constraint;
use crate::elements::{BehavingElement, Frame, Mechanics};
use crate::laws::{Behaviour, Elastic, Layout, LocalControl};
use crate::linalg::Elimination;
use crate::structural::Interrupted;
use crate::structural::increments::{Action, Increments};

const STIFFNESS: f64 = 130.0;
const MASS: f64 = 0.7;

/// A spring of two nodes along x, turned by 37 degrees about z; node 1 is held, node 2 moves along the spring only.
fn spring(dynamic: bool) -> NonlinearSystem {
    let angle = 37.0_f64.to_radians();
    let mut stiffness = vec![0.0; 16];
    for (i, j, sign) in [(0, 0, 1.0), (2, 2, 1.0), (0, 2, -1.0), (2, 0, -1.0)] {
        stiffness[i * 4 + j] = sign * STIFFNESS;
    }
    let control = LocalControl { max_attempts: 20, tolerance: 1e-6 };
    let behaviour = Behaviour { law: Arc::new(Elastic { expansion: 0.0 }), parallel: [0.0; 3], control };
    let layout = Layout { two_nodes: true, rotations: false, plane: true };
    let element = BehavingElement {
        cell: 0,
        law: "ELAS",
        ranks: vec![0, 1, 2, 3],
        frame: Frame::from_angles([angle, 0.0, 0.0]),
        blocks: vec![2, 2],
        stiffness,
        mechanics: Mechanics::Discrete { behaviour, layout, rest: [1.3, 0.0, 0.0] },
    };
    let row = |terms: &[(usize, f64)]| Constraint { terms: terms.to_vec(), value: 0.0, load: 0 };
    let across = row(&[(2, -libm::sin(angle)), (3, libm::cos(angle))]);
    let constraints = vec![row(&[(0, 1.0)]), row(&[(1, 1.0)]), across];
    NonlinearSystem {
        size: 4,
        elements: vec![element],
        mass: if dynamic { vec![(2, 2, MASS), (3, 3, MASS)] } else { Vec::new() },
        damping: Vec::new(),
        tangent_damping: Vec::new(),
        refreshes: false,
        dashpots: false,
        always_tangent: false,
        elimination: Elimination::new(4, &constraints),
        constraints,
        constrained: vec![true; 4],
        kinematic: vec![false; 4],
        modal_damping: Vec::new(),
        supports: Vec::new(),
    }
}

struct Pull(f64);

impl NonlinearLoading for Pull {
    fn at(&mut self, time: f64, force: &mut [f64], _: &mut [f64], _: &mut [f64]) -> Result<(), Interrupted> {
        force[2] += self.0 * time;
        Ok(())
    }
}

#[derive(Default)]
struct Seen(Vec<(f64, f64, f64)>);

impl Observer for Seen {
    fn accepted(&mut self, step: &AcceptedStep<'_>) -> bool {
        self.0.push((step.state.time, step.state.u[2], step.state.forces[0]));
        true
    }

    fn cut(&mut self, _: &CutStep) {}
}

fn options(dynamics: Dynamics) -> NewtonOptions {
    NewtonOptions {
        dynamics,
        steps_between: 1,
        iterations_between: 1,
        matrix: Matrix::Tangent,
        prediction: Prediction::Matrix(Matrix::Tangent),
        most_iterations: 10,
        criteria: Criteria { list: vec![Criterion::Relative(1e-6)], one_is_enough: false },
        goes_on: false,
        line_search: None,
        mass_shift: 0.0,
        symmetric: false,
        energies: false,
    }
}

fn run(system: &NonlinearSystem, options: &NewtonOptions, start: NonlinearState, pull: f64, instants: &[f64]) -> Seen {
    let mut newton = Newton::new(system, options, start);
    let mut increments = Increments::new(instants, None);
    let answers = Answers {
        failure: Action::Stop,
        divergence: None,
        too_large: None,
        too_far: Vec::new(),
        quantities: Vec::new(),
    };
    let beginning = Beginning { acceleration: Acceleration::Computed, continues: false };
    let (mut seen, mut counts) = (Seen::default(), RunCounts::default());
    let mut loading = Pull(pull);
    run_nonlinear(&mut newton, &mut increments, &answers, beginning, &mut loading, &mut seen, &mut counts).unwrap();
    seen
}

#[test]
fn a_turned_spring_stretches_as_it_should() {
    let system = spring(false);
    let seen = run(&system, &options(Dynamics::Static), NonlinearState::rest(&system, 0.0), 13.0, &[0.0, 0.3, 0.7]);
    let c = libm::cos(37.0_f64.to_radians());
    for (time, u, force) in seen.0 {
        // The component of the pull along the spring stretches it.
        assert!((u - 13.0 * time * c / STIFFNESS * c).abs() < 1e-15);
        assert!((force - 13.0 * time * c).abs() < 1e-13);
    }
}

#[test]
fn every_implicit_scheme_is_of_second_order_and_both_formulations_agree() {
    let system = spring(true);
    let c = libm::cos(37.0_f64.to_radians());
    let omega = (STIFFNESS / MASS).sqrt();
    let exact = 0.01 * libm::cos(omega * 0.9) * c;
    let schemes = |formulation| {
        [
            ImplicitScheme::newmark(0.25, 0.5, formulation),
            ImplicitScheme::hht(-0.1, true, formulation),
            ImplicitScheme::nohht(-0.1, formulation),
        ]
    };
    let last = |scheme: ImplicitScheme, count: usize| {
        let mut start = NonlinearState::rest(&system, 0.0);
        (start.u[2], start.u[3]) = (0.01 * c, 0.01 * libm::sin(37.0_f64.to_radians()));
        start.forces = vec![0.01 * STIFFNESS, 0.0, 0.01 * STIFFNESS, 0.0];
        let instants: Vec<f64> = (0..=count).map(|k| 0.9 * k as f64 / count as f64).collect();
        run(&system, &options(Dynamics::Implicit(scheme)), start, 0.0, &instants).0.last().unwrap().1
    };
    let displacement = schemes(Formulation::Displacement);
    for (one, other) in displacement.into_iter().zip(schemes(Formulation::Acceleration)) {
        let errors = [400, 800].map(|count| (last(one, count) - exact).abs());
        let order = libm::log2(errors[0] / errors[1]);
        assert!((order - 2.0).abs() < 0.15 || one.eta != 0.0 && order > 0.9, "{one:?}: {order}");
        assert!((last(one, 400) - last(other, 400)).abs() < 1e-12, "{one:?}");
    }
}
