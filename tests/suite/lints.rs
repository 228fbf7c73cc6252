//! `stickslip lint`: the studies of the repository are silent, or each alarm is agreed on; the command itself.

use std::path::{Path, PathBuf};

use stickslip::language::{Choice, lints, rehearse};
use stickslip::source::Disk;

use crate::program::{root, scratch, stickslip, stickslip_reading};

/// Command files below a folder, and profiles; those that others complete are left out.
fn below(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let is = |kind: &str| path.extension().is_some_and(|extension| extension == kind);
        if path.is_dir() && !path.ends_with("grammar/examples/before") {
            below(&path, found);
        } else if is("export") || (is("comm") && !path.with_extension("export").exists()) {
            found.push(path);
        }
    }
}

/// Code, beginning of a path, reason.
fn agreed() -> Vec<(String, String)> {
    let text = std::fs::read_to_string(root().join("tests/suite/lints_agreed.txt")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines
        .map(|line| {
            let mut words = line.split_whitespace();
            let (code, path) = (words.next().unwrap().to_string(), words.next().unwrap().to_string());
            assert!(words.count() > 2, "a reason is missing: {line}");
            (code, path)
        })
        .collect()
}

#[test]
fn the_studies_of_the_repository_are_silent_or_agreed_on() {
    let mut studies = Vec::new();
    ["examples", "grammar/examples", "tests/cases"].iter().for_each(|folder| below(&root().join(folder), &mut studies));
    assert!(studies.len() > 500, "{}", studies.len());
    let former = std::fs::read_to_string(root().join("tests/suite/former_studies.txt")).unwrap();
    let former: Vec<&str> = former.lines().collect();
    let look = |study: &PathBuf| {
        let rehearsal = rehearse(study, &Disk::default());
        let found = lints(&rehearsal, &Choice::default());
        let place = |lint: &stickslip::diag::Diagnostic| {
            let source = rehearsal.sources.get(lint.span?.file)?;
            let path = source.path.as_ref()?.strip_prefix(root()).ok()?.to_string_lossy().into_owned();
            Some((path, source.line_column(lint.span?.start as usize).line))
        };
        let lines = found.iter().map(|lint| (lint.code, place(lint).unwrap_or_default(), lint.message.clone()));
        lines.collect::<Vec<_>>()
    };
    let parts: Vec<&[PathBuf]> = studies.chunks(studies.len() / 4 + 1).collect();
    let found: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            parts.iter().map(|part| scope.spawn(move || part.iter().flat_map(look).collect::<Vec<_>>())).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    let agreed = agreed();
    let mut met = vec![false; agreed.len()];
    let mut alarms = Vec::new();
    for (code, (path, line), message) in &found {
        // Their spellings are their purpose.
        if *code == "L015" && former.iter().any(|stem| path.starts_with(stem)) {
            continue;
        }
        let fits: Vec<usize> =
            (0..agreed.len()).filter(|&i| agreed[i].0 == *code && path.starts_with(&agreed[i].1)).collect();
        fits.iter().for_each(|&i| met[i] = true);
        if fits.is_empty() {
            alarms.push(format!("{path}:{line}: {code} {message}"));
        }
    }
    println!("{} studies, {} lints", studies.len(), found.len());
    assert!(alarms.is_empty(), "mend them, or agree in lints_agreed.txt with a reason:\n{}", alarms.join("\n"));
    let idle: Vec<_> = agreed.iter().zip(&met).filter(|(_, met)| !**met).map(|(line, _)| line).collect();
    assert!(idle.is_empty(), "agreed on, and not found any more: {idle:?}");
}

const BAD: &str =
    "DEBUT(LANG=\"EN\")\r\nT = DEFI_LIST_REEL(VALE=(0.0, 0.7))\r\nlist = [0.7, 1.3]\r\nprint(list)  # é\r\nFIN()\r\n";

#[test]
fn the_command_tells_denies_and_mends() {
    let folder = scratch("lint");
    std::fs::create_dir(folder.join("inner")).unwrap();
    std::fs::create_dir(folder.join("empty")).unwrap();
    let bad = folder.join("inner/bad.comm");
    std::fs::write(&bad, format!("\u{feff}{BAD}")).unwrap();
    let run = |arguments: &[&str]| {
        let output = stickslip(&folder, arguments);
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, out, err) = run(&["lint", "inner"]);
    assert_eq!(code, Some(0), "{out}");
    for said in ["note L005 bad.comm:1: LANG has no effect in DEBUT", "note L001 bad.comm:2:", "note L007 bad.comm:3:"]
    {
        assert!(err.contains(said), "{err}");
    }
    assert!(out.ends_with("3 lints in 1 study; `--fix` mends 1; 2 with `--fix --unsure`\n"), "{out}");
    assert_eq!(run(&["lint", "inner", "--deny", "L007"]).0, Some(1));
    assert_eq!(run(&["lint", "inner", "--deny", "all"]).0, Some(1));
    assert_eq!(run(&["lint", "inner", "--deny", "L002"]).0, Some(0));
    assert_eq!(run(&["lint", "inner", "--deny", "L007", "--without", "l007"]).0, Some(0));
    let (code, _, err) = run(&["lint", "inner", "--deny", "L077"]);
    assert!(code == Some(2) && err.contains("there is no lint L077; did you mean L007?"), "{err}");
    assert_eq!(run(&["lint", "empty"]).0, Some(5));
    let (code, _, err) = run(&["lint", "none.comm"]);
    assert!(code == Some(2) && err.contains("none.comm"), "{err}");
    let (_, out, _) = run(&["lint", "inner/bad.comm", "--format", "short"]);
    assert!(out.contains("inner/bad.comm:1:7: note[L005]: LANG has no effect"), "{out}");
    let (_, out, _) = run(&["lint", "inner/bad.comm", "--format", "github"]);
    assert!(out.contains("::notice file=inner/bad.comm,line=3,col=1,title=L007::"), "{out}");
    let (_, out, _) = run(&["lint", "inner/bad.comm", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["studies"][0]["lints"][0]["fixes"][0]["sure"], true, "{out}");
    let (_, _, err) = run(&["lint", "inner/bad.comm", "--fix"]);
    assert!(err.contains("1 fix written"), "{err}");
    let text = std::fs::read_to_string(&bad).unwrap();
    assert_eq!(text, format!("\u{feff}{}", BAD.replace("LANG=\"EN\"", "")));
    let (_, out, _) = run(&["lint", "inner/bad.comm", "--fix", "--unsure"]);
    assert!(out.ends_with("0 lints in 1 study\n"), "{out}");
    let text = std::fs::read_to_string(&bad).unwrap();
    assert_eq!(text, "\u{feff}DEBUT()\r\nlist_ = [0.7, 1.3]\r\nprint(list_)  # é\r\nFIN()\r\n");
}

#[test]
fn comments_and_profiles_silence_lints() {
    let folder = scratch("lint_silenced");
    let lint = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).unwrap();
        let output = stickslip(&folder, &["lint", name, "--format", "short"]);
        let text = String::from_utf8(output.stdout).unwrap();
        let mut codes: Vec<String> =
            text.lines().filter_map(|line| Some(line.split_once("note[")?.1.split_once(']')?.0.to_string())).collect();
        codes.sort();
        codes.join(" ")
    };
    assert_eq!(lint("a.comm", BAD), "L001 L005 L007");
    assert_eq!(lint("b.comm", &BAD.replace("1.3]", "1.3]  # noqa: L007").replace("0.7))", "0.7))  # noqa")), "L005");
    assert_eq!(lint("c.comm", &BAD.replace("1.3]", "1.3]  # noqa: L001")), "L001 L005 L007");
    std::fs::write(folder.join("d.export"), "F comm d.comm D 1\nP lint -L007 -L001 +L006\n").unwrap();
    assert_eq!(lint("d.comm", BAD), "L005");
    // A study that comes through the standard input, and one with errors.
    let typed = stickslip_reading(&folder, &["lint", "-"], b"DEBUT()\nlist = [0.7\nset = 3\nFIN()\n");
    let told = String::from_utf8([typed.stdout, typed.stderr].concat()).unwrap();
    assert!(typed.status.code() == Some(2) && told.contains("1 error, which `stickslip check"), "{told}");
}
