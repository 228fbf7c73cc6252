//! Meshes in Ideas universal files (`.msup`, `.unv`).
//!
//! Data sets stand between lines that hold `-1`; the first line of each starts with its number, and what follows the number is
//! ignored. Read:
//!
//! | data set | what it holds, a record being a line |
//! |---|---|
//! | 15 | nodes: label, two systems of coordinates, colour, x, y, z |
//! | 781, 2411 | nodes: label, two systems of coordinates, colour; x, y, z |
//! | 71, 780, 2412 | elements: label, type, ..., colour, number of nodes; a record of three numbers for beams; nodes |
//! | 82 | trace lines: label, number of nodes, colour; a title; nodes, 0 where the pen is lifted |
//! | 752, 2417, 2429, 2430, 2432 | groups: ..., number of members; name; pairs (kind, label) |
//! | 2435, 2452, 2467, 2477 | groups: the same, but two more numbers follow each pair |
//!
//! Trace lines are cells of two nodes, numbered after the elements. Elements of the data set 2431 are left out with a warning: its
//! layout is not known here. All other sets are passed over. In groups kind 7 is a node and kind 8 an element; others do not matter. Names of groups are
//! cut to 8 characters and where they stop being identifiers, with a warning; groups named COUL_ are left out. Nodes and
//! cells are numbered in the order of the file, and named `N` and `M` with their label.

mod shapes;
mod trace_lines;

use std::collections::HashMap;

use indexmap::IndexMap;

use super::records::{Records, decode};
use crate::diag::Diagnostic;
use crate::kernel::mesh::{Cell, Mesh, Node};

type Fault = Box<Diagnostic>;

/// Reads a whole mesh; with `colours`, nodes and cells of each colour `n` also make the groups `COUL_n`.
/// The warnings say which names of groups were changed.
pub fn read(file: &str, bytes: &[u8], colours: bool) -> Result<(Mesh, Vec<Diagnostic>), Fault> {
    let text = decode(bytes);
    let mut reader = Reader { records: Records::new(file, &text), contents: Contents::default() };
    reader.file()?;
    let warnings = std::mem::take(&mut reader.contents.warnings);
    Ok((reader.mesh(colours)?, warnings))
}

/// What the data sets said; labels are looked up once all are read.
#[derive(Default)]
struct Contents {
    nodes: Vec<(i64, i64, [f64; 3])>,
    elements: Vec<Element>,
    groups: Vec<Group>,
    warnings: Vec<Diagnostic>,
}

struct Element {
    line: usize,
    label: i64,
    kind: i64,
    colour: i64,
    nodes: Vec<i64>,
}

struct Group {
    name: String,
    nodes: Vec<i64>,
    cells: Vec<i64>,
}

struct Reader<'t> {
    records: Records<'t>,
    contents: Contents,
}

impl<'t> Reader<'t> {
    fn file(&mut self) -> Result<(), Fault> {
        let mut sets = 0;
        while let Some(line) = self.records.line() {
            if line.is_empty() {
                continue;
            }
            if line != "-1" {
                let message = "a data set must start here with a line that holds -1";
                return Err(self.records.fault("I105", message, "Is it an Ideas universal file?"));
            }
            sets += 1;
            let number = self.records.need("a data set")?;
            // Writers put a comment behind the number.
            let digits = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
            match &number[..digits] {
                "15" => self.nodes(true)?,
                "781" | "2411" => self.nodes(false)?,
                "71" => self.elements(7)?,
                "780" => self.elements(8)?,
                "2412" => self.elements(6)?,
                "82" => self.trace_lines()?,
                "2431" => self.left_out(number)?,
                "752" => self.groups(2, 6)?,
                "2417" => self.groups(2, 7)?,
                "2429" | "2430" | "2432" => self.groups(2, 8)?,
                "2435" | "2452" | "2467" | "2477" => self.groups(4, 8)?,
                number => while self.records.need(&format!("the data set {number}"))? != "-1" {},
            }
        }
        if sets == 0 || self.contents.nodes.is_empty() {
            let help = "nodes are in the data sets 15, 781 and 2411 of a universal file.";
            return Err(self.records.fault("I102", "the universal file has no nodes", help));
        }
        Ok(())
    }

