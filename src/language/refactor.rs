//! Changes of a text that an author asks for at a place: mandatory keywords written out, a number given a name.

use std::collections::BTreeSet;

use super::call::place as place_in;
use super::document::Document;
use super::offered::{Name, handle_of};
use super::place::find;
use crate::catalogue::{Constant, Keyword, Status, Type, command, fitting};
use crate::concepts::Handle;
use crate::source::Span;
use crate::syntax::{Expression, ExpressionKind, each_statement};

/// A change with what it does.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    pub title: String,
    pub edits: Vec<(std::ops::Range<usize>, String)>,
}

/// Writes the mandatory keywords that the call around a place lacks, with values to be replaced.
pub fn add_mandatory(document: &Document, offset: usize, names: &[Name]) -> Option<Change> {
    let text = document.text();
    let found = find(&document.parsed().statements, offset);
    let (operator, factor) = found.operator()?;
    let around = factor.map_or(operator, |(_, inner)| inner);
    let call = enclosing(document, around.function)?;
    let outer = enclosing(document, operator.function)?;
    let end = call.span.end as usize - 1;
    if !text[..call.span.end as usize].ends_with(')') {
        return None;
    }
    let place = place_in(text.get(outer.span.start as usize..end)?);
    let concept = |name: &str| handle_of(names, name);
    let (frame, inner) = super::call::call(&place)?;
    let given = frame.arguments(&concept);
    let inner = inner.map(|(name, frame)| (name, frame.arguments(&concept)));
    let inner = inner.as_ref().map(|(name, given)| (*name, given.as_slice()));
    let lacking: Vec<(&str, &Keyword)> = fitting(frame.name, &given, inner, false)
        .into_iter()
        .filter(|(_, keyword)| keyword.status == Status::Mandatory)
        .collect();
    if lacking.is_empty() {
        return None;
    }
    let words: Vec<String> =
        lacking.iter().map(|(name, keyword)| format!("{name}={}", placeholder(keyword, names))).collect();
    let before = text[..end].trim_end();
    let joint = if before.ends_with('(') {
        ""
    } else if before.ends_with(',') {
        " "
    } else {
        ", "
    };
    let title = match lacking.as_slice() {
        [(name, _)] => format!("add the mandatory keyword {name}"),
        _ => format!("add the mandatory keywords {}", lacking.iter().map(|l| l.0).collect::<Vec<_>>().join(", ")),
    };
    let insert = format!("{joint}{}", words.join(", "));
    Some(Change { title, edits: vec![(before.len()..before.len(), insert)] })
}

/// The call whose function is this expression.
fn enclosing<'d>(document: &'d Document, function: &Expression) -> Option<&'d Expression> {
    let mut found = None;
    crate::syntax::each_expression(&document.parsed().statements, &mut |expression| {
        if let ExpressionKind::Call { function: own, .. } = &expression.kind
            && own.span == function.span
        {
            found = Some(expression);
        }
    });
    found
}

/// A value of the right type that the author replaces.
fn placeholder(keyword: &Keyword, names: &[Name]) -> String {
    let Some(simple) = keyword.simple() else { return "_F()".to_string() };
    if let Some(first) = simple.into.first() {
        return match first {
            Constant::Text(text) => format!("\"{text}\""),
            Constant::Integer(n) => n.to_string(),
            Constant::Real(x) => format!("{x:?}"),
            Constant::Complex(re, im) => format!("complex({re:?}, {im:?})"),
            Constant::Logical(value) => if *value { "True" } else { "False" }.to_string(),
        };
    }
    let fits = |handle: &Handle| simple.types.iter().any(|t| matches!(t, Type::Concept(kind) if handle.is_a(kind)));
    let known = names.iter().rev().find(|known| known.handle().is_some_and(fits));
    match simple.types.first() {
        _ if known.is_some() => known.map(|known| known.name.clone()).unwrap_or_default(),
        Some(Type::Real) => "0.0".to_string(),
        Some(Type::Integer | Type::Unit) => "0".to_string(),
        Some(Type::Logical) => "True".to_string(),
        Some(Type::New) => "CO(\"NAME\")".to_string(),
        Some(Type::Concept(_) | Type::Any) => "None".to_string(),
        _ => "\"\"".to_string(),
    }
}

