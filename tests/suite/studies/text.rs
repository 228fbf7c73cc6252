//! The judge of layout: `fmt` keeps the tree and the comments of each text, and leaves those alone that are formatted.

use std::path::Path;

use stickslip::language::{format, format_range};

use crate::formatting::kept;

/// What is found in a text.
pub struct Layout {
    /// `fmt` leaves it as it is.
    pub formatted: bool,
    pub failures: Vec<String>,
}

/// Looks at a file; `rank` among the files of its folder: one in ten is tried with ends of lines of the other kind, and one in nine
/// in a range.
pub fn layout(file: &Path, rank: usize) -> Option<Layout> {
    let text = std::fs::read_to_string(file).ok()?;
    let name = file.display().to_string();
    let new = format(&text).text;
    let formatted = new == text;
    let mut failures = Vec::new();
    // A text that stays as it is keeps its tree, its comments, and stays again.
    if !formatted || rank.is_multiple_of(10) {
        let plain = text.replace("\r\n", "\n");
        failures.extend(kept(plain.trim_start_matches('\u{feff}'), &name, rank.is_multiple_of(10)).err());
    }
    if rank.is_multiple_of(9)
        && let Some((range, part)) = format_range(&text, 0..text.len())
    {
        let edited = format!("{}{part}{}", &text[..range.start], &text[range.end..]);
        if edited.trim() != new.trim() {
            failures.push(format!("{name}: as a range it is formatted in another way"));
        }
    }
    Some(Layout { formatted, failures })
}
