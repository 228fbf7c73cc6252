//! The script that makes a release, with the program of the tests in the place of an optimised one: what it packs is whole and works
//! where nothing else is; what it cannot make, and what is wrong, it says.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Command, Output};

use crate::program::{root, scratch};

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn release(out: &Path, words: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(root().join("scripts/release.sh"));
    command.args(["--out", out.to_str().unwrap()]).args(words).envs(variables.iter().copied());
    command.output().unwrap()
}

fn list(folder: &Path, file: &str) -> String {
    let program = if file.ends_with(".vsix") { ["python3", "-m", "zipfile", "-l"] } else { ["tar", "-t", "-z", "-f"] };
    let output = Command::new(program[0]).args(&program[1..]).arg(file).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
    text(&output)
}

#[test]
fn a_release_holds_what_it_says() {
    let out = scratch("release");
    let binary = env!("CARGO_BIN_EXE_stickslip");
    let made = release(&out, &["--only", "archive,vsix", "--target", "test-target"], &[("BINARY", binary)]);
    assert!(made.status.success(), "{}{}", text(&made), String::from_utf8_lossy(&made.stderr));
    let version = env!("CARGO_PKG_VERSION");
    let (archive, vsix) = (format!("stickslip-{version}-test-target.tar.gz"), format!("stickslip-{version}.vsix"));
    let files = list(&out, &archive);
    for file in [
        "stickslip",
        "man/stickslip.1",
        "completions/stickslip.zsh",
        "LICENSE-MIT",
        "examples/first_steps/first_steps.comm",
    ] {
        assert!(files.contains(&format!("stickslip-{version}-test-target/{file}\n")), "{file}");
    }
    let files = list(&out, &vsix);
    for file in [
        "[Content_Types].xml",
        "extension.vsixmanifest",
        "extension/package.json",
        "extension/LICENSE.txt",
        "extension/icon.png",
    ] {
        assert!(files.contains(file), "{file}: {files}");
    }
    assert!(!files.contains("vscodeignore"), "{files}");
    let check = Command::new("sha256sum").args(["-c", "SHA256SUMS"]).current_dir(&out).output().unwrap();
    assert!(check.status.success() && text(&check).lines().count() == 2, "{}", text(&check));
    let notes = std::fs::read_to_string(out.join("NOTES.md")).unwrap();
    assert!(notes.starts_with(&format!("# stickslip {version}\n")) && notes.contains("**Language.**"), "{notes}");
    assert!(notes.contains(&format!("`{archive}`")) && notes.contains(&format!("`{vsix}`")), "{notes}");
    // The same bytes again.
    let sums = std::fs::read(out.join("SHA256SUMS")).unwrap();
    let again = scratch("release_again");
    let made = release(&again, &["--only", "vsix,archive", "--target", "test-target"], &[("BINARY", binary)]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    assert!(sums == std::fs::read(again.join("SHA256SUMS")).unwrap(), "two releases of one program differ");
}

#[test]
fn what_is_wrong_or_cannot_be_made_is_said() {
    let out = scratch("release_wrong");
    // A program that says nothing right.
    let wrong = release(&out, &["--only", "archive", "--target", "test-target"], &[("BINARY", "/bin/true")]);
    assert_eq!(wrong.status.code(), Some(1), "{}", text(&wrong));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("its program is not of version"));
    // One with shared libraries is not static.
    let shared = release(&out, &["--only", "static"], &[("STATIC_BINARY", env!("CARGO_BIN_EXE_stickslip"))]);
    assert_eq!(shared.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&shared.stderr).contains("needs shared libraries"));
    let unknown = release(&out, &["--only", "archive,weel"], &[]);
    assert_eq!(unknown.status.code(), Some(2));
    // Where the tools of the page are missing: `env` and what the script itself uses are all there is.
    let tools = scratch("release_tools");
    for tool in [
        "bash",
        "env",
        "dirname",
        "mkdir",
        "sed",
        "mktemp",
        "rm",
        "find",
        "sort",
        "sha256sum",
        "awk",
        "cat",
        "ls",
        "stat",
        "basename",
        "cp",
    ] {
        let place = ["/usr/bin", "/bin"].iter().map(|folder| Path::new(folder).join(tool)).find(|path| path.exists());
        std::os::unix::fs::symlink(place.unwrap(), tools.join(tool)).unwrap();
    }
    std::fs::write(out.join(format!("stickslip-{}-before.txt", env!("CARGO_PKG_VERSION"))), "x").unwrap();
    let path = tools.to_str().unwrap();
    let missing = release(&out, &["--only", "page,wheel"], &[("PATH", path)]);
    let said = String::from_utf8_lossy(&missing.stderr).into_owned();
    assert_eq!(missing.status.code(), Some(3), "{said}");
    assert!(said.contains("NOT MADE: page") && said.contains("NOT MADE: wheel"), "{said}");
    assert!(std::fs::read_to_string(out.join("NOTES.md")).unwrap().contains("Not made:"));
    let allowed = release(&out, &["--only", "page", "--allow-missing"], &[("PATH", path)]);
    assert_eq!(allowed.status.code(), Some(0));
}

#[test]
fn workflows_call_the_scripts_and_no_more() {
    for (file, script) in [("ci.yml", ".ci/run"), ("release.yml", "scripts/release.sh")] {
        let text = std::fs::read_to_string(root().join(".github/workflows").join(file)).unwrap();
        let runs: Vec<&str> = text.lines().filter_map(|line| line.trim().strip_prefix("- run: ")).collect();
        let own = |run: &&&str| !run.starts_with("rustup toolchain install") && !run.starts_with("gh release create");
        let own: Vec<&&str> = runs.iter().filter(own).collect();
        assert!(own.len() == 1 && own[0].starts_with(script), "{file}: {runs:?}");
        assert!(root().join(script).is_file());
    }
}
