//! What one meets at the desk: several studies, studies from a pipe, variables set, files written, wrong files, terminals of all widths.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::program::{run_study, scratch, stickslip, stickslip_reading};

const FUNCTION: &str = "F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.0, 2.0))\n";

fn text(output: &std::process::Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn study(folder: &Path, name: &str, body: &str) {
    std::fs::write(folder.join(name), format!("DEBUT()\n{body}FIN()\n")).unwrap();
}

#[test]
fn a_run_says_which_files_it_wrote() {
    let folder = scratch("desk_files");
    study(&folder, "s.comm", &format!("{FUNCTION}IMPR_FONCTION(UNITE=33, COURBE=_F(FONCTION=F))\n"));
    let (code, shown, json) = run_study(&folder, "s.comm", &["--output", "out"]);
    let bytes = std::fs::metadata(folder.join("out/s.33")).unwrap().len();
    assert_eq!(code, 0, "{shown}");
    assert!(shown.contains(&format!("written  out/s.33 ({bytes} bytes)")), "{shown}");
    assert_eq!(json["files"], serde_json::json!([{"path": "out/s.33", "bytes": bytes}]));
    assert!(!text(&stickslip(&folder, &["run", "s.comm", "--quiet"])).contains("written"));
}

#[test]
fn several_studies_and_a_pipe_are_run() {
    let folder = scratch("desk_several");
    study(&folder, "a.comm", "print('first')\n");
    study(&folder, "b.comm", "x = 1 / 0\n");
    let output = stickslip(&folder, &["run", "a.comm", "b.comm", "--json", "-"]);
    assert_eq!(output.status.code(), Some(2));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&json["studies"][0]["status"], &json["studies"][1]["status"]), (&"ok".into(), &"error".into()));
    let output = stickslip_reading(&folder, &["run", "-"], b"DEBUT()\nprint('piped')\nFIN()\n");
    assert!(output.status.success() && text(&output).contains("piped"), "{}", text(&output));
    let output = stickslip_reading(&folder, &["check", "-"], b"DEBUT()\nx = NOSUCH\nFIN()\n");
    assert!(output.status.code() == Some(2) && text(&output).contains("stdin.comm:2:5"), "{}", text(&output));
    // What is read once is not a second study, and a folder is none.
    let output = stickslip_reading(&folder, &["run", "-", "-"], b"print('piped')\n");
    assert!(output.status.code() == Some(2) && text(&output).contains("it was read already"), "{}", text(&output));
    let output = stickslip(&folder, &["run", "."]);
    assert!(text(&output).contains("is a folder") && text(&output).contains("stickslip test ."), "{}", text(&output));
    // The subcommand may be left out, and `help` is one.
    assert!(text(&stickslip(&folder, &["a.comm"])).contains("first"));
    assert!(text(&stickslip(&folder, &["help", "run"])).contains("--set"));
}

#[test]
fn variables_are_set_wherever_they_are_assigned_and_named_in_errors() {
    let folder = scratch("desk_set");
    study(
        &folder,
        "s.comm",
        "M, (K, L) = 1.0, (2.0, 3.0)\nA = B = 4.0\nfor LOOP in range(2):\n    pass\nprint(M, K, L, A, B)\n",
    );
    let set = |words: &[&str]| {
        let mut arguments = vec!["run", "s.comm"];
        words.iter().for_each(|word| arguments.extend(["--set", word]));
        text(&stickslip(&folder, &arguments))
    };
    assert!(set(&["K=7.", "B=5"]).contains("1.0 7.0 3.0 4.0 5\n"), "{}", set(&["K=7.", "B=5"]));
    let shown = set(&["LOOP=3"]);
    assert!(shown.contains("otherwise than by an assignment") && !shown.contains("did you mean"), "{shown}");
    study(&folder, "s.comm", "V = 2.0\nW = V * 1.5\n");
    let shown = set(&["V=abc"]);
    assert!(shown.contains("V is 'abc' (str), from --set"), "{shown}");
}

