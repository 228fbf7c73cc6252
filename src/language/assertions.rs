//! Assertions of a text and what they rest on: the calls of TEST_ operators, and a fingerprint of the statements that their
//! concepts come from, so that a verdict can be told from one of a text that has changed since.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::document::Document;
use super::format::pieces;
use super::occurrences::Role;
use crate::former::walk;
use crate::source::Span;
use crate::syntax::{Argument, Expression, StatementKind};

/// One call of a TEST_ operator.
#[derive(Clone, Debug)]
pub struct Assertion {
    pub command: String,
    pub span: Span,
    /// Its line, from 1, as verdicts count it.
    pub line: usize,
    /// Values of VALE_CALC and the like, in the order of the text.
    pub computed: Vec<Span>,
    /// Values of VALE_REFE and the like.
    pub references: Vec<Span>,
    /// Its text without blanks and comments.
    pub text: u64,
    /// What its concepts come from.
    pub basis: u64,
}

/// The assertions of a text. `study` has all texts of its study, in any order; the text itself may be among them.
pub fn assertions(document: &Document, study: &[&Document]) -> Vec<Assertion> {
    let mut parts: Vec<Part> = study.iter().flat_map(|other| parts(other)).collect();
    let own = self::parts(document);
    if !study.iter().any(|other| std::ptr::eq(*other, document)) {
        parts.extend(own.iter().cloned());
    }
    let all = hash(&parts.iter().map(|part| part.text).collect::<Vec<_>>());
    let mut parts = Bases::of(&parts);
    let mut found = Vec::new();
    for (rank, statement) in document.parsed().statements.iter().enumerate() {
        walk::expressions(std::slice::from_ref(statement), &mut |expression| {
            let Some((command, arguments)) = walk::call(expression) else { return };
            if !command.starts_with("TEST_") {
                return;
            }
            let function = matches!(statement.kind, StatementKind::Function(_));
            let plain = matches!(statement.kind, StatementKind::Expression(_));
            let basis = match plain {
                true => parts.basis(&reads(document, expression.span), 0),
                // A block is part of what its assertions rest on; what a function is called with may be anything.
                false if function => all,
                false => parts.basis(&own[rank].reads, own[rank].text),
            };
            let (mut computed, mut references) = (Vec::new(), Vec::new());
            values(arguments, &mut computed, &mut references);
            found.push(Assertion {
                command: command.to_string(),
                span: expression.span,
                line: document.source.line_column(expression.span.start as usize).line,
                computed,
                references,
                text: fingerprint(&document.text()[expression.span.range()]),
                basis,
            });
        });
    }
    found.sort_by_key(|assertion| assertion.span.start);
    found
}

/// Places of the values that an assertion compares with, at its own level and in its factors.
fn values(arguments: &[Argument], computed: &mut Vec<Span>, references: &mut Vec<Span>) {
    for argument in arguments {
        let Some((name, _)) = &argument.name else { continue };
        if name.starts_with("VALE_CALC") {
            computed.push(argument.value.span);
        } else if name.starts_with("VALE_REFE") {
            references.push(argument.value.span);
        }
        for inner in walk::occurrences(&argument.value) {
            values(inner, computed, references);
        }
    }
}

/// A statement of the module: its fingerprint, and the names that it defines or changes and reads.
#[derive(Clone, Debug)]
struct Part {
    text: u64,
    makes: BTreeSet<String>,
    reads: BTreeSet<String>,
}

fn parts(document: &Document) -> Vec<Part> {
    let statements = &document.parsed().statements;
    let end_of = |rank: usize| match statements.get(rank + 1) {
        Some(next) => next.span.start as usize,
        None => document.text().len(),
    };
    let part = |(rank, statement): (usize, &crate::syntax::Statement)| {
        let range = statement.span.start as usize..end_of(rank);
        let mut part = Part { text: 0, makes: BTreeSet::new(), reads: BTreeSet::new() };
        part.text = fingerprint(document.text().get(range.clone()).unwrap_or(""));
        for name in document.names.inside(range).iter().filter(|name| name.scope == 0) {
            let set = if name.role == Role::Reads { &mut part.reads } else { &mut part.makes };
            set.insert(name.name.clone());
        }
        part
    };
    statements.iter().enumerate().map(part).collect()
}

fn reads(document: &Document, span: Span) -> BTreeSet<String> {
    let names = document.names.inside(span.range()).iter().filter(|name| name.scope == 0);
    names.map(|name| name.name.clone()).collect()
}

