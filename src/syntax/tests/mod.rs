//! The tree of each construct, and what holds for any text.

mod errors;

use proptest::prelude::*;

use super::*;
use crate::source::{FileId, SourceFile};

fn imported(names: &[(super::Identifier, Option<super::Identifier>)]) -> Vec<(&str, Option<&str>)> {
    names.iter().map(|(name, other)| (&**name, other.as_deref())).collect()
}

fn file(text: &str) -> SourceFile {
    SourceFile::new("t.comm", None, text.to_string())
}

/// The tree in a compact form: every operation between brackets.
fn tree(text: &str) -> String {
    let parsed = parse(FileId(0), &file(text));
    assert!(parsed.diagnostics.is_empty(), "{:#?}", parsed.diagnostics);
    block(&parsed.statements)
}

fn block(statements: &[Statement]) -> String {
    statements.iter().map(statement).collect::<Vec<_>>().join("; ")
}

fn list(items: &[Expression]) -> String {
    items.iter().map(show).collect::<Vec<_>>().join(", ")
}

fn statement(s: &Statement) -> String {
    match &s.kind {
        StatementKind::Expression(e) => show(e),
        StatementKind::Assign { targets, value } => {
            format!("{} = {}", targets.iter().map(show).collect::<Vec<_>>().join(" = "), show(value))
        }
        StatementKind::AugmentedAssign { target, operator, value } => {
            format!("{} {}= {}", show(target), sign(*operator), show(value))
        }
        StatementKind::If { branches, otherwise } => {
            let mut out: Vec<_> = branches.iter().map(|(c, b)| format!("if {} {{{}}}", show(c), block(b))).collect();
            out.push(format!("else {{{}}}", block(otherwise)));
            out.join(" ")
        }
        StatementKind::For { target, iterable, body, otherwise } => {
            format!("for {} in {} {{{}}} else {{{}}}", show(target), show(iterable), block(body), block(otherwise))
        }
        StatementKind::While { condition, body, .. } => format!("while {} {{{}}}", show(condition), block(body)),
        StatementKind::Function(f) => {
            format!("def {}({}) {{{}}}", &*f.name, parameters(&f.parameters), block(&f.body))
        }
        StatementKind::Return(e) => format!("return {}", e.as_ref().map(show).unwrap_or_default()),
        StatementKind::Import(names) => format!("import {:?}", imported(names)),
        StatementKind::FromImport { module, names } => format!("from {module} import {:?}", imported(names)),
        StatementKind::Delete(targets) => format!("del {}", list(targets)),
        StatementKind::With { items, body } => {
            let items: Vec<_> = items
                .iter()
                .map(|(e, t)| format!("{} as {}", show(e), t.as_ref().map(show).unwrap_or_default()))
                .collect();
            format!("with {} {{{}}}", items.join(", "), block(body))
        }
        StatementKind::Try { body, handlers, otherwise, finally } => {
            let handlers: Vec<_> = handlers
                .iter()
                .map(|(c, n, b)| {
                    let (caught, name) = (c.as_ref().map(show).unwrap_or_default(), n.as_deref());
                    format!("except {caught} {name:?} {{{}}}", block(b))
                })
                .collect();
            format!(
                "try {{{}}} {} else {{{}}} finally {{{}}}",
                block(body),
                handlers.join(" "),
                block(otherwise),
                block(finally)
            )
        }
        StatementKind::Raise(e) => format!("raise {}", e.as_ref().map(show).unwrap_or_default()),
        StatementKind::Assert { condition, message } => {
            format!("assert {} {}", show(condition), message.as_ref().map(show).unwrap_or_default())
        }
        StatementKind::Global(names) => format!("global {:?}", names.iter().map(|name| &**name).collect::<Vec<_>>()),
        StatementKind::Pass => "pass".into(),
        StatementKind::Break => "break".into(),
        StatementKind::Continue => "continue".into(),
    }
}

fn parameters(parameters: &[Parameter]) -> String {
    let one = |p: &Parameter| {
        let default = p.default.as_ref().map(|d| format!("={}", show(d))).unwrap_or_default();
        format!("{}{}{default}", "*".repeat(p.stars as usize), p.name)
    };
    parameters.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn sign(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::FloorDivide => "//",
        BinaryOperator::Modulo => "%",
        BinaryOperator::Power => "**",
        BinaryOperator::MatrixMultiply => "@",
        BinaryOperator::Both => "&",
        BinaryOperator::Either => "|",
    }
}

