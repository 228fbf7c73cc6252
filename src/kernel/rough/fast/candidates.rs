//! New lists of what may touch, and the cheapest evaluation of them that is exact enough.

use super::patch::{LONGEST, Patch};
use super::stepper::{Engine, Fast};
use crate::lanes::Lanes;
use crate::rough::modes::BeamState;

/// Steps of an inner list at most.
const WINDOW: u64 = 256;
/// Part of the deflection that polynomials may miss (m).
const MISSED: f64 = 1e-17;

/// Share of the response to a force that they may miss.
const MISSED_SHARE: f64 = 4e-9;

impl Fast<'_> {
    /// New lists for the position of step `n`, or steps to fly.
    #[inline(always)]
    pub(super) fn build<L: Lanes<4>>(&mut self, lanes: L, state: &BeamState, n: u64) {
        let (problem, modes) = (self.problem, self.modes);
        self.motion.update(modes, state);
        let bounds = self.motion.bounds;
        let shift = problem.shift(n);
        if !self.lists.outer_holds(shift) {
            self.lists.build_outer(problem, modes, state, shift, &bounds);
            self.free = self.until_shift(bounds.free_steps(self.lists.smallest, 0.0), n);
            // A flight shorter than this is not worth a list that is not made.
            if self.free >= 32 {
                self.lists.last_step = 0;
                return;
            }
            self.free = 0;
        }
        let others = self.lists.build_inner(problem, modes, state, n, WINDOW, &bounds);
        if self.lists.ranges.is_empty() {
            // Bounds of the nodes hold for the window of the list alone.
            self.free = bounds.free_steps(others, 0.0).min(self.lists.last_step + 1 - n).max(1);
            self.lists.last_step = 0;
            return;
        }
        self.choose();
        match self.engine {
            Engine::Nodes => {}
            Engine::Quadratic => self.place(lanes, n, [3, 2]),
            Engine::Cubic => self.place(lanes, n, [4, 2]),
            Engine::Quintic => self.place(lanes, n, [6, 6]),
        }
    }

    /// Steps cut to those for which the bounds of blocks hold.
    #[inline(always)]
    fn until_shift(&self, steps: u64, n: u64) -> u64 {
        if steps == 0 || self.problem.shift(n + steps).whole < self.lists.outer_end() {
            return steps;
        }
        let end = self.problem.step_of_shift(self.lists.outer_end());
        end.saturating_sub(n)
    }

    /// The cheapest way that is exact enough.
    #[inline(always)]
    fn choose(&mut self) {
        let (n1, n2) = (self.problem.heights[0].len(), self.problem.heights[1].len());
        let q = self.problem.shift(self.lists.last_step).whole;
        let mut longest = 0;
        let mut inside = !self.problem.shocks.kept() && self.multipliers.is_none();
        for range in &self.lists.ranges {
            longest = longest.max((range.last - range.first + 1).min(LONGEST));
            // All masters and slaves away from end nodes.
            inside &= range.first >= q + 3 && range.first >= 2 && range.last + 3 < n1 && range.last + 3 < q + n2;
        }
        let half = 0.5 * longest as f64 + 6.0;
        let (missed, share) = (self.motion.bounds.remainder, self.motion.response_missed);
        let exact = |i: usize, power: f64| missed[i] * power < MISSED && share[i] * power < MISSED_SHARE;
        let rigid =
            self.modes.rigid.len() >= 2 && self.modes.count[1] == 2 && self.modes.rigid.contains(&self.modes.first[1]);
        let cube = half * half * half;
        self.engine = match () {
            _ if !inside => Engine::Nodes,
            _ if rigid && exact(0, cube) => Engine::Quadratic,
            _ if rigid && exact(1, cube * half) => Engine::Cubic,
            _ if exact(2, cube * cube) => Engine::Quintic,
            _ => Engine::Nodes,
        };
    }

    /// Patches on the ranges, with so many orders of each body.
    #[inline(always)]
    fn place<L: Lanes<4>>(&mut self, lanes: L, n: u64, orders: [usize; 2]) {
        let shift = self.problem.shift(n);
        self.used = 0;
        for range in &self.lists.ranges {
            let mut first = range.first;
            while first <= range.last {
                let count = (range.last + 1 - first).min(LONGEST);
                if self.used == self.patches.len() {
                    self.patches.push(Patch::new(self.modes));
                }
                self.patches[self.used].place(
                    lanes,
                    self.problem,
                    &self.lists.surfaces,
                    &self.waves,
                    shift,
                    (first, count, orders),
                );
                self.used += 1;
                first += count;
            }
        }
    }
}
