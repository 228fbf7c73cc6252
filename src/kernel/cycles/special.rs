//! Special points between two cycles of a branch: folds, doublings, tori, forks, located along the arc.

use num_complex::Complex64;

use super::continuation::{Follower, Nature, Row};
use super::newton::NewtonOptions;
use super::return_map::Until;
use super::witness::Nobody;
use crate::linalg::modulus;

/// Part of the range of the parameter to which a special point is located.
const PRECISION: f64 = 1e-13;
/// Distance of a multiplier from its value there.
const NEAR: f64 = 1e-5;
/// Cycles with `det(1 - D)` below this are no neighbours of a fork: what rounding is left of Newton's method there, over that number, moves them.
const FARTHER: f64 = 1e-8;
/// Cycles beside a fork between which it is interpolated.
const NODES: usize = 5;
/// Part of the range of the parameter within which it lies of the one located along the arc.
const BESIDE: f64 = 1e-4;
/// Part of the scales by which half a cycle may miss its start where the whole one is located as a fold.
const HALF: f64 = 0.03;

/// `det(1 + D)` of the multipliers that decide, each factor divided by its size.
fn doubling(row: &Row) -> f64 {
    row.multipliers.as_ref().map_or(1.0, |m| product(m.deciding().iter().map(|z| *z + 1.0)))
}

/// `det(1 - D)`; of half a symmetric cycle `det(1 + H)`.
fn fork(row: &Row) -> f64 {
    row.multipliers.as_ref().map_or(1.0, |m| match &m.half {
        Some(half) => product(half.iter().map(|z| *z + 1.0)),
        None => product(m.deciding().iter().map(|z| Complex64::new(1.0, 0.0) - z)),
    })
}

/// `det(1 - D)` as it is, smooth along a branch.
fn closing(row: &Row) -> f64 {
    let factors = row.multipliers.as_ref().map_or(Vec::new(), |m| m.deciding());
    factors.iter().fold(Complex64::new(1.0, 0.0), |product, z| product * (1.0 - z)).re
}

/// The value of the parameter where a smooth test vanishes, from those of other cycles (test, value), the nearest first: by inverse interpolation.
fn between_cycles(mut pairs: Vec<(f64, f64)>) -> Option<f64> {
    pairs.retain(|(test, _)| test.abs() >= FARTHER);
    pairs.sort_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
    let mut nodes: Vec<(f64, f64)> = Vec::new();
    for pair in pairs {
        if nodes.len() < NODES && nodes.iter().all(|node| (node.0 - pair.0).abs() > 0.1 * pair.0.abs()) {
            nodes.push(pair);
        }
    }
    if nodes.len() < 3 {
        return None;
    }
    let mut values: Vec<f64> = nodes.iter().map(|node| node.1).collect();
    for order in 1..nodes.len() {
        for i in 0..nodes.len() - order {
            let (a, b) = (nodes[i].0, nodes[i + order].0);
            values[i] = (a * values[i + 1] - b * values[i]) / (a - b);
        }
    }
    values.first().copied()
}

