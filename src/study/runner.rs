//! Runs nodes of the graph on several threads. Which thread runs what, and when, changes nothing in what
//! comes out: messages are put in the order of the study by the [`Outbox`], and values are immutable.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use rayon::{Scope, ThreadPool, ThreadPoolBuilder};

use super::events::{Event, PlannedNode};
use super::graph::{Graph, Node, files_of};
use super::mesh_identity::MeshIdentity;
use super::outbox::Outbox;
use super::plan::{Plan, Readers, State, dependents};
use super::prepare::is_brief;
use super::shared::{Key, Made, content};
use super::task::{Ended, Task, missing_result, run_here, run_node};
use super::without_states::without_states;
use crate::concepts::Concept;
use crate::diag::Diagnostic;
use crate::operators::Message;
use crate::source::Instant;
use crate::study::run_context::RunContext;
use crate::study::step_count::steps;

/// Starting the threads takes a good part of this.
const MOMENT: Duration = Duration::from_millis(2);
/// Handing a node over to another thread takes a good part of this.
const HANDOVER: Duration = Duration::from_micros(20);
/// Stack of a worker: formulas may call functions of the study.
const STACK_BYTES: usize = 32 << 20;

#[derive(Default)]
pub struct Runner {
    threads: usize,
    pool: Option<ThreadPool>,
    states: Vec<State>,
    /// Identities of the results so far, where they can be shared.
    results: Vec<Option<Key>>,
    /// Nodes whose result was there already.
    pub taken: BTreeSet<usize>,
    meshes: MeshIdentity,
    /// Nodes that may be taken without their states.
    without_states: BTreeSet<usize>,
    /// Nodes of the largest mesh made so far.
    mesh_nodes: usize,
    /// Commands whose last call took less than handing it over.
    quick: BTreeSet<Arc<str>>,
}

/// One run of some nodes: those wanted, what is left of them, and where their messages go.
struct NodeRun<'r> {
    graph: &'r mut Graph,
    wanted: &'r BTreeSet<usize>,
    outbox: &'r mut Outbox,
    plan: Plan,
    readers: Option<Readers>,
    /// The node whose error the study catches, and that error.
    caught: Option<usize>,
    fault: Option<Box<Diagnostic>>,
    /// Time that nodes took on the thread of the study.
    spent: Duration,
}

/// Who runs a node.
#[derive(PartialEq)]
enum Place {
    /// The thread of the study.
    Here,
    Pool,
}

/// What is to be done for a node.
enum Begun {
    Task(Task),
    /// Its result was there.
    Over(Ended),
    Stopped,
}

impl Runner {
    pub fn new(threads: usize) -> Self {
        Runner { threads: threads.max(1), pool: None, states: Vec::new(), mesh_nodes: 0, ..Runner::default() }
    }

    pub fn state(&self, rank: usize) -> State {
        self.states.get(rank).copied().unwrap_or(State::Waiting)
    }

    /// Forgets the nodes from `size` on.
    pub fn rewind(&mut self, size: usize) {
        self.states.truncate(size);
        self.results.truncate(size);
        self.taken.retain(|rank| *rank < size);
    }

    /// An input begins: what it has in common with those before it is the same.
    pub fn begin_input(&mut self) {
        self.meshes = MeshIdentity::default();
    }

    /// Runs the nodes of `wanted` that have not run, with all they need (`wanted` holds those too). The
    /// error of the node `caught` is returned instead of being sent. In the last run of a study the states
    /// of a transient are given back once the last node that reads them has ended.
    pub fn run(
        &mut self,
        graph: &mut Graph,
        wanted: &BTreeSet<usize>,
        around: &RunContext<'_>,
        outbox: &mut Outbox,
        caught: Option<usize>,
        last_run: bool,
    ) -> Option<Box<Diagnostic>> {
        self.states.resize(graph.nodes.len(), State::Waiting);
        self.results.resize(graph.nodes.len(), None);
        self.give_up_lost(graph, wanted, outbox);
        self.without_states = match last_run {
            true => without_states(graph, wanted, &self.states, &self.results, &mut self.meshes, around),
            false => BTreeSet::new(),
        };
        self.announce(graph, wanted, around);
        let plan = Plan::new(graph, wanted, &self.states);
        let readers = last_run.then(|| Readers::new(graph, &self.states));
        let mut run = NodeRun { graph, wanted, outbox, plan, readers, caught, fault: None, spent: Duration::ZERO };
        // Threads are started for the first node that is worth it.
        if let Some(first) = self.go_on(&mut run, around, None, None) {
            let pool = match self.pool.take().map_or_else(|| build_pool(self.threads), Ok) {
                Ok(pool) => pool,
                Err(why) => {
                    let message = format!("the threads that run the study cannot be started: {why}");
                    return Some(Box::new(Diagnostic::error("R001", message)));
                }
            };
            pool.in_place_scope(|scope| self.go_on(&mut run, around, Some(scope), Some(first)));
            self.pool = Some(pool);
        }
        self.stop_the_rest(wanted);
        run.fault
    }

