//! One value of a field: a component at a node or at a point of an element, or a sum or extreme.

use super::expectation::summary;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{ElementField, MeshValue, NodalField};
use crate::diag::Diagnostic;
use crate::kernel::assembly::Component;
use crate::kernel::mesh::Mesh;
use crate::operators::Context;
use crate::operators::call::entities;
use crate::operators::call::variables::{column, laws_of, naming, unknown};
use crate::verdict::Compared;

fn at_rank(field: &NodalField, rank: usize) -> Compared {
    if field.imaginary.is_empty() { Compared::Real(field.values[rank]) } else { Compared::Complex(field.complex(rank)) }
}

/// The value a TEST_RESU occurrence asks of a nodal field, and how to name it.
pub fn nodal_value(
    call: &Call,
    keywords: &Keywords,
    context: &mut Context<'_>,
    field: &NodalField,
) -> Result<(String, Compared), CallError> {
    let component = keywords.text_if_given("NOM_CMP");
    if let Some(kind) = keywords.text_if_given("TYPE_TEST") {
        of_the_whole_field(keywords, context);
        let dofs = field.numbering.dofs().iter().enumerate();
        let wanted = |name: &str| component.as_ref().is_none_or(|c| **c == *name);
        let mut values: Vec<Compared> = dofs
            .filter(|(rank, dof)| wanted(dof.component.name()) && field.has(*rank))
            .map(|(rank, _)| at_rank(field, rank))
            .collect();
        if &*kind == "MAX" && component.is_none() && !values.is_empty() {
            // Over all components the search of the largest starts from the smallest positive number.
            values.push(Compared::Real(f64::MIN_POSITIVE));
        }
        let label = format!("{kind} of {}", component.as_deref().unwrap_or("all components"));
        return summary(&kind, &values)
            .map(|v| (label, v))
            .ok_or_else(|| keywords.error("TYPE_TEST", "T005", format!("{kind}: no value that allows it")));
    }
    let mesh = context.latest_mesh(call, &field.mesh).clone();
    let (Some((node, place)), Some(name)) = (node(keywords, context, &mesh)?, component) else {
        return Err(keywords.error("NOM_CMP", "T005", "give GROUP_NO and NOM_CMP, or TYPE_TEST"));
    };
    let rank = Component::from_name(&name).and_then(|c| field.numbering.rank(node, c)).filter(|r| field.has(*r));
    let Some(rank) = rank else {
        let known: Vec<&str> =
            field.numbering.dofs().iter().filter(|d| d.node == node).map(|d| d.component.name()).collect();
        let message = format!("node {} has no component {name}", node + 1);
        let help = match known.is_empty() {
            true => "no element that carries this field touches it".to_string(),
            false => format!("it has {}", known.join(", ")),
        };
        return Err(Box::new(keywords.error("NOM_CMP", "T005", message).help(help)));
    };
    Ok((format!("{name} at {place}"), at_rank(field, rank)))
}

/// Says which places beside TYPE_TEST have no bearing.
fn of_the_whole_field(keywords: &Keywords, context: &mut Context<'_>) {
    for place in ["GROUP_NO", "NOEUD", "GROUP_MA", "MAILLE", "POINT", "SOUS_POINT"] {
        if keywords.get(place).is_some() {
            let message = format!("TYPE_TEST bears on the whole field: {place} is not looked at");
            let warning = Diagnostic::warning("T008", message).at_if_absent(keywords.span_of(place));
            context.warn(warning.help(format!("leave out {place}, or TYPE_TEST for one value")));
        }
    }
}

/// The node that GROUP_NO (or NOEUD, in old files) designates, and its name for messages. A group should
/// have one node: of several the first is taken, and said.
fn node(keywords: &Keywords, context: &mut Context<'_>, mesh: &Mesh) -> Result<Option<(usize, String)>, CallError> {
    let nodes = entities::node_groups(keywords, "GROUP_NO", mesh)?;
    let name = keywords.text_if_given("GROUP_NO").or(keywords.text_if_given("NOEUD")).unwrap_or_default();
    if nodes.len() > 1 {
        let message =
            format!("the group {name} has {} nodes: the first, node {}, is tested", nodes.len(), nodes[0] + 1);
        let warning = Diagnostic::warning("T006", message).at_if_absent(keywords.span_of("GROUP_NO"));
        context.warn(warning.help("give a group of one node"));
    }
    let node = match nodes.first() {
        Some(node) => Some(*node),
        None => entities::named_nodes(keywords, "NOEUD", mesh)?.first().copied(),
    };
    Ok(node.map(|n| (n, name.to_string())))
}

