//! The derivative of the flow against central differences of it, on random problems.

use super::super::return_map::{Nobody, Until};
use super::*;
use crate::transient::matrix::Square;

/// A linear congruential generator: the same problems on every machine.
struct Random(u64);

impl Random {
    /// Uniform between two numbers.
    fn between(&mut self, a: f64, b: f64) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        a + (b - a) * ((self.0 >> 11) as f64 / (1u64 << 53) as f64)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.between(0.0, count as f64) as usize).min(count - 1)
    }
}

/// A contact whose normal and tangent both move.
fn contact(random: &mut Random, n: usize, kind: usize) -> ContactSpec {
    let along = |random: &mut Random| (0..n).map(|_| random.between(-1.0, 1.0)).collect::<Vec<f64>>();
    let (first, second) = (along(random), along(random));
    let mu = random.between(0.2, 0.5);
    let friction = [mu, mu * if random.below(2) == 0 { 1.0 } else { 0.6 }];
    match kind {
        0 => rubbing(&first, random.between(3.0, 12.0), friction, random.between(-0.3, 0.3)),
        1 => stop(&first, random.between(-0.02, 0.06), Some([0.0, 0.4, 0.8][random.below(3)]), 0.0),
        2 => ContactSpec {
            normal_damping: [0.0, 3.0][random.below(2)],
            ..stop(&first, random.between(0.0, 0.05), None, random.between(300.0, 3000.0))
        },
        // A stop that rubs: X is along the surface, Y across.
        _ => {
            let rigid = random.below(2) == 0;
            let mut spec =
                stop(&first, random.between(0.0, 0.05), rigid.then_some(0.5), if rigid { 0.0 } else { 800.0 });
            spec.placement.node_1.shapes = first.iter().zip(&second).map(|(y, x)| [*x, *y, 0.0]).collect();
            spec.friction.mu_static = friction[0];
            spec.friction.mu_dynamic = friction[1];
            spec.entrainment = [random.between(-0.2, 0.2), 0.0, 0.0];
            spec
        }
    }
}

/// A problem whose first coordinate is so many times as stiff as others.
fn problem(random: &mut Random, stiffest: f64) -> (Equations, Vec<usize>) {
    let n = 1 + random.below(4);
    let count = 1 + random.below(4);
    let kinds: Vec<usize> = (0..count).map(|_| random.below(4)).collect();
    let mut interactions = InteractionSet::new(n, Vec::new());
    for kind in &kinds {
        interactions.add(contact(random, n, *kind)).unwrap();
    }
    let mass: Vec<f64> = (0..n).map(|_| random.between(0.7, 2.3)).collect();
    let mut stiffness: Vec<f64> = (0..n).map(|_| random.between(30.0, 400.0)).collect();
    stiffness[0] *= stiffest;
    let full = random.below(2) == 0 && n > 1;
    let damping = Square::from_fn(n, |i, j| if i == j { 0.9 } else { 0.2 });
    let (m, k, c) = match full {
        true => {
            let matrix = |d: &[f64]| Matrix::Full(Square::from_fn(n, |i, j| if i == j { d[i] } else { 0.1 }));
            (matrix(&mass), matrix(&stiffness), Damping::Matrix(Matrix::Full(damping)))
        }
        false => (Matrix::Diagonal(mass), Matrix::Diagonal(stiffness), Damping::Reduced(vec![0.03; n])),
    };
    let term = ForceTerm::Harmonic {
        direction: (0..n).map(|_| random.between(-1.0, 1.0)).collect(),
        coefficient: random.between(5.0, 25.0),
        harmonic: 1,
        phase: random.between(0.0, 6.0),
        power: 0,
    };
    let equations = Equations {
        system: System::new(m, k, c, None).unwrap(),
        interactions,
        forcing: Forcing { terms: vec![term] },
        frequency: random.between(0.7, 2.5),
        periods: 1,
        symmetric: false,
        parameter: None,
    };
    (equations, kinds)
}

