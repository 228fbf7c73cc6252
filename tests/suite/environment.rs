//! What a study or a session asks of the machine around it: the environment, files by the names that the profile gives them, files
//! that another text of a session wrote. None of it is taken for something else without a word.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::program::{run_study, scratch, stickslip};

/// What a command prints with a variable set, and its exit code.
fn with_variable(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stickslip"));
    let output = command.args(arguments).current_dir(folder).env("NO_COLOR", "1").env("BEAM_KIND", "slender").output();
    let output = output.unwrap();
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    (output.status.code().unwrap_or(-1), text)
}

#[test]
fn variables_of_the_environment_are_told_or_seen() {
    let folder = scratch("environment");
    let study = "import os\nDEBUT()\nkind = os.environ.get('BEAM_KIND', 'thick')\nE = 2.1e5 if kind == 'slender' else 7.0e4\n\
        print('kind', kind, os.getenv('BEAM_KIND', 'thick'), 'BEAM_KIND' in os.environ, len(os.environ), E)\nFIN()\n";
    std::fs::write(folder.join("e.comm"), study).unwrap();
    for command in ["run", "check"] {
        let (status, text) = with_variable(&folder, &[command, "e.comm"]);
        assert_eq!(status, 0, "{text}");
        assert!(text.contains("these are set: BEAM_KIND") && text.contains("`--env BEAM_KIND`"), "{text}");
    }
    let (_, text) = with_variable(&folder, &["run", "e.comm", "--env", "BEAM_KIND"]);
    assert!(text.contains("kind slender slender True 1 210000.0") && !text.contains("these are set"), "{text}");
    let (_, text) = with_variable(&folder, &["run", "e.comm", "--env", "BEAM_KIND=thin", "--env", "MORE=1"]);
    assert!(text.contains("kind thin thin True 2 70000.0"), "{text}");
    let (status, text) = with_variable(&folder, &["run", "e.comm", "--env", "NOT_THERE_AT_ALL"]);
    assert!(status == 2 && text.contains("G013") && text.contains("this variable is not set here"), "{text}");
    // Where it is not set, its default is right.
    let output = stickslip(&folder, &["check", "e.comm"]);
    assert!(!String::from_utf8_lossy(&output.stderr).contains("these are set"));
}

#[test]
fn numbers_written_by_the_name_fort_go_to_the_file_of_the_profile() {
    let folder = scratch("fort_names");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write(
        "s.export",
        "F comm s.comm D 1\nF dat given.txt D 31\nF libr sums.json R 77\nF txt rows.txt R 78\nF libr curve.txt R 79\nF libr in.txt D 32\nF libr out.txt R 32\n",
    );
    write("given.txt", "0.7 1.3\n");
    write("in.txt", "2.5\n");
    write(
        "s.comm",
        "import json\nimport numpy\nDEBUT()\nx = [float(w) for w in open('fort.31').read().split()]\n\
         with open('fort.77', 'w') as f:\n    json.dump({'sum': sum(x)}, f)\nnumpy.savetxt('./fort.78', numpy.array(x))\n\
         y = float(open('fort.32').read())\nwith open('fort.32', 'w') as f:\n    f.write('%g\\n' % (2 * y))\nassert float(open('fort.32').read()) == 5.0\n\
         F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.7, 1.0, 1.3))\nDEFI_FICHIER(UNITE=79)\nIMPR_FONCTION(UNITE=79, COURBE=_F(FONCTION=F))\n\
         DEFI_FICHIER(ACTION='LIBERER', UNITE=79)\nIMPR_FONCTION(UNITE=79, COURBE=_F(FONCTION=F))\n\
         with open('fort.31', 'a') as f:\n    f.write('3.1\\n')\nassert len(open('./fort.31').read().split()) == 3\n\
         TEST_FICHIER(FICHIER='fort.79', EXPR_IGNORE='#.*', NB_VALE=8, VALE_CALC=6.0, TOLE_MACHINE=1e-9)\nFIN()\n",
    );
    let (status, text, _) = run_study(&folder, "s.export", &["--output", "out"]);
    assert_eq!(status, 0, "{text}");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("out/sums.json"), "{\"sum\": 2.0}");
    assert_eq!(read("out/rows.txt").lines().count(), 2);
    assert_eq!((read("out/out.txt").as_str(), read("in.txt").as_str()), ("5\n", "2.5\n"));
    // What was given stays as it was.
    assert_eq!(read("given.txt"), "0.7 1.3\n");
    assert_eq!(read("out/fort.31"), "0.7 1.3\n3.1\n");
    assert!(read("out/curve.txt").matches("1.30000E+00").count() == 2 && !folder.join("out/fort.79").exists());
}