/// The one cell that GROUP_MA (or MAILLE, in old files) designates.
fn cell(keywords: &Keywords, mesh: &Mesh) -> Result<Option<usize>, CallError> {
    let cells = entities::cell_groups(keywords, "GROUP_MA", mesh)?;
    if cells.len() > 1 {
        let message = format!("the group has {} cells, one is needed", cells.len());
        return Err(keywords.error("GROUP_MA", "T005", message));
    }
    match cells.first() {
        Some(cell) => Ok(Some(*cell)),
        None => Ok(entities::named_cells(keywords, "MAILLE", mesh)?.first().copied()),
    }
}

/// The value a TEST_RESU occurrence asks of a field on elements.
pub fn element_value(
    call: &Call,
    keywords: &Keywords,
    context: &mut Context<'_>,
    mesh: &MeshValue,
    field: &ElementField,
) -> Result<(String, Compared), CallError> {
    let names = || field.components.join(", ");
    let keyword = naming(keywords);
    let asked = keywords.text_if_given(keyword);
    // The law of the one cell asked for knows better which names there are.
    let everywhere = keyword == "NOM_CMP" || field.at_nodes || keywords.has("TYPE_TEST");
    if let Some(name) = &asked
        && everywhere
        && !(0..field.cells.len()).any(|entry| column(keyword, field, entry, name).is_some())
    {
        if keyword == "NOM_VARI" {
            return Err(unknown(keywords, "T005", &laws_of(field, 0..field.cells.len()), name));
        }
        let message = format!("this field has no component {name}");
        return Err(Box::new(keywords.error("NOM_CMP", "T005", message).help(format!("it has {}", names()))));
    }
    let value = |entry: usize, point: usize, column: usize| {
        let z = field.value(entry, point, column)?;
        Some(if field.is_complex() { Compared::Complex(z) } else { Compared::Real(z.re) })
    };
    if let Some(kind) = keywords.text_if_given("TYPE_TEST") {
        of_the_whole_field(keywords, context);
        let columns = |entry: usize| match &asked {
            Some(name) => column(keyword, field, entry, name).map_or(0..0, |c| c..c + 1),
            None => 0..field.components.len(),
        };
        let points = (0..field.cells.len()).flat_map(|e| (0..field.points(e)).map(move |p| (e, p)));
        let values: Vec<Compared> = points.flat_map(|(e, p)| columns(e).filter_map(move |c| value(e, p, c))).collect();
        let label = format!("{kind} of {}", asked.as_deref().unwrap_or("all components"));
        return summary(&kind, &values)
            .map(|v| (label, v))
            .ok_or_else(|| keywords.error("TYPE_TEST", "T005", format!("{kind}: no value that allows it")));
    }
    let mesh = context.latest_mesh(call, mesh).clone();
    if keywords.integer_if_given("SOUS_POINT").is_some_and(|p| p != 1) {
        return Err(keywords.error("SOUS_POINT", "T005", "the elements computed here have one sub-point"));
    }
    let Some(name) = asked else {
        return Err(keywords.error("NOM_CMP", "T005", "give a place and NOM_CMP, or TYPE_TEST"));
    };
    let absent = || {
        let message = format!("the field has no component {name} there");
        Box::new(keywords.error(keyword, "T005", message).help(format!("its components are {}", names())))
    };
    if field.at_nodes {
        let Some((node, place)) = node(keywords, context, &mesh)? else {
            return Err(keywords.error("NOM_CMP", "T005", "give the node: GROUP_NO"));
        };
        let found = column(keyword, field, node, &name).and_then(|c| value(node, 0, c));
        return Ok((format!("{name} at {place}"), found.ok_or_else(absent)?));
    }
    let Some(cell) = cell(keywords, &mesh)? else {
        return Err(keywords.error("NOM_CMP", "T005", "give GROUP_MA and NOM_CMP, or TYPE_TEST"));
    };
    let points = field.points(cell);
    let point = match node(keywords, context, &mesh)? {
        Some((node, _)) => mesh.cells[cell].nodes.iter().position(|n| *n == node).map(|p| p + 1),
        None => keywords.integer_if_given("POINT").map_or(Some(1), |p| usize::try_from(p).ok()),
    };
    let Some(point) = point.filter(|p| (1..=points).contains(p)) else {
        let message = format!("the field has {points} point(s) on cell {}, not the one asked", cell + 1);
        return Err(keywords.error("GROUP_MA", "T005", message));
    };
    let group = keywords.text_if_given("GROUP_MA").or(keywords.text_if_given("MAILLE")).unwrap_or_default();
    let label = format!("{name} on {group} point {point}");
    let Some(column) = column(keyword, field, cell, &name) else {
        return Err(unknown(keywords, "T005", &laws_of(field, [cell]), &name));
    };
    Ok((label, value(cell, point - 1, column).ok_or_else(absent)?))
}
