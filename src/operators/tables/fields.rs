//! CREA_TABLE(RESU=...): values of fields as rows, with where and when they were taken.
//!
//! Columns: RESULTAT, NOM_CHAM, the access variable, NUME_ORDRE (or CHAM_GD for a field by itself); MAILLE for
//! fields on elements; NOEUD, or POINT at the points of elements, SOUS_POINT; coordinates; components. Nodes and
//! cells are designated by their rank in the mesh. A cell is empty where a node lacks the component.

use super::cell::of_field;
use super::states::{is_at_nodes_of_cells, not_stored, stored_fields};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Cell, Column, ColumnType, ElementField, Field, States, Table, internal_name};
use crate::kernel::mesh::Mesh;
use crate::operators::Context;
use crate::operators::call::entities;
use crate::operators::call::variables::{laws_of, unknown};

pub(super) fn table(call: &Call, keywords: &Keywords, context: &Context<'_>) -> Result<Table, CallError> {
    let field_name = keywords.text_if_given("NOM_CHAM").unwrap_or_default();
    let slices = slices(keywords, &field_name)?;
    let Some(first) = slices.first() else { return Err(not_stored(keywords, &field_name)) };
    let mesh = context.latest_mesh(call, first.field.mesh()).clone();
    let components = components(keywords, &slices, &mesh)?;
    let on_elements = !first.field.is_at_nodes();
    let at_nodes = is_at_nodes_of_cells(keywords, &field_name);
    if on_elements && !at_nodes && ["GROUP_NO", "NOEUD"].iter().any(|name| keywords.has(name)) {
        return Err(entities::not_at_nodes(keywords, "R607", &field_name));
    }
    let mut table = Table { mesh: Some(mesh.clone()), ..Table::default() };
    let mut add = |name: &str, kind| table.columns.push(Column { name: name.to_string(), kind });
    first.labels.iter().for_each(|(name, cell)| add(name, label_type(cell)));
    if on_elements {
        add("MAILLE", ColumnType::Text(8));
    }
    if at_nodes {
        add("NOEUD", ColumnType::Text(8))
    } else {
        add("POINT", ColumnType::Integer)
    }
    if on_elements {
        add("SOUS_POINT", ColumnType::Integer);
    }
    let axes = if at_nodes { &["COOR_X", "COOR_Y", "COOR_Z"][..mesh.dimension.clamp(1, 3)] } else { &[] };
    axes.iter().for_each(|name| add(name, ColumnType::Real));
    let complex = slices.iter().any(|slice| slice.field.is_complex());
    let kind = if complex { ColumnType::Complex } else { ColumnType::Real };
    components.iter().for_each(|name| add(name, kind));
    let place = RowPlace { at_nodes, axes: axes.len() };
    for slice in &slices {
        let labels: Vec<Cell> = slice.labels.iter().map(|(_, cell)| cell.clone()).collect();
        match &slice.field {
            Field::Element(field, _) if on_elements => {
                element_rows(keywords, &mesh, field, &components, &labels, &place, &mut table)?;
            }
            field => {
                for node in nodes(keywords, &mesh)? {
                    let values: Vec<Cell> = components.iter().map(|name| of_field(field.at_node(node, name))).collect();
                    if values.iter().any(|cell| *cell != Cell::Empty) {
                        let where_ = place.node(&mesh, node);
                        table.rows.push(labels.iter().cloned().chain(where_).chain(values));
                    }
                }
            }
        }
    }
    Ok(table)
}

