//! Branches against closed forms of their special points.

use super::*;

pub(super) fn branch(
    map: &mut ReturnMap,
    first: &Cycle,
    section: Option<Section>,
    options: &BranchOptions,
) -> (Vec<Row>, Ending) {
    map.set(first.value);
    let scales = map.scales(&first.start, section.as_ref()).unwrap();
    let mut rows = Vec::new();
    let n = map.size();
    let mut follower = Follower { map, section, scales, observations: vec![vec![1.0; n]], stability: true };
    let ending = follower.follow(first, options, &mut |row| {
        rows.push(row.clone());
        true
    });
    (rows, ending)
}

pub(super) fn options(minimum: f64, maximum: f64, upwards: bool) -> BranchOptions {
    let newton = OPTIONS;
    BranchOptions {
        minimum,
        maximum,
        upwards,
        step: 0.02,
        least: 1e-5,
        most: 0.05,
        points: 400,
        targets: Vec::new(),
        detect: true,
        newton,
    }
}

fn values(rows: &[Row], nature: Nature) -> Vec<f64> {
    rows.iter().filter(|row| row.nature == nature).map(|row| row.cycle.value).collect()
}

fn told(rows: &[Row], ending: &Ending) -> String {
    let last = rows.last().map(|row| row.cycle.value);
    let special: Vec<_> =
        rows.iter().filter(|row| row.nature != Nature::Regular).map(|row| (row.nature, row.cycle.value)).collect();
    format!("{} rows to {last:?}: {ending:?}; {special:?}", rows.len())
}

/// The stick-slip of a mass on a belt ends where its slip comes back to the belt with acceleration 0.
#[test]
fn a_belt_that_is_too_fast() {
    let mut equations = single([1.0, 0.8, 100.0], vec![rubbing(&[1.0], 10.0, [0.4, 0.25], 0.12)], [0.0; 2]);
    equations.parameter = Some(Parameter::Surface { contacts: vec![0] });
    let mut map = ReturnMap::new(equations).unwrap();
    let start = map.take_up(&[0.0], &[0.0]).unwrap();
    map.set(0.12);
    let (start, section) = map.settle_on_section(start, 12.6, &[1.0]).unwrap();
    let scales = map.scales(&start, Some(&section)).unwrap();
    let first = map.solve(&start, 0.12, (Some(&section), None), (scales, OPTIONS), 3).unwrap();
    let (rows, ending) = branch(&mut map, &first, Some(section), &options(0.02, 0.3, true));
    println!("{}", told(&rows, &ending));
    close(rows.last().unwrap().cycle.value, 0.189154812579825, 1e-10, "end");
}

fn oscillator(w: f64, periods: u32) -> (ReturnMap, Cycle) {
    let mut equations = single([1.0, 0.1, 1.0], vec![stop(&[1.0], 0.0, Some(0.8), 0.0)], [1.0, w]);
    equations.parameter = Some(Parameter::Frequency);
    equations.periods = periods;
    let mut map = ReturnMap::new(equations).unwrap();
    let start = map.take_up(&[-0.5], &[0.0]).unwrap();
    let start = map.settle(start, 300).unwrap();
    let scales = map.scales(&start, None).unwrap();
    let first = map.solve(&start, w / TAU, (None, None), (scales, OPTIONS), 3).unwrap();
    (map, first)
}

/// Shaw and Holmes: multipliers -1 and `-e² exp(-c T/m)`.
#[test]
fn the_impact_oscillator_doubles() {
    let (mut map, first) = oscillator(2.5, 1);
    for (upwards, expected) in [(true, 2.658884546684836), (false, 1.22973534658679)] {
        let (rows, ending) = branch(&mut map, &first, None, &options(1.1 / TAU, 3.0 / TAU, upwards));
        println!("{}", told(&rows, &ending));
        close(values(&rows, Nature::Doubling)[0] * TAU, expected, 1e-11, "doubling");
    }
    for (w, periods, expected) in [(2.68, 2, 2.72708836305), (2.735, 4, 2.74341872520)] {
        let (mut map, first) = oscillator(w, periods);
        let (rows, ending) = branch(&mut map, &first, None, &options(2.6 / TAU, 2.8 / TAU, true));
        println!("{}", told(&rows, &ending));
        close(values(&rows, Nature::Doubling)[0] * TAU, expected, 1e-10, "doubling");
    }
}

