//! ENERGIE: works and energies of every computed step, kept in a table of the result (RECU_TABLE, NOM_TABLE='PARA_CALC').
//!
//! One row per step, none for the initial state; sums start from 0 at the start of each run. INST is the end of the step,
//! and for the adaptive scheme its start.

use super::observation::RUN;
use crate::concepts::{Cell, ColumnType, Table};
use crate::kernel::structural::Energies;

/// The table of rows of instants and sums.
pub(in crate::operators::response) fn energy_table(rows: &[(f64, Energies)]) -> Table {
    let real = ["INST", "TRAV_EXT", "ENER_CIN", "ENER_TOT", "TRAV_AMOR", "TRAV_LIAI", "DISS_SCH"];
    let columns = std::iter::once((RUN, ColumnType::Integer)).chain(real.map(|name| (name, ColumnType::Real)));
    let mut table = Table::with_columns(columns);
    for (time, sums) in rows {
        let Energies { external, kinetic, strain, damping, relations } = *sums;
        let [time, external, kinetic, strain, damping, relations, scheme] =
            [*time, external, kinetic, strain, damping, relations, sums.scheme()].map(Cell::Real);
        table.rows.push([Cell::Integer(0), time, external, kinetic, strain, damping, relations, scheme]);
    }
    table
}

/// PARA_CALC without ENERGIE: the ends of the steps.
pub(in crate::operators::response) fn step_table(instants: &[f64]) -> Table {
    let mut table = Table::with_columns([(RUN, ColumnType::Integer), ("INST", ColumnType::Real)]);
    instants.iter().for_each(|time| table.rows.push([Cell::Integer(0), Cell::Real(*time)]));
    table
}
