//! The house: dependencies run one way, files stay small, no files in a circle, nothing written twice.

mod circles;
mod defaults;
mod grammar;
mod recipes;
mod repeats;
mod second_ways;
mod words;

use std::path::{Path, PathBuf};

use crate::program::root;

/// What each module may use, bottom to top. A new edge is a deliberate change of this table.
const EDGES: &[(&str, &[&str])] = &[
    ("source", &[]),
    ("diag", &["source"]),
    ("kernel", &[]),
    ("syntax", &["source", "diag"]),
    ("concepts", &["kernel"]),
    ("catalogue", &["source", "diag", "syntax", "concepts"]),
    ("former", &["source", "diag", "syntax", "catalogue"]),
    ("io", &["source", "diag", "kernel", "concepts"]),
    ("verdict", &["source", "diag", "kernel", "concepts"]),
    ("operators", &["source", "diag", "syntax", "kernel", "concepts", "catalogue", "former", "io", "verdict"]),
    ("python", &["source", "diag", "syntax", "kernel", "concepts", "catalogue", "verdict"]),
    (
        "study",
        &[
            "source",
            "diag",
            "syntax",
            "kernel",
            "concepts",
            "catalogue",
            "former",
            "io",
            "verdict",
            "operators",
            "python",
        ],
    ),
    ("sweep", &["source", "diag", "syntax", "concepts", "io", "verdict", "python", "study"]),
    ("script", &["source", "diag", "concepts", "catalogue", "study"]),
    ("api", &["source", "diag", "concepts", "former", "verdict", "python", "study", "script"]),
    (
        "language",
        &[
            "api",
            "source",
            "diag",
            "syntax",
            "kernel",
            "concepts",
            "catalogue",
            "former",
            "io",
            "verdict",
            "python",
            "study",
            "script",
        ],
    ),
    ("answers", &["api", "language", "source", "diag", "concepts", "catalogue", "io", "verdict", "python"]),
    (
        "cli",
        &[
            "answers",
            "source",
            "diag",
            "syntax",
            "kernel",
            "concepts",
            "catalogue",
            "former",
            "io",
            "verdict",
            "operators",
            "python",
            "study",
            "script",
            "api",
            "sweep",
            "language",
        ],
    ),
];

/// The crates that are made of several folders of `src`, or of one beside which their root lies; what is not here is the program's.
const CRATES: &[(&str, &[&str])] = &[
    ("base", &["source", "diag", "syntax", "concepts", "catalogue", "former", "io", "verdict"]),
    ("kernel", &["kernel"]),
    ("operators", &["operators"]),
    ("python", &["python"]),
];

/// Of `operators`, the layers above see only these.
const OPERATOR_INTERFACE: &[&str] =
    &["self", "find", "names", "Operator", "Check", "Context", "Message", "Units", "Outcome", "set_result"];

/// Commands that evaluate studies go through the door, `api`, and know nothing of what is behind it.
const BEFORE_THE_DOOR: &[&str] = &["run.rs", "check.rs", "sweep.rs", "campaign.rs", "graph/command.rs", "repl"];

#[test]
fn commands_go_through_the_door() {
    for name in BEFORE_THE_DOOR {
        let path = root().join("src/cli").join(name);
        let files = if path.is_dir() { sources(&path) } else { vec![path] };
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap();
            let behind = crate_paths(&text).into_iter().any(|(module, _)| module == "study" || module == "script");
            assert!(!behind, "{} reaches behind src/api", file.display());
        }
    }
}

pub fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Names that follow `crate::` in a text, each with what follows the next `::` (braces included).
fn crate_paths(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + 7..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let tail = rest[end..].strip_prefix("::").unwrap_or("");
        let stop = if tail.starts_with('{') {
            tail.find('}').map_or(tail.len(), |i| i + 1)
        } else {
            tail.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(tail.len())
        };
        found.push((rest[..end].to_string(), tail[..stop].to_string()));
    }
    found
}

/// Tests in files of their own may look where they like, and say what they are in the name.
fn is_test(file: &Path) -> bool {
    file.file_name().is_some_and(|n| n == "tests.rs") || file.components().any(|c| c.as_os_str() == "tests")
}

