//! Families of a MED mesh: sets of nodes or of cells that are in the same groups.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use super::container::Folder;
use super::reader::{Fault, GROUP_NAME, Reader, texts};
use crate::diag::Diagnostic;

/// Longer names of groups are cut.
const LONGEST_GROUP: usize = 24;

#[derive(Default)]
pub struct Families {
    /// By number, positive, in the order of the file.
    nodes: IndexMap<i64, Vec<String>>,
    /// By number, negative.
    cells: IndexMap<i64, Vec<String>>,
    pub warnings: Vec<Diagnostic>,
}

impl Families {
    pub fn read(reader: &Reader<'_>, folder: &Folder) -> Result<Self, Fault> {
        let mut families = Families::default();
        for place in ["NOEUD", "ELEME"] {
            let Some(all) = reader.inside(folder, place)? else { continue };
            for family in reader.sound(all.folders())? {
                let Some(number) = family.attribute("NUM") else {
                    return Err(reader.wrong(format!("the family {} has no number", family.name())));
                };
                families.add(reader, &family, number, place == "NOEUD")?;
            }
        }
        // Version 2: side by side, told apart by the sign of their number.
        for family in reader.sound(folder.folders())? {
            if let Some(number) = family.attribute("NUM").filter(|&n| n != 0) {
                families.add(reader, &family, number, number > 0)?;
            }
        }
        Ok(families)
    }

    fn add(&mut self, reader: &Reader<'_>, family: &Folder, number: i64, of_nodes: bool) -> Result<(), Fault> {
        let groups = self.names(reader, family, family.name())?;
        let known = if of_nodes { &mut self.nodes } else { &mut self.cells };
        known.entry(number).or_default().extend(groups);
        Ok(())
    }

    /// Names of the groups of one family.
    fn names(&mut self, reader: &Reader<'_>, family: &Folder, name: &str) -> Result<Vec<String>, Fault> {
        let Some(groups) = reader.inside(family, "GRO")? else { return Ok(Vec::new()) };
        let Some(characters) = reader.sound(groups.characters("NOM"))? else {
            return Err(reader.wrong(format!("the groups of the family {name} have no names")));
        };
        let mut names: Vec<String> = texts(&characters.values, GROUP_NAME);
        names.retain(|n| !n.is_empty());
        for name in &mut names {
            if let Some((end, _)) = name.char_indices().nth(LONGEST_GROUP) {
                let cut = name[..end].trim_end().to_string();
                let message = format!("{}: the name of the group {name} is cut to {cut}", reader.file);
                let warning = Diagnostic::warning("I111", message);
                if !self.warnings.contains(&warning) {
                    self.warnings.push(warning);
                }
                *name = cut;
            }
        }
        Ok(names)
    }

    pub fn groups_of_nodes(&self, families: &[i64]) -> IndexMap<String, Vec<usize>> {
        members(&self.nodes, families)
    }

    pub fn groups_of_cells(&self, families: &[i64]) -> IndexMap<String, Vec<usize>> {
        members(&self.cells, families)
    }
}

/// Groups with their members, increasing; `families` is the family of each node or cell.
fn members(known: &IndexMap<i64, Vec<String>>, families: &[i64]) -> IndexMap<String, Vec<usize>> {
    let mut of_family: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
    for (rank, &family) in families.iter().enumerate().filter(|(_, family)| **family != 0) {
        of_family.entry(family).or_default().push(rank);
    }
    let mut groups: IndexMap<String, Vec<usize>> = IndexMap::new();
    for (number, names) in known {
        let ranks = of_family.get(number).map_or(&[][..], Vec::as_slice);
        for name in names {
            groups.entry(name.clone()).or_default().extend(ranks);
        }
    }
    for ranks in groups.values_mut() {
        ranks.sort_unstable();
        ranks.dedup();
    }
    groups
}
