//! Every stable cycle of a branch is where runs of EVENEMENT that begin beside it go, and every unstable one is left by them.

use super::branches::{branch, options};
use super::growth::after;
use super::*;
use crate::cycles::witness::Nobody;
use crate::transient::matrix::Square;

/// Cycles of a branch that are tried of each stability; all of them where STICKSLIP_ATTRACTION is `all`.
const TRIED: usize = 3;
/// Multipliers whose largest is this near to the unit circle are left out: runs would be long.
const NEAR: f64 = 0.02;
/// Size of the disturbance, and of what counts as the cycle again and as another motion, over the size of the motion.
const DISTURBANCE: f64 = 1e-6;
const AGAIN: f64 = 1e-9;
const AWAY: f64 = 1e-4;

/// A problem with a parameter.
pub(super) struct Problem {
    pub name: &'static str,
    /// At a value of the parameter.
    pub equations: Box<dyn Fn(f64) -> Equations>,
    /// Displacement at which the first motion begins.
    pub from: f64,
    /// Returns, or seconds where it is autonomous, of its transient.
    pub wait: f64,
    /// First value and bounds.
    pub values: [f64; 3],
    /// Numbers of stable and of unstable cycles that are met at least.
    pub least: [usize; 2],
}

fn with(parameter: Parameter, mut equations: Equations) -> Equations {
    equations.parameter = Some(parameter);
    equations
}

fn of_frequency(equations: Equations) -> Equations {
    with(Parameter::Frequency, equations)
}

fn impacts(frequency: f64, periods: u32) -> Equations {
    let single = single([1.0, 0.1, 1.0], vec![stop(&[1.0], 0.0, Some(0.8), 0.0)], [1.0, TAU * frequency]);
    of_frequency(Equations { periods, ..single })
}

pub(super) fn touching(force: f64) -> Equations {
    let single = single([1.0, 0.1, 1.0], vec![stop(&[1.0], 1.0, Some(0.8), 0.0)], [force, 1.0]);
    with(Parameter::Coefficient { terms: vec![0] }, single)
}

/// A ball on a shaken table, in its frame.
fn ball(amplitude: f64) -> Equations {
    let mut ball = single([0.7, 0.0, 0.0], vec![stop(&[1.0], 0.0, Some(0.5), 0.0)], [1.0, 25.0 * TAU]);
    let term = |coefficient, harmonic, phase, power| ForceTerm::Harmonic {
        direction: vec![0.7],
        coefficient,
        harmonic,
        phase,
        power,
    };
    ball.forcing.terms = vec![term(9.81, 0, 0.0, 0), term(amplitude, 1, 0.0, 2)];
    with(Parameter::Coefficient { terms: vec![1] }, ball)
}

fn dry(frequency: f64) -> Equations {
    of_frequency(single([1.7, 1.1, 90.0], vec![rubbing(&[1.0], 10.0, [0.4, 0.4], 0.0)], [15.0, TAU * frequency]))
}

fn belt(speed: f64) -> Equations {
    let single = single([1.0, 0.8, 100.0], vec![rubbing(&[1.0], 10.0, [0.4, 0.25], speed)], [0.0; 2]);
    with(Parameter::Surface { contacts: vec![0] }, single)
}

fn two_masses(speed: f64) -> Equations {
    let full = |a: f64, b: f64, c: f64| {
        let terms = [a, b, b, c];
        Matrix::Full(Square::from_fn(2, |i, j| terms[2 * i + j]))
    };
    let stiffness = |scale: f64| full(240.0 * scale, -90.0 * scale, 90.0 * scale);
    let system = System::new(full(1.2, 0.0, 0.8), stiffness(1.0), Damping::Matrix(stiffness(0.006)), None).unwrap();
    let mut interactions = InteractionSet::new(2, Vec::new());
    for (shapes, load) in [([1.0, 0.0], 20.0), ([0.0, 1.0], 14.0)] {
        interactions.add(rubbing(&shapes, load, [0.4, 0.25], speed)).unwrap();
    }
    let single = single([1.0, 0.0, 1.0], Vec::new(), [0.0; 2]);
    with(Parameter::Surface { contacts: vec![0, 1] }, Equations { system, interactions, ..single })
}

