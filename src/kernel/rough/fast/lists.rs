//! Two nested lists of what may touch.
//!
//! Outer list: blocks of bottom nodes whose gap can fall below zero before the sum of changes reaches its margin, for all
//! shifts of a window. Inner list: ranges of nodes of these blocks, for one shift and a share of the next.

use super::super::modes::{BeamState, Modes};
use super::super::nodes::NodeRange;
use super::super::problem::{Shift, SlidingProblem};
use super::super::segments::cubic;
use super::motion::Bounds;
use super::sag::Sag;
use super::surface::Surface;

/// Longest block (nodes); ranges nearer than `BRIDGE` nodes are joined.
const BLOCK: usize = 32;
const BRIDGE: usize = 9;

pub(super) struct Lists {
    pub surfaces: [Surface; 2],
    sags: [Sag; 2],
    /// Nodes per block; shifts for which the bounds of blocks hold beyond the first.
    block: usize,
    window: usize,
    top: Vec<f64>,
    /// First shift of the bounds of blocks, first block, greatest sum of heights per block.
    base: usize,
    first: usize,
    peaks: Vec<f64>,
    /// Outer list: blocks, the smallest gap of the others, change allowed and used.
    near: Vec<usize>,
    pub outer_margin: f64,
    pub outer_used: f64,
    pub smallest: f64,
    gaps: Vec<f64>,
    /// Inner list.
    pub ranges: Vec<NodeRange>,
    pub margin: f64,
    pub used: f64,
    pub first_step: u64,
    pub last_step: u64,
    /// Bound of the slope of heights in the ranges, per node.
    pub steepness: f64,
}

impl Lists {
    /// Empty lists for the resting heights of both bodies (m), one value per node.
    pub fn new(problem: &SlidingProblem, modes: &Modes, heights: [Vec<f64>; 2]) -> Lists {
        let surfaces = heights.map(Surface::new);
        let sags = [Sag::new(problem, modes, 0), Sag::new(problem, modes, 1)];
        let window = libm::ceil(problem.advance() * 1000.0).clamp(0.0, 16.0) as usize;
        let top = surfaces[1].windowed(window);
        let block = BLOCK.min(sags[0].spacing);
        // All that the slider covers.
        let blocks = (surfaces[1].heights.len() + window) / block + 3;
        let ranges = surfaces[1].heights.len() / (BRIDGE + 1) + 2;
        Lists {
            surfaces,
            sags,
            block,
            window,
            top,
            base: usize::MAX,
            first: 0,
            peaks: Vec::with_capacity(blocks),
            near: Vec::with_capacity(blocks),
            outer_margin: 0.0,
            outer_used: f64::INFINITY,
            smallest: 0.0,
            gaps: Vec::with_capacity(blocks),
            ranges: Vec::with_capacity(ranges),
            margin: 0.0,
            used: f64::INFINITY,
            first_step: 0,
            last_step: 0,
            steepness: 0.0,
        }
    }

    /// Tells whether the outer list holds for a shift.
    #[inline(always)]
    pub fn outer_holds(&self, shift: Shift) -> bool {
        shift.whole >= self.base && shift.whole - self.base <= self.window && self.outer_used < 0.75 * self.outer_margin
    }

    /// The first shift for which the outer list does not hold.
    pub fn outer_end(&self) -> usize {
        self.base + self.window + 1
    }

    /// Makes the outer list at a step. `smallest` becomes the smallest gap of all blocks, as bounded.
    #[inline(always)]
    pub fn build_outer(
        &mut self,
        problem: &SlidingProblem,
        modes: &Modes,
        state: &BeamState,
        shift: Shift,
        bounds: &Bounds,
    ) {
        let (n1, n2, q) = (self.surfaces[0].heights.len(), self.surfaces[1].heights.len(), shift.whole);
        if !(q >= self.base && q - self.base <= self.window / 2) {
            self.rebase(q);
        }
        self.sags.iter_mut().for_each(Sag::renew);
        let slack = self.slack(bounds) + bounds.slope * 1.5;
        let last = (q + self.window + n2 - 1).min(n1 - 1);
        self.gaps.clear();
        let mut left = self.deflection(modes, state, shift, self.first * self.block);
        self.smallest = f64::INFINITY;
        for rank in 0..self.peaks.len() {
            let right = self.deflection(modes, state, shift, ((self.first + rank + 1) * self.block).min(last + 1));
            let gap = problem.clearance - self.peaks[rank] - left.max(right) - slack;
            self.gaps.push(gap);
            self.smallest = self.smallest.min(gap);
            left = right;
        }
        self.outer_margin = (2000.0 * bounds.rate).max(1e-9);
        self.outer_used = 0.0;
        self.near.clear();
        for (rank, gap) in self.gaps.iter().enumerate() {
            if !(*gap >= self.outer_margin) {
                self.near.push(self.first + rank);
            }
        }
    }

    /// Deflection of both bodies at a bottom node.
    #[inline(always)]
    fn deflection(&mut self, modes: &Modes, state: &BeamState, shift: Shift, i: usize) -> f64 {
        let limit = (self.surfaces[1].heights.len() - 1) as f64;
        let across = (i as f64 - shift.whole as f64 - shift.part).clamp(0.0, limit);
        self.sags[0].at(modes, state, i as f64) + self.sags[1].at(modes, state, across)
    }