fn clauses(clauses: &[Comprehension]) -> String {
    let one = |c: &Comprehension| {
        let conditions: String = c.conditions.iter().map(|i| format!(" if {}", show(i))).collect();
        format!(" for {} in {}{conditions}", show(&c.target), show(&c.iterable))
    };
    clauses.iter().map(one).collect()
}

fn show(e: &Expression) -> String {
    use ExpressionKind::*;
    let opt = |e: &Option<Box<Expression>>| e.as_ref().map(|e| show(e)).unwrap_or_default();
    match &e.kind {
        None => "None".into(),
        True => "True".into(),
        False => "False".into(),
        Integer(i) => i.to_string(),
        Real(x) => format!("{x:?}"),
        Imaginary(x) => format!("{x:?}j"),
        Text(t) => format!("{t:?}"),
        Format(parts) => {
            let part = |p: &TextPart| match p {
                TextPart::Literal(t) => t.clone(),
                TextPart::Value { expression, specification } => {
                    let specification = match specification.as_slice() {
                        [TextPart::Literal(text)] => text.clone(),
                        parts => format!("{parts:?}").replace("[]", ""),
                    };
                    format!("{{{}:{specification}}}", show(expression))
                }
            };
            format!("f<{}>", parts.iter().map(part).collect::<String>())
        }
        Name(n) => n.clone(),
        Tuple(items) => format!("({},)", list(items)),
        List(items) => format!("[{}]", list(items)),
        Set(items) => format!("{{{}}}", list(items)),
        Dictionary(pairs) => {
            let pair = |(k, v): &(Option<_>, Expression)| match k {
                Some(k) => format!("{}: {}", show(k), show(v)),
                Option::None => format!("**{}", show(v)),
            };
            format!("{{{}}}", pairs.iter().map(pair).collect::<Vec<_>>().join(", "))
        }
        ListComprehension(e, c) => format!("[{}{}]", show(e), clauses(c)),
        SetComprehension(e, c) => format!("{{{}{}}}", show(e), clauses(c)),
        Generator(e, c) => format!("<{}{}>", show(e), clauses(c)),
        DictionaryComprehension(e, c) => format!("{{{}: {}{}}}", show(&e.0), show(&e.1), clauses(c)),
        Unary(UnaryOperator::Plus, e) => format!("(+{})", show(e)),
        Unary(UnaryOperator::Minus, e) => format!("(-{})", show(e)),
        Unary(UnaryOperator::Invert, e) => format!("(~{})", show(e)),
        Unary(UnaryOperator::Not, e) => format!("(not {})", show(e)),
        Binary(op, a, b) => format!("({} {} {})", show(a), sign(*op), show(b)),
        And(items) => format!("({})", items.iter().map(show).collect::<Vec<_>>().join(" and ")),
        Or(items) => format!("({})", items.iter().map(show).collect::<Vec<_>>().join(" or ")),
        Compare(first, links) => {
            let links: String = links.iter().map(|(op, e)| format!(" {op:?} {}", show(e))).collect();
            format!("({}{links})", show(first))
        }
        Conditional { condition, then, otherwise } => {
            format!("({} if {} else {})", show(then), show(condition), show(otherwise))
        }
        Lambda(p, body) => format!("(lambda {}: {})", parameters(p), show(body)),
        Call { function, arguments } => {
            let one = |a: &Argument| {
                let name = a.name.as_ref().map(|(n, _)| format!("{n}=")).unwrap_or_default();
                format!("{}{name}{}", "*".repeat(a.stars as usize), show(&a.value))
            };
            format!("{}({})", show(function), arguments.iter().map(one).collect::<Vec<_>>().join(", "))
        }
        Index(o, k) => format!("{}[{}]", show(o), show(k)),
        Slice { object, start, stop, step } => format!("{}[{}:{}:{}]", show(object), opt(start), opt(stop), opt(step)),
        Attribute(o, n) => format!("{}.{n}", show(o)),
        Starred(e) => format!("*{}", show(e)),
        Bounds(parts) => parts.iter().map(|p| p.as_ref().map(show).unwrap_or_default()).collect::<Vec<_>>().join(":"),
    }
}