/// A parameter that contacts of these kinds have.
fn parameter(random: &mut Random, kinds: &[usize], map: &ReturnMap) -> (Parameter, f64) {
    let points = map.points();
    let all: Vec<usize> = (0..kinds.len()).collect();
    let those = |test: &dyn Fn(usize) -> bool| all.iter().copied().filter(|i| test(*i)).collect::<Vec<usize>>();
    for _ in 0..20 {
        match random.below(8) {
            0 => return (Parameter::Frequency, map.frequency),
            1 => return (Parameter::Coefficient { terms: vec![0] }, 11.3),
            2 => {
                let contacts = those(&|i| map.surfaces()[i] != [0.0; 2]);
                if let Some(first) = contacts.first() {
                    let [a, b] = map.surfaces()[*first];
                    return (Parameter::Surface { contacts }, (a * a + b * b).sqrt());
                }
            }
            3 => {
                let contacts = those(&|i| points[i].along != [false; 2]);
                if !contacts.is_empty() {
                    return (Parameter::Friction { contacts, which: Coefficients::Both }, 0.33);
                }
            }
            4 => {
                let contacts = those(&|i| kinds[i] > 0);
                if !contacts.is_empty() {
                    return (Parameter::Gap { contacts }, 50.0);
                }
            }
            5 => {
                let contacts = those(&|i| points[i].restitution.is_some());
                if !contacts.is_empty() {
                    return (Parameter::Restitution { contacts }, 0.45);
                }
            }
            6 => {
                let contacts = those(&|i| points[i].restitution.is_none() && kinds[i] > 1);
                if !contacts.is_empty() {
                    return (Parameter::Stiffness { contacts }, 740.0);
                }
            }
            _ => return (Parameter::Damping, 0.04),
        }
    }
    (Parameter::Frequency, map.frequency)
}

#[test]
fn derivatives_are_those_of_the_flow() {
    let (met, parameters) = compare_problems(200, 1.0, 1e-7);
    assert!(met.iter().all(|count| *count > 20), "{met:?}");
    assert!(parameters.iter().all(|count| *count > 3), "{parameters:?}");
}

/// Where a fast mode makes hundreds of pieces between two events.
#[test]
fn derivatives_through_many_pieces_are_those_of_the_flow() {
    let (met, _) = compare_problems(40, 1e4, 1e-6);
    assert!(met.iter().all(|count| *count > 3), "{met:?}");
}

