//! Static friction under rounding: a mass held below its limit stays, and a belt takes it along at the date of the closed form.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::interaction::{Attachment, ContactSpec, Friction, ObstacleShape, Placement};
use crate::signal::Table;
use crate::transient::event_driven::EventOptions;
use crate::transient::exact::EventKind;
use crate::transient::matrix::Square;
use crate::transient::moreau::MoreauOptions;

const MOREAU: ModalScheme = ModalScheme::Moreau(MoreauOptions { theta: 0.5, sweeps: 1000, residual: 1e-14 });
const EVENEMENT: ModalScheme = ModalScheme::EventDriven(EventOptions { tolerance: 1e-12 });

/// A contact pressed by `load` that moves along X by `shapes`.
pub(crate) fn rubbing(shapes: &[f64], load: f64, mu: [f64; 2]) -> ContactSpec {
    ContactSpec {
        placement: Placement {
            obstacle: ObstacleShape::named("PLAN_Z", Vec::new()).unwrap(),
            node_1: Attachment {
                position: [0.0; 3],
                shapes: shapes.iter().map(|x| [*x, 0.0, 0.0]).collect(),
                supports: Vec::new(),
            },
            node_2: None,
            normal: [0.0, 1.0, 0.0],
            twist: None,
            origin: Some([0.0, 0.0, 1.0]),
            gap: 0.5,
            sizes: [0.0; 2],
        },
        normal_stiffness: 2.0 * load,
        normal_damping: 0.0,
        restitution: None,
        entrainment: [0.0; 3],
        friction: Friction { mu_static: mu[0], mu_dynamic: mu[1], stiffness: 0.0, damping: 0.0, one_direction: false },
    }
}

fn line(end: f64, from: f64, to: f64) -> Signal {
    Signal::Table(Arc::new(Table::linear(vec![0.0, end], vec![from, to])))
}

/// Run of one mass on a spring `k` whose other end is pulled at the speed `v`: a belt, seen by who rides on it.
fn belt(scheme: ModalScheme, [m, k, load, v]: [f64; 4], mu: [f64; 2], step: f64, end: f64) -> ModalRun {
    let diagonal = |x: f64| Coefficients::Diagonal(vec![x]);
    let system = System::new(diagonal(m), diagonal(k), Damping::None, None).unwrap();
    let mut interactions = InteractionSet::new(1, Vec::new());
    interactions.add(rubbing(&[1.0], load, mu)).unwrap();
    let pull = Term::Scaled { signal: line(end, 0.0, k * v * end), direction: Direction::Vector(vec![1.0]) };
    complete(ModalProblem {
        dynamics: Dynamics::new(system, Excitation::new(1, vec![pull]), interactions),
        start: Start::Fresh { q: vec![0.0], v: vec![0.0] },
        schedule: Schedule::new(0.0, end, step, None, &[]).unwrap(),
        scheme,
        first_order: 0,
        implicit: false,
        keep_start: true,
    })
}

fn first_slip(run: &ModalRun) -> f64 {
    run.events.iter().find(|event| event.kind == EventKind::Slip).map_or(f64::NAN, |event| event.time)
}

