//! L016: two names side by side become one: a comma is missing between them.

use super::calls::each_group;
use super::study::Study;
use crate::diag::{Diagnostic, Fix};
use crate::source::Span;
use crate::syntax::ExpressionKind;

pub fn look(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    for text in &study.texts {
        each_group(&text.statements, &mut |group| {
            for argument in group.arguments {
                let Some((name, _)) = &argument.name else { continue };
                // Only where several texts make sense.
                let many =
                    group.meanings(name).iter().any(|keyword| keyword.simple().is_some() && keyword.max != Some(1));
                if !many {
                    continue;
                }
                for item in super::calls::items(&argument.value) {
                    let ExpressionKind::Text(joined) = &item.kind else { continue };
                    let words = words(text.written(item.span));
                    let [first, .., _] = words.as_slice() else { continue };
                    let message = format!("texts side by side are one text: '{joined}'");
                    let at =
                        |end: usize| Span::new(text.id, item.span.start as usize + end, item.span.start as usize + end);
                    let ends = words[..words.len() - 1].iter();
                    let mut edits: Vec<(Span, String)> = ends.map(|(_, end)| (at(*end), ",".to_string())).collect();
                    // Without brackets around them they would be another argument.
                    if std::ptr::eq(item, &argument.value) && !text.written(argument.value.span).starts_with('(') {
                        edits.insert(0, (at(0), "(".into()));
                        edits.push((at(text.written(item.span).len()), ")".into()));
                    }
                    let fix = Fix::new(format!("add the comma after {}", first.0), edits);
                    let lint = Diagnostic::note("L016", message).at(item.span).help("a comma makes them two");
                    found.push(lint.fix(Some(fix)));
                }
            }
        });
    }
}

/// The texts in a literal of several, each a word, with their ends; none when one of them is a sentence.
fn words(written: &str) -> Vec<(&str, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = written[at..].find(['"', '\'']).map(|from| at + from) {
        let between = written[at..start].trim_matches(|c: char| c.is_whitespace() || "()".contains(c));
        let Some(length) = written[start + 1..].find(&written[start..=start]) else { return Vec::new() };
        let end = start + length + 2;
        let word = &written[start + 1..end - 1];
        let is_word = !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !between.is_empty() || !is_word {
            return Vec::new();
        }
        found.push((&written[start..end], end));
        at = end;
    }
    found
}

#[cfg(test)]
mod tests {
    #[test]
    fn sentences_are_no_words() {
        let count = |text: &str| super::words(text).len();
        assert_eq!((count("'A' 'B'"), count("('A'\n  \"B\" 'C')"), count("'A'")), (2, 3, 1));
        assert_eq!((count("'A b' 'c'"), count("'A' f'B'"), count("''")), (0, 0, 0));
    }
}
