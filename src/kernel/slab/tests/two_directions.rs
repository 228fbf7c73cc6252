//! Slip as a vector: turned problems are the same problem, and what has no closed form keeps the direction of friction and the
//! balance of energy.

use proptest::prelude::*;

use super::*;

fn scaled(signal: &Signal, factor: f64) -> Signal {
    match signal {
        Signal::Constant(value) => Signal::Constant(value * factor),
        Signal::Table(old) => {
            let ordinates = old.ordinates.iter().map(|y| y * factor).collect();
            Signal::Table(Arc::new(Table { ordinates, ..(**old).clone() }))
        }
        _ => panic!("a number or a table"),
    }
}

/// The problem of one direction, turned by an angle (degrees).
fn turned(problem: &SlabProblem, degrees: f64) -> SlabProblem {
    let part = |factor: f64| Direction {
        top: scaled(&problem.first.top, factor),
        base: scaled(&problem.first.base, factor),
        displacement: scaled(&problem.first.displacement, factor),
        velocity: scaled(&problem.first.velocity, factor),
    };
    let angle = degrees.to_radians();
    SlabProblem { first: part(libm::cos(angle)), second: Some(part(libm::sin(angle))), ..problem.clone() }
}

/// Greatest difference of slips, displacements, stresses between a problem of one direction and the same turned; also across it.
fn differences(plain: &SlabRun, both: &SlabRun, degrees: f64) -> f64 {
    let (cos, sin) = (libm::cos(degrees.to_radians()), libm::sin(degrees.to_radians()));
    assert_eq!((plain.states.len(), both.states.len()), (both.across.len(), plain.states.len()));
    let states = plain.states.iter().zip(both.states.iter().zip(&both.across));
    states.fold(0.0, |most, (a, (b, c))| {
        let gaps = [
            (a.slip, b.slip, c.slip),
            (a.displacement, b.displacement, c.displacement),
            (a.velocity, b.velocity, c.velocity),
            (a.shear, b.shear, c.shear),
        ];
        let gap = |(a, b, c): (f64, f64, f64)| (a - (b * cos + c * sin)).abs().max((c * cos - b * sin).abs());
        gaps.into_iter().map(gap).fold(most, f64::max)
    })
}

#[test]
fn a_foundation_at_thirty_degrees_is_the_problem_of_one_direction() {
    let problem = slab(Law::Coulomb { mu: 0.3 }, 1.0, 0.2, 12.0);
    for degrees in [30.0, 143.0] {
        let run = exact(&turned(&problem, degrees), 40);
        let angle = f64::to_radians(degrees);
        for (k, slip) in [0.0, -0.3, -0.1, -0.3, -0.1, -0.3].iter().enumerate() {
            let i = 40 * k + 20;
            let found = (run.states[i].slip, run.across[i].slip);
            let gaps = (found.0 - slip * libm::cos(angle), found.1 - slip * libm::sin(angle));
            assert!(gaps.0.abs() < 1e-12 && gaps.1.abs() < 1e-12, "{k} {found:?}");
        }
    }
}

#[test]
fn events_of_a_turned_problem_are_those_of_one_direction() {
    let ramp = table(&[(0.0, 0.0), (0.75, 0.6), (1.5, 0.0), (9.0, 0.0)]);
    let top = Direction { top: ramp, ..at_rest() };
    let problem = SlabProblem { first: top, at_events: true, ..slab(Law::linear(1.0, 0.5, 2.0), 1.0, 0.0, 2.75) };
    let run = exact(&turned(&problem, 61.0), 37);
    let dates: Vec<(f64, Nature)> = run.events.iter().map(|e| (e.time, e.nature)).collect();
    assert_eq!(dates.len(), 2);
    assert!((dates[0].0 - 1.625).abs() < 1e-12 && (dates[1].0 - 2.03125).abs() < 1e-12, "{dates:?}");
    assert!((run.balance.distance - 0.20859375).abs() < 1e-12 && (run.balance.friction - 0.104296875).abs() < 1e-12);
    // Two states at each event, before and after.
    for (event, (before, after)) in run.events.iter().zip([(0.0, 0.5), (0.25, 0.0)]) {
        let sizes: Vec<f64> = (0..run.states.len())
            .filter(|i| run.states[*i].time == event.time)
            .map(|i| libm::hypot(run.states[i].slip, run.across[i].slip))
            .collect();
        assert!(sizes.len() == 2 && (sizes[0] - before).abs() < 1e-12 && (sizes[1] - after).abs() < 1e-12, "{sizes:?}");
    }
}

/// A foundation that turns at a constant speed, in straight pieces.
fn turning(law: Law, speed: f64, turns: f64, end: f64) -> SlabProblem {
    let along = |f: fn(f64) -> f64| {
        let points: Vec<(f64, f64)> = (0..=150)
            .map(|i| end * f64::from(i) / 150.0)
            .map(|t| (t, speed * f(2.0 * std::f64::consts::PI * turns * t / end)))
            .collect();
        table(&points)
    };
    SlabProblem {
        first: Direction { base: along(libm::cos), ..at_rest() },
        second: Some(Direction { base: along(libm::sin), ..at_rest() }),
        ..slab(law, 1.3, 0.0, end)
    }
}

