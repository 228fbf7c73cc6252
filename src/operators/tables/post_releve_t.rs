//! POST_RELEVE_T: values of fields at nodes as a table, their means and extremes, or their resultant and moment.
//!
//! ```text
//! T = POST_RELEVE_T(ACTION=_F(OPERATION="EXTRACTION", INTITULE="TIP", RESULTAT=RUN, NOM_CHAM="VITE",
//!                             GROUP_NO="TIP", NOM_CMP=("DX", "DY"), TOUT_ORDRE="OUI"))
//! ```
//!
//! One row per state and node; with MOYE_NOEUD='NON' one per cell of a node, named under MAILLE. ABSC_CURV is the distance walked along the nodes in the order given. A field on
//! elements is averaged over the elements of a node. Complex values are given by their modulus, or by the part that
//! FORMAT_C names.

use std::sync::Arc;

use num_complex::Complex64;

use super::extremes::extremes;
use super::states::{StoredField, not_stored, part, stored_fields};
use super::summaries::{Line, averages, means};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Cell, Column, ColumnType, Field, Table, internal_name};
use crate::diag::each;
use crate::kernel::assembly::Component;
use crate::kernel::elements::Frame;
use crate::kernel::mesh::Mesh;
use crate::operators::call::entities;
use crate::operators::tables::summaries::Row;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const POST_RELEVE_T: Operator =
    Operator { name: "POST_RELEVE_T", run, check: Check::Rehearsed };

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let mut table =
        Table { title: call.text_if_given("TITRE").map_or(String::new(), |t| t.to_string()), ..Table::default() };
    each(call.factor("ACTION"), |action| {
        if !action.text_if_given("REPERE").is_none_or(|name| ["GLOBAL", "UTILISATEUR"].contains(&&*name)) {
            let error = action.error("REPERE", "R707", "POST_RELEVE_T: REPERE is 'GLOBAL' or 'UTILISATEUR'");
            return Err(Box::new(error.help("turn the field before: MODI_REPERE has REPERE='CYLINDRIQUE'")));
        }
        for operation in action.texts("OPERATION") {
            for row in rows(call, action, context, &operation, &mut table.mesh)? {
                append(&mut table, row);
            }
        }
        Ok(())
    })?;
    set_result(call, crate::concepts::Concept::Table(std::sync::Arc::new(table)))
}

