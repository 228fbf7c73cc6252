//! Running the examples and the commands of the README leaves a clone as it was: what is under version control is not written, not
//! even with the same bytes, git ignores the rest, and a build has nothing to do. The pictures of the examples are those that the
//! commands named beside them draw.
//!
//! `STICKSLIP_CLONE=all` runs all examples by the program (minutes), in place of those that take a moment.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use crate::program::{copy_of, root, scratch, stickslip};
use crate::readme::run_commands;
use crate::studies::below;

/// A time at which nothing was written.
fn long_ago() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000)
}

fn written(path: &Path) -> bool {
    std::fs::metadata(path).unwrap().modified().unwrap() != long_ago()
}

/// What git says in a folder; nothing where there is no git, or no clone of the project.
fn git(folder: &Path, words: &[&str]) -> Option<String> {
    let name = ["-c", "user.name=test", "-c", "user.email=test@localhost", "-c", "core.autocrlf=false"];
    let output = Command::new("git").args(name).args(words).current_dir(folder).output().ok()?;
    output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
}

/// A clone of the project as it stands, all of it committed; its files are of long ago. `None` where the project is no clone itself.
pub fn clone(name: &str) -> Option<PathBuf> {
    let listed = git(&root(), &["ls-files", "-z", "--cached", "--others", "--exclude-standard"])?;
    let clone = scratch(name);
    for file in listed.split('\0').filter(|file| root().join(file).is_file()) {
        let target = clone.join(file);
        std::fs::create_dir_all(target.parent().unwrap()).unwrap();
        std::fs::copy(root().join(file), &target).unwrap();
        std::fs::File::options().append(true).open(target).unwrap().set_modified(long_ago()).unwrap();
    }
    for words in [&["init", "--quiet"][..], &["add", "--all"], &["commit", "--quiet", "--message=all", "--no-gpg-sign"]]
    {
        git(&clone, words).unwrap_or_else(|| panic!("git {words:?}"));
    }
    Some(clone)
}

/// What is not as it was below a place of a clone: `git status`, and files under version control that were written with the same bytes.
pub fn left(clone: &Path, place: &str) -> Vec<String> {
    let status = git(clone, &["--no-optional-locks", "status", "--porcelain", "--untracked-files=all", "--", place]);
    let mut told: Vec<String> = status.unwrap().lines().map(|line| format!("git status: {line}")).collect();
    let tracked = git(clone, &["ls-files", "-z", "--", place]).unwrap();
    let tracked = tracked.split('\0').filter(|file| !file.is_empty() && clone.join(file).is_file());
    told.extend(tracked.filter(|file| written(&clone.join(file))).map(|file| format!("a run writes {file} over")));
    told
}

/// Files of the project that its build reads, by the lists that the compiler and the build scripts leave.
fn inputs() -> Vec<PathBuf> {
    let built = Path::new(env!("CARGO_BIN_EXE_stickslip")).parent().unwrap();
    let listed =
        |folder: &Path| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>();
    let own = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().contains("stickslip"));
    let top = root().canonicalize().unwrap();
    let mut named: Vec<PathBuf> = Vec::new();
    for list in
        listed(&built.join("deps")).into_iter().filter(|path| own(path) && path.extension().is_some_and(|e| e == "d"))
    {
        let text = std::fs::read_to_string(list).unwrap().replace("\\ ", "\0");
        let files = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(": "));
        named.extend(files.flat_map(|(_, files)| files.split(' ')).map(|file| top.join(file.replace('\0', " "))));
    }
    for script in listed(&built.join("build")).into_iter().filter(own) {
        let text = std::fs::read_to_string(script.join("output")).unwrap_or_default();
        let asked = text.lines().filter_map(|line| line.strip_prefix("cargo::rerun-if-changed="));
        // Those of a crate below `src` are named from its folder.
        named.extend(asked.flat_map(|file| [top.join(file), top.join("src/base").join(file)]));
    }
    let made = |file: &PathBuf| file.starts_with("target") || file.starts_with(".git");
    let below = |file: PathBuf| file.canonicalize().ok()?.strip_prefix(&top).ok().map(Path::to_path_buf);
    let mut found: Vec<PathBuf> = named.into_iter().filter_map(below).filter(|file| !made(file)).collect();
    found.sort();
    found.dedup();
    found
}

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() { files_below(&path, found) } else { found.push(path) }
    }
}

/// What a build would look at again in a clone.
fn to_build(clone: &Path) -> Vec<String> {
    let inputs = inputs();
    let of = |start: &str| inputs.iter().filter(|file| file.starts_with(start)).count();
    assert!(of("src") > 900 && of("examples") > 60 && of("tests/language") > 10 && of("grammar") > 0, "{inputs:?}");
    let mut files = Vec::new();
    for input in inputs.iter().map(|input| clone.join(input)) {
        // Cargo looks at all that is in a folder.
        if input.is_dir() { files_below(&input, &mut files) } else { files.push(input) }
    }
    files.retain(|file| !file.is_file() || written(file));
    files.iter().map(|file| format!("a build reads {}, which is new or gone", file.display())).collect()
}

/// Examples that a run in the debug build makes in a moment.
const QUICK: [&str; 5] = ["cycles", "first_steps", "eight_mass_chain", "exact_friction", "response_spectra"];

#[test]
fn a_clone_stays_as_it_was() {
    let Some(clone) = clone("clone") else { return };
    run_commands(&clone);
    let all = std::env::var("STICKSLIP_CLONE").is_ok_and(|all| all == "all");
    let mut studies = Vec::new();
    for folder in std::fs::read_dir(root().join("examples")).unwrap().map(|entry| entry.unwrap().path()) {
        if folder.is_dir() && (all || QUICK.iter().any(|quick| folder.ends_with(quick))) {
            below(&folder, &["comm", "export"], &mut studies);
        }
    }
    for study in &studies {
        let study = study.strip_prefix(root()).unwrap();
        let output = stickslip(&clone, &["run", "--quiet", study.to_str().unwrap()]);
        println!("{} {:?}", study.display(), output.status.code());
    }
    println!("{} studies, {} inputs of the build", studies.len(), inputs().len());
    let told = [left(&clone, "."), to_build(&clone)].concat();
    assert!(told.is_empty(), "{told:#?}");
    // A file that is written is found.
    let page = clone.join("examples/first_steps/README.md");
    std::fs::write(&page, std::fs::read(&page).unwrap()).unwrap();
    std::fs::write(clone.join("examples/first_steps/new.txt"), "").unwrap();
    assert_eq!((left(&clone, ".").len(), to_build(&clone).len()), (2, 1));
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
