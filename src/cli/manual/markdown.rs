//! Pages written in Markdown as HTML, with anchors at headings.

use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::code;

/// A text as HTML.
pub struct Html {
    pub body: String,
    /// Anchor, title and following text of each section (`##` and below), in order.
    pub sections: Vec<Section>,
}

pub struct Section {
    pub anchor: String,
    pub title: String,
    pub text: String,
}

/// Renders a text; `target` gives the address of a link or picture of the text within the manual. A link that has none there
/// stays when it leads to the network, and is plain text when it does not.
pub fn html(text: &str, target: &dyn Fn(&str) -> Option<String>) -> Html {
    let mut sections: Vec<Section> = Vec::new();
    let mut events: Vec<Event<'_>> = Vec::new();
    let mut heading: Option<String> = None;
    let mut block: Option<(String, String)> = None;
    let mut dropped = 0;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { level, .. }) if level != HeadingLevel::H1 => heading = Some(String::new()),
            Event::End(TagEnd::Heading(level)) if level != HeadingLevel::H1 => {
                let title = heading.take().unwrap_or_default();
                let anchor = fresh(&anchor(&title), &sections);
                let shown = super::page::escaped(&title);
                events.push(Event::Html(format!("<{level} id=\"{anchor}\">{shown}</{level}>\n").into()));
                sections.push(Section { anchor, title, text: String::new() });
            }
            Event::Text(text) | Event::Code(text) if heading.is_some() => {
                heading.as_mut().iter_mut().for_each(|title| title.push_str(&text));
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let kind = match kind {
                    CodeBlockKind::Fenced(kind) => kind.to_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                block = Some((kind, String::new()));
            }
            Event::End(TagEnd::CodeBlock) => {
                let (kind, text) = block.take().unwrap_or_default();
                let shown = if kind == "comm" || kind == "python" { code::study(&text) } else { code::plain(&text) };
                events.push(Event::Html(shown.into()));
            }
            Event::Text(text) if block.is_some() => block.as_mut().iter_mut().for_each(|(_, all)| all.push_str(&text)),
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => match address(&dest_url, target) {
                Some(dest_url) => events.push(Event::Start(Tag::Link { link_type, dest_url, title, id })),
                None => dropped += 1,
            },
            Event::End(TagEnd::Link) if dropped > 0 => dropped -= 1,
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                let dest_url = target(&dest_url).map_or(dest_url, CowStr::from);
                events.push(Event::Start(Tag::Image { link_type, dest_url, title, id }));
            }
            // The studies of the manual hold no HTML of their own; what looks like it is text.
            Event::Html(text) | Event::InlineHtml(text) if text.trim_start().starts_with("<!--") => drop(text),
            Event::Html(text) | Event::InlineHtml(text) => events.push(Event::Text(text)),
            other => {
                if let (Event::Text(text) | Event::Code(text), Some(section)) = (&other, sections.last_mut()) {
                    section.text.push_str(text);
                    section.text.push(' ');
                }
                events.push(other);
            }
        }
    }
    let mut body = String::new();
    pulldown_cmark::html::push_html(&mut body, events.into_iter());
    Html { body, sections }
}

fn address<'t>(written: &CowStr<'t>, target: &dyn Fn(&str) -> Option<String>) -> Option<CowStr<'t>> {
    if written.contains("://") {
        return Some(written.clone());
    }
    target(written).map(CowStr::from)
}

/// `Values of keywords` → `values-of-keywords`.
pub fn anchor(title: &str) -> String {
    let lower = title.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

fn fresh(anchor: &str, sections: &[Section]) -> String {
    let taken = |name: &str| sections.iter().any(|section| section.anchor == name);
    let numbered = (2..).map(|n| format!("{anchor}-{n}"));
    std::iter::once(anchor.to_string()).chain(numbered).find(|name| !taken(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_code_and_links_are_rendered() {
        let text = "# T\n## A `b` & c\ntext [here](x.md) [there](y.md)\n```comm\nX = 1 # <\n```\n## A b c\n| a | b |\n|---|---|\n| 1 | <2> |\n";
        let html = html(text, &|written| (written == "x.md").then(|| "x.html".to_string()));
        assert!(html.body.contains("<h2 id=\"a-b-c\">A b &amp; c</h2>"), "{}", html.body);
        assert!(html.body.contains("<h2 id=\"a-b-c-2\">") && html.body.contains("<td>&lt;2&gt;</td>"), "{}", html.body);
        assert!(html.body.contains("<a href=\"x.html\">here</a> there"), "{}", html.body);
        assert!(html.body.contains("<i># &lt;</i>"), "{}", html.body);
        assert!(html.sections[0].text.starts_with("text ") && html.sections.len() == 2);
    }
}