/// A cantilever on so many modes, up to ten, against an elastic stop.
pub(super) fn beam(frequency: f64, modes: usize) -> Equations {
    let roots = [1.8751, 4.6941, 7.8548, 10.9955, 14.1372, 17.2788, 20.4204, 23.5619, 26.7035, 29.8451];
    let stiffness = roots[..modes].iter().map(|b: &f64| 60.0 * b * b * b * b).collect();
    let tips: Vec<f64> = (0..modes).map(|j| if j % 2 == 0 { 2.0 } else { -2.0 }).collect();
    let damping = Damping::Reduced(vec![0.01; modes]);
    let system = System::new(Matrix::Diagonal(vec![1.0; modes]), Matrix::Diagonal(stiffness), damping, None).unwrap();
    let mut interactions = InteractionSet::new(modes, Vec::new());
    interactions.add(stop(&tips, 0.004, None, 2e4)).unwrap();
    let direction = (0..modes).map(|j| 3.0 / (j + 1) as f64).collect();
    let term = ForceTerm::Harmonic { direction, coefficient: 1.0, harmonic: 1, phase: 0.0, power: 0 };
    let single = single([1.0, 0.0, 1.0], Vec::new(), [1.0, TAU * frequency]);
    of_frequency(Equations { system, interactions, forcing: Forcing { terms: vec![term] }, ..single })
}

pub(super) fn problems() -> Vec<Problem> {
    let problem = |name, equations: Box<dyn Fn(f64) -> Equations>, from, wait, values, least| Problem {
        name,
        equations,
        from,
        wait,
        values,
        least,
    };
    vec![
        problem("belt", Box::new(belt), 0.0, 12.6, [0.12, 0.02, 0.3], [3, 0]),
        problem("two masses", Box::new(two_masses), 0.0, 40.0, [0.2, 0.1, 0.3], [3, 0]),
        problem("dry friction", Box::new(dry), 0.0, 60.0, [6.1 / TAU, 2.0 / TAU, 7.0 / TAU], [3, 0]),
        problem("impacts", Box::new(|f| impacts(f, 1)), -0.5, 300.0, [2.5 / TAU, 1.1 / TAU, 3.0 / TAU], [3, 3]),
        problem("doubled", Box::new(|f| impacts(f, 2)), -0.5, 400.0, [2.68 / TAU, 2.6 / TAU, 2.8 / TAU], [3, 2]),
        problem("grazing", Box::new(touching), 0.0, 300.0, [0.2, 0.05, 0.25], [3, 2]),
        problem("ball", Box::new(ball), -0.002, 300.0, [0.0005, 0.0003, 0.0008], [3, 2]),
        problem("ten modes", Box::new(|f| beam(f, 10)), 0.0, 100.0, [3.2, 2.6, 5.5], [3, 1]),
    ]
}

/// The map of a problem, its first cycle and its section.
pub(super) fn first(problem: &Problem) -> (ReturnMap, Cycle, Option<Section>) {
    let [value, ..] = problem.values;
    let equations = (problem.equations)(value);
    let forced = equations.frequency > 0.0;
    let mut map = ReturnMap::new(equations).unwrap();
    let n = map.size();
    let start = map.take_up(&vec![problem.from; n], &vec![0.0; n]).unwrap();
    map.set(value);
    let (start, section) = match forced {
        true => (map.settle(start, problem.wait as u32).unwrap(), None),
        false => {
            let (start, section) = map.settle_on_section(start, problem.wait, &vec![1.0; n]).unwrap();
            (start, Some(section))
        }
    };
    let scales = map.scales(&start, section.as_ref()).unwrap();
    let cycle = map.solve(&start, value, (section.as_ref(), None), (scales, OPTIONS), 3).unwrap();
    (map, cycle, section)
}

/// Rows of the branch to both sides, with the section and the scales.
fn rows(problem: &Problem) -> (Vec<Row>, Option<Section>, Scales) {
    let [_, low, high] = problem.values;
    let (mut map, cycle, section) = first(problem);
    let mut rows = Vec::new();
    for upwards in [false, true] {
        rows.extend(branch(&mut map, &cycle, section, &options(low, high, upwards)).0);
    }
    map.set(cycle.value);
    let scales = map.scales(&cycle.start, section.as_ref()).unwrap();
    (rows, section, scales)
}

