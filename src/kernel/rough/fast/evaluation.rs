//! Contact at one step: by patches, node by node, or with multipliers.

use super::patch::touch;
use super::stepper::{Engine, Fast};
use crate::lanes::Lanes;
use crate::rough::fault::SlidingFault;
use crate::rough::modes::BeamState;
use crate::rough::nodes::{Contact, NodeRange};
use crate::rough::problem::Shift;

impl Fast<'_> {
    /// Contact at a step; without any, the steps that are free of it from here on.
    #[inline(always)]
    pub(super) fn evaluate<L: Lanes<4>>(
        &mut self,
        lanes: L,
        state: &mut BeamState,
        n: u64,
    ) -> Result<Contact, SlidingFault> {
        if self.multipliers.is_some() {
            return self.solve(state, n);
        }
        let (problem, modes, stiffness) = (self.problem, self.modes, self.stiffness);
        let drift = self.lists.steepness * self.advance;
        let travel = self.lists.used + drift * (n - self.lists.first_step) as f64;
        let shift = Shift::after(self.advance, n);
        let patches = &mut self.patches[..self.used];
        let found = match self.engine {
            Engine::Nodes => {
                let contact = self.nodes.penalty(problem, modes, state, n, &self.lists.ranges, stiffness);
                if contact.nodes == 0 {
                    self.skip(self.nodes.smallest, n);
                }
                return Ok(contact);
            }
            Engine::Quadratic => touch::<L, 3, 2>(lanes, problem, modes, patches, state, (n, shift, travel), stiffness),
            Engine::Cubic => touch::<L, 4, 2>(lanes, problem, modes, patches, state, (n, shift, travel), stiffness),
            Engine::Quintic => touch::<L, 6, 6>(lanes, problem, modes, patches, state, (n, shift, travel), stiffness),
        };
        self.digest = self.digest.wrapping_add(found.digest);
        if found.nodes == 0 {
            self.skip(found.smallest, n);
        }
        Ok(Contact { force: -found.pressure * problem.spacing, nodes: found.nodes })
    }

    /// Multipliers of a step.
    fn solve(&mut self, state: &mut BeamState, n: u64) -> Result<Contact, SlidingFault> {
        let (problem, modes) = (self.problem, self.modes);
        let Some(mut multipliers) = self.multipliers.take() else { return Ok(Contact::default()) };
        let digest = self.nodes.digest;
        self.everywhere = None;
        let mut found = multipliers.solve(problem, modes, &mut self.nodes, state, n, &self.lists.ranges);
        let force = found.map_or(f64::INFINITY, |contact| contact.force);
        if !(self.lists.used + self.ahead(2.0 * force) < self.lists.margin) {
            let shift = problem.shift(n + 1);
            self.nodes.release(problem, modes, (n, shift), &self.lists.ranges, None);
            self.nodes.digest = digest;
            let range = NodeRange::covered(problem, n + 1);
            self.everywhere = Some(range);
            found = multipliers.solve(problem, modes, &mut self.nodes, state, n, &[range]);
        }
        if found.is_ok_and(|contact| contact.nodes == 0) {
            self.skip(multipliers.smallest, n + 1);
        }
        self.multipliers = Some(multipliers);
        found
    }
}
