//! The state of the fast method, and its moves: steps with contact, flights without.

use super::flight::Flight;
use super::lists::Lists;
use super::motion::Motion;
use super::patch::Patch;
use super::waves::Waves;
use crate::lanes::Lanes;
use crate::rough::ending::BETWEEN_REPORTS;
use crate::rough::fault::SlidingFault;
use crate::rough::lagrange::Multipliers;
use crate::rough::modes::{BeamState, Modes, advance};
use crate::rough::nodes::{Contact, NodeContact, NodeRange};
use crate::rough::problem::SlidingProblem;
use crate::rough::record::Recorder;
use crate::rough::shocks::ShockLog;

/// Evaluation of the contacts of the inner list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Engine {
    Nodes,
    Quadratic,
    Cubic,
    Quintic,
}

pub(super) struct Fast<'p> {
    pub(super) problem: &'p SlidingProblem,
    pub(super) modes: &'p Modes,
    pub(super) stiffness: f64,
    /// Nodes by which the slider advances per step.
    pub(super) advance: f64,
    pub(super) multipliers: Option<Box<Multipliers>>,
    /// Steps between the state and the position of the slider at which gaps are taken.
    pub(super) lag: u64,
    pub(super) motion: Motion,
    pub(super) flight: Flight,
    pub(super) lists: Lists,
    pub(super) nodes: NodeContact,
    pub(super) patches: Vec<Patch>,
    pub(super) used: usize,
    pub(super) waves: [Waves; 2],
    pub(super) engine: Engine,
    /// Steps from the present one on that are free of contact.
    pub(super) free: u64,
    pub(super) digest: u64,
    pub(super) log: ShockLog,
    pub(super) before: Vec<f64>,
    /// All nodes, for a step that cannot do with the list.
    pub(super) everywhere: Option<NodeRange>,
}

impl Fast<'_> {
    /// Some thousand moves: steps, flights, lists.
    #[inline(always)]
    pub(super) fn span<L: Lanes<4>>(
        &mut self,
        lanes: L,
        state: &mut BeamState,
        recorder: &mut Recorder<'_>,
        n: &mut u64,
    ) -> Result<(), SlidingFault> {
        let mut due = recorder.next_due(*n);
        for _ in 0..BETWEEN_REPORTS {
            if *n > self.problem.steps {
                return Ok(());
            }
            if self.free == 0 && !self.holds(*n + self.lag) {
                self.build(lanes, state, *n + self.lag);
            }
            let mut contact = Contact::default();
            if self.free == 0 {
                contact = self.evaluate(lanes, state, *n)?;
                recorder.count(*n, contact);
            }
            if contact.nodes == 0 {
                self.free = self.free.max(1);
                if *n < due {
                    let steps = self.free.min(due - *n).min(self.problem.steps + 1 - *n);
                    self.flight.fly(self.modes, state, steps);
                    let change = self.motion.fly(steps);
                    self.lists.used += change;
                    self.lists.outer_used += change;
                    self.free -= steps;
                    *n += steps;
                    self.log_nothing(*n - 1);
                    continue;
                }
                state.force.fill(0.0);
                self.free -= 1;
            }
            if self.problem.shocks.kept() {
                self.before.copy_from_slice(&state.d);
            }
            if *n == due {
                let stiffness = (self.engine != Engine::Nodes).then_some(self.stiffness);
                match contact.nodes {
                    0 => self.nodes.observed.fill(0.0),
                    _ => self.nodes.look(self.problem, self.modes, &state.u, *n, stiffness),
                }
                recorder.advance(self.modes, state, *n, contact, &self.nodes.observed);
                due = recorder.next_due(*n + 1);
            } else {
                advance(lanes, self.modes, state);
            }
            // Half weights at the ends let a body receive up to twice the force counted.
            let share = if self.engine == Engine::Nodes { 2.0 } else { 1.0 };
            let change = self.motion.step(share * contact.force.abs());
            self.lists.used += change;
            self.lists.outer_used += change;
            match contact.nodes {
                0 => self.log_nothing(*n),
                _ if self.engine == Engine::Nodes => self.release(state, *n),
                _ => {}
            }
            *n += 1;
        }
        Ok(())
    }

    #[inline(always)]
    fn holds(&self, n: u64) -> bool {
        n <= self.lists.last_step && self.lists.used + self.ahead(0.0) < self.lists.margin
    }

    /// Change of the gaps by the step itself (m) before they are taken, at most, with the contact force `force` (N/m).
    #[inline(always)]
    pub(super) fn ahead(&self, force: f64) -> f64 {
        if self.lag == 0 { 0.0 } else { self.motion.foreseen(force) }
    }

    /// Sets the steps free of contact from step `n` on, at which the smallest gap of the inner list is `smallest`.
    #[inline(always)]
    pub(super) fn skip(&mut self, smallest: f64, n: u64) {
        let left = self.lists.margin - self.lists.used;
        let drift = self.lists.steepness * self.advance;
        let steps = self.motion.bounds.free_steps(smallest.min(left), drift);
        self.free = steps.min(self.lists.last_step + 1 - n);
    }

    /// Ends a step evaluated node by node.
    fn release(&mut self, state: &BeamState, n: u64) {
        let moved = self.problem.shocks.kept().then(|| {
            self.before.iter_mut().zip(&state.d).for_each(|(d, next)| *d += next);
            (&self.before[..], &mut self.log)
        });
        let shift = self.problem.shift(n + self.lag);
        let everywhere = self.everywhere.as_slice();
        let ranges = if everywhere.is_empty() { &self.lists.ranges } else { everywhere };
        self.nodes.release(self.problem, self.modes, (n, shift), ranges, moved);
    }

    /// Nothing touched from the last step evaluated up to step `n`.
    #[inline(always)]
    fn log_nothing(&mut self, n: u64) {
        if self.problem.shocks.kept() {
            self.log.close(n);
        }
    }
}