/// With impacts unstable from grazing at 0.1 down to a fold: from both sides.
#[test]
fn grazing() {
    let mut equations = single([1.0, 0.1, 1.0], vec![stop(&[1.0], 1.0, Some(0.8), 0.0)], [0.2, 1.0]);
    equations.parameter = Some(Parameter::Coefficient { terms: vec![0] });
    let mut map = ReturnMap::new(equations).unwrap();
    let start = map.take_up(&[0.0], &[0.0]).unwrap();
    let start = map.settle(start, 300).unwrap();
    let scales = map.scales(&start, None).unwrap();
    let first = map.solve(&start, 0.2, (None, None), (scales, OPTIONS), 3).unwrap();
    close(first.slowest, 0.298612852056334, 1e-11, "speed");
    let (rows, ending) = branch(&mut map, &first, None, &options(0.05, 0.25, false));
    println!("{}", told(&rows, &ending));
    let special = |rows: &[Row]| {
        let plain = [Nature::Regular, Nature::End];
        let special = rows.iter().filter(|row| !plain.contains(&row.nature));
        special.map(|row| (row.nature, row.cycle.value)).collect::<Vec<_>>()
    };
    let expected = [(Nature::Fold, 0.0999707536283), (Nature::Grazing, 0.1)];
    let compare = |found: &[(Nature, f64)], ending: &Ending| {
        assert!(*ending == Ending::Bound && found.len() == expected.len(), "{found:?} {ending:?}");
        for ((nature, value), (own, known)) in found.iter().zip(&expected) {
            assert_eq!(nature, own);
            close(*value, *known, 1e-11, "special point");
        }
    };
    compare(&special(&rows), &ending);
    // Upwards without impacts, by way of the unstable ones.
    let free = &rows.last().unwrap().cycle;
    assert!(free.letters.is_empty());
    let (rows, ending) = branch(&mut map, free, None, &options(0.05, 0.25, true));
    println!("{}", told(&rows, &ending));
    let mut found = special(&rows);
    let place = |nature: Nature| rows.iter().position(|row| row.nature == nature).unwrap();
    let between = &rows[place(Nature::Grazing) + 1..place(Nature::Fold)];
    let unstable = |row: &Row| row.multipliers.as_ref().is_some_and(|m| m.unstable() == 1);
    assert!(between.len() > 3 && between.iter().all(unstable), "{}", between.len());
    assert!(rows.last().unwrap().multipliers.as_ref().unwrap().is_stable());
    found.reverse();
    compare(&found, &ending);
}

/// Dry friction downwards: stops appear where the acceleration just after the maximum is 0.
#[test]
fn stops_appear() {
    let mut equations = single([1.7, 1.1, 90.0], vec![rubbing(&[1.0], 10.0, [0.4, 0.4], 0.0)], [15.0, 6.1]);
    equations.parameter = Some(Parameter::Frequency);
    let mut map = ReturnMap::new(equations).unwrap();
    let start = map.take_up(&[0.0], &[0.0]).unwrap();
    let start = map.settle(start, 60).unwrap();
    let scales = map.scales(&start, None).unwrap();
    let first = map.solve(&start, 6.1 / TAU, (None, None), (scales, OPTIONS), 3).unwrap();
    let (rows, ending) = branch(&mut map, &first, None, &options(2.0 / TAU, 7.0 / TAU, false));
    println!("{}", told(&rows, &ending));
    // Both stops of a period appear at once.
    assert_eq!(values(&rows, Nature::Stick).len(), 1);
    close(values(&rows, Nature::Stick)[0] * TAU, 3.52650521553565, 1e-9, "limit");
}

/// Upwards and downwards, with half and double steps: the same doublings, to 1e-9 of the range.
#[test]
fn special_points_do_not_depend_on_the_way_to_them() {
    let range = 1.9 / TAU;
    let mut found: Vec<f64> = Vec::new();
    for (w, upwards, step) in
        [(2.5, true, 0.02), (2.5, true, 0.01), (2.5, true, 0.04), (2.62, true, 0.02), (2.8, false, 0.02)]
    {
        let (mut map, first) = oscillator(2.5, 1);
        let scales = map.scales(&first.start, None).unwrap();
        let mut first = first;
        for k in 1..=10 {
            let value = (2.5 + (w - 2.5) * f64::from(k) / 10.0) / TAU;
            first = map.solve(&first.start, value, (None, None), (scales, OPTIONS), 0).unwrap();
        }
        let own = BranchOptions { step, most: 2.5 * step, ..options(1.1 / TAU, 3.0 / TAU, upwards) };
        let (rows, _) = branch(&mut map, &first, None, &own);
        let doublings = values(&rows, Nature::Doubling);
        found.push(*if upwards { doublings.last() } else { doublings.first() }.unwrap());
    }
    assert!(found.iter().all(|f| (f - found[0]).abs() < 1e-9 * range), "{found:?}");
}
