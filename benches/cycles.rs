//! Cost of cycles and branches, beside the transient that one waits for without them.
//!
//! * `belt`: one cycle of a mass on a belt, from the state at its section;
//! * `impact`: a branch of the impact oscillator (Shaw and Holmes) in the frequency, special points located, per 200 points;
//! * `ten modes`: the same of ten modes with an elastic stop.
//!
//! The transient beside each is that of 60 periods, once for each point of the branch, by EVENEMENT. Run with `cargo bench --bench cycles`.
#![allow(clippy::unwrap_used)]

#[path = "common/mod.rs"]
mod common;

use std::time::Instant;

use common::clock;
use stickslip::kernel::cycles::{
    BranchOptions, Equations, Follower, ForceTerm, Forcing, NewtonOptions, Parameter, ReturnMap, Section,
};
use stickslip::kernel::interaction::{Attachment, ContactSpec, Friction, InteractionSet, ObstacleShape, Placement};
use stickslip::kernel::transient::{Coefficients, Damping, System};

const NEWTON: NewtonOptions = NewtonOptions { residual: 1e-10, most: 30 };

fn contact(kind: &str, shapes: Vec<[f64; 3]>, [origin, normal]: [[f64; 3]; 2], gap: f64) -> ContactSpec {
    ContactSpec {
        placement: Placement {
            obstacle: ObstacleShape::named(kind, Vec::new()).unwrap(),
            node_1: Attachment { position: [0.0; 3], shapes, supports: Vec::new() },
            node_2: None,
            normal,
            twist: None,
            origin: Some(origin),
            gap,
            sizes: [0.0; 2],
        },
        normal_stiffness: 0.0,
        normal_damping: 0.0,
        restitution: None,
        entrainment: [0.0; 3],
        friction: Friction { mu_static: 0.0, mu_dynamic: 0.0, stiffness: 0.0, damping: 0.0, one_direction: false },
    }
}

fn map(system: System, spec: ContactSpec, force: Vec<f64>, frequency: f64, parameter: Option<Parameter>) -> ReturnMap {
    let mut interactions = InteractionSet::new(system.size(), Vec::new());
    interactions.add(spec).unwrap();
    let term = ForceTerm::Harmonic { direction: force, coefficient: 1.0, harmonic: 1, phase: 0.0, power: 0 };
    let terms = if frequency > 0.0 { vec![term] } else { Vec::new() };
    let forcing = Forcing { terms };
    ReturnMap::new(Equations { system, interactions, forcing, frequency, periods: 1, symmetric: false, parameter })
        .unwrap()
}

/// Processor seconds that a sample takes at least: the clock may advance by 4 ms.
const SAMPLE: f64 = 0.4;

/// Processor seconds of what is done, the best of five samples, each repeated until the clock's grain is a hundredth of it.
fn best(mut work: impl FnMut()) -> f64 {
    let origin = Instant::now();
    let mut count = 1;
    let mut sample = || loop {
        let start = clock(origin);
        (0..count).for_each(|_| work());
        let spent = clock(origin) - start;
        if spent >= SAMPLE {
            return spent / f64::from(count);
        }
        count *= 2;
    };
    (0..5).map(|_| sample()).fold(f64::INFINITY, f64::min)
}

fn belt() {
    let one = |x: f64| Coefficients::Diagonal(vec![x]);
    let system = System::new(one(1.0), one(100.0), Damping::None, None).unwrap();
    let mut spec = contact("PLAN_Z", vec![[1.0, 0.0, 0.0]], [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0]], 0.5);
    (spec.normal_stiffness, spec.entrainment) = (20.0, [0.05, 0.0, 0.0]);
    (spec.friction.mu_static, spec.friction.mu_dynamic) = (0.4, 0.25);
    let mut map = map(system, spec, vec![0.0], 0.0, None);
    let start = map.take_up(&[0.0], &[0.0]).unwrap();
    let (start, section) = map.settle_on_section(start, 12.6, &[1.0]).unwrap();
    let scales = map.scales(&start, Some(&section)).unwrap();
    let seconds = best(|| {
        map.solve(&start, 0.0, (Some(&section), None), (scales, NEWTON), 3).unwrap();
    });
    println!("belt: one cycle {:.3} ms", 1e3 * seconds);
}

fn branch(name: &str, mut map: ReturnMap, [low, start, high]: [f64; 3], section: Option<Section>) {
    let n = map.size();
    let state = map.take_up(&vec![0.0; n], &vec![0.0; n]).unwrap();
    map.set(start);
    let state = map.settle(state, 300).unwrap();
    let scales = map.scales(&state, None).unwrap();
    let first = map.solve(&state, start, (None, None), (scales, NEWTON), 3).unwrap();
    let mut points = 0;
    let options = BranchOptions {
        minimum: low,
        maximum: high,
        upwards: true,
        step: 0.005,
        least: 1e-5,
        most: 0.01,
        points: 400,
        targets: Vec::new(),
        detect: true,
        newton: NEWTON,
    };
    let seconds = best(|| {
        points = 0;
        let observations = vec![vec![1.0; n]];
        let mut follower = Follower { map: &mut map, section, scales, observations, stability: true };
        follower.follow(&first, &options, &mut |_| {
            points += 1;
            true
        });
    });
    map.set(start);
    let waited = best(|| {
        map.settle(state.clone(), 60).unwrap();
    });
    let (each, ratio) = (seconds / f64::from(points), waited * f64::from(points) / seconds);
    println!(
        "{name}: {points} points, {:.3} s for 200; 60 periods of transient each: {ratio:.1} times that",
        200.0 * each
    );
}

fn main() {
    belt();
    let tau = std::f64::consts::TAU;
    let one = |x: f64| Coefficients::Diagonal(vec![x]);
    let system = System::new(one(1.0), one(1.0), Damping::Matrix(one(0.1)), None).unwrap();
    let wall = |shapes, place: f64| contact("PLAN_Y", shapes, [[0.0, place - 50.0, 0.0], [0.0, 0.0, 1.0]], 50.0);
    let mut spec = wall(vec![[0.0, 1.0, 0.0]], 0.0);
    spec.restitution = Some(0.8);
    let rigid = map(system, spec, vec![1.0], 2.5 / tau, Some(Parameter::Frequency));
    branch("impact", rigid, [1.1 / tau, 2.0 / tau, 3.0 / tau], None);
    // A cantilever of unit length: frequencies as the squares of 1.875, 4.694 ..., tips alternate.
    let roots = [1.8751, 4.6941, 7.8548, 10.9955, 14.1372, 17.2788, 20.4204, 23.5619, 26.7035, 29.8451];
    let stiffness: Vec<f64> = roots.iter().map(|b: &f64| 60.0 * b * b * b * b).collect();
    let tips: Vec<[f64; 3]> = (0..10).map(|j| [0.0, if j % 2 == 0 { 2.0 } else { -2.0 }, 0.0]).collect();
    let (mass, damping) = (Coefficients::Diagonal(vec![1.0; 10]), Damping::Reduced(vec![0.01; 10]));
    let system = System::new(mass, Coefficients::Diagonal(stiffness), damping, None).unwrap();
    let mut spec = wall(tips, 0.004);
    spec.normal_stiffness = 2e4;
    let force: Vec<f64> = (0..10).map(|j| 3.0 / f64::from(j + 1)).collect();
    let beam = map(system, spec, force, 4.5, Some(Parameter::Frequency));
    branch("ten modes", beam, [3.0, 3.2, 5.5], None);
}
