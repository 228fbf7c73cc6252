//! The blocks of a mesh file: nodes are read, cells and groups passed over.

use super::names;
use super::words::Fault;
use super::words::{self, Word, Words};
use crate::diag::did_you_mean;
use crate::kernel::mesh::{CellKind, Node};

/// What the blocks said, names not looked up yet.
#[derive(Default)]
pub struct Contents<'t> {
    pub title: Vec<String>,
    pub plane: bool,
    pub space: bool,
    pub nodes: Vec<Node>,
    /// Where each block of nodes begins, with its number of coordinates.
    pub node_blocks: Vec<(usize, usize)>,
    pub cell_blocks: Vec<Block>,
    pub node_groups: Vec<Group<'t>>,
    pub cell_groups: Vec<Group<'t>>,
}

/// Cells of one kind.
pub struct Block {
    /// The byte after its head.
    pub start: usize,
    pub kind: CellKind,
    pub count: usize,
}

pub struct Group<'t> {
    pub name: Word<'t>,
    /// The byte after its name.
    pub start: usize,
}

struct Reader<'t> {
    words: Words<'t>,
    contents: Contents<'t>,
}

impl<'t> Contents<'t> {
    pub fn read(words: Words<'t>) -> Result<Self, Fault> {
        let mut reader = Reader { words, contents: Contents::default() };
        reader.file()?;
        Ok(reader.contents)
    }
}

impl<'t> Reader<'t> {
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
            match word.text {
                "FIN" => return Ok(()),
                "TITRE" => self.title(word)?,
                "COOR_2D" => self.nodes(word, 2)?,
                "COOR_3D" => self.nodes(word, 3)?,
                "GROUP_NO" => {
                    let group = self.group(word)?;
                    self.contents.node_groups.push(group);
                }
                "GROUP_MA" => {
                    let group = self.group(word)?;
                    self.contents.cell_groups.push(group);
                }
                other => match CellKind::from_name(other) {
                    Some(kind) => self.cells(word, kind)?,
                    None => return Err(self.unknown_block(word)),
                },
            }
        }
    }

    fn unknown_block(&self, word: Word<'_>) -> Fault {
        let known = ["TITRE", "COOR_2D", "COOR_3D", "GROUP_NO", "GROUP_MA", "FIN"];
        let known: Vec<&str> = known.into_iter().chain(CellKind::names()).collect();
        let help = match names::nearest(word.text, known.iter().copied()) {
            Some(near) => did_you_mean(near),
            None => format!("Blocks are {}; each ends with FINSF.", known.join(", ")),
        };
        self.words.fault_at("I105", word, format!("unknown block `{}` in the mesh file", word.text), help)
    }

    /// Whether nothing stands on the line of a block's name but the name of a group, as for a cell there would be nodes.
    fn begins_block(&self, name: Word<'t>) -> bool {
        let mut rest = self.words.clone();
        let line = rest.raw_line().unwrap_or_default();
        let is_group = name.text.starts_with("GROUP_");
        line.trim().is_empty() || (is_group && line.split_whitespace().count() <= 3)
    }

    /// A block that begins before the one around it has ended.
    fn unfinished(&self, opening: Word<'_>, next: Word<'_>) -> Fault {
        let line = self.words.place(opening.start).line;
        let message =
            format!("FINSF is missing before {}: the block {} of line {line} goes on", next.text, opening.text);
        self.words.fault_at("I106", next, message, "write FINSF on a line of its own at the end of each block.")
    }

    fn title(&mut self, opening: Word<'_>) -> Result<(), Fault> {
        self.words.skip_line();
        while let Some(line) = self.words.raw_line() {
            if line.trim() == "FINSF" {
                return Ok(());
            }
            self.contents.title.push(line.trim().to_string());
        }
        Err(self.cut_short(opening))
    }

    fn nodes(&mut self, opening: Word<'_>, dimension: usize) -> Result<(), Fault> {
        if dimension == 2 {
            self.contents.plane = true
        } else {
            self.contents.space = true
        }
        self.head();
        self.contents.node_blocks.push((self.words.at, dimension));
        while let Some(name) = self.item(opening)? {
            let mut position = [0.0; 3];
            for (count, x) in position.iter_mut().take(dimension).enumerate() {
                let word = self.words.next().ok_or_else(|| self.cut_short(opening))?;
                *x = match words::real(word.text) {
                    Some(value) => value,
                    None if self.words.starts_line(word) || word.text == "FINSF" => {
                        if count == 0 && is_block(name.text) {
                            return Err(self.unfinished(opening, name));
                        }
                        let message = format!("node {} has {count} of its {dimension} coordinates", name.text);
                        let help = format!("lines of {} are: name {}.", opening.text, &"x y z"[..2 * dimension - 1]);
                        return Err(self.words.fault_at("I106", name, message, help));
                    }
                    None => {
                        let message = format!("`{}` is no coordinate of node {}", word.text, name.text);
                        let help = match words::real(&word.text.replace(',', ".")) {
                            Some(_) => format!("decimals use a point: {}.", word.text.replace(',', ".")),
                            None => "coordinates are numbers such as 1.5, -2.5E-01 or 1.0D+03.".to_string(),
                        };
                        return Err(self.words.fault_at("I105", word, message, help));
                    }
                };
            }
            self.contents.nodes.push(Node { label: name.text.into(), position });
        }
        Ok(())
    }

    fn cells(&mut self, opening: Word<'_>, kind: CellKind) -> Result<(), Fault> {
        self.head();
        let mut block = Block { start: self.words.at, kind, count: 0 };
        'block: while let Some(name) = self.item(opening)? {
            // The name of a block with a name or with nodes of another kind behind it.
            if is_block(name.text) && self.words.starts_line(name) && self.begins_block(name) {
                return Err(self.unfinished(opening, name));
            }
            block.count += 1;
            for _ in 0..kind.node_count().unwrap_or(0) {
                let word = self.words.next().ok_or_else(|| self.cut_short(opening))?;
                if word.text == "FINSF" {
                    // Told once names are known: an earlier cell may be the one that lacks a node.
                    break 'block;
                }
            }
        }
        self.contents.cell_blocks.push(block);
        Ok(())
    }

    fn group(&mut self, opening: Word<'_>) -> Result<Group<'t>, Fault> {
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
                let help = "the name comes after the word, on the same line or the next, or as NOM = name.";
                self.words.fault_at("I105", opening, format!("{} without a name", opening.text), help)
            })?,
        };
        let start = self.words.at;
        while self.item(opening)?.is_some() {}
        Ok(Group { name, start })
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
    fn item(&mut self, opening: Word<'_>) -> Result<Option<Word<'t>>, Fault> {
        match self.words.next() {
            Some(word) if word.text == "FINSF" => Ok(None),
            Some(word) => Ok(Some(word)),
            None => Err(self.cut_short(opening)),
        }
    }

    fn cut_short(&self, opening: Word<'_>) -> Fault {
        let line = self.words.place(opening.start).line;
        let message = format!("the mesh file ends inside the block {} of line {}", opening.text, line);
        let help = "A block ends with FINSF and the mesh with FIN: the file is probably cut short.";
        self.words.fault("I102", self.words.end(), message, help)
    }
}

/// Whether a word opens a block.
fn is_block(word: &str) -> bool {
    matches!(word, "TITRE" | "COOR_2D" | "COOR_3D" | "GROUP_NO" | "GROUP_MA") || CellKind::from_name(word).is_some()
}
