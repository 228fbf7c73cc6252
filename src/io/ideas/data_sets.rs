//! The data sets that are read: nodes, elements, groups.

use super::contents::{Element, Fault, Group, Reader};
use super::shapes;
use crate::diag::Diagnostic;

impl Reader<'_> {
    pub(super) fn nodes(&mut self, one_line: bool) -> Result<(), Fault> {
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
    pub(super) fn elements(&mut self, count: usize) -> Result<(), Fault> {
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
    pub(super) fn groups(&mut self, stride: usize, place: usize) -> Result<(), Fault> {
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
            let (line, own) = (self.records.line, name.clone().unwrap_or_default());
            let mut group = Group { line, name: own, nodes: Vec::new(), cells: Vec::new() };
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
}
