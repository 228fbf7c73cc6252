//! The time loop.

use super::ending::{BETWEEN_REPORTS, diverged};
use super::fast::run_fast;
use super::fault::SlidingFault;
use super::lagrange::Multipliers;
use super::modes::{BeamState, Modes, advance};
use super::nodes::{Contact, NodeContact, NodeRange};
use super::problem::{Law, Method, SlidingProblem};
use super::record::{Recorder, Sliding};
use super::shocks::ShockLog;
use crate::lanes::{self, LaneWork, Lanes};
use crate::simd::{Work, wide_work};

/// Runs a problem to its end. `progress` is told the step now and then and says whether to go on. What was computed before a
/// fault is given with it.
pub fn run(problem: &SlidingProblem, progress: &mut dyn FnMut(u64) -> bool) -> (Sliding, Option<SlidingFault>) {
    let modes = Modes::new(problem);
    if problem.method == Method::Fast
        && let Some(end) = run_fast(problem, &modes, progress)
    {
        return end;
    }
    direct(problem, &modes, progress)
}

/// Contact forces by the law of the problem.
enum Forces {
    Penalty(f64),
    Multipliers(Box<Multipliers>),
}

/// Forces of one step, for each width of registers.
struct Evaluation<'a> {
    forces: &'a mut Forces,
    nodes: &'a mut NodeContact,
    problem: &'a SlidingProblem,
    modes: &'a Modes,
    state: &'a mut BeamState,
    n: u64,
    range: [NodeRange; 1],
}

impl Work for Evaluation<'_> {
    type Output = Result<Contact, SlidingFault>;

    #[inline(always)]
    fn call(self) -> Self::Output {
        let Evaluation { forces, nodes, problem, modes, state, n, range } = self;
        match forces {
            Forces::Penalty(stiffness) => Ok(nodes.penalty(problem, modes, state, n, &range, *stiffness)),
            Forces::Multipliers(forces) => forces.solve(problem, modes, nodes, state, n, &range),
        }
    }
}

/// One step, for each width of registers.
struct Step<'a> {
    modes: &'a Modes,
    state: &'a mut BeamState,
}

impl LaneWork<4> for Step<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<4>>(self, lanes: L) {
        advance(lanes, self.modes, self.state);
    }
}

fn direct(
    problem: &SlidingProblem,
    modes: &Modes,
    progress: &mut dyn FnMut(u64) -> bool,
) -> (Sliding, Option<SlidingFault>) {
    let (mut forces, lag) = match problem.law {
        Law::Penalty { stiffness } => (Forces::Penalty(stiffness), 0),
        // Gaps are those of the end of the step.
        Law::Lagrange { residual, sweeps } => {
            (Forces::Multipliers(Box::new(Multipliers::new(problem, modes, residual, sweeps))), 1)
        }
    };
    let mut nodes = NodeContact::new(problem, modes);
    let mut state = modes.start(problem);
    let mut recorder = Recorder::new(problem, modes, &state);
    let mut log = ShockLog::new(problem);
    let mut before = vec![0.0; modes.places()];
    let mut due = recorder.next_due(1);
    let mut fault = None;
    let mut done = 0;
    for n in 1..=problem.steps {
        let range = [NodeRange::covered(problem, n + lag)];
        let found = wide_work(Evaluation {
            forces: &mut forces,
            nodes: &mut nodes,
            problem,
            modes,
            state: &mut state,
            n,
            range,
        });
        let contact = match found {
            Ok(contact) => contact,
            Err(stopped) => {
                fault = Some(stopped);
                break;
            }
        };
        recorder.count(n, contact);
        before.copy_from_slice(&state.d);
        if n == due {
            nodes.look(problem, modes, &state.u, n, None);
            recorder.advance(modes, &mut state, n, contact, &nodes.observed);
            due = recorder.next_due(n + 1);
        } else {
            lanes::run(Step { modes, state: &mut state });
        }
        done = n;
        let moved = problem.shocks.kept().then(|| {
            before.iter_mut().zip(&state.d).for_each(|(d, next)| *d += next);
            (&before[..], &mut log)
        });
        if contact.nodes > 0 || problem.shocks.kept() {
            nodes.release(problem, modes, (n, problem.shift(n + lag)), &range, moved);
        }
        fault = diverged(modes, &state, n);
        if fault.is_none() && n % BETWEEN_REPORTS == 0 && !progress(n) {
            fault = Some(SlidingFault::Cancelled { step: n });
        }
        if fault.is_some() {
            break;
        }
    }
    let mut result = recorder.finish(modes, &state, done);
    result.shocks = log.all();
    result.digest = nodes.digest;
    (result, fault)
}
