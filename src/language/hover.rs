//! What is said of a place: an operator, a keyword, a value, a concept; signatures of the call around it. Markdown, from the
//! manual of the catalogue.

use crate::catalogue::manual::{Entry, Group, Page, page};
use crate::catalogue::{Effect, Status, fitting, manual};
use crate::diag::explain;
use crate::source::{FileId, Span};
use crate::syntax::{ExpressionKind, comments};

use super::about_names::{of_group, of_member, of_name};
use super::call::{arguments_of, call, place};
use super::document::Document;
use super::links::group_at;
use super::offered::{Name, handle_of};
use super::place::{Around, find};

/// A sentence or a page about a place of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Hover {
    pub markdown: String,
    pub span: Span,
}

/// What is said of a place. `names` are those of the study, with what is known of them.
pub fn hover(document: &Document, offset: usize, names: &[Name]) -> Option<Hover> {
    if let Some(said) = of_silenced(document, offset) {
        return Some(said);
    }
    let found = find(&document.parsed().statements, offset);
    let says = |markdown: String, span: Span| Some(Hover { markdown, span });
    if let Some((operator, factor)) = found.operator() {
        let level = factor.map_or(operator, |(_, inner)| inner);
        let name = operator.name();
        let on = |span: Span| (span.start as usize..=span.end as usize).contains(&offset);
        if on(operator.function.span)
            && let Some(text) = of_operator(name)
        {
            return says(text, operator.function.span);
        }
        for around in [level, operator] {
            let Some(argument) = around.argument else { continue };
            let Some((keyword, span)) = &argument.name else { continue };
            let path = match factor {
                Some((factor, inner)) if std::ptr::eq(around, inner) => format!("{factor}/{keyword}"),
                _ => keyword.clone(),
            };
            if on(*span) {
                let inner = factor.filter(|(_, inner)| std::ptr::eq(around, *inner));
                let place = fits(document, names, operator, inner, keyword, &path);
                return says(format!("{}{}", of_keyword(name, &path)?, place.unwrap_or_default()), *span);
            }
            let literal = found.innermost.filter(|e| matches!(e.kind, ExpressionKind::Text(_)));
            if let (Some(value), true) = (literal, std::ptr::eq(around, level)) {
                let ExpressionKind::Text(text) = &value.kind else { continue };
                if let Some(text) = of_value(name, &path, text) {
                    return says(text, value.span);
                }
            }
        }
    }
    if let Some((group, span)) = group_at(document, offset)
        && let Some(text) = of_group(&group, names)
    {
        return says(text, span);
    }
    if let Some(occurrence) = document.names.at(offset)
        && let Some(text) = of_name(&occurrence.name, names).or_else(|| of_operator(&occurrence.name))
    {
        return says(text, occurrence.span);
    }
    let is_text = found.innermost.is_some_and(|e| matches!(e.kind, ExpressionKind::Text(_)));
    let is_formula = found.operator().is_some_and(|(operator, _)| operator.name() == "FORMULE");
    let (text, span) = of_member(document, offset, names).filter(|_| !is_text || is_formula)?;
    says(text, span)
}

/// Meaning of a code in a comment `# noqa: L003`.
fn of_silenced(document: &Document, offset: usize) -> Option<Hover> {
    let source = &document.source;
    let line = source.line_range(source.line_rank(offset));
    source.text[line.clone()].find("noqa")?;
    let comment = comments(&source.text).into_iter().find(|comment| (comment.start..=comment.end).contains(&offset))?;
    let letter = |c: char| !c.is_ascii_alphanumeric();
    let before = source.text[comment.start..offset].char_indices().rfind(|(_, c)| letter(*c));
    let start = before.map_or(comment.start, |(at, c)| comment.start + at + c.len_utf8());
    let end = source.text[offset..comment.end].find(letter).map_or(comment.end, |at| offset + at);
    let info = explain(&source.text[start..end]).filter(|info| info.code.starts_with('L'))?;
    let markdown = format!("**{}** {}\n\n{}", info.code, info.name, info.meaning);
    Some(Hover { markdown, span: Span::new(FileId(0), start, end) })
}

/// What an operator does, makes, and where its page is.
pub fn of_operator(name: &str) -> Option<String> {
    let page = page(name)?;
    let facts: Vec<String> = page.facts.iter().map(|fact| format!("- {fact}")).collect();
    Some(format!("**{name}**  \n{}\n\n{}\n\n`stickslip doc {name}` prints its page.", page.gloss, facts.join("\n")))
}

