//! The chapters of the language.

use super::embedded::{self, LANGUAGE};
use super::file::File;
use super::markdown::{self, Html};
use super::page::{escaped, framed, link};
use super::search::Index;

/// The beginning of the first page.
pub const HOW_TO_START: &str = "\
## Start

```
stickslip run study.comm            run a study
stickslip check study.comm          look for mistakes without running anything
stickslip repl study.comm           run it, then go on by typing
stickslip doc DYNA_VIBRA            one page of this manual in the terminal
stickslip doc                       all operators
stickslip explain C002              what the code of a message means
```
";

/// Longest text of a section that the search looks at, in characters.
const LONGEST: usize = 600;

/// The chapters in order.
pub fn chapters() -> impl Iterator<Item = &'static embedded::File> {
    let mut chapters: Vec<_> = LANGUAGE.iter().filter(|(name, _)| name.ends_with(".md")).collect();
    let number = |name: &str| name.split('_').next().and_then(|digits| digits.parse::<usize>().ok());
    chapters.sort_by_key(|(name, _)| number(name));
    chapters.into_iter()
}

pub fn address(name: &str) -> String {
    format!("language_{}.html", name.trim_end_matches(".md"))
}

/// The first heading.
pub fn title(text: &str) -> String {
    text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default().to_string()
}

pub fn pages(files: &mut Vec<File>, index: &mut Index) {
    let mut list =
        "<h1>Language</h1>\n<p>The tests of the program run every block of these chapters.</p>\n<ul>\n".to_string();
    for (name, text) in LANGUAGE.iter().filter(|(name, _)| name.ends_with(".svg")) {
        files.push(File { name: picture(name), text: text.to_string() });
    }
    for (name, text) in chapters() {
        let (address, title) = (address(name), title(text));
        let html = markdown::html(text, &target);
        list.push_str(&format!("<li>{}", link(&address, &title)));
        let sections: Vec<String> = html.sections.iter().map(|s| escaped(&s.title)).collect();
        list.push_str(&format!("<br><small>{}</small></li>\n", sections.join(" · ")));
        files.push(framed(&address, &title, &contents(&html), &html.body));
        indexed(&title, "language", &address, &html, index);
    }
    list.push_str("</ul>\n");
    files.push(framed("language.html", "Language", &[], &list));
}

/// The name of a picture of the chapters in the manual.
fn picture(name: &str) -> String {
    format!("picture_language_{name}")
}

/// Where a link or a picture of a chapter leads.
fn target(written: &str) -> Option<String> {
    let (name, _) = LANGUAGE.iter().find(|(name, _)| *name == written)?;
    Some(if name.ends_with(".md") { address(name) } else { picture(name) })
}

/// What stands in the margin of a page of sections.
pub fn contents(html: &Html) -> Vec<(String, String)> {
    html.sections.iter().map(|section| (section.anchor.clone(), section.title.clone())).collect()
}

/// The page and its sections, for the search.
pub fn indexed(title: &str, kind: &str, address: &str, html: &Html, index: &mut Index) {
    index.add(title, kind, address, "");
    for section in &html.sections {
        let text: String = section.text.chars().take(LONGEST).collect();
        index.add(&format!("{title}: {}", section.title), kind, &format!("{address}#{}", section.anchor), text.trim());
    }
}
