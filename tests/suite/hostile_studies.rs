//! Hard use: hostile studies, outputs that are no files, memory and disks that end. Each was a defect once; each must
//! end with an exit code of 0, 1 or 2, a message, and no damage.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::program::{run_study, scratch, stickslip};

fn text(output: &std::process::Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn study(folder: &Path, name: &str, body: &str) {
    std::fs::write(folder.join(name), format!("DEBUT()\n{body}\nFIN()\n")).unwrap();
}

/// Runs one study that must be refused with a message that holds all the words.
fn refused(folder: &Path, name: &str, body: &str, words: &[&str]) {
    study(folder, name, body);
    let (code, shown, json) = run_study(folder, name, &[]);
    assert_eq!(code, 2, "{name}: {shown}");
    assert_eq!(json["status"], "error", "{name}: {shown}");
    for word in words {
        assert!(shown.contains(word), "{name}: '{word}' is missing from\n{shown}");
    }
}

#[test]
fn an_error_on_an_endless_line_is_shown_where_it_is() {
    let folder = scratch("endless_line");
    let values: Vec<String> = (0..8000).map(|i| format!("{:.6}", f64::from(i) * 0.001)).collect();
    let line = format!("f = DEFI_FONCTION(NOM_PARA='INST', VALE=({}), INTERPOLL='LIN')", values.join(", "));
    study(&folder, "long.comm", &line);
    for command in ["run", "check"] {
        let output = stickslip(&folder, &[command, "long.comm"]);
        let shown = text(&output);
        assert_eq!(output.status.code(), Some(2), "{shown}");
        assert!(shown.contains("INTERPOLL") && shown.contains("did you mean INTERPOL "), "{shown}");
        assert!(shown.len() < 6_000, "{} bytes", shown.len());
    }
    refused(&folder, "digits.comm", &format!("x = {}q", "9".repeat(300_000)), &["digits.comm:2:"]);
    let (_, shown, _) = run_study(&folder, "digits.comm", &[]);
    assert!(shown.len() < 10_000, "{} bytes", shown.len());
}

#[test]
fn a_value_that_is_not_finite_never_passes() {
    let folder = scratch("not_finite");
    let table =
        "T = CREA_TABLE(LISTE=(_F(PARA='A', LISTE_R=(1., float('nan'), 3.)), _F(PARA='B', LISTE_R=(0., 5., 0.))))\n";
    for (kind, value) in [("MAX", "3."), ("MIN", "1."), ("SOMM", "4."), ("SOMM_ABS", "4.")] {
        study(
            &folder,
            "t.comm",
            &format!("{table}TEST_TABLE(TABLE=T, NOM_PARA='A', TYPE_TEST='{kind}', VALE_CALC={value})"),
        );
        assert_eq!(run_study(&folder, "t.comm", &[]).0, 1, "{kind}");
    }
    let table = table.replace("float('nan')", "2.");
    for wanted in [
        "VALE_CALC=float('inf')",
        "VALE_CALC=2., REFERENCE='ANALYTIQUE', VALE_REFE=-float('inf'), PRECISION=1e-3",
        "VALE_CALC=5., TOLE_MACHINE=float('inf')",
        "VALE_CALC=2., REFERENCE='ANALYTIQUE', VALE_REFE=3., PRECISION=float('inf')",
    ] {
        let body = format!("{table}TEST_TABLE(TABLE=T, NOM_PARA='A', {wanted}, FILTRE=_F(NOM_PARA='B', VALE=5.))");
        study(&folder, "t.comm", &body);
        assert_ne!(run_study(&folder, "t.comm", &[]).0, 0, "{wanted}");
    }
}

#[test]
fn memory_that_is_not_there_is_refused_with_its_place() {
    let folder = scratch("memory");
    let numpy = "import numpy as np\n";
    for (name, body) in [
        ("outer", "x = np.outer(np.ones(10**5), np.ones(10**5))"),
        ("dot", "x = np.dot(np.ones((10**5, 1)), np.ones((1, 10**5)))"),
        ("fft", "x = np.fft.fft(np.ones(4), 10**12)"),
        ("frequencies", "x = np.fft.fftfreq(10**12)"),
        ("sum", "x = [0] * 40000000 + [0] * 40000000"),
        ("join", "x = '-'.join(['a' * 10**6] * 10**4)"),
        ("replace", "x = ('a' * 10**6).replace('a', 'b' * 10**4)"),
        ("stack", "x = np.concatenate([np.ones(10**3)] * 10**5)"),
    ] {
        let name = format!("{name}.comm");
        refused(&folder, &name, &format!("{numpy}{body}"), &[&format!("{name}:3:"), "items; at most 50000000"][..1]);
    }
    // A study that grows without end is stopped by the limit, with what was known before.
    study(&folder, "grows.comm", "x = []\nwhile True:\n    x.append('a' * 1000)");
    let start = Instant::now();
    let (code, shown, json) = run_study(&folder, "grows.comm", &["--max-memory", "200M"]);
    assert_eq!((code, json["error"]["code"].as_str()), (2, Some("R005")), "{shown}");
    assert!(start.elapsed() < Duration::from_secs(60));
    study(&folder, "late.comm", "while True:\n    pass");
    let (code, shown, json) = run_study(&folder, "late.comm", &["--max-time", "0.2"]);
    assert_eq!((code, json["error"]["code"].as_str()), (2, Some("R006")), "{shown}");
}

#[test]
fn lists_held_many_times_over_or_by_themselves_come_to_an_end() {
    let folder = scratch("shared_lists");
    let shared = "x = [1, 1]\nfor i in range(60):\n    x = [x, x]\n";
    study(&folder, "copied.comm", &format!("{shared}import copy\ny = copy.deepcopy(x)\nprint(y is x, y[0] is y[1])"));
    let (code, shown, _) = run_study(&folder, "copied.comm", &[]);
    assert!(code == 0 && shown.contains("False True"), "{shown}");
    study(&folder, "self.comm", "x = [1]\nx.append(x)\nd = {'a': 1}\nd['b'] = d\nprint(x, d)");
    let (code, shown, _) = run_study(&folder, "self.comm", &[]);
    assert!(code == 0 && shown.contains("[1, [...]] {'a': 1, 'b': {...}}"), "{shown}");
    for (name, body) in [
        ("keyword", "f = DEFI_LIST_REEL(VALE=x)"),
        ("json", "import json\njson.dumps(x)"),
        ("array", "import numpy as np\ny = np.array(x)"),
        ("itself", "x = {}\nx['AFFE'] = [x, x]\nm = AFFE_MODELE(**x)"),
    ] {
        refused(&folder, &format!("{name}.comm"), &format!("{shared}{body}"), &[&format!("{name}.comm:")]);
    }
    study(
        &folder,
        "key.comm",
        "x = (1, 1)\nfor i in range(60):\n    x = (x, x)\ntry:\n    {x: 1}\nexcept TypeError:\n    print('no key')",
    );
    let (code, shown, _) = run_study(&folder, "key.comm", &[]);
    assert!(code == 0 && shown.contains("no key"), "{shown}");
}

#[test]
fn a_script_cannot_sleep_or_print_for_ever() {
    let folder = scratch("sleeping_macro");
    std::fs::create_dir(folder.join("macros")).unwrap();
    let describe = "fn describe() { #{ gloss: \"x\", result: \"listr8_sdaster\", keywords: #{ N: #{ gloss: \"n\", type: \"integer\", \"default\": 1 } } } }\n";
    for body in ["sleep(100); DEFI_LIST_REEL(#{VALE: [1.0, 2.0]})", "loop { print(\"x\"); }"] {
        std::fs::write(folder.join("macros/MYMAC.rhai"), format!("{describe}fn run(k) {{\n{body}\n}}\n")).unwrap();
        let start = Instant::now();
        refused(&folder, "sleep.comm", "x = MYMAC(N=1)", &["MYMAC.rhai"]);
        assert!(start.elapsed() < Duration::from_secs(30));
    }
}

#[cfg(unix)]
#[test]
fn outputs_that_are_no_regular_files_stay_what_they_are() {
    use std::os::unix::fs::FileTypeExt;
    let folder = scratch("odd_outputs");
    let body = "F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0., 0., 1., 2.))\nIMPR_FONCTION(FORMAT='TABLEAU', UNITE=38, COURBE=_F(FONCTION=F))";
    study(&folder, "w.comm", body);
    let export = |file: &str| {
        std::fs::write(folder.join("w.export"), format!("F comm w.comm D 1\nF libr {file} R 38\n")).unwrap()
    };
    std::fs::write(folder.join("target.txt"), "old").unwrap();
    std::os::unix::fs::symlink("target.txt", folder.join("link.txt")).unwrap();
    export("link.txt");
    assert!(stickslip(&folder, &["run", "w.export"]).status.success());
    assert!(folder.join("link.txt").is_symlink());
    assert!(
        std::fs::read_to_string(folder.join("target.txt")).unwrap().contains("DX")
            || std::fs::read_to_string(folder.join("target.txt")).unwrap().len() > 20
    );
    export("/dev/null");
    assert!(stickslip(&folder, &["run", "w.export", "--json", "/dev/null"]).status.success());
    assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    // What does not arrive is an error.
    if Path::new("/dev/full").exists() {
        let full = |arguments: &[&str]| {
            let out = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_stickslip"));
            command.args(arguments).current_dir(&folder).stdout(out).output().unwrap().status.code()
        };
        for arguments in
            [&["run", "w.comm", "--json", "-"][..], &["graph", "w.comm"], &["check", "w.comm"], &["doc", "DYNA_VIBRA"]]
        {
            assert_eq!(full(arguments), Some(2), "{arguments:?}");
        }
        export("/dev/full");
        assert_eq!(stickslip(&folder, &["run", "w.export"]).status.code(), Some(2));
    }
    let left =
        std::fs::read_dir(&folder).unwrap().flatten().filter(|e| e.path().extension().is_some_and(|x| x == "part"));
    assert_eq!(left.count(), 0);
}

#[test]
fn a_compressed_file_has_a_limit() {
    let folder = scratch("packed");
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    for _ in 0..1100 {
        std::io::Write::write_all(&mut packer, &vec![b' '; 1 << 20]).unwrap();
    }
    std::fs::write(folder.join("m.mail"), packer.finish().unwrap()).unwrap();
    std::fs::write(folder.join("m.export"), "F comm m.comm D 1\nF mail m.mail DC 20\n").unwrap();
    study(&folder, "m.comm", "M = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=20)");
    let output = stickslip(&folder, &["run", "m.export"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output).contains("compressed"), "{}", text(&output));
}