#[test]
fn a_study_is_read() {
    let text = "# coding=utf-8\nDEBUT(CODE='OUI')\n\nK = 2.0e4  # stiffness\nMA = LIRE_MAILLAGE(\n    FORMAT=\"ASTER\", # not (\n\n# a comment in the first column\nUNITE=20)\n\
                CA = AFFE(\n  DISCRET=(\n    _F(VALE=(K, 0., .5)),\n    _F(VALE=M,),\n  ),\n)\nFIN()\n'''any\ntext ('''\n";
    assert_eq!(
        tree(text),
        "DEBUT(CODE=\"OUI\"); K = 20000.0; MA = LIRE_MAILLAGE(FORMAT=\"ASTER\", UNITE=20); \
         CA = AFFE(DISCRET=(_F(VALE=(K, 0.0, 0.5,)), _F(VALE=M),)); FIN(); \"any\\ntext (\""
    );
}

#[test]
fn precedence_is_that_of_python() {
    for (text, expected) in [
        ("1 + 2 * 3 - 4 / 5", "((1 + (2 * 3)) - (4 / 5))"),
        ("-2 ** -3 ** 2", "(-(2 ** (-(3 ** 2))))"),
        ("-a * b", "((-a) * b)"),
        ("2 * -a + b", "((2 * (-a)) + b)"),
        ("a // b % c @ d", "(((a // b) % c) @ d)"),
        ("not a == b and c or d and e", "(((not (a Equal b)) and c) or (d and e))"),
        ("a < b <= c != d", "(a Less b LessEqual c NotEqual d)"),
        ("(a < b) < c", "((a Less b) Less c)"),
        ("a and (b and c) and d", "(a and (b and c) and d)"),
        ("a is not b", "(a IsNot b)"),
        ("a  not   in b", "(a NotIn b)"),
        ("a in b is c", "(a In b Is c)"),
        ("iffy + notes + order", "((iffy + notes) + order)"),
        ("a if b else c if d else e", "(a if b else (c if d else e))"),
        ("lambda x, *y, z=1: x + z", "(lambda x, *y, z=1: (x + z))"),
        ("f.g(1)[2].h()", "f.g(1)[2].h()"),
        ("f(-x)**2", "(f((-x)) ** 2)"),
        ("a == -b", "(a Equal (-b))"),
    ] {
        assert_eq!(tree(text), expected, "{text}");
    }
}

