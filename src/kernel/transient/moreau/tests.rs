//! The shoe at three steps: the errors of an independent implementation, and no slip where there is none. One contact by
//! itself and beside another.

use super::MoreauOptions;
use crate::interaction::{Attachment, ContactSpec, Friction, InteractionSet, ObstacleShape, Placement};
use crate::transient::exact::exchange::TOTALS;
use crate::transient::tests::shoe::{POWERS, exact_power};
use crate::transient::tests::{complete, sine};
use crate::transient::{
    Coefficients, Damping, Direction, Dynamics, Excitation, ModalProblem, ModalRun, ModalScheme, Schedule, Start,
    System, Term,
};

#[test]
fn the_shoe_has_the_errors_of_the_method() {
    let expected =
        [(1e-2, [-4.0e-3, -1.3e-3, -5.1e-3]), (1e-3, [-2.6e-4, -3.5e-6, -5.3e-4]), (1e-4, [-3.4e-5, -1.4e-7, -2.4e-7])];
    for (step, errors) in expected {
        for ((a0, exact), error) in POWERS[1].into_iter().zip(errors) {
            let power = exact_power(ModalScheme::Moreau(MoreauOptions::default()), 0.0, a0, step, 4.0, 12.0);
            let found = power / exact - 1.0;
            assert!((found / error - 1.0_f64).abs() < 0.05, "{a0}, step {step}: {found:e} for {error:e}");
        }
        assert_eq!(exact_power(ModalScheme::Moreau(MoreauOptions::default()), 0.0, 0.99, step, 4.0, 12.0), 0.0);
    }
}

/// A mass that bounces, slips and sticks, on one plane or between two; with a second contact that it never reaches.
fn bouncing(shape: &str, restitution: Option<f64>, length: f64, (far_contact, schedule): (bool, Schedule)) -> ModalRun {
    let diagonal = |x: [f64; 2]| Coefficients::Diagonal(x.to_vec());
    let system = System::new(diagonal([0.7, 0.7]), diagonal([90.0, 13.0]), Damping::None, None).unwrap();
    let mut set = InteractionSet::new(2, Vec::new());
    for (gap, exists) in [(0.3 * length, true), (1e3 * length, far_contact)] {
        let node_1 =
            Attachment { position: [0.0; 3], shapes: vec![[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], supports: Vec::new() };
        let placement = Placement {
            obstacle: ObstacleShape::named(shape, Vec::new()).unwrap(),
            node_1,
            node_2: None,
            normal: [0.0, 1.0, 0.0],
            twist: None,
            origin: Some([0.0; 3]),
            gap,
            sizes: [0.0; 2],
        };
        let friction = Friction { mu_static: 0.3, mu_dynamic: 0.3, stiffness: 0.0, damping: 0.0, one_direction: false };
        let normal_stiffness = if restitution.is_some() { 0.0 } else { 7e3 };
        if exists {
            set.add(ContactSpec {
                placement,
                normal_stiffness,
                normal_damping: 1.3,
                restitution,
                friction,
                entrainment: [0.0; 3],
            })
            .unwrap();
        }
    }
    let term = |amplitude: f64, rate: f64, direction: usize| Term::Scaled {
        signal: sine(amplitude * length, rate),
        direction: Direction::Coordinate(direction),
    };
    complete(ModalProblem {
        dynamics: Dynamics::new(system, Excitation::new(2, vec![term(31.0, 17.0, 0), term(23.0, 5.3, 1)]), set),
        start: Start::Fresh { q: vec![0.0; 2], v: vec![0.0; 2] },
        schedule,
        scheme: ModalScheme::Moreau(MoreauOptions::default()),
        first_order: 0,
        implicit: false,
        keep_start: true,
    })
}

/// The short way of a step gives what the general one gives, which a set of two contacts takes.
#[test]
fn one_contact_moves_as_it_does_beside_another_that_stays_open() {
    for (shape, restitution) in [("PLAN_Z", Some(0.0)), ("PLAN_Z", Some(0.4)), ("PLAN_Z", None)] {
        for length in [0.7, 1.3e-4] {
            let schedule = Schedule::new(0.0, 3.0, 3e-4, Some(1), &[]).unwrap();
            let [alone, beside] =
                [false, true].map(|far| bouncing(shape, restitution, length, (far, schedule.clone())));
            let (events, others) = (alone.exact.unwrap().events, beside.exact.unwrap().events);
            assert_eq!(events, others, "{shape} {restitution:?}");
            assert!(events.iter().sum::<u64>() > 10, "{shape} {restitution:?}: {events:?}");
            for (a, b) in alone.archive.displacement.iter().zip(&beside.archive.displacement) {
                assert!((a - b).abs() < 1e-11 * length, "{shape} {restitution:?}: {a} {b}");
            }
            let last = alone.archive.len() - 1;
            for k in 0..TOTALS {
                let [a, b] = [&alone, &beside].map(|run| run.archive.exchanged.at(last, k));
                assert!((a - b).abs() <= 1e-10 * b.abs(), "{shape} {restitution:?}, total {k}: {a} {b}");
            }
        }
    }
}

/// Steps between kept states are made in a row: states and exchanges are those of steps made one by one, to the last bit.
#[test]
fn steps_in_a_row_are_the_steps_one_by_one() {
    for (shape, restitution) in [("PLAN_Z", Some(0.4)), ("PLAN_Z", None), ("BI_PLAN_Z", Some(0.0))] {
        let keeping = |period, instants: &[f64]| {
            let schedule = Schedule::new(0.0, 3.0, 3e-4, period, instants).unwrap();
            bouncing(shape, restitution, 0.7, (false, schedule))
        };
        // An instant that cuts no step, and one that ends in the middle of one.
        for instants in [[0.3, 1.2], [0.3, 1.20013]] {
            let each = keeping(Some(1), &instants);
            for period in [Some(7), None] {
                let some = keeping(period, &instants);
                assert_eq!(some.statistics, each.statistics, "{shape} {restitution:?}");
                assert_eq!(some.exact.unwrap().events, each.exact.unwrap().events, "{shape} {restitution:?}");
                for (k, order) in some.archive.orders.iter().enumerate() {
                    let j = each.archive.orders.iter().position(|other| other == order).unwrap();
                    let bits = |run: &ModalRun, k: usize| {
                        let motion = [&run.archive.displacement, &run.archive.velocity, &run.archive.acceleration];
                        let mut all: Vec<u64> =
                            motion.iter().flat_map(|x| &x[2 * k..2 * k + 2]).map(|x| x.to_bits()).collect();
                        all.extend(run.archive.exchanged.row(k).iter().map(|x| x.to_bits()));
                        all
                    };
                    assert_eq!(bits(&some, k), bits(&each, j), "{shape} {restitution:?}, step {order}");
                }
            }
        }
    }
}
