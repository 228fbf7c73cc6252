//! What a session numbers and names: ids of concepts, calls, texts that many calls share, files that messages name.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::source::place;

#[derive(Default)]
pub struct Register {
    pub next_id: u64,
    /// How many calls there were.
    pub visit: usize,
    /// Names of files and commands: a study may call one a million times.
    texts: BTreeSet<Arc<str>>,
    /// The files read, for the last words of the program.
    pub files: place::Files,
}

impl Register {
    /// Gives one shared copy of a text to all who ask.
    pub fn shared_text(&mut self, text: &str) -> Arc<str> {
        match self.texts.get(text) {
            Some(known) => known.clone(),
            None => {
                let new: Arc<str> = text.into();
                self.texts.insert(new.clone());
                new
            }
        }
    }
}