#[test]
fn values_take_every_form() {
    for (text, expected) in [
        ("x = 1., .5, 1.0e-05, 1.E+06, 2E3, 1_000.5", "x = (1.0, 0.5, 1e-5, 1000000.0, 2000.0, 1000.5,)"),
        ("x = 01, 0, 1_000, 9223372036854775807", "x = (1, 0, 1000, 9223372036854775807,)"),
        ("x: float = 0xFF + 0b11 + 0o17", "x = ((255 + 3) + 15)"),
        ("x = 2.5j + 1J", "x = (2.5j + 1.0j)"),
        (r#"x = 'a' "b" r'\n' u"é" b'c' '\n'"#, r#"x = "ab\\néc\n""#),
        ("x = '''a\n'b' ''' \"\"\"\"\"\"", "x = \"a\\n'b' \""),
        ("x = ()", "x = (,)"),
        ("x = (1,)", "x = (1,)"),
        ("x = (1)", "x = 1"),
        ("x = [1, [2, 3,],]", "x = [1, [2, 3]]"),
        ("x = {}", "x = {}"),
        ("x = {'a': 1, **d}", "x = {\"a\": 1, **d}"),
        ("x = {1, 2}", "x = {1, 2}"),
        ("x = [i * 2 for i in a if i if j for k in i]", "x = [(i * 2) for i in a if i if j for k in i]"),
        ("x = {k: v for k, v in d.items()}", "x = {k: v for (k, v,) in d.items()}"),
        ("x = {k for k in d}", "x = {k for k in d}"),
        ("f(i for i in a)", "f(<i for i in a>)"),
        ("f(*a, b=1, **c)", "f(*a, b=1, **c)"),
        ("x = a[1:], a[:-1], a[::2], a[1:2:3], a[:]", "x = (a[1::], a[:(-1):], a[::2], a[1:2:3], a[::],)"),
        ("x = t['C', 1]", "x = t[(\"C\", 1,)]"),
        ("x = True, False, None", "x = (True, False, None,)"),
        ("é = nΔt", "é = nΔt"),
        ("x = f'a{b:.2f}c{{{d}}}' 'e'", "x = f<a{b:.2f}c{{d:}}e>"),
        ("x = f'{a[\"k\"]!r} {b=}'", "x = f<{repr(a[\"k\"]):} b={repr(b):}>"),
        ("x = 'a\\\n  b'", "x = \"a  b\""),
    ] {
        assert_eq!(tree(text), expected, "{text}");
    }
}

#[test]
fn statements_and_blocks() {
    for (text, expected) in [
        ("a = b = 1; c = 2;", "a = b = 1; c = 2"),
        ("a, (b, *c) = d", "(a, (b, *c,),) = d"),
        ("x[0].y += 1; x **= 2; x //= 3", "x[0].y += 1; x **= 2; x //= 3"),
        ("if a: b; c\nelif d:\n  e\nelse:\n  f\ng", "if a {b; c} if d {e} else {f}; g"),
        (
            "for i, j in a, b:\n\tx\n\tif i: continue\nelse: y",
            "for (i, j,) in (a, b,) {x; if i {continue} else {}} else {y}",
        ),
        ("while x:\n    break", "while x {break}"),
        (
            "def f(a, b=1, *c, **d):\n  '''doc'''\n\n  # c\n  return a,\n\nf()",
            "def f(a, b=1, *c, **d) {\"doc\"; return (a,)}; f()",
        ),
        ("def f(a: float, b: int = 2) -> float: return", "def f(a, b=2) {return }"),
        ("import numpy as np, math", "import [(\"numpy\", Some(\"np\")), (\"math\", None)]"),
        ("from a.b import (c as d,\n e,)", "from a.b import [(\"c\", Some(\"d\")), (\"e\", None)]"),
        ("from math import *", "from math import [(\"*\", None)]"),
        ("del a, b[0]", "del a, b[0]"),
        ("with open(n, 'w') as f, g: f.write(x)", "with open(n, \"w\") as f, g as  {f.write(x)}"),
        (
            "try:\n a\nexcept (E, F) as e:\n b\nexcept:\n c\nelse:\n d\nfinally:\n e",
            "try {a} except (E, F,) Some(\"e\") {b} except  None {c} else {d} finally {e}",
        ),
        ("try: a\nfinally: b", "try {a}  else {} finally {b}"),
        ("raise E('x') from y", "raise E(\"x\")"),
        // The Python of former releases.
        ("raise E, 'x'", "raise E(\"x\")"),
        ("print 'a', x; print -x", "print(\"a\", x); print((-x))"),
        ("print ('a')", "print(\"a\")"),
        ("print ('%d') % 1; print('b', end='')", "print((\"%d\" % 1)); print(\"b\", end=\"\")"),
        ("print = 1", "print = 1"),
        ("try: a\nexcept E, e: b", "try {a} except E Some(\"e\") {b} else {} finally {}"),
        ("assert a, 'm'", "assert a \"m\""),
        ("def f():\n global a, b\n pass", "def f() {global [\"a\", \"b\"]; pass}"),
        ("x = 1 + \\\n    2", "x = (1 + 2)"),
        ("if a:\n  if b:\n    c\n  d\ne", "if a {if b {c} else {}; d} else {}; e"),
        ("x = 1\r\nif x:\r\n  y\r\n", "x = 1; if x {y} else {}"),
        ("\x0C\nx = 1\n\x0C  \n", "x = 1"),
        ("X = F(\nA=1,\nB=_F(C=2),\n)\n", "X = F(A=1, B=_F(C=2))"),
        ("L = [\nF(1),\nG(2),\n]", "L = [F(1), G(2)]"),
    ] {
        assert_eq!(tree(text), expected, "{text}");
    }
}

#[test]
fn spans_are_exact() {
    let text = "x = 1\nY = CMD( A = é + 2 ,  # c\n   B=(3) )\n";
    let parsed = parse(FileId(3), &file(text));
    let StatementKind::Assign { value, .. } = &parsed.statements[1].kind else { panic!() };
    let ExpressionKind::Call { arguments, function } = &value.kind else { panic!() };
    let at = |span: crate::source::Span| &text[span.range()];
    assert_eq!(at(parsed.statements[1].span), "Y = CMD( A = é + 2 ,  # c\n   B=(3) )");
    assert_eq!(at(function.span), "CMD");
    assert_eq!(at(arguments[0].span), "A = é + 2");
    assert_eq!(at(arguments[0].value.span), "é + 2");
    assert_eq!(at(arguments[1].name.as_ref().unwrap().1), "B");
    assert_eq!(value.span.file, FileId(3));
}

#[test]
fn expressions_inside_texts_are_shifted() {
    let e = parse_expression(FileId(1), "  a\n   + b(INST)\n", 100).unwrap();
    assert_eq!(show(&e), "(a + b(INST))");
    assert_eq!(e.span, crate::source::Span::new(FileId(1), 102, 116));
    let error = parse_expression(FileId(1), "a + * b", 100).unwrap_err();
    assert_eq!(error.span, Some(crate::source::Span::new(FileId(1), 104, 105)));
    let error = parse_expression(FileId(1), "f(a", 100).unwrap_err();
    assert_eq!((error.code, error.span.unwrap().start), ("S002", 101));
    assert!(parse_expression(FileId(1), "", 0).is_err());
    assert!(parse_expression(FileId(1), "a = 1", 0).is_err());
}

#[test]
fn deep_nesting_is_refused() {
    for text in [
        format!("x = {}1{}\n", "(".repeat(5000), ")".repeat(5000)),
        format!("x = {}1\n", "-".repeat(100_000)),
        format!("x = {}1\n", "1 ** ".repeat(5000)),
        format!("x = {}1\n", "1 + ".repeat(5000)),
        format!("x = {}1\n", "a if b else ".repeat(5000)),
        format!("x = {}1\n", "lambda: ".repeat(5000)),
        format!("x = a{}\n", "[0]".repeat(5000)),
        (0..500).map(|i| format!("{}if a:\n", " ".repeat(i))).collect(),
    ] {
        let found = parse(FileId(0), &file(&text)).diagnostics;
        assert!(found.iter().any(|d| d.code == "S015"), "{}... {:?}", &text[..30], found.first());
    }
    let long = format!("x = [{}]\ny = {}1\n", "_F(A=1), ".repeat(5000), "1 + ".repeat(300));
    assert!(parse(FileId(0), &file(&long)).diagnostics.is_empty());
}

proptest! {
    #[test]
    fn parsing_never_panics(text in "[a-z0-9_ (){}\\[\\]\"'=+*,:;.#\n\\\\é-]{0,80}") {
        let _ = parse(FileId(0), &file(&text));
        let _ = parse_expression(FileId(0), &text, 7);
    }

    #[test]
    fn parsing_any_words_never_panics(words in prop::collection::vec(prop::sample::select(vec![
        "A", "=", "(", ")", "[", "]", "{", "}", ",", ":", "for", "in", "if", "else", "\n", "\n    ", "1.5", "'a'", "+",
        "-", "**", "not", "and", "_F", ".", "lambda", "def", "f'{x}'", "\"", "#", "\\\n", "try", "class", "|",
    ]), 0..40)) {
        let _ = parse(FileId(0), &file(&words.join(" ")));
    }

    #[test]
    fn parsing_any_text_never_panics(text in any::<String>()) {
        let _ = parse(FileId(0), &file(&text));
    }

    #[test]
    fn masking_keeps_every_offset(text in "[a-zé (){}\"'=,#\n\r\t\\\\]{0,60}") {
        let lines = lines::logical_lines(FileId(0), &text);
        prop_assert_eq!(lines.masked.len(), text.len());
        for (masked, original) in lines.masked.bytes().zip(text.bytes()) {
            prop_assert!(masked == original || masked == b' ');
        }
    }

    #[test]
    fn bytes_always_decode(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let text = decode(&bytes);
        prop_assert!(!text.contains('\r'));
        let _ = parse(FileId(0), &file(&text));
    }
}
