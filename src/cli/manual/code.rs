//! Studies with their colours; names of operators are links.

use super::addresses::{address, has_page};
use super::page::{escaped, link};

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
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '"' | '\'' => quoted(rest, first),
            c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        match first {
            '#' => out.push_str(&format!("<i>{}</i>", escaped(token))),
            '"' | '\'' => out.push_str(&format!("<q>{}</q>", escaped(token))),
            _ if token.len() > 2 && has_page(token) => out.push_str(&link(&address(token), token)),
            _ => out.push_str(&escaped(token)),
        }
        rest = after;
    }
    out
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Bytes of the text at the start, with its quotes; a text that is not closed ends with its line.
fn quoted(text: &str, quote: char) -> usize {
    let triple = quote.to_string().repeat(3);
    if let Some(inside) = text.strip_prefix(&triple) {
        return inside.find(&triple).map_or(text.len(), |end| end + 6);
    }
    let mut escape = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return at,
            _ if escape => escape = false,
            '\\' => escape = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
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
