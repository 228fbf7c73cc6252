//! What the project promises of itself: the Rust version that builds it, and the notices of all whose work is in it.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use crate::program::{root, stickslip};

/// What cargo knows of the packages for this system, from the lock file.
fn metadata() -> serde_json::Value {
    let cargo = std::env::var("CARGO").unwrap_or("cargo".into());
    let host = Command::new("rustc").arg("-vV").output().unwrap();
    let host =
        String::from_utf8_lossy(&host.stdout).lines().find_map(|l| l.strip_prefix("host: ").map(String::from)).unwrap();
    let asked = ["metadata", "--offline", "--locked", "--format-version", "1", "--filter-platform", &host];
    let output = Command::new(cargo).args(asked).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn version(text: &str) -> Vec<u32> {
    let mut parts: Vec<u32> = text.split('.').map(|part| part.parse().unwrap()).collect();
    parts.resize(3, 0);
    parts
}

#[test]
fn the_promised_rust_version_is_enough_for_every_dependency() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let promised = manifest.lines().find_map(|l| l.strip_prefix("rust-version = \"")).unwrap().trim_end_matches('"');
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap();
    let newer: Vec<String> = packages
        .iter()
        .filter(|p| p["rust_version"].as_str().is_some_and(|needed| version(needed) > version(promised)))
        .map(|p| format!("{} {} needs {}", p["name"], p["version"], p["rust_version"]))
        .collect();
    assert!(packages.len() > 100 && newer.is_empty(), "Rust {promised} is promised, but {newer:?}");
    for (file, words) in
        [("README.md", "a Rust toolchain (VERSION or later)"), (".ci/run", "a Rust toolchain (VERSION or later)")]
    {
        let text = std::fs::read_to_string(root().join(file)).unwrap();
        assert!(text.contains(&words.replace("VERSION", promised)), "{file} does not say Rust {promised}");
    }
}

/// Each package with the features it is built with, as `cargo tree` lists them for these kinds of dependencies.
fn built(kinds: &str) -> BTreeSet<String> {
    let cargo = std::env::var("CARGO").unwrap_or("cargo".into());
    let asked = ["tree", "--offline", "--locked", "--prefix", "none", "-f", "{p} [{f}]", "-e", kinds];
    let own = ["stickslip", "stickslip-base", "stickslip-kernel", "stickslip-operators", "stickslip-python"];
    let own = own.iter().flat_map(|package| ["-p", package]);
    let output = Command::new(cargo).args(asked).args(own).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().map(|l| l.trim_end_matches(" (*)").to_string()).filter(|l| !l.is_empty()).collect()
}

#[test]
fn what_cargo_run_builds_cargo_test_does_not_build_again() {
    let (run, test) = (built("no-dev"), built("normal,build,dev"));
    let again: Vec<&String> = run.difference(&test).collect();
    assert!(run.len() > 100 && again.is_empty(), "the tests ask more of {again:?}: ask for it in Cargo.toml as well");
    // Twenty packages for breaking lines of messages; `cargo update -p textwrap --precise 0.16.2` leaves them out.
    assert!(!run.iter().any(|p| p.starts_with("icu_")), "textwrap brings the tables of ICU again");
}

/// The packages whose code is in the program, by name and version: all that its normal dependencies reach.
fn packages_in_the_program(metadata: &serde_json::Value) -> Vec<String> {
    let packages: BTreeMap<&str, &serde_json::Value> =
        metadata["packages"].as_array().unwrap().iter().map(|p| (p["id"].as_str().unwrap(), p)).collect();
    let nodes: BTreeMap<&str, &serde_json::Value> =
        metadata["resolve"]["nodes"].as_array().unwrap().iter().map(|n| (n["id"].as_str().unwrap(), n)).collect();
    let mut wanted: Vec<&str> = vec![metadata["resolve"]["root"].as_str().unwrap()];
    let mut found = BTreeMap::new();
    while let Some(id) = wanted.pop() {
        let package = packages[id];
        if found
            .insert(id, format!("{} {} (", package["name"].as_str().unwrap(), package["version"].as_str().unwrap()))
            .is_some()
        {
            continue;
        }
        let is_normal =
            |d: &&serde_json::Value| d["dep_kinds"].as_array().unwrap().iter().any(|kind| kind["kind"].is_null());
        wanted
            .extend(nodes[id]["deps"].as_array().unwrap().iter().filter(is_normal).map(|d| d["pkg"].as_str().unwrap()));
    }
    found.into_values().filter(|name| !name.starts_with("stickslip")).collect()
}

#[test]
fn the_notices_name_everybody_whose_work_is_in_the_program() {
    let told = stickslip(&root(), &["--licenses"]);
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    let notices = std::fs::read_to_string(root().join("NOTICES")).unwrap();
    assert_eq!(told, notices);
    let names = packages_in_the_program(&metadata());
    let missing: Vec<&String> =
        names.iter().filter(|name| !notices.lines().any(|line| line.starts_with(*name))).collect();
    assert!(names.len() > 50 && missing.is_empty(), "run scripts/notices.py: NOTICES lacks {missing:?}");
    // No package that the lock file no longer has.
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).unwrap();
    for line in notices.lines().skip_while(|l| !l.starts_with("== Packages")).skip(2).take_while(|l| !l.is_empty()) {
        let Some((name, version)) = line.split_once(' ').filter(|_| !line.starts_with(' ')) else { continue };
        let version = version.split(' ').next().unwrap();
        assert!(lock.contains(&format!("name = \"{name}\"\nversion = \"{version}\"")), "{name} {version} is not used");
    }
    let fonts = std::fs::read_to_string(root().join("fonts/LICENSE")).unwrap();
    assert!(notices.contains(fonts.trim()));
    for sign in [
        "Mozilla Public License",
        "Neither the name of",
        "Redistributions in binary form",
        "UNICODE LICENSE V3",
        "'as-is'",
    ] {
        assert!(notices.contains(sign), "{sign}");
    }
    let release = std::fs::read_to_string(root().join("scripts/release.sh")).unwrap();
    assert!(release.contains(" NOTICES "));
}

#[test]
fn the_version_tells_the_commit_of_a_clone() {
    let told = stickslip(&root(), &["--version"]);
    let told = String::from_utf8_lossy(&told.stdout).trim().to_string();
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).current_dir(root()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
    };
    let prefix = format!("stickslip {}", env!("CARGO_PKG_VERSION"));
    match git(&["rev-parse", "--show-prefix"]) {
        Some(below) if below.is_empty() => {
            // The commit it was built from, which may have a child by now.
            let inside = told
                .strip_prefix(&format!("{prefix} ("))
                .and_then(|t| t.strip_suffix(')'))
                .unwrap_or_else(|| panic!("{told}"));
            let (commit, date) = inside.split_once(' ').unwrap();
            assert_eq!(git(&["log", "-1", "--format=%cs", commit]).as_deref(), Some(date));
        }
        _ => assert_eq!(told, prefix),
    }
}
