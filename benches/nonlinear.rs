//! Steps per second of Newton's method on physical unknowns, on one core.
//!
//! The model: `n/2` masses of 0.7 kg in a row, each free along x and y; springs of 1.3e5 N/m (x) and 0.9e5 N/m (y) between
//! neighbours and from both ends to the ground; damping 3 kg/s per mass. Stops without friction (DIS_CHOC, 1e6 N/m) face
//! masses evenly spread, first on the one side along x, then on the other, 1e-4 m away. Every mass is pushed along x and
//! y by 20 N with a pulsation of 70 rad/s and a phase of its own, so that contacts open and close all along. Scheme
//! NEWMARK (mean acceleration), steps of 3e-4 s, tangent matrix at each iteration, RESI_GLOB_RELA 1e-6.
//!
//! Columns: microseconds per iteration (an evaluation of all laws with its residual, and what leads to it), beside those of
//! factorizing the whole matrix and solving once; then steps per second of `nonlinear.py`, the same steps written by hand
//! with NumPy and SciPy, where `python3` (or the program named by STICKSLIP_PYTHON) has them.
//!
//! Run with `cargo bench --bench nonlinear`; a number after `--`: that many unknowns only; `long`: 10,000 steps of 1,000
//! unknowns with 100 contacts, once, for a profile.
#![allow(clippy::unwrap_used)]

#[path = "common/mod.rs"]
mod common;

use std::hint::black_box;
use std::process::Command;
use std::sync::Arc;

use common::rate;
use stickslip::kernel::elements::{BehavingElement, Frame, Mechanics};
use stickslip::kernel::laws::{Behaviour, Distances, Elastic, Law, Layout, LocalControl, PenaltyContact};
use stickslip::kernel::linalg::{Changed, Elimination, RepeatedSolver};
use stickslip::kernel::structural::Interrupted;
use stickslip::kernel::structural::increments::{Action, Increments};
use stickslip::kernel::structural::newton::{
    Acceleration, AcceptedStep, Answers, Beginning, Criteria, Criterion, CutStep, Dynamics, Formulation,
    ImplicitScheme, Matrix, Newton, NewtonOptions, NonlinearLoading, NonlinearState, NonlinearSystem, Observer,
    Prediction, RunCounts, run_nonlinear,
};

const MASS: f64 = 0.7;
const STIFFNESS: [f64; 2] = [1.3e5, 0.9e5];
const DAMPING: f64 = 3.0;
const STOP: f64 = 1e6;
const GAP: f64 = 1e-4;
const PUSH: f64 = 20.0;
const PULSATION: f64 = 70.0;
const STEP: f64 = 3e-4;

fn element(ranks: Vec<usize>, degrees: f64, stiffness: [f64; 2], law: Arc<dyn Law>) -> BehavingElement {
    let two_nodes = ranks.len() == 4;
    let n = ranks.len();
    let mut matrix = vec![0.0; n * n];
    for i in 0..n {
        matrix[i * n + i] = stiffness[i % 2];
        if two_nodes {
            matrix[i * n + (i + 2) % 4] = -stiffness[i % 2];
        }
    }
    let control = LocalControl { max_attempts: 20, tolerance: 1e-6 };
    BehavingElement {
        cell: 0,
        law: "",
        blocks: vec![2; n / 2],
        ranks,
        frame: Frame::from_angles([degrees.to_radians(), 0.0, 0.0]),
        stiffness: matrix,
        mechanics: Mechanics::Discrete {
            behaviour: Behaviour { law, parallel: [0.0; 3], control },
            layout: Layout { two_nodes, rotations: false, plane: true },
            rest: [0.0; 3],
        },
    }
}

