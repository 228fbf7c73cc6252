//! What leaves the folder of a study under `--sandbox`: nothing, whatever the command. The commands are those that the command
//! line defines, so that a new one cannot be forgotten.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use crate::program::{scratch, stickslip_reading};

/// A word of each file outside that is to stay unknown.
const SECRET: &str = "s3cret_word";
/// Ways in which a study leaves its folder.
const STUDIES: &[&str] =
    &["named.export", "linked.export", "linked.comm", "beside.comm", "include.export", "macro/m.comm", "through.comm"];
/// Names of files that lead out: a link to a file, a link to none, another name of a file.
const OUTPUTS: &[&str] = &["link", "dangling", "hard"];

/// `base/study` tries to reach `base/outside`.
fn lay_out(base: &Path) -> PathBuf {
    let (inside, outside) = (base.join("study"), base.join("outside"));
    let put = |folder: &Path, name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    let secret = format!("first {SECRET} line\nx = {SECRET} (\n");
    put(&outside, "secret.comm", &secret);
    put(&outside, "old.comm", &format!("DEBUT(CODE=_F(NIV_PUB_WEB='INTERNET'))\n{SECRET} = 1\nFIN()\n"));
    put(&outside, "named.export", &format!("F comm plain.comm D 1\n{SECRET} is no line\n"));
    put(&outside, "cases.csv", &format!("{SECRET}\n1\n"));
    put(&outside, "empty/.keep", "");
    let study =
        "DEBUT(CODE=_F(NIV_PUB_WEB='INTERNET'))\nK = 1.3\nT = CREA_TABLE(LISTE=_F(PARA='X', LISTE_R=(K,)))\nFIN()\n";
    for name in ["plain.comm", "beside.comm", "macro/m.comm"] {
        put(&inside, name, study);
    }
    let planned =
        crate::program::stickslip(&inside, &["sweep", "plan", "plain.comm", "-o", "c", "--grid", "K=0.7,1.3"]);
    assert!(planned.status.success(), "{}", String::from_utf8_lossy(&planned.stderr));
    put(&inside, "m.mail", "COOR_3D\nA 0. 0. 0.\nFINSF\nFIN\n");
    put(&inside, "named.export", "F comm ../outside/old.comm D 1\n");
    put(&inside, "include.export", "F comm include.comm D 1\nF libr ../outside/secret.comm D 91\n");
    put(&inside, "include.comm", "DEBUT()\nINCLUDE(UNITE=91)\nFIN()\n");
    put(&inside, "through.comm", "DEBUT()\nwith open('hard', 'w') as f:\n    f.write('x')\nFIN()\n");
    std::fs::create_dir_all(inside.join("macro/macros")).unwrap();
    for (target, link) in [
        ("../outside/named.export", "linked.export"),
        ("../outside/named.export", "beside.export"),
        ("../outside/secret.comm", "linked.comm"),
        ("../../../outside/secret.comm", "macro/macros/SECRET.rhai"),
        ("../outside/cases.csv", "cases.csv"),
        ("../outside/empty", "away"),
    ] {
        symlink(target, inside.join(link)).unwrap();
    }
    // What the commands write: each name with each suffix that they ask for, and the files of the folder `pages`.
    std::fs::create_dir_all(inside.join("pages")).unwrap();
    for suffix in [".json", ".svg", ".comm", ".csv", ".html", ".xml"] {
        put(&outside, &format!("victim{suffix}"), "victim\n");
        symlink(format!("../outside/victim{suffix}"), inside.join(format!("link{suffix}"))).unwrap();
        symlink(format!("../outside/made{suffix}"), inside.join(format!("dangling{suffix}"))).unwrap();
        std::fs::hard_link(outside.join(format!("victim{suffix}")), inside.join(format!("hard{suffix}"))).unwrap();
    }
    std::fs::hard_link(outside.join("victim.csv"), inside.join("hard")).unwrap();
    // A misspelt name that `check --fix` would mend.
    put(&outside, "fixable.comm", "DEBUT()\nK = 0.7\nT = CREA_TABLE(LISTE=_F(PARA='X', LISTTE_R=(K,)))\nFIN()\n");
    symlink("../outside/fixable.comm", inside.join("fixed_link.comm")).unwrap();
    std::fs::hard_link(outside.join("fixable.comm"), inside.join("fixed_hard.comm")).unwrap();
    for name in ["index.html", "DYNA_VIBRA.comm"] {
        symlink("../../outside/victim.html", inside.join("pages").join(name)).unwrap();
    }
    inside
}

