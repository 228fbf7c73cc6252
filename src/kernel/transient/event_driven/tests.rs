//! The shoe against its exact solution: powers, dates, regimes.

mod fast_modes;

use super::EventOptions;
use crate::transient::ModalScheme;
use crate::transient::exact::EventKind;
use crate::transient::tests::shoe::{POWERS, WINDOWS, exact_power, exact_run};

const SCHEME: ModalScheme = ModalScheme::EventDriven(EventOptions { tolerance: 1e-12 });

#[test]
fn the_shoe_has_its_exact_wear_power_on_all_windows() {
    for (row, (from, to)) in WINDOWS.iter().enumerate() {
        for (a0, exact) in POWERS[row] {
            let power = exact_power(SCHEME, 0.0, a0, 0.25, *from, *to);
            let error = (power - exact).abs();
            assert!(error <= 1e-12 * exact, "{a0} on [{from}, {to}]: {power:e} {exact:e}");
        }
    }
}

#[test]
fn the_first_slips_have_their_dates() {
    let dates: [(f64, &[(f64, EventKind)]); 3] = [
        (
            15.0,
            &[
                (0.010618204803539844659, EventKind::Slip),
                (0.86086929504410439058, EventKind::Reversal),
                (1.1154449387888823103, EventKind::Reversal),
            ],
        ),
        (1.5, &[(0.11613976359938499463, EventKind::Slip), (0.52889038619959029291, EventKind::Stick)]),
        (1.01, &[(0.22758527455723949391, EventKind::Slip), (0.29487409350908018510, EventKind::Stick)]),
    ];
    for (a0, expected) in dates {
        let run = exact_run(SCHEME, 0.0, a0, 0.5, &[]);
        for (event, (time, kind)) in run.events.iter().zip(expected) {
            assert!(event.kind == *kind && (event.time - time).abs() < 1e-11, "{a0}: {event:?} {time}");
        }
    }
}

/// On either side of `eta* = 2/sqrt(pi² + 4)`: always slipping, or sticks of vanishing length; no slip at `eta = 1`.
#[test]
fn regimes_change_where_they_should() {
    let eta = 0.53702927214631507685;
    let sticks =
        |eta: f64| exact_run(SCHEME, 0.0, 1.0 / eta, 0.5, &[]).exact.unwrap().events[EventKind::Stick as usize];
    assert_eq!(sticks(eta - 1e-9), 0);
    // At eta = 1 the bound is only touched.
    let grazing = exact_run(SCHEME, 0.0, 1.0, 0.5, &[]).events;
    assert!(grazing.is_empty(), "{grazing:?}");
    assert_eq!(exact_power(SCHEME, 0.0, 1.0, 0.5, 0.0, 12.0), 0.0);
    let long = exact_run(SCHEME, 0.0, 1.0 / (eta + 1e-3), 0.5, &[]).exact.unwrap();
    // The longest is the rest before the first slip; the others are short.
    let first = libm::asin(eta + 1e-3) / (2.0 * std::f64::consts::PI);
    assert!((long.longest_stick - first).abs() < 1e-9 && long.smallest_distance < 1e-3, "{long:?}");
    assert!(long.events[EventKind::Stick as usize] > 20, "{long:?}");
}

/// Two stops a period with equal coefficients: where a stick ends the acceleration is the rounding of the forces.
#[test]
fn sticks_that_end_continuously_end_once() {
    use crate::interaction::InteractionSet;
    use crate::transient::tests::{complete, sine};
    use crate::transient::*;
    let one = |x: f64| Coefficients::Diagonal(vec![x]);
    let system = System::new(one(1.7), one(90.0), Damping::Matrix(one(1.1)), None).unwrap();
    let mut interactions = InteractionSet::new(1, Vec::new());
    interactions.add(crate::transient::tests::static_friction::rubbing(&[1.0], 10.0, [0.4; 2])).unwrap();
    let cosine = Term::Scaled { signal: sine(9.0, 2.2), direction: Direction::Vector(vec![1.0]) };
    let run = complete(ModalProblem {
        dynamics: Dynamics::new(system, Excitation::new(1, vec![cosine]), interactions),
        start: Start::Fresh { q: vec![0.0], v: vec![0.0] },
        schedule: Schedule::new(0.0, 2000.0, 0.25, None, &[]).unwrap(),
        scheme: SCHEME,
        implicit: false,
        first_order: 0,
        keep_start: true,
    });
    assert_eq!(run.exact.unwrap().fallbacks, 0, "{:?}", run.exact);
}
