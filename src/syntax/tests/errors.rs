//! The exact words and place of each error.

use super::super::*;
use super::file;
use crate::diag::Diagnostic;
use crate::source::FileId;

/// `line:column code message`, one line an error.
fn errors(text: &str) -> String {
    let file = file(text);
    let one = |d: &Diagnostic| {
        let at = d.span.map(|s| file.line_column(s.start as usize)).unwrap();
        format!("{}:{} {} {}", at.line, at.column, d.code, d.message)
    };
    parse(FileId(0), &file).diagnostics.iter().map(one).collect::<Vec<_>>().join("\n")
}

#[test]
fn errors_are_placed_and_worded() {
    for (text, expected) in [
        ("x = (1 +\nFIN()\n", "1:5 S002 `(` is never closed"),
        ("x = CMD(A=1\nY = CMD(A=2)\nz = )\n", "1:8 S002 `(` is never closed\n3:5 S003 `)` closes nothing"),
        (
            "x = [1, 2)\ny = 3 4\n",
            "1:10 S003 `)` cannot close `[`\n2:7 S001 found the number `4` where the end of the statement is expected",
        ),
        ("x = 1 +\n", "1:8 S001 the line ends where a value is expected"),
        ("X = CMD(A=1 B=2)", "1:13 S001 found `B` where `,` or `)` is expected"),
        ("X = CMD(A=1, 2)", "1:14 S008 this value has no keyword"),
        ("X = CMD(A=1, A=2)", "1:14 C013 the keyword `A` is given twice"),
        ("X = CMD(A=)", "1:11 S001 found `)` where a value is expected"),
        ("X = CMD(A=1,, B=2)", "1:13 S001 found `,` where a value is expected"),
        (
            "X = CMD(A='abc, B=2)\ny = = 2",
            "1:11 S004 the text opened by ' is never closed\n2:5 S001 found `=` where a value is expected",
        ),
        ("x = '''abc\ny = 1", "1:5 S004 the text opened by ''' is never closed"),
        ("if x = 3:\n  y\nelse:\n  z", "1:6 S001 found `=` where `:` is expected"),
        ("if x\n  y", "1:5 S001 the line ends where `:` is expected"),
        ("if x:\ny", "1:1 S006 this `if` has no body"),
        ("  x = 1\ny = 2", "1:3 S005 this line is indented without reason"),
        ("if x:\n    y\n  z\nw", "3:3 S005 this line is indented like no block that is open"),
        ("else:\n  y", "1:1 S007 this `else` belongs to nothing"),
        ("for i range(3): pass", "1:7 S001 found `range` where `in` or `,` is expected"),
        ("for 3 in x: pass", "1:5 S010 a number cannot be given a value"),
        ("CMD(A=1) = x", "1:1 S010 the result of a call cannot be given a value"),
        ("x = 1.0D-3", "1:8 S011 a `D` exponent is not legal in a command file"),
        ("x = 3x", "1:6 S011 `x` follows a number without an operator"),
        ("x = 1.2.3", "1:8 S011 `.3` follows a number that is complete"),
        ("class A: pass", "1:1 S012 `class` is not part of the command language"),
        ("x = a || b", "1:8 S012 the operator `||` is not part of the command language"),
        ("x = a << b", "1:8 S012 shifts (`<<`, `>>`) are not part of the command language"),
        ("x = “a”", "1:5 S001 the character `“` cannot stand here"),
        ("x =\u{A0}1", "1:4 S001 the character U+00A0 cannot stand in a command file"),
        ("return 1", "1:1 S013 `return` outside a function"),
        ("break", "1:1 S013 `break` outside a loop"),
        ("x = f'{a'", "1:7 S014 `{` is not closed in a formatted text"),
        ("x = f'{a +}'", "1:11 S001 the expression ends where a value is expected"),
        ("x = f'}'", "1:7 S014 `}` stands alone in a formatted text"),
        ("x = \\ 1", "1:5 S001 a backslash must be the last character of its line"),
        ("lambda = 3", "1:8 S001 found `=` where a name or `:` is expected"),
        ("X = CMD(A=for)", "1:11 S001 the reserved word `for` cannot stand here"),
        ("def f(a, a): pass", "1:10 S016 the parameter `a` is given twice"),
        ("def f(a=1, b): pass", "1:12 S016 `b` has no default but stands after one that has"),
        ("x = {1: 2, 3}", "1:12 S001 a dictionary entry needs a key and a value"),
        ("x == 3 = 4", "1:1 S010 a comparison cannot be given a value"),
        ("try:\n  x\ny", "1:1 S007 this `try` has neither `except` nor `finally`"),
        ("else if x:\n  y", "1:6 S001 found the reserved word `if` where `:` is expected"),
        ("X = CMD(A.B=1)", "1:12 S001 found `=` where `,` or `)` is expected"),
        ("from a import", "1:14 S001 the line ends where a name is expected"),
        ("import", "1:7 S001 the line ends where a name is expected"),
        ("x = (1, 2\n\n\ny = 3\n", "1:5 S002 `(` is never closed"),
        ("x = f(\n  a,\n", "1:6 S002 `(` is never closed"),
        ("x = ]", "1:5 S003 `]` closes nothing"),
        ("$x = 1", "1:1 S001 the character `$` cannot stand here"),
        ("x = a.", "1:7 S001 the line ends where a name is expected"),
        ("x = a if b", "1:11 S001 the line ends where `else` is expected"),
        ("x y", "1:3 S001 found `y` where the end of the statement is expected"),
    ] {
        assert_eq!(errors(text), expected, "{text}");
    }
}

#[test]
fn the_example_of_each_code_triggers_it() {
    for info in crate::diag::all_codes().filter(|c| c.code.starts_with('S')) {
        let found = parse(FileId(0), &file(&info.files()[0].1)).diagnostics;
        assert!(found.iter().any(|d| d.code == info.code), "{}: {found:?}", info.code);
    }
}
