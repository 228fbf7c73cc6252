//! One field of a result: its components, then the values of each state on each kind of entities.

use super::cells::CellPlace;
use super::mesh::add_mesh;
use super::request::{Request, source};
use super::values::Values;
use super::{cells, nodes};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, Field};
use crate::diag::Diagnostic;
use crate::io::med::{Document, Part, Refusal, Step};
use crate::operators::Context;
use crate::operators::printing::asked::on_elements_alone;
use crate::operators::tables::{not_stored, stored_fields};

/// Components of a field that is written.
const MOST_COMPONENTS: usize = 200;

/// Adds the field `name`, the `rank`-th that is asked for; the ranks of its states, or why it is not there.
pub(super) fn add(
    call: &Call,
    keywords: &Keywords,
    request: &Request<'_>,
    (rank, name): (usize, &str),
    document: &mut Document,
    context: &mut Context<'_>,
) -> Result<Result<Vec<usize>, CallError>, CallError> {
    let states = match stored_fields(keywords, name) {
        Ok(states) => states,
        Err(fault) => return Ok(Err(fault)),
    };
    let title = request.title(rank, name);
    let Some(first) = states.first() else { return Ok(Err(not_stored(keywords, name))) };
    if let Some(why) = on_elements_alone(keywords, name, &first.field, false) {
        return Ok(Err(why));
    }
    if let Some(Concept::CellField(field)) = keywords.concept("CHAM_GD")
        && !field.functions.is_empty()
    {
        return Ok(Err(keywords.error(source(keywords), "R708", format!("{title} is a field of functions"))));
    }
    let part = request.part(keywords, &title, &states)?;
    let value = first.field.mesh().clone();
    let mesh = context.latest_mesh(call, &value).clone();
    let mesh_name = add_mesh(call, keywords, &value, document, context);
    let at_nodes = first.field.is_at_nodes();
    let own_name = match keywords.concept("CHAM_GD") {
        Some(Concept::CellField(field)) => field.name.clone(),
        _ => name.to_string(),
    };
    let fields: Vec<&Field> = states.iter().map(|state| &state.field).collect();
    let carried = if at_nodes { nodes::components(&fields) } else { cells::components(&fields) };
    let components = chosen(keywords, request, &title, &carried)?;
    if components.len() > MOST_COMPONENTS {
        let message = format!("{title} has {} components, files have {MOST_COMPONENTS} at most", components.len());
        return Ok(Err(keywords.error(source(keywords), "R708", message)));
    }
    let mut writer = match at_nodes {
        true => Writer::Nodes(nodes::Writer::new(keywords, &mesh, &components, part)?),
        false => Writer::Cells(cells::Writer::new(keywords, &mesh, &components, part, CellPlace::of(&own_name))?),
    };
    let names = match (&fields[0], &own_name) {
        (Field::Element(field, _), name) if name.starts_with("VARI_EL") && keywords.is("IMPR_NOM_VARI", "OUI") => {
            cells::variables(field, &components)
        }
        _ => None,
    };
    let named = format!("{title}_NOMME");
    let (mut lacking, mut nothing) = (false, true);
    for state in &states {
        let step = request.step(state.rank);
        for values in writer.values(&state.field) {
            lacking |= values.lacking;
            nothing = false;
            if let Some(names) = &names {
                put(keywords, document, (&named, &mesh_name, names), step, values.clone())?;
            }
            put(keywords, document, (&title, &mesh_name, &components), step, values)?;
        }
    }
    if lacking {
        let message = format!("{title}: a component that a node or an element does not have is 0 in the file");
        let help = "NOM_CMP chooses components, GROUP_NO and GROUP_MA places";
        context.warn(Diagnostic::warning("R728", message).at_if_absent(keywords.span_of(source(keywords))).help(help));
    }
    if nothing {
        return Ok(Err(keywords.error(source(keywords), "R708", format!("{title} has no value where it is asked"))));
    }
    Ok(Ok(states.iter().map(|state| state.rank).collect()))
}

enum Writer<'w> {
    Nodes(nodes::Writer<'w>),
    Cells(cells::Writer<'w>),
}

impl Writer<'_> {
    fn values(&mut self, field: &Field) -> Vec<Values> {
        match self {
            Writer::Nodes(writer) => writer.values(field).into_iter().collect(),
            Writer::Cells(writer) => match field {
                Field::Element(field, _) => writer.values(field),
                Field::Nodal(_) => Vec::new(),
            },
        }
    }
}

/// NOM_CMP in its order, or all the components that the field has.
fn chosen(
    keywords: &Keywords,
    request: &Request<'_>,
    title: &str,
    carried: &[String],
) -> Result<Vec<String>, CallError> {
    let missing: Vec<&str> =
        request.components.iter().filter(|name| !carried.contains(name)).map(String::as_str).collect();
    if !missing.is_empty() {
        let message = format!("no {} in {title}", missing.join(", "));
        let help = format!("the components are {}", carried.join(", "));
        return Err(Box::new(keywords.error("NOM_CMP", "R719", message).help(help)));
    }
    Ok(if request.components.is_empty() { carried.to_vec() } else { request.components.clone() })
}

fn put(
    keywords: &Keywords,
    document: &mut Document,
    (field, mesh, components): (&str, &str, &[String]),
    step: Step,
    values: Values,
) -> Result<(), CallError> {
    let part = Part {
        field,
        mesh,
        components,
        step,
        support: values.support,
        numbers: values.numbers.as_deref(),
        points: values.points,
        localisation: values.localisation.as_ref(),
        values: values.values,
    };
    document.add(part).map_err(|refusal| refused(keywords, field, step, &refusal))
}

fn refused(keywords: &Keywords, field: &str, step: Step, refusal: &Refusal) -> CallError {
    let (message, help) = match refusal {
        Refusal::OtherComponents(known) => {
            let message = format!("the field {field} is in the file with the components {}", known.join(", "));
            (message, "NOM_CHAM_MED gives it another name, another UNITE another file")
        }
        Refusal::OtherMesh(mesh) => {
            (format!("the field {field} is in the file on the mesh {mesh}"), "NOM_CHAM_MED gives it another name")
        }
        Refusal::AlreadyThere => {
            let message = match step {
                Step::NONE => format!("the field {field} is in the file already"),
                Step { order, time, .. } => {
                    format!("the field {field} is in the file already at {time} (order {order})")
                }
            };
            (message, "values in a file are never replaced: NOM_CHAM_MED gives another name, NUME_ORDRE other states")
        }
        Refusal::TooManySteps(most) => {
            (format!("the field {field} has more than {most} states"), "NUME_ORDRE, INST or LIST_INST choose some")
        }
    };
    Box::new(keywords.error(source(keywords), "R719", message).help(help))
}
