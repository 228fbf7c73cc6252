//! The samples of one contact in a trajectory, and the window of instants that statistics bear on.

use crate::columns::{Column, Columns};

/// Kind of statistics that apply to a run. The scheme decides, not the steps it really took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepClass {
    /// DIFF_CENTRE, NEWMARK: plain sums over samples.
    Constant,
    /// Every other scheme: integrals by the trapezoidal rule.
    Variable,
}

/// Ranks of the first and of the last sample selected, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    pub first: usize,
    pub last: usize,
}

/// Faults of an interval of time.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum WindowFault {
    #[error("the window [{from}, {to}] holds no time of the run, which goes from {start} to {end}")]
    Empty { from: f64, to: f64, start: f64, end: f64 },
    #[error("the run has no archived state")]
    NoState,
}

/// Samples between `from` and `to` (s). For a run that continues another one, both ends fall one
/// sample earlier than elsewhere (so do the published figures). Fails where the window holds no sample, or there is no
/// state.
pub fn select(times: &[f64], from: f64, to: f64, class: StepClass, continued: bool) -> Result<Window, WindowFault> {
    let n = times.len();
    let (Some(&start), Some(&end)) = (times.first(), times.last()) else { return Err(WindowFault::NoState) };
    let (a, b) = (from.max(start), to.min(end));
    if a >= b {
        return Err(WindowFault::Empty { from, to, start, end });
    }
    let not_below = |bound: f64, slack: f64| times.partition_point(|&t| t < bound - slack);
    if continued {
        let before = |bound: f64| not_below(bound, 1e-9 * bound.abs()).saturating_sub(1);
        let last = if to >= end { n - 1 } else { before(to).min(n - 1) };
        return Ok(Window { first: before(from).min(last), last });
    }
    match class {
        StepClass::Constant => {
            let dt = mean_step(times);
            let rank = |t: f64| (((t - start) / dt).round() as usize).min(n - 1);
            Ok(Window { first: rank(a), last: rank(b) })
        }
        StepClass::Variable => {
            let last = if to >= end { n - 1 } else { not_below(to, 0.0).min(n - 1) };
            Ok(Window { first: not_below(from, 0.0), last })
        }
    }
}

/// Step of a constant-step run; its last archive is left out, it may close a shorter step.
pub(super) fn mean_step(times: &[f64]) -> f64 {
    match times.len() {
        0 | 1 => 0.0,
        2 | 3 => times[1] - times[0],
        n => (times[n - 3] - times[0]) / (n - 3) as f64,
    }
}

/// The step that durations of rest are counted in.
pub(super) fn rest_step(times: &[f64]) -> f64 {
    match times.len() {
        0 | 1 => 0.0,
        2 | 3 => times[1] - times[0],
        _ => times[3] - times[2],
    }
}

/// Places of the variables of a contact law among its internal variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layout {
    position: usize,
    normal_velocity: usize,
    /// Tangential forces, tangential velocities, stick flag.
    friction: Option<(usize, usize, usize)>,
    shortening: Option<usize>,
}

const STOP: Layout = Layout { position: 3, normal_velocity: 9, friction: Some((1, 10, 12)), shortening: None };
const BUCKLING: Layout = Layout { position: 1, normal_velocity: 7, friction: None, shortening: Some(8) };

/// The archived internal variables of one contact: those from `offset` on, in the rows of a window.
#[derive(Clone, Copy, Debug)]
pub struct ContactHistory<'a> {
    times: &'a [f64],
    variables: &'a Columns,
    /// Row of the first sample.
    first: usize,
    offset: usize,
    layout: Layout,
}

impl<'a> ContactHistory<'a> {
    /// Of a stop with friction (DIS_CHOC).
    pub fn stop(times: &'a [f64], variables: &'a Columns, offset: usize) -> Self {
        ContactHistory { times, variables, first: 0, offset, layout: STOP }
    }

    /// Of a buckling stop (FLAMBAGE).
    pub fn buckling(times: &'a [f64], variables: &'a Columns, offset: usize) -> Self {
        ContactHistory { times, variables, first: 0, offset, layout: BUCKLING }
    }

