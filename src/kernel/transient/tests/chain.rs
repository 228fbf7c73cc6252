//! A chain of masses between rigid walls with friction, pushed along and across: the energy identity of the exact schemes, and
//! how MOREAU tends to EVENEMENT.
//!
//! `n/2` masses of 1 kg in a row, springs of 1e5 N/m along X and 3e4 N/m across (Z), both ends fixed, all `n` modes. `p`
//! masses, evenly spread, have a rigid wall at 1e-4 m along X on both sides, with friction 0.3 across and restitution 0.
//! Masses are pushed by constant forces, without damping.

use crate::interaction::{Attachment, ContactSpec, Friction, InteractionSet, ObstacleShape, Placement};
use crate::signal::Signal;
use crate::transient::event_driven::EventOptions;
use crate::transient::exact::EventKind;
use crate::transient::moreau::MoreauOptions;
use crate::transient::{
    Coefficients, Damping, Direction, Dynamics, Excitation, ModalProblem, ModalRun, ModalScheme, Schedule, Start,
    System, Term, run,
};

struct Chain {
    mass: Vec<f64>,
    stiffness: Vec<f64>,
    walls: Vec<Vec<[f64; 3]>>,
    push: Vec<f64>,
    /// Velocities at the start.
    thrown: Vec<f64>,
}

impl Chain {
    /// The middle mass is pushed by `push` (N) along X and across. `everywhere`: force (N) on each mass along X, and velocity
    /// (m/s) that the tenth mode across starts with. First the modes along X, then those across.
    fn new(modes: usize, contacts: usize, push: (f64, f64), everywhere: (f64, f64)) -> Chain {
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
        let node = |c: usize| (1 + (c * count + count / 2) / contacts).min(count);
        let middle = |force: f64| (0..count).map(move |j| force * shape(count.div_ceil(2), j));
        let all = |j: usize| everywhere.0 * (1..=count).map(|node| shape(node, j)).sum::<f64>();
        Chain {
            mass: vec![n / 2.0; modes],
            stiffness: (0..count).map(|j| rate(1e5, j)).chain((0..count).map(|j| rate(3e4, j))).collect(),
            walls: (0..contacts).map(|c| row(node(c))).collect(),
            push: middle(push.0).zip((0..count).map(all)).map(|(a, b)| a + b).chain(middle(push.1)).collect(),
            thrown: (0..modes).map(|j| if j == count + 9 { everywhere.1 } else { 0.0 }).collect(),
        }
    }

    fn run(&self, scheme: ModalScheme, step: f64, time: f64) -> ModalRun {
        let size = self.mass.len();
        let diagonal = |x: &[f64]| Coefficients::Diagonal(x.to_vec());
        let system = System::new(diagonal(&self.mass), diagonal(&self.stiffness), Damping::None, None).unwrap();
        let mut interactions = InteractionSet::new(size, Vec::new());
        for shapes in &self.walls {
            let node_1 = Attachment { position: [0.0; 3], shapes: shapes.clone(), supports: Vec::new() };
            let placement = Placement {
                obstacle: ObstacleShape::named("PLAN_Y", Vec::new()).unwrap(),
                node_1,
                node_2: None,
                normal: [0.0, 1.0, 0.0],
                twist: None,
                origin: Some([0.0; 3]),
                gap: 1e-4,
                sizes: [0.0; 2],
            };
            let friction =
                Friction { mu_static: 0.3, mu_dynamic: 0.3, stiffness: 0.0, damping: 0.0, one_direction: false };
            let spec = ContactSpec {
                placement,
                normal_stiffness: 0.0,
                normal_damping: 0.0,
                restitution: Some(0.0),
                friction,
                entrainment: [0.0; 3],
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

    fn end<'a>(&self, run: &'a ModalRun) -> &'a [f64] {
        &run.archive.displacement[(run.archive.len() - 1) * self.mass.len()..]
    }

    /// Residual of `kinetic + elastic = that of the start + work of the pushes - work of friction - loss of impacts`, over the energy exchanged.
    fn residual(&self, run: &ModalRun) -> f64 {
        let (last, size) = (run.archive.len() - 1, self.mass.len());
        let (q, v) = (self.end(run), &run.archive.velocity[last * size..]);
        let sum = |f: &dyn Fn(usize) -> f64| (0..size).map(f).sum::<f64>();
        let energy = sum(&|j| 0.5 * self.mass[j] * v[j] * v[j] + 0.5 * self.stiffness[j] * q[j] * q[j]);
        let start = sum(&|j| 0.5 * self.mass[j] * self.thrown[j] * self.thrown[j]);
        let work = start + sum(&|j| self.push[j] * q[j]);
        let rubbed: f64 = (0..self.walls.len()).map(|i| run.archive.exchanged.at(last, 5 * i + 4)).sum();
        let lost = run.exact.map_or(0.0, |exact| exact.impact_loss);
        (energy - work + rubbed + lost).abs() / (energy + work.abs() + rubbed + lost)
    }
}

const EVENTS: ModalScheme = ModalScheme::EventDriven(EventOptions { tolerance: 1e-12 });

/// The dates of impacts fall anywhere in the steps of MOREAU, so that the error of one run does not halve with its step; the
/// mean over pushes does.
#[test]
fn moreau_tends_to_events_at_order_one() {
    let steps = [2e-4, 1e-4, 5e-5, 2.5e-5];
    let mut means = [0.0; 4];
    let pushes: Vec<(f64, f64)> = (0..8).map(|i| (90.0 + 4.0 * f64::from(i), 30.0 + 3.0 * f64::from(i))).collect();
    for push in &pushes {
        let chain = Chain::new(50, 10, *push, (0.0, 0.0));
        let exact = chain.run(EVENTS, 1e-3, 0.2);
        let statistics = exact.exact.unwrap();
        for kind in [EventKind::Slip, EventKind::Stick, EventKind::Impact, EventKind::Separation] {
            assert!(statistics.events[kind as usize] > 5, "{statistics:?}");
        }
        assert!(statistics.fallbacks == 0 && statistics.unsolved_count == 0, "{statistics:?}");
        assert!(chain.residual(&exact) < 1e-10);
        let reference = chain.end(&exact);
        let largest = reference.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
        for (mean, step) in means.iter_mut().zip(steps) {
            let run = chain.run(ModalScheme::Moreau(MoreauOptions::default()), step, 0.2);
            assert!(chain.residual(&run) < 1e-10);
            let gaps = chain.end(&run).iter().zip(reference).map(|(a, b)| (a - b).abs());
            *mean += gaps.fold(0.0, f64::max) / largest / pushes.len() as f64;
        }
    }
    // Slope of the straight line through the logarithms, steps being halved.
    let logs = means.map(libm::log2);
    let order = -(-3.0 * logs[0] - logs[1] + logs[2] + 3.0 * logs[3]) / 10.0;
    assert!((order - 1.0).abs() < 0.3, "order {order}, errors {means:?}");
}

#[test]
fn many_contacts_keep_their_energy_through_events() {
    let chain = Chain::new(200, 100, (0.0, 0.0), (5.0, 0.05));
    let exact = chain.run(EVENTS, 1e-3, 0.02);
    let statistics = exact.exact.unwrap();
    for (kind, least) in
        [(EventKind::Slip, 1), (EventKind::Stick, 20), (EventKind::Reversal, 20), (EventKind::Impact, 50)]
    {
        assert!(statistics.events[kind as usize] >= least, "{statistics:?}");
    }
    assert!(statistics.fallbacks == 0 && statistics.unsolved_count == 0, "{statistics:?}");
    assert!(chain.residual(&exact) < 1e-10);
}
