//! What fields of version 4.1 say of themselves: which entities and types of cells they have, and in how many steps.

use super::support::Support;
use crate::io::hdf5::{Group, Value};

impl Support {
    /// Its bit among entities, and its letter in the names of attributes: N nodes, C cells, T nodes of cells.
    fn letter(&self) -> (u32, char) {
        match self {
            Support::Nodes => (8, 'N'),
            Support::Cells(_) => (1, 'C'),
            Support::CellNodes(_) => (16, 'T'),
        }
    }

    /// The bit of the type of cells; nodes have one of their own.
    fn type_bit(&self) -> u32 {
        match self {
            Support::Nodes => 1,
            Support::Cells(shape) | Support::CellNodes(shape) => 1 << shape.bit,
        }
    }
}

/// Notes that a field, and its step `name`, have values on a support.
pub(super) fn note(field: &mut Group, name: &str, support: &Support) {
    let (entity, letter) = support.letter();
    let types = format!("LG{letter}");
    let count = |group: &mut Group, name: &str| {
        let before = group.integer(name).unwrap_or(0);
        group.integers(&[(name, before + 1)]);
    };
    let step = field.group(name);
    let before = step.bits("LEN");
    mark(step, entity, &types, support);
    if before == 0 {
        count(field, "LAA");
    }
    if before & entity == 0 {
        count(field, &format!("L{letter}A"));
    }
    mark(field, entity, &types, support);
}

fn mark(group: &mut Group, entity: u32, types: &str, support: &Support) {
    let (entities, of_types) = (group.bits("LEN") | entity, group.bits(types) | support.type_bit());
    group.put("LEN", Value::Bits(entities)).put(types, Value::Bits(of_types));
}