    fn nodes(&mut self, one_line: bool) -> Result<(), Fault> {
        loop {
            let line = self.records.need("the nodes")?;
            if line == "-1" {
                return Ok(());
            }
            let mut words: Vec<&str> = line.split_whitespace().collect();
            let coordinates = if one_line {
                words.split_off(4.min(words.len()))
            } else {
                self.records.need("the nodes")?.split_whitespace().collect()
            };
            let &[label, _, _, colour] = words.as_slice() else {
                return Err(self.incomplete("four numbers: label, two systems of coordinates, colour"));
            };
            let (label, colour) = (self.records.integer(label)?, self.records.integer(colour)?);
            let mut position = [0.0; 3];
            if coordinates.len() != 3 {
                return Err(self.incomplete("three coordinates"));
            }
            for (x, word) in position.iter_mut().zip(coordinates) {
                *x = self.records.real(word)?;
            }
            self.contents.nodes.push((label, colour, position));
        }
    }

    /// `count` is the length of the first record of an element.
    fn elements(&mut self, count: usize) -> Result<(), Fault> {
        loop {
            let head = self.records.integers("the elements")?;
            if head == [-1] {
                return Ok(());
            }
            let line = self.records.line;
            if head.len() != count {
                return Err(self.incomplete(&format!("{count} numbers for an element")));
            }
            let (label, kind, colour, size) = (head[0], head[1], head[count - 2], head[count - 1]);
            if shapes::is_beam(kind) {
                self.records.integers("the elements")?;
            }
            let mut nodes = Vec::new();
            while (nodes.len() as i64) < size {
                let found = self.records.integers("the elements")?;
                if found.is_empty() || found.contains(&-1) {
                    return Err(self.incomplete(&format!("the {size} nodes of the element {label}")));
                }
                nodes.extend(found);
            }
            if nodes.len() as i64 != size || size < 1 {
                return Err(self.incomplete(&format!("{size} nodes for the element {label}")));
            }
            self.contents.elements.push(Element { line, label, kind, colour, nodes });
        }
    }

    /// `stride` numbers describe a member; the `place`-th number of the first record is how many there are.
    fn groups(&mut self, stride: usize, place: usize) -> Result<(), Fault> {
        loop {
            let head = self.records.integers("the groups")?;
            if head == [-1] {
                return Ok(());
            }
            // Some writers put it last whatever the data set.
            let count = head.get(place - 1).filter(|count| **count != 0).or(head.last()).copied().unwrap_or(0);
            let count = usize::try_from(count).unwrap_or(0);
            let written = self.records.need("the groups")?;
            let name = self.group_name(written);
            let mut group = Group { name: name.clone().unwrap_or_default(), nodes: Vec::new(), cells: Vec::new() };
            let mut seen = 0;
            while seen < count {
                let numbers = self.records.integers("the groups")?;
                if numbers.is_empty() || numbers.len() % stride != 0 {
                    return Err(self.incomplete(&format!("{stride} numbers for each member of {}", group.name)));
                }
                for member in numbers.chunks(stride).take(count - seen) {
                    match member[0] {
                        7 => group.nodes.push(member[1]),
                        8 => group.cells.push(member[1]),
                        _ => {}
                    }
                    seen += 1;
                }
            }
            if name.is_some() {
                self.contents.groups.push(group);
            }
        }
    }