/// Two equal masses in coordinates turned by `angle`, coupled by a spring: P pushed by `hold`, Q shaken. Displacement of P.
#[expect(clippy::too_many_arguments, reason = "what is drawn at random")]
fn held(scheme: ModalScheme, m: f64, k: f64, load: f64, mu: [f64; 2], hold: f64, angle: f64, step: f64) -> f64 {
    let (c, s) = (libm::cos(angle), libm::sin(angle));
    let shapes = [[c, -s], [s, c]];
    let coupled = |i: usize, j: usize| {
        let apart = [shapes[0][0] - shapes[1][0], shapes[0][1] - shapes[1][1]];
        k * apart[i] * apart[j]
    };
    let mass = Square::from_fn(2, |i, j| if i == j { m } else { 0.0 });
    let stiffness = Coefficients::Full(Square::from_fn(2, coupled));
    let system = System::new(Coefficients::Full(mass), stiffness, Damping::None, None).unwrap();
    let mut interactions = InteractionSet::new(2, Vec::new());
    for shape in &shapes {
        interactions.add(rubbing(shape, load, mu)).unwrap();
    }
    let end = 300.0 * step;
    let term = |signal: Signal, k: usize| Term::Scaled { signal, direction: Direction::Vector(shapes[k].to_vec()) };
    let shaken = sine(1.7 * mu[0] * load, 21.0 / end);
    let excitation = Excitation::new(2, vec![term(line(end, hold, hold), 0), term(shaken, 1)]);
    let run = complete(ModalProblem {
        dynamics: Dynamics::new(system, excitation, interactions),
        start: Start::Fresh { q: vec![0.0; 2], v: vec![0.0; 2] },
        schedule: Schedule::new(0.0, end, step, None, &[]).unwrap(),
        scheme,
        first_order: 0,
        implicit: false,
        keep_start: true,
    });
    assert!(run.events.iter().any(|event| event.contact == 1 && event.kind == EventKind::Slip), "Q does not move");
    let states = run.archive.displacement.chunks_exact(2);
    states.map(|q| (shapes[0][0] * q[0] + shapes[0][1] * q[1]).abs()).fold(0.0, f64::max)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The neighbour takes at most a tenth of the bound through the spring.
    #[test]
    fn a_mass_pushed_below_its_static_limit_stays(
        m in prop::sample::select(vec![0.3, 0.7, 1.1, 1.3, 2.9]),
        load in 1.3..40.0,
        mu_static in 0.13..0.9,
        ratio in 0.2..1.0,
        part in 0.02..0.88,
        angle in 0.1..1.5,
        scale in prop::sample::select(vec![1.0, 1e-4, 1e4]),
        step in prop::sample::select(vec![1.3e-2, 7e-4, 1e-4]),
    ) {
        let (m, load, end) = (m * scale, load * scale, 300.0 * step);
        let (mu, bound) = ([mu_static, ratio * mu_static], mu_static * load);
        let farthest = 1.7 * bound / m * end * end;
        let spring = 0.1 * bound / farthest;
        for scheme in [MOREAU, EVENEMENT] {
            let moved = held(scheme, m, spring, load, mu, part * bound, angle, step);
            // Rounding of the velocity in each step: its last digit of the forces' share.
            prop_assert!(moved <= 1e-13 * farthest, "{} moves by {moved:e} of {farthest:e}", scheme.name());
        }
    }

    /// The step in the middle of which the force is beyond the bound is the first in which the mass slips.
    #[test]
    fn a_belt_takes_the_mass_along_to_the_static_bound(
        m in prop::sample::select(vec![0.3, 0.7, 0.8, 1.1, 1.7]),
        k in 3.0..400.0,
        load in 1.3..40.0,
        v in 0.01..0.9,
        mu_static in 0.13..0.9,
        ratio in 0.2..1.0,
        steps in 13.0..900.0,
        scale in prop::sample::select(vec![1.0, 1e-4, 1e4]),
    ) {
        let (numbers, mu) = ([m * scale, k * scale, load * scale, v], [mu_static, ratio * mu_static]);
        let exact: f64 = mu_static * load / (k * v);
        let step = exact / steps;
        let found: f64 = first_slip(&belt(MOREAU, numbers, mu, step, 1.3 * exact));
        prop_assert!((found - step - exact).abs() <= (0.5 + 1e-6) * step, "MOREAU: {found} for {exact}, step {step}");
        let found: f64 = first_slip(&belt(EVENEMENT, numbers, mu, step, 1.3 * exact));
        prop_assert!((found / exact - 1.0).abs() <= 1e-10, "EVENEMENT: {found} for {exact}");
    }
}

/// Between two slips the spring is stretched again: EVENEMENT has a slip in each of some twenty cycles, MOREAU as many.
#[test]
fn a_belt_makes_the_same_number_of_slips_with_both_schemes() {
    for (numbers, mu) in [
        ([0.7, 53.0, 11.0, 0.06], [0.41, 0.17]),
        ([1.3, 97.0, 17.0, 0.11], [0.33, 0.27]),
        ([0.3, 29.0, 6.3, 0.03], [0.52, 0.49]),
    ] {
        let [m, k, load, v] = numbers;
        let end = 20.0 * (2.0 * (mu[0] - mu[1]) * load / (k * v) + 3.3 * f64::sqrt(m / k));
        let slips = |scheme: ModalScheme, step: f64| {
            let run = belt(scheme, numbers, mu, step, end);
            run.events.iter().filter(|event| event.kind == EventKind::Slip).count() as i64
        };
        let exact = slips(EVENEMENT, 0.1);
        for step in [3e-3, 3e-4] {
            let found = slips(MOREAU, step);
            assert!((10..40).contains(&exact) && (found - exact).abs() <= 1, "{numbers:?} {step}: {found} for {exact}");
        }
    }
}
