//! From the blocks of a mesh file to a mesh: all names looked up.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use super::blocks::{Contents, Group};
use super::names::{Names, Twice};
use super::words::Fault;
use super::words::{Word, Words};
use crate::kernel::mesh::{Cell, CellKind, CellNodes, Mesh};

impl<'t> Contents<'t> {
    pub fn mesh(self, words: &Words<'t>) -> Result<Mesh, Fault> {
        let node_names = Names::new("node", &self.nodes, |node| &node.label)
            .map_err(|twice| repeated(words, "node", &twice, |rank| self.name_of_node(words, rank)))?;
        let mut cells = Vec::with_capacity(self.cell_blocks.iter().map(|block| block.count).sum());
        for block in &self.cell_blocks {
            let mut inside = words.from(block.start);
            for _ in 0..block.count {
                let Some(name) = inside.next() else { break };
                let nodes = nodes_of(&mut inside, name, block.kind, &node_names)?;
                cells.push(Cell { label: name.text.into(), kind: block.kind, nodes });
            }
        }
        let cell_names = Names::new("cell", &cells, |cell| &cell.label)
            .map_err(|twice| repeated(words, "cell", &twice, |rank| self.name_of_cell(words, rank)))?;
        let node_groups = groups(words, &self.node_groups, &node_names)?;
        let cell_groups = groups(words, &self.cell_groups, &cell_names)?;
        Ok(Mesh {
            title: self.title.join("\n"),
            dimension: if self.plane && !self.space { 2 } else { 3 },
            nodes: self.nodes,
            cells,
            node_groups,
            cell_groups,
            ..Mesh::default()
        })
    }

    /// Where the name of a node stands.
    fn name_of_node(&self, words: &Words<'t>, rank: usize) -> Option<Word<'t>> {
        let mut left = rank;
        for &(start, dimension) in &self.node_blocks {
            let mut inside = words.from(start);
            while let Some(name) = inside.next().filter(|name| name.text != "FINSF") {
                if left == 0 {
                    return Some(name);
                }
                left -= 1;
                inside.skip(dimension);
            }
        }
        None
    }

    fn name_of_cell(&self, words: &Words<'t>, rank: usize) -> Option<Word<'t>> {
        let mut left = rank;
        for block in &self.cell_blocks {
            if left < block.count {
                let mut inside = words.from(block.start);
                inside.skip(left * (1 + block.kind.node_count().unwrap_or(0)));
                return inside.next();
            }
            left -= block.count;
        }
        None
    }
}

/// Ranks of the nodes of a cell, whose name has just been read.
fn nodes_of<T>(
    words: &mut Words<'_>,
    name: Word<'_>,
    kind: CellKind,
    names: &Names<'_, T>,
) -> Result<CellNodes, Fault> {
    let needed = kind.node_count().unwrap_or(0);
    let mut ranks = CellNodes::with_capacity(needed);
    while ranks.len() < needed {
        let Some(word) = words.next().filter(|word| word.text != "FINSF") else {
            return Err(incomplete(words, name, kind, ranks.len()));
        };
        let Some(rank) = names.rank(word) else {
            // A node of the next line that does not exist is the name of the next cell.
            if words.starts_line(word) && !words.same_line(name, word) {
                return Err(incomplete(words, name, kind, ranks.len()));
            }
            return Err(names.unknown(words, word, &format!("in cell {}", name.text)));
        };
        ranks.push(rank);
    }
    Ok(ranks)
}

fn incomplete(words: &Words<'_>, cell: Word<'_>, kind: CellKind, found: usize) -> Fault {
    let needed = kind.node_count().unwrap_or(0);
    let message = format!("cell {} has {found} of the {needed} nodes of a {}", cell.text, kind.name());
    words.fault_at("I106", cell, message, format!("Lines of {} are: name and {needed} node names.", kind.name()))
}

fn repeated<'t>(words: &Words<'t>, what: &str, twice: &Twice, name_of: impl Fn(usize) -> Option<Word<'t>>) -> Fault {
    let nowhere = Word { text: "", start: 0 };
    let [first, second] = [twice.first, twice.second].map(|rank| name_of(rank).unwrap_or(nowhere));
    let line = words.place(first.start).line;
    let message = format!("{what} {} is there twice, first at line {line}", second.text);
    words.fault_at("I103", second, message, format!("Each {what} has a name of its own."))
}

fn groups<T>(
    words: &Words<'_>,
    groups: &[Group<'_>],
    names: &Names<'_, T>,
) -> Result<IndexMap<String, Vec<usize>>, Fault> {
    let mut first: BTreeMap<&str, Word<'_>> = BTreeMap::new();
    let mut resolved = IndexMap::with_capacity(groups.len());
    for Group { name, start } in groups {
        if let Some(first) = first.insert(name.text, *name) {
            let line = words.place(first.start).line;
            let message = format!("group {} of {}s is there twice, first at line {line}", name.text, names.what);
            let help = "rename one of them, or put the members together.";
            return Err(words.fault_at("I103", *name, message, help));
        }
        let mut inside = words.from(*start);
        let mut ranks = Vec::new();
        while let Some(word) = inside.next().filter(|word| word.text != "FINSF") {
            let unknown = || names.unknown(words, word, &format!("in group {}", name.text));
            ranks.push(names.rank(word).ok_or_else(unknown)?);
        }
        ranks.shrink_to_fit();
        resolved.insert(name.text.to_string(), ranks);
    }
    Ok(resolved)
}
