//! Names of the nodes, or of the cells, of a mesh file.

use std::collections::HashMap;

use super::words::{Word, Words};
use crate::diag::Diagnostic;

pub struct Names<'c> {
    /// `node` or `cell`, for messages.
    pub what: &'static str,
    /// Never iterated over: only looked up.
    ranks: HashMap<&'c str, usize>,
    in_order: Vec<&'c str>,
}

impl<'c> Names<'c> {
    /// Fails on a name that is there twice.
    pub fn new(
        words: &Words<'_>,
        what: &'static str,
        names: impl Iterator<Item = &'c Word> + Clone,
    ) -> Result<Self, Box<Diagnostic>> {
        let mut ranks = HashMap::new();
        for (rank, name) in names.clone().enumerate() {
            if let Some(first) = ranks.insert(name.text.as_str(), rank) {
                let line = names.clone().nth(first).map_or(0, |w| w.place.line);
                let message = format!("{what} {} is there twice, first at line {line}", name.text);
                return Err(words.fault("I103", name.place, message, format!("Each {what} has a name of its own.")));
            }
        }
        Ok(Names { what, ranks, in_order: names.map(|w| w.text.as_str()).collect() })
    }

    pub fn rank(&self, word: &Word) -> Option<usize> {
        self.ranks.get(word.text.as_str()).copied()
    }

    /// The error for a name that is not there.
    pub fn unknown(&self, words: &Words<'_>, word: &Word, place: &str) -> Box<Diagnostic> {
        let message = format!("there is no {} {} ({place})", self.what, word.text);
        let block = ["TITRE", "COOR_2D", "COOR_3D", "GROUP_NO", "GROUP_MA", "FIN"].contains(&word.text.as_str());
        let help = if block {
            "A FINSF is missing before it.".to_string()
        } else if let Some(near) = nearest(&word.text, self.in_order.iter().copied()) {
            format!("Did you mean {near}?")
        } else {
            format!("The file has {} {}s.", self.in_order.len(), self.what)
        };
        words.fault("I104", word.place, message, help)
    }
}

/// The known name closest to a word, when one is close.
pub fn nearest<'n>(word: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let scored = known.map(|name| (strsim::damerau_levenshtein(word, name), name));
    let (distance, name) = scored.min_by_key(|(distance, _)| *distance)?;
    (distance <= 2 && distance < word.chars().count().max(2)).then_some(name)
}
