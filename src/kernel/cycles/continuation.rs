//! A branch of cycles in a parameter: tangents, steps along the arc, special points between them.

use super::linear::Singular;
use super::measures::{Border, Measures};
use super::multipliers::Multipliers;
use super::newton::{Cycle, Letter, NEUTRAL, NewtonFault, NewtonOptions, Plane, Scales, Section, scaled_columns};
use super::return_map::{ReturnMap, Start};

/// Bounds and steps of a branch; steps are parts of the range.
#[derive(Clone, Debug, PartialEq)]
pub struct BranchOptions {
    pub minimum: f64,
    pub maximum: f64,
    /// Upwards first, or downwards.
    pub upwards: bool,
    pub step: f64,
    pub least: f64,
    pub most: f64,
    pub points: usize,
    /// Values of the parameter that have a cycle of their own.
    pub targets: Vec<f64>,
    /// Special points are located.
    pub detect: bool,
    pub newton: NewtonOptions,
}

/// Nature of a cycle on its branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    Regular,
    Begin,
    End,
    Target,
    Fold,
    Doubling,
    Torus,
    /// Branch point: symmetry lost.
    Fork,
    /// An impact at speed 0, or a gap that touches 0.
    Grazing,
    /// A phase of stick appears or vanishes.
    Stick,
    /// A phase of slip appears or vanishes.
    Slip,
    /// Another change of events.
    Order,
}

/// One cycle of a branch.
#[derive(Clone, Debug)]
pub struct Row {
    pub cycle: Cycle,
    pub nature: Nature,
    pub multipliers: Option<Multipliers>,
    pub neutral: usize,
    pub measures: Measures,
}

/// Reasons why a branch ends.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// At a bound of the parameter.
    Bound,
    /// So many points were made.
    Points,
    /// Beyond this border there is no cycle of the same kind; what a transient does there.
    Border {
        border: Option<Border>,
        beyond: Option<Vec<Letter>>,
    },
    /// An event of this contact comes to phase 0 of the forcing, where cycles begin.
    AtPhase0 {
        contact: usize,
    },
    /// Newton's method fails, and no border is near.
    Lost(NewtonFault),
    /// The cycle becomes one of half its period, whose doubling the branch began at.
    Halved,
    Stopped,
}

/// Map, section and scales that a branch is followed with.
pub struct Follower<'a> {
    pub map: &'a mut ReturnMap,
    pub section: Option<Section>,
    pub scales: Scales,
    pub observations: Vec<Vec<f64>>,
    pub stability: bool,
}

/// True where two orders of events are the same, whichever comes first.
pub fn same_letters(a: &[Letter], b: &[Letter]) -> bool {
    a.len() == b.len() && (a.is_empty() || (0..a.len()).any(|k| a[k..].iter().chain(&a[..k]).eq(b)))
}

