//! The fast method: the contacts of the direct one, at a cost that follows the contacts that are there.
//!
//! Bounds of the motion (`motion`) and of the surfaces (`surface`) prove for most steps that nothing can touch: these are flown
//! over (`flight`). Otherwise two nested lists (`lists`) hold the nodes that may touch, evaluated as patches with polynomial
//! deflections (`patch`), or node by node where a patch cannot be used: at the ends of the bodies, on coarse meshes, when
//! shocks are kept, with multipliers.
//!
//! Multipliers close the gaps at the end of a step: their lists are those of the next position of the slider. A solution whose
//! forces may bring other nodes into contact is done again on all nodes.

mod flight;
mod lists;
mod motion;
mod patch;
mod rows;
mod sag;
mod surface;
mod waves;

use self::flight::Flight;
use self::lists::Lists;
use self::motion::Motion;
use self::patch::{LONGEST, Patch, touch};
use self::waves::Waves;
use super::lagrange::Multipliers;
use super::modes::{Modes, State, advance};
use super::nodes::{Contact, NodeContact, NodeRange, resting_heights};
use super::problem::{Law, Problem};
use super::record::{Recorder, Sliding};
use super::run::diverged;
use super::shocks::ShockLog;
use crate::kernel::fours::{self, FourWork, Fours};
use crate::kernel::rough::fault::SlidingFault;

/// Steps of an inner list at most.
const WINDOW: u64 = 256;
/// What polynomials may miss of the deflection (m).
const MISSED: f64 = 1e-17;

/// Share of the response to a force that they may miss.
const MISSED_SHARE: f64 = 4e-9;

/// How the contacts of the inner list are evaluated.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Engine {
    Nodes,
    Quadratic,
    Cubic,
    Quintic,
}

struct Fast<'p> {
    problem: &'p Problem,
    modes: &'p Modes,
    stiffness: f64,
    multipliers: Option<Box<Multipliers>>,
    /// Steps between the state and the position of the slider at which gaps are taken.
    lag: u64,
    motion: Motion,
    flight: Flight,
    lists: Lists,
    nodes: NodeContact,
    patches: Vec<Patch>,
    used: usize,
    waves: [Waves; 2],
    engine: Engine,
    /// Steps from the present one on that are free of contact.
    free: u64,
    digest: u64,
    log: ShockLog,
    before: Vec<f64>,
    /// All nodes, for a step that cannot do with the list.
    everywhere: Option<NodeRange>,
}

/// Runs a problem; `None` when a mode does not oscillate and the bounds do not exist.
pub fn run_fast(
    problem: &Problem,
    modes: &Modes,
    pulse: &mut dyn FnMut(u64) -> bool,
) -> Option<(Sliding, Option<SlidingFault>)> {
    let motion = Motion::new(problem, modes)?;
    let heights = [0, 1].map(|body| resting_heights(problem, modes, body));
    let (stiffness, multipliers) = match problem.law {
        Law::Penalty { stiffness } => (stiffness, None),
        Law::Lagrange { residual, sweeps } => (0.0, Some(Box::new(Multipliers::new(problem, modes, residual, sweeps)))),
    };
    let lists = Lists::new(problem, modes, heights);
    let patches = lists.ranges.capacity() + problem.heights[1].len() / LONGEST;
    let mut fast = Fast {
        problem,
        modes,
        stiffness,
        lag: u64::from(multipliers.is_some()),
        multipliers,
        motion,
        flight: Flight::new(modes),
        lists,
        nodes: NodeContact::new(problem, modes),
        patches: (0..patches).map(|_| Patch::new(modes)).collect(),
        used: 0,
        waves: [Waves::new(problem, modes, 0), Waves::new(problem, modes, 1)],
        engine: Engine::Nodes,
        free: 0,
        digest: 0,
        log: ShockLog::new(problem),
        before: vec![0.0; modes.places()],
        everywhere: None,
    };
    let mut state = modes.start(problem);
    let mut recorder = Recorder::new(problem, modes, &state);
    let mut n = 1;
    let mut fault = None;
    while n <= problem.steps {
        let done = fours::run(Span { fast: &mut fast, state: &mut state, recorder: &mut recorder, n: &mut n });
        fault = diverged(modes, &state, n - 1)
            .or(done.err())
            .or_else(|| (!pulse(n - 1)).then_some(SlidingFault::Cancelled { step: n - 1 }));
        if fault.is_some() {
            break;
        }
    }
    let mut result = recorder.finish(modes, &state, n - 1);
    result.shocks = std::mem::take(&mut fast.log).all();
    result.digest = fast.digest.wrapping_add(fast.nodes.digest);
    Some((result, fault))
}

/// [`Fast::span`] for each width of registers: a type, because the compiler leaves a closure of this length out of line.
struct Span<'a, 'p> {
    fast: &'a mut Fast<'p>,
    state: &'a mut State,
    recorder: &'a mut Recorder<'p>,
    n: &'a mut u64,
}

impl FourWork for Span<'_, '_> {
    type Output = Result<(), SlidingFault>;

    #[inline(always)]
    fn run<F: Fours>(self, fours: F) -> Self::Output {
        self.fast.span(fours, self.state, self.recorder, self.n)
    }
}

