//! The session itself: one thread reads requests, this one carries them out.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

use serde_json::{Value as Json, json};

use super::answers::Session;
use super::queue::Queue;
use super::requests::{read, refuse};
use crate::cli::codes::{HELD, WRONG};
use crate::cli::repl::talk::Talk;
use crate::cli::streams::to_stderr;
use crate::cli::wire::{Wire, send};
use crate::source::{Disk, Stop, build};

/// Version of the protocol; it grows when a field changes its meaning or goes.
const PROTOCOL: u32 = 1;
/// What is said of a request at which the program itself fails.
const INTERNAL: &str = "internal error: the request was not carried out, the session is as it was";
/// Between two looks at the limit of time.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// How a session is held.
#[derive(Clone, Copy, Debug, Default)]
pub struct Manner {
    /// Longest time of an input.
    pub time: Option<Duration>,
    /// The session ends with the program that started it.
    pub with_parent: bool,
}

/// Takes requests to their end; the exit code is 0.
pub fn converse(talk: &mut Talk<'_>, wire: &Wire, disk: &Disk, manner: Manner) -> u8 {
    send(&Json::Null, json!({"stickslip": build(), "protocol": PROTOCOL}));
    let queue = &Queue::new(disk);
    let over = &AtomicBool::new(false);
    let (give, requests) = channel();
    // A study that was given is the first thing to do.
    let first = (!talk.project.commands.is_empty()).then(|| queue.came());
    std::thread::scope(|scope| {
        let reading = move || read(queue, &give, manner.with_parent);
        if let Err(error) = std::thread::Builder::new().name("requests".into()).spawn_scoped(scope, reading) {
            to_stderr(&format!("the thread that reads requests cannot be started: {error}"));
            return WRONG;
        }
        if let Some(time) = manner.time {
            let looking = move || {
                while !over.load(Ordering::Relaxed) {
                    std::thread::sleep(BETWEEN_LOOKS);
                    queue.limit(time);
                }
            };
            // Without it an input takes as long as it takes.
            let _ = std::thread::Builder::new().name("time".into()).spawn_scoped(scope, looking);
        }
        let mut session = Session { talk, wire };
        if let Some(number) = first {
            queue.begin(number);
            let done = session.start();
            queue.end(number);
            send(&Json::Null, done.fields);
        }
        for request in requests {
            let id = request.fields["id"].clone();
            wire.begin(id.clone(), false);
            if !queue.begin(request.number) {
                queue.end(request.number);
                send(&id, json!({"done": "interrupted"}));
                continue;
            }
            let answer = catch_unwind(AssertUnwindSafe(|| session.answer(&request)));
            let answer = answer.unwrap_or_else(|_| Err(INTERNAL.to_string()));
            let stopped = queue.end(request.number);
            let goes_on = match answer {
                Ok(mut done) => {
                    if stopped == Some(Stop::Asked) && done.fields["done"] == "error" {
                        done.fields["done"] = "interrupted".into();
                    }
                    send(&id, done.fields);
                    done.goes_on
                }
                Err(why) => {
                    refuse(&id, &why);
                    true
                }
            };
            if !goes_on {
                // The input may stay open, and the thread that reads it waits.
                crate::source::remove_temporaries();
                std::process::exit(i32::from(HELD));
            }
        }
        over.store(true, Ordering::Relaxed);
        HELD
    })
}
