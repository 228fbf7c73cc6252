//! The Python of studies against CPython: `tests/python/expected.txt` says what each expression gives, or which kind of error it
//! raises. `python3 tests/python/expect.py` writes that file anew from `cases.txt`.

use std::fmt::Write;

use crate::program::{root, run_study, scratch};

/// Lines of the function that gives the value of a case.
fn body(case: &str) -> Vec<String> {
    match case.strip_prefix("> ") {
        Some(statements) => statements.replace("\\n", "\n").lines().map(str::to_string).collect(),
        None => vec![format!("return {case}")],
    }
}

#[test]
fn values_and_kinds_of_errors_are_those_of_cpython() {
    let kinds = compared("cases.txt", "expected.txt", "");
    assert!(kinds >= 15, "{kinds}");
}

#[test]
fn arrays_are_those_of_numpy() {
    let kinds = compared("arrays.txt", "arrays_expected.txt", "arrays_start.py");
    assert!(kinds >= 3, "{kinds}");
}

/// Runs the cases of a file and compares with what is expected of them; how many kinds of errors there are.
fn compared(cases: &str, expected: &str, start: &str) -> usize {
    let read = |name: &str| std::fs::read_to_string(root().join("tests/python").join(name)).unwrap();
    let folder = scratch(expected);
    let (cases, expected) = (read(cases), read(expected));
    let (before, shown) = if start.is_empty() { (String::new(), "") } else { (read(start), "plain") };
    let rows: Vec<(&str, &str)> = expected.lines().filter_map(|line| line.split_once('\t')).collect();
    let written = cases.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    assert!(written.eq(rows.iter().map(|(_, case)| *case)), "expectations are older than the cases");
    let mut study = format!("DEBUT()\n{before}");
    for (rank, (_, case)) in rows.iter().enumerate() {
        writeln!(study, "def case{rank}():").unwrap();
        body(case).iter().for_each(|line| writeln!(study, "    {line}").unwrap());
        writeln!(
            study,
            "try:\n    value = repr({shown}(case{rank}()))\n    print('\\n@{rank} = ' + value)\nexcept Exception as error:\n    print('\\n@{rank} ! ' + type(error).__name__)"
        )
        .unwrap();
    }
    study += "FIN()\n";
    std::fs::write(folder.join("s.comm"), study).unwrap();
    let (code, text, _) = run_study(&folder, "s.comm", &[]);
    assert_eq!(code, 0, "{text}");
    let mut wrong = Vec::new();
    for (rank, (expected, case)) in rows.iter().enumerate() {
        let start = format!("@{rank} ");
        let found = text.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or("nothing");
        if found != *expected {
            wrong.push(format!("{case}\n    CPython {expected}\n    found   {found}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    // Each kind is caught by its name, too.
    let kinds: std::collections::BTreeSet<&str> = rows.iter().filter_map(|(e, _)| e.strip_prefix("! ")).collect();
    let mut study = format!("DEBUT()\n{before}");
    for (rank, (expected, case)) in rows.iter().enumerate() {
        if let Some(kind) = expected.strip_prefix("! ") {
            writeln!(study, "def case{rank}():").unwrap();
            body(case).iter().for_each(|line| writeln!(study, "    {line}").unwrap());
            writeln!(study, "try:\n    case{rank}()\n    print('passed', {rank})\nexcept {kind}:\n    pass").unwrap();
        }
    }
    study += "FIN()\n";
    std::fs::write(folder.join("s.comm"), study).unwrap();
    let (code, text, _) = run_study(&folder, "s.comm", &[]);
    assert!(code == 0 && !text.contains("passed"), "{text}");
    kinds.len()
}