    /// Runs what is ready until nothing is: one node a thread, so that what comes first in the study runs first, and what reads a
    /// large result does so before others are made. Without threads it returns the first node that is to be handed over.
    fn go_on<'s>(
        &mut self,
        run: &mut NodeRun<'_>,
        around: &'s RunContext<'_>,
        scope: Option<&Scope<'s>>,
        mut first: Option<(usize, Task)>,
    ) -> Option<(usize, Task)> {
        let (sender, receiver) = channel();
        let mut running = 0;
        loop {
            while running < self.threads
                && let Some((rank, begun)) = first
                    .take()
                    .map(|(rank, task)| (rank, Begun::Task(task)))
                    .or_else(|| run.plan.ready.pop_first().map(|rank| (rank, self.begin(run.graph, rank, around))))
            {
                match begun {
                    Begun::Stopped => {}
                    Begun::Over(ended) => self.finish(run, around, ended),
                    Begun::Task(task) if self.place(run, rank, running, around) == Place::Here => {
                        let start = Instant::now();
                        let ended = run_here(task, rank, around);
                        run.spent += start.elapsed();
                        self.finish(run, around, ended);
                    }
                    Begun::Task(task) => {
                        let Some(scope) = scope else { return Some((rank, task)) };
                        running += 1;
                        start(scope, task, rank, around, sender.clone());
                    }
                }
                while let Ok(ended) = receiver.try_recv() {
                    running -= 1;
                    self.finish(run, around, ended);
                }
            }
            if running == 0 {
                return None;
            }
            let Ok(ended) = receiver.recv() else { return None };
            running -= 1;
            self.finish(run, around, ended);
        }
    }

    /// Who runs a node: the thread of the study what takes less than handing it over, what is brief while it begins or has nothing
    /// beside it, and all where one thread serves a study that runs beside others.
    fn place(&self, run: &NodeRun<'_>, rank: usize, running: usize, around: &RunContext<'_>) -> Place {
        let node = &run.graph.nodes[rank];
        let alone = self.threads == 1 && (around.shared.is_some() || cfg!(target_arch = "wasm32"));
        let beside = running + run.plan.ready.len();
        let brief = || is_brief(node, self.mesh_nodes) && (run.spent < MOMENT || beside == 0);
        if alone || self.is_quick(node) || brief() { Place::Here } else { Place::Pool }
    }

    /// Notes the end of a node, sends its messages, and lets go what nobody reads any more.
    fn finish(&mut self, run: &mut NodeRun<'_>, around: &RunContext<'_>, ended: Ended) {
        let over = self.end(run, around, ended);
        run.outbox.flush(around);
        run.plan.end(&over, &self.states);
        for &rank in &over {
            run.readers.iter_mut().for_each(|readers| readers.end(run.graph, rank));
            if around.forgets {
                run.graph.nodes[rank].forget();
            }
        }
    }

    /// Whether a node takes less than handing it over does, as an assertion, or as the last call of its command.
    fn is_quick(&self, node: &Node) -> bool {
        node.is_assertion() || self.quick.contains(&node.call.command)
    }

    /// Takes the result of a node that is there already, or prepares what is to be done for it.
    fn begin(&mut self, graph: &Graph, rank: usize, around: &RunContext<'_>) -> Begun {
        if around.world.cancelled() {
            self.states[rank] = State::Stopped;
            return Begun::Stopped;
        }
        let node = &graph.nodes[rank];
        let content = around
            .shared
            .and_then(|_| content(graph, rank, &self.results, around.age, around.wrote))
            .map(|content| self.meshes.distinguish(node, rank, content));
        if let (Some(shared), Some(content)) = (around.shared, &content)
            && let Some(taken) = shared.take(node, content, self.without_states.contains(&rank), around.world)
        {
            self.results[rank] = Some(taken.result);
            self.taken.insert(rank);
            return Begun::Over(Ended { rank, time: None, messages: taken.messages, fault: None, run: None });
        }
        Begun::Task(Task::of(node, content))
    }

    /// Tells which nodes are going to run.
    fn announce(&self, graph: &Graph, wanted: &BTreeSet<usize>, around: &RunContext<'_>) {
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

    /// Notes the end of a node, and returns the nodes that are over with it.
    fn end(&mut self, run: &mut NodeRun<'_>, around: &RunContext<'_>, ended: Ended) -> Vec<usize> {
        let graph = &*run.graph;
        let rank = ended.rank;
        let command = &graph.nodes[rank].call.command;
        match ended.time {
            Some(time) if time > HANDOVER => _ = self.quick.remove(command),
            Some(_) if !self.quick.contains(command) => _ = self.quick.insert(command.clone()),
            _ => {}
        }
        let mut messages = ended.messages;
        if let (Some(kept), Some(shared)) = (ended.run, around.shared) {
            let made = Made { messages: &messages, files: kept.files, asked: kept.asked, time: kept.time };
            self.results[rank] = Some(shared.keep(&graph.nodes[rank], kept.content, made));
        }
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
                let is_caught = run.caught == Some(rank);
                if is_caught {
                    run.fault = Some(fault);
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
        run.outbox.finish(rank, messages);
        let mut over = vec![rank];
        if let Some(state) = passed_on {
            for lost in dependents(graph, run.wanted, rank) {
                if self.states[lost] == State::Waiting {
                    self.states[lost] = state;
                    run.outbox.finish(lost, Vec::new());
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

fn start<'s>(scope: &Scope<'s>, task: Task, rank: usize, around: &'s RunContext<'_>, sender: Sender<Ended>) {
    scope.spawn(move |_| {
        let ended = run_node(&task, rank, around);
        // From here on nobody holds the call but the graph.
        drop(task);
        // The receiver outlives all nodes.
        let _ = sender.send(ended);
    });
}

/// Whether a check left out what a node is for: its result was not computed, or it writes files.
fn is_left_out(node: &Node) -> bool {
    let writes = || files_of(&node.call, &node.units).iter().any(|(_, written)| *written);
    missing_result(&node.call).is_some() || writes()
}
