//! The nearest known word to one that is not known.

use super::store;
use crate::diag::Fix;
use crate::source::Span;

/// The shortest beginning of a longer word that says which one is meant.
const SHORTEST_BEGINNING: usize = 3;
/// The shortest word that is meant by one that goes on from it.
const SHORTEST_STEM: usize = 4;

/// The candidate nearest to `word`, if any is near enough to be a slip of the hand; failing that, the
/// first that goes on where `word` stops (VALE for VALE_CALC), or the longest that `word` goes on from (INSTANT for INST). Case does not count; of equally near
/// ones the first wins.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_uppercase();
    // Any letter is near another one.
    let allowed = match word.chars().count() {
        1 => 0,
        count => (count / 3).max(1),
    };
    let mut best: Option<(usize, &str)> = None;
    let mut longer: Option<&str> = None;
    let mut shorter: Option<&str> = None;
    for candidate in candidates {
        if longer.is_none() && word.len() >= SHORTEST_BEGINNING && candidate.to_uppercase().starts_with(&word) {
            longer = Some(candidate);
        }
        let begins = candidate.len() >= SHORTEST_STEM && word.starts_with(&candidate.to_uppercase());
        if begins && shorter.is_none_or(|best| best.len() < candidate.len()) {
            shorter = Some(candidate);
        }
        if candidate.len().abs_diff(word.len()) > allowed {
            continue;
        }
        let distance = strsim::osa_distance(&word, &candidate.to_uppercase());
        if distance <= allowed && best.is_none_or(|(d, _)| distance < d) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, name)| name).or(longer).or(shorter)
}

/// Known word that was meant by one that is not known: a sentence that asks, and the change that writes it. `span` holds the word.
pub fn replaced<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    span: Option<Span>,
) -> Option<(String, Option<Fix>)> {
    let near = nearest(word, candidates)?;
    Some((format!("did you mean {near}?"), span.map(|span| Fix::word(span, word, near))))
}

/// The command whose name is nearest to `word`.
pub fn suggest(word: &str) -> Option<&'static str> {
    nearest(word, store::names())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_found_and_a_stranger_is_not() {
        assert_eq!(suggest("DYNA_VIBAR"), Some("DYNA_VIBRA"));
        assert_eq!(suggest("dyna_vibra"), Some("DYNA_VIBRA"));
        assert_eq!(suggest("TEST_RESUS"), Some("TEST_RESU"));
        assert_eq!(suggest("PRINT_EVERYTHING"), None);
        assert_eq!(nearest("OUII", ["NON", "OUI"]), Some("OUI"));
        assert_eq!(nearest("VALE", ["FONCTION", "VALE_PARA", "VALE_CALC"]), Some("VALE_PARA"));
        assert_eq!(nearest("VA", ["VALE_PARA"]), None);
        assert_eq!(nearest("INSTANT", ["INST", "INST_INIT", "FREQ"]), Some("INST"));
        assert_eq!(nearest("DXY", ["DX"]), Some("DX"));
        assert_eq!(nearest("Q", ["A", "B"]), None);
        assert_eq!(nearest("ABCDEF", ["ABC"]), None);
    }
}
