//! Ranks of nodes: most nodes name one other, and a study may have a million.

use std::collections::BTreeSet;
use std::ops::Deref;

/// Ranks of nodes, in increasing order. One takes no room of its own.
#[derive(Clone, Debug)]
pub enum Ranks {
    One(usize),
    Several(Box<[usize]>),
}

impl Deref for Ranks {
    type Target = [usize];

    fn deref(&self) -> &[usize] {
        match self {
            Ranks::One(rank) => std::slice::from_ref(rank),
            Ranks::Several(ranks) => ranks,
        }
    }
}

impl From<BTreeSet<usize>> for Ranks {
    fn from(ranks: BTreeSet<usize>) -> Self {
        match (ranks.first(), ranks.len()) {
            (Some(&rank), 1) => Ranks::One(rank),
            _ => Ranks::Several(ranks.into_iter().collect()),
        }
    }
}

impl Ranks {
    pub fn insert(&mut self, rank: usize) {
        if self.binary_search(&rank).is_err() {
            let ranks: BTreeSet<usize> = self.iter().copied().chain([rank]).collect();
            *self = ranks.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_stay_in_order_and_each_is_there_once() {
        let mut ranks = Ranks::from(BTreeSet::new());
        assert!(ranks.is_empty());
        for rank in [7, 3, 7, 5, 3] {
            ranks.insert(rank);
        }
        assert_eq!(ranks.to_vec(), [3, 5, 7]);
        assert_eq!(*Ranks::from(BTreeSet::from([4])), [4]);
    }
}
