//! `stickslip fmt`: studies in the style of the house.

use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::codes::{FAILED, HELD, WRONG};
use super::sandbox;
use super::streams::{to_stderr, to_stdout};
use super::words::count;
use crate::language::format;
use crate::source::World;

/// What is formatted, and where the result goes.
#[derive(clap::Args)]
pub struct Fmt {
    /// Studies, folders of studies, or `-` for the standard input, whose result goes to the standard output
    #[arg(required = true, value_name = "FILE")]
    paths: Vec<PathBuf>,
    /// Write nothing; the exit code is 1 when a file would change
    #[arg(long)]
    check: bool,
    /// Write nothing; print what would change
    #[arg(long)]
    diff: bool,
    /// Name of the standard input in messages
    #[arg(long, value_name = "NAME", default_value = "stdin.comm")]
    stdin_name: String,
}

/// What came of the files.
#[derive(Default)]
struct Tally {
    changed: usize,
    same: usize,
    unread: bool,
    wrong: bool,
}

pub fn fmt(options: &Fmt, world: &dyn World) -> u8 {
    let mut tally = Tally::default();
    for path in &options.paths {
        if path == Path::new("-") {
            standard_input(options, &mut tally);
            continue;
        }
        let mut files = Vec::new();
        if path.is_dir() {
            studies_below(path, &mut files);
        } else {
            files.push(path.clone());
        }
        if files.is_empty() {
            to_stderr(&format!("no study found in {}", path.display()));
            tally.wrong = true;
        }
        for file in files {
            one(&file, options, &sandbox::beside(&file, world), &mut tally);
        }
    }
    if options.paths.iter().any(|path| path != Path::new("-")) {
        let done = if options.check || options.diff { "would change" } else { "formatted" };
        to_stderr(&format!("{} {done}, {} left unchanged", count(tally.changed, "file"), tally.same));
    }
    let differs = options.check && tally.changed > 0;
    if tally.wrong {
        return WRONG;
    }
    if differs || tally.unread { FAILED } else { HELD }
}

/// Command files of a folder and of those in it, in order.
pub fn studies_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && !path.is_symlink() && !name.starts_with('.') && name != "target" {
            studies_below(&path, found);
        } else if path.is_file() && path.extension().is_some_and(|extension| extension == "comm") {
            found.push(path);
        }
    }
}

fn standard_input(options: &Fmt, tally: &mut Tally) {
    let mut bytes = Vec::new();
    if let Err(error) = std::io::stdin().lock().read_to_end(&mut bytes) {
        to_stderr(&format!("the standard input cannot be read: {error}"));
        tally.wrong = true;
        return;
    }
    let Some(text) = text_of(bytes, &options.stdin_name, tally) else { return };
    let Some(new) = formatted(&text, &options.stdin_name, tally) else {
        if !options.check && !options.diff && !text.is_empty() {
            to_stdout(&text);
        }
        return;
    };
    if options.diff {
        to_stdout(&difference(&options.stdin_name, &text, &new));
    } else if !options.check && !new.is_empty() {
        to_stdout(&new);
    }
}

fn one(file: &Path, options: &Fmt, world: &dyn World, tally: &mut Tally) {
    let name = file.display().to_string();
    let bytes = match world.read(file) {
        Ok(bytes) => bytes,
        Err(error) => {
            to_stderr(&format!("{name} cannot be read: {error}"));
            tally.wrong = true;
            return;
        }
    };
    let Some(text) = text_of(bytes, &name, tally) else { return };
    let Some(new) = formatted(&text, &name, tally) else { return };
    if options.diff {
        to_stdout(&difference(&name, &text, &new));
    } else if options.check {
        to_stderr(&format!("{name} would change"));
    } else if let Err(error) = world.write(file, new.as_bytes()) {
        to_stderr(&format!("{name} cannot be written: {error}"));
        tally.wrong = true;
    }
}

fn text_of(bytes: Vec<u8>, name: &str, tally: &mut Tally) -> Option<String> {
    let text = String::from_utf8(bytes).ok();
    if text.is_none() {
        to_stderr(&format!("{name} is not in UTF-8 and is left as it is: save it in UTF-8 first"));
        tally.wrong = true;
    }
    text
}

/// The new text, where it differs. Lines that cannot be read are named.
fn formatted(text: &str, name: &str, tally: &mut Tally) -> Option<String> {
    let new = format(text);
    if let Some(first) = new.unread.first() {
        tally.unread = true;
        let more = new.unread.len() - 1;
        let more = if more > 0 { format!(" (and {more} more)") } else { String::new() };
        let what = "this line cannot be read; it and its neighbours are left as they are";
        to_stderr(&format!("{name}:{}: {what}{more}; `stickslip check {name}` says why", first + 1));
    }
    if new.text == text {
        tally.same += 1;
        return None;
    }
    tally.changed += 1;
    Some(new.text)
}

/// Lines around a change that are shown.
const CONTEXT: usize = 3;

/// The changes in the form of `diff -u`.
fn difference(name: &str, old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let mut text = format!("--- {name}\n+++ {name}\n");
    for (from, to) in changes(&old, &new) {
        let lead = from.start.min(to.start).min(CONTEXT);
        let after = (old.len() - from.end).min(CONTEXT);
        let counts = |range: &Range<usize>| (range.start - lead + 1, range.len() + lead + after);
        let ((a, n), (b, m)) = (counts(&from), counts(&to));
        text += &format!("@@ -{a},{n} +{b},{m} @@\n");
        old[from.start - lead..from.start].iter().for_each(|line| text += &format!(" {line}\n"));
        old[from.clone()].iter().for_each(|line| text += &format!("-{line}\n"));
        new[to].iter().for_each(|line| text += &format!("+{line}\n"));
        old[from.end..from.end + after].iter().for_each(|line| text += &format!(" {line}\n"));
    }
    text
}

/// Parts that differ. After each, both texts go on with the same lines, as many as keep two parts apart.
fn changes(old: &[&str], new: &[&str]) -> Vec<(Range<usize>, Range<usize>)> {
    const SAME: usize = 2 * CONTEXT + 1;
    const FURTHEST: usize = 400;
    let mut found = Vec::new();
    let (mut a, mut b) = (0, 0);
    while a < old.len() || b < new.len() {
        if a < old.len() && b < new.len() && old[a] == new[b] {
            (a, b) = (a + 1, b + 1);
            continue;
        }
        let meets = |i: usize, j: usize| {
            let (left, right) = (&old[a + i..], &new[b + j..]);
            let length = SAME.min(left.len()).min(right.len());
            let whole = length == SAME || (left.len() == length && right.len() == length);
            whole && left[..length] == right[..length]
        };
        let sizes = (1..FURTHEST).flat_map(|sum| (0..=sum).map(move |i| (i, sum - i)));
        let mut near = sizes.filter(|&(i, j)| a + i <= old.len() && b + j <= new.len());
        let (i, j) = near.find(|&(i, j)| meets(i, j)).unwrap_or((old.len() - a, new.len() - b));
        found.push((a..a + i, b..b + j));
        (a, b) = (a + i, b + j);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_names_the_lines() {
        let old = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n";
        let new = old.replace("c\n", "C\nC2\n");
        let shown = difference("t.comm", old, &new);
        assert_eq!(shown, "--- t.comm\n+++ t.comm\n@@ -1,6 +1,7 @@\n a\n b\n-c\n+C\n+C2\n d\n e\n f\n");
    }
}
