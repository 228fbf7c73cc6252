//! A field of a result as a table, all states one after the other: what IMPR_RESU lists.

use super::cell::of_field;
use super::states::stored_fields;
use crate::catalogue::{Call, Keywords};
use crate::concepts::{Cell, Column, ColumnType, Field, Table};
use crate::kernel::mesh::Mesh;
use crate::operators::Context;
use crate::operators::call::entities;

/// `None` when the result has no such field at the states asked for, or the place is unknown: a listing never stops
/// a study.
pub(in crate::operators) fn listing(
    call: &Call,
    keywords: &Keywords,
    name: &str,
    context: &Context<'_>,
) -> Option<Table> {
    let stored = stored_fields(keywords, name).ok()?;
    let first = stored.first()?;
    let mesh = context.latest_mesh(call, first.field.mesh()).clone();
    let at_nodes = first.field.is_at_nodes();
    let asked = keywords.texts("NOM_CMP");
    let mut components = first.field.components();
    components.retain(|c| asked.is_empty() || asked.iter().any(|a| **a == **c));
    let labels = first.labels.iter().filter(|(name, ..)| name != "NOM_CHAM");
    let mut columns: Vec<Column> = labels.map(|(name, kind, _)| Column { name: name.clone(), kind: *kind }).collect();
    let mut add = |name: &str, kind| columns.push(Column { name: name.to_string(), kind });
    if at_nodes {
        add("NOEUD", ColumnType::Text(8));
    } else {
        add("MAILLE", ColumnType::Text(8));
        add("POINT", ColumnType::Integer);
    }
    let complex = first.field.is_complex();
    components.iter().for_each(|c| add(c, if complex { ColumnType::Complex } else { ColumnType::Real }));
    let mut table = Table { title: name.to_string(), columns, ..Table::default() };
    for state in &stored {
        let labels = state.labels.iter().filter(|(name, ..)| name != "NOM_CHAM").map(|(.., cell)| cell.clone());
        let labels: Vec<Cell> = labels.collect();
        let rows = if at_nodes {
            node_rows(keywords, &mesh, &state.field, &components)?
        } else {
            cell_rows(keywords, &mesh, &state.field, &components)?
        };
        table.rows.extend(rows.into_iter().map(|row| labels.iter().cloned().chain(row).collect::<Vec<Cell>>()));
    }
    Some(table)
}

fn node_rows(keywords: &Keywords, mesh: &Mesh, field: &Field, components: &[String]) -> Option<Vec<Vec<Cell>>> {
    let nodes = entities::selected_nodes(keywords, mesh).ok()?;
    let row = |node: usize| {
        let cells: Vec<Cell> = components.iter().map(|c| of_field(field.at_node(node, c))).collect();
        let any = cells.iter().any(|c| *c != Cell::Empty);
        any.then(|| std::iter::once(Cell::Text((node + 1).to_string())).chain(cells).collect())
    };
    Some(nodes.into_iter().filter_map(row).collect())
}

fn cell_rows(keywords: &Keywords, mesh: &Mesh, field: &Field, components: &[String]) -> Option<Vec<Vec<Cell>>> {
    let Field::Element(field, _) = field else { return None };
    let mut rows = Vec::new();
    let wanted = entities::nodes_alone(keywords, mesh).ok()?.filter(|_| !entities::has_cells(keywords));
    let wanted = wanted.map(|nodes| entities::marked(&nodes, mesh.nodes.len()));
    for entry in entities::selected_cells(keywords, mesh).ok()? {
        for point in 0..field.points(entry) {
            let node = mesh.cells[entry].nodes.get(point);
            if wanted.as_ref().is_some_and(|wanted| !node.is_some_and(|node| wanted[*node])) {
                continue;
            }
            let place = [Cell::Text((entry + 1).to_string()), Cell::Integer(point as i64 + 1)];
            let values = components.iter().map(|name| {
                let column = field.components.iter().position(|c| c == name);
                let value = column.and_then(|column| field.value(entry, point, column));
                of_field(value.map(|z| (z, field.is_complex())))
            });
            rows.push(place.into_iter().chain(values).collect());
        }
    }
    Some(rows)
}
