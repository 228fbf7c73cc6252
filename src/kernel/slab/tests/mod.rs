//! Closed forms: echo by echo, impact by impact, and the balance of energy.

mod mesh;
mod two_directions;
mod whole_cells;

use std::sync::Arc;

use super::*;
use crate::signal::{Signal, Table};

fn table(points: &[(f64, f64)]) -> Signal {
    let (x, y) = points.iter().copied().unzip();
    let ends = crate::signal::Extension::Constant;
    Signal::Table(Arc::new(Table { left: ends, right: ends, ..Table::linear(x, y) }))
}

fn at_rest() -> Direction {
    let nothing = Signal::Constant(0.0);
    Direction { top: nothing.clone(), base: nothing.clone(), displacement: nothing.clone(), velocity: nothing }
}

/// Slab of unit height, density and speeds, at rest.
fn slab(law: Law, pressure: f64, base: f64, end: f64) -> SlabProblem {
    SlabProblem {
        height: 1.0,
        density: 1.0,
        normal_speed: 1.0,
        shear_speed: 1.0,
        law,
        pressure: Pressure::Imposed(Signal::Constant(pressure)),
        first: Direction { base: Signal::Constant(base), ..at_rest() },
        second: None,
        end,
        archive: 1,
        at_events: false,
        fields: Vec::new(),
        points: 2,
    }
}

fn exact(problem: &SlabProblem, cells: usize) -> SlabRun {
    let run = characteristics(problem, cells, &mut |_, _| true);
    assert_eq!(run.fault, None);
    assert!(run.balance.residual().abs() < 1e-12, "{:?} {:?}", run.balance, problem);
    assert_eq!(run.joined, 0);
    run
}

fn at(run: &SlabRun, time: f64) -> SlabState {
    *run.states.iter().min_by(|a, b| (a.time - time).abs().total_cmp(&(b.time - time).abs())).unwrap()
}

#[test]
fn constant_friction_repeats_with_two_echoes() {
    for cells in [2, 7, 40] {
        let run = exact(&slab(Law::Coulomb { mu: 0.3 }, 1.0, 0.2, 12.0), cells);
        for (k, (slip, shear)) in
            [(0.0, -0.2), (-0.3, -0.3), (-0.1, -0.3), (-0.3, -0.3), (-0.1, -0.3)].iter().enumerate()
        {
            let state = at(&run, 2.0 * k as f64 + 1.0);
            assert!((state.slip - slip).abs() < 1e-12 && (state.shear - shear).abs() < 1e-12, "{k} {state:?}");
        }
    }
}

#[test]
fn hysteresis_jumps_at_the_ends_of_branches() {
    let ramp = table(&[(0.0, 0.0), (0.75, 0.6), (1.5, 0.0), (9.0, 0.0)]);
    for cells in [4, 16, 37] {
        let run = exact(
            &SlabProblem {
                first: Direction { top: ramp.clone(), ..at_rest() },
                ..slab(Law::linear(1.0, 0.5, 2.0), 1.0, 0.0, 2.75)
            },
            cells,
        );
        let events: Vec<(f64, Nature, f64, f64)> =
            run.events.iter().map(|e| (e.time, e.nature, e.before, e.after)).collect();
        assert_eq!(events.len(), 2, "{events:?}");
        let expected = [(1.625, Nature::Jump, 0.0, 0.5), (2.03125, Nature::Jump, 0.25, 0.0)];
        for (found, wanted) in events.iter().zip(expected) {
            assert_eq!(found.1, wanted.1);
            let gaps = [found.0 - wanted.0, found.2 - wanted.2, found.3 - wanted.3];
            assert!(gaps.iter().all(|g| g.abs() < 1e-12), "{events:?}");
        }
        assert!((run.balance.distance - 0.20859375).abs() < 1e-12, "{:?}", run.balance);
        assert!((run.balance.friction - 0.104296875).abs() < 1e-12, "{:?}", run.balance);
    }
}

#[test]
fn few_cells_hold_the_pieces_of_all_events() {
    // Twenty events in four echoes; in eleven cells some have more pieces than twelve.
    for scale in [1.0, 1.7e-4] {
        let problem = SlabProblem {
            first: Direction {
                top: table(&[(0.0, 0.0), (0.7, -0.265 * scale), (1.9, -0.394 * scale), (3.1, 0.0)]),
                base: Signal::Constant(9.26e-4 * scale),
                displacement: table(&[(0.0, 0.0), (0.37, 0.271 * scale), (1.0, 0.0)]),
                velocity: Signal::Constant(0.0),
            },
            ..slab(Law::Rational { fixed: 0.446, dynamic: 0.05, speed: 1.747 * scale }, 2.595 * scale, 0.0, 9.3)
        };
        let events = [3, 11, 40].map(|cells| exact(&problem, cells).events.len());
        assert!(events.iter().all(|count| *count > 20), "{events:?}");
    }
}

