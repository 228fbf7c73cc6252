//! Order 2 for a sine, exact for free motion and for a ramp.

use std::sync::Arc;

use crate::interaction::InteractionSet;
use crate::signal::{Signal, Table};
use crate::transient::tests::{Storage, complete, final_error, observed_order, pair};
use crate::transient::{
    Coefficients, Damping, Direction, Dynamics, Excitation, ModalScheme, Schedule, Start, System, Term,
};

#[test]
fn second_order_for_a_force_that_bends() {
    let (order, error) = observed_order(|_| ModalScheme::Itmi, 4e-3, Storage::Diagonal);
    assert!((order - 2.0).abs() < 0.1 && error < 1e-2, "order {order}, error {error}");
}

#[test]
fn free_motion_is_exact_at_any_step() {
    let mut problem = pair(ModalScheme::Itmi, 0.25, 1.0, Storage::Diagonal);
    problem.dynamics.excitation = Excitation::none(2);
    let free =
        |o: &crate::transient::tests::Oscillator| crate::transient::tests::Oscillator { f: 0.0, ..*o }.exact(1.0).0;
    let run = complete(problem);
    for (i, o) in crate::transient::tests::PAIR.iter().enumerate() {
        assert!((run.archive.displacement[2 + i] - free(o)).abs() < 1e-15);
    }
    assert!(final_error(&run).is_finite());
}

/// A ramp `b t` on a free mass: `q = b t^3 / 6 m`; on a held one: `q = b (t - sin(w t)/w) / k`.
#[test]
fn a_ramp_is_integrated_exactly_on_held_and_rigid_modes() {
    let (m, k, b) = ([2.0, 3.0], [50.0, 0.0], 6.0);
    let system =
        System::new(Coefficients::Diagonal(m.to_vec()), Coefficients::Diagonal(k.to_vec()), Damping::None, None);
    let ramp = Signal::Table(Arc::new(Table::linear(vec![0.0, 2.0], vec![0.0, 2.0 * b])));
    let term = Term::Scaled { signal: ramp, direction: Direction::Vector(vec![1.0, 1.0]) };
    let dynamics = Dynamics::new(system.unwrap(), Excitation::new(2, vec![term]), InteractionSet::default());
    let problem = crate::transient::ModalProblem {
        dynamics,
        start: Start::Fresh { q: vec![0.0; 2], v: vec![0.0; 2] },
        schedule: Schedule::new(0.0, 1.0, 0.125, None, &[]).unwrap(),
        scheme: ModalScheme::Itmi,
        first_order: 0,
        keep_start: true,
        implicit: false,
    };
    let run = complete(problem);
    let exact = [b * (1.0 - 5.0_f64.sin() / 5.0) / k[0], b / (6.0 * m[1])];
    for (i, exact) in exact.iter().enumerate() {
        let q = run.archive.displacement[2 + i];
        assert!((q - exact).abs() < 1e-14 * (1.0 + exact.abs()), "{q} {exact}");
    }
}
