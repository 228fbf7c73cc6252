//! What a run shows: the study's log on the standard output, errors and progress on the other one.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::injected_faults::fault_if_asked;
use super::live_lines::LiveLines;
use super::overall_progress::{OverallProgress, command};
use crate::catalogue::manual::filled;
use crate::cli::streams::{LOST, to_stderr, to_stdout};
use crate::diag::{Diagnostic, Style};
use crate::source::SourceMap;
use crate::study::events::{Event, Observer};

/// Nodes that take longer than this show how far they are.
const PATIENCE: Duration = Duration::from_millis(800);

pub struct Console {
    quiet: bool,
    /// The standard output is for something else: the log goes with the errors.
    aside: bool,
    style: Style,
    live: LiveLines,
    running: Mutex<Progress>,
}

/// Nodes that run, and the sums of those of one command.
#[derive(Default)]
struct Progress {
    nodes: BTreeMap<usize, Running>,
    overall: OverallProgress,
}

struct Running {
    title: String,
    since: Instant,
    /// The share done and a short text, once it has told them.
    told: Option<(f64, String)>,
    /// Time after which a line of progress is written where none are shown live.
    written_after: Duration,
}

impl Progress {
    /// A line per node that runs for long, after the sums of their commands.
    fn lines(&self) -> Vec<String> {
        let long: Vec<(&str, &(f64, String))> = self
            .nodes
            .values()
            .filter(|node| node.since.elapsed() >= PATIENCE)
            .filter_map(|node| Some((node.title.as_str(), node.told.as_ref()?)))
            .collect();
        let mut commands: Vec<&str> = long.iter().map(|(title, _)| command(title)).collect();
        commands.sort_unstable();
        commands.dedup();
        let sums = commands.into_iter().filter_map(|name| {
            let (share, text) = self.overall.state(name)?;
            Some(progress_line(&format!("all {name}"), share, &text))
        });
        sums.chain(long.into_iter().map(|(title, (share, text))| progress_line(title, *share, text))).collect()
    }
}

/// Lines that do not fit a terminal, broken between words instead of inside them.
fn wrapped(text: &str, columns: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let bare = line.trim_end_matches('\n');
        if bare.chars().count() <= columns || bare.contains('\u{1b}') {
            out.push_str(line);
            continue;
        }
        let indent = bare.chars().take_while(|c| *c == ' ').count();
        let lines = filled(bare.trim_start(), indent, indent + 4, columns);
        out.push_str(if line.ends_with('\n') { &lines } else { lines.trim_end_matches('\n') });
    }
    out
}

/// Time after which a node has its first line of progress in a log; the next ones come after twice the time each.
const FIRST_LINE: Duration = Duration::from_secs(20);

/// Columns of the title and of the bar of a line of progress.
const TITLE: usize = 22;
const BAR: usize = 12;

fn progress_line(title: &str, share: f64, text: &str) -> String {
    let full = (share * BAR as f64).floor() as usize;
    let (done, left) = if is_unicode() { ("█", "░") } else { ("#", "-") };
    let full = full.min(BAR);
    let bar = format!("{}{}", done.repeat(full), left.repeat(BAR - full));
    // What has not ended is never at 100 %.
    format!("{title:TITLE$.TITLE$} {bar} {:>3} %  {text}", (share * 100.0).floor())
}

impl Console {
    pub fn new(quiet: bool) -> Self {
        Console {
            quiet,
            aside: false,
            style: error_style(),
            live: LiveLines::new(!quiet && is_live()),
            running: Mutex::default(),
        }
    }

    /// Leaves the standard output to something else.
    pub fn aside(self) -> Self {
        Console { aside: true, ..self }
    }

    /// Writes lines of the log.
    pub fn say(&self, text: &str) {
        let term = if self.aside { console::Term::stderr() } else { console::Term::stdout() };
        let text = match term.size_checked() {
            Some((_, columns)) => Cow::Owned(wrapped(text, columns.into())),
            None => Cow::Borrowed(text),
        };
        self.live.suspend(|| {
            if self.aside {
                to_stderr(&text);
            } else {
                to_stdout(&text);
            }
        });
    }

    pub fn show(&self, diagnostic: &Diagnostic, sources: &SourceMap) {
        let text = match terminal_width() {
            Some(columns) => diagnostic.render_within(sources, self.style, columns),
            None => diagnostic.render(sources, self.style, COLUMNS),
        };
        self.live.suspend(|| to_stderr(&text));
    }

    fn progress(&self, node: usize, fraction: f64, text: &str) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let Progress { nodes, overall } = &mut *running;
        let Some(state) = nodes.get_mut(&node) else { return };
        let share = fraction.clamp(0.0, 1.0);
        state.told = Some((share, text.to_string()));
        overall.advance(command(&state.title), node, share);
        if self.live.is_on() {
            self.live.show(running.lines());
        } else if !self.quiet && state.since.elapsed() >= state.written_after {
            state.written_after *= 2;
            to_stderr(&format!("{}\n", progress_line(&state.title, share, text)));
        }
    }

    fn end(&self, node: usize) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(ended) = running.nodes.remove(&node) else { return };
        running.overall.end(command(&ended.title), node);
        if self.live.is_on() {
            self.live.show(running.lines());
        }
    }
}

