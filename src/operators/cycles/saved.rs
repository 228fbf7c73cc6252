//! A cycle as tables keep it, so that another search can begin there.

use std::sync::Arc;

use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Cell, Concept};
use crate::kernel::cycles::{Cycle, Scales, Section, eigenvector};
use crate::operators::response::transient::keywords::refuse;

/// A cycle with what it was found with.
#[derive(Clone, Debug)]
pub struct SavedCycle {
    pub cycle: Cycle,
    pub scales: Scales,
    pub section: Option<Section>,
    pub periods: u32,
    /// Displacements and velocities.
    pub size: usize,
}

impl SavedCycle {
    /// The state next to it along the eigenvector of -1 or, `fork`, of 1, whichever multiplier is nearest.
    pub fn beside(&self) -> Vec<f64> {
        let n = self.size / 2;
        let nearest = [-1.0, 1.0].map(|value| eigenvector(&self.cycle.derivative, self.size, self.scales, value));
        let (vector, _) = if nearest[0].1 <= nearest[1].1 { &nearest[0] } else { &nearest[1] };
        let x = self.cycle.start.x.iter().zip(vector).enumerate();
        x.map(|(i, (x, e))| x + 0.01 * self.scales.of(i, n) * e).collect()
    }
}

/// The cycle that ETAT_INIT designates.
pub(super) fn read(keywords: &Keywords, size: usize) -> Result<Arc<SavedCycle>, CallError> {
    let Some(Concept::Table(table)) = keywords.concept("CYCLE") else {
        let help = "give a table of CALC_CYCLE";
        return Err(refuse(keywords, "CYCLE", "R796", "CYCLE is not a table of cycles", help));
    };
    let order = keywords.integer("NUME_ORDRE")?;
    let (orders, starts) = (table.column("NUME_ORDRE"), table.column("CYCLE"));
    let row = (0..table.rows.len()).find(|row| {
        orders.is_some_and(|column| matches!(*table.rows.cell(*row, column), Cell::Integer(n) if n == order))
    });
    let name = row.zip(starts).and_then(|(row, column)| match &*table.rows.cell(row, column) {
        Cell::Text(name) => Some(name.replace("_CYCLE_", "_START_")),
        _ => None,
    });
    let Some(saved) = name.and_then(|name| table.held.value::<SavedCycle>(&name)) else {
        let message = format!("the table has no cycle of NUME_ORDRE={order}");
        return Err(refuse(keywords, "NUME_ORDRE", "R796", message, "give an order of a table of CALC_CYCLE"));
    };
    if saved.size != 2 * size {
        let message = format!("the cycle has {} coordinates where the matrices have {size}", saved.size / 2);
        return Err(refuse(keywords, "CYCLE", "R796", message, "a cycle is taken up on the same basis"));
    }
    Ok(saved)
}
