//! L016: two names side by side become one: a comma is missing between them.

use super::calls::each_group;
use super::study::Study;
use crate::diag::{Diagnostic, Fix};
use crate::source::Span;
use crate::syntax::ExpressionKind;
use crate::syntax::scan::{Kind, is_of_name, quoted, tokens};

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
    for token in tokens(written) {
        match token.kind {
            Kind::Blank | Kind::Newline => {}
            Kind::Open | Kind::Close if "()".contains(token.text) => {}
            Kind::Text => {
                let text = quoted(token.text).filter(|text| text.closed && text.opening() == 1);
                let Some(word) = text.map(|text| text.content) else { return Vec::new() };
                if word.is_empty() || !word.chars().all(is_of_name) {
                    return Vec::new();
                }
                found.push((token.text, token.at + token.text.len()));
            }
            _ => return Vec::new(),
        }
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