/// Campaigns that lead out: the plan is a link, the study or the macros are elsewhere, the results are.
fn lay_campaigns(inside: &Path) {
    let outside = inside.join("../outside");
    let text = std::fs::read_to_string(inside.join("c/plan.json")).unwrap();
    let folder = |name: &str| {
        let folder = inside.join(name);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::copy(inside.join("c/cases.csv"), folder.join("cases.csv")).unwrap();
        folder
    };
    std::fs::write(outside.join("plan.json"), format!("{text}{SECRET}")).unwrap();
    symlink("../../outside/plan.json", folder("c_plan").join("plan.json")).unwrap();
    let study = folder("c_study").join("plan.json");
    std::fs::write(study, text.replace("/study/plain.comm", "/outside/secret.comm")).unwrap();
    let results = folder("c_results");
    std::fs::write(results.join("plan.json"), &text).unwrap();
    symlink("../../outside/empty", results.join("results")).unwrap();
    symlink("../../outside/empty", results.join("log")).unwrap();
}

/// All files of a folder.
fn all_of(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(all_of(&path));
        } else {
            files.insert(path.clone(), std::fs::read(&path).unwrap());
        }
    }
    files
}

/// What each command is asked: its arguments, and what is typed.
fn attempts(command: &str) -> Vec<(Vec<String>, String)> {
    let mut asked: Vec<(Vec<String>, String)> = Vec::new();
    let mut ask = |text: String| asked.push((text.split(' ').map(String::from).collect(), String::new()));
    let outputs = |suffix: &'static str| OUTPUTS.iter().map(move |name| format!("{name}{suffix}"));
    match command {
        "run" => {
            STUDIES.iter().for_each(|study| ask(study.to_string()));
            outputs(".json").for_each(|file| ask(format!("plain.comm --json {file}")));
            ask("plain.comm --macros macro/macros".into());
        }
        "check" => {
            STUDIES.iter().for_each(|study| ask(study.to_string()));
            ask(".".into());
            ["fixed_link.comm", "fixed_hard.comm", "linked.comm", "."]
                .iter()
                .for_each(|study| ask(format!("--fix {study}")));
        }
        "watch" => {
            STUDIES.iter().for_each(|study| ask(format!("{study} --rounds 1")));
            ask("plain.comm --rounds 1 --macros macro/macros".into());
            ask("--check --rounds 1 linked.comm".into());
        }
        "fmt" => {
            ["linked.comm", "link.comm", "dangling.comm", "hard.comm"].iter().for_each(|study| ask(study.to_string()));
        }
        "lint" => {
            STUDIES.iter().for_each(|study| ask(study.to_string()));
            STUDIES.iter().for_each(|study| ask(format!("--fix --unsure {study}")));
            ask(".".into());
        }
        // What it reads for an editor: `lsp::rules::the_sandbox_holds_in_an_editor`.
        "lsp" => outputs(".csv").for_each(|file| ask(format!("--log {file}"))),
        "test" => {
            STUDIES.iter().for_each(|study| ask(study.to_string()));
            outputs(".xml").for_each(|file| ask(format!("plain.comm --junit {file}")));
            outputs(".html").for_each(|file| ask(format!("linked.comm plain.comm --html {file}")));
            outputs(".json").for_each(|file| ask(format!("plain.comm --json {file}")));
        }
        "upgrade" => {
            STUDIES.iter().for_each(|study| ask(study.to_string()));
            STUDIES.iter().for_each(|study| ask(format!("--in-place {study}")));
            outputs(".comm").for_each(|file| ask(format!("plain.comm -o {file}")));
            ask("--in-place hard.comm".into());
        }
        "repl" => {
            STUDIES.iter().for_each(|study| ask(study.to_string()));
            let lines = ["x = open('../outside/old.comm').read()", "print(x)", ":load linked.comm"].map(String::from);
            let saved = outputs(".comm").flat_map(|file| [format!(":save {file}"), format!(":save! {file}")]);
            let drawn = outputs(".svg").flat_map(|file| [format!(":graph {file}"), format!(":plot f {file}")]);
            let lines: Vec<String> = lines.into_iter().chain(["f = [1, 2]".into()]).chain(saved).chain(drawn).collect();
            // The same as requests of a program.
            let request = |line: &String| serde_json::json!({"do": "run", "text": line}).to_string() + "\n";
            let asked_for: String = lines.iter().map(request).collect();
            asked.push((vec!["plain.comm".into()], lines.join("\n") + "\n"));
            asked.push((vec!["--json".into(), "through.comm".into()], asked_for));
        }
        "play" => STUDIES.iter().for_each(|study| ask(study.to_string())),
        "mesh" => {
            ask("linked.comm".into());
            outputs(".svg").for_each(|file| ask(format!("m.mail -o {file}")));
        }
        "graph" => {
            STUDIES.iter().for_each(|study| ask(study.to_string()));
            outputs(".svg").for_each(|file| ask(format!("plain.comm -o {file}")));
            outputs(".json").for_each(|file| ask(format!("plain.comm -o {file}")));
        }
        "sweep plan" => {
            STUDIES.iter().for_each(|study| ask(format!("{study} -o d --grid K=0.7")));
            ask("plain.comm -o e --cases cases.csv".into());
            ask("../outside/old.comm -o f --grid K=0.7".into());
        }
        "sweep run" => CAMPAIGNS.iter().for_each(|folder| ask(folder.to_string())),
        "sweep status" => CAMPAIGNS.iter().for_each(|folder| ask(folder.to_string())),
        "sweep merge" => {
            CAMPAIGNS.iter().for_each(|folder| ask(format!("{folder} -o merged.csv")));
            outputs(".csv").for_each(|file| ask(format!("c -o {file}")));
        }
        "sweep report" => {
            CAMPAIGNS.iter().for_each(|folder| ask(format!("{folder} -o page.html")));
            outputs(".html").for_each(|file| ask(format!("c -o {file}")));
        }
        "sweep submit" => CAMPAIGNS.iter().for_each(|folder| ask(format!("{folder} --engine slurm"))),
        "doc" => {
            ask("--html pages".into());
            ask("DYNA_VIBRA --example pages".into());
        }
        // They read and write no file that anybody names.
        "explain" => ask("C002".into()),
        "completions" => ask("bash".into()),
        "man" => asked.push((Vec::new(), String::new())),
        command => panic!("the command `{command}` is new: how may it leave the folder of a study?"),
    }
    asked
}

