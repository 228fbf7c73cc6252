//! A word that names no command: the keywords and the allowed texts of that name, and where they are.

use super::places::{KeywordPlace, places};
use super::view::filled;

/// Places named after a meaning.
const MANY: usize = 6;

/// Says where a word is a keyword or an allowed text; empty when it is none.
pub fn elsewhere(word: &str, width: usize) -> String {
    let word = word.to_uppercase();
    let all = places();
    let keywords: Vec<(&KeywordPlace, &str)> =
        all.iter().filter(|p| p.name() == word).map(|p| (p, p.keyword.gloss)).collect();
    let texts: Vec<(&KeywordPlace, &str)> = all
        .iter()
        .flat_map(|p| p.texts().filter(|(text, _)| *text == word).map(move |(_, meaning)| (p, meaning)))
        .collect();
    let mut out = String::new();
    for (title, found) in [("is a keyword", &keywords), ("is an allowed value", &texts)] {
        if found.is_empty() {
            continue;
        }
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&format!("{word} {title}:\n"));
        for (gloss, places) in grouped(found) {
            out.push_str(&filled(gloss, 2, 2, width));
            out.push_str(&filled(&named(&places), 6, 6, width));
        }
    }
    if let Some((place, _)) = keywords.first() {
        out.push_str(&format!("\n`stickslip doc {}` describes the first.\n", place.topic()));
    }
    out
}

/// The places of each gloss, in the order of the first of each.
fn grouped<'p, 'g>(found: &[(&'p KeywordPlace, &'g str)]) -> Vec<(&'g str, Vec<&'p KeywordPlace>)> {
    let mut groups: Vec<(&str, Vec<&KeywordPlace>)> = Vec::new();
    for (place, gloss) in found {
        match groups.iter_mut().find(|(own, _)| own == gloss) {
            Some((_, places)) => places.push(place),
            None => groups.push((gloss, vec![place])),
        }
    }
    groups
}

/// `A.B, C.D`, and how many more there are.
pub(super) fn named(places: &[&KeywordPlace]) -> String {
    let mut names: Vec<String> = places.iter().take(MANY).map(|place| place.topic()).collect();
    if places.len() > MANY {
        names.push(format!("and {} more", places.len() - MANY));
    }
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_and_texts_are_found() {
        let text = elsewhere("rigi_nor", 200);
        assert!(text.contains("RIGI_NOR is a keyword") && text.contains("DYNA_VIBRA.COMPORTEMENT.RIGI_NOR"), "{text}");
        let text = elsewhere("CQC", 200);
        assert!(text.contains("is an allowed value") && text.contains("Complete quadratic"), "{text}");
        assert_eq!(elsewhere("NOWHERE", 80), "");
    }
}
