//! Instants of a nonlinear analysis: a list made step by step, cut where a step fails, or followed with steps that adapt.
//!
//! A step from `t0` to `t1` that is cut becomes `parts` equal steps, one level deeper; the levels of a list start at 1. With
//! adaptation, instants of the list are milestones that steps must reach, and the length of the next step follows from what
//! the last one took.

use std::collections::VecDeque;

/// Answer to a step that failed, or to an event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    Stop,
    /// Equal parts, so many levels, no part shorter than `shortest` (s).
    Cut {
        parts: u32,
        levels: u32,
        shortest: f64,
    },
    Continue,
}

/// Length of the next step from the last one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Growth {
    /// FIXE: times a factor.
    Factor(f64),
    /// ITER_NEWTON: by the number of iterations that is aimed at.
    Iterations(f64),
    /// DELTA_GRANDEUR: by the largest increment of a watched component, over a reference; the rank of the watch.
    Increment { reference: f64, watch: usize },
}

/// Occasion on which a length is proposed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Occasion {
    /// After so many steps in a row whose iterations compare with a value.
    Threshold {
        steps: u32,
        comparison: Comparison,
        value: u32,
    },
    EachStep,
    Never,
}

/// CRIT_COMP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparison {
    fn holds(self, a: u32, b: u32) -> bool {
        match self {
            Comparison::Less => a < b,
            Comparison::LessOrEqual => a <= b,
            Comparison::Greater => a > b,
            Comparison::GreaterOrEqual => a >= b,
        }
    }
}

/// One ADAPTATION.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adaptation {
    pub occasion: Occasion,
    pub growth: Growth,
}

/// Steps that adapt (METHODE='AUTO').
#[derive(Clone, Debug, PartialEq)]
pub struct Adaptive {
    pub shortest: f64,
    pub longest: f64,
    /// Most steps.
    pub most: u64,
    pub adaptations: Vec<Adaptation>,
}

/// Effort of a step, for adaptations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taken<'a> {
    pub iterations: u32,
    /// The largest increment of each watched component.
    pub increments: &'a [f64],
}

/// Why there is no next step.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum IncrementFault {
    #[error("the action is to stop")]
    Stop,
    #[error("parts of {part:e} s would be shorter than the shortest step, {shortest:e} s")]
    TooShort { part: f64, shortest: f64 },
    #[error("SUBD_NIVEAU={levels} allows no part of a part to be cut further")]
    TooDeep { levels: u32 },
    #[error("the step of {step:e} s is below the shortest one, {shortest:e} s")]
    Stalled { step: f64, shortest: f64 },
    #[error("{steps} steps are made")]
    TooMany { steps: u64 },
}

/// The instants to come.
#[derive(Clone, Debug)]
pub struct Increments {
    /// Ends of steps, or milestones, with the level of each.
    ahead: VecDeque<(f64, u32)>,
    adaptive: Option<Adaptive>,
    now: f64,
    /// Length proposed for the next step; end of the step under way, and whether it was shortened to reach a milestone.
    proposed: f64,
    aim: f64,
    shortened: bool,
    /// Steps in a row that fit each adaptation.
    running: Vec<u32>,
    steps: u64,
}

impl Increments {
    /// Steps from the first of `instants` to the others, which increase.
    pub fn new(instants: &[f64], adaptive: Option<Adaptive>) -> Self {
        let now = instants.first().copied().unwrap_or(0.0);
        let first = instants.get(1).map_or(0.0, |t| t - now);
        let longest = adaptive.as_ref().map_or(f64::INFINITY, |a| a.longest);
        let running = vec![0; adaptive.as_ref().map_or(0, |a| a.adaptations.len())];
        Increments {
            ahead: instants.iter().skip(1).map(|t| (*t, 1)).collect(),
            adaptive,
            now,
            proposed: first.min(longest),
            aim: now,
            shortened: false,
            running,
            steps: 0,
        }
    }

    /// The end of the next step; `None` at the end. Fails where steps have become too short or too many.
    pub fn step_end(&mut self) -> Result<Option<f64>, IncrementFault> {
        let Some(&(target, _)) = self.ahead.front() else { return Ok(None) };
        self.aim = target;
        self.shortened = false;
        if let Some(adaptive) = &self.adaptive {
            if self.steps >= adaptive.most {
                return Err(IncrementFault::TooMany { steps: self.steps });
            }
            if self.proposed < adaptive.shortest {
                return Err(IncrementFault::Stalled { step: self.proposed, shortest: adaptive.shortest });
            }
            let end = self.now + self.proposed;
            let tolerance = 1e-12 * target.abs().max(self.proposed);
            if end > target + tolerance {
                self.shortened = true;
            } else if end < target - adaptive.shortest.max(tolerance) {
                self.aim = end;
            }
        }
        Ok(Some(self.aim))
    }

