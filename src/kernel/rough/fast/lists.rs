//! Two nested lists of what may touch.
//!
//! Outer list: blocks of bottom nodes whose gap can fall below zero before the sum of changes reaches its margin, for all
//! shifts of a window. Inner list: ranges of nodes of these blocks, for one shift and a share of the next.

use super::super::modes::{BeamState, Modes};
use super::super::nodes::NodeRange;
use super::super::problem::{Shift, SlidingProblem};
use super::motion::Bounds;
use super::sag::Sag;
use super::surface::Surface;

/// Longest block (nodes); ranges nearer than `BRIDGE` nodes are joined.
pub(super) const BLOCK: usize = 32;
pub(super) const BRIDGE: usize = 9;

pub(super) struct Lists {
    pub surfaces: [Surface; 2],
    pub(super) sags: [Sag; 2],
    /// Nodes per block; shifts for which the bounds of blocks hold beyond the first.
    pub(super) block: usize,
    window: usize,
    top: Vec<f64>,
    /// First shift of the bounds of blocks, first block, greatest sum of heights per block.
    base: usize,
    pub(super) first: usize,
    peaks: Vec<f64>,
    /// Outer list: blocks, the smallest gap of the others, change allowed and used.
    pub(super) near: Vec<usize>,
    pub outer_margin: f64,
    pub outer_used: f64,
    pub smallest: f64,
    pub(super) gaps: Vec<f64>,
    /// Of each block of the outer list at one shift: the change used at which it may come nearer than its smallest gap, less that gap.
    pub(super) asleep: Vec<f64>,
    pub(super) asleep_at: usize,
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
            asleep: Vec::with_capacity(blocks),
            asleep_at: usize::MAX,
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
        self.asleep_at = usize::MAX;
        for (rank, gap) in self.gaps.iter().enumerate() {
            if !(*gap >= self.outer_margin) {
                self.near.push(self.first + rank);
            }
        }
    }

    /// Deflection of both bodies at a bottom node.
    #[inline(always)]
    pub(super) fn deflection(&mut self, modes: &Modes, state: &BeamState, shift: Shift, i: usize) -> f64 {
        let limit = (self.surfaces[1].heights.len() - 1) as f64;
        let across = (i as f64 - shift.whole as f64 - shift.part).clamp(0.0, limit);
        self.sags[0].at(modes, state, i as f64) + self.sags[1].at(modes, state, across)
    }

    /// Heights that straight lines between values may hide: the chords of both bodies, and a block's own.
    #[inline(always)]
    pub(super) fn slack(&self, bounds: &Bounds) -> f64 {
        let chord = |spacing: usize, bend: f64| {
            let nodes = spacing.max(self.block) as f64;
            0.125 * nodes * nodes * bend
        };
        2.0 * (chord(self.sags[0].spacing, bounds.bend[0]) + chord(self.sags[1].spacing, bounds.bend[1]))
    }

    /// Greatest sums of heights of blocks for the shifts from `q` on.
    #[inline(always)]
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
            let mut parts = [f64::NEG_INFINITY; 8];
            let ((a, a_rest), (b, b_rest)) = (bottom.as_chunks::<8>(), top.as_chunks::<8>());
            for (a, b) in a.iter().zip(b) {
                for (part, (a, b)) in parts.iter_mut().zip(a.iter().zip(b)) {
                    let sum = a + b;
                    *part = if sum > *part { sum } else { *part };
                }
            }
            for (part, (a, b)) in parts.iter_mut().zip(a_rest.iter().zip(b_rest)) {
                let sum = a + b;
                *part = if sum > *part { sum } else { *part };
            }
            self.peaks.push(parts.into_iter().fold(f64::NEG_INFINITY, f64::max));
        }
    }
}
