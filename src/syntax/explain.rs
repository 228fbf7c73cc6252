//! Says in plain English why a piece of text does not parse.

use super::expression::too_deep;
use super::grammar::Failure;
use super::scan::{self, Kind};
use crate::diag::Diagnostic;
use crate::source::{FileId, Span};

/// `text` is the piece, `base` its offset in the file, `whole` what to call it (`line`, `expression`).
pub(super) fn failure(file: FileId, text: &str, base: usize, whole: &str, failure: &Failure) -> Diagnostic {
    let mut at = failure.offset.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let reserved = RESERVED.iter().filter(|word| failure.inside_name && text[..at].ends_with(*word));
    // `as` ends `class` too: the longest is the word meant.
    let reserved = reserved.max_by_key(|word| word.len());
    at -= reserved.map_or(0, |word| word.len());
    at += blanks(&text[at..]);
    let found = Token::at(text, at);
    if matches!(found, Token::Number(_)) && text[..at].ends_with('.') {
        at -= 1;
    }
    // At the end of the line the caret stands just behind the last character.
    let at = if found == Token::End { text.trim_ascii_end().len() } else { at };
    let span = Span::new(file, base + at, base + at + found.text().len().max(1));
    if failure.too_deep {
        return too_deep(span);
    }
    if let Some(known) = known_mistake(text, at, found) {
        return known.at(span);
    }
    if reserved.is_some() {
        return Diagnostic::error("S001", format!("{} cannot stand here", found.in_words()))
            .at(span)
            .label("not a name")
            .help("it has a meaning of its own in the language: choose another name");
    }
    let expected = Expected::of(&failure.expected);
    let what = expected.in_words(first_word(text));
    let mut error = match found {
        Token::End if what.is_empty() => Diagnostic::error("S001", format!("the {whole} ends too early")),
        Token::End => Diagnostic::error("S001", format!("the {whole} ends where {what} is expected")),
        token if what.is_empty() => Diagnostic::error("S001", format!("{} cannot stand here", token.in_words())),
        token => Diagnostic::error("S001", format!("found {} where {what} is expected", token.in_words())),
    };
    error = match found {
        Token::End => error.at(span).label(format!("the {whole} ends here")),
        _ => error.at(span).label("not expected here"),
    };
    match advice(text, at, found, &expected) {
        Some(help) => error.help(help),
        None => error,
    }
}

