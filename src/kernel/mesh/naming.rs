//! Names and ranks: which of the two a word of a study is.

/// Rule by which words designate the nodes and cells of a mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Naming {
    /// The rank, or else, when there is no such rank or the word is no number, the name of the file.
    #[default]
    Ranks,
    /// The name of the file, or else the rank: nothing tells the age of the study.
    NamesThenRanks,
    /// The name of the file only: the study is a former one.
    Names,
}
