//! The frame of all pages, the first page, and the files they share.

use super::File;
pub use crate::verdict::html::escaped;
use crate::verdict::html::filled;

const FRAME: &str = include_str!("frame.html");

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
    let title = escaped(title);
    let parts = [("TITLE", &*title), ("CONTENTS", &margin), ("BODY", body), ("VERSION", env!("CARGO_PKG_VERSION"))];
    let text = filled(FRAME, &parts);
    File { name: name.to_string(), text }
}

/// Style and scripts.
pub fn assets() -> [File; 2] {
    let file = |name: &str, text: &str| File { name: name.to_string(), text: text.to_string() };
    [file("manual.css", include_str!("manual.css")), file("manual.js", include_str!("manual.js"))]
}
