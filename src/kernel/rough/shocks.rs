//! Shocks, node by node: a shock starts when the contact force of a node becomes non-zero and ends when it returns to zero.
//!
//! Forces may be looked at every n steps only: a shock is then a longest run of consecutive looks at which the node carries a
//! force, and each look counts for n steps.

use super::problem::SlidingProblem;

/// One shock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shock {
    /// 0 resonator, 1 slider.
    pub body: usize,
    /// Rank of the node, from 0.
    pub node: usize,
    /// Step of its first force, number of steps.
    pub first: u64,
    pub steps: u64,
    /// Greatest |f| (N/m²).
    pub peak: f64,
    /// Energy given to the body (J/m).
    pub energy: f64,
}

/// Shocks under way and ended.
#[derive(Clone, Debug, Default)]
pub struct ShockLog {
    /// Of each body and node: rank in `active` plus one; 0 for none.
    places: [Vec<usize>; 2],
    active: Vec<(Shock, u64)>,
    ended: Vec<Shock>,
    /// Steps between two looks.
    every: u64,
}

impl ShockLog {
    /// No shock yet; without places when the problem keeps none.
    pub fn new(problem: &SlidingProblem) -> ShockLog {
        let nodes = [0, 1].map(|b: usize| if problem.shocks.kept() { problem.heights[b].len() } else { 0 });
        ShockLog {
            places: nodes.map(|n| vec![0; n]),
            active: Vec::new(),
            ended: Vec::new(),
            every: problem.shock_every.max(1),
        }
    }

    /// Adds the force `f` (N/m²) that a node carries at step `n` and the energy (J/m) it gives to its body in that step.
    pub fn add(&mut self, n: u64, body: usize, node: usize, f: f64, energy: f64) {
        if !self.looks_at(n) {
            return;
        }
        let place = &mut self.places[body][node];
        if *place == 0 {
            self.active.push((Shock { body, node, first: n, steps: 0, peak: 0.0, energy: 0.0 }, n));
            *place = self.active.len();
        }
        let (shock, last) = &mut self.active[*place - 1];
        (shock.steps, *last) = (n - shock.first + self.every, n);
        shock.peak = shock.peak.max(f.abs());
        shock.energy += energy * self.every as f64;
    }

    /// Tells whether forces are looked at in step `n`.
    #[inline(always)]
    pub fn looks_at(&self, n: u64) -> bool {
        self.every <= 1 || n.is_multiple_of(self.every)
    }

    /// Ends the shocks that carried nothing at the last look up to step `n`.
    pub fn close(&mut self, n: u64) {
        let look = if self.every > 1 { n - n % self.every } else { n };
        let mut i = 0;
        while i < self.active.len() {
            if self.active[i].1 >= look {
                i += 1;
                continue;
            }
            let (shock, _) = self.active.swap_remove(i);
            self.places[shock.body][shock.node] = 0;
            if let Some((moved, _)) = self.active.get(i) {
                self.places[moved.body][moved.node] = i + 1;
            }
            self.ended.push(shock);
        }
    }

    /// All shocks, in the order of their start, body, node; those under way end with the run.
    pub fn all(mut self) -> Vec<Shock> {
        self.ended.extend(self.active.into_iter().map(|(shock, _)| shock));
        self.ended.sort_by_key(|s| (s.first, s.body, s.node));
        self.ended
    }
}
