//! Search in the manual: names and glosses of commands, keywords and allowed texts, ranked. A word that is asked for in
//! English or in French also stands for the parts of names the glossary gives for it (`friction`: FROT).

use super::elsewhere::named;
use super::places::{KeywordPlace, places};
use super::view::filled;
use crate::catalogue::glossary;
use crate::catalogue::store;

/// Something found.
struct Hit {
    score: usize,
    name: String,
    gloss: String,
    /// Place in the catalogue, for keywords and texts.
    places: String,
}

/// One asked word, and the parts of names that mean it.
struct Asked {
    word: String,
    parts: Vec<&'static str>,
}

/// As many are shown.
const MANY: usize = 30;

/// Finds entries for some words, the best first; `further`: names with a sentence each that are not in the catalogue
/// (diagnostics, macro-commands). Empty when nothing has all the words.
pub fn search(words: &[String], further: Vec<(String, String)>, width: usize) -> String {
    let asked: Vec<Asked> = words.iter().flat_map(|text| text.split_whitespace()).map(asked).collect();
    if asked.is_empty() {
        return String::new();
    }
    let mut hits = Vec::new();
    for name in store::names() {
        let gloss = store::command(name).map_or("", |command| command.gloss);
        add(&mut hits, &asked, 30, name, gloss, String::new());
    }
    for (name, gloss) in further {
        add(&mut hits, &asked, 0, &name, &gloss, String::new());
    }
    let all = places();
    let mut keywords: Vec<(&str, &str, Vec<&KeywordPlace>)> = Vec::new();
    let mut texts: Vec<(String, &str, Vec<&KeywordPlace>)> = Vec::new();
    for place in &all {
        match keywords.iter_mut().find(|(name, gloss, _)| *name == place.name() && *gloss == place.keyword.gloss) {
            Some((.., at)) => at.push(place),
            None => keywords.push((place.name(), place.keyword.gloss, vec![place])),
        }
        for (text, meaning) in place.texts() {
            let name = format!("{}='{text}'", place.name());
            match texts.iter_mut().find(|(own, gloss, _)| *own == name && *gloss == meaning) {
                Some((.., at)) => at.push(place),
                None => texts.push((name, meaning, vec![place])),
            }
        }
    }
    for (name, gloss, at) in &keywords {
        add(&mut hits, &asked, 10, name, gloss, named(at));
    }
    for (name, gloss, at) in &texts {
        add(&mut hits, &asked, 0, name, gloss, named(at));
    }
    hits.sort_by_key(|hit| std::cmp::Reverse(hit.score));
    shown(&hits, width)
}

fn shown(hits: &[Hit], width: usize) -> String {
    let mut out = String::new();
    for hit in hits.iter().take(MANY) {
        out.push_str(&filled(&format!("{}  {}", hit.name, hit.gloss), 0, 4, width));
        out.push_str(&filled(&hit.places, 4, 4, width));
    }
    if hits.len() > MANY {
        out.push_str(&format!("... and {} more; another word narrows the search.\n", hits.len() - MANY));
    }
    out
}

fn asked(word: &str) -> Asked {
    let word = word.to_lowercase();
    let means = |text: &str| words_of(text).any(|own| fits(&own, &word));
    let parts = glossary().filter(|entry| word.len() > 2 && (means(entry.french) || means(entry.english)));
    Asked { parts: parts.flat_map(|entry| entry.each()).collect(), word }
}

/// Adds what has all the words.
fn add(hits: &mut Vec<Hit>, asked: &[Asked], start: usize, name: &str, gloss: &str, places: String) {
    let mut score = start;
    for one in asked {
        match one.score(name, gloss) {
            0 => return,
            found => score += found,
        }
    }
    hits.push(Hit { score, name: name.to_string(), gloss: gloss.to_string(), places });
}

impl Asked {
    /// Score of a name with its gloss as an answer; 0: not at all.
    fn score(&self, name: &str, gloss: &str) -> usize {
        let lower = name.to_lowercase();
        let of_name = match () {
            () if lower == self.word => 100,
            () if lower.split(['_', '=', '\'']).any(|part| part == self.word) => 40,
            () if name.split(['_', '=', '\'']).any(|part| self.parts.contains(&part)) => 30,
            () if self.word.len() > 2 && lower.contains(&self.word) => 15,
            () => 0,
        };
        let of_gloss = words_of(gloss).map(|own| match () {
            () if own == self.word => 25,
            () if fits(&own, &self.word) => 15,
            () => 0,
        });
        of_name + of_gloss.max().unwrap_or(0)
    }
}

/// Tells whether a word begins with what is asked for (`frictional`), or is its singular.
fn fits(own: &str, asked: &str) -> bool {
    own.starts_with(asked) || asked.strip_suffix('s').is_some_and(|singular| singular.len() > 3 && own == singular)
}

fn words_of(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(words: &[&str]) -> Vec<String> {
        let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
        let text = search(&words, Vec::new(), 400);
        text.lines().filter(|l| !l.starts_with(' ')).map(|l| l.split("  ").next().unwrap_or("").to_string()).collect()
    }

    #[test]
    fn english_french_and_parts_of_names_find_the_same() {
        for words in [["friction"], ["frottement"], ["FROTTEMENT"]] {
            assert!(found(&words).iter().any(|name| name == "FROTTEMENT"), "{words:?}: {:?}", found(&words));
        }
        assert_eq!(found(&["DYNA_VIBRA"])[0], "DYNA_VIBRA");
        assert!(
            found(&["random", "signal"]).contains(&"GENE_FONC_ALEA".to_string()),
            "{:?}",
            found(&["random", "signal"])
        );
        assert!(found(&["Bogacki"]).contains(&"SCHEMA='RUNGE_KUTTA_32'".to_string()));
        assert!(found(&["qwertz"]).is_empty() && found(&[]).is_empty());
    }

    #[test]
    fn all_words_are_needed() {
        let (one, two) = (found(&["normal"]), found(&["normal", "stiffness"]));
        assert!(two.len() < one.len() && two.contains(&"RIGI_NOR".to_string()), "{two:?}");
    }
}