/// What a keyword means: `NAME` or `FACTOR/NAME`.
pub fn of_keyword(operator: &str, path: &str) -> Option<String> {
    let page: Page = page(operator)?;
    let entry = entry(&page.body, path)?;
    let mut text = format!("**{}** of {operator}  \n{}\n", entry.path, entry.gloss);
    if !entry.facts.is_empty() {
        text += &format!("\n{}\n", entry.facts.iter().map(|fact| format!("- {fact}\n")).collect::<String>());
    }
    match entry.effect {
        Effect::Used => {}
        Effect::None => text += "\nIt is accepted and has no effect here.\n",
        Effect::Unsupported => text += "\nIt is refused: what it asks for is not computed here.\n",
    }
    if !entry.instead.is_empty() {
        text += &format!("\n{}\n", entry.instead);
    }
    let explained = entry.values.iter().filter(|value| !value.meaning.is_empty());
    let meanings: String = explained.map(|value| format!("- `{}`: {}\n", value.text, value.meaning)).collect();
    if !meanings.is_empty() {
        text += &format!("\n{meanings}");
    }
    Some(text)
}

/// Whether a keyword fits into its call as it stands, and why; nothing where it depends on nothing.
fn fits(
    document: &Document,
    names: &[Name],
    operator: &Around<'_>,
    inner: Option<(&str, &Around<'_>)>,
    keyword: &str,
    path: &str,
) -> Option<String> {
    let concept = |name: &str| handle_of(names, name);
    let given = |around: &Around<'_>| arguments_of(around.arguments, &document.source.text, &concept);
    let (outer, within) = (given(operator), inner.map(|(factor, around)| (factor, given(around))));
    let within = within.as_ref().map(|(factor, given)| (*factor, given.as_slice()));
    let fits = fitting(operator.name(), &outer, within, true).iter().any(|(name, _)| *name == keyword);
    let mut ways = Vec::new();
    conditions(&page(operator.name())?.body, path, "", &mut ways);
    if ways.is_empty() || ways.iter().any(String::is_empty) {
        return None;
    }
    let says = if fits { "It fits here. It belongs to" } else { "It does not fit here. It needs" };
    Some(format!("\n{says}: {}\n", ways.join("; or ")))
}

/// The conditions of all groups that hold the keyword of a path.
fn conditions(group: &Group, path: &str, before: &str, ways: &mut Vec<String>) {
    let when = match (before, group.when.as_str()) {
        (before, "") => before.to_string(),
        ("", when) => when.to_string(),
        (before, when) => format!("{before}, {when}"),
    };
    for entry in &group.entries {
        if entry.path == path && !ways.contains(&when) {
            ways.push(when.clone());
        }
        if let Some(inner) = &entry.inner {
            conditions(inner, path, &when, ways);
        }
    }
    group.groups.iter().for_each(|inner| conditions(inner, path, &when, ways));
}

fn of_value(operator: &str, path: &str, text: &str) -> Option<String> {
    let page = page(operator)?;
    let entry = entry(&page.body, path)?;
    let value = entry.values.iter().find(|value| value.text.trim_matches('\'') == text && !value.meaning.is_empty())?;
    Some(format!("`{text}` of {path}  \n{}", value.meaning))
}

/// The entry of a keyword, in any group of the page.
fn entry<'p>(group: &'p Group, path: &str) -> Option<&'p Entry> {
    for entry in &group.entries {
        if entry.path == path {
            return Some(entry);
        }
        if let Some(found) = entry.inner.as_ref().and_then(|inner| self::entry(inner, path)) {
            return Some(found);
        }
    }
    group.groups.iter().find_map(|group| entry(group, path))
}

/// The keywords of the call that a place stands in.
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    pub label: String,
    pub gloss: String,
    /// Keyword as it stands in the label, in bytes, and its gloss.
    pub parameters: Vec<(std::ops::Range<usize>, String)>,
    /// The one under way.
    pub active: Option<usize>,
}

