//! `stickslip explain`: what a code means.

use crate::catalogue::replaced;
use crate::cli::codes::{HELD, WRONG};
use crate::cli::streams::{to_stderr, to_stdout};
use crate::diag::{all_codes, explain as look_up};

pub fn explain(code: Option<&str>) -> u8 {
    let Some(code) = code else {
        let mut lines: Vec<String> =
            all_codes().map(|c| format!("{}  {:<28} {}", c.code, c.name, c.summary())).collect();
        lines.sort();
        to_stdout(&lines.join("\n"));
        return HELD;
    };
    let Some(info) = look_up(code) else {
        let near = replaced(code, all_codes().flat_map(|c| [c.code, c.name]), None);
        let hint = near.map_or("`stickslip explain` lists them all".to_string(), |(help, _)| help);
        to_stderr(&format!("there is no code {code}; {hint}"));
        return WRONG;
    };
    let mut text = format!("{}  {}\n\n{}\n", info.code, info.name, wrapped(&info.meaning, 100));
    text.push_str(&match (info.unseen, info.command) {
        (Some(why), _) => format!("\nNo example: {why}\n"),
        (_, Some(command)) => format!("\nThis triggers it:\n\n    {command}\n"),
        _ => "\nThis study triggers it:\n".to_string(),
    });
    for (name, content) in info.files() {
        text.push_str(&format!("\n  {name}\n"));
        for line in content.lines() {
            text.push_str(&format!("    {line}\n"));
        }
    }
    to_stdout(&text);
    HELD
}

/// Words in lines of at most `width` characters.
fn wrapped(text: &str, width: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        if let Some(line) = lines.last_mut()
            && (line.is_empty() || line.chars().count() + 1 + word.chars().count() <= width)
        {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        } else {
            lines.push(word.to_string());
        }
    }
    lines.join("\n")
}
