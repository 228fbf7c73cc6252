//! Studies with their colours; names of operators are links.

use super::addresses::{address, has_page};
use super::page::{escaped, link};
use crate::syntax::scan::{Kind, quoted, tokens};

/// A study as a block.
pub fn study(text: &str) -> String {
    format!("<pre><code>{}</code></pre>\n", coloured(text))
}

/// Any other text as a block.
pub fn plain(text: &str) -> String {
    format!("<pre><code>{}</code></pre>\n", escaped(text))
}

fn coloured(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    for token in tokens(text) {
        match token.kind {
            Kind::Comment => out.push_str(&format!("<i>{}</i>", escaped(token.text))),
            Kind::Text => {
                let (prefix, text) = token.text.split_at(quoted(token.text).map_or(0, |text| text.prefix.len()));
                out.push_str(&format!("{prefix}<q>{}</q>", escaped(text)));
            }
            Kind::Name if token.text.len() > 2 && has_page(token.text) => {
                out.push_str(&link(&address(token.text), token.text));
            }
            _ => out.push_str(&escaped(token.text)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_keep_their_text() {
        let shown = coloured("# a <b>\nX = CALC_MODES(T='it\\'s #1', U=\"\"\"a\nb\"\"\") # end");
        assert_eq!(
            shown,
            "<i># a &lt;b&gt;</i>\nX = <a href=\"CALC_MODES.html\">CALC_MODES</a>(T=<q>'it\\'s #1'</q>, U=<q>&quot;&quot;&quot;a\nb&quot;&quot;&quot;</q>) <i># end</i>"
        );
        assert_eq!(coloured("'open\nx"), "<q>'open</q>\nx");
    }
}
