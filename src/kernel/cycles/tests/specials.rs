//! Special points do not depend on the way to them: a branch in both senses, with half and double steps.

use super::attraction::{Problem, beam, first, problems, touching};
use super::branches::{branch, options};
use super::*;

/// Part of the range of the parameter by which special points may differ.
const SAME: f64 = 1e-9;

fn specials(rows: &[Row]) -> Vec<(Nature, f64)> {
    let plain = [Nature::Regular, Nature::Begin, Nature::End, Nature::Target];
    let special = rows.iter().filter(|row| !plain.contains(&row.nature));
    special.map(|row| (row.nature, row.cycle.value)).collect()
}

/// A mass between two stops that are mirror images, half a cycle of it.
fn between_stops(frequency: f64) -> Equations {
    let mut spec = stop(&[1.0], 0.0, Some(0.8), 0.0);
    (spec.placement.origin, spec.placement.gap) = (Some([0.0; 3]), 0.7);
    let single = single([1.0, 0.1, 1.0], vec![spec], [1.0, TAU * frequency]);
    Equations { parameter: Some(Parameter::Frequency), symmetric: true, ..single }
}

/// A mass on a slow belt, forced at `0.9 Hz` by `force` and the harmonic `harmonic`, whose coefficient is the parameter: phases of slip appear in
/// the long sticks.
fn drummed(force: f64, (harmonic, coefficient): (u32, f64)) -> Equations {
    let belt = single([0.7, 0.8, 100.0], vec![rubbing(&[1.0], 10.0, [0.3, 0.3], 0.05)], [force, 0.9 * TAU]);
    let term = ForceTerm::Harmonic { direction: vec![1.0], coefficient, harmonic, phase: 0.0, power: 0 };
    let mut equations = Equations { parameter: Some(Parameter::Coefficient { terms: vec![1] }), ..belt };
    equations.forcing.terms.push(term);
    equations
}

/// Special points of a branch followed with such steps, its rows, and whether it goes on.
fn followed(
    (map, cycle, section): (&mut ReturnMap, &Cycle, Option<Section>),
    [low, high]: [f64; 2],
    upwards: bool,
    step: f64,
) -> (Vec<(Nature, f64)>, Vec<Row>, bool) {
    let own = BranchOptions { step, most: 2.5 * step, ..options(low, high, upwards) };
    let (rows, ending) = branch(map, cycle, section, &own);
    (specials(&rows), rows, ending == Ending::Points)
}

/// Says where the special points of a branch differ.
fn differences(problem: &Problem, upwards: bool, seen: &mut Vec<Nature>) -> Vec<String> {
    let [_, low, high] = problem.values;
    let (mut map, cycle, section) = first(problem);
    let (expected, rows, goes_on) = followed((&mut map, &cycle, section), [low, high], upwards, 0.02);
    seen.extend(expected.iter().map(|(nature, _)| *nature));
    let mut wrong = Vec::new();
    let mut compare = |found: &[(Nature, f64)], open: bool, what: &str| {
        let near = |((a, x), (b, y)): (&(Nature, f64), &(Nature, f64))| a == b && (x - y).abs() < SAME * (high - low);
        // A branch that was cut at so many points is compared as far as both go.
        let long = if open { found.len().min(expected.len()) } else { expected.len() };
        let whole = open || found.len() == expected.len();
        if !whole || !expected.iter().take(long).zip(found).all(near) || 2 * long < expected.len() {
            wrong.push(format!("{} {upwards}, {what}: {found:?} for {expected:?}", problem.name));
        }
    };
    for step in [0.01, 0.04] {
        let (found, _, open) = followed((&mut map, &cycle, section), [low, high], upwards, step);
        compare(&found, open || goes_on, &format!("steps of {step}"));
    }
    let regular: Vec<&Row> = rows.iter().filter(|row| row.nature == Nature::Regular).collect();
    let [.., before, last] = regular.as_slice() else { return wrong };
    let back = before.cycle.value > last.cycle.value;
    let (mut found, _, _) = followed((&mut map, &last.cycle, section), [low, high], back, 0.02);
    // Beyond the start there may be more.
    found.truncate(expected.len());
    found.reverse();
    compare(&found, false, "backwards");
    println!("{} {upwards}: {expected:?}", problem.name);
    wrong
}

#[test]
fn special_points_are_the_same_from_both_ends_and_with_other_steps() {
    let (mut seen, mut wrong) = (Vec::new(), Vec::new());
    let own = |name, equations: Box<dyn Fn(f64) -> Equations>, from, wait, values| Problem {
        name,
        equations,
        from,
        wait,
        values,
        least: [0, 0],
    };
    let more = [
        own("between stops", Box::new(between_stops), 0.1, 301.0, [1.3 / TAU, 0.9 / TAU, 1.6 / TAU]),
        own("three modes", Box::new(|f| beam(f, 3)), 0.0, 100.0, [3.2, 2.6, 5.5]),
        own("grazing from below", Box::new(touching), 0.0, 300.0, [0.06, 0.05, 0.25]),
        own("drummed 3", Box::new(|c| drummed(1.0, (3, c))), 0.0, 60.0, [0.1, 0.02, 3.0]),
        own("drummed 4", Box::new(|c| drummed(3.0, (4, c))), 0.0, 60.0, [0.1, 0.02, 3.0]),
    ];
    let small = problems().into_iter().filter(|problem| problem.name != "ten modes");
    for problem in small.chain(more) {
        for upwards in [false, true] {
            wrong.extend(differences(&problem, upwards, &mut seen));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for nature in [
        Nature::Fold,
        Nature::Doubling,
        Nature::Torus,
        Nature::Fork,
        Nature::Grazing,
        Nature::Stick,
        Nature::Slip,
        Nature::Order,
    ] {
        assert!(seen.contains(&nature), "{nature:?}");
    }
}

/// A fork of the whole cycle is where half of it, with the symmetry, has the multiplier -1.
#[test]
fn forks_of_whole_cycles_are_those_of_half_cycles() {
    let forks = |symmetric: bool, step: f64| {
        let problem = Problem {
            name: "between stops",
            equations: Box::new(move |f| Equations { symmetric, ..between_stops(f) }),
            from: 0.1,
            wait: 301.0,
            values: [1.3 / TAU, 0.9 / TAU, 1.6 / TAU],
            least: [0, 0],
        };
        let [_, low, high] = problem.values;
        let (mut map, cycle, section) = first(&problem);
        let (found, ..) = followed((&mut map, &cycle, section), [low, high], false, step);
        found.into_iter().filter(|(nature, _)| *nature == Nature::Fork).map(|(_, value)| value).collect::<Vec<f64>>()
    };
    let half = forks(true, 0.02);
    assert_eq!(half.len(), 2);
    for step in [0.01, 0.02] {
        let whole = forks(false, step);
        println!("{step}: {whole:?} for {half:?}");
        assert!(whole.len() == 2 && whole.iter().zip(&half).all(|(a, b)| (a - b).abs() < SAME * 0.7 / TAU));
    }
}
