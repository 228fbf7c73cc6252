//! Names of the nodes, or of the cells, of a mesh file.

use super::words::{Word, Words};
use crate::diag::Diagnostic;
use crate::kernel::mesh::Label;

/// Ranks by names. The hash is the same on every machine and nothing iterates over the table.
pub struct Names<'m, T> {
    /// `node` or `cell`, for messages.
    pub what: &'static str,
    items: &'m [T],
    label: fn(&T) -> &Label,
    /// Ranks plus one, 0 for an empty place; a name is at the first place from its hash on that was empty. A file of 2^32
    /// names would not fit in memory.
    places: Vec<u32>,
}

/// Two items that have the same name: their ranks.
pub struct Twice {
    pub first: usize,
    pub second: usize,
}

impl<'m, T> Names<'m, T> {
    /// Fails on a name that is there twice.
    pub fn new(what: &'static str, items: &'m [T], label: fn(&T) -> &Label) -> Result<Self, Twice> {
        let size = (items.len() + items.len() / 3 + 1).next_power_of_two();
        let mut names = Names { what, items, label, places: vec![0; size] };
        for (rank, item) in items.iter().enumerate() {
            match names.search(label(item).as_bytes()) {
                Ok(first) => return Err(Twice { first, second: rank }),
                Err(place) => names.places[place] = rank as u32 + 1,
            }
        }
        Ok(names)
    }

    pub fn rank(&self, word: Word<'_>) -> Option<usize> {
        self.search(word.text.as_bytes()).ok()
    }

    /// The rank of a name, or the empty place where it belongs.
    fn search(&self, name: &[u8]) -> Result<usize, usize> {
        let last = self.places.len() - 1;
        let mut place = hash(name) as usize & last;
        loop {
            match self.places[place] {
                0 => return Err(place),
                rank => {
                    let rank = rank as usize - 1;
                    if (self.label)(&self.items[rank]).as_bytes() == name {
                        return Ok(rank);
                    }
                }
            }
            place = (place + 1) & last;
        }
    }

    /// The error for a name that is not there.
    pub fn unknown(&self, words: &Words<'_>, word: Word<'_>, place: &str) -> Box<Diagnostic> {
        let message = format!("there is no {} {} ({place})", self.what, word.text);
        let block = ["TITRE", "COOR_2D", "COOR_3D", "GROUP_NO", "GROUP_MA", "FIN"].contains(&word.text);
        let help = if block {
            "A FINSF is missing before it.".to_string()
        } else if let Some(near) = nearest(word.text, self.items.iter().map(|item| (self.label)(item).as_str())) {
            format!("Did you mean {near}?")
        } else {
            format!("The file has {} {}s.", self.items.len(), self.what)
        };
        words.fault_at("I104", word, message, help)
    }
}

/// Eight bytes at a time: turn, exclusive or, multiply (the hash of Firefox), the high half brought down.
fn hash(name: &[u8]) -> u64 {
    let mut hash = 0_u64;
    for part in name.chunks(8) {
        let mut bytes = [0; 8];
        bytes[..part.len()].copy_from_slice(part);
        hash = (hash.rotate_left(5) ^ u64::from_le_bytes(bytes)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    hash ^ (hash >> 32)
}

/// The known name closest to a word, when one is close.
pub fn nearest<'n>(word: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let scored = known.map(|name| (strsim::damerau_levenshtein(word, name), name));
    let (distance, name) = scored.min_by_key(|(distance, _)| *distance)?;
    (distance <= 2 && distance < word.chars().count().max(2)).then_some(name)
}
