//! The frame of all pages, the first page, and the files they share.

use super::File;

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

/// Style and scripts.
pub fn assets() -> [File; 2] {
    let file = |name: &str, text: &str| File { name: name.to_string(), text: text.to_string() };
    [file("manual.css", include_str!("manual.css")), file("manual.js", include_str!("manual.js"))]
}
