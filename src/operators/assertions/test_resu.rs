//! TEST_RESU: parameters and fields of results, nodal fields, generalised results, meshes.

use super::expectation::{Expectation, Locating};
use super::fields::{element_value, nodal_value};
use super::generalized;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, FieldSeries, Mode, ModeSet, is_named};
use crate::diag::{Diagnostic, Faults};
use crate::former::Kind;
use crate::operators::call::access::rank_of;
use crate::operators::call::entities;
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
    match keywords.concept("RESULTAT") {
        Some(Concept::Modes(modes)) => {
            let mode = mode_index(keywords, modes, locating)?;
            if let Some(name) = keywords.text_if_given("PARA") {
                return Ok((
                    format!("{name} of mode {}", modes.orders[mode]),
                    mode_parameter(keywords, modes, mode, &name)?,
                ));
            }
            mode_field(call, keywords, context, modes, mode)
        }
        Some(Concept::Fields(series)) => {
            let index = series_index(keywords, series, locating)?;
            let order = series.orders[index];
            if let Some(name) = keywords.text_if_given("PARA") {
                return Ok((format!("{name} at order {order}"), series_parameter(keywords, series, index, &name)?));
            }
            series_field(call, keywords, context, series, index)
        }
        _ => Err(keywords.error("RESULTAT", "T001", "this kind of result cannot be tested with TEST_RESU/RESU")),
    }
}

/// The single index whose value matches; the error lists what there is.
fn unique(
    keywords: &Keywords,
    keyword: &str,
    matching: Vec<usize>,
    asked: &str,
    (count, known): (usize, &dyn Fn(usize) -> String),
) -> Result<usize, CallError> {
    match matching.as_slice() {
        [index] => Ok(*index),
        found => {
            let matches = match found.len() {
                0 => "nothing is".to_string(),
                n => format!("{n} states are"),
            };
            let shown: Vec<String> = (0..count.min(8)).map(known).collect();
            let more = if count > 8 { format!(", ... ({count} in all)") } else { String::new() };
            let message = format!("{matches} stored at {keyword} = {asked}");
            let advice = if found.is_empty() { "" } else { "the tolerance of TOLE_MACHINE holds for the place too; " };
            let help = format!("{advice}stored: {}{more}", shown.join(", "));
            Err(Box::new(keywords.error(keyword, "T005", message).help(help)))
        }
    }
}

fn ranks(count: usize, matches: impl Fn(usize) -> bool) -> Vec<usize> {
    (0..count).filter(|i| matches(*i)).collect()
}

/// States of an order number, of which there is one.
fn of_order(orders: &[i64], order: i64) -> Vec<usize> {
    match rank_of(orders, order) {
        Some(rank) if orders.get(rank + 1) != Some(&order) => vec![rank],
        _ => ranks(orders.len(), |i| orders[i] == order),
    }
}

fn mode_index(keywords: &Keywords, modes: &ModeSet, locating: &Locating) -> Result<usize, CallError> {
    let count = modes.len();
    if let Some(order) = keywords.integer_if_given("NUME_ORDRE") {
        let matching = of_order(&modes.orders, order);
        return unique(keywords, "NUME_ORDRE", matching, &order.to_string(), (count, &|i| modes.orders[i].to_string()));
    }
    if let Some(number) = keywords.integer_if_given("NUME_MODE") {
        return unique(
            keywords,
            "NUME_MODE",
            ranks(count, |i| modes.modes[i].number == number),
            &number.to_string(),
            (count, &|i| modes.modes[i].number.to_string()),
        );
    }
    if let Some(frequency) = keywords.real_if_given("FREQ") {
        let of = |i: usize| modes.modes[i].parameter("FREQ").unwrap_or(f64::NAN);
        let frequencies: Vec<f64> = (0..count).map(of).collect();
        let matching = locating.among(&frequencies, frequency);
        return unique(keywords, "FREQ", matching, &frequency.to_string(), (count, &|i| significant(of(i), 8)));
    }
    for keyword in ["NOEUD_CMP", "NOM_CAS"] {
        let asked = keywords.texts(keyword);
        if asked.is_empty() {
            continue;
        }
        let asked = asked.iter().map(|t| t.trim().to_string()).collect::<Vec<_>>().join(" ");
        let squeeze = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let of = |i: usize| modes.modes[i].labels.get(keyword).map(|t| squeeze(t)).unwrap_or_default();
        let mesh = modes.mesh.as_ref().map(|m| m.mesh.as_ref());
        let matching = ranks(count, |i| match keyword {
            "NOEUD_CMP" => is_named(&of(i), &asked, mesh),
            _ => of(i) == asked,
        });
        return unique(keywords, keyword, matching, &asked, (count, &of));
    }
    Err(keywords.error("RESULTAT", "T005", "modes are found by NUME_ORDRE, NUME_MODE, FREQ, NOEUD_CMP or NOM_CAS"))
}

fn mode_parameter(keywords: &Keywords, modes: &ModeSet, mode: usize, name: &str) -> Result<Compared, CallError> {
    let mode: &Mode = &modes.modes[mode];
    if name == "NUME_MODE" {
        return Ok(Compared::Integer(mode.number));
    }
    if let Some(value) = mode.parameter(name) {
        return Ok(Compared::Real(value));
    }
    if let Some(text) = mode.labels.get(name) {
        return Ok(Compared::Text(text.clone()));
    }
    let known: Vec<&str> = mode.parameters.keys().map(String::as_str).collect();
    let message = format!("these modes have no parameter {name}");
    Err(Box::new(keywords.error("PARA", "T005", message).help(format!("they have {}", known.join(", ")))))
}

