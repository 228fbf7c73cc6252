//! Which node or cell a word of a study means.
//!
//! Nodes and cells have no names of their own once a mesh is read: `N6`, or `6`, is the sixth node
//! whatever the file calls it, `M3`, or `3`, the third cell. Old studies use the names of the file.
//! Both are understood: a name of the file that does not look like a number is that node; a word that
//! looks like a number is the rank, or else, when there is no such rank, the name.

use super::Mesh;

impl Mesh {
    /// Rank (from 0) of the node a word designates.
    pub fn find_node(&self, word: &str) -> Option<usize> {
        find(word, 'N', self.nodes.len(), self.labels_first, |w| self.nodes.iter().position(|n| n.label == w))
    }

    /// Rank (from 0) of the cell a word designates.
    pub fn find_cell(&self, word: &str) -> Option<usize> {
        find(word, 'M', self.cells.len(), self.labels_first, |w| self.cells.iter().position(|c| c.label == w))
    }
}

fn find(
    word: &str,
    letter: char,
    count: usize,
    labels_first: bool,
    label: impl Fn(&str) -> Option<usize>,
) -> Option<usize> {
    let word = word.trim();
    let digits = word.strip_prefix(letter).unwrap_or(word);
    let rank = parse_rank(digits).filter(|r| *r <= count).map(|r| r - 1);
    let looks_like_a_number = parse_rank(word.strip_prefix(['N', 'M']).unwrap_or(word)).is_some();
    if labels_first || !looks_like_a_number { label(word).or(rank) } else { rank.or_else(|| label(word)) }
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
        let node = |l: &&str| Node { label: l.to_string(), position: [0.0; 3] };
        Mesh { nodes: labels.iter().map(node).collect(), ..Mesh::default() }
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
    fn old_studies_give_labels_the_first_place() {
        let mut mesh = mesh(&["N2", "N1"]);
        assert_eq!(mesh.find_node("N2"), Some(1));
        mesh.labels_first = true;
        assert_eq!(mesh.find_node("N2"), Some(0));
        assert_eq!(mesh.find_node("2"), Some(1));
    }
}