#[test]
fn values_of_another_type_than_the_study_has_are_told() {
    let folder = scratch("desk_set_types");
    study(&folder, "s.comm", "A, (B, C) = 1.0, (2.0, 3.0)\nL = [1.0, 2.0]\nN = 3\nT = 'x'\nX = abs(-1.0)\n");
    let set = |word: &str| {
        let output = stickslip(&folder, &["run", "s.comm", "--set", word]);
        (output.status.code(), text(&output))
    };
    for (word, said) in [
        ("A=1,5", "--set A: (1, 5) is a tuple, the study has 1.0, a float"),
        ("A=1,5", "decimals use a point"),
        ("B=abc", "--set B: 'abc' is a str, the study has 2.0, a float"),
        ("L=5", "--set L: 5 is an int, the study has [1.0, 2.0], a list"),
        ("T=5", "--set T: 5 is an int, the study has 'x', a str"),
        ("C=", "--set C: '' is a str"),
    ] {
        let (code, shown) = set(word);
        assert!(code == Some(0) && shown.contains("G013") && shown.contains(said), "{word}: {shown}");
    }
    for word in ["A=2", "N=2.5", "N=True", "L=(4.0,5.0)", "X=text"] {
        let (code, shown) = set(word);
        assert!(code == Some(0) && !shown.contains("G013"), "{word}: {shown}");
    }
    for (word, said) in
        [("=3", "a name is missing"), ("A", "an equal sign is missing"), ("Z=3", "assigns no variable of that name")]
    {
        let (code, shown) = set(word);
        assert!(code == Some(2) && shown.contains(said) && !shown.contains("did you mean"), "{word}: {shown}");
    }
}

#[test]
fn what_is_no_study_is_called_by_its_name() {
    let folder = scratch("desk_wrong_files");
    std::fs::write(folder.join("m.mail"), "% remark\nCOOR_3D\nA 0. 0. 0.\nFINSF\nFIN\n").unwrap();
    std::fs::write(folder.join("wide.comm"), b"\xFF\xFED\0E\0").unwrap();
    std::fs::write(folder.join("binary.comm"), b"DEBUT\0\x01").unwrap();
    for (name, said) in [("m.mail", "looks like a mesh"), ("wide.comm", "UTF-16"), ("binary.comm", "no text file")] {
        let (code, shown, json) = run_study(&folder, name, &[]);
        assert_eq!((code, &json["error"]["code"]), (2, &"I007".into()), "{shown}");
        assert!(shown.contains(said), "{shown}");
    }
    // Lines of a profile that say nothing, and a mesh bound to another unit.
    study(&folder, "s.comm", "MA = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=20)\n");
    std::fs::write(folder.join("s.mail"), "COOR_3D\nA 0. 0. 0.\nFINSF\nFIN\n").unwrap();
    std::fs::write(folder.join("s.export"), "F comm s.comm D 1\nF mail s.mail D 21\nF mail\nG something\n").unwrap();
    let (code, shown, json) = run_study(&folder, "s.export", &[]);
    let codes: Vec<&str> =
        json["diagnostics"].as_array().unwrap().iter().map(|d| d["code"].as_str().unwrap()).collect();
    assert_eq!((code, codes), (0, vec!["I005", "I005", "I006"]), "{shown}");
    assert!(shown.contains("s.export:3") && shown.contains("unit 21"), "{shown}");
}

#[test]
fn a_wrong_study_does_not_take_the_place_of_a_drawing() {
    let folder = scratch("desk_graph");
    study(&folder, "s.comm", "x = NOSUCH\n");
    std::fs::write(folder.join("s.svg"), "before").unwrap();
    assert_eq!(stickslip(&folder, &["graph", "s.comm", "-o", "s.svg"]).status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(folder.join("s.svg")).unwrap(), "before");
}

/// The program in a terminal of so many columns; `None` where `script` is not there to make one.
fn in_a_terminal(folder: &Path, columns: usize, environment: &[(&str, &str)], command: &str) -> Option<String> {
    let line = format!("stty cols {columns} rows 50; '{}' {command}", env!("CARGO_BIN_EXE_stickslip"));
    let output = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .env_remove("LC_ALL")
        .env_remove("LC_CTYPE")
        .env("LANG", "C.UTF-8")
        .env("TERM", "xterm-256color")
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let shown = String::from_utf8_lossy(&output.stdout).replace('\r', "");
    Some(shown.replace('\u{1b}', "<ESC>"))
}

