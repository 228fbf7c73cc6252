//! Members kept of a group or of several.

use crate::catalogue::{CallError, Keywords};

/// The part of an ordered group that POSITION, or NUME_INIT and NUME_FIN (from 1, inclusive), keep.
pub(super) fn part(keywords: &Keywords, members: Vec<usize>) -> Result<Vec<usize>, CallError> {
    let count = members.len();
    let range = match keywords.text_if_given("POSITION").as_deref() {
        Some("INIT") => 1..=1,
        Some("FIN") => count.max(1)..=count.max(1),
        Some(_) => count.div_ceil(2).max(1)..=count.div_ceil(2).max(1),
        None => match keywords.integer_if_given("NUME_INIT") {
            None => return Ok(members),
            Some(first) => {
                let last = keywords.integer_if_given("NUME_FIN").unwrap_or(first);
                first.max(1) as usize..=last.max(0) as usize
            }
        },
    };
    members.get(range.start() - 1..*range.end()).map(<[usize]>::to_vec).ok_or_else(|| {
        let keyword = if keywords.written("POSITION") { "POSITION" } else { "NUME_INIT" };
        let message = format!("the group has {count} members, not {} to {}", range.start(), range.end());
        keywords.error(keyword, "R108", message)
    })
}

/// Members of the first set that are in all the others (`keep`), or in none of them.
pub(super) fn against(sets: Vec<Vec<usize>>, keep: bool) -> Vec<usize> {
    let mut sets = sets.into_iter();
    let mut members = sets.next().unwrap_or_default();
    for set in sets {
        members.retain(|m| set.contains(m) == keep);
    }
    members
}
