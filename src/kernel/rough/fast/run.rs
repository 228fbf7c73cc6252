//! The run of a problem from its start to its end.

use super::flight::Flight;
use super::lists::Lists;
use super::motion::Motion;
use super::patch::{LONGEST, Patch, UNIT};
use super::stepper::{Engine, Fast};
use super::waves::Waves;
use crate::lanes::{self, LaneWork, Lanes};
use crate::rough::ending::diverged;
use crate::rough::fault::SlidingFault;
use crate::rough::lagrange::Multipliers;
use crate::rough::modes::{BeamState, Modes};
use crate::rough::nodes::{NodeContact, resting_heights};
use crate::rough::problem::{Law, SlidingProblem};
use crate::rough::record::{Recorder, Sliding};
use crate::rough::shocks::ShockLog;

/// Runs a problem; `None` when a mode does not oscillate and the bounds do not exist.
pub fn run_fast(
    problem: &SlidingProblem,
    modes: &Modes,
    progress: &mut dyn FnMut(u64) -> bool,
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
        advance: problem.advance(),
        lag: u64::from(multipliers.is_some()),
        multipliers,
        motion,
        flight: Flight::new(modes),
        lists,
        nodes: NodeContact::new(problem, modes),
        patches: (0..patches).map(|_| Patch::new(modes)).collect(),
        used: 0,
        waves: [0, 1].map(|body| Waves::new(problem, modes, body, UNIT)),
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
        let done = lanes::run(Span { fast: &mut fast, state: &mut state, recorder: &mut recorder, n: &mut n });
        fault = diverged(modes, &state, n - 1)
            .or(done.err())
            .or_else(|| (!progress(n - 1)).then_some(SlidingFault::Cancelled { step: n - 1 }));
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
    state: &'a mut BeamState,
    recorder: &'a mut Recorder<'p>,
    n: &'a mut u64,
}

impl LaneWork<4> for Span<'_, '_> {
    type Output = Result<(), SlidingFault>;

    #[inline(always)]
    fn run<L: Lanes<4>>(self, lanes: L) -> Self::Output {
        self.fast.span(lanes, self.state, self.recorder, self.n)
    }
}
