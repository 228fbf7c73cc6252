//! The pest bridge: the generated parser, and its errors in plain English.

use pest::Parser as _;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;

use crate::diag::Diagnostic;
use crate::source::{FileId, Span};

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/comm.pest"]
pub struct CommandLine;

pub type Node<'a> = Pair<'a, Rule>;

/// Deepest nesting of brackets that is read; deeper lines would exhaust the stack.
const DEEPEST: usize = 60;

/// Reads `text` with `rule`; offsets in messages are shifted by `base`.
pub fn read<'a>(rule: Rule, text: &'a str, file: FileId, base: usize) -> Result<Node<'a>, Box<Diagnostic>> {
    if let Some(at) = too_deep(text) {
        return Err(Box::new(
            Diagnostic::error("S006", format!("brackets are nested more than {DEEPEST} deep"))
                .at(Span::new(file, base + at, base + at + 1))
                .label("this one is too deep"),
        ));
    }
    let missing = || Diagnostic::error("S001", "this line cannot be read").at(Span::new(file, base, base + text.len()));
    match CommandLine::parse(rule, text) {
        Ok(mut pairs) => pairs.next().ok_or_else(|| Box::new(missing())),
        Err(error) => Err(Box::new(explain(&error, text, file, base))),
    }
}

fn too_deep(text: &str) -> Option<usize> {
    let (mut depth, mut signs) = (0_usize, 0_usize);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        signs = if matches!(byte, b'-' | b'+' | b' ') { signs + 1 } else { 0 };
        if depth > DEEPEST || (signs > 2000 && byte != b' ') {
            return Some(at);
        }
    }
    None
}

fn explain(error: &pest::error::Error<Rule>, text: &str, file: FileId, base: usize) -> Diagnostic {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at.min(text.len()),
    };
    let rest = &text[at..];
    let skipped = rest.len() - rest.trim_start().len();
    // At the end of a line, point just behind its last character.
    let (at, found) = if rest.trim().is_empty() {
        (text.trim_end().len(), "the end of the line".to_string())
    } else {
        (at + skipped, format!("`{}`", token(&rest[skipped..])))
    };
    let width = if found.starts_with('`') { found.len() - 2 } else { 1 };
    let expected = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => expectation(positives),
        ErrorVariant::CustomError { message } => message.clone(),
    };
    Diagnostic::error("S001", format!("found {found} where {expected} was expected"))
        .at(Span::new(file, base + at, base + at + width))
        .label(format!("expected {expected}"))
}

/// The first token of a text, for messages.
fn token(text: &str) -> &str {
    let end = match text.chars().next() {
        Some(c) if c.is_alphanumeric() || c == '_' => {
            text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())
        }
        Some(c) => c.len_utf8(),
        None => 0,
    };
    &text[..end]
}

/// What the rules that could have matched mean to a reader.
fn expectation(rules: &[Rule]) -> String {
    let has = |rule: Rule| rules.contains(&rule);
    let values = has(Rule::primary) || has(Rule::expression) || has(Rule::operation) || has(Rule::expressions);
    if has(Rule::kw_in) && !has(Rule::add) {
        return "`in`".into();
    }
    if has(Rule::add) || has(Rule::power) || has(Rule::call) {
        return "an operator, `,`, a closing bracket or the end of the line".into();
    }
    if has(Rule::kw_else) {
        return "`else`".into();
    }
    if has(Rule::kw_import) {
        return "`import`".into();
    }
    if values || has(Rule::minus) || has(Rule::number) || has(Rule::lower) {
        return "a value".into();
    }
    if has(Rule::name) || has(Rule::identifier) || has(Rule::target) {
        return "a name".into();
    }
    if has(Rule::EOI) {
        return "the end of the line".into();
    }
    "something else".into()
}
