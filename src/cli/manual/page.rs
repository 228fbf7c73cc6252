//! The frame of all pages, the first page, and the files they share.

use super::File;
use super::markdown;
use super::{examples, language};

const FRAME: &str = include_str!("frame.html");

/// Text as HTML, in attributes too.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

/// A link; `address` is made of letters, digits and the marks of addresses only.
pub fn link(address: &str, text: &str) -> String {
    format!("<a href=\"{address}\">{}</a>", escaped(text))
}

/// A page: `contents` are (anchor, title) of what stands in its margin.
pub fn framed(name: &str, title: &str, contents: &[(String, String)], body: &str) -> File {
    let list: String =
        contents.iter().map(|(at, title)| format!("<li>{}</li>\n", link(&format!("#{at}"), title))).collect();
    let margin = match contents {
        [] => String::new(),
        _ => format!("<nav class=\"contents\" aria-label=\"On this page\"><ol>\n{list}</ol></nav>\n"),
    };
    let mut text = String::with_capacity(FRAME.len() + body.len());
    let mut rest = FRAME;
    while let Some((before, after)) = rest.split_once("{{") {
        text.push_str(before);
        let Some((part, after)) = after.split_once("}}") else { break };
        match part {
            "TITLE" => text.push_str(&escaped(title)),
            "CONTENTS" => text.push_str(&margin),
            "BODY" => text.push_str(body),
            "VERSION" => text.push_str(env!("CARGO_PKG_VERSION")),
            _ => {}
        }
        rest = after;
    }
    text.push_str(rest);
    File { name: name.to_string(), text }
}

/// The first page.
pub fn home() -> File {
    let mut body = "<h1>stickslip</h1>\n<p>Structural dynamics with contact, friction and wear, driven by command files. This manual is \
        written by <code>stickslip doc --html</code> from the data the program itself uses.</p>\n"
        .to_string();
    let start = language::HOW_TO_START;
    body.push_str(&markdown::html(start, &|_| None).body);
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

/// Style and scripts.
pub fn assets() -> [File; 2] {
    let file = |name: &str, text: &str| File { name: name.to_string(), text: text.to_string() };
    [file("manual.css", include_str!("manual.css")), file("manual.js", include_str!("manual.js"))]
}
