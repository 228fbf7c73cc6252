//! Lines of examples in a width: calls are continued after a comma between brackets, remarks after a word.

use crate::syntax::scan::{Kind, Token, tokens};

/// The lines of a text, those that are too long in several. What cannot be broken stays as it is.
pub(super) fn filled(text: &str, width: usize) -> impl Iterator<Item = String> {
    let mut open = 0i64;
    text.lines().flat_map(move |line| broken(line, width, &mut open))
}

/// `open` brackets stand before the line, and are counted on.
fn broken(line: &str, width: usize, open: &mut i64) -> Vec<String> {
    let indent = line.chars().take_while(|c| *c == ' ').count();
    if let Some(remark) = line.trim_start().strip_prefix('#') {
        let start = format!("{:indent$}#", "");
        let mut lines = vec![start.clone()];
        for word in remark.split_inclusive(' ') {
            let last = lines.len() - 1;
            if lines[last].chars().count() + word.trim_end().chars().count() > width && lines[last].len() > indent + 2 {
                lines.push(format!("{start} "));
            }
            let last = lines.len() - 1;
            lines[last].push_str(word);
        }
        return lines.into_iter().map(|line| line.trim_end().to_string()).collect();
    }
    let mut lines = Vec::new();
    let mut rest = line.to_string();
    let hanging = if *open > 0 { indent } else { indent + 4 };
    while rest.chars().count() > width {
        let Some(at) = place(&rest, width, *open).filter(|at| *at > hanging) else { break };
        let (head, tail) = rest.split_at(at);
        *open += brackets(head);
        lines.push(head.trim_end().to_string());
        rest = format!("{:hanging$}{}", "", tail.trim_start());
    }
    *open += brackets(&rest);
    lines.push(rest);
    lines
}

/// Tokens before a remark, each with the brackets that are open behind it.
fn code(line: &str, open: i64) -> impl Iterator<Item = (Token<'_>, i64)> {
    let before_remark = tokens(line).take_while(|token| token.kind != Kind::Comment);
    before_remark.scan(open, |depth, token| {
        *depth += match token.kind {
            Kind::Open => 1,
            Kind::Close => -1,
            _ => 0,
        };
        Some((token, *depth))
    })
}

/// The byte after the last comma between brackets that lets the head end within the width, outside texts and remarks.
fn place(line: &str, width: usize, open: i64) -> Option<usize> {
    let commas = code(line, open).filter(|(token, depth)| token.kind == Kind::Comma && *depth > 0);
    let ends = commas.map(|(comma, _)| comma.at + 1);
    ends.filter(|end| line[*end..].starts_with(' ') && line[..*end].chars().count() <= width).last()
}

/// Brackets opened minus brackets closed, outside texts and remarks.
fn brackets(line: &str) -> i64 {
    code(line, 0).last().map_or(0, |(_, depth)| depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_continued_after_commas_and_remarks_after_words() {
        let text = "# The mass rests on a spring.\nX = F(A='one, two', B=(0.7, 1.3), C=_F(D=1, E=2))\ny = 1";
        let lines: Vec<String> = filled(text, 24).collect();
        assert_eq!(
            lines,
            [
                "# The mass rests on a",
                "# spring.",
                "X = F(A='one, two',",
                "    B=(0.7, 1.3),",
                "    C=_F(D=1, E=2))",
                "y = 1"
            ]
        );
        let long = "x = 'a text that cannot be broken anywhere'";
        assert_eq!(filled(long, 20).collect::<Vec<_>>(), [long]);
    }
}
