//! Pages of the manual as text, wrapped to a width.

use super::page::{Entry, FEW, Group, Page, Value, entry};
use super::view::{View, filled, is_left_out, laid_out, names};
use super::{brief, code, example, related};
use crate::catalogue::schema::{Block, Command, Effect, Level, Shape};
use crate::catalogue::{store, words};

/// A view of a page of this command.
#[derive(Clone, Copy)]
struct Shown<'p> {
    view: View,
    command: &'p str,
}

impl std::ops::Deref for Shown<'_> {
    type Target = View;

    fn deref(&self) -> &View {
        &self.view
    }
}

/// Lines of keywords from which on a page has only one line for each.
const LONG: usize = 100;
/// Contents are printed at the top of pages with more keywords than this.
const MANY: usize = 12;

/// All commands with their glosses. `built` tells which this program computes.
pub fn index(built: impl Fn(&str) -> bool, width: usize) -> String {
    let longest = store::names().map(str::len).max().unwrap_or(0);
    let line = |name: &&str| {
        let gloss = store::command(name).map_or("", |c| c.gloss);
        filled(&format!("{name:longest$}  {gloss}"), 0, longest + 2, width)
    };
    let (here, not_here): (Vec<&str>, Vec<&str>) = store::names().partition(|name| built(name));
    let mut out: String = here.iter().map(line).collect();
    if !not_here.is_empty() {
        out.push_str("\nKnown and not implemented:\n\n");
        out.extend(not_here.iter().map(line));
    }
    out
}

/// A page as text.
pub fn text(page: &Page, view: View) -> String {
    let mut out = format!("{}\n{}\n", page.name, filled(&page.gloss, 2, 2, view.width));
    page.facts.iter().for_each(|fact| out.push_str(&filled(fact, 0, 2, view.width)));
    let names: Vec<&str> = names(&page.body, view);
    if names.len() > MANY {
        out.push_str(&filled(&format!("Keywords: {}.", names.join(", ")), 0, 2, view.width));
    }
    out.push('\n');
    let mut keywords = String::new();
    group(&page.body, 0, Shown { view, command: &page.name }, &mut keywords);
    if !view.full && !view.all && keywords.lines().count() > LONG {
        keywords = brief::keywords(page, view);
    }
    out.push_str(&keywords);
    for note in &page.notes {
        out.push('\n');
        out.push_str(&filled(note, 0, 0, view.width));
    }
    if !page.spellings.is_empty() {
        out.push_str("\nFormer spellings:\n");
        for former in &page.spellings {
            out.push_str(&filled(&format!("{} {}", former.name, former.today), 2, 4, view.width));
        }
    }
    if !view.all {
        out.push_str(&left_out(&page.body, view.width));
    }
    out.push_str(&shown_example(&page.name, view.width));
    out.push_str(&see_also(&page.name, view.width));
    out
}

fn shown_example(name: &str, width: usize) -> String {
    let Some(example) = example(name) else { return String::new() };
    let title = match (example.before.is_empty(), example.mesh) {
        (true, None) => "Example:".to_string(),
        (true, Some(_)) => format!("Example (`stickslip doc {name} --example DIR` writes it with its mesh):"),
        (false, _) => {
            format!(
                "Example, the last lines of a study (`stickslip doc {name} --example DIR` writes the whole, with its mesh):"
            )
        }
    };
    let lines: String =
        code::filled(example.own, width.saturating_sub(4)).map(|line| format!("    {line}\n")).collect();
    format!("\n{}{lines}", filled(&title, 0, 2, width))
}

fn see_also(name: &str, width: usize) -> String {
    let related = related(name);
    let line = |what: &str, names: &[&str]| match names {
        [] => String::new(),
        names => filled(&format!("{what}: {}.", names.join(", ")), 0, 2, width),
    };
    let lines = line("Takes what these make", &related.before) + line("Made for", &related.after).as_str();
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}

/// The keywords that are not shown, by name.
fn left_out(body: &Group, width: usize) -> String {
    fn gather<'p>(group: &'p Group, names: &mut [Vec<&'p str>; 2]) {
        for entry in &group.entries {
            match (&entry.inner, is_left_out(entry)) {
                (_, true) => names[usize::from(entry.effect == Effect::Unsupported)].push(&entry.path),
                (Some(inner), false) => gather(inner, names),
                (None, false) => {}
            }
        }
        group.groups.iter().for_each(|inner| gather(inner, names));
    }
    let mut names = [Vec::new(), Vec::new()];
    gather(body, &mut names);
    let mut out = String::new();
    for (what, mut names) in ["Accepted, without effect", "Not implemented"].into_iter().zip(names) {
        names.sort_unstable();
        names.dedup();
        if !names.is_empty() {
            out.push_str(&filled(&format!("{what}: {}.", names.join(", ")), 0, 2, width));
        }
    }
    if out.is_empty() { out } else { format!("\n{out}`--all` shows these keywords too.\n") }
}

fn group(group: &Group, indent: usize, view: Shown, out: &mut String) {
    let described = |entries: &[&Entry], indent: usize, out: &mut String| {
        entries.iter().for_each(|entry| describe(entry, indent, view, out));
    };
    laid_out(group, indent, view.view, &described, out);
}