/// What names come from, found once for each set of them.
struct Bases<'p> {
    parts: &'p [Part],
    makers: BTreeMap<&'p str, Vec<usize>>,
    known: BTreeMap<BTreeSet<String>, u64>,
}

impl<'p> Bases<'p> {
    fn of(parts: &'p [Part]) -> Self {
        let mut makers: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (rank, part) in parts.iter().enumerate() {
            part.makes.iter().for_each(|name| makers.entry(name).or_default().push(rank));
        }
        Bases { parts, makers, known: BTreeMap::new() }
    }

    /// Fingerprint of all statements that some names come from, directly or not.
    fn basis(&mut self, names: &BTreeSet<String>, own: u64) -> u64 {
        let texts = match self.known.get(names) {
            Some(known) => *known,
            None => {
                let texts: Vec<u64> = self.used(names).into_iter().map(|rank| self.parts[rank].text).collect();
                let texts = hash(&texts);
                self.known.insert(names.clone(), texts);
                texts
            }
        };
        hash(&(own, texts))
    }

    fn used(&self, names: &BTreeSet<String>) -> BTreeSet<usize> {
        let mut met: BTreeSet<&str> = names.iter().map(String::as_str).collect();
        let mut left: Vec<&str> = met.iter().copied().collect();
        let mut used = BTreeSet::new();
        while let Some(name) = left.pop() {
            for &rank in self.makers.get(name).into_iter().flatten() {
                if used.insert(rank) {
                    left.extend(self.parts[rank].reads.iter().map(String::as_str).filter(|read| met.insert(read)));
                }
            }
        }
        used
    }
}

/// Fingerprint of a text whatever its blanks, ends of lines and comments.
fn fingerprint(text: &str) -> u64 {
    let words: Vec<&str> = pieces(text).0.into_iter().map(|piece| piece.text).collect();
    hash(&words)
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The call that begins a study, or its first statement.
pub fn beginning(document: &Document) -> Option<Span> {
    let mut first = None;
    walk::expressions(&document.parsed().statements, &mut |expression: &Expression| {
        if first.is_none() && walk::call(expression).is_some_and(|(name, _)| matches!(name, "DEBUT" | "POURSUITE")) {
            first = Some(expression.span);
        }
    });
    first.or(document.parsed().statements.first().map(|statement| statement.span))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn document(text: &str) -> Document {
        Document::new(Path::new("a.comm"), text.to_string())
    }

    fn of(text: &str) -> Vec<Assertion> {
        let document = document(text);
        assertions(&document, &[&document])
    }

    const TEXT: &str = "DEBUT()\nK = 1.3\nF = DEFI_CONSTANTE(VALE=K)\nG = DEFI_CONSTANTE(VALE=0.7)\n\
        TEST_FONCTION(VALEUR=(_F(FONCTION=F, VALE_PARA=0.0, VALE_CALC=1.3, VALE_REFE=1.3), _F(FONCTION=F, VALE_CALC=1.3)))\n\
        for g in (G,):\n    TEST_FONCTION(VALEUR=_F(FONCTION=g, VALE_REFE=0.7))\n";

    #[test]
    fn values_and_lines_are_found_at_every_depth() {
        let found = of(TEXT);
        assert_eq!(found.iter().map(|a| a.line).collect::<Vec<_>>(), [5, 7]);
        assert_eq!((found[0].computed.len(), found[0].references.len()), (2, 1));
        assert_eq!(&TEXT[found[1].references[0].range()], "0.7");
        assert_eq!(beginning(&document(TEXT)).unwrap().start, 0);
    }

    #[test]
    fn a_verdict_rests_on_the_statements_its_concepts_come_from() {
        let before = of(TEXT);
        // A comment and blanks change nothing, nor does a statement that other assertions rest on.
        let same = of(&TEXT.replace("K = 1.3\n", "K  =  1.3  # stiffness\n\n"));
        assert!(same[0].basis == before[0].basis && same[0].text == before[0].text);
        let other = of(&TEXT.replace("VALE=0.7)", "VALE=0.9)"));
        assert!(other[0].basis == before[0].basis && other[1].basis != before[1].basis);
        // A number two statements away counts.
        let changed = of(&TEXT.replace("K = 1.3", "K = 1.7"));
        assert!(changed[0].basis != before[0].basis && changed[1].basis == before[1].basis);
        let rewritten = of(&TEXT.replace("VALE_PARA=0.0", "VALE_PARA=0.5"));
        assert!(rewritten[0].text != before[0].text && rewritten[0].basis == before[0].basis);
    }
}
