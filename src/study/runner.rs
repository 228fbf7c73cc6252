//! Runs nodes of the graph on several threads. Which thread runs what, and when, changes nothing in what
//! comes out: messages are put in the order of the study by the [`Outbox`], and values are immutable.

use std::any::Any;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use rayon::{Scope, ThreadPool, ThreadPoolBuilder};

use super::events::{Event, PlannedNode};
use super::graph::{Graph, Node, files_of, made, title};
use super::outbox::Outbox;
use super::plan::{Plan, Readers, State, dependents};
use super::prepare::is_brief;
use super::shared::{self, Key};
use crate::catalogue::Call;
use crate::concepts::Concept;
use crate::diag::Diagnostic;
use crate::operators::{Context, Message, Operator, Units};
use crate::source::{Instant, Noted, Untouched, place};
use crate::study::surroundings::Surroundings;
use crate::study::weight::steps;

/// Starting the threads takes a good part of this.
const MOMENT: Duration = Duration::from_millis(2);
/// Stack of a worker: formulas may call functions of the study.
const STACK_BYTES: usize = 32 << 20;

pub struct Runner {
    threads: usize,
    pool: Option<ThreadPool>,
    states: Vec<State>,
    /// Identities of the nodes that started, where they can be shared.
    keys: Vec<Option<Key>>,
    /// Nodes of the largest mesh made so far.
    mesh_nodes: usize,
}

/// The node whose error the study catches, and that error.
struct Caught {
    node: Option<usize>,
    fault: Option<Box<Diagnostic>>,
}

/// What a thread needs to run a node.
struct Task {
    call: Arc<Call>,
    operator: &'static Operator,
    /// It takes less than handing it over to another thread does.
    is_brief: bool,
    file: Arc<str>,
    units: Arc<Units>,
}

impl Task {
    fn of(node: &Node) -> Task {
        Task {
            call: node.call.clone(),
            operator: node.operator,
            is_brief: node.is_assertion(),
            file: node.file.clone(),
            units: node.units.clone(),
        }
    }
}

/// What a node left when it ended.
struct Ended {
    rank: usize,
    messages: Vec<Message>,
    fault: Option<Box<Diagnostic>>,
}

impl Runner {
    pub fn new(threads: usize) -> Self {
        Runner { threads: threads.max(1), pool: None, states: Vec::new(), keys: Vec::new(), mesh_nodes: 0 }
    }

    pub fn state(&self, rank: usize) -> State {
        self.states.get(rank).copied().unwrap_or(State::Waiting)
    }

    /// Forgets the nodes from `size` on.
    pub fn rewind(&mut self, size: usize) {
        self.states.truncate(size);
        self.keys.truncate(size);
    }

    /// Runs the nodes of `wanted` that have not run, with all they need (`wanted` holds those too). The
    /// error of the node `caught` is returned instead of being sent. In the last run of a study the states
    /// of a transient are given back once the last node that reads them has ended.
    pub fn run(
        &mut self,
        graph: &mut Graph,
        wanted: &BTreeSet<usize>,
        around: &Surroundings<'_>,
        outbox: &mut Outbox,
        caught: Option<usize>,
        last_run: bool,
    ) -> Option<Box<Diagnostic>> {
        self.states.resize(graph.nodes.len(), State::Waiting);
        let mut caught = Caught { node: caught, fault: None };
        if self.threads == 1 && (around.shared.is_some() || cfg!(target_arch = "wasm32")) {
            self.keys.resize(graph.nodes.len(), None);
            return self.run_one_by_one(graph, wanted, around, outbox, caught, last_run);
        }
        self.give_up_lost(graph, wanted, outbox);
        self.announce(graph, wanted, around);
        let mut plan = Plan::new(graph, wanted, &self.states);
        let mut readers = Readers::new(graph, &self.states);
        let mut finish = |this: &mut Self, graph: &mut Graph, plan: &mut Plan, ended: Ended| {
            let over = this.end(graph, wanted, around, outbox, ended, &mut caught);
            outbox.flush(around);
            plan.end(&over, &this.states);
            if last_run {
                over.iter().for_each(|&rank| readers.end(graph, rank));
            }
            if around.forgets {
                over.iter().for_each(|&rank| graph.nodes[rank].forget());
            }
        };
        // Threads are started for what takes more than a moment.
        let mut spent = Duration::ZERO;
        while self.pool.is_none()
            && let Some(rank) = plan.next()
            && is_brief(&graph.nodes[rank], self.mesh_nodes)
            && (spent < MOMENT || plan.ready.len() == 1)
        {
            plan.ready.remove(&rank);
            if around.world.cancelled() {
                self.states[rank] = State::Stopped;
                continue;
            }
            let start = Instant::now();
            let ended = run_here(Task::of(&graph.nodes[rank]), rank, around);
            spent += start.elapsed();
            finish(self, graph, &mut plan, ended);
        }
        if plan.ready.is_empty() {
            self.stop_the_rest(wanted);
            return caught.fault;
        }
        let pool = match self.pool.take() {
            Some(pool) => pool,
            None => match build_pool(self.threads) {
                Ok(pool) => pool,
                Err(why) => {
                    let message = format!("the threads that run the study cannot be started: {why}");
                    return Some(Box::new(Diagnostic::error("R001", message)));
                }
            },
        };
        let (sender, receiver) = channel();
        pool.in_place_scope(|scope| {
            let mut running = 0;
            loop {
                // One node a thread: what comes first in the study runs first, and what reads a large result
                // does so before others are made.
                while running < self.threads
                    && let Some(rank) = plan.ready.pop_first()
                {
                    if around.world.cancelled() {
                        self.states[rank] = State::Stopped;
                        continue;
                    }
                    let task = Task::of(&graph.nodes[rank]);
                    if task.is_brief {
                        let ended = run_here(task, rank, around);
                        finish(self, graph, &mut plan, ended);
                    } else {
                        running += 1;
                        start(scope, task, rank, around, sender.clone());
                    }
                    while let Ok(ended) = receiver.try_recv() {
                        running -= 1;
                        finish(self, graph, &mut plan, ended);
                    }
                }
                if running == 0 {
                    break;
                }
                let Ok(ended) = receiver.recv() else { break };
                running -= 1;
                finish(self, graph, &mut plan, ended);
            }
        });
        self.stop_the_rest(wanted);
        self.pool = Some(pool);
        caught.fault
    }

