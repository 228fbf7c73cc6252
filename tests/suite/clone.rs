//! Running the examples and the commands of the README leaves a clone as it was: what is under version control is not written, not
//! even with the same bytes, and git ignores the rest. The pictures of the examples are those that the commands named beside them draw.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use crate::program::{copy_of, root, stickslip};

/// A time at which nothing was written.
fn long_ago() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(next) = folders.pop() {
        for path in std::fs::read_dir(&next).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found
}

/// Gives all files of a copy a date long ago.
pub fn mark(copy: &Path) {
    for path in files(copy) {
        std::fs::File::options().write(true).open(path).unwrap().set_modified(long_ago()).unwrap();
    }
}

/// What runs in a marked copy of `place` (a folder of the project) left there and would not leave a clone as it was.
pub fn left(copy: &Path, place: &Path) -> Vec<String> {
    let (mut told, mut new) = (Vec::new(), Vec::new());
    for path in files(copy) {
        let own = place.join(path.strip_prefix(copy).unwrap());
        if std::fs::metadata(&path).unwrap().modified().unwrap() == long_ago() {
            continue;
        }
        match root().join(&own).exists() && seen_by_git(&[own.display().to_string()]).len() == 1 {
            true => told.push(format!("a run writes {} over", own.display())),
            // Reports that a test asks for are none of the run's files.
            false if path.extension().is_some_and(|e| e == "json") => {}
            false => new.push(own.display().to_string()),
        }
    }
    told.extend(seen_by_git(&new).into_iter().map(|path| format!("git does not ignore {path}, which a run writes")));
    told
}

/// Of some paths of the project, those that git does not ignore; none where there is no git.
fn seen_by_git(paths: &[String]) -> Vec<String> {
    let asked = Command::new("git")
        .args(["check-ignore", "--no-index", "--stdin"])
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = asked else { return Vec::new() };
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), paths.join("\n").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    if output.status.code() == Some(128) {
        return Vec::new();
    }
    let ignored = String::from_utf8(output.stdout).unwrap();
    paths.iter().filter(|path| !ignored.lines().any(|line| line == **path)).cloned().collect()
}

/// The commands of a page that draw pictures, with the names of those.
fn commands(folder: &Path) -> Vec<(Vec<String>, Vec<String>)> {
    let page = std::fs::read_to_string(folder.join("README.md")).unwrap_or_default();
    let mut found = Vec::new();
    for line in page.lines() {
        let Some((command, pictures)) =
            line.strip_prefix("* `stickslip run ").and_then(|rest| rest.split_once("` draws "))
        else {
            continue;
        };
        let pictures = pictures.split('`').skip(1).step_by(2).map(str::to_string).collect();
        found.push((command.split(' ').map(str::to_string).collect(), pictures));
    }
    found
}

/// The examples that have pictures.
fn illustrated() -> Vec<PathBuf> {
    let folders = std::fs::read_dir(root().join("examples")).unwrap().map(|entry| entry.unwrap().path());
    let mut folders: Vec<PathBuf> = folders.filter(|folder| folder.join("pictures").is_dir()).collect();
    folders.sort();
    folders
}

/// The pictures of an example that are not those which were drawn in a folder, by the studies as they stand.
pub fn other_pictures(example: &Path, drawn: &Path) -> Vec<String> {
    let commands = commands(example);
    let alone = commands.iter().filter(|(command, _)| command.len() == 1);
    alone.flat_map(|(command, pictures)| pictures.iter().filter_map(|p| other(example, drawn, p, command))).collect()
}

fn other(example: &Path, drawn: &Path, picture: &str, command: &[String]) -> Option<String> {
    let (shown, new) = (example.join("pictures").join(picture), drawn.join(picture));
    if std::env::var_os("STICKSLIP_WRITE").is_some() {
        std::fs::copy(&new, &shown).unwrap();
    }
    let same = std::fs::read(&shown).ok() == std::fs::read(&new).ok();
    let how = "STICKSLIP_WRITE=1 cargo test --test suite examples pictures` draws them again";
    (!same).then(|| format!("{} is not what `{}` draws; `{how}", shown.display(), command.join(" ")))
}

#[test]
fn each_picture_of_an_example_has_its_command() {
    assert_eq!(illustrated().len(), 8);
    for example in illustrated() {
        let pictures = std::fs::read_dir(example.join("pictures")).unwrap();
        let mut there: Vec<String> = pictures.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        let mut named: Vec<String> = commands(&example).into_iter().flat_map(|(_, pictures)| pictures).collect();
        there.sort();
        named.sort();
        assert_eq!(there, named, "{}", example.display());
        let page = std::fs::read_to_string(example.join("README.md")).unwrap();
        for picture in there {
            assert!(page.contains(&format!("(pictures/{picture})")), "{} does not show {picture}", example.display());
        }
    }
}

/// Those that take settings: with `STICKSLIP_PICTURES=all` (minutes), else the shortest of them.
#[test]
fn pictures_of_whole_runs_are_those_that_their_commands_draw() {
    let all = std::env::var("STICKSLIP_PICTURES").is_ok_and(|all| all == "all");
    for example in illustrated() {
        let whole = commands(&example).into_iter().filter(|(command, _)| command.len() > 1);
        let copy = copy_of(&example, "pictures_of_whole_runs");
        for (command, pictures) in whole.filter(|(command, _)| all || command[0] == SHORTEST) {
            let words: Vec<&str> = ["run", "--quiet"].into_iter().chain(command.iter().map(String::as_str)).collect();
            let output = stickslip(&copy, &words);
            assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
            let others: Vec<String> = pictures.iter().filter_map(|p| other(&example, &copy, p, &command)).collect();
            assert!(others.is_empty(), "{others:?}");
        }
    }
}

const SHORTEST: &str = "damping.comm";
