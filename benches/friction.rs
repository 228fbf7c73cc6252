//! Exact friction: time of a run, and error against work beside the penalised scheme.
//!
//! The shoe: 1 kg on a moving support for 12 s, see `tests/cases/shoe`; the time of one run in the kernel.
//!
//! The chain: `n/2` masses of 1 kg in a row, springs of 1e5 N/m along X and 3e4 N/m across (Z), both ends fixed, all
//! `n` modes. `p` masses, evenly spread, have a rigid wall at 1e-4 m along X (both sides) with friction 0.3 across and
//! restitution 0. The middle mass of the short chain is pushed by 100 N along X and 40 N along Z for `T`, from rest; all masses of
//! the long chain are pressed by 5 N along X, and its tenth mode across starts at 0.05 m/s, so that points stick and slip
//! everywhere. No damping, so that the energy identity is
//!
//! ```text
//! kinetic + elastic = that of the start + work of the pushes - work of friction - loss of impacts
//! ```
//!
//! EVENEMENT is the reference: MOREAU with shrinking steps tends to it at order 1. The penalised scheme (DIFF_CENTRE,
//! wall of 1e9 N/m with the critical damping of one mass, friction of 1e8 N/m) stands at its own error.
//!
//! Run with `cargo bench --bench friction`; a number: chains of that many modes only.
#![allow(clippy::unwrap_used)]

#[path = "common/mod.rs"]
mod common;

use std::time::Instant;

use common::clock;
use stickslip::kernel::interaction::{Attachment, ContactSpec, Friction, InteractionSet, ObstacleShape, Placement};
use stickslip::kernel::signal::Signal;
use stickslip::kernel::signal::program::{Binary, Builder, Scalar, Unary};
use stickslip::kernel::transient::event_driven::EventOptions;
use stickslip::kernel::transient::moreau::MoreauOptions;
use stickslip::kernel::transient::{
    Coefficients, Damping, Direction, Dynamics, Excitation, ModalProblem, ModalRun, ModalScheme, Schedule, Start,
    System, Term, run,
};

const EVENTS: ModalScheme = ModalScheme::EventDriven(EventOptions { tolerance: 1e-12 });

fn placement(kind: &str, shapes: Vec<[f64; 3]>, normal: [f64; 3], origin: [f64; 3], gap: f64) -> Placement {
    let node_1 = Attachment { position: [0.0; 3], shapes, supports: Vec::new() };
    let obstacle = ObstacleShape::named(kind, Vec::new()).unwrap();
    Placement { obstacle, node_1, node_2: None, normal, twist: None, origin: Some(origin), gap, sizes: [0.0; 2] }
}

fn shoe(a0: f64) -> ModalProblem {
    let diagonal = |x: f64| Coefficients::Diagonal(vec![x]);
    let system = System::new(diagonal(1.0), diagonal(0.0), Damping::None, None).unwrap();
    let spec = ContactSpec {
        placement: placement("PLAN_Z", vec![[1.0, 0.0, 0.0]], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], 0.5),
        normal_stiffness: 20.0,
        normal_damping: 0.0,
        restitution: None,
        entrainment: [0.0; 3],
        friction: Friction { mu_static: 0.1, mu_dynamic: 0.1, stiffness: 0.0, damping: 0.0, one_direction: false },
    };
    let mut interactions = InteractionSet::new(1, Vec::new());
    interactions.add(spec).unwrap();
    let mut b = Builder::new("a0*sin(2*pi*INST)", vec!["INST".into()], false);
    b.constant(Scalar::Real(std::f64::consts::TAU));
    b.argument(0);
    b.binary(Binary::Multiply);
    b.unary(Unary::Sin);
    b.constant(Scalar::Real(a0));
    b.binary(Binary::Multiply);
    let signal = Signal::Formula(b.finish());
    let excitation = Excitation::new(1, vec![Term::Scaled { signal, direction: Direction::Vector(vec![-1.0]) }]);
    ModalProblem {
        dynamics: Dynamics::new(system, excitation, interactions),
        start: Start::Fresh { q: vec![0.0], v: vec![0.0] },
        schedule: Schedule::new(0.0, 12.0, 0.5, None, &[4.0, 12.0]).unwrap(),
        scheme: EVENTS,
        first_order: 0,
        implicit: false,
        keep_start: true,
    }
}

