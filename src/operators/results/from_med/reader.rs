//! What reads a field step by step.

use super::columns::{Columns, is_on_unknowns};
use super::laid::Laid;
use super::source::Source;
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{ElementField, NodalField};
use crate::io::med::{StepRead, StoredField};

/// A field at one step.
pub enum Value {
    /// On unknowns.
    Nodal(NodalField),
    /// At nodes with other components, or on cells.
    Other(ElementField),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FieldPlace {
    Nodes,
    Cells,
    CellNodes,
}

/// What reads a field step by step.
pub struct Reader<'s> {
    pub(super) source: &'s Source,
    pub(super) field: &'s StoredField,
    pub(super) columns: &'s Columns,
    place: FieldPlace,
    /// Its values belong to unknowns of models.
    pub(super) unknowns: bool,
    /// Where the values of the last step went: many steps are alike.
    pub(super) laid: Option<Laid>,
}

impl<'s> Reader<'s> {
    /// What reads the steps of a field that a study calls `name` (DEPL, SIEF_ELGA, ELNO_SIEF_R ...).
    pub fn new(source: &'s Source, field: &'s StoredField, columns: &'s Columns, name: &str) -> Self {
        let parts: Vec<&str> = name.split('_').collect();
        let place = |word: &str| parts.contains(&word);
        let place = match () {
            () if place("ELNO") => FieldPlace::CellNodes,
            () if place("ELGA") || place("ELEM") || place("CART") => FieldPlace::Cells,
            () => FieldPlace::Nodes,
        };
        Reader { source, field, columns, place, unknowns: is_on_unknowns(name), laid: None }
    }

    /// The field at a step; none where the step has no values of this kind.
    pub fn value(&mut self, keywords: &Keywords, step: &StepRead) -> Result<Option<Value>, CallError> {
        match self.place {
            FieldPlace::Nodes => self.at_nodes(keywords, step),
            place => self.on_cells(keywords, step, place == FieldPlace::CellNodes),
        }
    }

    /// The places of entities among `count`, from 0.
    pub(super) fn places(&self, keywords: &Keywords, numbers: &[i64], count: usize) -> Result<Vec<usize>, CallError> {
        let place = |number: &i64| {
            let rank = usize::try_from(*number).ok().filter(|number| (1..=count).contains(number));
            rank.map(|number| number - 1).ok_or_else(|| {
                let message = format!(
                    "{}: {} has a value for the number {number}, of {count}",
                    self.source.file, self.field.name
                );
                keywords.error("NOM_CHAM_MED", "R718", message)
            })
        };
        numbers.iter().map(place).collect()
    }
}
