//! Long runs and many studies at the desk: progress in terminals, recapitulations, the longest studies, exit codes.

use std::path::Path;

use crate::program::{scratch, stickslip};
use crate::screen::{Screen, written};

fn text(output: &std::process::Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Two transients of an oscillator of 0.7 kg, the second of so many steps more that it outlasts every test.
fn two_transients(folder: &Path) {
    let output = stickslip(folder, &["doc", "DYNA_VIBRA", "--example", "."]);
    assert!(output.status.success(), "{}", text(&output));
    let study = std::fs::read_to_string(folder.join("DYNA_VIBRA.comm")).unwrap();
    let head = study.split("ON = DEFI_CONSTANTE").next().unwrap();
    let run = |name: &str, end: f64| {
        format!(
            "{name} = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G,\n  \
             SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), ARCHIVAGE=_F(PAS_ARCH=100000000),\n  \
             INCREMENT=_F(INST_FIN={end}, PAS=3e-5), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, COEF_MULT=0.7))\n"
        )
    };
    std::fs::write(folder.join("two.comm"), format!("{head}{}{}FIN()\n", run("SHORT", 0.3), run("LONG", 90000.0)))
        .unwrap();
    let _ = std::fs::rename(folder.join("DYNA_VIBRA.mail"), folder.join("two.mail"));
}

#[cfg(target_os = "linux")]
#[test]
fn progress_stays_on_its_two_lines_and_does_not_count_a_short_run_for_half() {
    let folder = scratch("desk_progress");
    two_transients(&folder);
    for columns in [80, 120] {
        let Some(raw) = written(&folder, columns, 6, "run two.comm --threads 1") else {
            eprintln!("!!!! SKIPPED: progress in a terminal: no `script` here !!!!");
            return;
        };
        let mut screen = Screen::new(columns);
        let (mut both, mut shares) = (0, Vec::new());
        // Each piece ends where the lines are drawn anew.
        for piece in raw.split("\u{1b}[J") {
            let end =
                piece.rfind('\r').filter(|at| piece[at + 1..].is_empty() || piece[at + 1..].starts_with('\u{1b}'));
            let (drawn, over) = piece.split_at(end.unwrap_or(piece.len()));
            screen.take(drawn);
            let lines: Vec<String> = screen.lines().into_iter().filter(|line| line.contains(" %  ")).collect();
            let count = |word: &str| lines.iter().filter(|line| line.starts_with(word)).count();
            assert!(lines.len() <= 2 && count("all DYNA_VIBRA") <= 1 && count("LONG") <= 1, "{columns}:\n{lines:#?}");
            assert!(lines.iter().all(|line| line.chars().count() < columns), "{lines:#?}");
            if lines.len() == 2 {
                both += 1;
                shares.push(lines[0].split('%').next().unwrap().split_whitespace().last().unwrap().to_string());
                assert!(lines[0].contains("1 of 2 done, about ") && !lines[0].contains(" ms left"), "{lines:#?}");
            }
            screen.take(over);
            screen.take("\u{1b}[J");
        }
        assert!(both > 5, "{columns}: {raw:?}");
        assert!(shares.iter().all(|share| share.parse::<u32>().unwrap() < 10), "{shares:?}");
    }
}

const FUNCTION: &str = "F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.3, 2.6))\n";

fn suite(folder: &Path, bad: &[usize]) {
    for rank in 0..12 {
        let value = if bad.contains(&rank) { 9.1 } else { 1.4 };
        let body = format!(
            "DEBUT()\n{FUNCTION}TEST_FONCTION(VALEUR=_F(FONCTION=F, NOM_PARA='INST', VALE_PARA=0.7, VALE_CALC={value}))\nFIN()\n"
        );
        std::fs::write(folder.join(format!("s{rank:02}.comm")), body).unwrap();
    }
}

#[test]
fn what_did_not_pass_is_told_again_before_the_last_line() {
    let folder = scratch("desk_recapitulation");
    suite(&folder, &[3, 7]);
    std::fs::write(folder.join("empty.comm"), "DEBUT()\nFIN()\n").unwrap();
    let output = stickslip(&folder, &["test", "--durations", "3"]);
    let shown = text(&output);
    assert_eq!(output.status.code(), Some(1), "{shown}");
    let (table, rest) = shown.split_once("\nnot passed (3 of 13 studies):\n").unwrap();
    let (again, rest) = rest.split_once("\nlongest (3 of 13 studies):\n").unwrap();
    assert_eq!(table.lines().count(), 13, "{shown}");
    let names: Vec<&str> = again.lines().filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(names, ["empty.comm", "s03.comm", "s07.comm"], "{shown}");
    assert!(again.contains("line 3: F(0.7) is 1.4, expected 9.1"), "{again}");
    let longest: Vec<&str> = rest.lines().take_while(|line| !line.is_empty()).collect();
    assert!(longest.len() == 3 && longest.iter().all(|line| line.ends_with(".comm")), "{rest}");
    assert!(shown.trim_end().lines().last().unwrap().starts_with("FAILED  10 of 13 studies passed"), "{shown}");
    // Studies without assertions did not pass: they are run again, too.
    let again = stickslip(&folder, &["test", "--rerun-failed", "--list"]);
    assert_eq!(String::from_utf8_lossy(&again.stdout), "empty.comm\ns03.comm\ns07.comm\n");
    suite(&folder, &[]);
    stickslip(&folder, &["test", "--rerun-failed", "--allow-empty"]);
    assert!(!folder.join(".stickslip").exists());
    // A table that holds nothing else is not told twice.
    let output = stickslip(&folder, &["test", "empty.comm", "--durations", "0"]);
    let shown = text(&output);
    assert!(!shown.contains("not passed (") && shown.contains("longest (1 of 1 study):"), "{shown}");
}

#[test]
fn exit_codes_are_told_and_no_study_has_its_own() {
    let folder = scratch("desk_exit_codes");
    suite(&folder, &[3]);
    std::fs::create_dir(folder.join("nothing")).unwrap();
    let code = |arguments: &[&str]| stickslip(&folder, arguments).status.code();
    assert_eq!(code(&["test", "-R", "s0[12]"]), Some(0));
    assert_eq!(code(&["test", "-R", "s0"]), Some(1));
    assert_eq!(code(&["test", "-R", "no such study"]), Some(5));
    assert_eq!(code(&["test", "-L", "no such label"]), Some(5));
    assert_eq!(code(&["test", "nothing"]), Some(5));
    assert_eq!(code(&["test", "nothing", "--list"]), Some(5));
    assert_eq!(code(&["check", "nothing"]), Some(5));
    assert_eq!(code(&["test", "absent"]), Some(2));
    assert_eq!(code(&["test", "--no-such-option"]), Some(2));
    for (arguments, part) in [
        (&["test", "--help"][..], "5  no study was found"),
        (&["check", "--help"], "5  no study was found"),
        (&["run", "--help"], "1  an assertion fails"),
        (&["sweep", "--help"], "2  the plan"),
        (&["sweep", "run", "--help"], "0  the command is done"),
        (&["man"], "Exit codes"),
    ] {
        let shown = text(&stickslip(&folder, arguments));
        assert!(shown.contains(part), "{arguments:?}: {part} in {shown}");
    }
}

#[test]
fn the_page_says_when_and_how_it_was_made_and_leads_to_the_studies() {
    let folder = scratch("desk_page");
    suite(&folder, &[3]);
    std::fs::create_dir(folder.join("out")).unwrap();
    stickslip(&folder, &["test", "-R", "s0[34]", "--html", "out/page.html"]);
    let page = std::fs::read_to_string(folder.join("out/page.html")).unwrap();
    let foot = page.split("<footer>").nth(1).and_then(|rest| rest.split("</footer>").next()).unwrap();
    for part in
        ["UTC", "stickslip 0.", std::env::consts::ARCH, "stickslip test -R &#39;s0[34]&#39; --html out/page.html"]
    {
        assert!(foot.contains(part) || foot.contains(&part.replace("&#39;", "'")), "{part} in {foot}");
    }
    assert!(page.contains("<a href=\"../s03.comm\">s03.comm</a>") && page.contains("<summary>1 comparison</summary>"));
    let excerpt = page.split("class=\"fail\"").nth(1).and_then(|rest| rest.split("</pre>").next()).unwrap();
    assert!(excerpt.contains("DEFI_FONCTION") && excerpt.contains("FIN()"), "two lines of context: {excerpt}");
    assert!(
        excerpt.contains(&format!("<span class=\"caret\">{}</span>", "^".repeat("VALE_CALC=9.1".len()))),
        "{excerpt}"
    );
}

#[test]
fn assertions_that_fail_because_a_variable_was_set_are_one_line() {
    let folder = scratch("desk_set_assertions");
    let test = "TEST_TABLE(TABLE=T, NOM_PARA='A', VALE_CALC=C, FILTRE=_F(NOM_PARA='A', CRIT_COMP='MAXI'))\n";
    let body = format!(
        "DEBUT()\nC, D = 1.3, 0.7\nT = CREA_TABLE(LISTE=_F(PARA='A', LISTE_R=(1.3, D)))\n{}FIN()\n",
        test.repeat(7)
    );
    std::fs::write(folder.join("s.comm"), body).unwrap();
    let run = |arguments: &[&str]| {
        let output = stickslip(&folder, &[&["run", "s.comm"], arguments].concat());
        (output.status.code(), text(&output))
    };
    let (code, shown) = run(&["--set", "C=2.6"]);
    assert!(
        code == Some(1) && shown.contains("7 assertions do not hold (C was set)") && !shown.contains("NOOK"),
        "{shown}"
    );
    assert_eq!(shown.lines().count(), 2, "{shown}");
    let (code, shown) = run(&["--set", "C=2.6", "--assertions"]);
    assert!(code == Some(1) && shown.matches("NOOK").count() == 7 && !shown.contains("was set"), "{shown}");
    let (code, shown) = run(&["--set", "C=2.6", "--no-test"]);
    assert!(code == Some(0) && shown.contains("assertions not judged (--no-test)"), "{shown}");
    // Those that hold are listed as ever, and so are those that fail where nothing was set.
    assert_eq!(run(&["--set", "D=0.9"]).1.matches("OK  ").count(), 8);
    std::fs::write(
        folder.join("t.comm"),
        std::fs::read_to_string(folder.join("s.comm")).unwrap().replace("VALE_CALC=C", "VALE_CALC=3.9"),
    )
    .unwrap();
    assert_eq!(text(&stickslip(&folder, &["run", "t.comm"])).matches("NOOK").count(), 7);
    let (_, shown) = run(&["--set", "C=2.6", "--set", "D=0.6", "--quiet"]);
    assert!(shown.contains("(C and D were set)"), "{shown}");
}
