//! The language, feature by feature: each text is run and what it prints compared with what Python prints.

use std::sync::Arc;

use crate::diag::Diagnostic;
use crate::python::core::fault::Fault;
use crate::python::core::host::{CommandCall, CommandOutcome, Host};
use crate::python::core::interpreter::{Interpreter, Limits};
use crate::python::core::value::{Keyword, Scope, Value};
use crate::source::{FileId, SourceFile};
use crate::syntax::{Statement, parse};

/// Notes what is printed, reported and called. Commands start with `CMD`.
#[derive(Default)]
struct Notes {
    printed: String,
    reported: Vec<Diagnostic>,
    calls: Vec<(String, Vec<Keyword>)>,
    unknown: bool,
}

impl Host for Notes {
    fn is_command(&self, name: &str) -> bool {
        name.starts_with("CMD") || name == "FIN"
    }

    fn command(&mut self, call: CommandCall, _: &Arc<Scope>) -> crate::python::core::fault::Result<CommandOutcome> {
        let ends = &*call.name == "FIN";
        self.calls.push((call.name.to_string(), call.arguments));
        let value = if self.unknown { Value::Unknown } else { Value::Integer(7) };
        Ok(CommandOutcome { ends, ..CommandOutcome::of(value) })
    }

    fn print(&mut self, text: String) {
        self.printed += &text;
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.reported.push(diagnostic);
    }

    fn module(&mut self, name: &str) -> Option<Vec<Statement>> {
        (name == "tools").then(|| statements("base = 3\ndef twice(x):\n    return base * x\n_hidden = 1\n"))
    }
}

fn statements(text: &str) -> Vec<Statement> {
    let parsed = parse(FileId(0), &SourceFile::new("t.comm", None, text.into()));
    assert!(parsed.diagnostics.is_empty(), "{text}\n{:?}", parsed.diagnostics);
    parsed.statements
}

fn run_with(mut notes: Notes, text: &str) -> Notes {
    let statements = statements(text);
    std::thread::scope(|scope| {
        let work = || {
            let module = Scope::module();
            match Interpreter::new(&mut notes, Limits::STUDY).run_module(&statements, &module) {
                Ok(()) | Err(Fault::End) => {}
                Err(other) => panic!("{other:?}"),
            }
        };
        let thread = std::thread::Builder::new().stack_size(super::STACK_BYTES).spawn_scoped(scope, work);
        thread.unwrap().join().unwrap();
    });
    notes
}

fn run(text: &str) -> Notes {
    run_with(Notes::default(), text)
}

/// What a text prints; it must not fail.
#[track_caller]
fn prints(text: &str, expected: &str) {
    let notes = run(text);
    assert!(notes.reported.is_empty(), "{text}\n{:#?}", notes.reported);
    assert_eq!(notes.printed, expected, "{text}");
}

/// Messages of a text that fails.
fn errors(text: &str) -> Vec<String> {
    run(text).reported.into_iter().map(|d| format!("{} {}", d.code, d.message)).collect()
}

#[test]
fn arithmetic_and_comparisons() {
    prints("print(7 // 2, -7 // 2, 7 % -3, 2**10, 2**-1, 7 / 2)", "3 -4 -2 1024 0.5 3.5\n");
    prints("print(1 < 2 < 3, 1 < 3 < 2, 1 == 1.0, 'a' in 'abc', 3 not in [1, 2])", "True False True True True\n");
    prints("print(not 0, 1 and 2, 0 or 'x', None is None, 1 if [] else 2)", "True 2 x True 2\n");
    prints("print(2 * [0.0] + [1], (1,) + (2,), 'ab' * 2)", "[0.0, 0.0, 1] (1, 2) abab\n");
    prints("print((1 + 2j) * 1j, abs(3 + 4j), complex(1, -1).imag)", "(-2+1j) 5.0 -1.0\n");
    prints("print(0.1 + 0.2, 1e22, 1.0, 1e-7, 123456789.123)", "0.30000000000000004 1e+22 1.0 1e-07 123456789.123\n");
}

