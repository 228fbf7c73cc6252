//! `stickslip fmt`: the tree and the comments stay, formatted texts stay as they are, and most studies come out as `black`
//! writes them.

use std::path::PathBuf;
use std::process::Command;

use proptest::prelude::*;
use stickslip::language::{format, format_range};
use stickslip::source::{FileId, SourceFile};
use stickslip::syntax::parse;

use crate::program::{root, scratch, stickslip, stickslip_reading};
use crate::studies::below;

fn studies() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in ["examples", "grammar/examples", "tests/cases", "tests/diagnostics"] {
        below(&root().join(folder), &["comm"], &mut found);
    }
    found.sort();
    assert!(found.len() > 500);
    found
}

/// The tree without its places, and whether all of it was read.
fn tree(text: &str) -> (String, bool) {
    let parsed = parse(FileId(0), &SourceFile::new("t", None, text.to_string()));
    let held = !parsed.diagnostics.iter().any(|d| d.is_error());
    let full = format!("{:?}", parsed.statements);
    let mut out = String::with_capacity(full.len());
    let mut rest = full.as_str();
    while let Some(at) = rest.find("Span {") {
        out.push_str(&rest[..at]);
        let end = rest[at..].find('}').unwrap();
        rest = &rest[at + end + 1..];
    }
    out.push_str(rest);
    (out, held)
}

/// Comments in order, without the blanks after their sign.
fn comments(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut quote: Option<String> = None;
    while at < text.len() {
        let rest = &text[at..];
        let c = rest.chars().next().unwrap();
        match &quote {
            Some(_) if c == '\\' => {
                at += 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
                continue;
            }
            Some(mark) if rest.starts_with(mark.as_str()) => {
                at += mark.len();
                quote = None;
                continue;
            }
            Some(mark) if c == '\n' && mark.len() == 1 => quote = None,
            Some(_) => {}
            None if c == '#' => {
                let line = rest.split('\n').next().unwrap();
                found.push(line.trim_start_matches('#').trim().to_string());
                at += line.len();
                continue;
            }
            None if c == '"' || c == '\'' => {
                let long: String = c.to_string().repeat(3);
                let mark = if rest.starts_with(&long) { long } else { c.to_string() };
                at += mark.len();
                quote = Some(mark);
                continue;
            }
            None => {}
        }
        at += c.len_utf8();
    }
    found
}

/// What formatting a text must keep; with ends of lines of both kinds, if asked. What it does not keep is told.
pub fn kept(text: &str, name: &str, both_ends: bool) -> Result<(), String> {
    let new = format(text).text;
    let (before, read) = tree(text);
    let told = |what: &str| Err(format!("{what} of {name} change:\n{text}\n---\n{new}"));
    if read && before != tree(&new).0 {
        return told("the tree");
    }
    if read && comments(text) != comments(&new) {
        return told("the comments");
    }
    if format(&new).text != new {
        return Err(format!("{name} changes again:\n{text}"));
    }
    if !both_ends || !text.contains('\n') {
        return Ok(());
    }
    let crlf = format(&text.replace('\n', "\r\n")).text;
    let mixed = crlf.matches('\n').count() != crlf.matches("\r\n").count();
    if mixed || crlf.replace("\r\n", "\n") != new { Err(format!("{name} changes with CRLF:\n{crlf}")) } else { Ok(()) }
}

fn holds(text: &str, name: &str, both_ends: bool) {
    kept(text, name, both_ends).unwrap();
}

#[test]
fn a_range_changes_no_line_outside() {
    let text = "x  =  1\ny  =  2\nz  =  (3,\n  4)\nw  =  5\n";
    let at = text.find("z").unwrap();
    let (range, new) = format_range(text, at..at + 1).unwrap();
    assert_eq!((&text[range], new.as_str()), ("z  =  (3,\n  4)", "z = (3, 4)"));
}

#[test]
fn parts_that_overlap_lose_no_line() {
    let text = "# fmt: off\n    X = 1\nX = 1\n# fmt: on\n\n\nelse:\nX = CALC(A=1,B='b')\n";
    let new = format(text).text;
    assert!(new.contains("\n# fmt: on\n\n\nelse:\nX = CALC"), "{new}");
    holds(text, "overlapping parts", true);
}

