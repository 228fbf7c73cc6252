//! EXTR_TABLE: the concept that one row of a table holds.
//!
//! ```text
//! MODES = EXTR_TABLE(TYPE_RESU='MODE_MECA', TABLE=BY_SPEED, NOM_PARA='NOM_SD', FILTRE=_F(NOM_PARA='NUME_VITE', VALE_I=2))
//! ```
//!
//! CALC_MODE_ROTATION makes such tables (their modes are complex), and CALC_CYCLE (transients and tables). (The method `table.EXTR_TABLE()` gives the table itself to
//! Python.)

use super::filter::{column, filter};
use crate::catalogue::Call;
use crate::concepts::{Cell, Concept, Kept, ModeSet, Table, Trajectory};
use crate::operators::call::entities;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const EXTR_TABLE: Operator = Operator { name: "EXTR_TABLE", run, check: Check::KeywordsOnly };

fn run(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let Some(Concept::Table(table)) = call.concept("TABLE") else {
        return Err(entities::missing(call, "TABLE", "a table that holds concepts"));
    };
    let kind = call.text("TYPE_RESU")?;
    let rows = filter(call, table)?;
    let column = column(call, "NOM_PARA", table)?;
    let [row] = rows[..] else {
        let message = format!("{} rows of the table are left, and one is needed", rows.len());
        let error = call.error("FILTRE", "R471", message);
        return Err(Box::new(error.help("add conditions (FILTRE) until one row is left")));
    };
    let cell = table.rows.cell(row, column).into_owned();
    let name = if let Cell::Text(name) = &cell { name.trim() } else { "" };
    let held = match &*kind {
        "MODE_MECA" => table.held.value::<ModeSet>(name).map(Concept::Modes),
        "TRAN_GENE" => table.held.value::<Kept<Trajectory>>(name).map(|run| Concept::Trajectory((*run).clone())),
        _ => table.held.value::<Table>(name).map(Concept::Table),
    };
    let Some(held) = held else {
        let message = format!("the column {} holds no {kind} in this row", table.columns[column].name);
        let error = call.error("NOM_PARA", "R471", message);
        let help = "NOM_PARA='NOM_SD' holds the modes of a table of CALC_MODE_ROTATION; CYCLE, MULTIPLICATEUR and EVENEMENT the \
                    transient and the tables of a cycle";
        return Err(Box::new(error.help(help)));
    };
    set_result(call, held)
}
