//! The frame of all pages, the first page, and the files they share.

use super::file::File;
pub use crate::verdict::html::escaped;
use crate::verdict::html::filled;

const FRAME: &str = include_str!("frame.html");

/// A link; `address` is made of letters, digits and the marks of addresses only.
pub fn link(address: &str, text: &str) -> String {
    format!("<a href=\"{address}\">{}</a>", escaped(text))
}

/// Text as HTML; what stands between back-quotes is code.
pub fn styled(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    // A back-quote without another one is a character like others.
    if parts.len().is_multiple_of(2) {
        return escaped(text);
    }
    let part = |(rank, part): (usize, &&str)| match rank % 2 {
        0 => escaped(part),
        _ => format!("<code>{}</code>", escaped(part)),
    };
    parts.iter().enumerate().map(part).collect()
}

/// A page: `contents` are (anchor, title) of what stands in its margin.
pub fn framed(name: &str, title: &str, contents: &[(String, String)], body: &str) -> File {
    let list: String =
        contents.iter().map(|(at, title)| format!("<li>{}</li>\n", link(&format!("#{at}"), title))).collect();
    let margin = match contents {
        [] => String::new(),
        _ => format!(
            "<nav class=\"contents\" aria-label=\"On this page\"><details open><summary>On this page</summary><ol>\n{list}</ol></details></nav>\n"
        ),
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

#[cfg(test)]
mod tests {
    use super::styled;

    #[test]
    fn what_is_between_back_quotes_is_code() {
        assert_eq!(styled("`reuse=` changes <it>"), "<code>reuse=</code> changes &lt;it&gt;");
        assert_eq!(styled("a ` b"), "a ` b");
    }
}
