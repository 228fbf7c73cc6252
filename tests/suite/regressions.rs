//! Smaller faults of hard use, each found once: prints held back, costs that grew with the square, files included or bound twice,
//! assertions asked of what is not there, wear power from too few states.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::allocation::allocations;
use crate::program::{run_study, scratch, stickslip};
use stickslip::source::{BorrowedOrShared, Memory, World};
use stickslip::study::{Options, Project, Session, evaluate_in_place, events::Silent};

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

/// Work, counted in allocations: four times as much text must need less than six times as many; a square would need sixteen.
#[test]
fn many_errors_and_long_sessions_cost_in_proportion() {
    let project = |text: String| {
        let world = Memory::default();
        world.write(Path::new("s.comm"), format!("DEBUT()\n{text}FIN()\n").as_bytes()).unwrap();
        let commands = vec!["s.comm".into()];
        (world, Project { name: "s".into(), commands, ..Project::default() })
    };
    let options = Options { check_only: true, threads: 1, ..Options::default() };
    let checked = |count: usize, line: fn(usize) -> String| {
        let (world, project) = project((0..count).map(line).collect());
        let mut errors = 0;
        let work = allocations(|| {
            let report = evaluate_in_place(&project, &options, &world, &Silent);
            errors = report.diagnostics.iter().filter(|d| d.is_error()).count();
        });
        assert!(errors >= count, "{errors} errors of {count}");
        work
    };
    let typed = |count: usize, line: fn(usize) -> String| {
        let (world, project, options) = (Memory::default(), Project::default(), Options::default());
        let lent = (BorrowedOrShared::Lent(&project), BorrowedOrShared::Lent(&options));
        let mut live = Session::new(lent.0, lent.1, BorrowedOrShared::Lent(&world), BorrowedOrShared::Lent(&Silent));
        allocations(|| (0..count).for_each(|i| assert!(live.take(&line(i)).held)))
    };
    for line in [(|i| format!("x{i} = y{i}\n")) as fn(usize) -> String, |i| format!("x{i} = NOSUCH{i}(A=1)\n")] {
        let (few, many) = (checked(300, line), checked(1200, line));
        assert!(many < 6 * few, "{few} and {many} for {}", line(1));
    }
    let (few, many) = (typed(300, |_| "x=1\n".into()), typed(1200, |_| "x=1\n".into()));
    assert!(many < 6 * few, "{few} and {many} in a session");
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