const CAMPAIGNS: &[&str] = &["c_plan", "c_study", "c_results"];

#[test]
fn no_command_leaves_the_folder_under_the_sandbox() {
    let base = scratch("doors");
    let inside = lay_out(&base);
    lay_campaigns(&inside);
    let outside = base.join("outside");
    let before = all_of(&outside);
    let (mut tried, mut refused) = (0, 0);
    let mut wrong: Vec<String> = Vec::new();
    // Another name of a file is broken off; these read and write nothing outside at all.
    let harmless = |text: &str| {
        let quiet = ["through.comm", "explain", "completions", "man", "upgrade include", "upgrade --in-place include"];
        let asked_of_the_plan = text.ends_with("c_study") || text.contains("c_study -o") || text.contains("c_study --");
        text.contains("hard")
            || quiet.iter().any(|part| text.contains(part))
            || asked_of_the_plan && !text.contains("run")
    };
    for command in stickslip::cli::commands() {
        for (asked, typed) in attempts(&command) {
            let words: Vec<&str> = command.split(' ').chain(asked.iter().map(String::as_str)).collect();
            let arguments: Vec<&str> = std::iter::once("--sandbox").chain(words.iter().copied()).collect();
            let output = stickslip_reading(&inside, &arguments, typed.as_bytes());
            let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
            if text.contains(SECRET) {
                wrong.push(format!("`{}` shows what lies outside:\n{text}", words.join(" ")));
            }
            let after = all_of(&outside);
            let changed = after.iter().find(|(path, bytes)| before.get(*path) != Some(*bytes)).map(|(path, _)| path);
            if changed.is_some() || after.len() != before.len() {
                wrong.push(format!("`{}` changes {changed:?}", words.join(" ")));
            }
            tried += 1;
            if harmless(&words.join(" ")) {
                continue;
            }
            if text.contains("--sandbox") {
                refused += 1;
                if output.status.code() == Some(0) {
                    wrong.push(format!("`{}` goes well:\n{text}", words.join(" ")));
                }
            } else {
                wrong.push(format!("`{}` is not refused by name:\n{text}", words.join(" ")));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {tried} attempts ({refused} refused):\n{}", wrong.len(), wrong.join("\n"));
    // The page of the studies that were tested holds nothing of theirs either.
    for entry in std::fs::read_dir(&inside).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() && !path.is_symlink() {
            let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
            assert!(
                !text.contains(SECRET) || path.file_name().unwrap().to_string_lossy().starts_with("hard"),
                "{path:?}"
            );
        }
    }
}

#[test]
fn without_the_sandbox_the_same_attempts_succeed() {
    let base = scratch("doors_open");
    let inside = lay_out(&base);
    for words in [&["upgrade", "named.export"][..], &["check", "linked.comm"], &["run", "macro/m.comm"]] {
        let output = stickslip_reading(&inside, words, b"");
        let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert!(text.contains(SECRET), "{words:?}: {text}");
    }
    let before = std::fs::read(base.join("outside/victim.csv")).unwrap();
    stickslip_reading(&inside, &["run", "through.comm"], b"");
    assert_ne!(std::fs::read(base.join("outside/victim.csv")).unwrap(), before);
}
