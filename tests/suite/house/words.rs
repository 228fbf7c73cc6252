//! Files are named by what they hold: a reader who looks for something finds it in the list of files.

use std::path::Path;

use super::sources;
use crate::program::root;

/// Words that say nothing of what a file holds, as its whole name or that of its folder.
const BANNED: [&str; 15] = [
    "alike",
    "at_will",
    "beneath",
    "called",
    "doors",
    "farm",
    "going_on",
    "held",
    "last_words",
    "noted",
    "past",
    "spared",
    "surroundings",
    "told",
    "twins",
];

/// Names of a file and of its folders below the root, without suffixes.
fn names(file: &Path) -> Vec<String> {
    let below = file.strip_prefix(root()).unwrap().with_extension("");
    below.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect()
}

#[test]
fn files_are_named_by_what_they_hold() {
    let mut files = sources(&root().join("src"));
    files.extend(sources(&root().join("tests/suite")));
    let banned: Vec<_> = files.iter().filter(|f| names(f).iter().any(|name| BANNED.contains(&&**name))).collect();
    assert!(banned.is_empty(), "name these by what they hold: {banned:#?}");
}
