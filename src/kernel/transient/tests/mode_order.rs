//! Runs whose contacts put the modes in another order.

use super::*;
use crate::interaction::{Attachment, ContactSpec, Friction, ObstacleShape, Placement};

const SIZE: usize = 30;

/// Mode `j` moves points along X where it is even, along Z where it is odd.
fn shape(point: usize, mode: usize) -> [f64; 3] {
    let x = libm::cos(0.7 * (point as f64 + 1.0) * (mode as f64 / 2.0 + 1.3));
    if mode.is_multiple_of(2) { [x, 0.0, 0.0] } else { [0.0, 0.0, x] }
}

/// Ten points at a distance from a floor, their modes in this order.
fn on_a_floor(order: &[usize], distance: f64, scheme: ModalScheme) -> ModalProblem {
    let diagonal =
        |value: &dyn Fn(usize) -> f64| Coefficients::Diagonal(order.iter().map(|&mode| value(mode)).collect());
    let mass = diagonal(&|mode| 0.7 + 0.01 * mode as f64);
    let damping = Damping::Matrix(diagonal(&|mode| 0.3 + 0.1 * mode as f64));
    let system = System::new(mass, diagonal(&|mode| 40.0 * (1.0 + mode as f64)), damping, None).unwrap();
    let mut interactions = InteractionSet::new(SIZE, Vec::new());
    for point in 0..10 {
        let shapes = order.iter().map(|&mode| shape(point, mode)).collect();
        let placement = Placement {
            obstacle: ObstacleShape::named("PLAN_Z", Vec::new()).unwrap(),
            node_1: Attachment { position: [0.0; 3], shapes, supports: Vec::new() },
            node_2: None,
            normal: [0.0, 1.0, 0.0],
            twist: None,
            origin: Some([0.0, 0.0, 1.0]),
            gap: 1.0 + distance,
            sizes: [0.0; 2],
        };
        let friction = Friction { mu_static: 0.3, mu_dynamic: 0.2, stiffness: 2e3, damping: 0.1, one_direction: false };
        let contact = ContactSpec {
            placement,
            normal_stiffness: 1e3,
            normal_damping: 1.3,
            restitution: None,
            friction,
            entrainment: [0.0; 3],
        };
        interactions.add(contact).unwrap();
    }
    let push = |mode: usize| if mode.is_multiple_of(2) { 0.7 } else { -1.3 };
    let vector = order.iter().map(|&mode| push(mode)).collect();
    let place = |mode: usize| order.iter().position(|other| *other == mode).unwrap();
    let row = |t: f64| order.iter().map(move |&mode| t * 0.1 * mode as f64);
    let terms = vec![
        Term::Scaled { signal: Signal::Constant(1.0), direction: Direction::Vector(vector) },
        Term::Scaled { signal: sine(3.0, 11.0), direction: Direction::Coordinate(place(4)) },
        Term::History { instants: vec![0.0, 2.0], values: row(0.3).chain(row(-0.7)).collect(), scale: 1.3 },
    ];
    let start = |factor: f64| order.iter().map(|&mode| factor * (mode as f64 - 7.3)).collect();
    ModalProblem {
        dynamics: Dynamics::new(system, Excitation::new(SIZE, terms), interactions),
        start: Start::Fresh { q: start(1e-3), v: start(-0.01) },
        schedule: Schedule::new(0.0, 0.5, 1e-3, Some(10), &[]).unwrap(),
        scheme,
        implicit: false,
        first_order: 0,
        keep_start: true,
    }
}

/// Compares a run with one of the problem whose modes are put in the order of the contacts by hand.
#[test]
fn the_order_of_modes_in_a_run_is_not_seen() {
    let as_given: Vec<usize> = (0..SIZE).collect();
    for scheme in [ModalScheme::SymplecticEuler, ModalScheme::Adaptive(Default::default()), ModalScheme::Itmi] {
        let problem = on_a_floor(&as_given, 0.0, scheme);
        let order = problem.dynamics.interactions.mode_order().unwrap();
        let sorted = on_a_floor(&order, 0.0, scheme);
        assert_eq!(sorted.dynamics.interactions.mode_order(), None);
        let (run, by_hand) = (complete(problem), complete(sorted));
        let (kept, kept_by_hand) = (&run.archive, &by_hand.archive);
        assert!(kept.len() > 40 && kept.len() == kept_by_hand.len());
        let pairs = [
            (&kept.displacement, &kept_by_hand.displacement),
            (&kept.velocity, &kept_by_hand.velocity),
            (&kept.acceleration, &kept_by_hand.acceleration),
        ];
        for (own, other) in pairs {
            for (own, other) in own.chunks_exact(SIZE).zip(other.chunks_exact(SIZE)) {
                assert!(order.iter().zip(other).all(|(&mode, x)| own[mode] == *x));
            }
        }
        assert_eq!(run.variables, by_hand.variables);
    }
}

#[test]
fn a_divergence_names_the_mode_of_the_problem() {
    let order: Vec<usize> = (0..SIZE).collect();
    let mut problem = on_a_floor(&order, 1.3, ModalScheme::SymplecticEuler);
    let Start::Fresh { v, .. } = &mut problem.start else { unreachable!() };
    v[14] = f64::MAX;
    let fault = run(problem, &mut |_| true).fault;
    assert!(matches!(fault, Some(TransientFault::Diverged { mode: 14, .. })), "{fault:?}");
}
