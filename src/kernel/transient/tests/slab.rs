//! An elastic slab as a modal system: one friction point on clamped-free modes, by the schemes of any modal basis, against the
//! characteristics.
//!
//! Unit height, density and speed; the slab is stretched by `a (1 - x)` and let go on a foundation at rest, under a friction
//! stress of at most `0.3 a`. Modes `sin(k_j (1 - x))`, `k_j = (2 j - 1) pi/2`, mass 1/2. The slip speed jumps, so that the error
//! of `n` modes in L1 goes with a power of `1/n` between 1/2 and 1.

use super::static_friction::rubbing;
use super::*;
use crate::slab::{Direction, Law, Pressure, characteristics};
use crate::transient::event_driven::EventOptions;
use crate::transient::moreau::MoreauOptions;

const STRETCH: f64 = 1.0;
const BOUND: f64 = 0.3;
const END: f64 = 6.0;
/// Instants looked at: the middles of this many parts.
const LOOKS: usize = 600;

fn instants() -> Vec<f64> {
    (0..LOOKS).map(|i| END * (i as f64 + 0.5) / LOOKS as f64).collect()
}

fn exact_speeds() -> Vec<f64> {
    let level = |x: f64| Signal::Constant(x);
    let line = crate::signal::Table::linear(vec![0.0, 1.0], vec![STRETCH, 0.0]);
    let problem = crate::slab::SlabProblem {
        height: 1.0,
        density: 1.0,
        normal_speed: 1.0,
        shear_speed: 1.0,
        law: Law::Coulomb { mu: BOUND },
        pressure: Pressure::Imposed(level(1.0)),
        first: Direction {
            top: level(0.0),
            base: level(0.0),
            displacement: Signal::Table(std::sync::Arc::new(line)),
            velocity: level(0.0),
        },
        second: None,
        end: END,
        archive: 1,
        at_events: false,
        fields: Vec::new(),
        points: 2,
    };
    // Steps of half the distance between looks.
    let run = characteristics(&problem, 2 * LOOKS / 3, &mut |_, _| true);
    assert!(run.fault.is_none());
    (0..LOOKS).map(|i| run.states[2 * i + 1].slip).collect()
}

fn modal_speeds(modes: usize, scheme: ModalScheme, step: f64, stiffness: f64) -> Vec<f64> {
    let wave = |j: usize| (j as f64 + 0.5) * std::f64::consts::PI;
    // sin(k_j) is 1 and -1 in turn.
    let at_base = |j: usize| if j.is_multiple_of(2) { 1.0 } else { -1.0 };
    let stiffnesses = (0..modes).map(|j| 0.5 * wave(j) * wave(j)).collect();
    let masses = Coefficients::Diagonal(vec![0.5; modes]);
    let system = System::new(masses, Coefficients::Diagonal(stiffnesses), Damping::None, None).unwrap();
    let mut spec = rubbing(&(0..modes).map(at_base).collect::<Vec<_>>(), 1.0, [BOUND; 2]);
    spec.friction.stiffness = stiffness;
    let mut interactions = InteractionSet::new(modes, Vec::new());
    interactions.add(spec).unwrap();
    let q = (0..modes).map(|j| 2.0 * STRETCH * at_base(j) / (wave(j) * wave(j))).collect();
    let times = instants();
    let run = complete(ModalProblem {
        dynamics: Dynamics::new(system, Excitation::none(modes), interactions),
        start: Start::Fresh { q, v: vec![0.0; modes] },
        schedule: Schedule::new(0.0, END, step, None, &times).unwrap(),
        scheme,
        implicit: false,
        first_order: 0,
        keep_start: true,
    });
    let archive = &run.archive;
    let rank = |t: f64| archive.instants.iter().position(|x| (x - t).abs() < 1e-9).unwrap();
    let speed = |i: usize| (0..modes).map(|j| at_base(j) * archive.velocity[i * modes + j]).sum();
    times.iter().map(|t| speed(rank(*t))).collect()
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum::<f64>() * END / LOOKS as f64
}

#[test]
fn modes_of_a_slab_tend_to_its_characteristics() {
    let exact = exact_speeds();
    assert!(exact.contains(&0.0) && exact.iter().any(|s| *s < -0.1) && exact.iter().any(|s| *s > 0.05));
    let events = ModalScheme::EventDriven(EventOptions { tolerance: 1e-12 });
    let mut errors = Vec::new();
    for modes in [8, 16, 32, 64] {
        let by_events = modal_speeds(modes, events, 0.01, 0.0);
        errors.push(distance(&by_events, &exact));
        if modes > 16 {
            continue;
        }
        // Steps of a hundredth of the shortest period, and a penalty whose frequency is ten times the highest.
        let step = 0.02 / (modes as f64 + 0.5);
        let moreau = ModalScheme::Moreau(MoreauOptions::default());
        let by_steps = distance(&modal_speeds(modes, moreau, step, 0.0), &by_events);
        let stiff = (10.0 * modes as f64 * std::f64::consts::PI).powi(2) / (2.0 * modes as f64);
        let penalised = modal_speeds(modes, ModalScheme::SymplecticEuler, 0.1 * step, stiff);
        let by_penalty = distance(&penalised, &by_events);
        let by_modes = errors[errors.len() - 1];
        assert!(by_steps < 0.3 * by_modes && by_penalty < 0.3 * by_modes, "{by_steps} {by_penalty} {by_modes}");
    }
    let order = libm::log2(errors[0] / errors[3]) / 3.0;
    assert!((0.5..=1.0).contains(&order) && errors.windows(2).all(|e| e[1] < e[0]), "{errors:?}");
}
