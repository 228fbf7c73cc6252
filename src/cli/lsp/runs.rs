//! Runs of studies, each in a child process: the server stays responsive whatever a study does. The child tells its events
//! line by line (`run --json - --events`) and ends when its standard input is closed.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::jobs::{Event, Told};
use crate::language::Results;

/// Longest line that is read: a report with a million assertions is passed over.
const LONGEST: u64 = 1 << 20;

/// Bytes of a study's log that are handed on.
const MOST_TEXT: usize = 1 << 20;

/// Between two reports of progress.
const BETWEEN: Duration = Duration::from_millis(100);

/// A run under way.
pub struct Run {
    pub number: u64,
    /// The request that asked for it.
    pub id: Value,
    /// Token of its progress, if the client shows one.
    pub token: Option<Value>,
    pub results: Results,
    pub held: u64,
    pub failed: u64,
    pub skipped: u64,
    pub files: Vec<PathBuf>,
    /// Diagnostics, as the child tells them.
    pub problems: Vec<Value>,
    /// It was asked to end.
    pub stopped: bool,
    /// Closing it ends the child.
    input: Option<ChildStdin>,
    /// Operators under way, with the share done and a short text.
    operators: BTreeMap<u64, (String, f64, String)>,
    pub start: Instant,
    pace: Pace,
}

/// When progress is told: now and then, and never later than that after something was left untold.
#[derive(Default)]
struct Pace {
    told: Option<Instant>,
    untold: bool,
}

impl Pace {
    /// Whether what is there is told at this instant, or left for later.
    fn tells(&mut self, now: Instant) -> bool {
        let due = self.told.is_none_or(|told| now.duration_since(told) >= BETWEEN);
        self.untold = !due;
        if due {
            self.told = Some(now);
        }
        due
    }

    /// How long what is left untold may wait.
    fn wait(&self, now: Instant) -> Option<Duration> {
        let told = self.told.filter(|_| self.untold)?;
        Some(BETWEEN.saturating_sub(now.duration_since(told)))
    }
}

/// What the run of a study is asked with.
#[derive(Default)]
pub struct Choice {
    /// `NAME=VALUE`
    pub set: Vec<String>,
    /// What the study prints is wanted.
    pub output: bool,
    /// The study stays in its folder.
    pub sandbox: bool,
}

impl Run {
    /// Starts the program for a study.
    pub fn start(study: &Path, number: u64, choice: &Choice, events: &Sender<Event>) -> Result<Run, String> {
        let program = std::env::current_exe().map_err(|error| format!("the program is not found: {error}"))?;
        let mut command = Command::new(program);
        if choice.sandbox {
            command.arg("--sandbox");
        }
        command.arg("run").arg(study).args(["--json", "-", "--events", "--with-parent", "--assertions"]);
        for set in &choice.set {
            command.arg("--set").arg(set);
        }
        command.current_dir(study.parent().filter(|folder| folder.is_dir()).unwrap_or(Path::new(".")));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| format!("the run cannot be started: {error}"))?;
        let input = child.stdin.take();
        let output = child.stdout.take();
        let (study, events, text) = (study.to_path_buf(), events.clone(), choice.output);
        std::thread::spawn(move || {
            if let Some(output) = output {
                follow(output, text, &|event| {
                    events.send(Event::Run(study.clone(), number, Told::Event(event))).is_ok()
                });
            }
            let code = child.wait().ok().and_then(|status| status.code());
            let _ = events.send(Event::Run(study, number, Told::End(code)));
        });
        Ok(Run {
            number,
            id: Value::Null,
            token: None,
            results: Results::default(),
            held: 0,
            failed: 0,
            skipped: 0,
            files: Vec::new(),
            problems: Vec::new(),
            stopped: false,
            input,
            operators: BTreeMap::new(),
            start: Instant::now(),
            pace: Pace::default(),
        })
    }

    /// Ends the child.
    pub fn stop(&mut self) {
        self.stopped = true;
        self.input = None;
    }

    /// Takes progress in; true when it is time to tell it.
    pub fn advance(&mut self, event: &Value) -> bool {
        let node = event["node"].as_u64().unwrap_or(0);
        let fraction = event["fraction"].as_f64().unwrap_or(0.0);
        if fraction >= 1.0 {
            self.operators.remove(&node);
            self.pace.untold |= !self.operators.is_empty();
            return false;
        }
        let text = |name: &str| event[name].as_str().unwrap_or("").to_string();
        self.operators.insert(node, (text("title"), fraction, text("text")));
        self.pace.tells(Instant::now())
    }

    /// How long it is until progress is to be told that no event brings.
    pub fn wait(&self) -> Option<Duration> {
        self.pace.wait(Instant::now())
    }

    /// Whether progress that was left untold is told now.
    pub fn catches_up(&mut self) -> bool {
        self.pace.untold && self.pace.tells(Instant::now())
    }

    /// The operators under way: `RUN = DYNA_VIBRA 31 %, t = 3.7 s`.
    pub fn state(&self) -> String {
        let Some((title, fraction, text)) = self.operators.values().next() else { return "running".to_string() };
        let mut state = title.clone();
        if *fraction > 0.0 {
            state += &format!(" {} %", (fraction * 100.0).floor());
        }
        if !text.is_empty() {
            state += &format!(", {text}");
        }
        match self.operators.len() {
            1 => state,
            n => format!("{state}, and {} more", n - 1),
        }
    }
}

/// Reads the lines of a child until it ends, or until nobody listens.
fn follow(output: impl Read, text: bool, tell: &dyn Fn(Value) -> bool) {
    let mut output = BufReader::new(output);
    let mut printed = 0;
    loop {
        let mut line = Vec::new();
        match (&mut output).take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if !line.ends_with(b"\n") && line.len() as u64 == LONGEST {
            // The rest of a long line.
            let mut rest = Vec::new();
            while matches!((&mut output).take(LONGEST).read_until(b'\n', &mut rest), Ok(n) if n > 0)
                && !rest.ends_with(b"\n")
            {
                rest.clear();
            }
            continue;
        }
        let Ok(event) = serde_json::from_slice::<Value>(&line) else { continue };
        if event["event"] == "text" {
            printed += line.len();
            if !text || printed > MOST_TEXT {
                continue;
            }
        }
        if !tell(event) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn what_is_left_untold_is_told_later() {
        let start = Instant::now();
        let at = |ms: u64| start + Duration::from_millis(ms);
        let mut pace = Pace::default();
        // The first word comes at once; one right after it waits, and nothing else need come.
        assert!(pace.tells(at(3)) && pace.wait(at(3)).is_none());
        assert!(!pace.tells(at(30)));
        assert_eq!(pace.wait(at(40)), Some(Duration::from_millis(63)));
        assert_eq!(pace.wait(at(400)), Some(Duration::ZERO));
        assert!(pace.tells(at(103)) && pace.wait(at(103)).is_none());
    }

    #[test]
    fn long_lines_and_what_is_no_json_are_passed_over() {
        let long = format!("{{\"event\":\"report\",\"x\":\"{}\"}}\n", "y".repeat(3 << 20));
        let text = format!("{{\"event\":\"a\"}}\nno\n{long}{{\"event\":\"text\"}}\n{{\"event\":\"b\"}}");
        let seen = RefCell::new(Vec::new());
        follow(text.as_bytes(), false, &|event| {
            seen.borrow_mut().push(event["event"].as_str().unwrap().to_string());
            true
        });
        assert_eq!(*seen.borrow(), ["a", "b"]);
    }
}