struct Chain {
    mass: Vec<f64>,
    stiffness: Vec<f64>,
    walls: Vec<Vec<[f64; 3]>>,
    push: Vec<f64>,
    /// Velocities at the start.
    thrown: Vec<f64>,
}

impl Chain {
    /// First the modes along X, then those across.
    fn new(modes: usize, contacts: usize, long: bool) -> Chain {
        let count = modes / 2;
        let n = count as f64 + 1.0;
        let shape = |node: usize, j: usize| libm::sin(std::f64::consts::PI * node as f64 * (j + 1) as f64 / n);
        let rate = |k: f64, j: usize| {
            let w = 2.0 * k.sqrt() * libm::sin(std::f64::consts::PI * (j + 1) as f64 / (2.0 * n));
            n / 2.0 * w * w
        };
        let row = |node: usize| {
            let along = (0..count).map(|j| [shape(node, j), 0.0, 0.0]);
            along.chain((0..count).map(|j| [0.0, 0.0, shape(node, j)])).collect::<Vec<_>>()
        };
        let node = |c: usize| (1 + (c * count + count / 2) / contacts.max(1)).min(count);
        let middle = count.div_ceil(2);
        Chain {
            mass: vec![n / 2.0; modes],
            stiffness: (0..count).map(|j| rate(1e5, j)).chain((0..count).map(|j| rate(3e4, j))).collect(),
            walls: (0..contacts).map(|c| row(node(c))).collect(),
            push: (0..count)
                .map(
                    |j| {
                        if long {
                            5.0 * (1..=count).map(|i| shape(i, j)).sum::<f64>()
                        } else {
                            100.0 * shape(middle, j)
                        }
                    },
                )
                .chain((0..count).map(|j| if long { 0.0 } else { 40.0 * shape(middle, j) }))
                .collect(),
            thrown: (0..modes).map(|j| if long && j == count + 9 { 0.05 } else { 0.0 }).collect(),
        }
    }

    fn run(&self, scheme: ModalScheme, step: f64, time: f64) -> ModalRun {
        let size = self.mass.len();
        let diagonal = |x: &[f64]| Coefficients::Diagonal(x.to_vec());
        let system = System::new(diagonal(&self.mass), diagonal(&self.stiffness), Damping::None, None).unwrap();
        let mut interactions = InteractionSet::new(size, Vec::new());
        let penalised = scheme == ModalScheme::SymplecticEuler;
        for shapes in &self.walls {
            let (k, t) = if penalised { (1e9, 1e8) } else { (0.0, 0.0) };
            let spec = ContactSpec {
                // Local y along -X.
                placement: placement("PLAN_Y", shapes.clone(), [0.0, 1.0, 0.0], [0.0; 3], 1e-4),
                normal_stiffness: k,
                normal_damping: 2.0 * f64::sqrt(k),
                restitution: (!penalised).then_some(0.0),
                entrainment: [0.0; 3],
                friction: Friction {
                    mu_static: 0.3,
                    mu_dynamic: 0.3,
                    stiffness: t,
                    damping: 2.0 * f64::sqrt(t),
                    one_direction: false,
                },
            };
            interactions.add(spec).unwrap();
        }
        let term = Term::Scaled { signal: Signal::Constant(1.0), direction: Direction::Vector(self.push.clone()) };
        let problem = ModalProblem {
            dynamics: Dynamics::new(system, Excitation::new(size, vec![term]), interactions),
            start: Start::Fresh { q: vec![0.0; size], v: self.thrown.clone() },
            schedule: Schedule::new(0.0, time, step, None, &[time]).unwrap(),
            scheme,
            first_order: 0,
            implicit: false,
            keep_start: true,
        };
        let run = run(problem, &mut |_| true);
        assert!(run.fault.is_none(), "{:?}", run.fault);
        run
    }

