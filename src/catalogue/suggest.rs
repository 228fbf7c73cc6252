//! The nearest known word to one that is not known.

use super::glossary::{Word, glossary};
use super::store;
use crate::diag::{Fix, did_you_mean};
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
    replaced_as(word, candidates, span, &|near| near.to_string())
}

/// Suggests a known word as [`replaced`] does; `shown` writes it in quotes, or with what it means.
pub fn replaced_as<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    span: Option<Span>,
    shown: &dyn Fn(&str) -> String,
) -> Option<(String, Option<Fix>)> {
    let near = nearest(word, candidates)?;
    Some((did_you_mean(&shown(near)), span.map(|span| Fix::word(span, word, near))))
}

/// A word in quotes, as Python shows texts.
pub fn quoted(word: &str) -> String {
    format!("'{word}'")
}

/// The command whose name is nearest to `word`.
pub fn suggest(word: &str) -> Option<&'static str> {
    nearest(word, store::names())
}

/// As many are offered by their meaning.
const OFFERED: usize = 3;

/// The names whose gloss, or whose parts by the glossary, have all the words of `word`, which is English (FRICTION, READ_MESH):
/// those of short glosses first.
pub fn by_meaning<'a>(word: &str, candidates: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<(&'a str, &'a str)> {
    let asked: Vec<String> = word.split('_').map(str::to_lowercase).filter(|part| part.len() > 2).collect();
    if asked.is_empty() {
        return Vec::new();
    }
    // What the glossary calls by each asked word.
    let begins = |text: &str, asked: &str| {
        text.split(|c: char| !c.is_alphanumeric()).any(|own| own.to_lowercase().starts_with(asked))
    };
    let parts: Vec<Vec<Word>> =
        asked.iter().map(|asked| glossary().filter(|known| begins(known.english, asked)).collect()).collect();
    let has_all = |(name, gloss): &(&str, &str)| {
        let of_name = |known: &Vec<Word>| known.iter().any(|word| word.is_in(name));
        asked.iter().zip(&parts).all(|(asked, known)| begins(gloss, asked) || of_name(known))
    };
    let mut found: Vec<(&str, &str)> = candidates.filter(has_all).collect();
    found.sort_by_key(|(_, gloss)| gloss.len());
    found.dedup_by_key(|(name, _)| *name);
    found.truncate(OFFERED);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_words_find_names_by_their_meaning() {
        let known = [("COULOMB", "Coulomb friction coefficient."), ("FROTTEMENT", "Friction law."), ("JEU", "Gap.")];
        let found =
            |word: &str| by_meaning(word, known.into_iter()).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        assert_eq!(found("FRICTION"), ["FROTTEMENT", "COULOMB"]);
        assert_eq!(found("FRICTION_LAW"), ["FROTTEMENT"]);
        assert_eq!(found("GAP"), ["JEU"]);
        assert!(found("TORQUE").is_empty() && found("MU").is_empty());
        let commands = store::names().filter_map(|name| Some((name, store::command(name)?.gloss)));
        assert!(by_meaning("READ_MESH", commands).iter().any(|(name, _)| *name == "LIRE_MAILLAGE"));
    }

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
