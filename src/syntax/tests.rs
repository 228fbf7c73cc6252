use super::*;
use crate::source::SourceMap;

fn read(text: &str) -> (Parsed, SourceMap) {
    let mut map = SourceMap::default();
    let id = map.add(SourceFile::new("study.comm", None, text.to_string()));
    (parse(id, map.get(id).unwrap()), map)
}

fn messages(text: &str) -> Vec<String> {
    let (parsed, map) = read(text);
    let place = |d: &Diagnostic| {
        d.span.and_then(|s| map.place(s)).map_or("?".into(), |(_, p)| format!("{}:{}", p.line, p.column))
    };
    parsed.diagnostics.iter().map(|d| format!("{} {} {}", place(d), d.code, d.message)).collect()
}

fn tree(text: &str) -> ExpressionKind {
    parse_expression(FileId(0), text, 0).unwrap().kind
}

#[test]
fn a_study_is_read_without_complaint() {
    let text = r#"# coding=utf-8
DEBUT(CODE=_F(NIV_PUB_WEB="INTERNET"),)
K = 2.0e4; M = 01
F[0], (b, *c) = x[1:-1:2], f(*a, **{"k": 1}, n=3)
MA = LIRE_MAILLAGE(  # comment (
    FORMAT='ASTER',
    UNITE=20,)
for i, x in enumerate([1, 2.5j, None, -x**2]):
    if x is not None and not i in (1, 2) or a < b <= c: continue
    elif y: pass
    else:
        z = [u for u in range(3) if u != 1 if v]
else:
    w = {**a, "b": 2}; q = {i: j for i, j in p}
def f(a, b=1, *c, **d) -> int:
    """doc"""
    return lambda x, y=2: x + y if x else -y
while True: break
with open("a", "w") as h:
    h.write(f"{x:.3f} {{}} {y[0]}" 'b' "c\n")
try:
    import numpy as np, math
    from a.b import (c as d, e)
except (A, B) as e:
    raise
finally:
    del a, b
assert x, "no"
x += 1; y **= 2
FIN();
"#;
    assert_eq!(messages(text), Vec::<String>::new());
}

#[test]
fn precedence_is_pythons() {
    let show = |text: &str| {
        fn go(e: &Expression) -> String {
            use ExpressionKind as K;
            match &e.kind {
                K::Name(n) => n.clone(),
                K::Integer(i) => i.to_string(),
                K::Unary(UnaryOperator::Minus, a) => format!("(-{})", go(a)),
                K::Unary(_, a) => format!("(not {})", go(a)),
                K::Binary(o, a, b) => format!("({} {o:?} {})", go(a), go(b)),
                K::And(v) => format!("and[{}]", v.iter().map(go).collect::<Vec<_>>().join(" ")),
                K::Or(v) => format!("or[{}]", v.iter().map(go).collect::<Vec<_>>().join(" ")),
                K::Compare(a, r) => {
                    format!("cmp[{}{}]", go(a), r.iter().map(|(o, x)| format!(" {o:?} {}", go(x))).collect::<String>())
                }
                other => format!("{other:?}"),
            }
        }
        go(&parse_expression(FileId(0), text, 0).unwrap())
    };
    assert_eq!(show("-a**-b*c"), "((-(a Power (-b))) Multiply c)");
    assert_eq!(show("a+b*c-d//e"), "((a Add (b Multiply c)) Subtract (d FloorDivide e))");
    assert_eq!(show("2**3**2"), "(2 Power (3 Power 2))");
    assert_eq!(show("not a == b and c or d"), "or[and[(not cmp[a Equal b]) c] d]");
    assert_eq!(show("a < b <= c"), "cmp[a Less b LessEqual c]");
    assert_eq!(show("(a < b) < c"), "cmp[cmp[a Less b] Less c]");
    assert_eq!(show("a not in b"), "cmp[a NotIn b]");
}

#[test]
fn numbers_and_texts() {
    assert!(matches!(tree("1_000"), ExpressionKind::Integer(1000)));
    assert!(matches!(tree("007"), ExpressionKind::Integer(7)));
    assert!(matches!(tree(".5"), ExpressionKind::Real(x) if x == 0.5));
    assert!(matches!(tree("1.E+06"), ExpressionKind::Real(x) if x == 1.0e6));
    assert!(matches!(tree("2.5j"), ExpressionKind::Imaginary(x) if x == 2.5));
    assert!(matches!(tree(r#"'a\n' "b" r'\n'"#), ExpressionKind::Text(t) if t == "a\nb\\n"));
    assert!(matches!(tree("'''x\n 'y' '''"), ExpressionKind::Text(t) if t == "x\n 'y' "));
}

#[test]
fn all_errors_of_a_file_in_one_run() {
    assert_eq!(
        messages("x = 1 +\nMA = LIRE_MAILLAGE(FORMAT==\"ASTER\")\nfor i range(3):\n    y = i\nz = 3 4\n"),
        [
            "1:8 S001 found the end of the line where a value was expected",
            "3:7 S001 found `range` where `in` was expected",
            "5:7 S001 found `4` where an operator, `,`, a closing bracket or the end of the line was expected",
        ]
    );
}

#[test]
fn brackets_and_indentation() {
    assert_eq!(messages("MA = LIRE(x=(1,\nMO = AFFE(y=2)\n").len(), 2);
    assert_eq!(messages("x = 1)\n"), ["1:6 S002 `)` closes nothing"]);
    assert_eq!(messages("x = (1]\n"), ["1:7 S002 `]` closes a `(`"]);
    assert_eq!(messages("x = 'abc\ny = 1\n"), ["1:5 S003 this text is never closed"]);
    assert_eq!(messages("if a:\nx = 1\n"), ["2:1 S007 an indented block was expected here"]);
    assert_eq!(messages("x = 1\n  y = 2\n"), ["2:3 S007 this line is indented more than its block"]);
    assert_eq!(messages("for i in a:\n    x = 1\n  y = 2\n"), ["3:3 S007 this line is indented more than its block"]);
    assert_eq!(messages("else:\n    x = 1\n"), ["1:1 S008 `else` follows nothing it belongs to"]);
    assert_eq!(messages("1 = x\n"), ["1:1 S004 nothing can be assigned to this"]);
}

#[test]
fn deep_nesting_is_refused_not_fatal() {
    let text = format!("x = {}1{}\n", "(".repeat(500), ")".repeat(500));
    assert_eq!(messages(&text), ["1:65 S006 brackets are nested more than 60 deep"]);
    let signs = format!("x = {}1\n", "-".repeat(100_000));
    assert_eq!(read(&signs).0.diagnostics.len(), 1);
}

proptest::proptest! {
    #[test]
    fn any_text_is_read(text in "(?s)[ -~\n\t]{0,80}") {
        let _ = read(&text);
    }

    #[test]
    fn any_soup_of_tokens_is_read(words in proptest::collection::vec(
        proptest::sample::select(vec!["A", "=", "(", ")", "[", "]", "{", "}", ",", ":", "for", "in", "if", "else", "\n", "\n    ",
            "1.5", "'a'", "+", "-", "**", "not", "and", "_F", ".", "lambda", "def", "f'{x}'", "\"", "#", "\\\n"]), 0..40)) {
        let _ = read(&words.join(" "));
    }
}