impl Follower<'_> {
    /// Scaled unknowns and parameter of a cycle.
    pub(super) fn place(&self, cycle: &Cycle, range: f64) -> Vec<f64> {
        let n = self.map.size();
        let x = cycle.start.x.iter().enumerate().map(|(i, x)| x / self.scales.of(i, n));
        x.chain([cycle.value / range]).collect()
    }

    /// Directions that the map leaves where they are.
    pub fn neutral(&self, cycle: &Cycle) -> usize {
        let n = self.map.size();
        Singular::of(scaled_columns(&cycle.derivative, &cycle.parameter, n, self.scales, None)).null(NEUTRAL)
    }

    /// Unit tangent at a cycle, on the side of `before`.
    pub(super) fn tangent(&self, cycle: &Cycle, range: f64, before: &[f64]) -> Vec<f64> {
        let n = self.map.size();
        let columns = scaled_columns(&cycle.derivative, &cycle.parameter, n, self.scales, Some(range));
        let square = Singular::of(columns[..2 * n].to_vec());
        let mut tangent = if square.null(NEUTRAL) > 0 {
            let right: Vec<f64> = columns[2 * n].iter().map(|p| -p).collect();
            let mut tangent = square.solve(&right, NEUTRAL);
            tangent.push(1.0);
            tangent
        } else {
            let all = Singular::of(columns);
            all.right[2 * n].clone()
        };
        let length = tangent.iter().map(|t| t * t).sum::<f64>().sqrt();
        let side: f64 = tangent.iter().zip(before).map(|(a, b)| a * b).sum();
        let scale = if side < 0.0 { -1.0 / length } else { 1.0 / length };
        tangent.iter_mut().for_each(|t| *t *= scale);
        tangent
    }

    /// The cycle on the plane across the arc at a distance `step` from another cycle along its tangent. Fails where there is none.
    pub(super) fn step(
        &mut self,
        from: &Cycle,
        (tangent, step): (&[f64], f64),
        (range, newton): (f64, NewtonOptions),
    ) -> Result<Cycle, NewtonFault> {
        let n = self.map.size();
        let point: Vec<f64> = self.place(from, range).iter().zip(tangent).map(|(z, t)| z + step * t).collect();
        let start =
            Start { x: (0..2 * n).map(|i| point[i] * self.scales.of(i, n)).collect(), modes: from.start.modes.clone() };
        let value = point[2 * n] * range;
        let plane = Plane { tangent: tangent.to_vec(), point, range };
        self.map.solve(&start, value, (self.section.as_ref(), Some(&plane)), (self.scales, newton), 0)
    }

    /// The cycle at a value of the parameter, from another one and its tangent. Fails where there is none.
    pub(super) fn at(
        &mut self,
        from: &Cycle,
        tangent: &[f64],
        value: f64,
        (range, newton): (f64, NewtonOptions),
    ) -> Result<Cycle, NewtonFault> {
        let n = self.map.size();
        let slope = tangent[2 * n];
        let step = if slope != 0.0 { (value - from.value) / range / slope } else { 0.0 };
        let x = from.start.x.iter().enumerate().map(|(i, x)| x + step * tangent[i] * self.scales.of(i, n)).collect();
        let start = Start { x, modes: from.start.modes.clone() };
        self.map.set(value);
        self.map.solve(&start, value, (self.section.as_ref(), None), (self.scales, newton), 0)
    }

    /// A row of a cycle: its measures and multipliers.
    pub fn row(&mut self, cycle: Cycle, nature: Nature) -> Row {
        let n = self.map.size();
        if self.map.has_parameter() {
            self.map.set(cycle.value);
        }
        let contacts = self.map.stepper.tracks.len();
        let mut measures = Measures::new(self.observations.clone(), contacts, self.scales.v);
        let until = self.map.until(self.section.as_ref());
        // The cycle was followed before: it has an end.
        let _ = self.map.travel(&cycle.start, 0.0, until, false, &mut measures);
        let neutral = self.neutral(&cycle);
        let speed = self.section.map(|_| cycle.speed.as_slice());
        let multipliers = match self.stability {
            true => Multipliers::of(&cycle.derivative, 2 * n, self.map.symmetric, speed, neutral),
            false => None,
        };
        Row { cycle, nature, multipliers, neutral, measures }
    }

    /// The branch through a cycle to one side. Each row is shown to `observer`, which says whether to go on.
    pub fn follow(&mut self, first: &Cycle, options: &BranchOptions, observer: &mut dyn FnMut(&Row) -> bool) -> Ending {
        let n = self.map.size();
        let range = options.maximum - options.minimum;
        let tools = (range, options.newton);
        let mut towards = vec![0.0; 2 * n + 1];
        towards[2 * n] = if options.upwards { 1.0 } else { -1.0 };
        let mut here = self.row(first.clone(), Nature::Begin);
        let mut tangent = self.tangent(&here.cycle, range, &towards);
        // Steps are halved down to the shortest before there is a border.
        let (mut step, mut shortest) = (options.step, 16.0 * options.least);
        let mut targets = options.targets.clone();
        targets.retain(|t| (t - first.value).abs() > 1e-12 * range);
        for _ in 0..options.points {
            let ahead = here.cycle.value + step * tangent[2 * n] * range;
            let passed = |t: &f64| (*t - here.cycle.value) * (ahead - *t) >= 0.0 && *t != here.cycle.value;
            let bound = [options.minimum, options.maximum].into_iter().find(|b| match tangent[2 * n] > 0.0 {
                true => *b == options.maximum && ahead >= *b,
                false => *b == options.minimum && ahead <= *b,
            });
            let distance = |t: &f64| (t - here.cycle.value).abs();
            let aim =
                targets.iter().copied().filter(passed).chain(bound).min_by(|a, b| distance(a).total_cmp(&distance(b)));
            let next = match aim {
                Some(value) => self.at(&here.cycle, &tangent, value, tools),
                None => self.step(&here.cycle, (&tangent, step), tools),
            };
            if self.map.is_stopped() {
                return Ending::Stopped;
            }
            let next = match next {
                Ok(next) if same_letters(&next.letters, &here.cycle.letters) => next,
                // Halve first: a step that is too long may go elsewhere.
                other => {
                    if step > shortest {
                        step *= 0.5;
                        continue;
                    }
                    match self.cross_border(&here, &tangent, other, options, observer) {
                        Ok(found) => {
                            (here, tangent, step) = found;
                            shortest = shortest.min(0.1 * step);
                            continue;
                        }
                        Err(ending) => return ending,
                    }
                }
            };
            let along = self.tangent(&next, range, &tangent);
            let turn: f64 = tangent.iter().zip(&along).map(|(a, b)| a * b).sum();
            if turn < 0.966 && step > 2.0 * options.least {
                step *= 0.5;
                continue;
            }
            let iterations = next.iterations;
            let nature = match (aim, bound) {
                (Some(value), Some(bound)) if value == bound => Nature::End,
                (Some(_), _) => Nature::Target,
                _ => Nature::Regular,
            };
            let row = self.row(next, nature);
            let halves = self.halves((&here, &tangent), (&row, &along), tools);
            let specials = match options.detect && !halves {
                true => self.special_points((&here, &tangent), (&row, &along), tools),
                false => Vec::new(),
            };
            // What was followed to its end counts.
            if self.map.is_stopped() {
                return Ending::Stopped;
            }
            if halves {
                return Ending::Halved;
            }
            if !specials.iter().all(&mut *observer) || !observer(&row) {
                return Ending::Stopped;
            }
            match nature {
                Nature::End => return Ending::Bound,
                Nature::Target => targets.retain(|t| *t != row.cycle.value),
                // Where a branch begins steps are as short as it was far away.
                _ if iterations <= 3 || (iterations <= 5 && step < 0.1 * options.step) => {
                    step = (1.5 * step).min(options.most);
                }
                _ if iterations > 6 => step *= 0.5,
                _ => {}
            }
            (here, tangent) = (row, along);
        }
        Ending::Points
    }
}
