//! POST_GENE_PHYS: a table of physical values rebuilt from a result on a modal basis, without storing whole fields.
//!
//! ```text
//! SEEN = POST_GENE_PHYS(RESU_GENE=TRAN, OBSERVATION=(
//!     _F(NOM_CHAM='DEPL', NOM_CMP='DX', GROUP_NO='TIP'), _F(NOM_CHAM='EFGE_ELNO', NOM_CMP='N', GROUP_MA='FOOT')))
//! ```
//!
//! One row for each state, place and component of each observation: NUME_OBSE, INST or FREQ, NOM_CHAM, NOM_CMP, NOEUD,
//! MAILLE, POINT (`PT 1`), VALE_R or VALE_C. Cells that do not apply are empty. Fields on elements are those of the
//! modes, superposed. Drives the restitution of REST_GENE_PHYS.

use std::sync::Arc;

use num_complex::Complex64;

use super::{harmonic, recombination_base, transient};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Cell, ColumnType, Concept, ElementField, FieldSeries, NodalField, Table};
use crate::kernel::assembly::Component;
use crate::kernel::mesh::Mesh;
use crate::operators::entities::{selected_cells, selected_nodes};
use crate::operators::{Context, Outcome, set_result};

const COLUMNS: [(&str, ColumnType); 10] = [
    ("NUME_OBSE", ColumnType::Integer),
    ("INST", ColumnType::Real),
    ("FREQ", ColumnType::Real),
    ("NOM_CHAM", ColumnType::Text(16)),
    ("NOM_CMP", ColumnType::Text(8)),
    ("NOEUD", ColumnType::Text(8)),
    ("MAILLE", ColumnType::Text(8)),
    ("POINT", ColumnType::Text(8)),
    ("VALE_R", ColumnType::Real),
    ("VALE_C", ColumnType::Complex),
];

pub(super) fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let mut table = Table::with_columns(COLUMNS);
    for (level, number) in call.factor("OBSERVATION").iter().zip(1..) {
        observe(call, level, number, context, &mut table)?;
    }
    set_result(call, Concept::Table(Arc::new(table)))
}

fn observe(
    call: &Call,
    level: &Keywords,
    number: i64,
    context: &Context<'_>,
    table: &mut Table,
) -> Result<(), CallError> {
    let (base, series) = match call.concept("RESU_GENE") {
        Some(Concept::Trajectory(trajectory)) => {
            let base = recombination_base(call, &trajectory.base)?;
            let series = transient::restore(call, level, trajectory, &base, context)?;
            (base, series)
        }
        Some(Concept::Harmonic(response)) => {
            let base = recombination_base(call, &response.base)?;
            let series = harmonic::restore(call, level, response, &base, context)?;
            (base, series)
        }
        _ => return Err(call.error("RESU_GENE", "R451", "RESU_GENE is not a result on a modal basis")),
    };
    let Some(mesh) = &base.mesh else { return Err(super::no_base(call)) };
    let mesh = context.latest_mesh(call, mesh);
    let access: &'static str = if series.access == "FREQ" { "FREQ" } else { "INST" };
    let field_name = level.text("NOM_CHAM").unwrap_or_else(|| "DEPL".into());
    let mut seen = 0;
    for (rank, at) in series.parameters.get(access).into_iter().flatten().enumerate() {
        for value in values(level, mesh, &series, &field_name, rank)? {
            let number_cell = match value.value {
                value if access == "FREQ" => ("VALE_C", Cell::Complex(value)),
                value => ("VALE_R", Cell::Real(value.re)),
            };
            table.push([
                ("NUME_OBSE", Cell::Integer(number)),
                (access, Cell::Real(*at)),
                ("NOM_CHAM", Cell::Text(field_name.to_string())),
                ("NOM_CMP", Cell::Text(value.component)),
                ("NOEUD", value.node.map_or(Cell::Empty, |n| Cell::Text((n + 1).to_string()))),
                ("MAILLE", value.cell.map_or(Cell::Empty, |c| Cell::Text((c + 1).to_string()))),
                ("POINT", value.point.map_or(Cell::Empty, |p| Cell::Text(format!("PT {}", p + 1)))),
                number_cell,
            ]);
            seen += 1;
        }
    }
    if seen == 0 && !series.orders.is_empty() {
        let message = format!("{field_name} has no such component at the places asked for");
        return Err(level.error("NOM_CMP", "R607", message));
    }
    Ok(())
}

/// One value and where it is.
struct Observed {
    component: String,
    node: Option<usize>,
    cell: Option<usize>,
    point: Option<usize>,
    value: Complex64,
}

fn values(
    level: &Keywords,
    mesh: &Mesh,
    series: &FieldSeries,
    name: &str,
    rank: usize,
) -> Result<Vec<Observed>, CallError> {
    if let Some(field) = series.nodal.get(name).and_then(|fields| fields.get(rank)?.as_ref()) {
        return at_nodes(level, mesh, field);
    }
    match series.element.get(name).and_then(|fields| fields.get(rank)?.as_ref()) {
        Some(field) => in_cells(level, mesh, field, name),
        None => Ok(Vec::new()),
    }
}

fn at_nodes(level: &Keywords, mesh: &Mesh, field: &NodalField) -> Result<Vec<Observed>, CallError> {
    let asked = level.texts("NOM_CMP");
    let mut found = Vec::new();
    for node in selected_nodes(level, mesh)? {
        for component in Component::ALL {
            let wanted = asked.is_empty() || asked.iter().any(|name| **name == *component.name());
            if let Some(rank) = field.numbering.rank(node, component).filter(|_| wanted) {
                let (component, value) = (component.name().to_string(), field.complex(rank));
                found.push(Observed { component, node: Some(node), cell: None, point: None, value });
            }
        }
    }
    Ok(found)
}

/// Cells of GROUP_MA and MAILLE, or the ends at the nodes of GROUP_NO and NOEUD.
fn in_cells(level: &Keywords, mesh: &Mesh, field: &ElementField, name: &str) -> Result<Vec<Observed>, CallError> {
    let asked = level.texts("NOM_CMP");
    let by_node = ["GROUP_NO", "NOEUD"].iter().any(|k| level.has(k));
    let nodes = if by_node { Some(selected_nodes(level, mesh)?) } else { None };
    let on_nodes = name.ends_with("_ELNO");
    let mut found = Vec::new();
    for cell in selected_cells(level, mesh)? {
        for point in 0..field.points(cell) {
            let node = mesh.cells[cell].nodes.get(point).copied().filter(|_| on_nodes);
            if nodes.as_ref().is_some_and(|nodes| !node.is_some_and(|n| nodes.contains(&n))) {
                continue;
            }
            for (column, component) in field.components.iter().enumerate() {
                let wanted = asked.is_empty() || asked.iter().any(|name| **name == **component);
                if let Some(value) = field.value(cell, point, column).filter(|_| wanted) {
                    let component = component.clone();
                    found.push(Observed { component, node, cell: Some(cell), point: Some(point), value });
                }
            }
        }
    }
    Ok(found)
}