    /// Instants of the samples (s).
    pub fn times(&self) -> &'a [f64] {
        self.times
    }

    /// The part of it in a window.
    pub fn window(&self, window: Window) -> ContactHistory<'a> {
        let Window { first, last } = window;
        ContactHistory { times: &self.times[first..=last], first: self.first + first, ..*self }
    }

    fn value(&self, k: usize, i: usize) -> f64 {
        self.variables.at(self.first + k, self.offset + i)
    }

    /// Variable `i` in samples `from..from + count`.
    fn column(&self, i: usize, from: usize, count: usize) -> Column<'a> {
        let from = self.first + from;
        self.variables.column(self.offset + i, from..from + count)
    }

    /// Normal force of sample `k` (N).
    pub fn normal_force(&self, k: usize) -> f64 {
        self.value(k, 0)
    }

    /// Normal velocity of sample `k` (m/s).
    pub fn normal_velocity(&self, k: usize) -> f64 {
        self.value(k, self.layout.normal_velocity)
    }

    /// Local position of node 1 (m).
    pub fn position(&self, k: usize) -> [f64; 3] {
        std::array::from_fn(|i| self.value(k, self.layout.position + i))
    }

    /// Tangential forces of sample `k` along both tangents (N); 0 without friction.
    pub fn tangential_force(&self, k: usize) -> [f64; 2] {
        self.layout.friction.map_or([0.0; 2], |(f, _, _)| [self.value(k, f), self.value(k, f + 1)])
    }

    /// Norm of the tangential velocity (m/s).
    pub fn sliding_speed(&self, k: usize) -> f64 {
        self.layout.friction.map_or(0.0, |(_, v, _)| {
            let (a, b) = (self.value(k, v), self.value(k, v + 1));
            (a * a + b * b).sqrt()
        })
    }

    /// Tangential velocity (m/s).
    pub fn sliding_velocity(&self, k: usize) -> [f64; 2] {
        self.layout.friction.map_or([0.0; 2], |(_, v, _)| [self.value(k, v), self.value(k, v + 1)])
    }

    /// True where the contact sticks at sample `k`.
    pub fn sticks(&self, k: usize) -> bool {
        self.layout.friction.is_some_and(|(_, _, flag)| self.value(k, flag) != 0.0)
    }

    /// Plastic shortening of a buckling stop (m).
    pub fn shortening(&self, k: usize) -> f64 {
        self.layout.shortening.map_or(0.0, |i| self.value(k, i))
    }

    /// Angle of node 1 about the local x axis, in degrees, from -180 to 180; 0 at the origin.
    pub fn angle(&self, k: usize) -> f64 {
        let [_, y, z] = self.position(k);
        degrees(y, z)
    }

    /// Samples `first..first + count`, ready for several passes.
    pub(super) fn block(&self, first: usize, count: usize) -> Samples<'a> {
        let column = |i: usize| self.column(i, first, count);
        let position = self.layout.position;
        let [x, y, z] = [0, 1, 2].map(|i| column(position + i));
        let zero = Column::Constant(0.0);
        let (forces, velocities, flag) = match self.layout.friction {
            Some((f, v, flag)) => ([column(f), column(f + 1)], [column(v), column(v + 1)], column(flag)),
            None => ([zero; 2], [zero; 2], zero),
        };
        let stored = Lane::Stored;
        let radius = Lane::of(count, y, z, |y, z| (y * y + z * z).sqrt());
        let angle = Lane::of(count, y, z, degrees);
        Samples {
            times: &self.times[first..first + count],
            signals: [stored(x), stored(y), stored(z), radius, angle, stored(forces[0]), stored(forces[1])],
            normal_force: column(0),
            velocities,
            sticks: flag,
        }
    }
}

fn degrees(y: f64, z: f64) -> f64 {
    if y == 0.0 && z == 0.0 { 0.0 } else { libm::atan2(z, y) * (180.0 / std::f64::consts::PI) }
}

/// One quantity over a block of samples.
#[derive(Clone, Debug, PartialEq)]
pub enum Lane<'a> {
    Stored(Column<'a>),
    Computed(Vec<f64>),
}

impl Lane<'_> {
    /// `f` of two columns.
    fn of(count: usize, a: Column<'_>, b: Column<'_>, f: impl Fn(f64, f64) -> f64) -> Self {
        match (a, b) {
            (Column::Constant(a), Column::Constant(b)) => Lane::Stored(Column::Constant(f(a, b))),
            (a, b) => Lane::Computed((0..count).map(|k| f(a.at(k), b.at(k))).collect()),
        }
    }

    /// The values of the lane.
    pub fn column(&self) -> Column<'_> {
        match self {
            Lane::Stored(column) => *column,
            Lane::Computed(values) => Column::Values(values),
        }
    }
}

/// A block of samples, quantity by quantity.
#[derive(Clone, Debug)]
pub struct Samples<'a> {
    pub times: &'a [f64],
    /// Local x, y, z, radius (m), angle (degrees), two tangential forces (N).
    pub signals: [Lane<'a>; 7],
    pub normal_force: Column<'a>,
    /// Tangential velocities (m/s).
    pub velocities: [Column<'a>; 2],
    /// Not 0 where the contact sticks.
    pub sticks: Column<'a>,
}

impl Samples<'_> {
    /// Sliding speed of sample `k` (m/s).
    #[inline]
    pub fn sliding_speed(&self, k: usize) -> f64 {
        match [self.velocities[0].at(k), self.velocities[1].at(k)] {
            [0.0, v] | [v, 0.0] => v.abs(),
            [a, b] => (a * a + b * b).sqrt(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_end_at_the_nearest_sample_or_at_the_first_not_below() {
        let times: Vec<f64> = (0..=100).map(|i| i as f64 * 0.1).collect();
        let constant = |a, b| select(&times, a, b, StepClass::Constant, false).unwrap();
        assert_eq!(constant(-1.0, 999.0), Window { first: 0, last: 100 });
        assert_eq!(constant(4.02, 7.96), Window { first: 40, last: 80 });
        let variable = |a, b| select(&times, a, b, StepClass::Variable, false).unwrap();
        assert_eq!(variable(4.02, 7.96), Window { first: 41, last: 80 });
        assert_eq!(variable(0.0, 10.0), Window { first: 0, last: 100 });
        assert!(select(&times, 3.0, 3.0, StepClass::Variable, false).is_err());
        assert!(select(&times, 11.0, 999.0, StepClass::Constant, false).is_err());
    }

    #[test]
    fn windows_of_continued_runs_fall_one_sample_earlier() {
        let times: Vec<f64> = (0..=10).map(|i| i as f64).collect();
        let window = |a, b| select(&times, a, b, StepClass::Constant, true).unwrap();
        assert_eq!(window(4.0, 8.0), Window { first: 3, last: 7 });
        assert_eq!(window(3.5, 7.5), Window { first: 3, last: 7 });
        assert_eq!(window(-1.0, 999.0), Window { first: 0, last: 10 });
        assert_eq!(window(4.0 + 1e-12, 8.0), Window { first: 3, last: 7 });
    }
}
