//! Two masses held together by a spring ever so stiff: the motion is that of one mass, and costs no more.

use std::f64::consts::TAU;

use super::super::EventStepper;
use super::EventOptions;
use crate::interaction::{ContactSpec, InteractionSet, ObstacleShape};
use crate::signal::Signal;
use crate::transient::dynamics::{ModalState, Stepper};
use crate::transient::exact::{EventKind, FrictionEvent};
use crate::transient::tests::{sine, static_friction::rubbing};
use crate::transient::{Coefficients, Damping, Direction, Dynamics, Excitation, System, Term};

/// Masses (kg), the spring to the ground and the one between (N/m), damping ratio, size of lengths (m).
#[derive(Clone, Copy)]
struct Pair {
    masses: [f64; 2],
    ground: f64,
    between: f64,
    xi: f64,
    unit: f64,
}

/// What a contact of the second mass is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// Pressed by a constant load.
    Rubs,
    /// Pressed by a load whose friction holds it most of the time.
    Sticks,
    /// Pressed so that friction holds it in two directions after a while.
    Holds,
    /// An elastic stop.
    Stop,
    /// A rigid stop.
    Wall,
}

/// States of the second mass and totals at each step, events, series.
#[derive(Debug)]
struct Seen {
    x: Vec<f64>,
    v: Vec<f64>,
    totals: Vec<f64>,
    events: Vec<FrictionEvent>,
    series: u64,
    followed: u64,
}

impl Pair {
    /// Pulsations squared and shapes of the second mass where the first moves by 1, from the characteristic polynomial.
    fn modes(&self) -> ([f64; 2], [f64; 2], [f64; 2]) {
        let ([m1, m2], k1, k2) = (self.masses, self.ground, self.between);
        let b = (k1 + k2) * m2 + k2 * m1;
        let high = (b + (b * b - 4.0 * m1 * m2 * k1 * k2).sqrt()) / (2.0 * m1 * m2);
        let low = k1 * k2 / (m1 * m2 * high);
        let first = 1.0 / (1.0 - m2 * low / k2);
        let second = -m1 / (m2 * first);
        ([low, high], [first, second], [m1 + m2 * first * first, m1 + m2 * second * second])
    }

    fn contact(&self, kind: Kind, shapes: &[f64]) -> ContactSpec {
        let mu = match kind {
            Kind::Sticks => [0.19, 0.13],
            Kind::Holds => [0.5, 0.4],
            _ => [0.025, 0.02],
        };
        let mut spec = rubbing(shapes, 50.0 * self.unit, mu);
        if kind == Kind::Holds {
            let half = shapes.len() / 2;
            let across = |(j, x): (usize, &f64)| if j < half { [*x, 0.0, 0.0] } else { [0.0, 0.0, *x] };
            spec.placement.node_1.shapes = shapes.iter().enumerate().map(across).collect();
        }
        if matches!(kind, Kind::Stop | Kind::Wall) {
            // Walls on both sides of the motion, which is along their normal: friction does nothing.
            spec.placement.obstacle = ObstacleShape::named("PLAN_Y", Vec::new()).unwrap();
            spec.placement.origin = Some([0.0; 3]);
            spec.placement.gap = 0.06 * self.unit;
            spec.normal_stiffness = 9.0 * self.ground;
            spec.friction.mu_static = 0.0;
            spec.friction.mu_dynamic = 0.0;
            if kind == Kind::Wall {
                spec.restitution = Some(0.55);
            }
        }
        spec
    }

    /// A run of `end` seconds in steps of 1 ms with a force on the first mass; `thrown`: speed of the fast mode at the second mass.
    fn run(&self, kind: Kind, apart: bool, thrown: f64, end: f64) -> Seen {
        let (squares, shapes, masses) = self.modes();
        let stiffness = [squares[0] * masses[0], squares[1] * masses[1]];
        let v = [0.3 * self.unit, thrown / shapes[1]];
        if kind == Kind::Holds {
            let twice = |x: [f64; 2], part: f64| [x[0], x[1], part * x[0], part * x[1]];
            let (masses, stiffness, v) = (twice(masses, 1.0), twice(stiffness, 1.3), v.map(|v| 0.1 * v));
            return self.go(&masses, &stiffness, &twice(shapes, 1.0), kind, apart, &twice(v, 0.7), end);
        }
        self.go(&masses, &stiffness, &shapes, kind, apart, &v, end)
    }

    /// Run of one mass that is the sum of both.
    fn whole(&self, kind: Kind, end: f64) -> Seen {
        self.go(&[self.masses[0] + self.masses[1]], &[self.ground], &[1.0], kind, false, &[0.3 * self.unit], end)
    }

