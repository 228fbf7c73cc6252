//! One oscillator, against the recurrences of the schemes and the exact motion.

use super::*;
use crate::assembly::{Constraint, SparseMatrix};
use crate::linalg::Elimination;
use crate::schemes::SchemeInfo;

const OMEGA: f64 = 5.0;

struct NoLoad;

impl Loading for NoLoad {
    fn at(&mut self, _: f64, _: &mut [f64], _: &mut [f64]) -> Result<(), Interrupted> {
        Ok(())
    }
}

/// A mass of 2 kg that swings at 5 rad/s, with the dashpot `damping` (N s/m); unknown 0 is held.
fn oscillator(damping: f64) -> StructuralSystem {
    let matrix = |x: f64| SparseMatrix::from_triplets(2, &[(0, 0, x), (0, 1, -x), (1, 0, -x), (1, 1, x)]);
    let held = [Constraint { terms: vec![(0, 1.0)], value: 0.0, load: 0 }];
    StructuralSystem {
        mass: SparseMatrix::from_triplets(2, &[(1, 1, 2.0)]),
        damping: (damping > 0.0).then(|| SparseMatrix::from_triplets(2, &[(1, 1, damping)])),
        stiffness: matrix(2.0 * OMEGA * OMEGA),
        elimination: Elimination::new(2, &held),
        relations: vec![false],
        fixed: vec![true, false],
        modal_damping: ModalDamping::default(),
        components: vec![0, 0],
    }
}

/// Displacement after one second of free motion from `d = 1`.
fn after_one_second(scheme: &StructuralScheme, count: usize, damping: f64) -> f64 {
    let system = oscillator(damping);
    let mut state = NodalState { time: 0.0, d: vec![0.0, 1.0], v: vec![0.0; 2], a: vec![0.0; 2] };
    system.initial_acceleration(&mut state, &[0.0; 2]).unwrap();
    assert!((state.a[1] + OMEGA * OMEGA).abs() < 1e-13);
    let group = Group { start: 0.0, step: 1.0 / count as f64, count };
    let plan = Plan {
        stretches: vec![Stretch::Equal(group)],
        keeping: Keeping::Steps(vec![false; count]),
        end: 1.0,
        imposed: false,
        energies: false,
    };
    let mut kept = KeptInstants::default();
    run(&system, scheme, &plan, &mut NoLoad, &mut state, &mut kept, &mut |_| true).unwrap();
    assert_eq!(kept.instants.len(), 1);
    kept.displacement[1]
}

/// With a damping matrix, of 7 % of critical, DIFF_CENTRE takes the damping force half a step early.
#[test]
fn observed_orders_are_those_of_the_table() {
    let schemes = [
        ("NEWMARK", StructuralScheme::Newmark { beta: 0.25, gamma: 0.5 }),
        ("WILSON", StructuralScheme::Wilson { theta: 1.4 }),
        ("DIFF_CENTRE", StructuralScheme::Central { checked: true, half_step_last: false }),
    ];
    for (name, scheme) in schemes {
        let table = SchemeInfo::named(name).and_then(|info| info.physical).unwrap();
        for (damping, expected) in [(0.0, table.undamped), (1.4, table.damped)] {
            let decay = damping / 4.0;
            let pulsation = (OMEGA * OMEGA - decay * decay).sqrt();
            let exact = libm::exp(-decay) * (libm::cos(pulsation) + decay / pulsation * libm::sin(pulsation));
            let errors = [700, 1400].map(|count| (after_one_second(&scheme, count, damping) - exact).abs());
            let order = libm::log2(errors[0] / errors[1]);
            assert!((order - f64::from(expected)).abs() < 0.1, "{name}, damping {damping}: {order}");
        }
    }
}

#[test]
fn newmark_turns_by_its_own_angle() {
    // β = 1/4, γ = 1/2: the motion is cos(n α) with tan(α/2) = ωh/2.
    let count = 50;
    let angle = 2.0 * libm::atan(0.5 * OMEGA / count as f64);
    let expected = libm::cos(count as f64 * angle);
    let found = after_one_second(&StructuralScheme::Newmark { beta: 0.25, gamma: 0.5 }, count, 0.0);
    assert!((found - expected).abs() < 1e-13, "{found} {expected}");
}

#[test]
fn a_long_explicit_step_is_refused() {
    let system = oscillator(0.0);
    let mut state = NodalState { time: 0.0, d: vec![0.0; 2], v: vec![0.0; 2], a: vec![0.0; 2] };
    let plan = Plan {
        stretches: vec![Stretch::Equal(Group { start: 0.0, step: 0.1, count: 1 })],
        keeping: Keeping::Steps(Vec::new()),
        end: 1.0,
        imposed: false,
        energies: false,
    };
    let scheme = StructuralScheme::Central { checked: true, half_step_last: false };
    let fault = run(&system, &scheme, &plan, &mut NoLoad, &mut state, &mut KeptInstants::default(), &mut |_| true);
    assert!(matches!(fault, Err(StructuralFault::StepTooLong { unknown: 1, .. })), "{fault:?}");
}