#[test]
fn sequences_and_dictionaries() {
    prints(
        "a = [3, 1, 2]\na.append(0)\na.sort()\na.insert(0, 9)\nprint(a, a.pop(), len(a), a[-1], a[1:3])",
        "[9, 0, 1, 2] 3 4 2 [0, 1]\n",
    );
    prints("a, (b, *c) = 1, (2, 3, 4)\nprint(a, b, c)", "1 2 [3, 4]\n");
    prints("d = {'b': 1, 'a': 2}\nd['c'] = 3\ndel d['b']\nfor k, v in d.items():\n    print(k, v)", "a 2\nc 3\n");
    prints(
        "d = dict(x=1, **{'y': 2})\nprint(d, d.get('z', 0), 'x' in d, sorted(d))",
        "{'x': 1, 'y': 2} 0 True ['x', 'y']\n",
    );
    prints(
        "x = [i * j for i in range(3) if i for j in (1, 2)]\nprint(x, {i: i**2 for i in x}, sum(i for i in x))",
        "[1, 2, 2, 4] {1: 1, 2: 4, 4: 16} 9\n",
    );
    prints("a = b = [1]\na += [2]\nprint(b, a is b)", "[1, 2] True\n");
    prints(
        "print(sorted([3, 1, 2], key=lambda x: -x), max([1, 5], [2]), min(3, 2), list(zip('ab', range(5))))",
        "[3, 2, 1] [2] 2 [('a', 0), ('b', 1)]\n",
    );
    prints(
        "a = [1, 2, 3, 4]\na[1:3] = [9]\nprint(a, a[::-1])\ndel a[0]\nprint(a, set([1, 1.0, 2]))",
        "[1, 9, 4] [4, 9, 1]\n[9, 4] {1, 2}\n",
    );
    prints("for i, x in enumerate(['a', 'b'], 1):\n    print(i, x)\nprint(i)", "1 a\n2 b\n2\n");
}

#[test]
fn texts() {
    prints(
        "print('%s-%03d %5.2f' % ('a', 7, 1.5), '{0}{1:>4}{x!r}'.format(1, 2, x='y'), f'{3:04d}{1.5:.2e}')",
        "a-007  1.50 1   2'y' 00031.50e+00\n",
    );
    prints(
        "print('a b'.split(), ','.join(['x', 'y']), 'abc'.upper(), 'abc'.ljust(5) + '|', 'x,y'.split(','))",
        "['a', 'b'] x,y ABC abc  | ['x', 'y']\n",
    );
    prints(
        "print('MA' 'ST', 'abc'[1], 'abc'[::-1], 'aXa'.replace('X', 'b'), 'abc'.startswith('ab'), str(1.0), repr('a'))",
        "MAST b cba aba True 1.0 'a'\n",
    );
}

#[test]
fn control_flow() {
    prints(
        "for i in range(5):\n    if i == 1:\n        continue\n    if i == 3:\n        break\n    print(i)\nelse:\n    print('no')",
        "0\n2\n",
    );
    prints("i = 0\nwhile i < 3:\n    i += 1\nelse:\n    print('end', i)", "end 3\n");
    prints("def f(n):\n    'doc'\n    return 1 if n < 2 else n * f(n - 1)\nprint(f(10))", "3628800\n");
    prints(
        "def f(a, b=2, *c, d=4, **e):\n    return a, b, c, d, e\nprint(f(1), f(1, 3, 5, d=6, x=7))",
        "(1, 2, (), 4, {}) (1, 3, (5,), 6, {'x': 7})\n",
    );
    prints(
        "def outer():\n    n = 1\n    def inner():\n        return n + k\n    return inner()\nk = 2\nprint(outer())",
        "3\n",
    );
    prints(
        "try:\n    [][0]\nexcept (KeyError, IndexError) as e:\n    print('caught')\nelse:\n    print('no')\nfinally:\n    print('end')",
        "caught\nend\n",
    );
    prints("def f():\n    try:\n        return 1\n    finally:\n        print('x')\nprint(f())", "x\n1\n");
    prints("try:\n    raise ValueError('bad %d' % 3)\nexcept Exception as e:\n    print(e)", "bad 3\n");
    prints("x = 1\ndef f():\n    global x\n    x = 2\nf()\nprint(x)", "2\n");
    prints("print('before')\nFIN()\nprint('after')\n", "before\n");
}