fn system(unknowns: usize, contacts: usize) -> NonlinearSystem {
    let masses = unknowns / 2;
    let of = |i: usize| [2 * i, 2 * i + 1];
    let elastic: Arc<dyn Law> = Arc::new(Elastic { expansion: 0.0 });
    let stop: Arc<dyn Law> = Arc::new(PenaltyContact {
        normal: Some(STOP),
        tangential: None,
        friction: 0.0,
        dampings: [0.0; 2],
        distances: Distances { distance_1: 0.0, distance_2: 0.0, gap: GAP },
        corner: None,
    });
    let mut elements = Vec::new();
    for end in [0, masses - 1] {
        elements.push(element(of(end).to_vec(), 0.0, STIFFNESS, elastic.clone()));
    }
    for i in 1..masses {
        elements.push(element([of(i - 1), of(i)].concat(), 0.0, STIFFNESS, elastic.clone()));
    }
    for c in 0..contacts {
        let (i, degrees) = stop_of(c, masses, contacts);
        elements.push(element(of(i).to_vec(), degrees, [0.0; 2], stop.clone()));
    }
    let diagonal = |value: f64| (0..unknowns).map(|k| (k, k, value)).collect();
    NonlinearSystem {
        size: unknowns,
        elements,
        mass: diagonal(MASS),
        damping: diagonal(DAMPING),
        tangent_damping: Vec::new(),
        refreshes: false,
        dashpots: false,
        always_tangent: true,
        elimination: Elimination::identity(unknowns),
        constraints: Vec::new(),
        constrained: vec![false; unknowns],
        kinematic: vec![false; unknowns],
        modal_damping: Vec::new(),
        supports: Vec::new(),
    }
}

/// Mass that a stop faces, and the turn of its axis.
fn stop_of(c: usize, masses: usize, contacts: usize) -> (usize, f64) {
    let side = contacts.min(masses);
    let spread = |c: usize, count: usize| (c * masses + masses / 2) / count;
    if c < side { (spread(c, side), 0.0) } else { (spread(c - side, contacts - side), 180.0) }
}

struct Push;

impl NonlinearLoading for Push {
    fn at(&mut self, time: f64, force: &mut [f64], _: &mut [f64], _: &mut [f64]) -> Result<(), Interrupted> {
        let [s, c] = [libm::sin(PULSATION * time), libm::cos(PULSATION * time)];
        for (k, f) in force.iter_mut().enumerate() {
            // Phases by turns of the vector of one mass to the next, so that no sine is taken per mass.
            let [x, y] = PHASES[(k / 2) % 8];
            *f += PUSH * if k % 2 == 0 { x * s + y * c } else { x * c - y * s };
        }
        Ok(())
    }
}

/// Unit vectors of eight phases.
const PHASES: [[f64; 2]; 8] =
    [[1.0, 0.0], [0.6, 0.8], [0.0, 1.0], [-0.8, 0.6], [-1.0, 0.0], [-0.6, -0.8], [0.0, -1.0], [0.8, -0.6]];

struct Last(f64);

impl Observer for Last {
    fn accepted(&mut self, step: &AcceptedStep<'_>) -> bool {
        self.0 = step.state.u[0];
        true
    }

    fn cut(&mut self, _: &CutStep) {}
}

fn options() -> NewtonOptions {
    NewtonOptions {
        dynamics: Dynamics::Implicit(ImplicitScheme::newmark(0.25, 0.5, Formulation::Displacement)),
        steps_between: 1,
        iterations_between: 1,
        matrix: Matrix::Tangent,
        prediction: Prediction::Matrix(Matrix::Tangent),
        most_iterations: 20,
        criteria: Criteria { list: vec![Criterion::Relative(1e-6)], one_is_enough: false },
        goes_on: false,
        line_search: None,
        mass_shift: 0.0,
        symmetric: false,
        energies: false,
    }
}

/// Makes the steps; the displacement of the first unknown, and the counts.
fn go(system: &NonlinearSystem, steps: u64) -> (f64, RunCounts) {
    let options = options();
    let mut newton = Newton::new(system, &options, NonlinearState::rest(system, 0.0));
    let instants: Vec<f64> = (0..=steps).map(|k| k as f64 * STEP).collect();
    let mut increments = Increments::new(&instants, None);
    let answers = Answers {
        failure: Action::Stop,
        divergence: None,
        too_large: None,
        too_far: Vec::new(),
        quantities: Vec::new(),
    };
    let beginning = Beginning { acceleration: Acceleration::Computed, continues: false };
    let (mut last, mut counts) = (Last(0.0), RunCounts::default());
    run_nonlinear(&mut newton, &mut increments, &answers, beginning, &mut Push, &mut last, &mut counts).unwrap();
    (last.0, counts)
}

