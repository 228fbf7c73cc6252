//! Reader of a mesh file of gmsh.

use std::collections::HashMap;

use super::kinds::{KINDS, order};
use crate::diag::Diagnostic;
use crate::io::records::{Records, decode};
use crate::kernel::mesh::{Cell, Mesh, Node};

type Fault = Box<Diagnostic>;

/// Longer names of groups are cut.
const LONGEST_GROUP: usize = 24;

pub fn read(file: &str, bytes: &[u8]) -> Result<Mesh, Fault> {
    let text = decode(bytes);
    let mut reader = Reader {
        records: Records::new(file, &text),
        names: HashMap::new(),
        ranks: HashMap::new(),
        mesh: Mesh { dimension: 3, ..Mesh::default() },
    };
    while let Some(line) = reader.records.line() {
        match line {
            "$MeshFormat" => reader.version()?,
            "$PhysicalNames" => reader.names()?,
            "$Nodes" | "$NOD" => reader.nodes(line)?,
            "$Elements" | "$ELM" => reader.elements(line)?,
            section if section.starts_with('$') && !is_end(section) => reader.skip(section)?,
            "" => {}
            _ if is_end(line) => {}
            _ => {
                let help = "sections of a gmsh file start with $MeshFormat, $Nodes, $Elements ...";
                return Err(reader.records.fault("I105", "a section must start here with $", help));
            }
        }
    }
    if reader.mesh.nodes.is_empty() {
        return Err(reader.records.fault("I102", "the gmsh file has no nodes", "They are in the section $Nodes."));
    }
    Ok(reader.mesh)
}

/// Sections end with $EndNodes in version 2, with $ENDNOD in version 1.
fn is_end(line: &str) -> bool {
    line.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("$End"))
}

struct Reader<'t> {
    records: Records<'t>,
    /// By dimension and tag.
    names: HashMap<(i64, i64), String>,
    /// Ranks of nodes by label.
    ranks: HashMap<i64, usize>,
    mesh: Mesh,
}