    /// Tells which nodes are going to run.
    fn announce(&self, graph: &Graph, wanted: &BTreeSet<usize>, around: &Surroundings<'_>) {
        let waiting = wanted.iter().filter(|rank| self.states[**rank] == State::Waiting);
        let planned = waiting.map(|&node| {
            let call = &graph.nodes[node].call;
            PlannedNode { node, command: &call.command, steps: steps(call) }
        });
        around.observer.see(Event::Planned(&planned.collect::<Vec<_>>()));
    }

    fn stop_the_rest(&mut self, wanted: &BTreeSet<usize>) {
        for rank in wanted {
            if self.states[*rank] == State::Waiting {
                self.states[*rank] = State::Stopped;
            }
        }
    }

    /// The same on this thread, one node after the other; results that others computed are taken from them.
    fn run_one_by_one(
        &mut self,
        graph: &Graph,
        wanted: &BTreeSet<usize>,
        around: &Surroundings<'_>,
        outbox: &mut Outbox,
        mut caught: Caught,
        last_run: bool,
    ) -> Option<Box<Diagnostic>> {
        self.give_up_lost(graph, wanted, outbox);
        let mut plan = Plan::new(graph, wanted, &self.states);
        let mut readers = Readers::new(graph, &self.states);
        while let Some(rank) = plan.ready.pop_first() {
            if around.world.cancelled() {
                self.states[rank] = State::Stopped;
                continue;
            }
            let node = &graph.nodes[rank];
            let key = shared::key(graph, rank, &self.keys, around.wrote);
            let taken = key.as_ref().and_then(|key| around.shared?.take(node, key, around.world));
            let was_there = taken.is_some();
            let start = Instant::now();
            let noted = Noted::new(around.world);
            let (messages, fault) = match taken {
                Some(messages) => (messages, None),
                None => run_node(&Task::of(node), rank, &Surroundings { world: &noted, ..*around }),
            };
            let fresh = key.filter(|_| fault.is_none() && !around.world.cancelled());
            let files = noted.files();
            self.keys[rank] = fresh.filter(|key| {
                was_there
                    || around.shared.is_some_and(|shared| shared.keep(node, *key, (&messages, files), start.elapsed()))
            });
            let ended = Ended { rank, messages, fault };
            let over = self.end(graph, wanted, around, outbox, ended, &mut caught);
            outbox.flush(around);
            plan.end(&over, &self.states);
            if last_run {
                over.iter().for_each(|&rank| readers.end(graph, rank));
            }
        }
        self.stop_the_rest(wanted);
        caught.fault
    }

    /// Notes the end of a node, and returns the nodes that are over with it.
    fn end(
        &mut self,
        graph: &Graph,
        wanted: &BTreeSet<usize>,
        around: &Surroundings<'_>,
        outbox: &mut Outbox,
        ended: Ended,
        caught: &mut Caught,
    ) -> Vec<usize> {
        let rank = ended.rank;
        let mut messages = ended.messages;
        for handle in graph.nodes[rank].makes() {
            if let Some(Concept::Mesh(mesh)) = handle.get() {
                self.mesh_nodes = self.mesh_nodes.max(mesh.mesh.nodes.len());
            }
        }
        self.states[rank] = match ended.fault {
            None if around.rehearsal && is_left_out(&graph.nodes[rank]) => State::Rehearsed,
            None => State::Done,
            // What an operator says when it is told to stop is no error of the study.
            Some(_) if around.world.cancelled() => State::Stopped,
            Some(fault) => {
                let left = graph.nodes[rank].makes().iter().any(|handle| handle.get().is_some());
                let is_caught = caught.node == Some(rank);
                if is_caught {
                    caught.fault = Some(fault);
                } else {
                    messages.extend(fault.parts().into_iter().map(|part| Message::Diagnostic(Box::new(part))));
                }
                // Whoever catches an error may go on with what was computed before it.
                if is_caught && left { State::Done } else { State::Failed }
            }
        };
        let passed_on = match self.states[rank] {
            State::Failed | State::Rehearsed => Some(State::NotRun),
            State::Stopped => Some(State::Stopped),
            _ => None,
        };
        outbox.finish(rank, messages);
        let mut over = vec![rank];
        if let Some(state) = passed_on {
            for lost in dependents(graph, wanted, rank) {
                if self.states[lost] == State::Waiting {
                    self.states[lost] = state;
                    outbox.finish(lost, Vec::new());
                    over.push(lost);
                }
            }
        }
        over
    }

