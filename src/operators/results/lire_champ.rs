//! LIRE_CHAMP: one field of a MED file.
//!
//! ```text
//! HOT = LIRE_CHAMP(UNITE=81, MAILLAGE=MESH, NOM_MED="THERMAL_TEMP", TYPE_CHAM="NOEU_TEMP_R", NOM_CMP_IDEM="OUI", INST=3.0)
//! ```
//!
//! The step is that of NUME_PT (number) and NUME_ORDRE (order), or of INST; without them the one that belongs to no state, or
//! the only one.

use std::sync::Arc;

use super::from_med::{Columns, Reader, Source, Value};
use crate::catalogue::{Call, CallError};
use crate::concepts::{CellField, Concept};
use crate::io::med::{Step, StepRead, StoredField};
use crate::operators::call::access::Closeness;
use crate::operators::call::entities;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const LIRE_CHAMP: Operator = Operator { name: "LIRE_CHAMP", run, check: Check::KeywordsOnly };

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let mesh = entities::mesh(call, "MAILLAGE")?.clone();
    let model = call.has("MODELE").then(|| entities::model(call, "MODELE").cloned()).transpose()?;
    let kind = call.text("TYPE_CHAM")?;
    let source = Source::open(call, mesh, model, call.is("PROL_ZERO", "OUI"), context)?;
    let field = source.field(call, call.text("NOM_MED")?.trim())?;
    if let Some(wanted) = call.text_if_given("NOM_MAIL_MED").filter(|wanted| *wanted.trim() != field.mesh) {
        let message = format!("{} is on the mesh {}, not on {}", field.name, field.mesh, wanted.trim());
        return Err(call.error("NOM_MAIL_MED", "R718", message));
    }
    let step = step(call, &field)?;
    let columns = Columns::of(call, &field, &kind, context)?;
    let value = Reader::new(&source, &field, &columns, &kind).value(call, step)?;
    let result = match value {
        Some(Value::Nodal(field)) => Concept::NodalField(Arc::new(field)),
        Some(Value::Other(values)) => {
            // `ELGA_SIEF_R`: the field SIEF_ELGA.
            let mut words = kind.split('_');
            let name = match (words.next(), words.next()) {
                (Some(place @ ("ELNO" | "ELGA" | "ELEM")), Some(quantity)) => format!("{quantity}_{place}"),
                _ => String::new(),
            };
            let (mesh, model) = (source.mesh.clone(), source.model.clone());
            Concept::CellField(Arc::new(CellField {
                mesh,
                model,
                name,
                values: Arc::new(values),
                functions: Vec::new(),
            }))
        }
        None => {
            let message = format!("{} has no values of the kind {kind} at this step", field.name);
            return Err(call.error("TYPE_CHAM", "R718", message));
        }
    };
    set_result(call, result)
}

/// The step that is asked for.
fn step<'f>(call: &Call, field: &'f StoredField) -> Result<&'f StepRead, CallError> {
    let shown = |read: &StepRead| {
        let Step { number, order, time } = read.step;
        format!("({number}, {order}) at {time}")
    };
    let none = |keyword: &str, what: String| {
        let known: Vec<String> = field.steps.iter().take(5).map(shown).collect();
        let more = if field.steps.len() > known.len() { ", ..." } else { "" };
        let error = call.error(keyword, "R718", format!("{} {what}", field.name));
        Box::new(error.help(format!("its steps (NUME_PT, NUME_ORDRE) are {}{more}", known.join(", "))))
    };
    if let Some(instant) = call.real_if_given("INST") {
        let closeness = Closeness::read(call);
        let found = field.steps.iter().find(|read| closeness.holds(read.step.time, instant));
        return found.ok_or_else(|| none("INST", format!("has no step at {instant}")));
    }
    let (number, order) = (call.integers("NUME_PT").first().copied(), call.integers("NUME_ORDRE").first().copied());
    if number.is_some() || order.is_some() {
        let is = |read: &&StepRead| {
            number.is_none_or(|n| n == read.step.number) && order.is_none_or(|n| n == read.step.order)
        };
        let keyword = if number.is_some() { "NUME_PT" } else { "NUME_ORDRE" };
        return field.steps.iter().find(is).ok_or_else(|| none(keyword, "has no such step".into()));
    }
    match (field.steps.iter().find(|read| read.step.number == -1), field.steps.as_slice()) {
        (Some(read), _) | (None, [read]) => Ok(read),
        _ => Err(none("NOM_MED", format!("has {} steps: NUME_PT, NUME_ORDRE or INST chooses one", field.steps.len()))),
    }
}
