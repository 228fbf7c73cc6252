//! The page that runs studies, beside the manual, and the buttons that lead to it.

use super::file::File;
use super::page::framed;
use crate::cli::play::PAGE;

/// The name of the page.
pub const ADDRESS: &str = "play.html";

/// A button that opens an example, `folder/stem`, in the page.
pub fn button(example: &str) -> String {
    format!("<p><a class=\"run\" href=\"{ADDRESS}#example={example}\">Run it here</a></p>\n")
}

/// The page, or what to do to have it.
pub fn page() -> File {
    const WITHOUT: &str = "<h1>Run studies in the browser</h1>\n<p>The program that wrote this manual does not have the page in it. Archives of \
        releases do. From the sources:</p>\n<pre><code>scripts/web.sh --single</code></pre>\n<p>writes \
        <code>target/web/stickslip.html</code>, one file: copy it over this one, and the buttons of the examples open there. It runs studies in \
        the browser; nothing is sent anywhere.</p>\n";
    match PAGE {
        Some(page) => File { name: ADDRESS.to_string(), text: page.to_string() },
        None => framed(ADDRESS, "Run studies in the browser", &[], WITHOUT),
    }
}
