//! The first page.

use super::file::File;
use super::markdown;
use super::page::{escaped, framed, link};
use super::{examples, language};

/// The first page.
pub fn home() -> File {
    let mut body = "<h1>stickslip</h1>\n<p>Structural dynamics with contact, friction and wear, driven by command files. This manual is \
        written by <code>stickslip doc --html</code> from the data the program itself uses.</p>\n"
        .to_string();
    body.push_str(&format!(
        "<p class=\"first\">New here? {}</p>\n",
        link(&language::address("0_first_study.md"), "Your first study in ten minutes")
    ));
    let start = language::HOW_TO_START;
    body.push_str(&format!("<div class=\"start\">{}</div>\n", markdown::html(start, &|_| None).body));
    body.push_str("<h2>Contents</h2>\n<div class=\"cards\">\n");
    let card = |address: &str, title: &str, text: &str| {
        format!("<section><h3>{}</h3><p>{}</p></section>\n", link(address, title), escaped(text))
    };
    body.push_str(&card(
        "operators.html",
        "Operators",
        "Every command: keywords, values, rules, what goes before and after.",
    ));
    let chapters: Vec<String> =
        language::chapters().map(|(name, text)| link(&language::address(name), &language::title(text))).collect();
    body.push_str(&format!(
        "<section><h3><a href=\"language.html\">Language</a></h3><p>{}</p></section>\n",
        chapters.join(" · ")
    ));
    let shown: Vec<String> =
        examples::folders().iter().map(|folder| link(&examples::address(folder), &examples::title(folder))).collect();
    body.push_str(&format!(
        "<section><h3><a href=\"examples.html\">Examples</a></h3><p>{}</p></section>\n",
        shown.join(" · ")
    ));
    body.push_str(&card(
        "diagnostics.html",
        "Diagnostics",
        "Every code of a message: what it means, what to do, a study that triggers it.",
    ));
    body.push_str(&card("glossary.html", "Glossary", "The French words behind the names of keywords, in English."));
    body.push_str("</div>\n");
    framed("index.html", "Manual", &[], &body)
}
