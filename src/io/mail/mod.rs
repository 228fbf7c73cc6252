//! Meshes in the ASTER text format (`.mail`).
//!
//! ```text
//! file    = { block } "FIN"                    anything after FIN is ignored, % starts a comment
//! block   = "TITRE" lines "FINSF"
//!         | ("COOR_2D" | "COOR_3D") head { NAME x y [z] } "FINSF"
//!         | CELLTYPE head { NAME node... } "FINSF"
//!         | ("GROUP_NO" | "GROUP_MA") group { NAME } "FINSF"
//! head    = { KEY "=" value }                  ignored
//! group   = "NOM" "=" GROUPNAME | GROUPNAME
//! ```
//!
//! Words are separated by blanks and lines mean nothing but in titles. Blocks repeat and come in any
//! order, so names are looked up once the whole file is read. Nodes are numbered in the order of the COOR
//! lines, cells in the order of the cell blocks. Every error says file, line and column.

mod names;
mod words;
mod write;

pub use write::write;

use std::collections::BTreeMap;

use self::names::Names;
use self::words::{Word, Words};
use super::records::decode;
use crate::diag::Diagnostic;
use crate::kernel::mesh::{Cell, CellKind, Mesh, Node};

type Fault = Box<Diagnostic>;

/// Reads a whole mesh; `file` is the name shown in messages.
pub fn read(file: &str, bytes: &[u8]) -> Result<Mesh, Fault> {
    let text = decode(bytes);
    let mut reader = Reader { words: Words::new(file, &text), contents: Contents::default() };
    reader.file()?;
    reader.resolve()
}

/// What the blocks said, names not looked up yet.
#[derive(Default)]
struct Contents {
    title: Vec<String>,
    plane: bool,
    space: bool,
    nodes: Vec<(Word, [f64; 3])>,
    cells: Vec<(Word, CellKind, Vec<Word>)>,
    node_groups: Vec<(Word, Vec<Word>)>,
    cell_groups: Vec<(Word, Vec<Word>)>,
}

struct Reader<'t> {
    words: Words<'t>,
    contents: Contents,
}