#[test]
fn a_turning_foundation_keeps_the_direction_of_friction_and_the_energy() {
    for law in [
        Law::Coulomb { mu: 0.3 },
        Law::linear(0.7, 0.3, 1.7),
        Law::Exponential { fixed: 0.7, dynamic: 0.2, speed: 0.13 },
        Law::linear(0.0, 0.0, -0.4),
    ] {
        for (speed, turns) in [(0.17, 1.3), (0.9, 3.0), (0.37, 7.0)] {
            let problem = turning(law.clone(), speed, turns, 13.0);
            for run in [exact(&problem, 64), exact(&problem, 200)] {
                let powers = run.states.iter().zip(&run.across).map(|(a, b)| a.shear * a.slip + b.shear * b.slip);
                assert!(powers.fold(f64::INFINITY, f64::min) >= -1e-13, "{law:?}");
                assert!(speed < 0.5 || run.balance.distance > 0.0 && run.balance.friction > 0.0);
            }
            let mass = 0.75 * 1.3 * law.steepest() / 200.0;
            let mesh = Mesh { cells: 200, mass, consistent: false, massless: false };
            let run = meshed(&problem, &mesh, 0.8 * mesh.stable_step(&problem), &mut |_, _| true);
            assert_eq!(run.fault, None);
            assert!(run.balance.residual().abs() < 1e-12 * (1.0 + run.balance.friction), "{:?}", run.balance);
        }
    }
}

#[test]
fn two_directions_converge_together_on_mesh_and_characteristics() {
    let problem = turning(Law::linear(0.3, 0.0, -0.2), 0.5, 2.0, 8.0);
    let fine = exact(&problem, 3200);
    let error = |cells: usize| {
        let mesh = Mesh { cells, mass: 0.0, consistent: false, massless: false };
        let run = meshed(&problem, &mesh, mesh.stable_step(&problem), &mut |_, _| true);
        let gap = |(a, c): (&SlabState, &Across)| {
            let i = (a.time / fine.step).round() as usize;
            run.step * libm::hypot(a.slip - fine.states[i].slip, c.slip - fine.across[i].slip)
        };
        run.states.iter().zip(&run.across).map(gap).sum::<f64>()
    };
    let (coarse, better) = (error(100), error(400));
    assert!(better < 0.4 * coarse && better < 0.05, "{coarse} {better}");
}

fn laws() -> impl Strategy<Value = Law> {
    prop_oneof![
        (0.05f64..0.8).prop_map(|mu| Law::Coulomb { mu }),
        (0.1f64..0.6, 0.05f64..0.5).prop_map(|(fixed, slope)| Law::linear(fixed, 0.0, -slope)),
        (0.4f64..0.9, 0.05f64..0.35, 0.3f64..4.0).prop_map(|(fixed, floor, slope)| Law::linear(fixed, floor, slope)),
        (0.4f64..0.9, 0.05f64..0.35, 0.1f64..2.0).prop_map(|(fixed, dynamic, speed)| Law::Exponential {
            fixed,
            dynamic,
            speed
        }),
        (0.4f64..0.9, 0.05f64..0.35, 0.1f64..2.0).prop_map(|(fixed, dynamic, speed)| Law::Rational {
            fixed,
            dynamic,
            speed
        }),
    ]
}

/// Events but those of rounding: what has just touched the end of stick touches it again at each echo.
fn lasting(run: &SlabRun) -> Vec<Event> {
    let mut kept: Vec<Event> = Vec::new();
    for event in &run.events {
        match kept.last() {
            Some(last) if event.time - last.time < 1e-9 && last.before == event.after => drop(kept.pop()),
            _ => kept.push(*event),
        }
    }
    kept
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_law_along_one_line_gives_what_one_direction_gives(
        law in laws(),
        pressure in 0.2f64..2.7,
        base in -0.6f64..0.6,
        places in (-0.4f64..0.4, -0.4f64..0.4),
        top in (-0.5f64..0.5, -0.5f64..0.5),
        degrees in 0f64..360.0,
        cells in 5usize..60,
        scale in prop_oneof![Just(1.0), Just(1.7e-4)],
    ) {
        let times = |y: f64| y * scale;
        let law = match law {
            Law::Exponential { fixed, dynamic, speed } => Law::Exponential { fixed, dynamic, speed: times(speed) },
            Law::Rational { fixed, dynamic, speed } => Law::Rational { fixed, dynamic, speed: times(speed) },
            other if scale == 1.0 => other,
            _ => Law::linear(0.57, 0.23, 1.9 / scale),
        };
        let problem = SlabProblem {
            first: Direction {
                top: table(&[(0.0, 0.0), (0.7, times(top.0)), (1.9, times(top.1)), (3.1, 0.0)]),
                base: Signal::Constant(times(base)),
                displacement: table(&[(0.0, times(places.0)), (0.37, times(places.1)), (1.0, 0.0)]),
                velocity: Signal::Constant(0.0),
            },
            ..slab(law, times(pressure), 0.0, 7.3)
        };
        let (plain, both) = (exact(&problem, cells), exact(&turned(&problem, degrees), cells));
        let gap = differences(&plain, &both, degrees);
        // Weakening multiplies differences at each echo, by up to the slope of the relation.
        prop_assert!(gap < 1e-12 * scale, "{gap}: {problem:?}");
        let (plain, both) = (lasting(&plain), lasting(&both));
        prop_assert_eq!(plain.len(), both.len());
        for (a, b) in plain.iter().zip(&both) {
            prop_assert!((a.time - b.time).abs() < 1e-9 && a.nature == b.nature, "{a:?} {b:?}");
        }
    }
}