impl Observer for Console {
    fn see(&self, event: Event<'_>) {
        match event {
            Event::Text(text) if !self.quiet => self.say(text),
            Event::Diagnostic(diagnostic, sources) if diagnostic.is_error() || !self.quiet => {
                self.show(diagnostic, sources);
            }
            Event::Started { node, title } => {
                fault_if_asked(command(title));
                let state =
                    Running { title: title.to_string(), since: Instant::now(), told: None, written_after: FIRST_LINE };
                let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
                running.overall.start(command(title), node);
                running.nodes.insert(node, state);
            }
            Event::Progress { node, fraction, text } => self.progress(node, fraction, text),
            Event::Ended { node } => self.end(node),
            Event::Planned(nodes) => {
                self.running.lock().unwrap_or_else(PoisonError::into_inner).overall.plan(nodes);
            }
            Event::Verdict(record) => crate::cli::report_on_abort::note_verdict(record),
            Event::Text(_) | Event::Value { .. } | Event::Diagnostic(..) => {}
        }
    }
}

/// Why what was shown is not all there.
pub fn lost_output() -> Option<&'static str> {
    LOST.get().map(String::as_str)
}

/// `--color`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ColourChoice {
    /// Where a terminal shows it, unless NO_COLOR is set or TERM is dumb
    #[default]
    Auto,
    Always,
    Never,
}

static COLOUR: OnceLock<ColourChoice> = OnceLock::new();

pub fn set_colour(choice: ColourChoice) {
    let _ = COLOUR.set(choice);
}

/// A terminal that understands codes.
fn is_terminal(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Whether the standard error can show a line that changes.
pub fn is_live() -> bool {
    is_terminal(&std::io::stderr())
}

fn has_colour(stream: &impl IsTerminal) -> bool {
    match COLOUR.get().copied().unwrap_or_default() {
        ColourChoice::Always => true,
        ColourChoice::Never => false,
        ColourChoice::Auto => is_terminal(stream) && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()),
    }
}

/// Whether the locale has the characters that draw boxes.
pub fn is_unicode() -> bool {
    let first =
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok()).find(|v| !v.is_empty());
    let locale = first.unwrap_or_default().to_lowercase();
    cfg!(not(unix)) || locale.contains("utf-8") || locale.contains("utf8")
}

pub fn error_style() -> Style {
    let stderr = std::io::stderr();
    match (has_colour(&stderr), is_unicode()) {
        (true, true) => Style::Colour,
        (true, false) => Style::PlainColour,
        (false, true) if is_terminal(&stderr) => Style::Lines,
        (false, _) => Style::Plain,
    }
}

/// Columns of messages where there is no terminal.
const COLUMNS: usize = 100;
/// The narrowest and the widest that messages use.
const NARROWEST: u16 = 40;
const WIDEST: u16 = 140;

/// Columns of the terminal, if there is one.
pub fn terminal_width() -> Option<usize> {
    let (_, columns) = console::Term::stderr().size_checked()?;
    Some(usize::from(columns.clamp(NARROWEST, WIDEST)))
}

#[derive(Clone, Copy)]
pub enum Colour {
    Green,
    Red,
}

/// Text in colour when the standard output is a terminal.
pub fn painted(text: &str, colour: Colour) -> String {
    if !has_colour(&std::io::stdout()) {
        return text.to_string();
    }
    let code = match colour {
        Colour::Green => 32,
        Colour::Red => 31,
    };
    format!("\u{1b}[1;{code}m{text}\u{1b}[0m")
}

/// A panic in an operator is reported as an internal error at its place in the study; where it happened in
/// the program is one line, for the report to the authors.
pub fn quiet_panics() {
    std::panic::set_hook(Box::new(|panic| {
        if let Some(location) = panic.location() {
            to_stderr(&format!("internal error at {}:{}", location.file(), location.line()));
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_log_are_broken_between_words() {
        let text = "  DIFF_CENTRE: 3000 steps of 0.0007 s\nshort\nx";
        assert_eq!(wrapped(text, 30), "  DIFF_CENTRE: 3000 steps of\n      0.0007 s\nshort\nx");
        assert_eq!(wrapped(text, 80), text);
    }

    #[test]
    fn a_line_of_progress_has_its_share() {
        let line = progress_line("all DYNA_VIBRA", 0.537, "1 of 3 done");
        assert!(line.starts_with("all DYNA_VIBRA         ") && line.ends_with("  53 %  1 of 3 done"), "{line}");
        assert!(progress_line("LONG", 0.9999, "").contains(" 99 % "));
    }
}
