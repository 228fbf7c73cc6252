//! The derivative of the flow against central differences of it, on random problems.

use super::super::return_map::Until;
use super::super::witness::Nobody;
use super::*;
use crate::transient::matrix::Square;

/// Halvings of the width of differences, and orders that are taken out of them.
const LEVELS: usize = 18;
const MOST_ORDERS: usize = 7;
/// Speed of an impact (m/s) below which it counts as grazing: the derivative grows as its inverse.
const SLOWEST: f64 = 0.01;

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

/// Central differences of the end of a flow, extrapolated from widths that are halved (C. Ridders, Advances in Engineering Software 4, 1982): that
/// with the smallest error of its own, and that error, over `weights`, at least that of the `noise` of the ends; no smaller one than `enough` is looked for. `end` has none where the order
/// of events is another.
fn differences(
    first: f64,
    (weights, enough, noise): (&[f64], f64, f64),
    end: &mut dyn FnMut(f64) -> Option<Vec<f64>>,
) -> Option<(Vec<f64>, f64)> {
    let (mut rows, mut best): (Vec<Vec<Vec<f64>>>, Option<(Vec<f64>, f64)>) = (Vec::new(), None);
    let mut h = first;
    for _ in 0..LEVELS {
        h *= 0.5;
        let (Some(plus), Some(minus)) = (end(h), end(-h)) else {
            rows.clear();
            best = None;
            continue;
        };
        let mut row = vec![plus.iter().zip(&minus).map(|(a, b)| (a - b) / (2.0 * h)).collect::<Vec<f64>>()];
        if let Some(above) = rows.last() {
            let mut factor = 1.0;
            for j in 1..=above.len().min(MOST_ORDERS) {
                factor *= 4.0;
                let next: Vec<f64> =
                    row[j - 1].iter().zip(&above[j - 1]).map(|(a, b)| a + (a - b) / (factor - 1.0)).collect();
                let apart = |other: &[f64]| {
                    next.iter().zip(other).zip(weights).fold(0.0_f64, |e, ((a, b), w)| e.max((a - b).abs() / w))
                };
                let error = apart(&row[j - 1]).max(apart(&above[j - 1])).max(noise / h);
                if best.as_ref().is_none_or(|(_, least)| error < *least) {
                    best = Some((next.clone(), error));
                }
                row.push(next);
            }
        }
        rows.push(row);
        if best.as_ref().is_some_and(|(_, error)| *error < enough) {
            break;
        }
    }
    best
}

/// Compares so many problems; counts of the kinds of events that they meet, and of their parameters. Errors are parts of the largest derivative, and
/// no larger than `tolerance` and what the differences themselves are off.
fn compare_problems(wanted: usize, stiffest: f64, tolerance: f64) -> ([usize; 5], [usize; 8]) {
    let mut random = Random(12345);
    let (mut compared, mut worst, mut own_worst, mut steepest) = (0, 0.0_f64, 0.0_f64, 0.0_f64);
    let (mut met, mut parameters, mut held, mut rough) = ([0; 5], [0; 8], 0, 0);
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
        // There is none where an impact grazes.
        if map.landing.one_sided || letters.is_empty() || map.landing.slowest < SLOWEST {
            continue;
        }
        let landing = map.landing.clone();
        // What the start itself allows of each unknown and of the parameter: points that stick or are closed move with what holds them.
        map.travel(&start, from, Until::Time(0.0), true, &mut Nobody).unwrap();
        let entry = map.landing.clone();
        held += usize::from((0..4 * n * n).any(|k| entry.derivative[k] != f64::from(u8::from(k % (2 * n + 1) == 0))));
        // Scales: a stiff coordinate moves less by its pulsation.
        let scale = |i: usize| if i == 0 { 1.0 / stiffest.sqrt() } else { 1.0 };
        let weights: Vec<f64> = (0..2 * n).map(scale).collect();
        // Of a frequency the time is counted in periods.
        let period = if rank == 0 { value * span } else { 0.0 };
        let unit = if rank == 4 { 0.01 } else { value.max(0.1) };
        let columns = (0..=2 * n).map(|j| match j < 2 * n {
            true => (
                &landing.derivative[j * 2 * n..(j + 1) * 2 * n],
                &entry.derivative[j * 2 * n..(j + 1) * 2 * n],
                scale(j),
            ),
            false => (&landing.parameter[..], &entry.parameter[..], unit),
        });
        let columns: Vec<(&[f64], &[f64], f64)> = columns.collect();
        let length = |(column, _, unit): &(&[f64], &[f64], f64)| {
            column.iter().zip(&weights).fold(0.0_f64, |a, (d, w)| a.max((d / w).abs() * unit))
        };
        let size = columns.iter().map(length).fold(1.0, f64::max);
        // Each event rounds the end.
        let end = landing.x.iter().zip(&weights).fold(0.0_f64, |a, (x, w)| a.max((x / w).abs()));
        let noise = f64::EPSILON * (1 + letters.len()) as f64 * end;
        for (j, (column, entry, unit)) in columns.iter().enumerate() {
            let first = 0.05 * unit / length(&(column, entry, *unit)).max(1.0);
            let found = differences(first, (&weights, 0.01 * tolerance * size / unit, noise), &mut |h| {
                let mut moved = start.clone();
                moved.x.iter_mut().zip(*entry).for_each(|(x, e)| *x += h * e);
                let own = j == 2 * n;
                map.set(if own { value + h } else { value });
                let span = if own && rank == 0 { period / (value + h) } else { span };
                let letters = go(&mut map, &moved, span, false)? == letters;
                letters.then(|| map.landing.x.clone())
            });
            map.set(value);
            let what = || {
                format!(
                    "{compared}, column {j} of {n}: {kinds:?}, parameter {rank}, {} events, {size:e}",
                    letters.len()
                )
            };
            let (found, own) = found.unwrap_or_else(|| panic!("no differences: {}", what()));
            let errors = found.iter().zip(*column).zip(&weights).map(|((a, b), w)| (a - b).abs() / w);
            let (error, own) = (errors.fold(0.0, f64::max) * unit / size, own * unit / size);
            (worst, own_worst) = (worst.max(error), own_worst.max(own));
            rough += u32::from(own > tolerance);
            assert!(own < 10.0 * tolerance, "differences are off by {own:e}: {}", what());
            assert!(error < tolerance + own, "{error:e}, {own:e} of the differences: {}", what());
        }
        steepest = steepest.max(size);
        compared += 1;
        parameters[rank] += 1;
        for (_, kind) in &letters {
            met[*kind as usize] += 1;
        }
    }
    println!(
        "{compared} compared ({held} with points held at the start), largest {steepest:e}, worst {worst:e} ({own_worst:e} of differences, {rough} above the tolerance), events \
         {met:?}, parameters {parameters:?}"
    );
    assert!(compared >= wanted, "{compared}");
    (met, parameters)
}
