//! POST_GENE_PHYS: values at nodes and in elements out of a modal result, one row a value.
//!
//! ```text
//! TAB = POST_GENE_PHYS(RESU_GENE=RUN, OBSERVATION=_F(NOM_CHAM='DEPL', NOM_CMP='DX', GROUP_NO='TIP', INST=1.))
//! ```
//!
//! Each observation is restored as REST_GENE_PHYS would, then tabulated: NUME_OBSE, INST or FREQ, NOM_CHAM,
//! NOM_CMP, NOEUD, MAILLE, POINT, VALE_R or VALE_C. Absolute fields are those of supports that move
//! (MULT_APPUI), or with ACCE_MONO_APPUI those of a single one.

use std::sync::Arc;

use num_complex::Complex64;

use super::entities::{selected_cells, selected_nodes};
use super::script::Script;
use super::{Context, Operator, Outcome, set_result};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Cell, ColumnType, Concept, ElementField, FieldSeries, NodalField, Table};
use crate::kernel::assembly::Component;
use crate::kernel::mesh::Mesh;

pub const POST_GENE_PHYS: Operator = Operator { name: "POST_GENE_PHYS", run };

/// Keywords that choose states, taken over by the restitution.
const STATES: [&str; 9] =
    ["INST", "LIST_INST", "TOUT_INST", "NUME_ORDRE", "TOUT_ORDRE", "FREQ", "LIST_FREQ", "CRITERE", "PRECISION"];

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let mut table = Table::with_columns([
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
    ]);
    for (rank, keywords) in call.factor("OBSERVATION").iter().enumerate() {
        observe(call, context, keywords, rank as i64 + 1, &mut table)?;
    }
    set_result(call, Concept::Table(Arc::new(table)))
}

fn observe(
    call: &Call,
    context: &mut Context<'_>,
    keywords: &Keywords,
    number: i64,
    table: &mut Table,
) -> Result<(), CallError> {
    let asked = keywords.text("NOM_CHAM").unwrap_or_else(|| "DEPL".into());
    let single = keywords.has("ACCE_MONO_APPUI");
    let restored = match &*asked {
        "ACCE_ABSOLU" if single => "ACCE_ABSOLU",
        name => name.strip_suffix("_ABSOLU").unwrap_or(name),
    };
    let mut script = Script::new(call, context);
    let mut arguments = script.arguments().copied(call, &["RESU_GENE", "MODE_MECA"]).text("NOM_CHAM", restored);
    arguments = arguments.copied(keywords, &STATES);
    if single {
        arguments = arguments.copied(keywords, &["ACCE_MONO_APPUI", "DIRECTION"]);
    } else if asked.ends_with("_ABSOLU") {
        arguments = arguments.text("MULT_APPUI", "OUI");
    }
    let handle = script.make("REST_GENE_PHYS", arguments)?;
    let Some(Concept::Fields(series)) = handle.get() else { return Ok(()) };
    let named: Vec<String> = keywords.texts("NOM_CMP").iter().map(|t| t.to_string()).collect();
    let Some(mesh) = series.model.as_ref().map(|model| context.latest_mesh(call, &model.mesh).clone()) else {
        return Err(call.error("RESU_GENE", "R405", "the basis of this result has no nodes"));
    };
    let observation = Observation { number, field: &asked, series, table };
    if let Some(fields) = series.nodal.get(restored) {
        observation.of_nodes(keywords, &mesh, fields, &named)
    } else if let Some(fields) = series.element.get(restored) {
        observation.of_cells(keywords, &mesh, fields, &named)
    } else {
        Ok(())
    }
}

struct Observation<'o> {
    number: i64,
    /// NOM_CHAM as asked for.
    field: &'o str,
    series: &'o FieldSeries,
    table: &'o mut Table,
}

impl Observation<'_> {
    fn of_nodes(
        mut self,
        keywords: &Keywords,
        mesh: &Mesh,
        fields: &[Option<Arc<NodalField>>],
        named: &[String],
    ) -> Result<(), CallError> {
        let nodes = selected_nodes(keywords, mesh)?;
        for (state, field) in fields.iter().enumerate() {
            let Some(field) = field else { continue };
            for &node in &nodes {
                for component in Component::ALL {
                    let name = component.name();
                    let wanted = named.is_empty() || named.iter().any(|n| n == name);
                    let Some(rank) = field.numbering.rank(node, component).filter(|_| wanted) else { continue };
                    let complex = !field.imaginary.is_empty();
                    let place = [Cell::Text((node + 1).to_string()), Cell::Empty, Cell::Empty];
                    self.row(state, name, place, field.complex(rank), complex);
                }
            }
        }
        Ok(())
    }

    /// At the points of the cells, or at those that are nodes of GROUP_NO.
    fn of_cells(
        mut self,
        keywords: &Keywords,
        mesh: &Mesh,
        fields: &[Option<Arc<ElementField>>],
        named: &[String],
    ) -> Result<(), CallError> {
        let by_node = keywords.has("GROUP_NO") || keywords.has("NOEUD");
        let nodes = if by_node { selected_nodes(keywords, mesh)? } else { Vec::new() };
        let cells = if by_node { (0..mesh.cells.len()).collect() } else { selected_cells(keywords, mesh)? };
        for (state, field) in fields.iter().enumerate() {
            let Some(field) = field else { continue };
            let width = field.components.len().max(1);
            for &cell in &cells {
                let values = field.cells.get(cell).map_or(&[][..], Vec::as_slice);
                let imaginary = field.imaginary.get(cell).map_or(&[][..], Vec::as_slice);
                for point in 0..values.len() / width {
                    let node = mesh.cells[cell].nodes.get(point);
                    if by_node && !node.is_some_and(|n| nodes.contains(n)) {
                        continue;
                    }
                    let at_nodes = field_is_at_nodes(self.field);
                    let node = node.filter(|_| at_nodes).map_or(Cell::Empty, |n| Cell::Text((n + 1).to_string()));
                    for (k, name) in field.components.iter().enumerate() {
                        if !named.is_empty() && !named.contains(name) {
                            continue;
                        }
                        let at = point * width + k;
                        let value = Complex64::new(values[at], imaginary.get(at).copied().unwrap_or(0.0));
                        let place =
                            [node.clone(), Cell::Text((cell + 1).to_string()), Cell::Text(format!("PT {}", point + 1))];
                        self.row(state, name, place, value, !imaginary.is_empty());
                    }
                }
            }
        }
        Ok(())
    }

    fn row(&mut self, state: usize, component: &str, place: [Cell; 3], value: Complex64, complex: bool) {
        let access = |name: &str| match self.series.parameters.get(name).and_then(|v| v.get(state)) {
            Some(x) => Cell::Real(*x),
            None => Cell::Empty,
        };
        let (real, imaginary) = match complex {
            true => (Cell::Empty, Cell::Complex(value)),
            false => (Cell::Real(value.re), Cell::Empty),
        };
        let [node, cell, point] = place;
        let field = Cell::Text(self.field.to_string());
        let component = Cell::Text(component.to_string());
        let number = Cell::Integer(self.number);
        let row = vec![number, access("INST"), access("FREQ"), field, component, node, cell, point, real, imaginary];
        self.table.rows.push(row);
    }
}

fn field_is_at_nodes(name: &str) -> bool {
    name.ends_with("_ELNO")
}
