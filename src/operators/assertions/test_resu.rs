//! TEST_RESU: parameters and fields of results, nodal fields, generalised results, meshes.

use super::expectation::{Expectation, Locating};
use super::fields::{element_value, nodal_value};
use super::generalized;
use super::places::{parameter, rank};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, Field, States};
use crate::diag::{Diagnostic, Faults};
use crate::former::Kind;
use crate::operators::call::entities;
use crate::operators::call::states::field;
use crate::operators::call::variables::unknown;
use crate::operators::{Context, Message, Outcome};
use crate::verdict::{Compared, significant};

/// Whether something that was judged does not hold.
fn fails(messages: &[Message]) -> bool {
    messages.iter().any(|m| matches!(m, Message::Verdict(record) if record.passed == Some(false)))
}

/// Until 2020 NUME_ORDRE was the rank of a stored state: a study that does not show its age may mean that.
fn say_if_it_holds_at_the_rank(
    call: &Call,
    occurrence: &Keywords,
    context: &mut Context<'_>,
    expectation: &Expectation,
) -> Outcome {
    let Ok((label, computed)) = generalized::value(occurrence, &expectation.locating, true) else { return Ok(()) };
    let before = context.messages.len();
    expectation.judge(call, occurrence, context, &label, computed)?;
    let holds = !fails(&context.messages[before..]);
    context.messages.truncate(before);
    if holds {
        let message = "the value expected is that of the state of this rank (1: the first stored), as NUME_ORDRE meant in version 15";
        let note = Diagnostic::note("G033", message).at_if_absent(occurrence.span_of("NUME_ORDRE"));
        context.warn(
            note.help("run with `--former 2020` if the study is of that time, or write the order number or INST"),
        );
    }
    Ok(())
}

pub fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let mut faults = Faults::default();
    for occurrence in call.factor("RESU") {
        faults.keep(judge_result(call, occurrence, context));
    }
    for occurrence in call.factor("GENE") {
        faults.keep(judge_generalized(call, occurrence, context));
    }
    for occurrence in call.factor("CHAM_NO") {
        faults.keep(judge_nodal_field(call, occurrence, context));
    }
    for occurrence in call.factor("CHAM_ELEM") {
        faults.keep(judge_cell_field(call, occurrence, context));
    }
    for occurrence in call.factor("CARTE") {
        faults.keep(judge_cell_field(call, occurrence, context));
    }
    faults.end()?;
    for occurrence in call.factor("OBJET") {
        let name = occurrence.text("NOM")?;
        Expectation::read(occurrence).skip(call, context, &format!("internal object {}", name.trim_end()));
    }
    for occurrence in call.factor("MAILLAGE") {
        let (label, computed) = mesh_count(occurrence)?;
        Expectation::read(occurrence).judge(call, occurrence, context, &label, computed)?;
    }
    Ok(())
}

fn judge_result(call: &Call, occurrence: &Keywords, context: &mut Context<'_>) -> Outcome {
    let expectation = Expectation::read(occurrence);
    let (label, computed) = result_value(call, occurrence, context, &expectation.locating)?;
    expectation.judge(call, occurrence, context, &label, computed)
}

fn judge_generalized(call: &Call, occurrence: &Keywords, context: &mut Context<'_>) -> Outcome {
    let expectation = Expectation::read(occurrence);
    let ranks = context.age.is_former();
    let (label, computed) = generalized::value(occurrence, &expectation.locating, ranks)?;
    let before = context.messages.len();
    expectation.judge(call, occurrence, context, &label, computed)?;
    if context.age.kind == Kind::Undecided && occurrence.has("NUME_ORDRE") && fails(&context.messages[before..]) {
        say_if_it_holds_at_the_rank(call, occurrence, context, &expectation)?;
    }
    Ok(())
}