fn rows(
    call: &Call,
    action: &Keywords,
    context: &Context<'_>,
    operation: &str,
    numbered: &mut Option<Arc<Mesh>>,
) -> Result<Vec<Row>, CallError> {
    let name = action.text_if_given("NOM_CHAM").unwrap_or_default();
    let fields = stored_fields(action, &name)?;
    let Some(first) = fields.first() else { return Err(not_stored(action, &name)) };
    let mesh = context.latest_mesh(call, first.field.mesh()).clone();
    *numbered = Some(mesh.clone());
    let nodes = entities::selected_nodes(action, &mesh)?;
    let apart = apart(action, &mesh, first, operation)?;
    let places = places(&mesh, &nodes, apart.then_some(&first.field));
    let text = |name: &str, size, value: String| (name.to_string(), ColumnType::Text(size), Cell::Text(value));
    let title = action.text("INTITULE")?.to_string();
    let total = action.has("RESULTANTE");
    let frame = own_axes(action, first, total)?;
    let mut all = Vec::new();
    for stored in &fields {
        let before = |place: Option<&SamplePlace>| {
            let mut row = vec![text("INTITULE", 16, title.clone())];
            row.extend(place.map(|p| text("NOEUD", 8, (p.node + 1).to_string())));
            row.extend(place.and_then(|p| p.corner).map(|(cell, _)| text("MAILLE", 8, (cell + 1).to_string())));
            let result = if action.has("RESULTAT") { "RESU" } else { "CHAM_GD" };
            let name = action.handle("RESULTAT").or(action.handle("CHAM_GD")).map_or(String::new(), internal_name);
            row.push(text(result, 8, name.to_string()));
            row.extend(stored.labels.iter().cloned());
            row
        };
        let value = |place: &SamplePlace, name: &str| {
            let global = |name: &str| match place.corner {
                Some(corner) => stored.field.at_corner(corner, name),
                None => stored.field.at_node(place.node, name),
            };
            let turned = match &frame {
                Some(frame) => along(frame, name, &global),
                None => global(name),
            };
            turned.map(|z| part(action, z))
        };
        if total {
            let mut row = before(None);
            let names = action.texts("RESULTANTE");
            for name in &names {
                let sum: f64 = places.iter().filter_map(|p| value(p, name)).sum();
                row.push((name.to_string(), ColumnType::Real, Cell::Real(sum)));
            }
            let moments = moments(action, &mesh, &places, &value);
            for name in action.texts("MOMENT") {
                let axis = ["DRX", "DRY", "DRZ"].iter().position(|a| **a == *name);
                let Some(axis) = axis else {
                    return Err(action.error("MOMENT", "R707", format!("moments of {name} are not implemented")));
                };
                row.push((name.to_string(), ColumnType::Real, Cell::Real(moments[axis])));
            }
            all.push(row);
            continue;
        }
        let components = components(action, stored)?;
        if operation == "EXTREMA" {
            all.extend(extremes(action, &mesh, stored, &components, &before(None))?);
            continue;
        }
        if operation != "EXTRACTION" {
            let points =
                |name: &str| places.iter().filter_map(|p| value(p, name).map(|x| (p.node, p.walked, x))).collect();
            let lines: Vec<Line> =
                components.iter().map(|component| Line { component, points: points(component) }).collect();
            all.extend(match operation {
                "MOYENNE" => averages(&before(None), &lines),
                _ => means(&before(None), &lines),
            });
            continue;
        }
        for place in &places {
            let cells: Vec<Option<f64>> = components.iter().map(|name| value(place, name)).collect();
            if cells.iter().all(Option::is_none) {
                continue;
            }
            let mut row = before(Some(place));
            row.push(("ABSC_CURV".to_string(), ColumnType::Real, Cell::Real(place.walked)));
            for (name, x) in ["COOR_X", "COOR_Y", "COOR_Z"].iter().zip(mesh.nodes[place.node].position) {
                row.push((name.to_string(), ColumnType::Real, Cell::Real(x)));
            }
            for (name, x) in components.iter().zip(cells) {
                row.push((name.clone(), ColumnType::Real, x.map_or(Cell::Empty, Cell::Real)));
            }
            all.push(row);
        }
    }
    Ok(all)
}

/// Where one value is read: a node, or the corner of a cell there.
struct SamplePlace {
    node: usize,
    /// Distance along the nodes from the first one.
    walked: f64,
    /// A cell and the rank of the node in it.
    corner: Option<(usize, usize)>,
}

/// The nodes, or with a field on elements the corners of its cells at each node.
fn places(mesh: &Mesh, nodes: &[usize], field: Option<&Field>) -> Vec<SamplePlace> {
    let mut places = Vec::new();
    for (&node, walked) in nodes.iter().zip(walked(mesh, nodes)) {
        let corners = field.map_or(vec![None], |f| f.corners(node).into_iter().map(Some).collect());
        places.extend(corners.into_iter().map(|corner| SamplePlace { node, walked, corner }));
    }
    places
}

/// Whether the values of a node are read cell by cell (MOYE_NOEUD='NON', fields on elements).
fn apart(action: &Keywords, mesh: &Mesh, stored: &StoredField, operation: &str) -> Result<bool, CallError> {
    let Field::Element(field, _) = &stored.field else { return Ok(false) };
    if field.at_nodes || !action.is("MOYE_NOEUD", "NON") {
        return Ok(false);
    }
    let at_corners =
        |(cell, shape): (usize, &crate::kernel::mesh::Cell)| [0, shape.nodes.len()].contains(&field.points(cell));
    let message = if operation == "MOYENNE" || action.has("RESULTANTE") {
        "POST_RELEVE_T: MOYE_NOEUD='NON' gives values cell by cell: a mean along a line, or a resultant, needs one per node"
    } else if mesh.cells.iter().enumerate().all(at_corners) {
        return Ok(true);
    } else {
        "POST_RELEVE_T: MOYE_NOEUD='NON' needs a field at the nodes of elements, one of ELNO"
    };
    Err(Box::new(
        action.error("MOYE_NOEUD", "R707", message).help("leave MOYE_NOEUD out, values at a node are then averaged"),
    ))
}