    /// The step to the aim is accepted.
    pub fn accept(&mut self, taken: &Taken<'_>) {
        let length = self.aim - self.now;
        self.now = self.aim;
        self.steps += 1;
        while self.ahead.front().is_some_and(|(t, _)| *t <= self.now) {
            self.ahead.pop_front();
        }
        let Some(adaptive) = &self.adaptive else { return };
        // A step that was only shortened to reach a milestone says nothing of the length that is fit.
        let base = if self.shortened { self.proposed } else { length };
        let mut next = f64::INFINITY;
        for (adaptation, running) in adaptive.adaptations.iter().zip(&mut self.running) {
            let due = match adaptation.occasion {
                Occasion::EachStep => true,
                Occasion::Never => false,
                Occasion::Threshold { steps, comparison, value } => {
                    *running = if comparison.holds(taken.iterations, value) { *running + 1 } else { 0 };
                    let due = *running >= steps;
                    if due {
                        *running = 0;
                    }
                    due
                }
            };
            if due {
                let candidate = match adaptation.growth {
                    Growth::Factor(factor) => base * factor,
                    Growth::Iterations(aim) => base * (aim / f64::from(taken.iterations + 1)).sqrt(),
                    Growth::Increment { reference, watch } => {
                        base * reference / taken.increments.get(watch).copied().unwrap_or(0.0).max(f64::MIN_POSITIVE)
                    }
                };
                next = next.min(candidate);
            }
        }
        self.proposed = if next.is_finite() { next } else { base }.min(adaptive.longest);
    }

    /// Cuts the step to the aim, which failed. Fails where it must not be cut.
    pub fn cut(&mut self, action: Action) -> Result<u32, IncrementFault> {
        let Action::Cut { parts, levels, shortest } = action else { return Err(IncrementFault::Stop) };
        let part = (self.aim - self.now) / f64::from(parts);
        let shortest = shortest.max(self.adaptive.as_ref().map_or(0.0, |a| a.shortest));
        if part < shortest || part <= f64::EPSILON {
            return Err(IncrementFault::TooShort { part, shortest });
        }
        let level = self.ahead.front().map_or(1, |(_, level)| *level);
        if level > levels {
            return Err(IncrementFault::TooDeep { levels });
        }
        let (from, to) = (self.now, self.aim);
        let reached = self.ahead.front().is_some_and(|(t, _)| *t <= to);
        if reached {
            self.ahead.pop_front();
        }
        for k in (1..=parts).rev() {
            let end = if k == parts { to } else { from + f64::from(k) * (to - from) / f64::from(parts) };
            self.ahead.push_front((end, level + 1));
        }
        self.proposed = part;
        Ok(level + 1)
    }

    /// The instant reached.
    pub fn now(&self) -> f64 {
        self.now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TAKEN: Taken<'static> = Taken { iterations: 3, increments: &[] };

    fn made(increments: &mut Increments, fails: impl Fn(f64, f64) -> bool, action: Action) -> Vec<f64> {
        let mut ends = Vec::new();
        while let Ok(Some(end)) = increments.step_end() {
            if fails(increments.now(), end) {
                if increments.cut(action).is_err() {
                    return ends;
                }
                continue;
            }
            increments.accept(&TAKEN);
            ends.push(end);
        }
        ends
    }

    const CUT: Action = Action::Cut { parts: 2, levels: 2, shortest: 0.0 };

    #[test]
    fn a_failed_step_is_cut_in_equal_parts_and_ends_where_it_should() {
        let mut increments = Increments::new(&[0.3, 0.7, 1.3], None);
        let ends = made(&mut increments, |from, to| to - from > 0.35 && from > 0.6, CUT);
        assert_eq!(ends, [0.7, 0.7 + 0.6 / 2.0, 1.3]);
    }

    #[test]
    fn levels_and_shortest_parts_stop_the_cutting() {
        let ends = made(&mut Increments::new(&[0.0, 0.7], None), |from, _| from >= 0.0, CUT);
        assert!(ends.is_empty());
        let mut increments = Increments::new(&[0.0, 0.7], None);
        increments.step_end().unwrap();
        assert_eq!(increments.cut(CUT), Ok(2));
        increments.step_end().unwrap();
        assert_eq!(increments.cut(CUT), Ok(3));
        increments.step_end().unwrap();
        assert_eq!(increments.cut(CUT), Err(IncrementFault::TooDeep { levels: 2 }));
        let short = Action::Cut { parts: 4, levels: 3, shortest: 0.5 };
        let mut increments = Increments::new(&[0.0, 0.7], None);
        increments.step_end().unwrap();
        assert!(matches!(increments.cut(short), Err(IncrementFault::TooShort { .. })));
    }

    #[test]
    fn steps_that_adapt_reach_every_milestone() {
        let adaptive = Adaptive {
            shortest: 1e-3,
            longest: 0.5,
            most: 100,
            adaptations: vec![Adaptation {
                occasion: Occasion::Threshold { steps: 2, comparison: Comparison::LessOrEqual, value: 5 },
                growth: Growth::Factor(2.0),
            }],
        };
        let ends = made(&mut Increments::new(&[0.0, 0.1, 1.3, 2.0], Some(adaptive)), |_, _| false, CUT);
        assert!([0.1, 1.3, 2.0].iter().all(|m| ends.contains(m)), "{ends:?}");
        assert!((ends[1] - 0.2).abs() < 1e-12 && (ends[2] - 0.4).abs() < 1e-12, "{ends:?}");
        assert!(ends.windows(2).all(|w| w[1] - w[0] < 0.5 + 1e-12));
    }
}
