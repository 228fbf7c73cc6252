//! What a run shows: the study's log on the standard output, errors and progress on the other one.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::overall::{Overall, command};
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
    bars: MultiProgress,
    running: Mutex<Progress>,
}

/// Nodes that run, and the sums of those of one command with the bar of each.
#[derive(Default)]
struct Progress {
    nodes: BTreeMap<usize, Running>,
    overall: Overall,
    sums: BTreeMap<String, ProgressBar>,
}

struct Running {
    title: String,
    share: f64,
    since: Instant,
    bar: Option<ProgressBar>,
}

impl Console {
    pub fn new(quiet: bool) -> Self {
        let target = if is_terminal(&std::io::stderr()) && !quiet {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        Console {
            quiet,
            aside: false,
            style: error_style(),
            bars: MultiProgress::with_draw_target(target),
            running: Mutex::default(),
        }
    }

    /// Leaves the standard output to something else.
    pub fn aside(self) -> Self {
        Console { aside: true, ..self }
    }

    /// Writes lines of the log.
    pub fn say(&self, text: &str) {
        self.bars.suspend(|| {
            if self.aside {
                to_stderr(text);
            } else {
                to_stdout(text);
            }
        });
    }

    pub fn show(&self, diagnostic: &Diagnostic, sources: &SourceMap) {
        let text = match terminal_width() {
            Some(columns) => diagnostic.render_within(sources, self.style, columns),
            None => diagnostic.render(sources, self.style, COLUMNS),
        };
        self.bars.suspend(|| to_stderr(&text));
    }

    fn progress(&self, node: usize, fraction: f64, text: &str) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let Progress { nodes, overall, sums } = &mut *running;
        let Some(state) = nodes.get_mut(&node) else { return };
        state.share = fraction.clamp(0.0, 1.0);
        if state.since.elapsed() < PATIENCE || self.bars.is_hidden() {
            return;
        }
        let bar = state.bar.get_or_insert_with(|| self.bars.add(new_bar(&state.title)));
        bar.set_position((state.share * 1000.0) as u64);
        bar.set_message(text.to_string());
        let name = command(&state.title).to_string();
        let under_way = nodes.values().filter(|node| command(&node.title) == name).fold(0.0, |sum, n| sum + n.share);
        if let Some((share, text)) = overall.state(&name, under_way) {
            let bar = sums.entry(name).or_insert_with_key(|name| self.bars.insert(0, new_bar(&format!("all {name}"))));
            bar.set_position((share * 1000.0) as u64);
            bar.set_message(text);
        }
    }

    fn end(&self, node: usize) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(ended) = running.nodes.remove(&node) else { return };
        let name = command(&ended.title);
        running.overall.end(name);
        let over = running.nodes.is_empty() || running.overall.state(name, 0.0).is_none_or(|(share, _)| share >= 1.0);
        let sum = if over { running.sums.remove(name) } else { None };
        for bar in ended.bar.into_iter().chain(sum) {
            bar.finish_and_clear();
            self.bars.remove(&bar);
        }
    }
}

fn new_bar(title: &str) -> ProgressBar {
    let bar = ProgressBar::new(1000);
    if let Ok(style) = ProgressStyle::with_template("{prefix:24!} {bar:16} {percent:>3} %  {wide_msg}") {
        bar.set_style(style);
    }
    bar.set_prefix(title.to_string());
    bar
}

impl Observer for Console {
    fn see(&self, event: Event<'_>) {
        match event {
            Event::Text(text) if !self.quiet => self.say(text),
            Event::Diagnostic(diagnostic, sources) if diagnostic.is_error() || !self.quiet => {
                self.show(diagnostic, sources);
            }
            Event::Started { node, title } => {
                crash_if_asked(command(title));
                let state = Running { title: title.to_string(), share: 0.0, since: Instant::now(), bar: None };
                let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
                running.overall.start(command(title));
                running.nodes.insert(node, state);
            }
            Event::Progress { node, fraction, text } => self.progress(node, fraction, text),
            Event::Ended { node } => self.end(node),
            Event::Planned(commands) => {
                self.running.lock().unwrap_or_else(PoisonError::into_inner).overall.plan(commands);
            }
            Event::Verdict(record) => crate::cli::last_words::note_verdict(record),
            Event::Text(_) | Event::Concept(_) | Event::Diagnostic(..) => {}
        }
    }
}

/// Aborts where a test of what follows a crash asks for one; programs that are released never do.
fn crash_if_asked(command: &str) {
    if cfg!(debug_assertions) && std::env::var_os("STICKSLIP_CRASH_AT").is_some_and(|at| at == command) {
        std::process::abort();
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