/// A field at one stored state, and the columns that say which.
struct Slice {
    labels: Vec<(&'static str, Cell)>,
    field: Field,
}

fn slices(keywords: &Keywords, field_name: &str) -> Result<Vec<Slice>, CallError> {
    let name = |keyword: &str| Cell::Text(keywords.handle(keyword).map_or(String::new(), internal_name));
    let states = keywords.concept("RESULTAT").and_then(States::of);
    let given = |names: &[&str]| names.iter().any(|name| keywords.has(name));
    let by_number = given(&["MODE", "LIST_MODE"]);
    let labels = |rank: usize| {
        let Some(states) = states.filter(|_| !keywords.has("CHAM_GD")) else {
            return vec![("CHAM_GD", name("CHAM_GD"))];
        };
        let mut labels = vec![("RESULTAT", name("RESULTAT")), ("NOM_CHAM", Cell::Text(field_name.to_string()))];
        let parameter = states.abscissa();
        let is_shown = parameter == "INST" || given(&["FREQ", "LIST_FREQ"]);
        match states.parameter(parameter, rank).filter(|x| x.is_finite() && is_shown) {
            _ if by_number => labels.push(("MODE", Cell::Integer(states.number(rank)))),
            Some(x) => labels.push((parameter, Cell::Real(x))),
            None => {}
        }
        labels.push(("NUME_ORDRE", Cell::Integer(states.orders()[rank])));
        labels
    };
    let stored = stored_fields(keywords, field_name)?;
    Ok(stored.into_iter().map(|stored| Slice { labels: labels(stored.rank), field: stored.field }).collect())
}

/// Names of the components: NOM_CMP, or all those of the fields; NOM_VARI where it is given.
fn components(keywords: &Keywords, slices: &[Slice], mesh: &Mesh) -> Result<Vec<String>, CallError> {
    if keywords.has("NOM_VARI") {
        return variables(keywords, slices, mesh);
    }
    let mut known: Vec<String> = Vec::new();
    for slice in slices {
        for name in slice.field.components() {
            if !known.contains(&name) {
                known.push(name);
            }
        }
    }
    if !keywords.has("NOM_CMP") {
        return Ok(known);
    }
    let mut asked = Vec::new();
    let texts = keywords.texts("NOM_CMP");
    let unknown: Vec<&str> = texts.iter().map(|t| &**t).filter(|name| !known.iter().any(|k| **k == **name)).collect();
    for name in texts.iter() {
        if !unknown.is_empty() {
            let unknown = unknown.join(", ");
            let mut error = keywords.error("NOM_CMP", "R607", format!("the field has no component {unknown}"));
            error.help = Some(format!("it has {}", known.join(", ")));
            return Err(error);
        }
        asked.push(name.to_string());
    }
    Ok(asked)
}

/// Internal variables of NOM_VARI, each of which a law of the cells has.
fn variables(keywords: &Keywords, slices: &[Slice], mesh: &Mesh) -> Result<Vec<String>, CallError> {
    let cells = entities::selected_cells(keywords, mesh)?;
    let names: Vec<String> = keywords.texts("NOM_VARI").iter().map(|name| name.trim().to_string()).collect();
    for name in &names {
        let has = |slice: &Slice| match &slice.field {
            Field::Element(field, _) => cells.iter().any(|cell| field.column(*cell, name).is_some()),
            Field::Nodal(_) => false,
        };
        if !slices.iter().any(has) {
            let mut laws = Vec::new();
            if let Some(Slice { field: Field::Element(field, _), .. }) = slices.first() {
                laws = laws_of(field, cells.iter().copied());
            }
            return Err(unknown(keywords, "R607", &laws, name));
        }
    }
    Ok(names)
}

/// Nodes of TOUT, GROUP_NO, NOEUD, or of the cells of GROUP_MA, MAILLE, by rank.
fn nodes(keywords: &Keywords, mesh: &Mesh) -> Result<Vec<usize>, CallError> {
    let mut nodes = entities::selected_nodes(keywords, mesh)?;
    nodes.sort_unstable();
    nodes.dedup();
    Ok(nodes)
}

/// How rows say where they are.
struct RowPlace {
    at_nodes: bool,
    axes: usize,
}

impl RowPlace {
    fn node(&self, mesh: &Mesh, node: usize) -> Vec<Cell> {
        let position = mesh.nodes[node].position.iter().take(self.axes).map(|x| Cell::Real(*x));
        std::iter::once(Cell::Text((node + 1).to_string())).chain(position).collect()
    }
}

fn element_rows(
    keywords: &Keywords,
    mesh: &Mesh,
    field: &ElementField,
    components: &[String],
    labels: &[Cell],
    place: &RowPlace,
    table: &mut Table,
) -> Result<(), CallError> {
    let mut cells = entities::selected_cells(keywords, mesh)?;
    cells.sort_unstable();
    cells.dedup();
    // Of the cells of GROUP_MA, where that is there too.
    let wanted = entities::nodes_alone(keywords, mesh)?.map(|nodes| entities::marked(&nodes, mesh.nodes.len()));
    for cell in cells {
        let columns: Vec<Option<usize>> = components.iter().map(|name| field.column(cell, name)).collect();
        for point in 0..field.points(cell) {
            let node = mesh.cells[cell].nodes.get(point).copied();
            if wanted.as_ref().is_some_and(|wanted| !node.is_some_and(|node| wanted[node])) {
                continue;
            }
            let mut row = labels.to_vec();
            row.push(Cell::Text((cell + 1).to_string()));
            let sub_point = Cell::Integer(1);
            match node.filter(|_| place.at_nodes) {
                Some(node) => {
                    let mut where_ = place.node(mesh, node).into_iter();
                    row.extend(where_.next());
                    row.push(sub_point);
                    row.extend(where_);
                }
                None if place.at_nodes => {
                    row.extend([Cell::Empty, sub_point]);
                    row.extend(vec![Cell::Empty; place.axes]);
                }
                None => row.extend([Cell::Integer(point as i64 + 1), sub_point]),
            }
            let value = |column: &Option<usize>| {
                let found = column.and_then(|c| field.value(cell, point, c));
                of_field(found.map(|z| (z, field.is_complex())))
            };
            row.extend(columns.iter().map(value));
            table.rows.push(row);
        }
    }
    Ok(())
}

fn label_type(cell: &Cell) -> ColumnType {
    match cell {
        Cell::Integer(_) => ColumnType::Integer,
        Cell::Real(_) => ColumnType::Real,
        _ => ColumnType::Text(16),
    }
}