/// Factors and solutions per second of the matrix of the first step.
fn factors(system: &NonlinearSystem) -> f64 {
    let options = options();
    let mut newton = Newton::new(system, &options, NonlinearState::rest(system, 0.0));
    newton.now.time = STEP;
    newton.new_matrix(None).unwrap();
    newton.matrices.factorize([1.0, 2.0 / STEP, 4.0 / (STEP * STEP)], &system.elimination).unwrap();
    let matrix = newton.matrices.combined;
    let mut solver = RepeatedSolver::new(&matrix);
    let n = system.size;
    let (b, mut scratch, mut x) = (vec![1.3; n], vec![0.0; 2 * n], vec![0.0; n]);
    let count = 2_000_000 / n as u64;
    rate(SAMPLES, count, || {
        for _ in 0..count {
            solver.factorize(&matrix, Changed::All).unwrap();
            solver.solve_into(black_box(&b), &mut scratch, &mut x);
        }
    })
}

/// The same steps by NumPy and SciPy: displacement of the first unknown, iterations, steps per second, way of solving.
fn numpy(unknowns: usize, contacts: usize, steps: u64) -> Option<(f64, u64, f64, String)> {
    let python = std::env::var("STICKSLIP_PYTHON").unwrap_or("python3".into());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/nonlinear.py");
    let numbers = [unknowns as u64, contacts as u64, steps].map(|n| n.to_string());
    let output = Command::new(python).arg(script).args(numbers).output().ok().filter(|o| o.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    let words: Vec<&str> = text.split_whitespace().collect();
    let [last, iterations, rate, way] = words.as_slice() else { return None };
    Some((last.parse().ok()?, iterations.parse().ok()?, rate.parse().ok()?, way.to_string()))
}

const SAMPLES: usize = 5;
/// Steps over which both loops are compared.
const COMPARED: u64 = 100;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|a| a == "long") {
        let (last, counts) = go(&system(1000, 100), 10_000);
        println!("{} steps, {} iterations, u = {last:.12e} m", counts.steps, counts.evaluations);
        return;
    }
    let only: Option<usize> = arguments.iter().find_map(|a| a.parse().ok());
    println!(
        "{:>8} {:>8} {:>12} {:>10} {:>13} {:>13} {:>12} {:>6} {:>7} {:>9}",
        "unknowns",
        "contacts",
        "steps/s",
        "iterations",
        "us/iteration",
        "factor+solve",
        "numpy",
        "ratio",
        "solver",
        "apart"
    );
    for (unknowns, contacts) in [(10, 1), (10, 10), (100, 1), (100, 10), (100, 100), (1000, 1), (1000, 10), (1000, 100)]
    {
        if only.is_some_and(|n| n != unknowns) {
            continue;
        }
        let system = system(unknowns, contacts);
        let steps = if unknowns > 100 { 1_000 } else { 100_000 / unknowns as u64 };
        let (_, counts) = go(&system, steps);
        let program = rate(SAMPLES, steps, || {
            black_box(go(&system, black_box(steps)));
        });
        let per_step = counts.evaluations as f64 / steps as f64;
        let (iteration, alone) = (1e6 / (program * per_step), 1e6 / factors(&system));
        print!("{unknowns:>8} {contacts:>8} {program:>12.0} {per_step:>10.2} {iteration:>13.2} {alone:>13.2}");
        match numpy(unknowns, contacts, steps) {
            Some((.., rate, way)) => {
                // Contacts part what rounding parts: the first steps are compared.
                let apart = numpy(unknowns, contacts, COMPARED).map_or(f64::NAN, |(u, iterations, ..)| {
                    let (own, counts) = go(&system, COMPARED);
                    assert_eq!(iterations, counts.evaluations, "the loop by hand makes other iterations");
                    (u - own).abs() / own.abs()
                });
                println!(" {rate:>12.0} {:>6.1} {way:>7} {apart:>9.1e}", program / rate);
            }
            None => println!(" {:>12}", "no scipy"),
        }
    }
}