#[test]
fn stable_cycles_are_where_runs_go_and_unstable_ones_are_left() {
    let all = std::env::var("STICKSLIP_ATTRACTION").is_ok_and(|asked| asked == "all");
    let tried = if all { usize::MAX } else { TRIED };
    for problem in problems() {
        let (rows, section, scales) = rows(&problem);
        let mut met = [0, 0];
        for stable in [true, false] {
            let own: Vec<&Row> = rows.iter().filter(|row| counts(row, stable)).collect();
            let stride = own.len().div_ceil(tried).max(1);
            for row in own.into_iter().step_by(stride) {
                let distance = distance_after(&problem, row, section, scales);
                let what = format!("{}, {}: {distance:e}", problem.name, row.cycle.value);
                // A cycle is known to its residual over what a return takes from a disturbance.
                let again = AGAIN.max(OPTIONS.residual / (1.0 - growth(row).unwrap()));
                assert!(if stable { distance < again } else { distance > AWAY }, "{what}");
                met[usize::from(!stable)] += 1;
            }
        }
        println!("{}: {} cycles, {} stable and {} unstable tried", problem.name, rows.len(), met[0], met[1]);
        assert!(met[0] >= problem.least[0] && met[1] >= problem.least[1], "{}: {met:?}", problem.name);
    }
}

fn growth(row: &Row) -> Option<f64> {
    let multipliers = row.multipliers.as_ref().filter(|m| m.neutral == 0)?;
    multipliers.deciding().iter().map(|z| crate::linalg::modulus(*z)).reduce(f64::max)
}

/// True for cycles of this stability that are tried: not those on a border (the end of a branch, a change of events), on whose other
/// side runs have other multipliers or go elsewhere.
fn counts(row: &Row, stable: bool) -> bool {
    let border = matches!(row.nature, Nature::End | Nature::Grazing | Nature::Stick | Nature::Slip | Nature::Order);
    let is_inside = !row.cycle.one_sided && !border;
    let known = growth(row).filter(|growth| is_inside && (growth - 1.0).abs() > NEAR);
    known.is_some_and(|growth| (growth < 1.0) == stable)
}

/// Distance from a cycle of a run that began beside it, over the size of the motion, after as many cycles as its multipliers ask for.
fn distance_after(problem: &Problem, row: &Row, section: Option<Section>, scales: Scales) -> f64 {
    let growth = growth(row).unwrap();
    let wanted = if growth < 1.0 { 1e-6 } else { 1e8 };
    let cycles = if growth > 0.0 { (f64::ln(wanted) / f64::ln(growth)).ceil().min(1500.0) } else { 1.0 } + 5.0;
    let equations = (problem.equations)(row.cycle.value);
    let mut map = ReturnMap::new(equations.clone()).unwrap();
    map.set(row.cycle.value);
    let n = map.size();
    let start = row.cycle.start.x.iter().enumerate();
    let start: Vec<f64> =
        start.map(|(i, x)| x + DISTURBANCE * scales.of(i, n) * [0.9, -0.7, 0.5][i % 3] / (1 + i % n) as f64).collect();
    let span = row.cycle.duration;
    let mut end = after(&equations, &start, cycles * span, span);
    if let Some(section) = &section {
        let state = map.take_up(&end[..n], &end[n..]).unwrap();
        let once = Section { count: 1, ..*section };
        let nearest = (0..section.count).map(|_| ()).scan(state, |state, ()| {
            map.travel(state, 0.0, map.until(Some(&once)), false, &mut Nobody).ok()?;
            *state = Start { x: map.landing.x.clone(), modes: map.landing.modes.clone() };
            Some(state.x.clone())
        });
        let apart = |x: &Vec<f64>| apart(x, &row.cycle.start.x, scales);
        end = nearest.min_by(|a, b| apart(a).total_cmp(&apart(b))).unwrap();
    }
    apart(&end, &row.cycle.start.x, scales)
}

fn apart(a: &[f64], b: &[f64], scales: Scales) -> f64 {
    let n = a.len() / 2;
    a.iter().zip(b).enumerate().map(|(i, (a, b))| (a - b).abs() / scales.of(i, n)).fold(0.0, f64::max)
}
