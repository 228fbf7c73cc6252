//! OPERATION='DISC': a field with its values at other places, from the elements (their nodes, or the one point of a bar) to
//! the nodes, as the mean over the elements there, or from the nodes to the nodes of elements.

use std::sync::Arc;

use super::on_nodes::one_at_nodes;
use crate::catalogue::{Call, CallError};
use crate::concepts::{CellField, Concept, ElementField, Field, Model};
use crate::kernel::mesh::Mesh;
use crate::operators::Context;
use crate::operators::call::entities;

pub fn change(call: &Call, context: &Context<'_>) -> Result<CellField, CallError> {
    let kind = call.text("TYPE_CHAM")?;
    match (&kind[..4.min(kind.len())], call.concept("CHAM_GD")) {
        ("NOEU", Some(Concept::CellField(field))) if field.name.ends_with("_ELNO") || field.name.ends_with("_ELGA") => {
            let mesh = context.latest_mesh(call, &field.mesh);
            let several = |(cell, shape): (usize, &crate::kernel::mesh::Cell)| {
                ![0, 1, shape.nodes.len()].contains(&field.values.points(cell))
            };
            if field.name.ends_with("_ELGA")
                && let Some(cell) = mesh.cells.iter().enumerate().position(several)
            {
                let points = field.values.points(cell);
                let message = format!("DISC to {kind}: the element M{} has {points} points of integration", cell + 1);
                let error = call.error("CHAM_GD", "R150", message);
                return Err(Box::new(error.help("bars have one; take the field at the nodes of elements (ELNO)")));
            }
            let values = Arc::new(mean(&field.values, mesh));
            Ok(CellField { name: String::new(), values, ..CellField::clone(field) })
        }
        ("ELNO", Some(Concept::NodalField(_) | Concept::CellField(_))) => {
            let model = entities::model(call, "MODELE")?;
            let source = one_at_nodes(call, "CHAM_GD")?;
            let values = Arc::new(spread(&source, context.latest_mesh(call, &model.mesh), model));
            let name = format!("{}_ELNO", kind.split('_').nth(1).unwrap_or_default());
            let mesh = model.mesh.clone();
            Ok(CellField { mesh, model: Some(model.clone()), name, values, functions: Vec::new() })
        }
        _ => {
            let message = format!("DISC to {kind} is not implemented for this field");
            let mut error = call.error("TYPE_CHAM", "R150", message);
            error.help = Some("built: from ELNO_ and ELGA_ to NOEU_, and from NOEU_ to ELNO_.".into());
            Err(error)
        }
    }
}

/// Mean over the elements of each node.
fn mean(field: &ElementField, mesh: &Mesh) -> ElementField {
    let width = field.components.len();
    let mut sums = vec![Vec::new(); mesh.nodes.len()];
    let mut counts = vec![vec![0.0; width]; mesh.nodes.len()];
    for (cell, shape) in mesh.cells.iter().enumerate().filter(|(cell, _)| field.points(*cell) > 0) {
        // One value stands for the whole element.
        let last = field.points(cell) - 1;
        for (point, &node) in shape.nodes.iter().enumerate() {
            let point = point.min(last);
            sums[node].resize(width, 0.0);
            for column in 0..width {
                if let Some(value) = field.value(cell, point, column) {
                    sums[node][column] += value.re;
                    counts[node][column] += 1.0;
                }
            }
        }
    }
    for (sum, count) in sums.iter_mut().zip(&counts) {
        // 0/0 marks a component that no element has there.
        sum.iter_mut().zip(count).for_each(|(s, n)| *s /= n);
    }
    ElementField { components: field.components.clone(), cells: sums, at_nodes: true, ..ElementField::default() }
}

/// The values of the nodes of each element.
fn spread(source: &Field, mesh: &Mesh, model: &Model) -> ElementField {
    let components = source.components();
    let of_cell = |cell: usize| {
        if model.modelisations.get(cell).copied().flatten().is_none() {
            return Vec::new();
        }
        let values = |&node: &usize| {
            components.iter().map(move |name| source.at_node(node, name).map_or(f64::NAN, |(z, _)| z.re))
        };
        mesh.cells[cell].nodes.iter().flat_map(values).collect()
    };
    let cells = (0..mesh.cells.len()).map(of_cell).collect();
    ElementField { cells, components, ..ElementField::default() }
}
