//! Words that Python knows: what follows a point, what can be imported, what a formula can name; and the frame of a new study.

use super::call::{CursorPlace, call, place};
use super::offered::{Name, Word};
use crate::catalogue::command;
use crate::python::{MODULES, Value, attributes as attributes_of, empty, gloss, module};
use crate::syntax::scan::{Kind, quoted, tokens};

/// What may follow a point at the end of `text`: members of a name, of a module in a module, of what a call gives.
pub fn attributes(text: &str, session: &[Name]) -> Vec<Word> {
    let before = text.trim_end_matches('.').trim_end();
    let value = match before.strip_suffix(')') {
        Some(inside) => place(inside).frames.last().and_then(|frame| given_by(inside, frame.name)),
        None => named(before, session),
    };
    let Some(value) = value else { return Vec::new() };
    let section = if let Value::Module(module) = &value { module.name.to_string() } else { "methods".to_string() };
    let word = |name: String| {
        let gloss = gloss(&section, name.trim_end_matches('('));
        Word::new(name, gloss.map_or("", |gloss| gloss.text))
    };
    attributes_of(&value).into_iter().map(word).collect()
}

/// A value of the type that a function or method gives.
fn given_by(text: &str, name: &str) -> Option<Value> {
    let sections: &[&str] = if is_member(text, name) { &["methods", "numpy", "numpy.linalg"] } else { &["builtins"] };
    empty(sections.iter().find_map(|section| gloss(section, name))?.gives)
}

/// Whether a point stands before the last occurrence of a name.
fn is_member(text: &str, name: &str) -> bool {
    text.rfind(&format!("{name}(")).is_some_and(|at| text[..at].trim_end().ends_with('.'))
}

/// The value of the name at the end of a text: `MODES`, `np.linalg`.
pub fn named(text: &str, session: &[Name]) -> Option<Value> {
    let from = text.rfind(|c: char| !c.is_alphanumeric() && c != '_' && c != '.');
    let from = from.map_or(0, |at| at + text[at..].chars().next().map_or(0, char::len_utf8));
    let mut parts = text[from..].split('.');
    let first = parts.next()?;
    let value = session.iter().find(|known| known.name == first)?.value.clone()?;
    parts.try_fold(value, |value, part| match value {
        Value::Module(module) => module.scope.own(part),
        _ => None,
    })
}

/// Modules after `from` and `import`, and what `from MODULE import` may name; with the place of the word that begins.
pub fn imported(text: &str, place: &CursorPlace<'_>) -> Option<(usize, Vec<Word>)> {
    if place.quote.is_some() || !place.frames.is_empty() {
        return None;
    }
    let line = text[text.rfind('\n').map_or(0, |at| at + 1)..].trim_start();
    let start = text.rfind([' ', '\t', ',']).map_or(0, |at| at + 1);
    let of_module = line.strip_prefix("from ").and_then(|rest| rest.split_once(" import "));
    let words = match of_module {
        Some((name, _)) => {
            let section = name.trim().to_string();
            let made = Value::Module(module(&section)?);
            let names = attributes_of(&made).into_iter().map(|name| name.trim_end_matches('(').to_string());
            names.map(|name| Word::new(name.as_str(), gloss(&section, &name).map_or("", |gloss| gloss.text))).collect()
        }
        None if line.starts_with("from ") && !line[5..].trim_start().contains(' ') || line.starts_with("import ") => {
            MODULES.iter().map(|name| Word::plain(*name)).collect()
        }
        None => return None,
    };
    Some((start, words))
}

/// What the text of a formula may name at its end: parameters and values of its call, names of the study, functions of mathematics.
pub fn of_formula(text: &str, place: &CursorPlace<'_>, session: &[Name]) -> Option<(usize, Vec<Word>)> {
    let quote = place.quote?;
    let (frame, _) = call(place).filter(|(frame, factor)| frame.name == "FORMULE" && factor.is_none())?;
    if !matches!(frame.keyword, Some("VALE" | "VALE_C")) {
        return None;
    }
    let inside = &text[quote..];
    let begins = inside.rfind(|c: char| !c.is_alphanumeric() && c != '_');
    let start = quote + begins.map_or(0, |at| at + inside[at..].chars().next().map_or(0, char::len_utf8));
    let operator = command("FORMULE")?;
    let mut words = Vec::new();
    for (name, written) in frame.written() {
        if *name == "NOM_PARA" {
            let texts = tokens(written).filter(|token| token.kind == Kind::Text).filter_map(|token| quoted(token.text));
            words.extend(texts.map(|text| Word::new(text.content, "parameter")));
        } else if operator.keyword(None, name).is_none() {
            words.push(Word::new(*name, written.trim()));
        }
    }
    for known in session {
        let is_function = |kind: &str| known.handle().is_some_and(|handle| handle.is_a(kind));
        match &known.value {
            Some(Value::Concept(_))
                if ["fonction_sdaster", "fonction_c", "nappe_sdaster", "formule"].into_iter().any(is_function) =>
            {
                words.push(Word::new(format!("{}(", known.name), known.gloss()));
            }
            Some(Value::Function(_)) => words.push(Word::new(format!("{}(", known.name), "")),
            Some(Value::Integer(_) | Value::Real(_) | Value::Complex(_)) | None => {
                words.push(Word::new(known.name.as_str(), known.gloss()));
            }
            _ => {}
        }
    }
    let mathematics = Value::Module(module("math")?);
    words.extend(attributes_of(&mathematics).into_iter().map(|name| {
        let says = gloss("math", name.trim_end_matches('('));
        Word::new(name, says.map_or("", |gloss| gloss.text))
    }));
    Some((start, words))
}

/// The frame of a study, for a text that has nothing in it, or the beginning of its first word.
pub fn frame(text: &str) -> Option<Word> {
    "DEBUT".starts_with(text.trim()).then(|| Word {
        snippet: Some(FRAME.to_string()),
        ..Word::new("DEBUT()", "The frame of a study: mesh, model, end.")
    })
}

const FRAME: &str = "DEBUT()

MESH = LIRE_MAILLAGE(UNITE=20)
MODEL = AFFE_MODELE(
    MAILLAGE=MESH, AFFE=_F(TOUT=\"OUI\", PHENOMENE=\"MECANIQUE\", MODELISATION=\"$1\")
)

FIN()
";