/// The axes of REPERE='UTILISATEUR', for fields of vectors.
fn own_axes(action: &Keywords, field: &StoredField, total: bool) -> Result<Option<Frame>, CallError> {
    if !action.is("REPERE", "UTILISATEUR") {
        return Ok(None);
    }
    let asked = components(action, field)?;
    let scalar = asked.iter().find(|name| VECTORS.iter().flatten().all(|c| c.name() != name.as_str()));
    let message = match scalar {
        _ if total => "POST_RELEVE_T: resultants are in global axes".to_string(),
        Some(name) => format!("POST_RELEVE_T: {name} is no component of a vector, it cannot be turned"),
        None => {
            let mut angles = action.reals("ANGL_NAUT");
            angles.resize(3, 0.0);
            return Ok(Some(Frame::from_angles([angles[0], angles[1], angles[2]].map(f64::to_radians))));
        }
    };
    Err(action.error("REPERE", "R707", message))
}

const VECTORS: [[Component; 3]; 2] =
    [[Component::Dx, Component::Dy, Component::Dz], [Component::Drx, Component::Dry, Component::Drz]];

/// A component along the axis of a frame; what the node lacks counts as 0.
fn along(frame: &Frame, name: &str, global: &impl Fn(&str) -> Option<(Complex64, bool)>) -> Option<(Complex64, bool)> {
    let (_, complex) = global(name)?;
    let vector = VECTORS.iter().find(|v| v.iter().any(|c| c.name() == name))?;
    let axis = vector.iter().position(|c| c.name() == name)?;
    let parts = vector.map(|c| global(c.name()).unwrap_or_default().0);
    let local = |part: fn(Complex64) -> f64| frame.to_local(parts.map(part))[axis];
    Some((Complex64::new(local(|z| z.re), local(|z| z.im)), complex))
}

/// NOM_CMP, or all components of the field (TOUT_CMP).
fn components(action: &Keywords, stored: &StoredField) -> Result<Vec<String>, CallError> {
    let known = stored.field.components();
    let asked: Vec<String> = action.texts("NOM_CMP").iter().map(|t| t.to_string()).collect();
    if asked.is_empty() {
        return Ok(known);
    }
    match asked.iter().find(|name| !known.contains(name)) {
        None => Ok(asked),
        Some(name) => {
            let mut error = action.error("NOM_CMP", "R607", format!("the field has no component {name}"));
            error.help = Some(format!("it has {}", known.join(", ")));
            Err(error)
        }
    }
}

/// Distance from the first node, straight from each to the next.
fn walked(mesh: &Mesh, nodes: &[usize]) -> Vec<f64> {
    let mut total = 0.0;
    let mut abscissae = Vec::with_capacity(nodes.len());
    for (k, node) in nodes.iter().enumerate() {
        if k > 0 {
            let (a, b) = (mesh.nodes[nodes[k - 1]].position, mesh.nodes[*node].position);
            total += (0..3).map(|i| (b[i] - a[i]) * (b[i] - a[i])).sum::<f64>().sqrt();
        }
        abscissae.push(total);
    }
    abscissae
}

/// `Σ (x - POINT) × F + M`.
fn moments(
    action: &Keywords,
    mesh: &Mesh,
    places: &[SamplePlace],
    value: &impl Fn(&SamplePlace, &str) -> Option<f64>,
) -> [f64; 3] {
    let point = action.reals("POINT");
    let mut sum = [0.0; 3];
    for place in places {
        let node = place.node;
        let r: [f64; 3] = std::array::from_fn(|i| mesh.nodes[node].position[i] - point.get(i).copied().unwrap_or(0.0));
        let f = ["DX", "DY", "DZ"].map(|name| value(place, name).unwrap_or(0.0));
        let m = ["DRX", "DRY", "DRZ"].map(|name| value(place, name).unwrap_or(0.0));
        sum[0] += r[1] * f[2] - r[2] * f[1] + m[0];
        sum[1] += r[2] * f[0] - r[0] * f[2] + m[1];
        sum[2] += r[0] * f[1] - r[1] * f[0] + m[2];
    }
    sum
}

/// A row whose new columns are added to the table.
fn append(table: &mut Table, row: Row) {
    let mut cells = vec![Cell::Empty; table.columns.len()];
    for (name, kind, cell) in row {
        let rank = table.column(&name).unwrap_or_else(|| {
            table.columns.push(Column { name, kind });
            table.rows.add_empty_column();
            cells.push(Cell::Empty);
            cells.len() - 1
        });
        cells[rank] = cell;
    }
    table.rows.push(cells);
}
