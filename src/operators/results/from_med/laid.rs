//! Where the values of a step go among the unknowns.

use std::sync::Arc;

use crate::io::med::Values;
use crate::kernel::assembly::Numbering;

/// Where the values of the parts of a step go.
pub struct Laid {
    /// The entities of each part, by which a step is known to be like the one before.
    pub entities: Vec<(Option<Vec<i64>>, usize)>,
    pub numbering: Arc<Numbering>,
    /// For each unknown, the part and the rank in it.
    pub places: Vec<Option<(usize, usize)>>,
    pub present: Option<Vec<bool>>,
}

impl Laid {
    pub fn fits(&self, parts: &[Values]) -> bool {
        let same = |((numbers, count), part): (&(Option<Vec<i64>>, usize), &Values)| {
            *count == part.count && *numbers == part.numbers
        };
        self.entities.len() == parts.len() && self.entities.iter().zip(parts).all(same)
    }
}
