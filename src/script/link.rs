//! The way from a script to the session. Where there are threads, a script has one of its own, and waits there for each
//! answer. Where there are none (a module in a page), it is run from its start again for each answer, with the answers
//! that are known: scripts have no clock and no chance, so that they ask the same again.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use rhai::Position;

use crate::catalogue::RawArgument;
use crate::source::Instant;
use crate::study::Emission;

/// Stack of a script's thread.
pub const STACK_BYTES: usize = 16 << 20;

/// What a script asks of the session.
pub enum Request {
    Call { command: Arc<str>, keywords: Vec<RawArgument>, position: Position },
    Print(String),
}

/// The session's answer; an error has been told.
pub type Answer = Result<Emission, ()>;

/// The way to the session.
pub struct Link {
    way: Way,
    /// Time spent waiting for the session (µs), which is not the script's.
    waited: AtomicU64,
    pub macros: Vec<String>,
}

enum Way {
    Thread { requests: Mutex<Sender<Request>>, replies: Mutex<Receiver<Answer>> },
    Again(Mutex<Again>),
}

/// One run of a script that is run again for each answer.
#[derive(Default)]
struct Again {
    /// Answers to its calls, the next one last.
    known: Vec<Answer>,
    /// Texts to come that were printed by the runs before.
    printed: usize,
    texts: Vec<String>,
    /// The first call without an answer; the run ends there.
    call: Option<Request>,
}

impl Link {
    fn new(way: Way, macros: &[String]) -> Arc<Self> {
        Arc::new(Link { way, waited: AtomicU64::new(0), macros: macros.to_vec() })
    }

    /// Time spent waiting for the session (µs).
    pub fn waited(&self) -> u64 {
        self.waited.load(Ordering::Relaxed)
    }

    pub fn ask(&self, request: Request) -> Answer {
        match &self.way {
            Way::Thread { requests, replies } => {
                let start = Instant::now();
                let is_call = matches!(request, Request::Call { .. });
                let sent = requests.lock().map_err(|_| ())?.send(request);
                sent.map_err(|_| ())?;
                let answer = replies.lock().map_err(|_| ())?.recv().map_err(|_| ())?;
                // What is printed counts as time of the script, so that endless printing ends.
                if is_call {
                    self.waited.fetch_add(start.elapsed().as_micros() as u64, Ordering::Relaxed);
                }
                answer
            }
            Way::Again(run) => run.lock().map_err(|_| ())?.ask(request),
        }
    }
}

impl Again {
    fn ask(&mut self, request: Request) -> Answer {
        match request {
            _ if self.call.is_some() => Err(()),
            Request::Print(_) if self.printed > 0 => {
                self.printed -= 1;
                Ok(Emission::default())
            }
            Request::Print(text) => {
                self.texts.push(text);
                Ok(Emission::default())
            }
            call => self.known.pop().unwrap_or_else(|| {
                self.call = Some(call);
                Err(())
            }),
        }
    }
}

/// Runs a script in a thread of its own; `session` answers it. `None` where no thread can be had.
pub fn in_a_thread<T: Send>(
    script: impl FnOnce(Arc<Link>) -> T + Send,
    macros: &[String],
    session: &mut dyn FnMut(Request) -> Answer,
) -> Option<T> {
    let (requests, inbox) = channel();
    let (outbox, replies) = channel();
    let link = Link::new(Way::Thread { requests: Mutex::new(requests), replies: Mutex::new(replies) }, macros);
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().name("macro".into()).stack_size(STACK_BYTES);
        let thread = builder.spawn_scoped(scope, move || script(link)).ok()?;
        // Ends when the script does: its end of the channel is dropped.
        while let Ok(request) = inbox.recv() {
            if outbox.send(session(request)).is_err() {
                break;
            }
        }
        thread.join().ok()
    })
}

/// Runs a script on the stack of the caller, again for each answer.
pub fn again<T>(
    script: impl Fn(Arc<Link>) -> T,
    macros: &[String],
    session: &mut dyn FnMut(Request) -> Answer,
) -> Option<T> {
    let mut answers: Vec<Answer> = Vec::new();
    let mut printed = 0;
    loop {
        let known = answers.iter().rev().cloned().collect();
        let link = Link::new(Way::Again(Mutex::new(Again { known, printed, ..Again::default() })), macros);
        let outcome = script(link.clone());
        let Way::Again(run) = &link.way else { return None };
        let (texts, call) = {
            let mut run = run.lock().ok()?;
            (std::mem::take(&mut run.texts), run.call.take())
        };
        printed += texts.len();
        for text in texts {
            // A session that is gone prints nothing.
            let _ = session(Request::Print(text));
        }
        let Some(call) = call else { return Some(outcome) };
        answers.push(session(call));
    }
}
