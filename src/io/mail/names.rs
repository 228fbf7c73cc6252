//! Names of the nodes, or of the cells, of a mesh file.

use super::words::{Word, Words};
use crate::diag::{Diagnostic, did_you_mean};
use crate::kernel::mesh::Label;

/// Ranks by names. Names that are numbered, as nearly all are, tell their ranks themselves; others are found in a table.
pub struct Names<'m, T> {
    /// `node` or `cell`, for messages.
    pub what: &'static str,
    items: &'m [T],
    label: fn(&T) -> &Label,
    series: Option<Series>,
    /// The hash is the same on every machine and nothing iterates over the table. Ranks plus one, 0 for an empty place; a name is at the first place from its hash on that was empty. A file of 2^32
    /// names would not fit in memory.
    places: Vec<u32>,
}

/// Names that are a prefix and a number, the numbers one after the other: `N1`, `N2`, `N3` ...
struct Series {
    prefix: Vec<u8>,
    first: usize,
    count: usize,
}

impl Series {
    fn of<'l>(mut labels: impl Iterator<Item = &'l Label>, count: usize) -> Option<Series> {
        let name = labels.next()?.as_bytes();
        let digits = name.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let (prefix, number) = name.split_at(name.len() - digits);
        let series = Series { prefix: prefix.to_vec(), first: counted(number)?, count };
        labels.zip(1..).all(|(label, rank)| series.rank(label.as_bytes()) == Some(rank)).then_some(series)
    }

    fn rank(&self, name: &[u8]) -> Option<usize> {
        let rank = counted(name.strip_prefix(self.prefix.as_slice())?)?.checked_sub(self.first)?;
        (rank < self.count).then_some(rank)
    }
}

/// A number as it is counted: digits only, none of them a zero in front.
fn counted(digits: &[u8]) -> Option<usize> {
    let canonical = matches!(digits, [b'0'] | [b'1'..=b'9', ..]) && digits.len() <= 15;
    let number = |sum: usize, digit: &u8| digit.is_ascii_digit().then(|| 10 * sum + usize::from(digit - b'0'));
    if canonical { digits.iter().try_fold(0, number) } else { None }
}

/// Two items that have the same name: their ranks.
pub struct Twice {
    pub first: usize,
    pub second: usize,
}

impl<'m, T> Names<'m, T> {
    /// Fails on a name that is there twice.
    pub fn new(what: &'static str, items: &'m [T], label: fn(&T) -> &Label) -> Result<Self, Twice> {
        if let Some(series) = Series::of(items.iter().map(label), items.len()) {
            return Ok(Names { what, items, label, series: Some(series), places: Vec::new() });
        }
        let size = (items.len() + items.len() / 3 + 1).next_power_of_two();
        let mut names = Names { what, items, label, series: None, places: vec![0; size] };
        for (rank, item) in items.iter().enumerate() {
            match names.search(label(item).as_bytes()) {
                Ok(first) => return Err(Twice { first, second: rank }),
                Err(place) => names.places[place] = rank as u32 + 1,
            }
        }
        Ok(names)
    }

    pub fn rank(&self, word: Word<'_>) -> Option<usize> {
        let name = word.text.as_bytes();
        match &self.series {
            Some(series) => series.rank(name),
            None => self.search(name).ok(),
        }
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
            did_you_mean(near)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(names: &[&str], wanted: &str) -> (bool, Option<usize>) {
        let labels: Vec<Label> = names.iter().map(|name| (*name).into()).collect();
        let names = Names::new("node", &labels, |label| label).unwrap_or_else(|_| panic!("a name is there twice"));
        (names.series.is_some(), names.rank(Word { text: wanted, start: 0 }))
    }

    #[test]
    fn numbered_names_tell_their_ranks() {
        let numbered = ["N9", "N10", "N11"];
        for (name, found) in
            [("N9", Some(0)), ("N11", Some(2)), ("N12", None), ("N8", None), ("N0010", None), ("M10", None)]
        {
            assert_eq!(rank(&numbered, name), (true, found), "{name}");
        }
        assert_eq!(rank(&numbered, "N99999999999999999999"), (true, None));
        assert_eq!(rank(&["0", "1"], "1"), (true, Some(1)));
        for other in [["N1", "N3"], ["N1", "N02"], ["N1", "M2"], ["A", "B"]] {
            assert_eq!(rank(&other, other[1]), (false, Some(1)));
        }
        let twice = ["N1".into(), "N1".into()];
        assert!(Names::new("node", &twice, |label| label).is_err());
    }
}