fn describe(entry: &Entry, indent: usize, view: Shown, out: &mut String) {
    let inside = indent + 4;
    out.push_str(&filled(&format!("{}: {}", entry.name, entry.facts.join("; ")), indent, inside, view.width));
    out.push_str(&filled(&entry.gloss, inside, inside, view.width));
    let shown = |value: &&Value| !value.meaning.is_empty() && (view.values || entry.values.len() <= FEW);
    let explained = || entry.values.iter().filter(shown);
    let folded = entry.values.len() > FEW && !view.values && entry.values.iter().any(|v| !v.meaning.is_empty());
    let longest = explained().map(|value| value.text.chars().count()).max().unwrap_or(0);
    for value in explained() {
        let line = format!("{:<longest$} {}", value.text, value.meaning);
        out.push_str(&filled(&line, inside, inside + longest + 1, view.width));
    }
    if folded {
        let topic = format!("{}.{}", view.command, entry.path.replace('/', "."));
        out.push_str(&filled(&format!("`stickslip doc {topic}` says what each means."), inside, inside, view.width));
    }
    out.push_str(&filled(&entry.refused, inside, inside, view.width));
    if !entry.instead.is_empty() {
        out.push_str(&filled(&format!("instead: {}", entry.instead), inside, inside, view.width));
    }
    if let Some(inner) = &entry.inner {
        group(inner, inside, view, out);
    }
}

/// One keyword of a command, wherever it stands: `DYNA_VIBRA.COMPORTEMENT`, `DYNA_VIBRA.RIGI_NOR`.
pub fn keyword_page(name: &str, keyword: &str, width: usize) -> Option<String> {
    let command = store::command(name)?;
    let wanted = keyword.rsplit(['/', '.']).next().unwrap_or(keyword);
    let mut out = String::new();
    find(&command.level, wanted, ("", command, name), &mut Vec::new(), width, &mut out);
    (!out.is_empty()).then_some(out)
}

fn find<'l>(
    level: &'l Level,
    wanted: &str,
    (path, command, name): (&str, &Command, &str),
    conditions: &mut Vec<&'l Block>,
    width: usize,
    out: &mut String,
) {
    for (own, keyword) in &level.keywords {
        let entry = entry(own, keyword, path, command);
        if *own == wanted {
            out.push_str(&format!("{name}.{}\n", entry.path.replace('/', ".")));
            for block in conditions.iter() {
                out.push_str(&filled(&format!("when {}", words::condition(&block.when)), 2, 4, width));
            }
            describe(
                &entry,
                2,
                Shown { view: View { all: true, full: true, width, values: true }, command: name },
                out,
            );
            out.push('\n');
        }
        if let Shape::Factor(inner) = &keyword.shape {
            find(inner, wanted, (&entry.path, command, name), conditions, width, out);
        }
    }
    for block in &level.blocks {
        conditions.push(block);
        find(&block.level, wanted, (path, command, name), conditions, width, out);
        conditions.pop();
    }
}

/// Names of all keywords of a command, for suggestions.
pub fn keyword_names(command: &str) -> Vec<&'static str> {
    fn gather(level: &'static Level, names: &mut Vec<&'static str>) {
        for (name, keyword) in &level.keywords {
            names.push(name);
            if let Shape::Factor(inner) = &keyword.shape {
                gather(inner, names);
            }
        }
        level.blocks.iter().for_each(|b| gather(&b.level, names));
    }
    let mut names = Vec::new();
    if let Some(command) = store::command(command) {
        gather(&command.level, &mut names);
    }
    names.sort_unstable();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::manual::page;

    const VIEW: View = View { all: false, full: true, width: 80, values: false };

    #[test]
    fn pages_show_the_data() {
        let text = text(&page("DEFI_LIST_REEL").unwrap(), VIEW);
        assert!(text.starts_with("DEFI_LIST_REEL\n"));
        assert!(text.contains("VALE") && text.contains("a list of reals (listr8_sdaster)"), "{text}");
        assert!(keyword_page("DYNA_VIBRA", "RIGI_NOR", 80).unwrap().contains("COMPORTEMENT.RIGI_NOR"));
        assert!(page("NOTHING").is_none() && keyword_page("DYNA_VIBRA", "NOTHING", 80).is_none());
    }

    #[test]
    fn every_command_has_a_page() {
        assert!(store::names().all(|name| page(name).is_some_and(|page| text(&page, VIEW).len() > 20)));
    }

    #[test]
    fn lines_end_at_the_width_and_nothing_is_lost() {
        for name in store::names() {
            let page = page(name).unwrap();
            for width in [60, 80, 132] {
                let whole = text(&page, View { all: true, full: true, width, values: true });
                let page = shown_example(name, width);
                for line in whole.replace(&page, "").lines() {
                    let word = line.split(' ').map(|w| w.chars().count()).max().unwrap_or(0);
                    let hanging = line.len() - line.trim_start().len();
                    assert!(line.chars().count() <= width.max(hanging + word).max(hanging + 20), "{name}: {line}");
                }
            }
        }
        let text = "a  bb   a_word_that_is_longer_than_the_line cc";
        assert_eq!(filled(text, 2, 4, 24), "  a  bb\n    a_word_that_is_longer_than_the_line\n    cc\n");
    }

    #[test]
    fn keywords_without_effect_are_named_and_not_described() {
        let page = page("DYNA_VIBRA").unwrap();
        let short = text(&page, VIEW);
        let long = text(&page, View { all: true, ..VIEW });
        assert!(short.lines().count() * 3 < long.lines().count() * 2);
        assert!(!short.contains("PCENT_PIVOT") && long.contains("PCENT_PIVOT"));
        assert!(short.contains("Accepted, without effect: ") && short.contains("SOLVEUR"));
    }
}