#[cfg(target_os = "linux")]
#[test]
fn messages_fit_the_terminal() {
    let folder = scratch("desk_terminals");
    let long = "T = CREA_TABLE(LISTE=(_F(PARA='A', LISTE_R=(1.0, 2.0, 3.0)), _F(PARA='NAME', LISTE_K=('x', 'y', 'z')), _F(PARA='B', LISTE_X=(1.0,))))\n";
    study(&folder, "s.comm", long);
    let shown = |columns, environment: &[(&str, &str)], more: &str| {
        in_a_terminal(&folder, columns, environment, &format!("check s.comm {more}"))
    };
    let Some(wide) = shown(132, &[], "") else {
        eprintln!("!!!! SKIPPED: messages in terminals: no `script` here !!!!");
        return;
    };
    let mut all = String::new();
    let plain = |text: &str| {
        let parts = text.split("<ESC>[");
        parts
            .enumerate()
            .map(|(i, part)| if i == 0 { part } else { part.split_once('m').map_or(part, |(_, rest)| rest) })
            .collect::<String>()
    };
    for columns in [60, 80, 132] {
        let text = shown(columns, &[], "").unwrap();
        let widest = plain(&text).lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= columns, "{widest} columns in {columns}:\n{text}");
        all.push_str(&format!("=== {columns} columns\n{text}\n"));
    }
    for (title, environment, more) in [
        ("TERM=dumb", [("TERM", "dumb")], ""),
        ("LANG=C", [("LANG", "C")], ""),
        ("NO_COLOR", [("NO_COLOR", "1")], ""),
        ("--color never", [("LANG", "C.UTF-8")], "--color never"),
    ] {
        all.push_str(&format!("=== {title}\n{}\n", shown(80, &environment, more).unwrap()));
    }
    let output = stickslip(&folder, &["check", "s.comm"]);
    all.push_str(&format!("=== no terminal\n{}", text(&output)));
    assert!(
        wide.contains("<ESC>[")
            && !all.split("=== TERM=dumb").nth(1).unwrap().split("===").next().unwrap().contains("<ESC>")
    );
    let c = all.split("=== LANG=C\n").nth(1).unwrap().split("===").next().unwrap();
    assert!(c.is_ascii() && c.contains("<ESC>["), "{c}");
    insta::with_settings!({ snapshot_path => "snapshots", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("terminals", all);
    });
}

