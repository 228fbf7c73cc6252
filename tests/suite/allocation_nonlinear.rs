//! Steps of Newton's method on physical unknowns allocate nothing: the number of allocations of a run must not depend on its
//! number of steps, with contacts that open and close, springs that yield, and a matrix that is factorized in most steps.

use std::sync::Arc;

use stickslip::kernel::assembly::Constraint;
use stickslip::kernel::elements::{BehavingElement, Frame, Mechanics};
use stickslip::kernel::laws::{
    Behaviour, Contact, Distances, Elastic, KinematicHardening, Law, Layout, LocalControl, Parameters, PenaltyContact,
};
use stickslip::kernel::linalg::Elimination;
use stickslip::kernel::structural::Interrupted;
use stickslip::kernel::structural::increments::{Action, Increments};
use stickslip::kernel::structural::newton::{
    Acceleration, AcceptedStep, Answers, Beginning, Criteria, Criterion, CutStep, Dynamics, ExplicitScheme,
    Formulation, ImplicitScheme, LineSearch, Matrix, Newton, NewtonOptions, NonlinearLoading, NonlinearState,
    NonlinearSystem, Observer, Prediction, RunCounts, SearchMethod, run_nonlinear,
};

use super::allocation::allocations;

const GAP: f64 = 3e-4;

/// An element of one or two nodes, each of which moves along x alone (in the plane, with y held by nothing but a spring).
fn element(ranks: &[usize], stiffness: f64, law: Arc<dyn Law>) -> BehavingElement {
    let n = ranks.len();
    let mut matrix = vec![0.0; n * n];
    for i in 0..n {
        matrix[i * n + i] = stiffness;
        if n == 4 {
            matrix[i * n + (i + 2) % 4] = -stiffness;
        }
    }
    let control = LocalControl { max_attempts: 20, tolerance: 1e-6 };
    BehavingElement {
        cell: 0,
        law: "",
        blocks: vec![2; n / 2],
        ranks: ranks.to_vec(),
        frame: Frame::from_angles([37.0_f64.to_radians(), 0.0, 0.0]),
        stiffness: matrix,
        mechanics: Mechanics::Discrete {
            behaviour: Behaviour { law, parallel: [0.0; 3], control },
            layout: Layout { two_nodes: n == 4, rotations: false, plane: true },
            rest: [0.0; 3],
        },
    }
}

/// A row of masses: every third spring yields, every fourth mass faces a stop, of one kind and of the other in turn. The first
/// mass is held along y.
fn row(masses: usize) -> NonlinearSystem {
    let elastic: Arc<dyn Law> = Arc::new(Elastic { expansion: 0.0 });
    let mut material = Parameters::default();
    for (keyword, value) in [("LIMY_DX", 7.0), ("KCIN_DX", 3e3), ("LIMY_DY", 9.0), ("KCIN_DY", 2e3)] {
        material.numbers.insert(keyword.to_string(), value);
    }
    let yielding: Arc<dyn Law> = Arc::new(KinematicHardening::new(&material).unwrap());
    let distances = Distances { distance_1: 0.0, distance_2: 0.0, gap: GAP };
    let (normal, friction) = (Some(1.3e5), 0.0);
    let stops: [Arc<dyn Law>; 2] = [
        Arc::new(PenaltyContact { normal, tangential: None, friction, dampings: [0.0; 2], distances, corner: None }),
        Arc::new(Contact {
            normal,
            tangential: 0.0,
            friction,
            normal_damping: 0.0,
            tangential_damping: 0.0,
            distances,
            applied_over: None,
        }),
    ];
    let mut elements = Vec::new();
    for i in 0..masses {
        elements.push(element(&[2 * i, 2 * i + 1], 700.0, elastic.clone()));
        if i > 0 {
            let law = if i % 3 == 0 { &yielding } else { &elastic };
            elements.push(element(&[2 * i - 2, 2 * i - 1, 2 * i, 2 * i + 1], 1.7e4, law.clone()));
        }
        if i % 4 == 1 {
            elements.push(element(&[2 * i, 2 * i + 1], 0.0, stops[(i / 4) % 2].clone()));
        }
    }
    let size = 2 * masses;
    let constraints = vec![Constraint { terms: vec![(1, 1.0)], value: 0.0, load: 0 }];
    NonlinearSystem {
        size,
        elements,
        mass: (0..size).map(|k| (k, k, 0.7)).collect(),
        damping: (0..size).map(|k| (k, k, 1.3)).collect(),
        tangent_damping: Vec::new(),
        refreshes: true,
        dashpots: false,
        always_tangent: true,
        elimination: Elimination::new(size, &constraints),
        constraints,
        constrained: (0..size).map(|k| k == 1).collect(),
        kinematic: vec![false; size],
        modal_damping: Vec::new(),
        supports: Vec::new(),
    }
}