    #[expect(clippy::too_many_arguments, reason = "what runs differ in")]
    fn go(&self, m: &[f64], k: &[f64], shapes: &[f64], kind: Kind, apart: bool, v: &[f64], end: f64) -> Seen {
        let n = m.len();
        let diagonal = |x: &[f64]| Coefficients::Diagonal(x.to_vec());
        let system = System::new(diagonal(m), diagonal(k), Damping::Reduced(vec![self.xi; n]), None).unwrap();
        let mut interactions = InteractionSet::new(n, Vec::new());
        interactions.add(self.contact(kind, shapes)).unwrap();
        let push = |signal: Signal| Term::Scaled { signal, direction: Direction::Vector(vec![1.0; n]) };
        let terms = vec![push(sine(10.0 * self.unit, 2.5 * TAU)), push(Signal::Constant(1.7 * self.unit))];
        let mut dynamics = Dynamics::new(system, Excitation::new(n, terms), interactions);
        let mut state = ModalState::at_rest(0.0, n);
        state.v.copy_from_slice(v);
        let step = 1e-3;
        let mut stepper = EventStepper::new(EventOptions { tolerance: 1e-12 }, step, &mut dynamics, &state).unwrap();
        if apart {
            stepper.separate(&dynamics);
        }
        stepper.take_up(&mut dynamics, &mut state).unwrap();
        let mut seen = Seen { x: vec![], v: vec![], totals: vec![], events: vec![], series: 0, followed: 0 };
        for _ in 0..(end / step).round() as usize {
            stepper.step(&mut dynamics, &mut state, step).unwrap();
            let along = |x: &[f64]| x.iter().zip(shapes).map(|(x, shape)| x * shape).sum::<f64>();
            seen.x.push(along(&state.q));
            seen.v.push(along(&state.v));
            seen.totals.extend(&dynamics.exchange.totals[..5]);
        }
        seen.events = dynamics.exchange.events.clone();
        (seen.series, seen.followed) = (dynamics.exchange.statistics.series, dynamics.exchange.statistics.followed);
        seen
    }
}

impl Seen {
    /// Largest difference over the largest value, of displacements, velocities and totals.
    fn differences(&self, other: &Seen) -> [f64; 3] {
        let largest = |x: &[f64]| x.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
        let apart = |a: &[f64], b: &[f64]| {
            let rest: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
            largest(&rest) / largest(b).max(f64::MIN_POSITIVE)
        };
        [apart(&self.x, &other.x), apart(&self.v, &other.v), apart(&self.totals, &other.totals)]
    }

    fn assert_same_events(&self, other: &Seen, tolerance: f64, what: &str) {
        let kinds = |seen: &Seen| seen.events.iter().map(|event| event.kind).collect::<Vec<EventKind>>();
        assert_eq!(kinds(self), kinds(other), "{what}");
        for (a, b) in self.events.iter().zip(&other.events) {
            assert!((a.time - b.time).abs() <= tolerance, "{what}: {a:?} {b:?}");
        }
    }
}

const METRES: Pair = Pair { masses: [2.0, 1.5], ground: 800.0, between: 4e10, xi: 0.02, unit: 1.0 };

/// What swings is left out of nothing: states, impulses, wear and dates are those of short pieces.
#[test]
fn long_pieces_have_the_motion_of_short_ones() {
    for (kind, xi, thrown) in [
        (Kind::Rubs, 0.02, 0.0),
        (Kind::Rubs, 0.0, 0.0),
        (Kind::Rubs, 0.0, 0.02),
        (Kind::Sticks, 0.02, 0.0),
        (Kind::Sticks, 0.0, 0.0),
        (Kind::Holds, 0.02, 0.0),
        (Kind::Holds, 0.0, 0.0),
        (Kind::Stop, 0.02, 0.0),
        (Kind::Stop, 0.0, 0.01),
        (Kind::Wall, 0.02, 0.0),
        (Kind::Wall, 0.0, 0.0),
    ] {
        let pair = Pair { xi, ..METRES };
        let what = format!("{kind:?} {xi} {thrown}");
        let (long, short) = (pair.run(kind, true, thrown, 0.6), pair.run(kind, false, thrown, 0.6));
        let differences = long.differences(&short);
        long.assert_same_events(&short, 1e-10, &what);
        // After an impact the second mass swings at some m/s: its phase has the rounding of the date times 2e5 rad/s.
        let bounds = [1e-10, if kind == Kind::Wall { 1e-7 } else { 1e-9 }, 1e-10];
        let close = differences.iter().zip(bounds).all(|(x, bound)| *x < bound);
        assert!(!long.events.is_empty() && close, "{what}: {differences:?}");
        assert!(long.series * 5 < short.series, "{what}: {} for {}", long.series, short.series);
        // A swing that stays turns the slip many times where this is slow: there its periods are followed.
        assert!(thrown == 0.0 || kind == Kind::Stop || long.followed > 500, "{what}: {}", long.followed);
    }
}

/// What is seen is the motion of one mass to the flexibility of the spring, and the number of series that of the motion, whatever the
/// frequency: 1e5 Hz to 1e8 Hz.
#[test]
fn the_number_of_pieces_follows_the_motion() {
    for unit in [1.0, 1e-3] {
        // Without damping the swing of a spring ends a stick whose static bound is above the dynamic one: that is no longer one mass.
        for (kind, xi) in
            [(Kind::Rubs, 0.02), (Kind::Rubs, 0.0), (Kind::Sticks, 0.02), (Kind::Stop, 0.02), (Kind::Stop, 0.0)]
        {
            for between in [1e12, 1e14, 1e16, 1e18] {
                let pair = Pair { between, xi, unit, ..METRES };
                let what = format!("{kind:?} {between:e} {xi} {unit}");
                let (found, one) = (pair.run(kind, true, 0.0, 1.3), pair.whole(kind, 1.3));
                let differences = found.differences(&one);
                // A spring that a force meets at once swings by the speed force/sqrt(k m).
                let swing = 3.0 / f64::sqrt(between);
                assert!(differences.iter().all(|x| *x < swing), "{what}: {differences:?}");
                assert!(found.series < 400, "{what}: {}", found.series);
            }
        }
    }
}
