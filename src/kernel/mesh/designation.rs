//! Which node or cell a word of a study means.
//!
//! In today's language nodes and cells have no names of their own once a mesh is read: `N6`, or `6`, is the sixth node whatever
//! the file calls it, `M3`, or `3`, the third cell. Formerly words were names of the file and nothing else. [`Naming`](super::Naming) says
//! which of the two holds for a mesh.

use super::{Mesh, Naming};

impl Mesh {
    /// Rank (from 0) of the node a word designates.
    pub fn find_node(&self, word: &str) -> Option<usize> {
        let label = |w: &str| self.nodes.iter().position(|n| n.label == w);
        find(word, "N", self.nodes.len(), self.naming, label)
    }

    /// Rank (from 0), in a mesh that joins sub-structures, of the node that a word designates in the mesh of one of them.
    pub fn find_node_of(&self, part: &str, word: &str) -> Option<usize> {
        let own: Vec<usize> = (0..self.origins.len()).filter(|n| self.origins[*n].0 == part).collect();
        let label =
            |w: &str| own.iter().map(|n| self.origins[*n].1).zip(&own).find(|(_, n)| self.nodes[**n].label == w);
        let count = own.iter().map(|n| self.origins[*n].1 + 1).max().unwrap_or(0);
        let rank = find(word, "N", count, self.naming, |w| label(w).map(|(rank, _)| rank))?;
        own.into_iter().find(|n| self.origins[*n].1 == rank)
    }

    /// Rank (from 0) of the cell a word designates.
    pub fn find_cell(&self, word: &str) -> Option<usize> {
        let label = |w: &str| self.cells.iter().position(|c| c.label == w);
        find(word, "M", self.cells.len(), self.naming, label)
    }

    /// The first of some words for nodes, then of some for cells, whose name and rank are two different nodes or cells.
    pub fn ambiguous<'w>(&self, nodes: &'w [String], cells: &'w [String]) -> Option<&'w str> {
        let two = |name: Option<usize>, rank: Option<usize>| matches!((name, rank), (Some(n), Some(r)) if n != r);
        let node =
            |w: &&String| two(self.nodes.iter().position(|n| n.label == w.as_str()), rank_of(w, "N", self.nodes.len()));
        let cell =
            |w: &&String| two(self.cells.iter().position(|c| c.label == w.as_str()), rank_of(w, "M", self.cells.len()));
        nodes.iter().find(node).or_else(|| cells.iter().find(cell)).map(String::as_str)
    }

    /// Tells whether some node or cell has a name that is the number of another.
    pub fn labels_mislead(&self) -> bool {
        let other = |label: &str, letter: &str, rank: usize, count: usize| {
            rank_of(label, letter, count).is_some_and(|number| number != rank)
        };
        let (nodes, cells) = (self.nodes.len(), self.cells.len());
        self.nodes.iter().enumerate().any(|(rank, n)| other(&n.label, "N", rank, nodes))
            || self.cells.iter().enumerate().any(|(rank, c)| other(&c.label, "M", rank, cells))
    }

    /// Tells whether a word can only be a name of the file: a name that is no number, or a number that no rank has.
    pub fn only_a_name(&self, nodes: &[String], cells: &[String]) -> bool {
        let node = |w: &String| {
            self.nodes.iter().any(|n| n.label == w.as_str()) && rank_of(w, "N", self.nodes.len()).is_none()
        };
        let cell = |w: &String| {
            self.cells.iter().any(|c| c.label == w.as_str()) && rank_of(w, "M", self.cells.len()).is_none()
        };
        nodes.iter().any(node) || cells.iter().any(cell)
    }
}

fn find(
    word: &str,
    letter: &str,
    count: usize,
    naming: Naming,
    label: impl Fn(&str) -> Option<usize>,
) -> Option<usize> {
    let word = word.trim();
    let rank = || rank_of(word, letter, count);
    let looks_like_a_number = parse_rank(word.strip_prefix(['N', 'M']).unwrap_or(word)).is_some();
    match naming {
        Naming::Names => label(word),
        Naming::Ranks if looks_like_a_number => rank().or_else(|| label(word)),
        Naming::Ranks | Naming::NamesThenRanks => label(word).or_else(rank),
    }
}

/// Rank (from 0) that a word names, with or without its letter.
fn rank_of(word: &str, letter: &str, count: usize) -> Option<usize> {
    parse_rank(word.strip_prefix(letter).unwrap_or(word)).filter(|r| *r <= count).map(|r| r - 1)
}

/// A number from 1 written with digits only.
fn parse_rank(digits: &str) -> Option<usize> {
    let all_digits = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|&r: &usize| all_digits && r >= 1)
}

#[cfg(test)]
mod tests {
    use super::super::Node;
    use super::*;

    fn mesh(labels: &[&str]) -> Mesh {
        let node = |l: &&str| Node { label: (*l).into(), position: [0.0; 3] };
        Mesh { nodes: labels.iter().map(node).collect(), ..Mesh::default() }
    }

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|w| w.to_string()).collect()
    }

    #[test]
    fn numbers_are_ranks_and_other_words_are_labels() {
        let mesh = mesh(&["NO1", "NO2", "N5", "TIP", "N1"]);
        assert_eq!(mesh.find_node("N5"), Some(4));
        assert_eq!(mesh.find_node("2"), Some(1));
        assert_eq!(mesh.find_node("NO2"), Some(1));
        assert_eq!(mesh.find_node("TIP"), Some(3));
        assert_eq!(mesh.find_node("N6"), None);
        assert_eq!(mesh.find_node("N0"), None);
        assert_eq!(mesh.find_node("+1"), None);
    }

    #[test]
    fn a_number_that_is_no_rank_may_be_a_label() {
        assert_eq!(mesh(&["N10", "N20"]).find_node("N20"), Some(1));
    }

    #[test]
    fn former_studies_know_names_only() {
        let mut mesh = mesh(&["N2", "N1", "P4"]);
        assert_eq!(mesh.find_node("N2"), Some(1));
        mesh.naming = Naming::NamesThenRanks;
        assert_eq!((mesh.find_node("N2"), mesh.find_node("3")), (Some(0), Some(2)));
        mesh.naming = Naming::Names;
        assert_eq!((mesh.find_node("N2"), mesh.find_node("N3"), mesh.find_node("2")), (Some(0), None, None));
    }

    #[test]
    fn words_whose_name_and_rank_differ_are_found() {
        let mesh = mesh(&["A", "N1", "N3", "N9"]);
        assert_eq!(mesh.ambiguous(&words(&["N3", "N1"]), &[]), Some("N1"));
        assert_eq!(mesh.ambiguous(&words(&["N3", "N9", "A"]), &[]), None);
        assert!(mesh.only_a_name(&words(&["N9"]), &[]) && !mesh.only_a_name(&words(&["N1", "N3"]), &[]));
    }
}