impl Fast<'_> {
    /// Some thousand moves: steps, flights, lists.
    #[inline(always)]
    fn span<F: Fours>(
        &mut self,
        fours: F,
        state: &mut State,
        recorder: &mut Recorder<'_>,
        n: &mut u64,
    ) -> Result<(), SlidingFault> {
        let mut due = recorder.next_due(*n);
        for _ in 0..super::run::PULSE {
            if *n > self.problem.steps {
                return Ok(());
            }
            if self.free == 0 && !self.holds(*n + self.lag) {
                self.build(state, *n + self.lag);
            }
            let mut contact = Contact::default();
            if self.free == 0 {
                contact = self.evaluate(fours, state, *n)?;
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
                    self.log_nothing(*n);
                    continue;
                }
                state.force.fill(0.0);
                self.free -= 1;
            }
            if self.problem.shocks.kept() {
                self.before.copy_from_slice(&state.d);
            }
            if *n == due {
                recorder.advance(self.modes, state, *n, contact);
                due = recorder.next_due(*n + 1);
            } else {
                advance(fours, self.modes, state);
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

    /// What the step itself may change before gaps are taken, with the contact force `force` (N/m).
    #[inline(always)]
    fn ahead(&self, force: f64) -> f64 {
        if self.lag == 0 { 0.0 } else { self.motion.foreseen(force) }
    }

    /// New lists for the position of step `n`, or steps to fly.
    #[inline(always)]
    fn build(&mut self, state: &State, n: u64) {
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
        if self.engine != Engine::Nodes {
            self.place(n);
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

    /// Patches on the ranges.
    fn place(&mut self, n: u64) {
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
                    self.problem,
                    self.modes,
                    &self.lists.surfaces,
                    &mut self.waves,
                    shift,
                    (first, count),
                );
                self.used += 1;
                first += count;
            }
        }
    }

    /// Contact at a step; without any, the steps that are free of it from here on.
    #[inline(always)]
    fn evaluate<F: Fours>(&mut self, fours: F, state: &mut State, n: u64) -> Result<Contact, SlidingFault> {
        if self.multipliers.is_some() {
            return self.solve(state, n);
        }
        let (problem, modes, stiffness) = (self.problem, self.modes, self.stiffness);
        let drift = self.lists.steepness * problem.advance();
        let travel = self.lists.used + drift * (n - self.lists.first_step) as f64;
        let patches = &mut self.patches[..self.used];
        let found = match self.engine {
            Engine::Nodes => {
                let contact = self.nodes.penalty(problem, modes, state, n, &self.lists.ranges, stiffness);
                if contact.nodes == 0 {
                    self.skip(self.nodes.smallest, n);
                }
                return Ok(contact);
            }
            Engine::Quadratic => touch::<F, 3, 2>(fours, problem, modes, patches, state, (n, travel), stiffness),
            Engine::Cubic => touch::<F, 4, 2>(fours, problem, modes, patches, state, (n, travel), stiffness),
            Engine::Quintic => touch::<F, 6, 6>(fours, problem, modes, patches, state, (n, travel), stiffness),
        };
        self.digest = self.digest.wrapping_add(found.digest);
        if found.nodes == 0 {
            self.skip(found.smallest, n);
        }
        Ok(Contact { force: -found.pressure * problem.spacing, nodes: found.nodes })
    }

    /// Multipliers of a step.
    fn solve(&mut self, state: &mut State, n: u64) -> Result<Contact, SlidingFault> {
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
            let range = covered(problem, n + 1);
            self.everywhere = Some(range);
            found = multipliers.solve(problem, modes, &mut self.nodes, state, n, &[range]);
        }
        if found.is_ok_and(|contact| contact.nodes == 0) {
            self.skip(multipliers.smallest, n + 1);
        }
        self.multipliers = Some(multipliers);
        found
    }

    /// Sets the steps free of contact from step `n` on, at which the smallest gap of the inner list is `smallest`.
    #[inline(always)]
    fn skip(&mut self, smallest: f64, n: u64) {
        let left = self.lists.margin - self.lists.used;
        let drift = self.lists.steepness * self.problem.advance();
        let steps = self.motion.bounds.free_steps(smallest.min(left), drift);
        self.free = steps.min(self.lists.last_step + 1 - n);
    }

    /// Ends a step evaluated node by node.
    fn release(&mut self, state: &State, n: u64) {
        let moved = self.problem.shocks.kept().then(|| {
            self.before.iter_mut().zip(&state.d).for_each(|(d, next)| *d += next);
            (&self.before[..], &mut self.log)
        });
        let shift = self.problem.shift(n + self.lag);
        let everywhere = self.everywhere.as_slice();
        let ranges = if everywhere.is_empty() { &self.lists.ranges } else { everywhere };
        self.nodes.release(self.problem, self.modes, (n, shift), ranges, moved);
    }

    /// Nothing touched up to the step before `n`.
    #[inline(always)]
    fn log_nothing(&mut self, n: u64) {
        if self.problem.shocks.kept() {
            self.log.close(n);
        }
    }
}

/// All the bottom nodes under the slider.
pub(super) fn covered(problem: &Problem, n: u64) -> NodeRange {
    let q = problem.shift(n).whole;
    let last = (q + problem.heights[1].len() - 1).min(problem.heights[0].len() - 1);
    NodeRange { first: q, last }
}