#[test]
fn weakening_without_multiplicity_follows_the_echo_map() {
    let law = Law::Exponential { fixed: 0.5, dynamic: 0.3, speed: 0.4 };
    let run = exact(&slab(law, 1.0, 0.1, 24.0), 4);
    let expected = [
        0.0,
        0.0,
        0.0,
        0.307215618805386,
        0.0,
        0.0,
        0.288288499861672,
        0.0,
        0.0176018621789652,
        0.272622100767202,
        0.0,
        0.0536458903035765,
    ];
    for (k, slip) in expected.iter().enumerate() {
        let found = -at(&run, 2.0 * k as f64 + 1.0).slip;
        assert!((found - slip).abs() < 1e-10, "echo {k}: {found} instead of {slip}");
    }
}

#[test]
fn strengthening_friction_converges_to_steady_slip() {
    let run = exact(&slab(Law::linear(0.3, 0.0, -0.1), 1.0, 0.2, 60.0), 4);
    let mut y = 0.6;
    for k in 1..30 {
        let slip = (y - 0.3) / 1.1;
        assert!((-at(&run, 2.0 * f64::from(k) + 1.0).slip - slip).abs() < 1e-12);
        y = 0.52 - 9.0 / 11.0 * (y - 0.52);
    }
}

fn falling(top: f64, gap: f64, end: f64) -> SlabProblem {
    let pressure = Pressure::Motion {
        top: Signal::Constant(top),
        displacement: table(&[(0.0, gap), (1.0, -top)]),
        velocity: Signal::Constant(0.0),
    };
    SlabProblem { pressure, ..slab(Law::Coulomb { mu: 1.0 }, 0.0, 0.0, end) }
}

#[test]
fn impacts_repeat_exactly() {
    for (top, gap, dates) in [
        (0.1, 0.05, [1.0 / 3.0, 2.0, 8.0 / 3.0, 13.0 / 3.0, 5.0, 20.0 / 3.0]),
        (0.02, 0.1, [5.0 / 6.0, 2.0, 11.0 / 3.0, 29.0 / 6.0, 6.5, 23.0 / 3.0]),
    ] {
        for cells in [10, 33] {
            let run = exact(&falling(top, gap, if gap < 0.1 { 7.25 } else { 7.75 }), cells);
            let found: Vec<f64> = run.events.iter().map(|e| e.time).collect();
            assert_eq!(found.len(), 6, "{:?}", run.events);
            assert!(found.iter().zip(dates).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
            let q = top + gap;
            for state in &run.states {
                assert!(state.pressure == 0.0 || (state.pressure - q).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn coupled_motion_balances_its_energy_and_is_free_in_flight() {
    let problem = SlabProblem {
        normal_speed: 2.0,
        first: Direction { base: Signal::Constant(0.2), ..at_rest() },
        ..falling(0.1, 0.05, 11.3)
    };
    for cells in [20, 33] {
        let run = exact(&problem, cells);
        assert!(run.balance.friction > 0.0 && run.events.iter().any(|e| e.nature == Nature::Release));
        for state in run.states.iter().filter(|s| s.gap > 0.0) {
            assert!(state.shear.abs() < 1e-12 && state.pressure == 0.0);
        }
    }
}

#[test]
fn pieces_beyond_the_room_are_joined_and_win_no_energy() {
    // What deviates from steady slip grows from echo to echo where friction weakens: in the end no room holds all events.
    for scale in [1.0, 1.7e-4] {
        let law = Law::linear(0.5, 0.3, 0.5 / scale);
        let runs = [900.0, 1300.0].map(|end| {
            let displacement = table(&[(0.0, 0.0), (0.37, 0.013 * scale), (1.0, 0.0)]);
            let problem = slab(law.clone(), scale, 0.2 * scale, end);
            let problem = SlabProblem { first: Direction { displacement, ..problem.first }, ..problem };
            characteristics(&problem, 20, &mut |_, _| true)
        });
        for run in runs {
            assert!(run.joined > 1000, "{scale} {} {}", run.joined, run.events.len());
            let (loss, turned) = (run.balance.residual(), run.balance.friction);
            // Motion finer than the pieces is lost, and none is won.
            assert!(loss < 1e-12 * turned && loss > -0.03 * turned, "{loss} of {turned}");
            assert!(run.states.iter().all(|state| state.slip.abs() <= 0.6 * scale * (1.0 + 1e-12)));
        }
    }
}