/// Compares so many problems; counts of the kinds of events that they meet, and of their parameters.
fn compare_problems(wanted: usize, stiffest: f64, tolerance: f64) -> ([usize; 5], [usize; 8]) {
    let mut random = Random(12345);
    let (mut compared, mut worst) = (0, 0.0_f64);
    let mut met = [0; 5];
    let mut parameters = [0; 8];
    for _ in 0..2000 {
        if compared >= wanted {
            break;
        }
        let (mut equations, kinds) = problem(&mut random, stiffest);
        let plain = ReturnMap::new(equations.clone()).unwrap();
        let (chosen, value) = parameter(&mut random, &kinds, &plain);
        let rank = match &chosen {
            Parameter::Frequency => 0,
            Parameter::Coefficient { .. } => 1,
            Parameter::Surface { .. } => 2,
            Parameter::Friction { .. } => 3,
            Parameter::Gap { .. } => 4,
            Parameter::Restitution { .. } => 5,
            Parameter::Stiffness { .. } => 6,
            Parameter::Damping => 7,
        };
        equations.parameter = Some(chosen);
        let mut map = ReturnMap::new(equations).unwrap();
        map.set(value);
        let n = map.size();
        let q = vec![0.0; n];
        let v: Vec<f64> = (0..n).map(|_| random.between(-1.0, 1.0)).collect();
        let Ok(start) = map.take_up(&q, &v) else { continue };
        // A little way first, so that contacts are in states of their own.
        let from = random.between(0.3, 0.6);
        if map.travel(&start, 0.0, Until::Time(from), false, &mut Nobody).is_err() {
            continue;
        }
        let start = Start { x: map.landing.x.clone(), modes: map.landing.modes.clone() };
        let span = random.between(0.3, 0.9);
        let go = |map: &mut ReturnMap, start: &Start, span: f64, derive: bool| {
            let outcome = map.travel(start, from, Until::Time(span), derive, &mut Nobody);
            outcome.is_ok().then(|| map.letters())
        };
        let Some(letters) = go(&mut map, &start, span, true) else { continue };
        if map.landing.one_sided || letters.is_empty() || map.landing.slowest < 0.05 {
            continue;
        }
        let landing = map.landing.clone();
        let size = landing.derivative.iter().chain(&landing.parameter).fold(1.0_f64, |a, d| a.max(d.abs()));
        // Differences tell nothing of a motion that doubles each disturbance ten times.
        if size > 1e3 {
            continue;
        }
        // States that hold: directions against stick or closed contacts are no motions.
        let held = start.modes.iter().any(|mode| {
            use crate::transient::event_driven::{Normal, Tangential};
            mode.normal == Normal::Closed || mode.tangential == Tangential::Stick
        });
        let mut differs = false;
        let mut errors: Vec<f64> = Vec::new();
        let mut compare = |map: &mut ReturnMap,
                           column: &[f64],
                           (h, weight): (f64, f64),
                           at: &dyn Fn(&mut ReturnMap, f64) -> (Start, f64)| {
            // Central differences of two widths, extrapolated: many impacts make third derivatives large.
            let mut ends: Vec<Vec<f64>> = Vec::new();
            for side in [h, -h, 0.5 * h, -0.5 * h] {
                let (start, span) = at(map, side);
                let same = go(map, &start, span, false).is_some_and(|own| own == letters);
                differs |= !same;
                ends.push(map.landing.x.clone());
            }
            for (i, d) in column.iter().enumerate() {
                let (wide, narrow) = ((ends[0][i] - ends[1][i]) / (2.0 * h), (ends[2][i] - ends[3][i]) / h);
                // Of what a disturbance of this width makes.
                errors.push(weight * ((4.0 * narrow - wide) / 3.0 - d).abs());
            }
        };
        if !held {
            for j in 0..2 * n {
                let weight = if j == 0 { 1.0 / stiffest.sqrt() } else { 1.0 };
                let width = (1e-6 * weight, weight);
                compare(&mut map, &landing.derivative[j * 2 * n..(j + 1) * 2 * n], width, &|_, h| {
                    let mut moved = start.clone();
                    moved.x[j] += h;
                    (moved, span)
                });
            }
        }
        // Of a frequency the time is counted in periods. A closed contact takes its point along when its gap changes.
        let period = if rank == 0 { value * span } else { 0.0 };
        map.travel(&start, from, Until::Time(0.0), true, &mut Nobody).unwrap();
        let carried = if rank == 4 { map.landing.parameter[..n].to_vec() } else { vec![0.0; n] };
        let width = if rank == 4 { 1e-6 } else { 1e-6 * value.max(0.1) };
        compare(&mut map, &landing.parameter, (width, 1.0), &|map, h| {
            map.set(value + h);
            let mut moved = start.clone();
            moved.x.iter_mut().zip(&carried).for_each(|(x, c)| *x += h * c);
            (moved, if rank == 0 { period / (value + h) } else { span })
        });
        if differs {
            continue;
        }
        let error = errors.iter().fold(0.0_f64, |a, e| a.max(*e)) / size;
        if error >= tolerance {
            let columns: Vec<f64> = errors.chunks(2 * n).map(|c| c.iter().fold(0.0_f64, |a, e| a.max(*e))).collect();
            println!("{compared}: {columns:?} {:?}", map.events());
        }
        assert!(error < tolerance, "{error:e} of {size}: {kinds:?}, parameter {rank}, {letters:?}");
        (compared, worst) = (compared + 1, worst.max(error));
        parameters[rank] += 1;
        for (_, kind) in &letters {
            met[*kind as usize] += 1;
        }
    }
    println!("{compared} compared, worst {worst:e}, events {met:?}, parameters {parameters:?}");
    assert!(compared >= wanted, "{compared}");
    (met, parameters)
}
