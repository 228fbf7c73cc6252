//! Lines at the foot of a terminal that change in place: all of them are drawn from one place, cut to its width, and taken away
//! whenever something else is written.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::silence::silent;

/// Between two drawings of the same number of lines.
const BETWEEN: Duration = Duration::from_millis(90);

/// Whether the cursor stands at the end of a live line.
static STANDS: AtomicBool = AtomicBool::new(false);

/// Whether text that is written now would continue a live line.
pub fn stands() -> bool {
    STANDS.load(Ordering::Relaxed)
}

/// The lines, and what of them stands on the terminal.
#[derive(Default)]
pub struct LiveLines {
    on: bool,
    shown: Mutex<Shown>,
}

#[derive(Default)]
struct Shown {
    lines: Vec<String>,
    /// How many stand above the cursor or beside it.
    drawn: usize,
    last: Option<Instant>,
}

impl LiveLines {
    /// Lines on the standard error, if they are wanted there.
    pub fn new(on: bool) -> Self {
        LiveLines { on, ..LiveLines::default() }
    }

    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Shows these lines in place of those before; none takes them away.
    pub fn show(&self, lines: Vec<String>) {
        if !self.on {
            return;
        }
        let mut shown = self.locked();
        let due = shown.last.is_none_or(|last| last.elapsed() >= BETWEEN);
        let draws = due || lines.len() != shown.lines.len();
        shown.lines = lines;
        if draws {
            let (columns, rows) = size();
            shown.write(|shown| shown.drawing(columns, rows));
            shown.last = Some(Instant::now());
        }
    }

    /// Does what writes elsewhere on the terminal.
    pub fn suspend<T>(&self, work: impl FnOnce() -> T) -> T {
        if !self.on {
            return work();
        }
        let mut shown = self.locked();
        shown.write(Shown::erased);
        let result = work();
        let (columns, rows) = size();
        shown.write(|shown| shown.drawing(columns, rows));
        result
    }

    fn locked(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shown {
    fn write(&mut self, text: impl FnOnce(&mut Shown) -> String) {
        let text = text(self);
        let mut out = std::io::stderr().lock();
        if silent() {
            self.drawn = 0;
            return;
        }
        // A line that cannot be shown is no error of the run.
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        STANDS.store(self.drawn > 0, Ordering::Relaxed);
    }

    /// What takes the drawn lines off the terminal: the cursor is at the start of the first.
    fn erased(&mut self) -> String {
        let up = match self.drawn {
            0 => return String::new(),
            1 => "\r\u{1b}[J".to_string(),
            drawn => format!("\r\u{1b}[{}A\u{1b}[J", drawn - 1),
        };
        self.drawn = 0;
        up
    }

    /// What draws the lines over those drawn before. The last column stays free, so that no terminal wraps.
    fn drawing(&mut self, columns: usize, rows: usize) -> String {
        let mut text = self.erased();
        let most = rows.saturating_sub(1).max(1);
        let left = self.lines.len().saturating_sub(most);
        // The last line says how many there is no room for.
        let kept = if left > 0 { most - 1 } else { self.lines.len() };
        let more = (left > 0).then(|| format!("and {} more", self.lines.len() - kept));
        let cut = |line: &str| line.chars().take(columns.saturating_sub(1)).collect::<String>().trim_end().to_string();
        let lines: Vec<String> =
            self.lines[..kept].iter().map(String::as_str).chain(more.as_deref()).map(cut).collect();
        self.drawn = lines.len();
        text.push_str(&lines.join("\r\n"));
        text
    }
}

fn size() -> (usize, usize) {
    console::Term::stderr().size_checked().map_or((80, 24), |(rows, columns)| (columns.into(), rows.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(lines: &[&str], before: usize, rows: usize) -> (String, usize) {
        let lines = lines.iter().map(|line| line.to_string()).collect();
        let mut shown = Shown { lines, drawn: before, last: None };
        (shown.drawing(12, rows), shown.drawn)
    }

    #[test]
    fn lines_are_drawn_over_those_before_and_never_reach_the_last_column() {
        assert_eq!(drawn(&["abc", "0123456789abcdef"], 0, 24), ("abc\r\n0123456789a".to_string(), 2));
        assert_eq!(drawn(&["x"], 3, 24), ("\r\u{1b}[2A\u{1b}[Jx".to_string(), 1));
        assert_eq!(drawn(&[], 1, 24), ("\r\u{1b}[J".to_string(), 0));
        assert_eq!(drawn(&[], 0, 24), (String::new(), 0));
    }

    #[test]
    fn lines_beyond_the_height_of_the_terminal_are_counted() {
        assert_eq!(drawn(&["a", "b", "c", "d", "e"], 0, 4), ("a\r\nb\r\nand 3 more".to_string(), 3));
        assert_eq!(drawn(&["a", "b", "c"], 0, 4), ("a\r\nb\r\nc".to_string(), 3));
    }
}