    /// Heights that straight lines between values may hide: the chords of both bodies, and a block's own.
    #[inline(always)]
    fn slack(&self, bounds: &Bounds) -> f64 {
        let chord = |spacing: usize, bend: f64| {
            let nodes = spacing.max(self.block) as f64;
            0.125 * nodes * nodes * bend
        };
        2.0 * (chord(self.sags[0].spacing, bounds.bend[0]) + chord(self.sags[1].spacing, bounds.bend[1]))
    }

    /// Greatest sums of heights of blocks for the shifts from `q` on.
    fn rebase(&mut self, q: usize) {
        let (n1, n2) = (self.surfaces[0].heights.len(), self.surfaces[1].heights.len());
        self.base = q;
        self.first = q / self.block;
        let last = (q + self.window + n2 - 1).min(n1 - 1);
        self.peaks.clear();
        for b in self.first..=last / self.block {
            let (from, to) = ((b * self.block).max(q), ((b + 1) * self.block - 1).min(last));
            let bottom = &self.surfaces[0].above[from..=to];
            let top = &self.top[from - q..=to - q];
            let mut parts = [f64::NEG_INFINITY; 4];
            for (i, (a, b)) in bottom.iter().zip(top).enumerate() {
                let sum = a + b;
                let part = &mut parts[i % 4];
                *part = if sum > *part { sum } else { *part };
            }
            self.peaks.push(parts.into_iter().fold(f64::NEG_INFINITY, f64::max));
        }
    }

    /// Makes the inner list at step `n`, for `steps` steps at most. Gives a bound of the gaps that are not in it.
    #[inline(always)]
    pub fn build_inner(
        &mut self,
        problem: &SlidingProblem,
        modes: &Modes,
        state: &BeamState,
        n: u64,
        steps: u64,
        bounds: &Bounds,
    ) -> f64 {
        let shift = problem.shift(n);
        let (n1, n2, q) = (self.surfaces[0].heights.len(), self.surfaces[1].heights.len(), shift.whole);
        self.sags.iter_mut().for_each(Sag::renew);
        // All steps with the same whole shift.
        let next = problem.step_of_shift(q + 1);
        self.first_step = n;
        self.last_step = n.saturating_add(steps).min(next - 1);
        let end = (shift.part + problem.advance() * (self.last_step - n) as f64).min(1.0);
        self.margin = (80.0 * bounds.rate).max(1e-11);
        self.used = 0.0;
        self.ranges.clear();
        self.steepness = 0.0;
        let slack = self.slack(bounds) + bounds.slope * 1.5;
        let mut others = f64::INFINITY;
        let weights = [cubic(shift.part), cubic(end), cubic(1.0 - shift.part), cubic(1.0 - end)];
        let bow = 0.125 * (end - shift.part) * (end - shift.part);
        let mut quick = [0.0; BLOCK];
        for place in 0..self.near.len() {
            let b = self.near[place];
            let (from, to) = ((b * self.block).max(q), ((b + 1) * self.block - 1).min(n1 - 1).min(q + n2 - 1));
            if from > to {
                continue;
            }
            let (left, right) = (self.deflection(modes, state, shift, from), self.deflection(modes, state, shift, to));
            let per_node = if to > from { (right - left) / (to - from) as f64 } else { 0.0 };
            let [bottom, top] = &self.surfaces;
            // Quick bounds, whatever the share of the shift, of all nodes of the block.
            let start = problem.clearance - left - slack;
            let (above, behind) = (&bottom.above[from..=to], &top.behind[from - q..=to - q]);
            let mut parts = [f64::INFINITY; 8];
            for (t, (quick, (a, b))) in quick.iter_mut().zip(above.iter().zip(behind)).enumerate() {
                *quick = start - per_node * t as f64 - (a + b);
                let least = &mut parts[t % 8];
                *least = if *quick < *least { *quick } else { *least };
            }
            let least = parts.into_iter().fold(f64::INFINITY, f64::min);
            if least >= self.margin {
                others = others.min(least);
                continue;
            }
            for i in from..=to {
                let l = i - q;
                let (level, quick) = (start - per_node * (i - from) as f64, quick[i - from]);
                if quick >= self.margin {
                    others = others.min(quick);
                    continue;
                }
                let inside = i >= 1 && i + 2 < n1 && l >= 2 && l + 1 < n2;
                let gap = if inside {
                    let (h1, h2) = (&bottom.heights[i - 1..i + 3], &top.heights[l - 2..l + 2]);
                    let mix = |w: &[f64; 4], h: &[f64]| w[0] * h[0] + w[1] * h[1] + w[2] * h[2] + w[3] * h[3];
                    let ahead = mix(&weights[0], h1).max(mix(&weights[1], h1)) + bow * bottom.curvature[i];
                    let back = mix(&weights[2], h2).max(mix(&weights[3], h2)) + bow * top.curvature[l - 1];
                    level - (bottom.heights[i] + back).max(top.heights[l] + ahead)
                } else {
                    quick
                };
                if gap >= self.margin {
                    others = others.min(gap);
                    continue;
                }
                self.steepness = self.steepness.max(bottom.slope[i]).max(top.slope[l.saturating_sub(1)]);
                match self.ranges.last_mut() {
                    Some(range) if i - range.last <= BRIDGE => range.last = i,
                    _ => self.ranges.push(NodeRange { first: i, last: i }),
                }
            }
        }
        others.min(self.outer_margin - self.outer_used)
    }
}