/// The piece of text that cannot stand where it stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    End,
    Word(&'a str),
    Number(&'a str),
    Text(&'a str),
    Sign(&'a str),
}

impl<'a> Token<'a> {
    fn at(text: &'a str, at: usize) -> Token<'a> {
        let double = text.get(at..at + 2).filter(|double| ["&&", "||"].contains(double));
        let Some(token) = scan::token_at(text, at) else { return Token::End };
        match token.kind {
            Kind::Name => Token::Word(token.text),
            Kind::Number => Token::Number(token.text),
            Kind::Text => Token::Text(&token.text[..1]),
            Kind::Operator => Token::Sign(double.unwrap_or(token.text)),
            _ => Token::Sign(token.text.get(..1).unwrap_or(token.text)),
        }
    }

    fn text(self) -> &'a str {
        match self {
            Token::End => "",
            Token::Word(t) | Token::Number(t) | Token::Text(t) | Token::Sign(t) => t,
        }
    }

    fn in_words(self) -> String {
        match self {
            Token::End => "the end of the line".to_string(),
            Token::Word(word) if RESERVED.contains(&word) => format!("the reserved word `{word}`"),
            Token::Word(word) => format!("`{word}`"),
            Token::Number(number) => format!("the number `{number}`"),
            Token::Text(_) => "a text".to_string(),
            Token::Sign(sign) => format!("`{sign}`"),
        }
    }
}

const RESERVED: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except",
    "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise",
    "return", "try", "while", "with", "yield", "None", "True", "False",
];

/// What the grammar would have taken, in the few words a reader needs.
struct Expected {
    value: bool,
    name: bool,
    /// An expression is complete: operators could follow.
    operator: bool,
    /// The statement could end here.
    end: bool,
    signs: Vec<&'static str>,
}

impl Expected {
    fn of(tokens: &[String]) -> Expected {
        let has = |t: &str| tokens.iter().any(|x| x == t);
        let value = has("None") && has("0..9");
        let operator = !value && has("[") && has(".");
        let name = !operator && !value && has("_");
        let signs = ["else", "import", "in", "=", ",", ":", ")", "]", "}"];
        let signs: Vec<_> = signs.into_iter().filter(|s| has(s)).collect();
        Expected { value, name, operator, end: has(";"), signs }
    }

    fn in_words(&self, first_word: &str) -> String {
        let mut words = Vec::new();
        if self.value {
            return "a value".to_string();
        }
        if self.name {
            words.push("a name".to_string());
        }
        if self.end {
            return "the end of the statement".to_string();
        }
        for sign in &self.signs {
            // After an expression the grammar always accepts these, for what may come much later.
            let noise = match *sign {
                "in" => first_word != "for" && self.operator,
                "=" => self.operator,
                _ => false,
            };
            if !noise {
                words.push(format!("`{sign}`"));
            }
        }
        match words.pop() {
            Some(last) if !words.is_empty() => format!("{} or {last}", words.join(", ")),
            last => last.unwrap_or_default(),
        }
    }
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_ascii_start().len()
}

fn first_word(text: &str) -> &str {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or("")
}

/// Mistakes that deserve words of their own.
fn known_mistake(text: &str, at: usize, found: Token<'_>) -> Option<Diagnostic> {
    let before = &text[..at];
    let touches = before.ends_with(|c: char| c.is_ascii_digit() || c == '.');
    let starts_number = before.rsplit(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.')).next();
    let in_number = touches && starts_number.is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit() || c == '.'));
    match found {
        Token::Word(word) if in_number => {
            let exponent = word.starts_with(['d', 'D']);
            Some(if exponent {
                Diagnostic::error("S011", "a `D` exponent is not legal in a command file")
                    .label("this `D`")
                    .help("write the exponent with `E`: 1.0E-3; only mesh files take `D`")
            } else {
                Diagnostic::error("S011", format!("`{word}` follows a number without an operator"))
                    .label("the number ends here")
                    .help("a name cannot start with a digit; a product is written with `*`")
            })
        }
        Token::Number(number) if text[at..].starts_with('.') && in_number => Some(
            Diagnostic::error("S011", format!("`.{number}` follows a number that is complete"))
                .label("the number ends here")
                .help("a number has one decimal point"),
        ),
        Token::Word(word @ ("class" | "yield" | "async" | "await" | "nonlocal")) => Some(
            Diagnostic::error("S012", format!("`{word}` is not part of the command language"))
                .label("a word of Python that studies cannot use")
                .help("write functions with `def`, and keep values in variables, lists and dictionaries"),
        ),
        Token::Sign(sign @ ("^" | "<<" | ">>" | ":=")) => Some(
            Diagnostic::error("S012", format!("the operator `{sign}` is not part of the command language"))
                .label("unknown operator")
                .help(match sign {
                    "^" => "a power is written `**`",
                    ":=" => "give the name its value on a line of its own, with `=`",
                    _ => "the operators are + - * / // % ** == != < <= > >= and or not in is",
                }),
        ),
        Token::Sign(sign @ ("&" | "|")) if before.ends_with(sign) => Some(
            Diagnostic::error("S012", format!("the operator `{sign}{sign}` is not part of the command language"))
                .label("unknown operator")
                .help(if sign == "&" { "write `and` to join conditions" } else { "write `or` to join conditions" }),
        ),
        Token::Sign("<" | ">") if before.ends_with(['<', '>']) => Some(
            Diagnostic::error("S012", "shifts (`<<`, `>>`) are not part of the command language")
                .label("unknown operator")
                .help("multiply or divide by a power of two: `x * 2**n`"),
        ),
        Token::Sign("@") if before.trim().is_empty() => Some(
            Diagnostic::error("S012", "decorators are not part of the command language")
                .label("`@` starts a decorator")
                .help("call the function around the other by hand"),
        ),
        Token::Sign("\\") => Some(
            Diagnostic::error("S001", "a backslash must be the last character of its line")
                .label("something follows on the same line")
                .help("remove what follows it, blanks included; inside brackets no backslash is needed"),
        ),
        Token::Sign(sign) => {
            let c = sign.chars().next()?;
            let help = match c {
                '“' | '”' | '„' | '«' | '»' => "write texts between plain double quotes: \"...\"",
                '‘' | '’' | '`' => "write texts between plain quotes: '...'",
                '–' | '—' | '−' => "write the plain minus sign: -",
                '×' | '·' => "a product is written with `*`",
                '\u{A0}' | '\u{202F}' | '\u{2009}' => "replace it by a plain blank",
                c if invisible(c).is_some() => "it is not seen, and came with a pasted text: remove it",
                '!' => "to negate, write `not`; to compare, `!=`",
                '?' | '$' => "remove it; `stickslip doc NAME` shows a manual page",
                c if c.is_control() || !c.is_ascii() => "remove it",
                _ => return None,
            };
            let name = if let Some(name) = invisible(c) {
                format!("the character U+{:04X} ({name}) cannot stand in a command file", u32::from(c))
            } else if c.is_control() || c.is_whitespace() {
                format!("the character U+{:04X} cannot stand in a command file", u32::from(c))
            } else {
                format!("the character `{c}` cannot stand here")
            };
            Some(Diagnostic::error("S001", name).label("this character").help(help))
        }
        _ => None,
    }
}

/// The name of a character that is shown as nothing.
fn invisible(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{AD}' => "soft hyphen",
        '\u{200B}' => "zero-width space",
        '\u{200C}' | '\u{200D}' => "zero-width joiner",
        '\u{200E}' | '\u{200F}' => "mark of the direction of writing",
        '\u{2060}' => "word joiner",
        '\u{FEFF}' => "byte order mark",
        _ => return None,
    })
}

