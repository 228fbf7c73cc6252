//! What a thread does for a node: it runs the operator, and says what came of it.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::events::Event;
use super::graph::{Node, made, title};
use super::run_context::RunContext;
use super::shared::Key;
use crate::catalogue::Call;
use crate::concepts::{Asked, listening};
use crate::diag::Diagnostic;
use crate::operators::{self, Context, Message, Operator, Units};
use crate::source::{Instant, Seen, TrackedFiles, Untouched, interrupt, place};

/// What a thread needs to run a node.
pub struct Task {
    call: Arc<Call>,
    operator: &'static Operator,
    file: Arc<str>,
    units: Arc<Units>,
    /// What the node is, where its result can be shared.
    content: Option<Key>,
}

impl Task {
    pub fn of(node: &Node, content: Option<Key>) -> Task {
        Task {
            content,
            call: node.call.clone(),
            operator: node.operator,
            file: node.file.clone(),
            units: node.units.clone(),
        }
    }
}

/// What a node left when it ended.
pub struct Ended {
    pub rank: usize,
    /// What it took, where it ran.
    pub time: Option<Duration>,
    pub messages: Vec<Message>,
    pub fault: Option<Box<Diagnostic>>,
    /// What is kept of its run.
    pub run: Option<Run>,
}

/// A run whose result can be shared.
pub struct Run {
    pub content: Key,
    pub files: Vec<(PathBuf, Seen)>,
    pub asked: Asked,
    pub time: Duration,
}

/// Runs a node on the thread of the study, which then goes on where it was.
pub fn run_here(task: Task, rank: usize, around: &RunContext<'_>) -> Ended {
    let before = place::here();
    let ended = run_node(&task, rank, around);
    before.into_iter().for_each(|before| place::begin(before.session, before.span));
    ended
}

/// Runs a node on this thread.
pub fn run_node(task: &Task, rank: usize, around: &RunContext<'_>) -> Ended {
    let call = &task.call;
    let progress = |fraction: f64, text: &str| around.observer.see(Event::Progress { node: rank, fraction, text });
    // Functions of the study, which formulas call, have no world at hand.
    interrupt::heed(around.world.flag());
    let untouched = Untouched { world: around.world };
    let noted = TrackedFiles::new(around.world);
    let mut context = Context {
        commands: |name| operators::find(name).map(|operator| operator.run),
        world: match task.content {
            _ if around.rehearsal => &untouched,
            Some(_) => &noted,
            None => around.world,
        },
        units: &task.units,
        messages: Vec::new(),
        progress: &progress,
        file: task.file.clone(),
        age: around.age,
        seed: task.content.map(seed),
        rehearsal: around.rehearsal,
    };
    place::begin(around.session, call.span);
    around.observer.see(Event::Started { node: rank, title: &title(call) });
    let start = Instant::now();
    let (outcome, asked) = listening(|| catch_unwind(AssertUnwindSafe(|| (task.operator.run)(call, &mut context))));
    let time = start.elapsed();
    around.observer.see(Event::Ended { node: rank });
    let fault = match outcome {
        Ok(Ok(())) if around.rehearsal => None,
        Ok(Ok(())) => missing_result(call),
        Ok(Err(fault)) => Some(fault),
        Err(panic) => Some(Box::new(internal_error(call, panic.as_ref()))),
    };
    let fault = fault.map(|f| Box::new(f.at_if_absent(Some(call.span))));
    let messages = std::mem::take(&mut context.messages);
    let content = task.content.filter(|_| fault.is_none() && !noted.wrote() && !around.world.cancelled());
    let run = content.map(|content| Run { content, files: noted.files(), asked, time });
    Ended { rank, time: Some(time), messages, fault, run }
}

/// The number of what a node makes.
fn seed(content: Key) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = content;
    u64::from_le_bytes([a, b, c, d, e, f, g, h])
}

/// An operator that ends well must have set what it makes.
pub fn missing_result(call: &Call) -> Option<Box<Diagnostic>> {
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