    /// What needs a node that failed in an earlier run (when the study asked for a number half-way) is not run.
    fn give_up_lost(&mut self, graph: &Graph, wanted: &BTreeSet<usize>, outbox: &mut Outbox) {
        let over = |state: &State| matches!(state, State::Failed | State::NotRun | State::Stopped);
        let failed: Vec<usize> = (0..self.states.len()).filter(|&rank| over(&self.states[rank])).collect();
        for lost in failed.into_iter().flat_map(|rank| dependents(graph, wanted, rank)) {
            if self.states[lost] == State::Waiting {
                self.states[lost] = State::NotRun;
                outbox.finish(lost, Vec::new());
            }
        }
    }
}

fn build_pool(threads: usize) -> Result<ThreadPool, rayon::ThreadPoolBuildError> {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK_BYTES)
        .thread_name(|i| format!("operator {i}"))
        .build()
}

fn start<'s>(scope: &Scope<'s>, task: Task, rank: usize, around: &'s Surroundings<'_>, sender: Sender<Ended>) {
    scope.spawn(move |_| {
        let (messages, fault) = run_node(&task, rank, around);
        // From here on nobody holds the call but the graph.
        drop(task);
        // The receiver outlives all nodes.
        let _ = sender.send(Ended { rank, messages, fault });
    });
}

/// Runs a node on the thread of the study, which then goes on where it was.
fn run_here(task: Task, rank: usize, around: &Surroundings<'_>) -> Ended {
    let before = place::here();
    let (messages, fault) = run_node(&task, rank, around);
    before.into_iter().for_each(|before| place::begin(before.session, before.span));
    Ended { rank, messages, fault }
}

fn run_node(task: &Task, rank: usize, around: &Surroundings<'_>) -> (Vec<Message>, Option<Box<Diagnostic>>) {
    let call = &task.call;
    let progress = |fraction: f64, text: &str| around.observer.see(Event::Progress { node: rank, fraction, text });
    let untouched = Untouched { world: around.world };
    let mut context = Context {
        world: if around.rehearsal { &untouched } else { around.world },
        units: &task.units,
        messages: Vec::new(),
        progress: &progress,
        file: task.file.clone(),
        age: around.age,
        rehearsal: around.rehearsal,
    };
    place::begin(around.session, call.span);
    around.observer.see(Event::Started { node: rank, title: &title(call) });
    let outcome = catch_unwind(AssertUnwindSafe(|| (task.operator.run)(call, &mut context)));
    around.observer.see(Event::Ended { node: rank });
    let fault = match outcome {
        Ok(Ok(())) if around.rehearsal => None,
        Ok(Ok(())) => missing_result(call),
        Ok(Err(fault)) => Some(fault),
        Err(panic) => Some(Box::new(internal_error(call, panic.as_ref()))),
    };
    let fault = fault.map(|f| Box::new(f.at_if_absent(Some(call.span))));
    (std::mem::take(&mut context.messages), fault)
}

/// Whether a check left out what a node is for: its result was not computed, or it writes files.
fn is_left_out(node: &Node) -> bool {
    let writes = || files_of(&node.call, &node.units).iter().any(|(_, written)| *written);
    missing_result(&node.call).is_some() || writes()
}

/// An operator that ends well must have set what it makes.
fn missing_result(call: &Call) -> Option<Box<Diagnostic>> {
    let missing = made(call).into_iter().find(|h| h.get().is_none())?;
    let message = format!("{} ended without making {} ({})", call.command, missing.name(), missing.kind);
    Some(Box::new(Diagnostic::error("R001", message).help(REPORT)))
}

fn internal_error(call: &Call, panic: &(dyn Any + Send)) -> Diagnostic {
    let why = panic.downcast_ref::<&str>().map(|s| s.to_string()).or_else(|| panic.downcast_ref::<String>().cloned());
    let why = why.unwrap_or_else(|| "no reason given".to_string());
    Diagnostic::error("R001", format!("internal error in {}: {why}", call.command))
        .at(call.span)
        .label("while running this")
        .help(REPORT)
}

const REPORT: &str = "this is a fault of the program, not of the study: please report it with the study that shows it";