#[test]
fn a_command_file_with_a_unit_is_included() {
    let folder = scratch("include_comm");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("main.comm", "DEBUT()\nfor step in (0.7, 1.3):\n    INCLUDE(UNITE=63)\nassert total == 2.0, total\nFIN()\n");
    write("loop.comm", "total = step if step == 0.7 else total + step\n");
    write("main.export", "F comm main.comm D 1\nF comm loop.comm D 63\n");
    for command in ["run", "check"] {
        let output = stickslip(&folder, &[command, "main.export"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
    // Where the number is computed, the profile has to say which it is.
    write("main.comm", "DEBUT()\nstep = 0.7\nu = 63\nINCLUDE(UNITE=u)\nFIN()\n");
    let output = stickslip(&folder, &["run", "main.export"]);
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(text.contains("loop.comm is run after the files before it, as a stage"), "{text}");
}

/// The answers to requests, each with its events.
fn session(folder: &Path, options: &[&str], requests: &[Value]) -> Vec<Vec<Value>> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_stickslip"))
        .args(options)
        .args(["repl", "--json"])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    for (number, request) in requests.iter().enumerate() {
        let mut request = request.clone();
        request["id"] = json!(number);
        writeln!(input, "{request}").unwrap();
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    let lines: Vec<Value> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |number: usize| lines.iter().filter(|line| line["id"] == json!(number)).cloned().collect();
    (0..requests.len()).map(of).collect()
}

fn run(text: &str) -> Value {
    json!({"do": "run", "text": text})
}

fn printed(answer: &[Value]) -> String {
    answer.iter().filter(|line| line["event"] == "text").filter_map(|line| line["text"].as_str()).collect()
}

#[test]
fn a_cell_that_is_run_again_begins_its_files_anew() {
    let folder = scratch("cells_again");
    let cell = |a: f64| {
        run(&format!(
            "F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.0, {a}))\nIMPR_FONCTION(FORMAT='TABLEAU', UNITE=47, COURBE=_F(FONCTION=F))\n\
             IMPR_FONCTION(FORMAT='TABLEAU', UNITE=48, COURBE=_F(FONCTION=F))\nIMPR_FONCTION(FORMAT='TABLEAU', UNITE=48, COURBE=_F(FONCTION=F))\n\
             G = LIRE_FONCTION(TYPE='FONCTION', UNITE=47, NOM_PARA='INST', INDIC_PARA=(1, 1), INDIC_RESU=(1, 2))\nprint('read', G(1.0))\n"
        ))
    };
    let later = run("IMPR_FONCTION(FORMAT='TABLEAU', UNITE=48, COURBE=_F(FONCTION=F))\n");
    let append = run(
        "DEFI_FICHIER(UNITE=49, FICHIER='./repl.48', ACCES='APPEND')\nIMPR_FONCTION(FORMAT='TABLEAU', UNITE=49, COURBE=_F(FONCTION=F))\n",
    );
    let answers = session(&folder, &[], &[cell(0.7), cell(1.3), later.clone(), append, cell(2.6)]);
    for (rank, read) in [(0, "read 0.7"), (1, "read 1.3"), (4, "read 2.6")] {
        assert!(printed(&answers[rank]).contains(read), "{:?}", answers[rank]);
    }
    assert!(!printed(&answers[0]).contains("begins anew"));
    assert_eq!(printed(&answers[1]).matches("begins anew").count(), 2, "{:?}", answers[1]);
    assert!(printed(&answers[2]).contains("repl.48 begins anew") && !printed(&answers[3]).contains("anew"));
    let text = std::fs::read_to_string(folder.join("repl.48")).unwrap();
    assert_eq!((text.matches("2.60000E+00").count(), text.matches("1.30000E+00").count()), (2, 0), "{text}");
    // As the text of one study, which writes one file.
    session(
        &folder,
        &[],
        &[run("F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.0, 0.9))\n"), later.clone(), later],
    );
    let text = std::fs::read_to_string(folder.join("repl.48")).unwrap();
    assert_eq!(text.matches("9.00000E-01").count(), 1, "{text}");
}

#[test]
fn a_number_that_json_cannot_write_is_set() {
    let folder = scratch("set_nan");
    let values = json!({"A": {"real": "NaN"}, "B": [{"real": "-inf"}, 0.7]});
    let answers = session(&folder, &[], &[json!({"do": "set", "values": values}), run("print(A != A, B)")]);
    assert_eq!(answers[0].last().unwrap()["done"], "ok", "{:?}", answers[0]);
    assert_eq!(printed(&answers[1]).trim(), "True [-inf, 0.7]");
    std::fs::write(folder.join("s.comm"), "DEBUT()\nA = 0.7\nB = [1.3]\nprint(A, B)\nFIN()\n").unwrap();
    let output = stickslip(&folder, &["run", "s.comm", "--set", "A=nan", "--set", "B=[inf, -inf]"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("nan [inf, -inf]") && !text.contains("G013"), "{text}");
}

#[test]
#[cfg(unix)]
fn commands_of_a_session_stay_in_the_sandbox() {
    let base = scratch("session_sandbox");
    let (inside, outside) = (base.join("in"), base.join("out"));
    for folder in [&inside, &outside] {
        std::fs::create_dir_all(folder).unwrap();
    }
    std::fs::write(outside.join("secret.txt"), "hidden = 'word'\n").unwrap();
    std::fs::write(outside.join("mine.comm"), "precious\n").unwrap();
    std::os::unix::fs::symlink("../out", inside.join("away")).unwrap();
    std::os::unix::fs::symlink("../out/mine.comm", inside.join("link.comm")).unwrap();
    let state = || {
        let mut names: Vec<_> = std::fs::read_dir(&outside).unwrap().map(|e| e.unwrap().file_name()).collect();
        names.sort();
        (names, std::fs::read(outside.join("mine.comm")).unwrap())
    };
    let before = state();
    let far = outside.display();
    let first = "F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0., 0., 1., 1.3))\n";
    let mut requests = vec![run(first)];
    for command in [
        format!(":load {far}/secret.txt"),
        ":load ../out/secret.txt".into(),
        ":load away/secret.txt".into(),
        format!(":save! {far}/mine.comm"),
        ":save! away/mine.comm".into(),
        ":save! link.comm".into(),
        ":save ../out/new.comm".into(),
        format!(":plot F {far}/f.svg"),
        ":plot F away/f.png".into(),
        ":graph ../out/g.svg".into(),
    ] {
        requests.push(run(&format!("X = 1\n{command}")));
    }
    requests.push(json!({"do": "save", "path": "../out/other.comm", "replace": true}));
    requests.push(json!({"do": "save", "path": "fine.comm"}));
    let answers = session(&inside, &["--sandbox"], &requests);
    for (request, answer) in requests.iter().zip(&answers).skip(1) {
        let fine = request["path"] == "fine.comm";
        let text = answer.iter().map(Value::to_string).collect::<String>();
        assert_eq!(answer.last().unwrap()["done"] == "ok", fine, "{request}: {text}");
        assert!(fine || text.contains("--sandbox"), "{request}: {text}");
        assert!(!text.contains("hidden") && !text.contains("word'"), "{text}");
    }
    assert_eq!(state(), before);
    assert!(inside.join("fine.comm").exists());
}