fn typed(folder: &Path, input: &str) -> (String, String) {
    let output = stickslip_reading(folder, &["repl"], input.as_bytes());
    (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_session_loads_takes_back_and_remembers_the_last_value() {
    let folder = scratch("desk_session");
    study(&folder, "part.comm", &format!("{FUNCTION}N = 3\n"));
    let (shown, errors) = typed(
        &folder,
        ":load part.comm\nF(0.5) + N\n_ * 2\nN = 9\n:undo\nN\nitems = [1]\nitems.append(2)\n:undo\nitems\n",
    );
    assert_eq!(shown, "4.0\n8.0\ntaken back: N = 9\n3\ntaken back: items.append(2)\n[1]\n", "{errors}");
    // Operators are taken back too, and several inputs one after the other; those that changed nothing go with them.
    let (shown, errors) = typed(
        &folder,
        &format!(
            "{FUNCTION}F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0., 0., 1., 7.))\nF(1.)\n:undo\nF(1.)\n:undo\n:undo\n"
        ),
    );
    assert!(
        shown.starts_with("7.0\ntaken back: F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0., 0., 1., 7.))\n2.0\n")
            && errors.contains("no input to take back"),
        "{shown}{errors}"
    );
    // What only showed something is no input to take back, nor is it kept for the study that is saved.
    let (shown, errors) = typed(
        &folder,
        "b = 2\nb\nprint(b)\n:undo\nb\nc = [1.3]\nc\nfor i in range(2):\n    c.append(i * 0.7)\n\nlen(c)\n:undo\nc\n:undo\n:undo\n:save left.comm\n",
    );
    assert_eq!(
        shown,
        "2\n2\ntaken back: b = 2\n[1.3]\n3\ntaken back: for i in range(2): (and 1 more line)\n[1.3]\ntaken back: c = [1.3]\nleft.comm written\n",
        "{errors}"
    );
    assert!(errors.contains("b is not defined") || errors.contains("'b'"), "{errors}");
    let left = std::fs::read_to_string(folder.join("left.comm")).unwrap();
    assert!(!left.contains("b") && !left.contains("c ="), "{left}");
    // A study has no `_`: what is saved runs.
    let (_, errors) = typed(&folder, "2 + 3\nx = _ + 1\nprint('x is', x)\n:save s.comm\n");
    let output = stickslip(&folder, &["run", "s.comm"]);
    assert!(output.status.success() && text(&output).contains("x is 6"), "{errors}{}", text(&output));
}

#[test]
fn habits_of_other_sessions_get_an_answer() {
    let folder = scratch("desk_habits");
    for (input, said) in [
        ("exit", ":quit or Ctrl-D"),
        ("quit", ":quit or Ctrl-D"),
        ("help", ":help lists"),
        ("?", ":help lists"),
        ("help(DEFI_FONCTION)", "DEFI_FONCTION"),
        ("DEFI_FONCTION.VALE?", "DEFI_FONCTION.VALE"),
        ("!ls", "not run here"),
        ("%time x = 1", ":time on"),
        ("who", ":names lists"),
    ] {
        let (shown, errors) = typed(&folder, &format!("{input}\n1 + 1\n"));
        assert!(shown.contains(said) && shown.ends_with("2\n") && errors.is_empty(), "{input}: {shown}{errors}");
    }
    assert_eq!(typed(&folder, "exit()\n1 + 1\n").0, "");
    // A name of the session means what it means there.
    assert_eq!(typed(&folder, "exit = 5\nexit\n").0, "5\n");
}

/// Keys typed in a terminal, one group after the other; what the terminal shows.
#[cfg(target_os = "linux")]
fn keys(folder: &Path, columns: usize, environment: &[(&str, &str)], groups: &[&str]) -> Option<String> {
    use std::io::Write;
    let line = format!("stty cols {columns} rows 50; '{}' repl mesh.comm", env!("CARGO_BIN_EXE_stickslip"));
    let mut child = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .current_dir(folder)
        .env("LANG", "C.UTF-8")
        .env_remove("LC_ALL")
        .env_remove("LC_CTYPE")
        .env("TERM", "xterm")
        .env("XDG_DATA_HOME", folder)
        .envs(environment.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    for group in groups {
        input.write_all(group.as_bytes()).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(600));
    }
    let late = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while child.try_wait().unwrap().is_none() {
        if std::time::Instant::now() > late {
            child.kill().unwrap();
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let output = child.wait_with_output().unwrap();
    drop(input);
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(target_os = "linux")]
#[test]
fn tab_offers_groups_components_attributes_and_says_what_values_mean() {
    let folder = scratch("desk_tab");
    let mesh = "COOR_3D\nA 0. 0. 0.\nB 1. 0. 0.\nFINSF\nSEG2\nS A B\nFINSF\nGROUP_NO\nLEFT A\nFINSF\nGROUP_NO\nLONE B\nFINSF\nGROUP_MA\nSPRING S\nFINSF\nFIN\n";
    std::fs::write(folder.join("mesh.mail"), mesh).unwrap();
    study(&folder, "mesh.comm", "MESH = LIRE_MAILLAGE(FORMAT='ASTER')\n");
    let groups = [
        "X = AFFE_CHAR_MECA(DDL_IMPO=_F(GROUP_NO='L\t\t",
        // What is typed with Ctrl-C is thrown away with the line.
        "\u{3}",
        "MESH.getG\t\t",
        "\u{3}",
        "DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', SCHEMA_TEMPS=_F(SCHEMA='RUNGE\t\t",
        "\u{3}",
        ":quit\r",
    ];
    let Some(shown) = keys(&folder, 100, &[], &groups) else {
        eprintln!("!!!! SKIPPED: keys in a terminal: no `script` here !!!!");
        return;
    };
    for part in
        ["LEFT", "LONE", "1 node", "getGroupsOfCells(", "getGroupsOfNodes(", "RUNGE_KUTTA_32", "Explicit, order 3"]
    {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    // Glosses keep to the width.
    let narrow = keys(&folder, 60, &[], &groups[4..]).unwrap();
    assert!(narrow.contains("RUNGE_KUTTA_54") && narrow.contains("..."), "{narrow}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_session_fits_every_terminal() {
    let folder = scratch("desk_session_terminals");
    study(&folder, "mesh.comm", FUNCTION);
    let groups = ["1 + 41\r", ":plot F\r", ":plot F v\t\t", "\u{3}", "DEFI_LIST_REEL(VALUE=1.)\r", ":quit\r"];
    let dumb = ("TERM", "dumb");
    let c = ("LANG", "C");
    for (columns, environment) in [(60, &[][..]), (80, &[]), (132, &[]), (80, &[dumb]), (60, &[c])] {
        // A dumb terminal has no Tab and no Ctrl-C of its own.
        let typed = if environment == [dumb] { [&groups[..2], &groups[4..]].concat() } else { groups.to_vec() };
        let Some(shown) = keys(&folder, columns, environment, &typed) else {
            eprintln!("!!!! SKIPPED: sessions in terminals: no `script` here !!!!");
            return;
        };
        assert!(shown.contains("42") && shown.contains("did you mean VALE"), "{columns} {environment:?}\n{shown}");
        assert_eq!(shown.contains(":plot F vs"), environment != [dumb], "{columns} {environment:?}\n{shown}");
        assert_eq!(shown.contains('\u{1b}'), environment != [dumb], "{columns} {environment:?}\n{shown}");
        assert_eq!(shown.is_ascii(), environment == [c], "{columns} {environment:?}\n{shown}");
        let widest =
            shown.lines().filter(|line| !line.contains('\u{1b}')).map(|line| line.trim_end().chars().count()).max();
        assert!(widest <= Some(columns), "{widest:?} in {columns} {environment:?}\n{shown}");
    }
}

#[test]
fn a_check_reads_meshes_and_finds_wrong_groups() {
    let folder = scratch("desk_check");
    std::fs::write(
        folder.join("s.mail"),
        "COOR_3D\nA 0. 0. 0.\nFINSF\nPOI1\nP A\nFINSF\nGROUP_MA\nWEIGHT P\nFINSF\nFIN\n",
    )
    .unwrap();
    let body = |group: &str| {
        format!(
            "MA = LIRE_MAILLAGE(FORMAT='ASTER')\nMO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))\n\
             CA = AFFE_CARA_ELEM(MODELE=MO, DISCRET=_F(GROUP_MA='{group}', CARA='M_T_D_N', VALE=2.0))\n"
        )
    };
    let fine = body("WEIGHT");
    study(&folder, "s.comm", &fine);
    let output = stickslip(&folder, &["check", "s.comm"]);
    assert!(output.status.success() && text(&output).ends_with("3 operators, nothing wrong\n"), "{}", text(&output));
    study(&folder, "s.comm", &format!("{fine}{FUNCTION}IMPR_FONCTION(UNITE=33, COURBE=_F(FONCTION=F))\n"));
    assert!(text(&stickslip(&folder, &["check", "s.comm"])).contains("(not written: IMPR_FONCTION)"));
    study(&folder, "s.comm", &fine.replace("WEIGHT", "WIEGHT"));
    let output = stickslip(&folder, &["check", "s.comm"]);
    assert!(output.status.code() == Some(2) && text(&output).contains("WIEGHT"), "{}", text(&output));
    std::fs::remove_file(folder.join("s.mail")).unwrap();
    assert!(text(&stickslip(&folder, &["check", "s.comm"])).contains("I101"));
    // Errors that only follow from it are not shown.
    assert!(text(&stickslip(&folder, &["check", "s.comm"])).contains("s.comm: 1 error"));
    // A mesh that the study itself writes is not missing.
    study(
        &folder,
        "t.comm",
        "with open('t.mail', 'w') as out:\n    out.write('x')\nMA = LIRE_MAILLAGE(FORMAT='ASTER')\n",
    );
    assert!(stickslip(&folder, &["check", "t.comm"]).status.success());
}

#[test]
fn shells_and_the_manual_know_every_command() {
    let folder = scratch("desk_install");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let shown = text(&stickslip(&folder, &["completions", shell]));
        assert!(["explain", "rerun-failed", "max-memory"].iter().all(|word| shown.contains(word)), "{shell}");
    }
    let page = text(&stickslip(&folder, &["man"]));
    assert!(
        page.contains(".TH stickslip 1") && page.contains("COMMAND SWEEP") && page.contains("fail\\-fast"),
        "{page}"
    );
}