fn mode_field(
    call: &Call,
    keywords: &Keywords,
    context: &mut Context<'_>,
    modes: &ModeSet,
    mode: usize,
) -> Result<(String, Compared), CallError> {
    let name = keywords.text_if_given("NOM_CHAM").unwrap_or_default();
    let at = format!("mode {}", modes.orders[mode]);
    if let Some(field) = modes.nodal_field(mode, &name) {
        let (label, value) = nodal_value(call, keywords, context, &field)?;
        return Ok((format!("{name} {label}, {at}"), value));
    }
    if let (Some(field), Some(mesh)) = (modes.modes[mode].fields.get(&*name), &modes.mesh) {
        let (label, value) = element_value(call, keywords, context, mesh, field)?;
        return Ok((format!("{name} {label}, {at}"), value));
    }
    Err(keywords.error("NOM_CHAM", "T005", format!("these modes have no field {name}")))
}

fn series_index(keywords: &Keywords, series: &FieldSeries, locating: &Locating) -> Result<usize, CallError> {
    let count = series.orders.len();
    if let Some(order) = keywords.integer_if_given("NUME_ORDRE") {
        let matching = of_order(&series.orders, order);
        return unique(
            keywords,
            "NUME_ORDRE",
            matching,
            &order.to_string(),
            (count, &|i| series.orders[i].to_string()),
        );
    }
    for keyword in ["INST", "FREQ", "ANGLE", "NUME_MODE"] {
        let (Some(asked), Some(values)) = (keywords.real_if_given(keyword), series.parameters.get(keyword)) else {
            continue;
        };
        let known = |i: usize| significant(values[i], 8);
        let matching = locating.among(values, asked);
        return unique(keywords, keyword, matching, &asked.to_string(), (values.len(), &known));
    }
    for keyword in ["NOM_CAS", "NOEUD_CMP"] {
        let asked: Vec<String> = keywords.texts(keyword).iter().map(|t| t.trim().to_string()).collect();
        let (false, Some(values)) = (asked.is_empty(), series.labels.get(keyword)) else { continue };
        let asked = asked.join(" ");
        let squeeze = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mesh = series.model.as_ref().map(|model| model.mesh.mesh.as_ref());
        let matching = ranks(count, |i| match keyword {
            "NOEUD_CMP" => is_named(&values[i], &asked, mesh),
            _ => squeeze(&values[i]) == asked,
        });
        return unique(keywords, keyword, matching, &asked, (values.len(), &|i| values[i].clone()));
    }
    let message = format!("this result is found by NUME_ORDRE or {}", series.access);
    Err(keywords.error("RESULTAT", "T005", message))
}

fn series_parameter(
    keywords: &Keywords,
    series: &FieldSeries,
    index: usize,
    name: &str,
) -> Result<Compared, CallError> {
    if let Some(value) = series.parameters.get(name).and_then(|v| v.get(index)).filter(|x| !x.is_nan()) {
        return Ok(if name == "NUME_MODE" { Compared::Integer(*value as i64) } else { Compared::Real(*value) });
    }
    if let Some(text) = series.labels.get(name).and_then(|v| v.get(index)) {
        return Ok(Compared::Text(text.clone()));
    }
    let known: Vec<&str> = series.parameters.keys().chain(series.labels.keys()).map(String::as_str).collect();
    let message = format!("this result has no parameter {name} at this order");
    Err(Box::new(keywords.error("PARA", "T005", message).help(format!("it has {}", known.join(", ")))))
}

fn series_field(
    call: &Call,
    keywords: &Keywords,
    context: &mut Context<'_>,
    series: &FieldSeries,
    index: usize,
) -> Result<(String, Compared), CallError> {
    let name = keywords.text_if_given("NOM_CHAM").unwrap_or_default();
    let at = match series.parameters.get(&series.access).and_then(|v| v.get(index)) {
        Some(x) => format!("{} {}", series.access, significant(*x, 8)),
        None => match series.labels.get(&series.access).and_then(|v| v.get(index)) {
            Some(label) => label.trim().to_string(),
            None => format!("order {}", series.orders[index]),
        },
    };
    if let Some(field) = series.nodal.get(&*name).and_then(|f| f.get(index)).and_then(Option::as_ref) {
        if let Some(variable) = keywords.text_if_given("NOM_VARI") {
            return Err(unknown(keywords, "T005", &[], &variable));
        }
        let (label, value) = nodal_value(call, keywords, context, field)?;
        return Ok((format!("{name} {label}, {at}"), value));
    }
    let mesh = series.model.as_ref().map(|m| &m.mesh);
    let field = series.element.get(&*name).and_then(|f| f.get(index)).and_then(Option::as_ref);
    if let (Some(field), Some(mesh)) = (field, mesh) {
        let (label, value) = element_value(call, keywords, context, mesh, field)?;
        return Ok((format!("{name} {label}, {at}"), value));
    }
    let known: Vec<&str> = series.nodal.keys().chain(series.element.keys()).map(String::as_str).collect();
    let message = format!("this result has no field {name} at {at}");
    Err(Box::new(keywords.error("NOM_CHAM", "T005", message).help(format!("its fields are {}", known.join(", ")))))
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
