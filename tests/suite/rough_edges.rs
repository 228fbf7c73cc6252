//! Smaller faults of hard use, each found once: prints held back, costs that grew with the square, files included or bound twice,
//! assertions asked of what is not there, wear power from too few states.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::program::{run_study, scratch, stickslip, stickslip_reading};

fn wrapped(body: &str) -> String {
    format!("DEBUT()\n{body}\nFIN()\n")
}

#[test]
fn what_is_printed_shows_before_the_study_ends() {
    let folder = scratch("prints");
    std::fs::write(folder.join("p.comm"), wrapped("print('first')\nwhile True:\n    pass")).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_stickslip"))
        .args(["run", "p.comm"])
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    // Before it ends: it never does.
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(child.try_wait().unwrap().is_none());
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(line, "first\n");
}

/// Four times as much must cost less than twelve times as much; a square costs sixteen times.
#[test]
fn many_errors_and_long_sessions_cost_in_proportion() {
    let folder = scratch("proportion");
    let time = |count: usize, text: fn(usize) -> String, session: bool| {
        let lines: String = (0..count).map(text).collect();
        std::fs::write(folder.join("s.comm"), format!("DEBUT()\n{lines}FIN()\n")).unwrap();
        // The best of three: others use the machine.
        let once = |_| {
            let start = Instant::now();
            if session {
                stickslip_reading(&folder, &["repl"], lines.as_bytes());
            } else {
                stickslip(&folder, &["check", "s.comm"]);
            }
            start.elapsed()
        };
        (0..3).map(once).min().unwrap()
    };
    let wait = Duration::from_millis(30);
    for (text, session) in [
        ((|i| format!("x{i} = y{i}\n")) as fn(usize) -> String, false),
        (|i| format!("x{i} = NOSUCH{i}(A=1)\n"), false),
        (|_| "x=1\n".to_string(), true),
    ] {
        let (few, many) = (time(500, text, session) + wait, time(2000, text, session));
        assert!(many < few * 12, "{few:?} and {many:?} for {}", text(1));
    }
}

#[test]
fn files_are_included_deep_and_often_but_not_for_ever() {
    let folder = scratch("inclusions");
    let mut profile = String::from("F comm s.comm D 1\n");
    for i in 0..30 {
        let text = if i < 29 { format!("INCLUDE(UNITE={})\n", 31 + i) } else { "print('bottom')\n".into() };
        std::fs::write(folder.join(format!("i{i}.comm")), text).unwrap();
        profile += &format!("F libr i{i}.comm D {}\n", 30 + i);
    }
    std::fs::write(folder.join("s.comm"), wrapped("INCLUDE(UNITE=30)\nfor i in range(40):\n    INCLUDE(UNITE=59)"))
        .unwrap();
    std::fs::write(folder.join("s.export"), profile).unwrap();
    let (code, text, _) = run_study(&folder, "s.export", &[]);
    assert!(code == 0 && text.matches("bottom").count() == 41, "{text}");
    // One that includes itself twice is told once.
    std::fs::write(folder.join("i29.comm"), "INCLUDE(UNITE=59)\nINCLUDE(UNITE=59)\n").unwrap();
    let (code, text, json) = run_study(&folder, "s.export", &[]);
    assert_eq!((code, &json["error"]["code"]), (2, &"G014".into()), "{text}");
    assert_eq!(text.matches("does a file include itself").count(), 1, "{text}");
}

#[test]
fn a_unit_bound_to_two_files_is_told() {
    let folder = scratch("bound_twice");
    let table = "T = CREA_TABLE(LISTE=_F(PARA='A', LISTE_R=7.))\nIMPR_TABLE(TABLE=T, UNITE=38)";
    std::fs::write(folder.join("s.comm"), wrapped(table)).unwrap();
    let profile = |lines: &str| std::fs::write(folder.join("s.export"), format!("F comm s.comm D 1\n{lines}")).unwrap();
    profile("F libr a.txt R 38\nF libr b.txt R 38\n");
    let (code, text, _) = run_study(&folder, "s.export", &[]);
    assert!(code == 0 && text.contains("I004") && text.contains("b.txt"), "{text}");
    // Read from one file, written to another: what was given stays.
    std::fs::write(folder.join("in.txt"), "given").unwrap();
    profile("F libr in.txt D 38\nF libr out.txt R 38\n");
    let (code, text, _) = run_study(&folder, "s.export", &[]);
    assert!(code == 0 && !text.contains("I004"), "{text}");
    assert_eq!(std::fs::read_to_string(folder.join("in.txt")).unwrap(), "given");
    assert!(std::fs::read_to_string(folder.join("out.txt")).unwrap().contains("7.0"));
    profile("F libr s.comm R 38\n");
    assert_eq!(stickslip(&folder, &["run", "s.export"]).status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(folder.join("s.comm")).unwrap(), wrapped(table));
}

#[test]
fn assertions_name_what_is_there() {
    let folder = scratch("assertions_of");
    let function = "f = DEFI_FONCTION(NOM_PARA='INST', VALE=(0., 0., 1., 2.))\nTEST_FONCTION(VALEUR=_F(FONCTION=f, VALE_PARA=0.5, VALE_CALC=1.";
    let table = "t = CREA_TABLE(LISTE=_F(PARA='A', LISTE_R=1.))\nTEST_TABLE(TABLE=t, NOM_PARA='A', ";
    for (body, code, word) in [
        (format!("{function}, NOM_PARA='INST'))"), 0, ""),
        (format!("{function}, NOM_PARA='FREQ'))"), 2, "T001"),
        (format!("{table}VALE_CALC=1.)"), 0, ""),
        (format!("{table}VALE_CALC_C=1. + 0j)"), 2, "T002"),
    ] {
        std::fs::write(folder.join("s.comm"), wrapped(&body)).unwrap();
        let (found, text, _) = run_study(&folder, "s.comm", &[]);
        assert!(found == code && text.contains(word), "{body}: {text}");
    }
}
