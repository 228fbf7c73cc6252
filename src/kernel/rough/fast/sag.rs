//! Deflections of both bodies along their length, by straight lines between values at evenly spaced nodes.

use super::super::modes::{BeamState, Modes};
use super::super::nodes::dot;
use super::super::problem::SlidingProblem;

/// Values at every `spacing`-th node of a body, kept until the state changes.
#[derive(Clone, Debug)]
pub(super) struct Sag {
    body: usize,
    /// Nodes between two values, a power of two, and its logarithm.
    pub spacing: usize,
    width: usize,
    rows: Vec<f64>,
    values: Vec<f64>,
    /// BeamState at which each value was computed.
    stamps: Vec<u64>,
    stamp: u64,
}

impl Sag {
    /// Tables of the deflection of one body (0: base, 1: slider).
    pub fn new(problem: &SlidingProblem, modes: &Modes, body: usize) -> Sag {
        let shapes = &problem.beams[body].shapes;
        let steepest = shapes.wave_numbers.iter().copied().fold(0.0, f64::max) * problem.spacing;
        let mut spacing = 256;
        // The chord of the shortest wave leaves it by less than a two-hundredth of its amplitude.
        while spacing > 1 && spacing as f64 * steepest > 0.2 {
            spacing /= 2;
        }
        let nodes = problem.heights[body].len();
        let count = (nodes - 1).div_ceil(spacing) + 1;
        let width = modes.width[body];
        let mut rows = vec![0.0; count * width];
        for (i, row) in rows.chunks_exact_mut(width).enumerate() {
            // The last value may lie beyond the end: shapes continue there.
            let x = (i * spacing) as f64 * problem.spacing;
            (0..modes.count[body]).for_each(|k| row[k] = shapes.extended(k, x));
        }
        Sag { body, spacing, width, rows, values: vec![0.0; count], stamps: vec![0; count], stamp: 0 }
    }

    /// The state has changed.
    #[inline(always)]
    pub fn renew(&mut self) {
        self.stamp += 1;
    }

    /// Deflection at a place (nodes from the start, clamped to the body).
    #[inline(always)]
    pub fn at(&mut self, modes: &Modes, state: &BeamState, place: f64) -> f64 {
        let scaled = (place / self.spacing as f64).max(0.0);
        let left = (scaled as usize).min(self.values.len() - 2);
        let share = (scaled - left as f64).min(1.0);
        let (a, b) = (self.value(modes, state, left), self.value(modes, state, left + 1));
        a + share * (b - a)
    }

    #[inline(always)]
    fn value(&mut self, modes: &Modes, state: &BeamState, i: usize) -> f64 {
        if self.stamps[i] != self.stamp {
            self.stamps[i] = self.stamp;
            let row = &self.rows[i * self.width..(i + 1) * self.width];
            self.values[i] = dot(row, &state.u[modes.first[self.body]..][..self.width]);
        }
        self.values[i]
    }
}