/// Product of `1 - a b` over pairs of multipliers.
fn torus(row: &Row) -> f64 {
    let all = row.multipliers.as_ref().map_or(Vec::new(), |m| m.deciding());
    let pairs = (0..all.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    product(pairs.map(|(i, j)| Complex64::new(1.0, 0.0) - all[i] * all[j]))
}

fn product(factors: impl Iterator<Item = Complex64>) -> f64 {
    let mut result = Complex64::new(1.0, 0.0);
    for z in factors {
        result *= z / (1.0 + modulus(z));
    }
    result.re
}

/// True where the multipliers of a cycle are those of this nature.
fn is(nature: Nature, row: &Row) -> bool {
    let Some(multipliers) = &row.multipliers else { return false };
    let deciding = multipliers.deciding();
    let near = |list: &[Complex64], value: f64| list.iter().any(|z| modulus(*z - value) < NEAR);
    match nature {
        Nature::Doubling => near(&deciding, -1.0),
        Nature::Torus => deciding.iter().any(|z| z.im.abs() > NEAR && (modulus(*z) - 1.0).abs() < NEAR),
        Nature::Fork => match &multipliers.half {
            Some(half) => near(half, -1.0),
            None => near(&deciding, 1.0),
        },
        _ => true,
    }
}

impl Follower<'_> {
    /// The special points between two cycles, in the order of the arc.
    pub(super) fn special_points(
        &mut self,
        (first, along): (&Row, &[f64]),
        (second, after): (&Row, &[f64]),
        tools: (f64, NewtonOptions),
    ) -> Vec<Row> {
        let last = along.len() - 1;
        let folds = along[last] * after[last] < 0.0;
        let mut found: Vec<(f64, Row)> = Vec::new();
        let tests: [(Nature, fn(&Row) -> f64); 3] =
            [(Nature::Doubling, doubling), (Nature::Torus, torus), (Nature::Fork, fork)];
        if folds {
            found.extend(self.locate((first, along), (second, after), Nature::Fold, None, tools));
        }
        for (nature, test) in tests {
            if nature == Nature::Fork && folds && first.multipliers.as_ref().is_none_or(|m| m.half.is_none()) {
                continue;
            }
            if test(first) * test(second) < 0.0 {
                found.extend(self.locate((first, along), (second, after), nature, Some(test), tools));
            }
        }
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        found.into_iter().map(|(_, row)| row).collect()
    }

    /// True where a cycle of an even number of periods turns back between two points because it is one of half as many there: the branch
    /// beyond is the same, half a cycle later.
    pub(super) fn halves(
        &mut self,
        (first, along): (&Row, &[f64]),
        (second, after): (&Row, &[f64]),
        tools: (f64, NewtonOptions),
    ) -> bool {
        let last = along.len() - 1;
        if !self.map.periods.is_multiple_of(2) || self.section.is_some() || along[last] * after[last] >= 0.0 {
            return false;
        }
        let Some((_, turn)) = self.locate((first, along), (second, after), Nature::Fold, None, tools) else {
            return false;
        };
        let n = self.map.size();
        self.map.set(turn.cycle.value);
        let until = Until::Time(0.5 * self.map.span());
        if self.map.travel(&turn.cycle.start, 0.0, until, false, &mut Nobody).is_err() {
            return false;
        }
        let pairs = self.map.landing.x.iter().zip(&turn.cycle.start.x).enumerate();
        pairs.map(|(i, (a, b))| (a - b).abs() / self.scales.of(i, n)).fold(0.0, f64::max) < HALF
    }

    /// The point where a test vanishes, with its distance along the tangent at the first cycle: by Illinois' rule.
    fn locate(
        &mut self,
        (first, along): (&Row, &[f64]),
        (second, after): (&Row, &[f64]),
        nature: Nature,
        test: Option<fn(&Row) -> f64>,
        tools: (f64, NewtonOptions),
    ) -> Option<(f64, Row)> {
        let last = along.len() - 1;
        let value = |row: &Row, tangent: &[f64]| test.map_or(tangent[last], |test| test(row));
        let span = self.between(first, second, along, tools.0);
        let (mut a, mut fa) = (0.0, value(first, along));
        let (mut b, mut fb) = (span, value(second, after));
        let (mut best, mut side): (Option<(f64, Row)>, i32) = (None, 0);
        let mut seen = vec![(closing(first), first.cycle.value), (closing(second), second.cycle.value)];
        for round in 0..80 {
            let mut s = (a * fb - b * fa) / (fb - fa);
            if round % 8 == 7 || !(s > a.min(b) && s < a.max(b)) {
                s = 0.5 * (a + b);
            }
            let cycle = self.step(&first.cycle, (along, s), tools).ok()?;
            if !super::same_letters(&cycle.letters, &first.cycle.letters) {
                return None;
            }
            let tangent = self.tangent(&cycle, tools.0, along);
            let row = self.row(cycle, nature);
            let f = value(&row, &tangent);
            let moved =
                best.as_ref().is_none_or(|(_, old)| (old.cycle.value - row.cycle.value).abs() > PRECISION * tools.0);
            seen.push((closing(&row), row.cycle.value));
            best = Some((s, row));
            if f == 0.0 || (b - a).abs() <= 1e-14 * span.abs() || (!moved && round > 3) {
                break;
            }
            if f * fa < 0.0 {
                (b, fb) = (s, f);
                if side == 1 {
                    fa *= 0.5;
                }
                side = 1;
            } else {
                (a, fa) = (s, f);
                if side == -1 {
                    fb *= 0.5;
                }
                side = -1;
            }
        }
        let (s, mut row) = best.filter(|(_, row)| is(nature, row))?;
        // At a fork the plane across the arc does not fix a cycle: rounding moves it along the branch that begins there, and with it, along the
        // plane, the parameter. What belongs together, multipliers and parameter, is right to second order: the fork is between the neighbours.
        let whole = row.multipliers.as_ref().is_some_and(|m| m.half.is_none());
        if nature == Nature::Fork
            && whole
            && let Some(value) = between_cycles(seen).filter(|p| (p - row.cycle.value).abs() <= BESIDE * tools.0)
        {
            row.cycle.value = value;
        }
        Some((s, row))
    }

    /// Distance between two cycles along a tangent.
    fn between(&self, first: &Row, second: &Row, along: &[f64], range: f64) -> f64 {
        let (a, b) = (self.place(&first.cycle, range), self.place(&second.cycle, range));
        a.iter().zip(&b).zip(along).map(|((a, b), t)| (b - a) * t).sum()
    }
}
