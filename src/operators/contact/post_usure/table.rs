//! The table of wear power and volumes.

use std::sync::Arc;

use super::inputs::{blocks, contact, depths};
use super::instants::{Instants, instants};
use super::{laws, sectors};
use crate::catalogue::{Call, CallError};
use crate::concepts::{Cell, ColumnType, Concept, Table};
use crate::kernel::wear::wear_power;
use crate::operators::contact::post_dyna_moda_t::trajectory;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const POST_USURE: Operator = Operator { name: "POST_USURE", run, check: Check::KeywordsOnly };

pub(super) fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let table = if call.is("TUBE_NEUF", "OUI") {
        sectors::new_tube(call)?
    } else if !call.factor("SECTEUR").is_empty() {
        sectors::table(call, context)?
    } else {
        plain_table(call, context)?
    };
    set_result(call, Concept::Table(Arc::new(table)))
}

fn plain_table(call: &Call, context: &mut Context<'_>) -> Result<Table, CallError> {
    let run = call.has("RESU_GENE").then(|| trajectory(call)).transpose()?;
    let contact = run.as_deref().map(|run| contact(call, run, context)).transpose()?;
    let power = match (&contact, call.real_if_given("PUIS_USURE")) {
        (Some(contact), _) => wear_power(contact, blocks(call)),
        (None, Some(power)) => power,
        (None, None) => return Err(call.error("PUIS_USURE", "R464", "neither PUIS_USURE nor RESU_GENE is given")),
    };
    let Instants { given, seconds } = instants(call);
    let columns = ["PUIS_USUR_GLOBAL", "INST", "V_USUR_TUBE", "V_USUR_OBST", "P_USUR_TUBE"];
    let mut table = Table::with_columns(columns.map(|name| (name, ColumnType::Real)));
    let Some(volumes) = laws::volumes(call, power, &seconds, contact.as_ref(), context)? else { return Ok(table) };
    let depths = depths(call, &volumes)?;
    table.push([("PUIS_USUR_GLOBAL", Cell::Real(power))]);
    for ((t, (mobile, obstacle)), depth) in given.iter().zip(&volumes).zip(depths) {
        table.push([
            ("INST", Cell::Real(*t)),
            ("V_USUR_TUBE", Cell::Real(*mobile)),
            ("V_USUR_OBST", Cell::Real(*obstacle)),
            ("P_USUR_TUBE", Cell::Real(depth)),
        ]);
    }
    Ok(table)
}