impl Reader<'_> {
    fn file(&mut self) -> Result<(), Fault> {
        loop {
            let Some(word) = self.words.next() else {
                return Err(self.words.fault(
                    "I102",
                    self.words.end(),
                    "the mesh file ends without FIN",
                    "The last line of a mesh is FIN: the file is probably cut short.",
                ));
            };
            match word.text.as_str() {
                "FIN" => return Ok(()),
                "TITRE" => self.title(&word)?,
                "COOR_2D" => self.nodes(&word, 2)?,
                "COOR_3D" => self.nodes(&word, 3)?,
                "GROUP_NO" => {
                    let group = self.group(&word)?;
                    self.contents.node_groups.push(group);
                }
                "GROUP_MA" => {
                    let group = self.group(&word)?;
                    self.contents.cell_groups.push(group);
                }
                other => match CellKind::from_name(other) {
                    Some(kind) => self.cells(&word, kind)?,
                    None => return Err(self.unknown_block(&word)),
                },
            }
        }
    }

    fn unknown_block(&self, word: &Word) -> Fault {
        let known = ["TITRE", "COOR_2D", "COOR_3D", "GROUP_NO", "GROUP_MA", "FIN"];
        let known: Vec<&str> = known.into_iter().chain(CellKind::names()).collect();
        let help = match names::nearest(&word.text, known.iter().copied()) {
            Some(near) => format!("Did you mean {near}?"),
            None => format!("Blocks are {}; each ends with FINSF.", known.join(", ")),
        };
        self.words.fault("I105", word.place, format!("unknown block `{}` in the mesh file", word.text), help)
    }

    fn title(&mut self, opening: &Word) -> Result<(), Fault> {
        self.words.skip_line();
        while let Some(line) = self.words.raw_line() {
            if line.trim() == "FINSF" {
                return Ok(());
            }
            self.contents.title.push(line.trim().to_string());
        }
        Err(self.cut_short(opening))
    }

    fn nodes(&mut self, opening: &Word, dimension: usize) -> Result<(), Fault> {
        if dimension == 2 {
            self.contents.plane = true
        } else {
            self.contents.space = true
        }
        self.head();
        while let Some(name) = self.item(opening)? {
            let mut position = [0.0; 3];
            for (count, x) in position.iter_mut().take(dimension).enumerate() {
                let word = self.words.next().ok_or_else(|| self.cut_short(opening))?;
                *x = match words::real(&word.text) {
                    Some(value) => value,
                    None if word.starts_line || word.text == "FINSF" => {
                        let message = format!("node {} has {count} of its {dimension} coordinates", name.text);
                        let help = format!("Lines of {} are: name {}.", opening.text, &"x y z"[..2 * dimension - 1]);
                        return Err(self.words.fault("I106", name.place, message, help));
                    }
                    None => {
                        let message = format!("`{}` is no coordinate of node {}", word.text, name.text);
                        let help = "Coordinates are numbers such as 1.5, -2.5E-01 or 1.0D+03.";
                        return Err(self.words.fault("I105", word.place, message, help));
                    }
                };
            }
            self.contents.nodes.push((name, position));
        }
        Ok(())
    }

    fn cells(&mut self, opening: &Word, kind: CellKind) -> Result<(), Fault> {
        self.head();
        while let Some(name) = self.item(opening)? {
            let count = kind.node_count().unwrap_or(0);
            let mut nodes = Vec::with_capacity(count);
            for _ in 0..count {
                let word = self.words.next().ok_or_else(|| self.cut_short(opening))?;
                if word.text == "FINSF" {
                    // Told once names are known: an earlier cell may be the one that lacks a node.
                    self.contents.cells.push((name, kind, nodes));
                    return Ok(());
                }
                nodes.push(word);
            }
            self.contents.cells.push((name, kind, nodes));
        }
        Ok(())
    }

    fn group(&mut self, opening: &Word) -> Result<(Word, Vec<Word>), Fault> {
        let mut name = None;
        while self.words.peek_is(1, "=") {
            let key = self.words.next().ok_or_else(|| self.cut_short(opening))?;
            self.words.next();
            let value = self.words.next().ok_or_else(|| self.cut_short(opening))?;
            if key.text == "NOM" {
                name = Some(value);
            }
        }
        let name = match name {
            Some(name) => name,
            None => self.item(opening)?.ok_or_else(|| {
                let help = "The name comes after the word, on the same line or the next, or as NOM = name.";
                self.words.fault("I105", opening.place, format!("{} without a name", opening.text), help)
            })?,
        };
        let mut members = Vec::new();
        while let Some(member) = self.item(opening)? {
            members.push(member);
        }
        Ok((name, members))
    }

    /// `KEY = value` pairs after the word of a block.
    fn head(&mut self) {
        while self.words.peek_is(1, "=") {
            for _ in 0..3 {
                self.words.next();
            }
        }
    }

    /// The next word of a block, `None` at its FINSF.
    fn item(&mut self, opening: &Word) -> Result<Option<Word>, Fault> {
        match self.words.next() {
            Some(word) if word.text == "FINSF" => Ok(None),
            Some(word) => Ok(Some(word)),
            None => Err(self.cut_short(opening)),
        }
    }

    fn cut_short(&self, opening: &Word) -> Fault {
        let message = format!("the mesh file ends inside the block {} of line {}", opening.text, opening.place.line);
        let help = "A block ends with FINSF and the mesh with FIN: the file is probably cut short.";
        self.words.fault("I102", self.words.end(), message, help)
    }

    /// Looks all names up.
    fn resolve(self) -> Result<Mesh, Fault> {
        let Reader { words, contents } = self;
        let node_names = Names::new(&words, "node", contents.nodes.iter().map(|(name, _)| name))?;
        let mut cells = Vec::with_capacity(contents.cells.len());
        for (name, kind, nodes) in &contents.cells {
            let mut ranks = Vec::with_capacity(nodes.len());
            for word in nodes {
                let Some(rank) = node_names.rank(word) else {
                    // A node of the next line that does not exist is the name of the next cell.
                    if word.starts_line && !name.same_line(word) {
                        return Err(incomplete(&words, name, *kind, ranks.len()));
                    }
                    return Err(node_names.unknown(&words, word, &format!("in cell {}", name.text)));
                };
                ranks.push(rank);
            }
            if kind.node_count().is_some_and(|needed| needed != ranks.len()) {
                return Err(incomplete(&words, name, *kind, ranks.len()));
            }
            cells.push(Cell { label: name.text.clone(), kind: *kind, nodes: ranks });
        }
        let cell_names = Names::new(&words, "cell", contents.cells.iter().map(|(name, ..)| name))?;
        let nodes = contents.nodes.iter().map(|(name, x)| Node { label: name.text.clone(), position: *x }).collect();
        Ok(Mesh {
            title: contents.title.join("\n"),
            dimension: if contents.plane && !contents.space { 2 } else { 3 },
            nodes,
            cells,
            node_groups: groups(&words, &contents.node_groups, &node_names)?,
            cell_groups: groups(&words, &contents.cell_groups, &cell_names)?,
            ..Mesh::default()
        })
    }
}

fn incomplete(words: &Words<'_>, cell: &Word, kind: CellKind, found: usize) -> Fault {
    let needed = kind.node_count().unwrap_or(0);
    let message = format!("cell {} has {found} of the {needed} nodes of a {}", cell.text, kind.name());
    words.fault("I106", cell.place, message, format!("Lines of {} are: name and {needed} node names.", kind.name()))
}

fn groups(
    words: &Words<'_>,
    groups: &[(Word, Vec<Word>)],
    names: &Names<'_>,
) -> Result<indexmap::IndexMap<String, Vec<usize>>, Fault> {
    let mut first: BTreeMap<&str, usize> = BTreeMap::new();
    let mut resolved = indexmap::IndexMap::with_capacity(groups.len());
    for (name, members) in groups {
        if let Some(line) = first.insert(&name.text, name.place.line) {
            let message = format!("group {} of {}s is there twice, first at line {line}", name.text, names.what);
            return Err(words.fault("I103", name.place, message, "Rename one of them, or put the members together."));
        }
        let mut ranks = Vec::with_capacity(members.len());
        for word in members {
            let unknown = || names.unknown(words, word, &format!("in group {}", name.text));
            ranks.push(names.rank(word).ok_or_else(unknown)?);
        }
        resolved.insert(name.text.clone(), ranks);
    }
    Ok(resolved)
}

#[cfg(test)]
mod tests;
