//! The short form of a long page: one line per keyword, the keywords of a factor keyword by name.

use super::page::{Entry, Page};
use super::view::{View, filled, laid_out, names};

/// Columns of names at most.
const WIDEST: usize = 18;

/// The keywords of a page, one line each, under their conditions.
pub(super) fn keywords(page: &Page, view: View) -> String {
    let mut out = String::new();
    let lines = |entries: &[&Entry], indent: usize, out: &mut String| lines(entries, indent, view, out);
    laid_out(&page.body, 0, view, &lines, &mut out);
    let name = &page.name;
    let hint = format!("`stickslip doc {name}.KEYWORD` explains a keyword, `stickslip doc {name} --full` all of them.");
    format!("{out}\n{}", filled(&hint, 0, 2, view.width))
}

fn lines(entries: &[&Entry], indent: usize, view: View, out: &mut String) {
    let width = entries.iter().map(|entry| entry.name.chars().count()).max().unwrap_or(0).min(WIDEST);
    for entry in entries {
        out.push_str(&line(entry, indent, width, view.width));
        let inner = entry.inner.as_ref().map(|inner| names(inner, view)).filter(|names| !names.is_empty());
        if let Some(names) = inner {
            let list = format!("_F({})", names.join(", "));
            out.push_str(&filled(&list, indent + width + 2, indent + width + 5, view.width));
        }
    }
}

/// `NAME  gloss (mandatory)` in one line.
fn line(entry: &Entry, indent: usize, width: usize, columns: usize) -> String {
    let fact = |wanted: fn(&str) -> bool| entry.facts.iter().find(|fact| wanted(fact)).map(String::as_str);
    let facts = [fact(|fact| fact == "mandatory"), fact(|fact| fact.starts_with("default "))];
    let facts: Vec<&str> = facts.into_iter().flatten().filter(|fact| fact.chars().count() < 24).collect();
    let after = if facts.is_empty() { String::new() } else { format!(" ({})", facts.join("; ")) };
    let head = format!("{:indent$}{:<width$}  ", "", entry.name);
    let room = columns.saturating_sub(head.chars().count() + after.chars().count());
    format!("{head}{}{after}\n", cut(entry.gloss.trim_end_matches('.'), room.max(20))).replace("   (", "  (")
}

/// The text in so many characters, cut between words.
fn cut(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_string();
    }
    let head: String = text.chars().take(room.saturating_sub(3)).collect();
    let head = head.rsplit_once(' ').map_or(head.as_str(), |(head, _)| head);
    format!("{}...", head.trim_end_matches([',', ';', ':']))
}

#[cfg(test)]
mod tests {
    use super::super::page;
    use super::*;

    #[test]
    fn the_short_form_has_one_line_per_keyword_and_one_group_per_condition() {
        let page = page("DYNA_VIBRA").unwrap();
        let view = View { all: false, full: false, width: 100, values: false };
        let text = keywords(&page, view);
        let count = text.lines().count();
        assert!((50..150).contains(&count), "{count}\n{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
        for name in names(&page.body, view) {
            let told =
                text.lines().any(|line| line.trim_start().strip_prefix(name).is_some_and(|l| l.starts_with(' ')));
            assert!(told, "{name} in {text}");
        }
        let conditions = text.lines().filter(|line| line.starts_with("when ") && line.ends_with(':'));
        let mut parts: Vec<Vec<&str>> = conditions
            .map(|line| {
                let mut parts: Vec<&str> = line[5..line.len() - 1].split(" and ").collect();
                parts.sort_unstable();
                parts
            })
            .collect();
        let all = parts.len();
        parts.sort();
        parts.dedup();
        assert_eq!(parts.len(), all, "{text}");
        assert_eq!(cut("Normal stiffness, of the contact", 22), "Normal stiffness...");
    }
}
