//! CALC_MODE_ROTATION: complex modes of a rotor at several speeds, one call of CALC_MODES for each.
//!
//! ```text
//! BY_SPEED = CALC_MODE_ROTATION(MATR_RIGI=STIFF, MATR_MASS=MASS, MATR_GYRO=GYRO, VITE_ROTA=(0., 100.), CALC_FREQ=_F(NMAX_FREQ=6))
//! FAST = EXTR_TABLE(TYPE_RESU='MODE_MECA', TABLE=BY_SPEED, NOM_PARA='NOM_SD', FILTRE=_F(NOM_PARA='NUME_VITE', VALE_I=1))
//! ```
//!
//! At the speed `w` the damping matrix is `w MATR_GYRO + MATR_AMOR`. The result is a table: number of the speed from 0, speed,
//! names and type of the modes, which EXTR_TABLE takes out.

use std::any::Any;
use std::sync::Arc;

use crate::catalogue::Call;
use crate::concepts::{Cell, ColumnType, Concept, Held, Table, internal_name};
use crate::operators::call::entities;
use crate::operators::call::inner::{InnerCommands, value};
use crate::operators::{Context, Outcome, set_result};

pub(super) fn modes_by_speed(call: &Call, context: &mut Context<'_>) -> Outcome {
    let mut inner = InnerCommands::new(call, context);
    let mut table = Table::with_columns([
        ("NUME_VITE", ColumnType::Integer),
        ("VITE_ROTA", ColumnType::Real),
        ("NOM_OBJET", ColumnType::Text(16)),
        ("TYPE_OBJET", ColumnType::Text(16)),
        ("NOM_SD", ColumnType::Text(24)),
    ]);
    let Some(frequencies) = call.one("CALC_FREQ") else {
        return Err(entities::missing(call, "CALC_FREQ", "the modes asked"));
    };
    let option = frequencies.text("OPTION")?;
    let mut held: Vec<(String, Arc<dyn Any + Send + Sync>)> = Vec::new();
    for (number, speed) in call.reals("VITE_ROTA").into_iter().enumerate() {
        let term = |name: &str, factor: f64| {
            let arguments = inner.arguments();
            call.handle(name).map(|matrix| arguments.concept("MATR_ASSE", matrix).real("COEF_R", factor))
        };
        let terms: Vec<_> = [term("MATR_GYRO", speed), term("MATR_AMOR", 1.0)].into_iter().flatten().collect();
        let mut arguments = inner.arguments().copied(call, &["MATR_RIGI", "MATR_MASS"]).text("OPTION", &option);
        if !terms.is_empty() {
            let combined = inner.arguments().factor("COMB_R", terms);
            let damping = inner.make("COMB_MATR_ASSE", combined)?;
            arguments = arguments.concept("MATR_AMOR", &damping);
        }
        let wanted = inner.arguments().copied(frequencies, &["NMAX_FREQ", "SEUIL_FREQ", "FREQ"]);
        arguments = arguments.factor("CALC_FREQ", vec![wanted]);
        if let Some(checks) = call.one("VERI_MODE") {
            let checks = inner.arguments().copied(checks, &["STOP_ERREUR", "SEUIL"]);
            arguments = arguments.factor("VERI_MODE", vec![checks]);
        }
        let handle = inner.make("CALC_MODES", arguments)?;
        let Concept::Modes(modes) = value(call, &handle)? else {
            return Err(call.error("", "R001", "CALC_MODES made no modes"));
        };
        let name = internal_name(&handle);
        table.rows.push(vec![
            Cell::Integer(number as i64),
            Cell::Real(speed),
            Cell::Text(format!("MODE_MECA_{number}")),
            Cell::Text("MODE_MECA".to_string()),
            Cell::Text(name.clone()),
        ]);
        held.push((name, modes));
    }
    table.held = Held(held);
    set_result(call, Concept::Table(Arc::new(table)))
}
