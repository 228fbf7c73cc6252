//! What a loop says again at one place: the same message once, and messages that differ in a name alone as one with a count.

use std::collections::{BTreeMap, BTreeSet};

use crate::diag::Diagnostic;
use crate::former::walk;
use crate::source::{SourceMap, Span};
use crate::syntax::{self, Statement, StatementKind};

/// Messages said so far, by place and code.
#[derive(Debug, Default)]
pub struct Repeats(BTreeMap<(Option<Span>, &'static str), Vec<Said>>);

#[derive(Debug)]
struct Said {
    message: String,
    /// The call that it was said of: what one call says at one place is all told.
    visit: usize,
    /// Messages of other calls that differ in a name alone.
    alike: BTreeSet<String>,
}

impl Repeats {
    /// Whether a message is to be told; one like those before is counted with them.
    pub fn is_new(&mut self, diagnostic: &Diagnostic, visit: usize) -> bool {
        let before = self.0.entry((diagnostic.span, diagnostic.code)).or_default();
        let message = &diagnostic.message;
        if before.iter().any(|said| said.message == *message || said.alike.contains(message)) {
            return false;
        }
        if let Some(said) = before.iter_mut().find(|said| said.visit != visit && are_alike(&said.message, message)) {
            said.alike.insert(message.clone());
            return false;
        }
        before.push(Said { message: message.clone(), visit, alike: BTreeSet::new() });
        true
    }

    /// Adds to each message how many more there are like it.
    pub fn tell(&self, diagnostics: &mut [Diagnostic], sources: &SourceMap) {
        for diagnostic in diagnostics {
            let said = self.0.get(&(diagnostic.span, diagnostic.code));
            let counted = said.and_then(|said| said.iter().find(|said| said.message == diagnostic.message));
            let Some(more) = counted.map(|said| said.alike.len()).filter(|more| *more > 0) else { continue };
            let place = diagnostic.span.and_then(|span| line_of_loop(span, sources));
            let text = match place {
                Some(line) => format!("and {more} more like it, in the loop of line {line}"),
                None => format!("and {more} more like it"),
            };
            diagnostic.help = Some(match diagnostic.help.take() {
                Some(help) => format!("{help}\n{text}"),
                None => text,
            });
        }
    }
}

/// Whether two messages differ in a name or a number alone: the same part of the words in which they differ.
fn are_alike(a: &str, b: &str) -> bool {
    let (first, second): (Vec<&str>, Vec<&str>) = (a.split(' ').collect(), b.split(' ').collect());
    if first.len() != second.len() {
        return false;
    }
    let mut other = first.iter().zip(&second).filter(|(x, y)| x != y).map(|(x, y)| difference(x, y));
    let Some(one) = other.next() else { return true };
    other.all(|pair| pair == one)
}

/// What is left of two words without the letters that they have in common at both ends.
fn difference<'w>(a: &'w str, b: &'w str) -> (&'w str, &'w str) {
    let common = |(x, y): &(char, char)| x == y;
    let head: usize = a.chars().zip(b.chars()).take_while(common).map(|(c, _)| c.len_utf8()).sum();
    let (a, b) = (&a[head..], &b[head..]);
    let tail: usize = a.chars().rev().zip(b.chars().rev()).take_while(common).map(|(c, _)| c.len_utf8()).sum();
    (&a[..a.len() - tail], &b[..b.len() - tail])
}

/// The line of the innermost loop around a place.
fn line_of_loop(span: Span, sources: &SourceMap) -> Option<usize> {
    let file = sources.get(span.file)?;
    let contains = |statement: &Statement| statement.span.start <= span.start && span.end <= statement.span.end;
    let mut innermost: Option<Span> = None;
    walk::statements(&syntax::parse(span.file, file).statements, &mut |statement| {
        let (StatementKind::For { body, .. } | StatementKind::While { body, .. }) = &statement.kind else { return };
        let mut inside = false;
        walk::statements(body, &mut |inner| inside |= contains(inner));
        if inside && innermost.is_none_or(|other| other.start <= statement.span.start) {
            innermost = Some(statement.span);
        }
    });
    innermost.map(|found| file.line_column(found.start as usize).line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_that_differ_in_a_name_alone_are_alike() {
        assert!(are_alike(
            "MATR_ASSE must be a matrix; found CO('K_9')",
            "MATR_ASSE must be a matrix; found CO('K_10')"
        ));
        assert!(are_alike("K_1 is unknown: is K_1 a group?", "K_17 is unknown: is K_17 a group?"));
        assert!(!are_alike("K_1 is unknown: is K_1 a group?", "K_2 is unknown: is K_3 a group?"));
        assert!(!are_alike("PAS is missing", "PAS is too long now"));
    }

    #[test]
    fn one_call_tells_all_and_later_calls_are_counted() {
        let mut repeats = Repeats::default();
        let missing = |name: &str| Diagnostic::error("C003", format!("{name} is missing"));
        assert!(repeats.is_new(&missing("PAS"), 1) && repeats.is_new(&missing("INST_FIN"), 1));
        assert!(!repeats.is_new(&missing("PAS"), 2) && !repeats.is_new(&missing("EXCIT"), 2));
        assert!(!repeats.is_new(&missing("EXCIT"), 3) && !repeats.is_new(&missing("CHARGE"), 3));
        let mut told = [missing("PAS"), missing("INST_FIN")];
        repeats.tell(&mut told, &SourceMap::default());
        assert_eq!(told[0].help.as_deref(), Some("and 2 more like it"));
        assert_eq!(told[1].help, None);
    }
}