#[test]
fn modules() {
    prints(
        "import math\nfrom math import floor as fl, e\nprint(math.hypot(3, 4), fl(2.7), round(e, 3))",
        "5.0 2 2.718\n",
    );
    prints("from tools import *\nprint(twice(2), base)", "6 3\n");
    prints("import tools as t\nprint(t.twice(5))", "15\n");
    prints("import json\nprint(json.dumps({'a': [1, 2.5, None]}))", "{\"a\": [1, 2.5, null]}\n");
    let nested = "import json\nprint(json.dumps({1: {'A': 2.5, 'B': (0.1, 0.2)}}, separators=(',', ':'), indent=4))";
    let lines =
        "{\n    \"1\":{\n        \"A\":2.5,\n        \"B\":[\n            0.1,\n            0.2\n        ]\n    }\n}\n";
    prints(nested, lines);
    let sorted = "import json\nprint(json.dumps({'b': [], 'a': 1e22, 'é': {}}, sort_keys=True, allow_nan=True))";
    prints(sorted, "{\"a\": 1e+22, \"b\": [], \"\\u00e9\": {}}\n");
    prints("import json\nprint(json.dumps([1j, True], default=str, indent=0))", "[\n\"1j\",\ntrue\n]\n");
    prints(
        "import numpy as NP\nx = NP.linspace(0, 1, 5)\nprint(list(x * 2 + 1), len(x), x[1:3].tolist())",
        "[1.0, 1.5, 2.0, 2.5, 3.0] 5 [0.25, 0.5]\n",
    );
    prints(
        "from numpy import array, nonzero, sum, zeros\nx = array([1, -2, 3])\nprint(x[x > 0].tolist(), nonzero(x > 0)[0].tolist(), sum(abs(x)), zeros(2, int).tolist())",
        "[1, 3] [0, 2] 6 [0, 0]\n",
    );
    prints(
        "import numpy as np\na = np.array([[1, 2, 3], [4, 5, 6], [7, 8, 10.0]])\nprint(a.dot(np.array([1, 0, 0])).tolist(), a.transpose()[0].tolist(), np.cross([1, 0, 0], [0, 1, 0]).tolist(), a[1, 2], a.shape)",
        "[1.0, 4.0, 7.0] [1.0, 4.0, 7.0] [0, 0, 1] 6.0 (3, 3)\n",
    );
    assert!(errors("import scipy")[0].starts_with("G005 "));
}

#[test]
fn files_are_written_when_closed_only_by_the_host() {
    let notes = run("with open('x.txt', 'w') as f:\n    f.write('a')\n");
    assert!(notes.reported[0].message.contains("OSError"), "{:?}", notes.reported);
}

#[test]
fn errors_are_collected_and_their_consequences_are_not() {
    let found =
        errors("a = [1][4]\nb = a + 1\nprint(b, undefined)\nc = 1 / 0\nfor i in a:\n    x = nothing\nprint(x)\n");
    let codes: Vec<&str> = found.iter().map(|m| &m[..4]).collect();
    assert_eq!(codes, ["G004", "G001", "G004"], "{found:?}");
    // An error in a loop is said once, and an endless loop that it feeds ends.
    assert_eq!(errors("i = 0\nwhile i < 3:\n    i = i + missing\n").len(), 1);
    assert_eq!(errors("while True:\n    if missing:\n        break\n").len(), 1);
    // Each argument of a command is looked at.
    assert_eq!(errors("CMD_A(X=un, Y=deux, Z=_F(T=trois))").len(), 3);
    assert!(errors("CMD_A(1)")[0].starts_with("G010"));
}

#[test]
fn python_errors_name_their_kind() {
    for (text, kind) in [
        ("{}['a']", "KeyError: 'a'"),
        ("int('x')", "ValueError"),
        ("'a' + 1", "TypeError"),
        ("sqrt(-1)", "ValueError: math domain error"),
        ("10**30", "OverflowError"),
        ("assert 1 > 2, 'no'", "AssertionError: no"),
        ("a, b = 1, 2, 3", "ValueError"),
        ("def f(x):\n    return x\nf()", "TypeError: f() misses 1 required argument: 'x'"),
        ("def f(x):\n    return f(x)\nf(1)", "RecursionError"),
        ("for i in 5:\n    pass", "TypeError"),
        ("import numpy as np\nnp.zeros(6)[10]", "IndexError: index 10 of an array of 6 items"),
        ("[1][3]", "IndexError: index 3 of a list of 1 item"),
        ("chr([1])", "TypeError: chr() expects an integer, not a list"),
        ("'ab'.join(3)", "TypeError"),
        ("ord(7)", "TypeError: ord() expects one character, not an int"),
    ] {
        let found = errors(text);
        assert!(found.len() == 1 && found[0].contains(kind), "{text}: {found:?}");
    }
    assert!(errors("[].apend(1)")[0].starts_with("G007"));
}

