//! Limits: signals, memory, time and the sandbox end a run or hold it back, with a message, a report and an exit code of 2.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::program::{root, run_study, scratch, stickslip};

fn study(folder: &Path, name: &str, body: &str) {
    std::fs::write(folder.join(name), format!("DEBUT()\n{body}\nFIN()\n")).unwrap();
}

fn report(folder: &Path, name: &str) -> serde_json::Value {
    serde_json::from_str(&std::fs::read_to_string(folder.join(name)).unwrap()).unwrap()
}

fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stickslip"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

#[cfg(unix)]
fn ends_after(child: &mut Child, signal: &str) -> (Option<i32>, Duration) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let start = Instant::now();
    let code = child.wait().unwrap().code();
    (code, start.elapsed())
}

/// The program has 0.35 s to end well and ends itself then; the rest is for a machine that is busy.
#[cfg(unix)]
const AT_MOST: Duration = Duration::from_secs(3);

#[cfg(unix)]
#[test]
fn a_signal_ends_whatever_runs_and_the_report_is_written() {
    let folder = scratch("signals");
    study(&folder, "loop.comm", "while True:\n    pass");
    study(&folder, "sum.comm", "x = sum([[0] * 1000] * 100000, [])");
    let table = "f = DEFI_FONCTION(NOM_PARA='INST', VALE=(0., 0., 1., 2.))\nTEST_FONCTION(VALEUR=";
    let one = "_F(FONCTION=f, NOM_PARA='INST', VALE_PARA=0.5, VALE_CALC=1.)";
    study(
        &folder,
        "tests.comm",
        &format!("{table}_F(FONCTION=f, NOM_PARA='INST', VALE_PARA=0.5, VALE_CALC=1.))\n{table}[{one}] * 300000)"),
    );
    // Something that looks at nothing: sorting in one call.
    study(
        &folder,
        "sort.comm",
        "import numpy as np\nwhile True:\n    x = np.linspace(0., 1., 4000000)\n    y = sorted(x)",
    );
    study(&folder, "names.comm", &(0..60_000).map(|i| format!("x{i} = NOSUCH{i}()\n")).collect::<String>());
    for (name, signal, wait) in [
        ("loop", "-INT", 400),
        ("sum", "-TERM", 600),
        ("tests", "-INT", 1500),
        ("sort", "-HUP", 2500),
        ("tests", "-TERM", 400),
    ] {
        let json = format!("{name}.json");
        let _ = std::fs::remove_file(folder.join(&json));
        let mut child = start(&folder, &["run", &format!("{name}.comm"), "--json", &json]);
        std::thread::sleep(Duration::from_millis(wait));
        let (code, time) = ends_after(&mut child, signal);
        assert!(code == Some(2) && time < AT_MOST, "{name} {signal}: {code:?} after {time:?}");
        let found = report(&folder, &json);
        assert_eq!((&found["status"], &found["error"]["code"]), (&"error".into(), &"R002".into()), "{name} {signal}");
        assert_eq!(found["study"], name);
    }
    let mut child = start(&folder, &["check", "names.comm"]);
    std::thread::sleep(Duration::from_millis(800));
    let (code, time) = ends_after(&mut child, "-INT");
    assert!(code == Some(2) && time < AT_MOST, "check: {code:?} after {time:?}");
    let left =
        std::fs::read_dir(&folder).unwrap().flatten().filter(|e| e.path().extension().is_some_and(|x| x == "part"));
    assert_eq!(left.count(), 0);
}

/// Under a limit of addresses what the system refuses ends the run, not the process.
#[cfg(target_os = "linux")]
#[test]
fn memory_the_system_refuses_is_no_abort() {
    let folder = scratch("refused_memory");
    for (name, body, line) in [
        ("repr", "y = repr([0] * 40000000)", Some(2)),
        ("comprehension", "y = [0 for i in range(10**9)]", Some(2)),
        ("list", "y = list('a' * 49000000)", Some(2)),
        ("stack", "import numpy as np\ny = np.vstack([np.ones(1000)] * 49000)\nz = [y * 1. for i in range(100)]", None),
        // Small things are refused where large ones have left little.
        (
            "nested",
            "most = ['a' * 40000000 for i in range(23)]\nx = {}\nfor i in range(10**8):\n    x[i] = (i, str(i))",
            None,
        ),
        ("sum", "x = [0] * 1000000\ny = []\nwhile True:\n    y = y + x", None),
    ] {
        study(&folder, &format!("{name}.comm"), body);
        // Threads and their arenas take addresses too, as many as the machine has cores.
        let command = format!(
            "ulimit -v 1800000; exec '{}' run {name}.comm --json {name}.json --threads 2",
            env!("CARGO_BIN_EXE_stickslip")
        );
        let mut shell = Command::new("sh");
        shell.args(["-c", &command]).env("MALLOC_ARENA_MAX", "2").env("RAYON_NUM_THREADS", "2").current_dir(&folder);
        let output = shell.output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{name}: {text}");
        let found = report(&folder, &format!("{name}.json"));
        assert_eq!(found["status"], "error", "{name}: {text}");
        if let Some(line) = line {
            assert_eq!(found["error"]["line"], line, "{name}: {found}");
        }
        assert!(!text.contains("memory allocation of"), "{name}: {text}");
    }
}