fn judge_nodal_field(call: &Call, occurrence: &Keywords, context: &mut Context<'_>) -> Outcome {
    let (label, computed) = match occurrence.concept("CHAM_GD") {
        Some(Concept::NodalField(field)) => nodal_value(call, occurrence, context, field)?,
        Some(Concept::CellField(field)) if field.values.at_nodes => {
            element_value(call, occurrence, context, &field.mesh, &field.values)?
        }
        _ => return Err(occurrence.error("CHAM_GD", "T001", "a field on nodes is needed")),
    };
    Expectation::read(occurrence).judge(call, occurrence, context, &label, computed)
}

fn judge_cell_field(call: &Call, occurrence: &Keywords, context: &mut Context<'_>) -> Outcome {
    let Some(Concept::CellField(field)) = occurrence.concept("CHAM_GD") else {
        return Err(occurrence.error("CHAM_GD", "T001", "a field on elements is needed"));
    };
    let (label, computed) = element_value(call, occurrence, context, &field.mesh, &field.values)?;
    Expectation::read(occurrence).judge(call, occurrence, context, &label, computed)
}

fn result_value(
    call: &Call,
    keywords: &Keywords,
    context: &mut Context<'_>,
    locating: &Locating,
) -> Result<(String, Compared), CallError> {
    let Some(states) = keywords.concept("RESULTAT").and_then(States::of) else {
        return Err(keywords.error("RESULTAT", "T001", "this kind of result cannot be tested with TEST_RESU/RESU"));
    };
    let rank = rank(keywords, states, locating)?;
    let order = states.orders()[rank];
    if let Some(name) = keywords.text_if_given("PARA") {
        let place = if matches!(states, States::Modes(_)) { "of mode" } else { "at order" };
        return Ok((format!("{name} {place} {order}"), parameter(keywords, states, rank, &name)?));
    }
    let name = keywords.text_if_given("NOM_CHAM").unwrap_or_default();
    let (label, value) = match field(keywords, states, &name, rank)? {
        Field::Nodal(field) => match keywords.text_if_given("NOM_VARI") {
            Some(variable) => return Err(unknown(keywords, "T005", &[], &variable)),
            None => nodal_value(call, keywords, context, &field)?,
        },
        Field::Element(field, mesh) => element_value(call, keywords, context, &mesh, &field)?,
    };
    let at = match (states, states.parameter(states.access(), rank), states.label(states.access(), rank)) {
        (States::Modes(_), ..) => format!("mode {order}"),
        (_, Some(x), _) => format!("{} {}", states.access(), significant(x, 8)),
        (_, None, Some(label)) => label.trim().to_string(),
        (_, None, None) => format!("order {order}"),
    };
    Ok((format!("{name} {label}, {at}"), value))
}

fn mesh_count(keywords: &Keywords) -> Result<(String, Compared), CallError> {
    let value = keywords.mesh("MAILLAGE")?;
    let mesh = &value.mesh;
    let name = keywords.text("CARA")?;
    let needed = match &*name {
        "NB_NO_GROUP_NO" => Some("NOM_GROUP_NO"),
        "NB_MA_GROUP_MA" => Some("NOM_GROUP_MA"),
        _ => None,
    };
    if let Some(keyword) = needed.filter(|k| !keywords.has(k)) {
        return Err(keywords.error("CARA", "T001", format!("{name} needs {keyword}")));
    }
    let count = match &*name {
        "NB_NOEUD" => mesh.nodes.len(),
        "NB_MAILLE" => mesh.cells.len(),
        "NB_GROUP_NO" => mesh.node_groups.len(),
        "NB_GROUP_MA" => mesh.cell_groups.len(),
        "NB_NO_GROUP_NO" => entities::node_groups(keywords, "NOM_GROUP_NO", mesh)?.len(),
        _ => entities::cell_groups(keywords, "NOM_GROUP_MA", mesh)?.len(),
    };
    Ok((name.to_string(), Compared::Integer(count as i64)))
}