#[test]
fn dependencies_run_down_the_table() {
    let src = root().join("src");
    let mut wrong = Vec::new();
    for file in sources(&src).into_iter().filter(|f| !is_test(f.strip_prefix(&src).unwrap())) {
        let relative = file.strip_prefix(&src).unwrap().to_path_buf();
        let module = relative.components().next().unwrap().as_os_str().to_string_lossy().replace(".rs", "");
        let Some((_, allowed)) = EDGES.iter().find(|(m, _)| *m == module) else {
            assert!(["lib", "main", "base"].contains(&module.as_str()), "{module} is not in the table of edges");
            continue;
        };
        let text = std::fs::read_to_string(&file).unwrap();
        // Macros of the standard library are written `std::...`; what is left names our own modules.
        for (used, items) in crate_paths(&text) {
            let known = EDGES.iter().any(|(m, _)| *m == used);
            if known && used != module && !allowed.contains(&used.as_str()) {
                wrong.push(format!("{} uses crate::{used}", relative.display()));
            }
            if used == "operators" && module != "operators" {
                for item in items.trim_matches(['{', '}']).split(',').map(str::trim).filter(|i| !i.is_empty()) {
                    if !OPERATOR_INTERFACE.contains(&item) {
                        wrong.push(format!("{} uses crate::operators::{item}", relative.display()));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "edges that the table forbids:\n{}", wrong.join("\n"));
}

/// Lines of the longest source file.
const MOST_LINES: usize = 400;

#[test]
fn files_stay_small() {
    let mut sizes: Vec<(u64, PathBuf)> =
        sources(&root().join("src")).into_iter().map(|f| (std::fs::metadata(&f).unwrap().len(), f)).collect();
    sizes.sort();
    let largest = sizes.last().unwrap();
    assert!(largest.0 <= 30_000, "{} has {} bytes", largest.1.display(), largest.0);
    let lines = |file: &PathBuf| std::fs::read_to_string(file).unwrap().lines().count();
    let long: Vec<_> = sizes.iter().map(|(_, f)| (lines(f), f)).filter(|(lines, _)| *lines > MOST_LINES).collect();
    assert!(long.is_empty(), "more than {MOST_LINES} lines: {long:#?}");
    let at = |fraction: f64| sizes[((sizes.len() - 1) as f64 * fraction) as usize].0;
    assert!(at(0.5) <= 8_000, "the median file has {} bytes", at(0.5));
    assert!(at(0.9) <= 18_000, "one file in ten has more than {} bytes", at(0.9));
}

/// Beginnings of what a face does not hold: it declares modules, hands names on, and lists operators.
const CODE: &[&str] =
    &["fn ", "struct ", "enum ", "trait ", "impl ", "impl<", "type ", "static ", "unsafe ", "macro_rules!"];

#[test]
fn faces_of_modules_are_tables_of_contents() {
    let src = root().join("src");
    let faces = sources(&src).into_iter().filter(|f| f.ends_with("mod.rs") && !is_test(f.strip_prefix(&src).unwrap()));
    let code = |file: &PathBuf| {
        let text = std::fs::read_to_string(file).unwrap();
        let item = |line: &str| {
            let line = line.trim();
            let line = line.strip_prefix("pub(").and_then(|rest| Some(rest.split_once(") ")?.1)).unwrap_or(line);
            let line = line.strip_prefix("pub ").unwrap_or(line);
            CODE.iter().any(|start| line.strip_prefix("const fn ").is_some() || line.starts_with(start))
        };
        text.lines().filter(|line| item(line)).map(|line| format!("{}: {line}", file.display())).collect::<Vec<_>>()
    };
    let wrong: Vec<_> = faces.flat_map(|face| code(&face)).collect();
    assert!(wrong.is_empty(), "code in the face of a module, move it to a leaf: {wrong:#?}");
}

/// The files that a source file declares as modules.
fn declared(file: &Path) -> Vec<PathBuf> {
    let text = std::fs::read_to_string(file).unwrap();
    let folder = file.parent().unwrap();
    let own = file.file_stem().unwrap();
    let home =
        if ["lib", "main", "mod"].iter().any(|name| *name == own) { folder.to_path_buf() } else { folder.join(own) };
    let module = |line: &str| {
        let (before, name) = line.trim().strip_suffix(';')?.split_once("mod ")?;
        let named = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        (named && (before.is_empty() || before.starts_with("pub"))).then(|| name.to_string())
    };
    let places = text.lines().filter_map(module).map(|name| {
        let alone = home.join(format!("{name}.rs"));
        if alone.exists() { alone } else { home.join(name).join("mod.rs") }
    });
    places.filter(|file| file.exists()).collect()
}

#[test]
fn every_file_is_reached_from_the_library() {
    let src = root().join("src");
    // The roots of the crates, which name folders beside them, and the script that writes the catalogue.
    let roots = ["lib.rs", "main.rs", "base/root.rs", "base/build.rs", "operators/root.rs", "python/root.rs"];
    let mut reached: Vec<PathBuf> = roots.iter().map(|root| src.join(root)).collect();
    reached.extend(CRATES.iter().flat_map(|(_, modules)| modules.iter()).map(|module| src.join(module).join("mod.rs")));
    let mut next = 0;
    while next < reached.len() {
        reached.extend(declared(&reached[next].clone()));
        next += 1;
    }
    let lost: Vec<_> = sources(&src).into_iter().filter(|file| !reached.contains(file)).collect();
    assert!(lost.is_empty(), "no module declares {lost:?}");
}

#[test]
fn every_file_says_what_it_is_for() {
    let silent: Vec<_> = sources(&root().join("src"))
        .into_iter()
        .filter(|f| {
            !is_test(f.strip_prefix(root()).unwrap()) && !std::fs::read_to_string(f).unwrap().starts_with("//!")
        })
        .collect();
    assert!(silent.is_empty(), "no header: {silent:?}");
}

/// The files of kernel, catalogue, concepts and api without test files: name, and lines before the unit tests.
fn documented_files() -> Vec<(String, Vec<String>)> {
    let src = root().join("src");
    let files = ["kernel", "catalogue", "concepts", "api"].into_iter().flat_map(|name| sources(&src.join(name)));
    let lines = files.map(|file| (file.strip_prefix(&src).unwrap().to_path_buf(), file));
    let lines = lines.filter(|(name, _)| !is_test(name)).map(|(name, file)| {
        let text = std::fs::read_to_string(file).unwrap();
        let own = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
        (name.display().to_string(), own.lines().map(|line| line.trim().to_string()).collect())
    });
    lines.collect()
}

/// The lines of these files that are wrong, as `file:line`.
fn wrong_lines(is_wrong: impl Fn(&[String], usize) -> bool) -> Vec<String> {
    let of_file = |(name, lines): (String, Vec<String>)| {
        let wrong = (0..lines.len()).filter(|i| is_wrong(&lines, *i));
        wrong.map(|i| format!("{name}:{}", i + 1)).collect::<Vec<_>>()
    };
    documented_files().into_iter().flat_map(of_file).collect()
}

#[test]
fn public_items_say_what_they_are() {
    let words = ["fn", "const", "struct", "enum", "trait", "type", "static"];
    let is_item = |line: &str| {
        line.strip_prefix("pub ").is_some_and(|rest| words.iter().any(|word| rest.split(' ').next() == Some(word)))
    };
    let silent = wrong_lines(|lines, i| {
        let above = lines[..i].iter().rev().find(|line| !line.starts_with("#["));
        is_item(&lines[i]) && !above.is_some_and(|line| line.starts_with("///"))
    });
    assert!(silent.is_empty(), "public items without a doc comment: {silent:#?}");
}

#[test]
fn doc_comments_begin_with_a_noun_or_a_verb() {
    let asks = |line: &str| {
        let first = line.strip_prefix("/// ").and_then(|text| text.split(|c: char| !c.is_alphabetic()).next());
        first.is_some_and(|word| ["What", "Which", "Where", "Whether", "How"].contains(&word))
    };
    let asking = wrong_lines(|lines, i| asks(&lines[i]) && !(i > 0 && lines[i - 1].starts_with("///")));
    assert!(asking.is_empty(), "doc comments that begin with a question word: {asking:#?}");
}

/// A comment that leans on the item above it says nothing where it is shown alone, as a list of methods or an editor shows it.
#[test]
fn doc_comments_stand_by_themselves() {
    let leaning = |file: PathBuf| {
        let text = std::fs::read_to_string(&file).unwrap();
        let lines = text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with("/// The same"));
        lines.map(|(i, _)| format!("{}:{}", file.display(), i + 1)).collect::<Vec<_>>()
    };
    let leaning: Vec<_> = sources(&root().join("src")).into_iter().flat_map(leaning).collect();
    assert!(leaning.is_empty(), "doc comments that begin with \"The same\": {leaning:#?}");
}
