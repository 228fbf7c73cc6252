//! Nothing is written twice: no eight lines of code in a row stand in two places, and no function has the body of another.

use std::collections::BTreeMap;

use super::{is_test, sources};
use crate::program::root;

/// Lines in a row that make a repetition.
const RUN: usize = 8;

/// Lines that say nothing by themselves: brackets, imports, attributes, comments.
fn is_thin(line: &str) -> bool {
    let letters = line.chars().filter(|c| c.is_alphanumeric()).count();
    letters < 4 || ["use ", "pub use ", "mod ", "pub mod ", "#[", "//"].iter().any(|start| line.starts_with(start))
}

#[test]
fn no_eight_lines_stand_twice() {
    let src = root().join("src");
    let mut seen: BTreeMap<Vec<String>, String> = BTreeMap::new();
    let mut twice = Vec::new();
    for file in sources(&src) {
        let name = file.strip_prefix(&src).unwrap().to_path_buf();
        if is_test(&name) {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
        let lines: Vec<(usize, &str)> = text
            .lines()
            .map(str::trim)
            .enumerate()
            .filter(|(_, line)| !line.is_empty() && !line.starts_with("//") && !line.starts_with("use "))
            .collect();
        let mut last = 0;
        for window in lines.windows(RUN) {
            let thin = window.iter().filter(|(_, line)| is_thin(line)).count();
            if thin > RUN / 2 || window[0].0 < last {
                continue;
            }
            let key: Vec<String> = window.iter().map(|(_, line)| line.to_string()).collect();
            let place = format!("{}:{}", name.display(), window[0].0 + 1);
            if let Some(first) = seen.get(&key) {
                twice.push(format!("{first} and {place}"));
                last = window[RUN - 1].0;
            } else {
                seen.insert(key, place);
            }
        }
    }
    assert!(twice.is_empty(), "eight lines in a row stand twice:\n{}", twice.join("\n"));
}

/// Functions that have one body under these names, in layers or crates that do not share them; the list may only become shorter.
const SAME_BODY: &[&[&str]] = &[
    &["one_line", "squeeze"],
    &["duration", "time"],
    &["count", "counted"],
    &["code"],
    &["nearest"],
    &["modulus"],
    &["dense", "full"],
    &["add"],
    &["number"],
    &["nowhere", "span"],
    &["label", "name"],
    &["values"],
    &["field"],
    &["first_of", "spelling"],
    &["integers"],
];

#[test]
fn no_function_has_the_body_of_another() {
    let src = root().join("src");
    let mut seen: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for file in sources(&src) {
        let place = file.strip_prefix(&src).unwrap().to_path_buf();
        if is_test(&place) {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
        // Functions that stand by themselves: their first line has no indentation, nor has their last.
        for part in text.split("\n}\n") {
            let Some(at) = part.rfind("\nfn ").max(part.rfind("\npub fn ")).max(part.rfind("\npub(super) fn ")) else {
                continue;
            };
            let Some((head, body)) = part[at..].split_once("{\n") else { continue };
            let name = head.split("fn ").nth(1).and_then(|rest| rest.split(['(', '<']).next()).unwrap_or_default();
            let lines = body.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
            let body: String = lines.collect::<Vec<_>>().join("\n");
            seen.entry(body).or_default().push((name.to_string(), place.display().to_string()));
        }
    }
    let allowed = |group: &[(String, String)]| {
        SAME_BODY.iter().any(|names| group.iter().all(|(name, _)| names.contains(&name.as_str())))
    };
    let twice: Vec<_> = seen.into_values().filter(|group| group.len() > 1 && !allowed(group)).collect();
    assert!(twice.is_empty(), "functions with the same body: {twice:#?}");
}