    /// Residual of the energy identity, over the energy exchanged.
    fn residual(&self, run: &ModalRun) -> f64 {
        let (last, size) = (run.archive.len() - 1, self.mass.len());
        let (q, v) = (&run.archive.displacement[last * size..], &run.archive.velocity[last * size..]);
        let sum = |f: &dyn Fn(usize) -> f64| (0..size).map(f).sum::<f64>();
        let energy = sum(&|j| 0.5 * self.mass[j] * v[j] * v[j] + 0.5 * self.stiffness[j] * q[j] * q[j]);
        let start = sum(&|j| 0.5 * self.mass[j] * self.thrown[j] * self.thrown[j]);
        let work = start + sum(&|j| self.push[j] * q[j]);
        let rubbed: f64 = (0..self.walls.len()).map(|i| run.archive.exchanged.at(last, 5 * i + 4)).sum();
        let lost = run.exact.map_or(0.0, |exact| exact.impact_loss);
        (energy - work + rubbed + lost).abs() / (energy + work.abs() + rubbed + lost)
    }
}

fn main() {
    let only: Option<usize> = std::env::args().skip(1).find_map(|a| a.parse().ok());
    let origin = Instant::now();
    println!("the shoe, 12 s: microseconds a run in the kernel");
    for a0 in [15.0, 1.5, 1.01, 0.99] {
        let best = (0..400).map(|_| {
            let problem = shoe(a0);
            let start = Instant::now();
            std::hint::black_box(run(problem, &mut |_| true));
            start.elapsed().as_secs_f64()
        });
        println!("{a0:>6} m/s2 {:>9.1}", 1e6 * best.fold(f64::INFINITY, f64::min));
    }
    for (modes, contacts, long, time) in [(50, 10, false, 0.2), (200, 100, true, 0.1)] {
        if only.is_some_and(|n| n != modes) {
            continue;
        }
        let chain = Chain::new(modes, contacts, long);
        println!("\n{modes} modes, {contacts} contacts, {time} s");
        println!(
            "{:<12} {:>8} {:>10} {:>10} {:>10} {:>10}  events",
            "scheme", "step", "error", "order", "energy", "CPU s"
        );
        let timed = |scheme, step| {
            let start = clock(origin);
            let run = chain.run(scheme, step, time);
            (clock(origin) - start, run)
        };
        let (cost, exact) = timed(EVENTS, 1e-3);
        let size = chain.mass.len();
        let state = |run: &ModalRun| run.archive.displacement[(run.archive.len() - 1) * size..].to_vec();
        let reference = state(&exact);
        let largest = reference.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
        let error = |run: &ModalRun| {
            state(run).iter().zip(&reference).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) / largest
        };
        let counts = |run: &ModalRun| {
            run.exact.map_or(String::new(), |e| {
                format!("{:?} fallbacks {} unsolved {}", e.events, e.fallbacks, e.unsolved_count)
            })
        };
        println!(
            "{:<12} {:>8.0e} {:>10} {:>10} {:>10.1e} {cost:>10.4}  {}",
            "EVENEMENT",
            1e-3,
            "-",
            "-",
            chain.residual(&exact),
            counts(&exact)
        );
        let mut before = f64::NAN;
        for step in [1e-4, 5e-5, 2.5e-5, 1.25e-5, 6.25e-6] {
            let (cost, run) = timed(ModalScheme::Moreau(MoreauOptions::default()), step);
            let now = error(&run);
            println!(
                "{:<12} {step:>8.1e} {now:>10.2e} {:>10.2} {:>10.1e} {cost:>10.4}  {}",
                "MOREAU",
                libm::log2(before / now),
                chain.residual(&run),
                counts(&run)
            );
            before = now;
        }
        let (cost, run) = timed(ModalScheme::SymplecticEuler, 2e-6);
        println!("{:<12} {:>8.0e} {:>10.2e} {:>10} {:>10} {cost:>10.4}", "DIFF_CENTRE", 2e-6, error(&run), "-", "-");
    }
}