/// A word before `before`'s end that was cut by hyphenation at the end of a line: its parts.
fn hyphenated(before: &str) -> Option<(&str, &str)> {
    let part = |text: &'_ str| text.len() - text.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').len();
    let tail = &before[before.len() - part(before)..];
    let rest = before[..before.len() - tail.len()].trim_end();
    let cut = rest.strip_suffix('-').filter(|_| rest.len() + tail.len() < before.len())?;
    let head = &cut[cut.len() - part(cut)..];
    (!head.is_empty() && !tail.is_empty()).then_some((head, tail))
}

/// Whether a name in capitals ends a text, behind a bracket or a comma.
fn is_keyword_before(before: &str) -> bool {
    let of_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let rest = before.trim_end_matches(of_name);
    rest.len() < before.len() && rest.trim_end().ends_with(['(', ','])
}

/// What to do, when the surroundings tell.
fn advice(text: &str, at: usize, found: Token<'_>, expected: &Expected) -> Option<String> {
    let before = text[..at].trim_end();
    let first = first_word(text);
    let takes_comma = expected.signs.contains(&",") && !expected.value;
    let in_brackets = expected.signs.iter().any(|s| matches!(*s, ")" | "]" | "}"));
    let head =
        matches!(first, "if" | "elif" | "else" | "for" | "while" | "def" | "with" | "try" | "except" | "finally");
    match found {
        Token::Word("if") if before == "else" => Some("write `elif` in one word".to_string()),
        Token::Sign("=" | "(") if hyphenated(before).is_some() => hyphenated(before)
            .map(|(head, tail)| format!("a word cut at the end of a line? write {head}{tail} in one piece")),
        Token::End
            if before.ends_with('-')
                && expected.value
                && before[..before.len() - 1].ends_with(char::is_alphanumeric) =>
        {
            Some("a word cut at the end of the line? write it in one piece".to_string())
        }
        Token::Sign("=") if in_brackets => Some(
            "`_F` is missing before the bracket: write KEYWORD=_F(NAME=value, ...); two values are compared with `==`"
                .to_string(),
        ),
        Token::Sign(":") if in_brackets && takes_comma && is_keyword_before(before) => {
            let name = before.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or("");
            Some(format!("a keyword takes `=`: write {name}=..."))
        }
        Token::Sign("=") if head => Some("two values are compared with `==`".to_string()),
        Token::End if head && expected.signs.contains(&":") => Some("end the line with `:`".to_string()),
        Token::Word(_) | Token::Number(_) | Token::Text(_) | Token::Sign("(" | "[" | "{")
            if in_brackets && takes_comma =>
        {
            Some("a comma is missing before it".to_string())
        }
        Token::Word(_) | Token::Number(_) | Token::Text(_) if expected.end => {
            Some("an operator or a comma is missing before it, or the next statement starts on a new line".to_string())
        }
        Token::Sign(",") if before.ends_with(',') => Some("remove one of the two commas".to_string()),
        Token::Sign(")") if before.ends_with('=') => Some("give the keyword its value, or remove it".to_string()),
        _ => None,
    }
}
