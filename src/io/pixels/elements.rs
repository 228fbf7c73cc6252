//! Elements of the SVG text that this program writes: names, attributes, text. It is not a reader of XML: comments, sections
//! of characters and `>` inside values do not occur there.

/// One element and the text up to the next tag.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Element<'s> {
    pub name: &'s str,
    attributes: Vec<(&'s str, &'s str)>,
    pub text: &'s str,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Event<'s> {
    Opened(Element<'s>),
    Closed(&'s str),
}

impl<'s> Element<'s> {
    pub fn attribute(&self, name: &str) -> Option<&'s str> {
        self.attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// A number, 0 where there is none.
    pub fn number(&self, name: &str) -> f64 {
        self.attribute(name).and_then(|value| value.parse().ok()).unwrap_or(0.0)
    }
}

/// The elements in their order. One without content is opened and closed.
pub(super) fn events(svg: &str) -> Vec<Event<'_>> {
    let mut events = Vec::new();
    for piece in svg.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap_or((piece, ""));
        if let Some(name) = tag.strip_prefix('/') {
            events.push(Event::Closed(name.trim()));
            continue;
        }
        let whole = tag.strip_suffix('/');
        let tag = whole.unwrap_or(tag);
        let (name, rest) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        events.push(Event::Opened(Element { name, attributes: attributes(rest), text }));
        if whole.is_some() {
            events.push(Event::Closed(name));
        }
    }
    events
}

fn attributes(mut rest: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    while let Some((name, after)) = rest.split_once("=\"") {
        let (value, after) = after.split_once('"').unwrap_or((after, ""));
        found.push((name.trim(), value));
        rest = after;
    }
    found
}

/// Text as it is read: the signs that XML writes as names.
pub(super) fn unescaped(text: &str) -> String {
    let signs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    signs.iter().fold(text.to_string(), |text, (name, sign)| text.replace(name, sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_have_their_attributes_and_text() {
        let read =
            events("<svg width=\"3\">\n<text class=\"t\" x=\"1.50\">a &lt; b &amp;amp;</text><path d=\"M0 0\"/></svg>");
        let Event::Opened(text) = &read[1] else { panic!("{read:?}") };
        assert_eq!((text.name, text.attribute("class"), text.number("x")), ("text", Some("t"), 1.5));
        assert_eq!(unescaped(text.text), "a < b &amp;");
        assert_eq!(read[4..], [Event::Closed("path"), Event::Closed("svg")]);
        assert_eq!(text.number("y"), 0.0);
    }
}