/// A push on every mass, with a phase of its own, that grows and falls.
struct Push(f64);

impl NonlinearLoading for Push {
    fn at(&mut self, time: f64, force: &mut [f64], _: &mut [f64], _: &mut [f64]) -> Result<(), Interrupted> {
        for (k, f) in force.iter_mut().enumerate() {
            *f -= self.0 * libm::sin(self.0 * time + 0.37 * k as f64);
        }
        Ok(())
    }
}

/// How often the first stop opens or closes, and whether some spring has yielded.
#[derive(Default)]
struct Seen {
    changes: usize,
    closed: bool,
    yielded: bool,
    stop: usize,
    spring: usize,
}

impl Observer for Seen {
    fn accepted(&mut self, step: &AcceptedStep<'_>) -> bool {
        let closed = step.state.memory[self.stop] <= 0.0;
        self.changes += usize::from(closed != self.closed);
        self.closed = closed;
        self.yielded |= step.state.memory[self.spring] != 0.0;
        true
    }

    fn cut(&mut self, _: &CutStep) {}
}

fn options(dynamics: Dynamics, line_search: Option<LineSearch>) -> NewtonOptions {
    NewtonOptions {
        dynamics,
        steps_between: 1,
        iterations_between: 1,
        matrix: Matrix::Tangent,
        prediction: Prediction::Matrix(Matrix::Tangent),
        most_iterations: 60,
        criteria: Criteria { list: vec![Criterion::Relative(1e-5)], one_is_enough: false },
        goes_on: true,
        line_search,
        mass_shift: 0.0,
        symmetric: false,
        energies: true,
    }
}

#[test]
fn steps_of_newtons_method_do_not_allocate() {
    let search = LineSearch {
        method: SearchMethod::Chord,
        tolerance: 0.1,
        most: 3,
        smallest: 1e-2,
        largest: 10.0,
        excluded: 9e-3,
    };
    let implicit = Dynamics::Implicit;
    for (name, dynamics, line_search) in [
        ("NEWMARK", implicit(ImplicitScheme::newmark(0.25, 0.5, Formulation::Displacement)), None),
        ("NEWMARK", implicit(ImplicitScheme::newmark(0.28, 0.55, Formulation::Acceleration)), Some(search)),
        ("HHT", implicit(ImplicitScheme::hht(-0.3, true, Formulation::Displacement)), None),
        ("NOHHT", implicit(ImplicitScheme::nohht(-0.1, Formulation::Acceleration)), None),
        ("DIFF_CENT", Dynamics::Explicit(ExplicitScheme { phi: 0.5, central: true, modes: Vec::new() }), None),
        ("statics", Dynamics::Static, None),
        ("statics", Dynamics::Static, Some(search)),
    ] {
        // Below 200 unknowns the factors are those of a band, above those of fronts.
        for masses in [11, 104] {
            let system = row(masses);
            let options = options(dynamics.clone(), line_search);
            let before = |rank: usize| system.elements[..rank].iter().map(|e| e.stored_memory()).sum::<usize>();
            let first = |count: usize| system.elements.iter().position(|e| e.stored_memory() == count).unwrap();
            let (stop, spring) = (before(first(10)), before(first(18)));
            let count = |steps: u64| {
                let mut seen = Seen { stop, spring, ..Seen::default() };
                let mut counts = RunCounts::default();
                let allocated = allocations(|| {
                    let mut newton = Newton::new(&system, &options, NonlinearState::rest(&system, 0.0));
                    let instants: Vec<f64> = (0..=steps).map(|k| 1e-3 * k as f64).collect();
                    let mut increments = Increments::new(&instants, None);
                    let answers = Answers {
                        failure: Action::Stop,
                        divergence: None,
                        too_large: None,
                        too_far: Vec::new(),
                        quantities: Vec::new(),
                    };
                    let beginning = Beginning { acceleration: Acceleration::Computed, continues: false };
                    let push = &mut Push(71.0);
                    let (seen, counts) = (&mut seen, &mut counts);
                    run_nonlinear(&mut newton, &mut increments, &answers, beginning, push, seen, counts).unwrap();
                });
                assert_eq!(counts.steps, steps);
                assert!(seen.changes > 1 && seen.yielded, "{name}, {masses} masses: {} changes", seen.changes);
                allocated
            };
            assert_eq!(count(100), count(300), "{name}, {masses} masses");
        }
    }
}
