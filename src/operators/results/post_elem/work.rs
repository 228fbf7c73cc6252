//! TRAV_EXT: work of the external forces along the states of a result.
//!
//! The external forces balance the nodal forces `F` of the stresses (FORC_NODA). TRAV_REEL is the work since the first
//! state, `Σ (F_i + F_{i+1}) · (U_{i+1} - U_i) / 2`; TRAV_ELAS is what an elastic structure holds, `F · U / 2`.

use std::sync::Arc;

use crate::catalogue::{Call, CallError};
use crate::concepts::{Cell, ColumnType, Concept, NodalField, States, Table};
use crate::operators::call::states::ranks;

pub(super) fn table(call: &Call) -> Result<Table, CallError> {
    let Some(Concept::Fields(series)) = call.concept("RESULTAT") else {
        return Err(call.error("RESULTAT", "R701", "TRAV_EXT needs a static result or a transient"));
    };
    let states = States::Fields(series);
    let instants = states.parameter_names().contains("INST").then(|| states.parameters("INST"));
    let mut columns = vec![("NUME_ORDRE", ColumnType::Integer)];
    columns.extend(instants.as_ref().map(|_| ("INST", ColumnType::Real)));
    columns.extend([("TRAV_REEL", ColumnType::Real), ("TRAV_ELAS", ColumnType::Real)]);
    let mut table = Table::with_columns(columns);
    let mut work = 0.0;
    let mut last: Option<(Vec<f64>, Arc<NodalField>)> = None;
    for rank in ranks(call, states)? {
        let displacement = field(call, states, "DEPL", rank)?;
        let forces = on(&*field(call, states, "FORC_NODA", rank)?, &displacement);
        if let Some((before, from)) = &last {
            if from.values.len() != displacement.values.len() {
                return Err(call.error("RESULTAT", "R152", "the states do not have the same unknowns"));
            }
            let step = |i: usize| 0.5 * (before[i] + forces[i]) * (displacement.values[i] - from.values[i]);
            work += (0..forces.len()).map(step).sum::<f64>();
        }
        let elastic = 0.5 * forces.iter().zip(&displacement.values).map(|(f, u)| f * u).sum::<f64>();
        let mut row = vec![Cell::Integer(states.orders()[rank])];
        row.extend(instants.as_ref().and_then(|t| t.get(rank)).map(|t| Cell::Real(*t)));
        row.extend([Cell::Real(work), Cell::Real(elastic)]);
        table.rows.push(row);
        last = Some((forces, displacement));
    }
    Ok(table)
}

fn field(call: &Call, states: States<'_>, name: &str, rank: usize) -> Result<Arc<NodalField>, CallError> {
    states.nodal(name, rank).ok_or_else(|| {
        let order = states.orders()[rank];
        let mut error = call.error("RESULTAT", "R153", format!("TRAV_EXT: the result has no {name} at order {order}"));
        error.help = Some("compute the nodal forces before: CALC_CHAMP with FORCE='FORC_NODA'.".into());
        error
    })
}

/// The values of a field on the unknowns of another.
fn on(field: &NodalField, unknowns: &NodalField) -> Vec<f64> {
    let value = |dof: &crate::kernel::assembly::Dof| {
        field.numbering.rank(dof.node, dof.component).map_or(0.0, |rank| field.values[rank])
    };
    unknowns.numbering.dofs().iter().map(value).collect()
}