impl Reader<'_> {
    fn version(&mut self) -> Result<(), Fault> {
        let line = self.records.need("$MeshFormat")?;
        let mut words = line.split_whitespace();
        let (version, binary) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        if !version.starts_with("2") || binary != "0" {
            let kind = if binary == "0" { "text" } else { "binary" };
            let message = format!("gmsh files of version {version} ({kind}) are not read");
            let help = "let gmsh write version 2 text files: Mesh.MshFileVersion = 2.2; Mesh.Binary = 0;";
            return Err(self.records.fault("I107", message, help));
        }
        Ok(())
    }

    fn skip(&mut self, section: &str) -> Result<(), Fault> {
        while !is_end(self.records.need(section)?) {}
        Ok(())
    }

    fn names(&mut self) -> Result<(), Fault> {
        for _ in 0..self.count("$PhysicalNames")? {
            let line = self.records.need("$PhysicalNames")?;
            let mut words = line.splitn(3, char::is_whitespace);
            let (Some(dimension), Some(tag), Some(name)) = (words.next(), words.next(), words.next()) else {
                return Err(self.incomplete("a dimension, a tag and a name"));
            };
            let name: String = name.trim().trim_matches('"').chars().take(LONGEST_GROUP).collect();
            self.names.insert((self.records.integer(dimension)?, self.records.integer(tag)?), name);
        }
        Ok(())
    }

    fn nodes(&mut self, section: &str) -> Result<(), Fault> {
        for _ in 0..self.count(section)? {
            let words: Vec<&str> = self.records.need(section)?.split_whitespace().collect();
            let &[label, x, y, z] = words.as_slice() else {
                return Err(self.incomplete("a label and three coordinates"));
            };
            let position = [self.records.real(x)?, self.records.real(y)?, self.records.real(z)?];
            let number = self.records.integer(label)?;
            if self.ranks.insert(number, self.mesh.nodes.len()).is_some() {
                return Err(self.records.fault("I103", format!("the node {label} is there twice"), ""));
            }
            self.mesh.nodes.push(Node { label: format!("N{label}").into(), position });
        }
        Ok(())
    }

    /// In version 1 (`$ELM`) the tags are two, the physical and the elementary entity, then the number of nodes; in version 2 their
    /// number comes first.
    fn elements(&mut self, section: &str) -> Result<(), Fault> {
        for _ in 0..self.count(section)? {
            let mut numbers = self.records.integers(section)?;
            if section == "$ELM" && numbers.len() >= 5 {
                numbers.remove(4);
                numbers.insert(2, 2);
            }
            let [label, kind, tags, rest @ ..] = numbers.as_slice() else {
                return Err(self.incomplete("a label, a type, a number of tags, tags and nodes"));
            };
            let Some((_, shape, size)) = KINDS.iter().find(|(number, ..)| number == kind) else {
                let help = "known are points, lines, triangles, quadrangles, tetrahedra, prisms, hexahedra.";
                return Err(self.records.fault("I109", format!("cells of type {kind} are not read"), help));
            };
            let nodes = usize::try_from(*tags).ok().and_then(|tags| rest.get(tags..)).unwrap_or(&[]);
            if nodes.len() != *size {
                return Err(self.incomplete(&format!("{tags} tags and {size} nodes for the element {label}")));
            }
            let mut ranks = vec![0; *size];
            for (place, node) in nodes.iter().enumerate() {
                let message = || format!("there is no node {node} (in element {label})");
                let rank = self.ranks.get(node).ok_or_else(|| self.records.fault("I104", message(), ""))?;
                ranks[order(*shape).get(place).copied().unwrap_or(place)] = *rank;
            }
            if let (1.., Some(&entity)) = (*tags, rest.first()) {
                self.join(entity, shape.dimension().unwrap_or(3), &ranks);
            }
            self.mesh.cells.push(Cell {
                label: format!("M{label}").into(),
                kind: *shape,
                nodes: ranks.as_slice().into(),
            });
        }
        for members in self.mesh.node_groups.values_mut() {
            members.sort_unstable();
            members.dedup();
        }
        Ok(())
    }

    /// Puts the next cell and its nodes in the groups of a physical entity; 0 is none.
    fn join(&mut self, entity: i64, dimension: usize, nodes: &[usize]) {
        if entity == 0 {
            return;
        }
        let named = self.names.get(&(dimension as i64, entity)).cloned();
        for name in std::iter::once(format!("GM{entity}")).chain(named) {
            self.mesh.cell_groups.entry(name.clone()).or_default().push(self.mesh.cells.len());
            self.mesh.node_groups.entry(name).or_default().extend(nodes);
        }
    }

    /// The number of lines of a section.
    fn count(&mut self, section: &str) -> Result<usize, Fault> {
        match self.records.integers(section)?.as_slice() {
            &[count] if count >= 0 => Ok(count as usize),
            _ => Err(self.incomplete("the number of lines of the section")),
        }
    }

    fn incomplete(&self, expected: &str) -> Fault {
        self.records.fault("I106", format!("expected {expected}"), "The section does not have its usual form.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::mesh::CellKind;

    const CHAIN: &str = include_str!("../../../tests/cases/meshes/chain.msh");

    #[test]
    fn physical_entities_are_groups() {
        let mesh = read("m.msh", CHAIN.as_bytes()).unwrap();
        assert_eq!(mesh.nodes[2].position, [2.0, 0.5, 0.0]);
        assert_eq!(mesh.cell_groups["SPRINGS"], [2, 3, 4]);
        assert_eq!(mesh.cell_groups["GM5"], [2, 3, 4]);
        assert_eq!(mesh.node_groups["LEFT"], [0]);
        assert_eq!(mesh.node_groups["SPRINGS"], [0, 1, 2, 3]);
        assert_eq!(mesh.cells[1].kind, CellKind::Point1);
    }

    /// The chain in the first version of the format: groups are those of the numbers.
    #[test]
    fn version_1_is_read() {
        let text = "$NOD\n4\n1 0 0 0\n2 1 0 0\n3 2 .5 0\n7 3 0 -1\n$ENDNOD\n$ELM\n4\n1 15 3 1 1 7\n2 1 5 1 2 1 2\n3 1 5 1 2 2 3\n\
                    4 1 5 1 2 3 7\n$ENDELM\n";
        let mesh = read("m.msh", text.as_bytes()).unwrap();
        assert_eq!(mesh.nodes[3].position, [3.0, 0.0, -1.0]);
        assert_eq!(mesh.cells[3].nodes.to_vec(), [2, 3]);
        assert_eq!(mesh.cell_groups["GM5"], [1, 2, 3]);
        assert_eq!(mesh.node_groups["GM5"], [0, 1, 2, 3]);
        assert_eq!(mesh.node_groups["GM3"], [3]);
        let fault = read("m.msh", text.replace("2 1 5 1 2 1 2", "2 1 5 1 2 1").as_bytes()).unwrap_err();
        assert!(fault.message.starts_with("m.msh:11: expected 2 tags and 2 nodes"), "{}", fault.message);
        // Unknown sections are passed over up to their end in capitals.
        assert!(read("m.msh", format!("$XYZ\nany\n$ENDXYZ\n{text}").as_bytes()).is_ok());
    }

    #[test]
    fn errors_say_the_line() {
        let fault = |from: &str, to: &str| {
            assert!(CHAIN.contains(from));
            let fault = read("m.msh", CHAIN.replacen(from, to, 1).as_bytes()).unwrap_err();
            format!("{} {}", fault.code, fault.message)
        };
        assert!(fault("2.2 0 8", "4.1 0 8").starts_with("I107 m.msh:2: gmsh files of version 4.1 (text) are not read"));
        assert!(
            fault("3 1 2 5 1 1 2", "3 1 2 5 1 1 9").starts_with("I104 m.msh:21: there is no node 9 (in element 3)")
        );
        assert!(fault("3 1 2 5 1 1 2", "3 1 9 5 1 1 2").starts_with("I106 m.msh:21: expected 9 tags and 2 nodes"));
        assert!(fault("3 1 2 5 1 1 2", "3 99 2 5 1 1 2").starts_with("I109 m.msh:21: cells of type 99"));
        assert!(read("m.msh", &CHAIN.as_bytes()[..150]).unwrap_err().message.contains("ends inside"));
    }
}
