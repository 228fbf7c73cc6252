//! The result that CALC_CHAMP gives back: a copy of the one it read, with the new fields.

use std::sync::Arc;

use super::states::Source;
use crate::concepts::{Concept, ElementField, FieldSeries, ModeSet, NodalField, States};

pub enum Store {
    Modes(ModeSet),
    Fields(FieldSeries),
}

impl Store {
    /// `None` for a source without states on a mesh.
    pub fn new(source: &Source<'_>) -> Option<Self> {
        match source.result? {
            States::Modes(modes) => Some(Store::Modes(modes.clone())),
            States::Fields(series) => Some(Store::Fields(series.clone())),
            _ => None,
        }
    }

    pub fn into_concept(self) -> Concept {
        match self {
            Store::Modes(modes) => Concept::Modes(Arc::new(modes)),
            Store::Fields(series) => Concept::Fields(Arc::new(series)),
        }
    }

    /// Cells that were not asked for keep what they had.
    pub fn put_element(&mut self, rank: usize, name: &str, mut field: ElementField, cells: &[usize]) {
        let earlier = self.states().element(name, rank).cloned();
        if let Some(earlier) = earlier.filter(|e| e.components == field.components && e.at_nodes == field.at_nodes) {
            for (own, before) in [(&mut field.cells, &earlier.cells), (&mut field.imaginary, &earlier.imaginary)] {
                for (cell, (own, before)) in own.iter_mut().zip(before).enumerate() {
                    if own.is_empty() && (field.at_nodes || !cells.contains(&cell)) {
                        own.clone_from(before);
                    }
                }
            }
        }
        self.set_element(rank, name, field);
    }

    /// Stores a field on elements in the place of an earlier one.
    pub fn set_element(&mut self, rank: usize, name: &str, field: ElementField) {
        match self {
            Store::Modes(modes) => drop(modes[rank].fields.insert(name.to_string(), Arc::new(field))),
            Store::Fields(series) => series.store(name, rank, Arc::new(field)),
        }
    }

    /// Stores a field at nodes: DEPL is the shape of a mode; its other ones are kept as values at nodes.
    pub fn put_nodal(&mut self, rank: usize, name: &str, field: NodalField) {
        match self {
            Store::Modes(modes) if name == "DEPL" => {
                (modes[rank].values, modes[rank].imaginary) = (field.values, field.imaginary);
            }
            Store::Modes(_) => self.set_element(rank, name, ElementField::of_nodes(&field)),
            Store::Fields(series) => series.store(name, rank, Arc::new(field)),
        }
    }

    /// Leaves what CALC_CHAMP computed now (`names`, and fields of the user) and the motions; fields computed earlier
    /// belong to the result that was read.
    pub fn drop_earlier(&mut self, names: &[Arc<str>], user_fields: bool) {
        let computed = |name: &str| names.iter().any(|n| **n == *name);
        let keep = |name: &str| computed(name) || (user_fields && name.starts_with("UT"));
        match self {
            Store::Modes(modes) => modes.iter_mut().for_each(|m| m.fields.retain(|name, _| keep(name))),
            Store::Fields(series) => {
                series.retain::<ElementField>(keep);
                series.retain::<NodalField>(|name| !ALWAYS_COMPUTED.contains(&name) || keep(name));
            }
        }
    }

    /// What it holds now.
    pub fn states(&self) -> States<'_> {
        match self {
            Store::Modes(modes) => States::Modes(modes),
            Store::Fields(series) => States::Fields(series),
        }
    }
}

/// Fields that are computed again where the result has them already.
pub(super) const ALWAYS_COMPUTED: [&str; 2] = ["FORC_NODA", "REAC_NODA"];
