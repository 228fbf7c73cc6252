//! The inner list: ranges of nodes of the blocks of the outer one, for one shift and a share of the next.
//!
//! The smallest gap of a block, as bounded, holds at its shift less the change since: blocks that cannot have come near are passed over.

use super::super::modes::{BeamState, Modes};
use super::super::nodes::NodeRange;
use super::super::problem::{Shift, SlidingProblem};
use super::super::segments::cubic;
use super::lists::{BLOCK, BRIDGE, Lists};
use super::motion::Bounds;
use super::sag::Sag;

/// Bounds of the gaps of a block: its first and last node, the level at the first and its fall per node, one bound per node, the least.
struct Quick {
    from: usize,
    to: usize,
    start: f64,
    per_node: f64,
    gaps: [f64; BLOCK],
    least: f64,
}

impl Lists {
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
        let mut passed_over = false;
        if self.asleep_at != q {
            self.asleep_at = q;
            self.asleep.clear();
            self.asleep.extend(self.near.iter().map(|b| self.gaps[b - self.first]));
        }
        for place in 0..self.near.len() {
            // What held of all of its nodes holds, less the change since.
            if self.asleep[place] - self.outer_used >= self.margin {
                passed_over = true;
                continue;
            }
            let Some(block) = self.look(problem, modes, state, shift, place, slack) else { continue };
            let Quick { from, to, start, per_node, gaps, least } = block;
            self.asleep[place] = least + self.outer_used;
            if least >= self.margin {
                others = others.min(least);
                continue;
            }
            for i in from..=to {
                let l = i - q;
                let (level, quick) = (start - per_node * (i - from) as f64, gaps[i - from]);
                if quick >= self.margin {
                    others = others.min(quick);
                    continue;
                }
                let [bottom, top] = &self.surfaces;
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
        // The steps to fly are those of all.
        if self.ranges.is_empty() && passed_over {
            for place in 0..self.near.len() {
                let is_asleep = self.asleep[place] - self.outer_used >= self.margin;
                if is_asleep && let Some(block) = self.look(problem, modes, state, shift, place, slack) {
                    self.asleep[place] = block.least + self.outer_used;
                    others = others.min(block.least);
                }
            }
        }
        others.min(self.outer_margin - self.outer_used)
    }

    /// Bounds of the gaps of a block of the outer list, whatever the share of the shift; none where no node of it is opposite.
    #[inline(always)]
    fn look(
        &mut self,
        problem: &SlidingProblem,
        modes: &Modes,
        state: &BeamState,
        shift: Shift,
        place: usize,
        slack: f64,
    ) -> Option<Quick> {
        let (n1, n2, q) = (self.surfaces[0].heights.len(), self.surfaces[1].heights.len(), shift.whole);
        let b = self.near[place];
        let (from, to) = ((b * self.block).max(q), ((b + 1) * self.block - 1).min(n1 - 1).min(q + n2 - 1));
        if from > to {
            return None;
        }
        let (left, right) = (self.deflection(modes, state, shift, from), self.deflection(modes, state, shift, to));
        let per_node = if to > from { (right - left) / (to - from) as f64 } else { 0.0 };
        let [bottom, top] = &self.surfaces;
        let start = problem.clearance - left - slack;
        let (above, behind) = (&bottom.above[from..=to], &top.behind[from - q..=to - q]);
        let (mut gaps, mut parts) = ([0.0; BLOCK], [f64::INFINITY; 8]);
        let level = |t: usize| start - per_node * t as f64;
        for (t, ((gap, a), b)) in gaps.iter_mut().zip(above).zip(behind).enumerate() {
            *gap = level(t) - (a + b);
        }
        for gaps in gaps[..above.len()].chunks(8) {
            for (least, gap) in parts.iter_mut().zip(gaps) {
                *least = if *gap < *least { *gap } else { *least };
            }
        }
        Some(Quick { from, to, start, per_node, gaps, least: parts.into_iter().fold(f64::INFINITY, f64::min) })
    }
}