/// Gives the number or the text at a place a name of its own, in a line above its statement.
pub fn extract(document: &Document, offset: usize) -> Option<Change> {
    let text = document.text();
    let found = find(&document.parsed().statements, offset);
    let value = found.innermost?;
    let is_literal =
        matches!(value.kind, ExpressionKind::Integer(_) | ExpressionKind::Real(_) | ExpressionKind::Text(_));
    let (operator, factor) = found.operator()?;
    let level = factor.map_or(operator, |(_, inner)| inner);
    let (keyword, _) = level.argument?.name.as_ref()?;
    if !is_literal {
        return None;
    }
    let mut statement: Option<Span> = None;
    each_statement(&document.parsed().statements, &mut |other| {
        if other.span.range().contains(&(value.span.start as usize)) {
            statement = Some(other.span);
        }
    });
    let start = statement?.start as usize;
    let line = text[..start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let blanks = &text[line..start];
    // Behind `;` or the head of a block there is no line for it.
    if !blanks.chars().all(|c| c.is_whitespace()) {
        return None;
    }
    let taken: BTreeSet<&str> = document.names.occurrences.iter().map(|other| other.name.as_str()).collect();
    let free = |name: &String| command(name).is_none() && !taken.contains(name.as_str());
    let name = std::iter::once(keyword.clone()).chain((2..).map(|n| format!("{keyword}_{n}"))).find(free)?;
    let written = &text[value.span.range()];
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    Some(Change {
        title: format!("give {written} a name: {name}"),
        edits: vec![(start..start, format!("{name} = {written}{end}{blanks}")), (value.span.range(), name)],
    })
}

/// A text with edits made.
pub fn edited(text: &str, edits: &[(std::ops::Range<usize>, String)]) -> String {
    let mut edits: Vec<_> = edits.iter().collect();
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let mut new = String::new();
    let mut at = 0;
    for (range, word) in edits {
        new += text.get(at..range.start).unwrap_or("");
        new += word;
        at = range.end.max(at);
    }
    new + text.get(at..).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn document(text: &str) -> Document {
        Document::new(Path::new("a.comm"), text.to_string())
    }

    #[test]
    fn mandatory_keywords_are_written_with_values_to_replace() {
        let names = [Name::new("MA", Some(crate::python::Value::Concept(Handle::new(1, "maillage_sdaster"))))];
        for (text, at, new) in [
            ("é = 1\nT = DEFI_CONSTANTE()\n", "CONSTANTE", "é = 1\nT = DEFI_CONSTANTE(VALE=0.0)\n"),
            (
                "MO = AFFE_MODELE(AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'),)\n",
                "AFFE_M",
                "MO = AFFE_MODELE(AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'), MAILLAGE=MA)\n",
            ),
        ] {
            let document = document(text);
            let change = add_mandatory(&document, text.find(at).unwrap(), &names).unwrap();
            assert_eq!(edited(text, &change.edits), new, "{}", change.title);
        }
        let whole = document("T = DEFI_CONSTANTE(VALE=0.7)\n");
        assert_eq!(add_mandatory(&whole, 6, &names), None);
    }

    #[test]
    fn a_number_gets_a_name_above_its_statement() {
        let text = "if x:\n    é = 1; T = 2\n    T = DEFI_CONSTANTE(VALE=-1.3e-4)\n";
        let document = document(text);
        let change = extract(&document, text.find("1.3").unwrap() + 1).unwrap();
        let new = "if x:\n    é = 1; T = 2\n    VALE = 1.3e-4\n    T = DEFI_CONSTANTE(VALE=-VALE)\n";
        assert_eq!(edited(text, &change.edits), new);
        // No number, or no line of its own.
        assert_eq!(extract(&document, text.find("DEFI").unwrap()), None);
        assert_eq!(extract(&document, text.find("= 1").unwrap() + 2), None);
    }
}