    /// The name a group gets; `None` when it is left out.
    fn group_name(&mut self, written: &str) -> Option<String> {
        if written.starts_with("COUL_") {
            return None;
        }
        let place = format!("{}:{}", self.records.file, self.records.line);
        let allowed = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name: String = written.chars().take_while(|c| allowed(*c)).take(8).collect();
        let help = "names of groups have 8 letters, digits and underscores at most, the first of them a letter";
        let mut warn = |message: String| self.contents.warnings.push(Diagnostic::warning("I112", message).help(help));
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            warn(format!("{place}: the group '{written}' is left out: its name does not begin as a name"));
            return None;
        }
        if name != written {
            warn(format!("{place}: the group '{written}' is named {name}"));
        }
        Some(name)
    }

    fn incomplete(&self, expected: &str) -> Fault {
        self.records.fault("I106", format!("expected {expected}"), "The data set does not have its usual form.")
    }

    /// Looks all labels up.
    fn mesh(mut self, colours: bool) -> Result<Mesh, Fault> {
        let mut contents = std::mem::take(&mut self.contents);
        let mut label = contents.elements.iter().map(|e| e.label).max().unwrap_or(0).max(0);
        for element in contents.elements.iter_mut().filter(|e| e.label == trace_lines::UNLABELLED) {
            label = label.saturating_add(1);
            element.label = label;
        }
        let node_ranks = self.ranks("node", contents.nodes.iter().map(|n| n.0))?;
        let cell_ranks = self.ranks("element", contents.elements.iter().map(|e| e.label))?;
        let node = |&(label, _, position): &(i64, i64, [f64; 3])| Node { label: format!("N{label}").into(), position };
        let mut mesh = Mesh { dimension: 3, nodes: contents.nodes.iter().map(node).collect(), ..Mesh::default() };
        for element in &contents.elements {
            self.records.line = element.line;
            let mut ranks = self.found("node", &node_ranks, &element.nodes, &format!("element {}", element.label))?;
            let kind = shapes::kind(element.kind, ranks.len());
            shapes::corners_first(kind, &mut ranks);
            mesh.cells.push(Cell { label: format!("M{}", element.label).into(), kind, nodes: ranks.into() });
        }
        for group in &contents.groups {
            let place = format!("the group {}", group.name);
            let nodes = self.found("node", &node_ranks, &group.nodes, &place)?;
            let cells = self.found("element", &cell_ranks, &group.cells, &place)?;
            for (groups, members) in [(&mut mesh.node_groups, nodes), (&mut mesh.cell_groups, cells)] {
                if !members.is_empty() {
                    groups.entry(group.name.clone()).or_default().extend(members);
                }
            }
        }
        if colours {
            add_colours(&mut mesh.node_groups, contents.nodes.iter().map(|n| n.1));
            add_colours(&mut mesh.cell_groups, contents.elements.iter().map(|e| e.colour));
        }
        Ok(mesh)
    }

    fn ranks(&self, what: &str, labels: impl Iterator<Item = i64>) -> Result<HashMap<i64, usize>, Fault> {
        let mut ranks = HashMap::new();
        for (rank, label) in labels.enumerate() {
            if ranks.insert(label, rank).is_some() {
                let help = "labels of nodes, and of elements, are each used once.";
                return Err(self.records.fault("I103", format!("the {what} {label} is there twice"), help));
            }
        }
        Ok(ranks)
    }

    fn found(&self, what: &str, ranks: &HashMap<i64, usize>, labels: &[i64], place: &str) -> Result<Vec<usize>, Fault> {
        let find = |label: &i64| {
            let unknown = || self.records.fault("I104", format!("there is no {what} {label} (in {place})"), "");
            ranks.get(label).copied().ok_or_else(unknown)
        };
        labels.iter().map(find).collect()
    }
}

fn add_colours(groups: &mut IndexMap<String, Vec<usize>>, colours: impl Iterator<Item = i64>) {
    for (rank, colour) in colours.enumerate() {
        groups.entry(format!("COUL_{colour}")).or_default().push(rank);
    }
}

#[cfg(test)]
mod tests;
