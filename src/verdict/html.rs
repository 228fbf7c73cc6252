//! Pages of HTML: text in them, and frames with places to fill.

/// Text as HTML, in attributes too; control characters are left out.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() && c != '\n' && c != '\t' => {}
            c => out.push(c),
        }
    }
    out
}

/// A page with its parts, `{{NAME}}` in the frame, each put in once: what a part holds is not looked at.
pub fn filled(frame: &str, parts: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(frame.len() + parts.iter().map(|(_, text)| text.len()).sum::<usize>());
    let mut rest = frame;
    while let Some((before, after)) = rest.split_once("{{") {
        out.push_str(before);
        let Some((name, after)) = after.split_once("}}") else { break };
        out.push_str(parts.iter().find(|(part, _)| *part == name).map_or("", |(_, text)| text));
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_put_in_once() {
        assert_eq!(filled("<b>{{A}}</b>{{B}}{{C}}", &[("A", "{{B}}"), ("B", "2")]), "<b>{{B}}</b>2");
        assert_eq!(escaped("a<\"b\">&\u{7}\n"), "a&lt;&quot;b&quot;&gt;&amp;\n");
    }
}
