//! Every command and output shown in the README, run as it stands there. In an expected output,
//! `[..]` stands for anything within a line and a line `...` for any number of lines; `< FILE` gives the standard input.

use crate::program::{root, stickslip_reading};

/// (command line, expected output) of each ```console block.
fn shown(text: &str) -> Vec<(String, Vec<String>)> {
    let mut blocks = Vec::new();
    for block in text.split("```console\n").skip(1) {
        let body = block.split("```").next().unwrap_or("");
        let mut current: Option<(String, Vec<String>)> = None;
        for line in body.lines() {
            if let Some(command) = line.strip_prefix("$ ") {
                blocks.extend(current.take());
                current = Some((command.to_string(), Vec::new()));
            } else if let Some((_, output)) = &mut current {
                output.push(line.trim_end().to_string());
            }
        }
        blocks.extend(current);
    }
    blocks
}

fn line_matches(pattern: &str, line: &str) -> bool {
    let mut pieces = pattern.split("[..]");
    let Some(rest) = pieces.next().and_then(|first| line.strip_prefix(first)) else { return false };
    let pieces: Vec<&str> = pieces.collect();
    if pieces.is_empty() {
        return rest.is_empty();
    }
    let mut rest = rest;
    for piece in &pieces[..pieces.len() - 1] {
        match rest.find(piece) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    rest.ends_with(pieces[pieces.len() - 1])
}

fn matches(pattern: &[String], lines: &[&str]) -> bool {
    match pattern.split_first() {
        None => lines.is_empty(),
        Some((first, tail)) if first == "..." => (0..=lines.len()).any(|skip| matches(tail, &lines[skip..])),
        Some((first, tail)) => {
            lines.split_first().is_some_and(|(line, rest)| line_matches(first, line) && matches(tail, rest))
        }
    }
}

/// Runs the commands of the README in a clone, and compares what they print.
pub fn run_commands(folder: &std::path::Path) {
    let text = std::fs::read_to_string(root().join("README.md")).unwrap();
    let blocks = shown(&text);
    assert!(!blocks.is_empty());
    for (command, expected) in blocks {
        let arguments = command
            .strip_prefix("cargo run -- ")
            .or_else(|| command.strip_prefix("stickslip "))
            .unwrap_or_else(|| panic!("the README shows a command this test cannot run: {command}"));
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        let (arguments, input) = match arguments.as_slice() {
            [arguments @ .., "<", file] => (arguments, std::fs::read(folder.join(file)).unwrap()),
            arguments => (arguments, Vec::new()),
        };
        let output = stickslip_reading(folder, arguments, &input);
        let printed = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let lines: Vec<&str> = printed.lines().map(str::trim_end).collect();
        assert!(matches(&expected, &lines), "$ {command}\nshown:\n{}\nprinted:\n{printed}", expected.join("\n"));
    }
}