#[test]
fn unknown_values_silence_what_depends_on_them() {
    let unknown = |text: &str| run_with(Notes { unknown: true, ..Notes::default() }, text).reported;
    let text = "x = CMD_A()\nl = []\nn = 0\nif x > 3:\n    l.append(1)\n    n = 5\n    q = 2\nprint(l[0], 1 / n, q)\n\
                for i in range(len(x)):\n    r = i\nprint(r, '%d' % x, sorted([x, 1]), sorted([(1, x), (1, x.z)]), x.y(3)[2])\n\
                while x:\n    s = 1\nprint(s)\ndef f():\n    for i in x:\n        return 1\nassert f() == 3\n";
    assert!(unknown(text).is_empty(), "{:#?}", unknown(text));
    // What an unknown branch may change in a container, it changes for all the names of the container.
    let aliased = "def note(d):\n    if CMD_A():\n        d['p'] = 1\n\nx = dict(s=dict(p=0))\nnote(x['s'])\nassert x['s']['p'] == 1\n";
    assert!(unknown(aliased).is_empty(), "{:#?}", unknown(aliased));
    assert_eq!(unknown("x = CMD_A()\nif x:\n    CMD_B()\nprint(really_missing)\n").len(), 1);
}

#[test]
fn keywords_reach_commands_with_their_places() {
    let text = "k = {'B': 2}\nCMD_A(A=(1, 'x'), **k)\nCMD_B(F=_F(C=[1], **k))\n";
    let notes = run(text);
    let (_, arguments) = &notes.calls[0];
    let slice = |s: crate::source::Span| &text[s.range()];
    assert_eq!(arguments.iter().map(|k| &*k.name).collect::<Vec<_>>(), ["A", "B"]);
    assert_eq!(slice(arguments[0].span), "A=(1, 'x')");
    assert_eq!(arguments[0].items.iter().map(|s| slice(*s)).collect::<Vec<_>>(), ["1", "'x'"]);
    let Value::Factor(factor) = &notes.calls[1].1[0].value else { panic!() };
    assert_eq!(factor.arguments().unwrap().len(), 2);
    assert_eq!(slice(factor.span), "_F(C=[1], **k)");
}

#[test]
fn deep_or_long_studies_do_not_overflow() {
    let deep = ["(".repeat(50).as_str(), "1", ")".repeat(50).as_str()].concat();
    prints(&format!("print({deep})"), "1\n");
    let long = (0..400).map(|i| i.to_string()).collect::<Vec<_>>().join(" + ");
    prints(&format!("print({long})"), "79800\n");
    prints("x = 0\nfor i in range(100000):\n    x += i\nprint(x)", "4999950000\n");
    assert!(errors("def f(n):\n    return [f(n + 1) for i in range(2)]\nf(0)")[0].contains("RecursionError"));
    assert!(errors("x = []\nx.append(x)\nx == [x]\ny = []\ny.append(y)\nx == y")[0].contains("RecursionError"));
}

mod any_text {
    use proptest::prelude::*;

    use crate::python::{Alone, Fault, Interpreter, Limits, Scope};
    use crate::source::{FileId, SourceFile};
    use crate::syntax::parse;

    const WORDS: &str = "x|y|1|0|-1|2.5|1j|'a'|''|None|True|[1, 2]|(3,)|{'k': 1}|{1, 2}|[]|range(3)|len|max|sum|sorted|int|str\
                         |zip|map|abs|round|sqrt|np.array|print|lambda a: a|a.append|'%d'|'{}'.format|f'{x}'|9223372036854775807";
    const MARKS: &str = " + | - | * | / | // | % | ** | < | == | in | is | and | or |(|)|[|]|[:|:]|, |.pop()|.keys()|.upper()|.T\
                         | if x else |; y = |; x[0] = |; del x; x = |; x += | for a in ";

    proptest! {
        #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]
        #[test]
        fn never_panics(words in prop::collection::vec((0..36usize, 0..30usize), 1..8)) {
            let mut text = "import numpy as np\nx = [1, [2]]\ny = 'abc'\na = []\nx = ".to_string();
            let pick = |list: &'static str, i: usize| list.split('|').cycle().nth(i).unwrap_or("");
            for (word, mark) in &words {
                text += pick(WORDS, *word);
                text += pick(MARKS, *mark);
            }
            text += "1\n";
            let parsed = parse(FileId(0), &SourceFile::new("t", None, text));
            let mut host = Alone;
            let mut interpreter = Interpreter::new(&mut host, Limits::FORMULA);
            match interpreter.run_module(&parsed.statements, &Scope::module()) {
                Ok(()) | Err(Fault::Raised(_) | Fault::End | Fault::Stop) => {}
            }
        }
    }
}