/// The signature of the call around the end of a text: mandatory keywords first.
pub fn signature(text: &str, names: &[Name]) -> Option<Signature> {
    let place = place(text);
    let concept = |name: &str| handle_of(names, name);
    let (command, factor) = call(&place)?;
    let arguments = command.arguments(&concept);
    let inner = factor.as_ref().map(|(name, frame)| (*name, frame.arguments(&concept)));
    let inner = inner.as_ref().map(|(name, given)| (*name, given.as_slice()));
    let mut keywords = fitting(command.name, &arguments, inner, true);
    if keywords.is_empty() {
        return None;
    }
    keywords.retain(|(_, keyword)| keyword.status != Status::Hidden && keyword.effect != Effect::Unsupported);
    keywords.sort_by_key(|(_, keyword)| keyword.status != Status::Mandatory);
    let current = factor.as_ref().map_or(command.keyword, |(_, frame)| frame.keyword);
    let opening = factor.as_ref().map_or(format!("{}(", command.name), |(name, _)| format!("{name}=_F("));
    let mut signature = Signature { label: opening, gloss: String::new(), parameters: Vec::new(), active: None };
    signature.gloss = page(command.name).map(|page| page.gloss).unwrap_or_default();
    for (rank, (name, keyword)) in keywords.iter().enumerate() {
        if rank > 0 {
            signature.label += ", ";
        }
        let start = signature.label.len();
        signature.label += name;
        signature.parameters.push((start..start + name.len(), keyword.gloss.to_string()));
        if current == Some(*name) {
            signature.active = Some(rank);
        }
    }
    signature.label.push(')');
    Some(signature)
}

/// The manual entry of what completion offers: `OPERATOR`, or `OPERATOR.FACTOR.KEYWORD`.
pub fn topic(topic: &str) -> Option<String> {
    match topic.split_once('.') {
        Some((operator, path)) => of_keyword(operator, &path.replace('.', "/")),
        None => {
            let text = manual::text(&page(topic)?, manual::View { all: false, full: true, width: 80, values: false });
            Some(format!("```text\n{text}\n```"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::concepts::Handle;
    use crate::python::Value;
    use std::path::Path;

    #[test]
    fn operators_keywords_values_and_concepts_are_explained() {
        let text =
            "é = 1\nMO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))\n";
        let document = Document::new(Path::new("a.comm"), text.to_string());
        let names = [Name::new("MA", Some(Value::Concept(Handle::new(1, "maillage_sdaster"))))];
        let says =
            |word: &str| hover(&document, text.find(word).unwrap() + 1, &names).map(|h| h.markdown).unwrap_or_default();
        assert!(says("AFFE_MODELE").starts_with("**AFFE_MODELE**"), "{}", says("AFFE_MODELE"));
        assert!(says("PHENOMENE").starts_with("**AFFE/PHENOMENE** of AFFE_MODELE"), "{}", says("PHENOMENE"));
        assert!(says("DIS_T").starts_with("`DIS_T` of AFFE/MODELISATION"), "{}", says("DIS_T"));
        assert_eq!(says("MA,"), "**MA**: maillage_sdaster");
        let found = signature(&text[..text.find("'DIS_T").unwrap()], &names).unwrap();
        assert_eq!(&found.label[found.parameters[found.active.unwrap()].0.clone()], "MODELISATION");
        let text = "R = DYNA_VIBRA(TYPE_CALCUL='HARM', BASE_CALCUL='PHYS', INCREMENT=_F(INST_FIN=0.07), FREQ=1.3)\n";
        let document = Document::new(Path::new("a.comm"), text.to_string());
        let says = |word: &str| hover(&document, text.find(word).unwrap() + 1, &[]).unwrap().markdown;
        assert!(says("FREQ").contains("\nIt fits here. It belongs to: "), "{}", says("FREQ"));
        assert!(says("INCREMENT").contains("\nIt does not fit here. It needs: "), "{}", says("INCREMENT"));
        assert!(!says("TYPE_CALCUL").contains(" fit"), "{}", says("TYPE_CALCUL"));
        let text = "x = 'noqa: L001'\ny = 0.7  # noqa: L003, L016 é\n";
        let document = Document::new(Path::new("a.comm"), text.to_string());
        let says = |word: &str| hover(&document, text.find(word).unwrap() + 2, &[]).map(|h| h.markdown);
        let wide = Document::new(Path::new("a.comm"), "y = 1  # noqa: éL016\n".to_string());
        assert!(hover(&wide, 18, &[]).unwrap().markdown.starts_with("**L016**"));
        assert!(says("L016").unwrap().starts_with("**L016** lost-comma"), "{:?}", says("L016"));
        assert_eq!((says("L001"), says("noqa: L003")), (None, None));
    }
}
