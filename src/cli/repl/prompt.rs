//! The prompt and the session are on threads of their own, so that Ctrl-C gives the prompt back within half a second whatever runs.
//!
//! Most of what runs looks at the flag that Ctrl-C sets, and ends. What does not look is left to end by itself: it leaves nothing
//! in the session, says nothing more, and the next input waits for it.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::input::{Next, Pipe};
use super::talk::Talk;
use super::terminal::Terminal;
use crate::cli::codes::HELD;
use crate::cli::silence::{be_silent, speak_again};
use crate::cli::streams::{to_stderr, to_stdout};
use crate::language::Name;
use crate::source::{Disk, World};

/// How long an input may take to stop by itself.
const GRACE: Duration = Duration::from_millis(300);
/// Between two looks at the session.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// What came of an input: whether the session goes on, and its names.
type Reply = (bool, Vec<Name>);

/// Takes inputs from a terminal to their end. Slips of the hand there are no failure of the session: the exit code is 0.
pub fn converse(talk: &mut Talk<'_>) -> u8 {
    let (give, inputs) = channel::<String>();
    let (reply, replies) = channel::<Reply>();
    let disk = talk.disk;
    std::thread::scope(|scope| {
        let typing = move || {
            let mut prompt = Prompt { disk, give, replies, names: Vec::new(), busy: true };
            prompt.listen();
            if prompt.busy {
                // Nobody waits for it any more.
                crate::source::remove_temporaries();
                std::process::exit(i32::from(HELD));
            }
        };
        if let Err(error) = std::thread::Builder::new().name("prompt".into()).spawn_scoped(scope, typing) {
            to_stderr(&format!("the thread of the prompt cannot be started: {error}"));
            return;
        }
        talk.start();
        let mut goes_on = reply.send((true, talk.names())).is_ok();
        while goes_on && let Ok(text) = inputs.recv() {
            goes_on = talk.answer(&text);
            let _ = reply.send((goes_on, talk.names()));
        }
    });
    HELD
}

struct Prompt<'d> {
    disk: &'d Disk,
    give: Sender<String>,
    replies: Receiver<Reply>,
    names: Vec<Name>,
    /// The session deals with an input.
    busy: bool,
}

impl Prompt<'_> {
    fn listen(&mut self) {
        // The study that was given is the first input.
        if !self.wait(true) {
            return;
        }
        let mut terminal = Terminal::open();
        let mut pipe = Pipe::default();
        to_stdout(concat!("stickslip ", env!("CARGO_PKG_VERSION"), ": :help tells what can be typed, Ctrl-D ends"));
        loop {
            // Ctrl-C stopped the input before. It is a signal again as soon as a line is taken: from here on it means the next one.
            if !self.busy {
                self.disk.resume();
            }
            let next = match &mut terminal {
                Some(terminal) => {
                    terminal.know(self.names.clone());
                    terminal.next()
                }
                None => pipe.next(),
            };
            let text = match next {
                Next::End => return,
                Next::Cleared => continue,
                Next::Text(text) => text,
            };
            // What was interrupted and did not look has to end first; Ctrl-C ends the program then.
            if self.busy {
                let goes_on = self.wait(false);
                speak_again();
                if !goes_on {
                    return;
                }
                self.disk.resume();
            }
            self.busy = true;
            if self.give.send(text).is_err() || !self.wait(true) {
                return;
            }
        }
    }

    /// Waits for the session to end its input, or, when that may be `interrupted`, to be told to; false when the session is over.
    fn wait(&mut self, interrupted: bool) -> bool {
        let mut told: Option<Instant> = None;
        loop {
            match self.replies.recv_timeout(BETWEEN_LOOKS) {
                Ok((goes_on, names)) => {
                    (self.names, self.busy) = (names, false);
                    return goes_on;
                }
                Err(RecvTimeoutError::Disconnected) => {
                    self.busy = false;
                    return false;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if interrupted && self.disk.cancelled() && told.get_or_insert_with(Instant::now).elapsed() > GRACE {
                to_stderr(
                    "interrupted; what was running ends by itself and leaves nothing, the next input waits for it",
                );
                be_silent();
                return true;
            }
        }
    }
}
