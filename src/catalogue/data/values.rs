//! `grammar/values.json`: what allowed texts mean, once for all the keywords that share them.
//!
//! The table goes from places to texts and their meanings. A place is a keyword (`NORME`), with the factor keyword around
//! it (`FFT/METHODE`), or of one command (`DEFI_PROFIL.FORMAT`); several stand in one name with blanks between. The closest
//! place that has a text gives its meaning; a description may have meanings of its own, which come first.

use std::collections::{BTreeMap, BTreeSet};

use super::super::schema::{Command, Effect, Keyword, Level, Shape, Simple};
use super::read::joined;

/// The table, and which of its entries were met.
#[derive(Default)]
pub struct Table {
    groups: BTreeMap<String, BTreeMap<String, String>>,
    /// The group of each place.
    places: BTreeMap<String, String>,
    met: BTreeSet<(String, String)>,
}

impl Table {
    /// Reads the text of the file; the error says what is wrong with it.
    pub fn read(text: &str) -> Result<Self, String> {
        let groups: BTreeMap<String, BTreeMap<String, String>> =
            serde_json::from_str(text).map_err(|e| e.to_string())?;
        let mut places = BTreeMap::new();
        for group in groups.keys() {
            for place in group.split(' ') {
                if places.insert(place.to_string(), group.clone()).is_some() {
                    return Err(format!("{place} is there twice"));
                }
            }
        }
        Ok(Table { groups, places, met: BTreeSet::new() })
    }

    /// Gives the keywords of a command the meanings of their allowed texts.
    pub fn explain(&mut self, name: &str, command: &mut Command) {
        self.level(name, "", &mut command.level);
        for old in &mut command.former {
            let path = old.factor.map_or(String::new(), |factor| format!("{factor}/"));
            self.keyword(name, &format!("{path}{}", old.name), &mut old.keyword);
        }
    }

    /// Entries that no command uses.
    pub fn unmet(&self) -> Vec<String> {
        let all = self.groups.iter().flat_map(|(group, texts)| texts.keys().map(|text| (group.clone(), text.clone())));
        all.filter(|entry| !self.met.contains(entry)).map(|(group, text)| format!("{text} of {group}")).collect()
    }

    fn level(&mut self, name: &str, path: &str, level: &mut Level) {
        for (own, keyword) in &mut level.keywords {
            self.keyword(name, &format!("{path}{own}"), keyword);
        }
        level.blocks.iter_mut().for_each(|block| self.level(name, path, &mut block.level));
    }

    fn keyword(&mut self, name: &str, path: &str, keyword: &mut Keyword) {
        if keyword.effect != Effect::Used {
            return;
        }
        match &mut keyword.shape {
            Shape::Factor(inner) => self.level(name, &format!("{path}/"), inner),
            Shape::Simple(simple) => self.simple(name, path, simple),
        }
    }

    fn simple(&mut self, name: &str, path: &str, simple: &mut Simple) {
        let own = simple.meanings;
        let refused: Vec<String> = simple.unsupported.iter().map(|value| format!("{value:?}")).collect();
        let computed: Vec<_> =
            simple.into.iter().filter(|value| !refused.contains(&format!("{value:?}"))).copied().collect();
        simple.meanings =
            joined(&computed, |text| own.of(text).map(String::from).or_else(|| self.meaning(name, path, text)));
    }

    fn meaning(&mut self, name: &str, path: &str, text: &str) -> Option<String> {
        let parts: Vec<&str> = path.split('/').collect();
        let tails: Vec<String> = (0..parts.len()).map(|from| parts[from..].join("/")).collect();
        let of_command = tails.iter().map(|tail| format!("{name}.{tail}"));
        for place in of_command.chain(tails.iter().cloned()) {
            let Some(group) = self.places.get(&place) else { continue };
            if let Some(meaning) = self.groups.get(group).and_then(|texts| texts.get(text)) {
                self.met.insert((group.clone(), text.to_string()));
                return Some(meaning.clone());
            }
        }
        None
    }
}
