//! The words that names of keywords and commands are made of: `RIGI_NOR` is *rigidité normale*, normal stiffness.

/// One word of `grammar/glossary.txt`.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// As it stands in names, several spellings: `PREC, PRECISION`.
    pub spellings: &'static str,
    pub french: &'static str,
    pub english: &'static str,
}

impl Word {
    /// Each spelling.
    pub fn each(self) -> impl Iterator<Item = &'static str> {
        self.spellings.split(", ")
    }

    /// Tells whether a name has the word in it, between underscores.
    pub fn is_in(self, name: &str) -> bool {
        name.split('_').any(|part| self.each().any(|own| own == part))
    }
}

/// All words, in alphabetical order.
pub fn glossary() -> impl Iterator<Item = Word> {
    include_str!("../../grammar/glossary.txt").lines().filter_map(|line| {
        let mut columns = line.split('\t');
        Some(Word { spellings: columns.next()?, french: columns.next()?, english: columns.next()? })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{manual::keyword_names, names};

    #[test]
    fn each_word_stands_in_a_name_and_once() {
        let all: Vec<&str> = names().chain(names().flat_map(keyword_names)).collect();
        let spellings: Vec<&str> = glossary().flat_map(|word| word.each()).collect();
        let idle: Vec<_> = spellings.iter().filter(|s| !all.iter().any(|n| n.split('_').any(|p| p == **s))).collect();
        assert!(idle.is_empty(), "in no name: {idle:?}");
        let mut sorted = spellings.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), spellings.len(), "twice");
        assert_eq!(include_str!("../../grammar/glossary.txt").lines().count(), glossary().count());
    }
}