/// Pieces that texts are made of.
const PIECES: &[&str] = &[
    "X = CALC(A=1,B='b')\n",
    "CALC(\n  A=(_F(B=1.E-3,C=.5),  # one\n     _F(B=2)),\n)\n",
    "if x :\n",
    "else:\n",
    "    ",
    "  ",
    "y = x**2 + -x ** 2\n",
    "pass\n",
    "def f(a,b = 3,*c):\n",
    "return (a)\n",
    "# comment\n",
    "#!odd\n",
    "z = [i for i in range( 3 ) if i]\n",
    "'''a\nb'''\n",
    "w = (1,)\n",
    "for (i,j) in k : print (i)\n",
    "v = 'a' 'b' \\\n  'c'\n",
    "u = a[1:2,::3] ; t = not a\n",
    "\n",
    "\n\n\n",
    "s = a if b else (c)\n",
    "lambda x=1: x\n",
    "q = 'é' + \"it's\"\n",
    "import os\n",
    "del (x)\n",
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA = BBBBBBBBBBBBBBBBBBBBB(CCCCCCCCCCCCCCCCC=(1, 2, 3), DDDDDDDDDDDDDDD=\"eeeeeee\")  # tail\n",
    "x = (  # why\n  1 + 2)\n",
    "total = first_long_name_of_a_value * second_long_name_of_a_value + third_long_name_of_a_value - fourth_long\n",
    "\t",
    "x = [\n# a\n1,\n# b\n]\n",
    "# fmt: off\n",
    "# fmt: on\n",
    "a  =  1 # fmt: skip\n",
    "x = (1\n",
    ")\n",
    "'",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn generated_texts_keep_their_tree_and_comments(pieces in proptest::collection::vec(0..PIECES.len(), 0..14)) {
        let text: String = pieces.iter().map(|&piece| PIECES[piece]).collect();
        holds(&text, "a generated text", true);
    }
}

/// Version of `black` that the agreement was made with.
const BLACK: &str = "26.10.1";

/// A program of that name on the path, or where STICKSLIP_BLACK says.
fn black() -> Option<String> {
    let program = std::env::var("STICKSLIP_BLACK").unwrap_or_else(|_| "black".to_string());
    Command::new(&program).arg("--version").output().ok().filter(|o| o.status.success()).map(|_| program)
}

#[test]
fn most_studies_come_out_as_black_writes_them() {
    let Some(black) = black() else {
        eprintln!("skipped: black {BLACK} is not installed (STICKSLIP_BLACK may name it)");
        return;
    };
    let folder = scratch("black");
    let mut ours = Vec::new();
    for (rank, file) in studies().iter().enumerate() {
        let Ok(text) = std::fs::read_to_string(file) else { continue };
        std::fs::write(folder.join(format!("s{rank}.py")), &text).unwrap();
        ours.push((rank, file.strip_prefix(root()).unwrap().to_path_buf(), text.clone(), format(&text).text));
    }
    // Named one by one: a folder that is ignored by git would be passed over.
    let names = ours.iter().map(|(rank, ..)| format!("s{rank}.py"));
    let output = Command::new(black).args(["-q", "-l", "100"]).args(names).current_dir(&folder).output().unwrap();
    let failed = String::from_utf8_lossy(&output.stderr).into_owned();
    let listed = std::fs::read_to_string(root().join("tests/suite/formatting_differences.txt")).unwrap();
    let listed: Vec<&str> =
        listed.lines().filter(|l| !l.starts_with('#')).filter_map(|l| l.split_whitespace().next()).collect();
    let (mut all, mut same, mut unlisted) = (0, 0, Vec::new());
    for (rank, file, text, new) in ours {
        // What black cannot read has no word of its.
        if failed.contains(&format!("s{rank}.py")) || !tree(&text).1 {
            continue;
        }
        all += 1;
        if std::fs::read_to_string(folder.join(format!("s{rank}.py"))).unwrap() == new {
            same += 1;
        } else if !listed.contains(&file.to_str().unwrap()) {
            unlisted.push(file);
        }
    }
    println!("{same} of {all} studies come out as black writes them");
    assert!(same * 100 >= all * 95, "{same} of {all}");
    assert!(unlisted.is_empty(), "differ and are not listed: {unlisted:#?}");
}

#[test]
fn the_command_checks_shows_and_writes() {
    let folder = scratch("fmt");
    std::fs::create_dir(folder.join("inner")).unwrap();
    std::fs::write(folder.join("inner/a.comm"), "x  =  'a'\n").unwrap();
    std::fs::write(folder.join("good.comm"), "x = 1\n").unwrap();
    std::fs::write(folder.join("bad.comm"), "a  =  1\nb = (\nDEBUT()\nc  =  2\nd  =  3\n").unwrap();
    let run = |arguments: &[&str]| {
        let output = stickslip(&folder, arguments);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (code, out, err) = run(&["fmt", "--check", "inner", "good.comm"]);
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(
        err.contains("inner/a.comm would change") && err.contains("1 file would change, 1 left unchanged"),
        "{err}"
    );
    let (code, out, _) = run(&["fmt", "--diff", "inner"]);
    let wanted = "--- inner/a.comm\n+++ inner/a.comm\n@@ -1,1 +1,1 @@\n-x  =  'a'\n+x = \"a\"\n";
    assert_eq!((code, out.as_str()), (Some(0), wanted));
    assert_eq!(run(&["fmt", "inner"]).0, Some(0));
    assert_eq!(std::fs::read_to_string(folder.join("inner/a.comm")).unwrap(), "x = \"a\"\n");
    let (code, _, err) = run(&["fmt", "bad.comm"]);
    assert!(code == Some(1) && err.contains("bad.comm:2: this line cannot be read"), "{code:?} {err}");
    let text = std::fs::read_to_string(folder.join("bad.comm")).unwrap();
    assert!(text.contains("b = (\n") && text.ends_with("d = 3\n"), "{text}");
    let (code, _, err) = run(&["fmt", "none.comm"]);
    assert!(code == Some(2) && err.contains("none.comm cannot be read"), "{err}");
    let output = stickslip_reading(&folder, &["fmt", "-"], b"x  =  1.E-3\r\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "x = 1.0e-3\r\n");
    let output = stickslip_reading(&folder, &["fmt", "-", "--check", "--stdin-name", "named.comm"], b"x  =  (\n");
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("named.comm:1: "));
}