#[test]
fn a_limit_of_time_holds_in_what_does_not_look_at_it() {
    let folder = scratch("time_limit");
    study(&folder, "s.comm", "import numpy as np\nwhile True:\n    y = sorted(np.linspace(0., 1., 4000000))");
    let start = Instant::now();
    let (code, text, json) = run_study(&folder, "s.comm", &["--max-time", "0.5"]);
    assert_eq!((code, &json["error"]["code"]), (2, &"R006".into()), "{text}");
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[cfg(unix)]
#[test]
fn a_sandbox_keeps_a_study_in_its_folder() {
    let folder = scratch("sandbox");
    let inside = folder.join("in");
    std::fs::create_dir_all(&inside).unwrap();
    std::fs::write(folder.join("secret.txt"), "secret").unwrap();
    std::os::unix::fs::symlink("../secret.txt", inside.join("link.txt")).unwrap();
    let mesh = root().join("examples/rubbing_shoe/rubbing_shoe.mail");
    std::fs::copy(&mesh, folder.join("m.mail")).unwrap();
    let table = "T = CREA_TABLE(LISTE=_F(PARA='A', LISTE_R=1.))\n";
    let secret = folder.join("secret.txt").display().to_string();
    for (name, body, words) in [
        ("read", format!("x = open('{secret}').read()"), "PermissionError"),
        ("up", "x = open('../secret.txt').read()".to_string(), "PermissionError"),
        ("link", "x = open('link.txt').read()".to_string(), "PermissionError"),
        ("write", "with open('../made.txt', 'w') as f:\n    f.write('x')".to_string(), "--sandbox"),
        (
            "unit",
            format!("{table}DEFI_FICHIER(UNITE=38, FICHIER='../made.txt')\nIMPR_TABLE(TABLE=T, UNITE=38)"),
            "--sandbox",
        ),
        (
            "mesh",
            "DEFI_FICHIER(UNITE=20, FICHIER='../m.mail', ACCES='OLD')\nM = LIRE_MAILLAGE(UNITE=20, FORMAT='ASTER')"
                .to_string(),
            "m.mail",
        ),
        (
            "include",
            "DEFI_FICHIER(UNITE=39, FICHIER='../more.comm', ACCES='OLD')\nINCLUDE(UNITE=39)".to_string(),
            "--sandbox",
        ),
        ("module", "import os\nassert os.path.exists('../secret.txt')".to_string(), "PermissionError"),
    ] {
        std::fs::write(folder.join("more.comm"), "x = 1\n").unwrap();
        let file = format!("{name}.comm");
        study(&inside, &file, &body);
        let (code, text, _) = run_study(&inside, &file, &["--sandbox"]);
        assert!(code == 2 && text.contains(words), "{name}: {code} {text}");
        assert!(!folder.join("made.txt").exists(), "{name}");
        // Without a sandbox nothing keeps it there.
        let (code, text, _) = run_study(&inside, &file, &[]);
        assert_eq!(code, 0, "{name}: {text}");
        let _ = std::fs::remove_file(folder.join("made.txt"));
    }
    // Its own folder, and that of its results, are open to it.
    let fine = format!("{table}IMPR_TABLE(TABLE=T, UNITE=38)\nwith open('x.txt', 'w') as f:\n    f.write('x')");
    study(&inside, "fine.comm", &fine);
    for output in [&["--sandbox"][..], &["--sandbox", "--output", "../results"]] {
        let (code, text, _) = run_study(&inside, "fine.comm", output);
        assert_eq!(code, 0, "{text}");
    }
    assert!(inside.join("x.txt").exists() && folder.join("results/x.txt").exists());
    let repl =
        crate::program::stickslip_reading(&inside, &["repl", "--sandbox"], b"x = open('../secret.txt').read()\n");
    assert_eq!(repl.status.code(), Some(2));
}

#[test]
fn a_study_does_not_write_over_itself() {
    let folder = scratch("own_files");
    let body = "T = CREA_TABLE(LISTE=_F(PARA='A', LISTE_R=1.))\nDEFI_FICHIER(UNITE=38, FICHIER='s.comm')\nIMPR_TABLE(TABLE=T, UNITE=38)";
    study(&folder, "s.comm", body);
    let (code, text, _) = run_study(&folder, "s.comm", &[]);
    assert!(code == 2 && text.contains("the study itself"), "{text}");
    std::fs::write(folder.join("t.export"), "F comm s.comm D 1\nF libr s.comm R 38\n").unwrap();
    let output = stickslip(&folder, &["run", "t.export"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(std::fs::read_to_string(folder.join("s.comm")).unwrap().contains(body));
}
