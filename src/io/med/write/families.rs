//! Families: the sets of groups that some node, or some cell, is in.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use super::document::cut;
use crate::io::hdf5::{Data, Group};

/// Bytes of the name of a family, of the name of a group.
const NAME: usize = 64;
const GROUP_NAME: usize = 80;

/// A set of groups that nodes or cells are in.
#[derive(Clone, Debug, PartialEq)]
pub struct Family {
    /// From 1 for nodes; -1, -2 ... for cells.
    pub number: i64,
    pub name: String,
    /// In the order of the mesh.
    pub groups: Vec<String>,
    /// Number of its nodes or cells.
    pub members: usize,
}

/// The families, in the order of their first member, and the number of that of each node or cell, 0 without groups.
pub fn of(groups: &IndexMap<String, Vec<usize>>, count: usize, sign: i64) -> (Vec<Family>, Vec<i64>) {
    let mut sets: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (rank, members) in groups.values().enumerate() {
        for member in members {
            match sets.get_mut(*member) {
                // A member that a group names twice is there once.
                Some(set) if set.last() != Some(&rank) => set.push(rank),
                _ => {}
            }
        }
    }
    let mut known: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
    let mut names = BTreeSet::new();
    let mut families: Vec<Family> = Vec::new();
    let numbers = sets.into_iter().map(|set| {
        if set.is_empty() {
            return 0;
        }
        let place = match known.get(&set) {
            Some(place) => *place,
            None => {
                let own: Vec<String> = set.iter().filter_map(|rank| Some(groups.get_index(*rank)?.0.clone())).collect();
                let number = sign * (families.len() as i64 + 1);
                let name = name_of(&own, number, &names);
                names.insert(name.clone());
                families.push(Family { number, name, groups: own, members: 0 });
                known.insert(set, families.len() - 1);
                families.len() - 1
            }
        };
        families[place].members += 1;
        families[place].number
    });
    let numbers = numbers.collect();
    (families, numbers)
}

/// The names of the groups side by side; where that is too long, taken, or no name of a link, one made of the number.
fn name_of(groups: &[String], number: i64, taken: &BTreeSet<String>) -> String {
    let joined = groups.join("_");
    let legal = |c: char| c.is_ascii() && !c.is_ascii_control() && c != '/';
    let fits = joined.len() <= NAME && joined.chars().all(legal) && !joined.trim_matches('.').is_empty();
    if fits && !taken.contains(&joined) { joined } else { format!("FAMILLE_{number}") }
}

/// Writes a family below those of its kind.
pub(super) fn write(place: &mut Group, family: &Family) {
    let own = place.group(&family.name);
    own.integers(&[("NUM", family.number)]);
    let mut bytes = Vec::with_capacity(GROUP_NAME * family.groups.len());
    for name in &family.groups {
        let name = cut(name, GROUP_NAME);
        bytes.extend(name.as_bytes());
        bytes.resize(bytes.len() + GROUP_NAME - name.len(), 0);
    }
    let groups = own.group("GRO");
    groups.integers(&[("NBR", family.groups.len() as i64)]);
    groups.array("NOM", Data::Bytes { width: GROUP_NAME as u32, bytes }, &[]);
}
