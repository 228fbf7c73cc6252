//! Names of a text: who defines, reads, changes and deletes each, and in which scope. It is read from the tree alone; texts
//! that name things (`CO("X")`, formulas) count.

use std::collections::BTreeSet;

use super::name_reader::read;
use super::occurrences::{Names, Occurrence};
use crate::source::{FileId, SourceFile};
use crate::syntax::{Origin, Statement, bound};

impl Names {
    pub fn of(file: &SourceFile, statements: &[Statement]) -> Names {
        let origin = Origin { range: 0..file.text.len(), statements: statements.len(), before: None };
        Names::default().again(file, statements, &[origin])
    }

    /// The names of a text that has changed: those of its parts that were taken over are, too.
    pub fn again(self, file: &SourceFile, statements: &[Statement], origins: &[Origin]) -> Names {
        let Names { occurrences, built, scopes, other_words } = self;
        let mut before = occurrences.into_iter().peekable();
        let mut words = other_words.into_iter().peekable();
        let mut found = Names { scopes, ..Names::default() };
        let mut left = statements;
        for origin in origins {
            let own;
            (own, left) = left.split_at(origin.statements.min(left.len()));
            let Some(old) = &origin.before else {
                read(&mut found, &file.text, own);
                continue;
            };
            let by = origin.range.start as i64 - old.start as i64;
            let moved = |kept: Occurrence| Occurrence { span: kept.span.moved(by), ..kept };
            let holds = |kept: &Occurrence, end: usize| (kept.span.start as usize) < end;
            while before.next_if(|gone| holds(gone, old.start)).is_some() {}
            while let Some(kept) = before.next_if(|kept| holds(kept, old.end)) {
                found.occurrences.push(moved(kept));
            }
            while words.next_if(|gone| holds(gone, old.start)).is_some() {}
            while let Some(kept) = words.next_if(|kept| holds(kept, old.end)) {
                found.other_words.push(moved(kept));
            }
            let kept = built.iter().filter(|span| old.contains(&(span.start as usize)));
            found.built.extend(kept.map(|span| span.moved(by)));
        }
        found.sort_words(statements);
        found
    }

    /// Words of formulas are names where the module binds them.
    fn sort_words(&mut self, statements: &[Statement]) {
        let mut module = BTreeSet::new();
        bound(statements, &mut |name| {
            module.insert(name.to_string());
        });
        let is_other = |found: &mut Occurrence| found.is_word() && !module.contains(&found.name);
        let gone: Vec<Occurrence> = self.occurrences.extract_if(.., is_other).collect();
        let new: Vec<Occurrence> = self.other_words.extract_if(.., |found| module.contains(&found.name)).collect();
        let place = |found: &Occurrence| (found.span.start, found.span.end);
        if !gone.is_empty() {
            self.other_words.extend(gone);
            self.other_words.sort_by_key(place);
        }
        if !new.is_empty() {
            self.occurrences.extend(new);
            self.occurrences.sort_by_key(place);
        }
    }
}

/// Names of a text that is read alone, for tests and for windows without a project.
pub fn names(text: &str) -> Names {
    let file = SourceFile::new("", None, text.to_string());
    let parsed = crate::syntax::parse(FileId(0), &file);
    Names::of(&file, &parsed.statements)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Role;

    fn shown(text: &str) -> String {
        let found = names(text).occurrences.into_iter().filter(|found| found.name.len() == 1);
        found.map(|f| format!("{}{}{} ", f.name, &format!("{:?}", f.role)[..1], f.scope)).collect()
    }

    #[test]
    fn roles_and_scopes() {
        assert_eq!(shown("X = F(reuse=X, A=Y)\nDETRUIRE(NOM=X)\n"), "XD0 FR0 XC0 YR0 XD0 ");
        assert_eq!(
            shown("x = 1\ndef f(a, b=x):\n    x = a\n    return x + c\n"),
            "xD0 fD0 aD1 bD1 xR0 xD1 aR1 xR1 cR0 "
        );
        assert_eq!(shown("y = [i for i in z if i]\ng = lambda u: u + y\n"), "yD0 iR1 iD1 zR0 iR1 gD0 uD2 uR2 yR0 ");
        let names = names(
            "T = DYNA(TAB=CO(\"W\"))\nf = 1\nV = FORMULE(NOM_PARA=('X', 'f'), VALE='f*h(X) + k.f + T', h=T)\nPRINT(W)\n",
        );
        let texts: Vec<(&str, bool)> = names.occurrences.iter().map(|o| (o.name.as_str(), o.in_text)).collect();
        assert!(
            texts.contains(&("W", true)) && texts.contains(&("T", true)) && !texts.contains(&("f", true)),
            "{texts:?}"
        );
        assert!(
            super::names("X = CO('a' % 3)\n").built.len() == 1 && super::names("globals()['x'] = 1\n").built.len() == 1
        );
    }

    #[test]
    fn a_definition_is_the_last_before() {
        let names = names("x = 1\ny = x\nx = 2\nz = x\n");
        let reads: Vec<&Occurrence> = names.occurrences.iter().filter(|o| o.role == Role::Reads).collect();
        let starts: Vec<u32> = reads.iter().map(|read| names.definition(read).unwrap().span.start).collect();
        assert_eq!(starts, [0, 12]);
    }
}
