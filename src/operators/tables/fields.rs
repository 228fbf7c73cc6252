//! CREA_TABLE(RESU=...): values of fields as rows, with where and when they were taken.
//!
//! Columns: RESULTAT, NOM_CHAM, the access variable, NUME_ORDRE (or CHAM_GD for a field by itself); MAILLE for
//! fields on elements; NOEUD, or POINT at the points of elements, SOUS_POINT; coordinates; components. Nodes and
//! cells are designated by their rank in the mesh. A cell is empty where a node lacks the component.

use std::sync::Arc;

use super::states::Field;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{
    Cell, Column, ColumnType, Concept, ElementField, FieldSeries, MeshValue, ModeSet, NodalField, Table, internal_name,
};
use crate::kernel::mesh::Mesh;
use crate::operators::Context;
use crate::operators::call::access::select;
use crate::operators::call::entities;
use crate::operators::call::variables::{laws_of, unknown};

pub(super) fn table(call: &Call, keywords: &Keywords, context: &Context<'_>) -> Result<Table, CallError> {
    let slices = slices(call, keywords)?;
    let Some(first) = slices.first() else {
        return Err(keywords.error("NOM_CHAM", "R607", "no stored state has this field"));
    };
    let mesh = context.latest_mesh(call, first.mesh()).clone();
    let components = components(keywords, &slices, &mesh)?;
    let on_elements = matches!(&first.field, Field::Element(field, _) if !field.at_nodes);
    let own_name = match keywords.concept("CHAM_GD") {
        Some(Concept::CellField(field)) => field.name.clone(),
        _ => keywords.text_if_given("NOM_CHAM").unwrap_or_default().to_string(),
    };
    let at_nodes = !own_name.ends_with("_ELGA") && !own_name.ends_with("_ELEM");
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
    let place = Place { at_nodes, axes: axes.len() };
    for slice in &slices {
        let labels: Vec<Cell> = slice.labels.iter().map(|(_, cell)| cell.clone()).collect();
        match &slice.field {
            Field::Nodal(field) => {
                for node in nodes(keywords, &mesh)? {
                    let values = components.iter().map(|name| nodal_cell(field, node, name));
                    let values: Vec<Cell> = values.collect();
                    if values.iter().any(|cell| *cell != Cell::Empty) {
                        let where_ = place.node(&mesh, node);
                        table.rows.push(labels.iter().cloned().chain(where_).chain(values));
                    }
                }
            }
            Field::Element(field, _) if field.at_nodes => {
                for node in nodes(keywords, &mesh)? {
                    let column = |name: &String| field.components.iter().position(|c| c == name);
                    let cell = |name: &String| match column(name).and_then(|c| field.value(node, 0, c)) {
                        None => Cell::Empty,
                        Some(z) if field.is_complex() => Cell::Complex(z),
                        Some(z) => Cell::Real(z.re),
                    };
                    let values: Vec<Cell> = components.iter().map(cell).collect();
                    if values.iter().any(|cell| *cell != Cell::Empty) {
                        let where_ = place.node(&mesh, node);
                        table.rows.push(labels.iter().cloned().chain(where_).chain(values));
                    }
                }
            }
            Field::Element(field, _) => element_rows(keywords, &mesh, field, &components, &labels, &place, &mut table)?,
        }
    }
    Ok(table)
}

/// A field at one stored state, and the columns that say which.
struct Slice {
    labels: Vec<(&'static str, Cell)>,
    field: Field,
}

impl Slice {
    fn mesh(&self) -> &MeshValue {
        self.field.mesh()
    }
}

fn slices(call: &Call, keywords: &Keywords) -> Result<Vec<Slice>, CallError> {
    let name = |keyword: &str| Cell::Text(keywords.handle(keyword).map_or(String::new(), internal_name));
    match (keywords.concept("CHAM_GD"), keywords.concept("RESULTAT")) {
        (Some(Concept::NodalField(field)), _) => {
            Ok(vec![Slice { labels: vec![("CHAM_GD", name("CHAM_GD"))], field: Field::Nodal(field.clone()) }])
        }
        (Some(Concept::CellField(field)), _) => Ok(vec![Slice {
            labels: vec![("CHAM_GD", name("CHAM_GD"))],
            field: Field::Element(field.values.clone(), field.mesh.clone()),
        }]),
        (_, Some(Concept::Modes(modes))) => of_modes(keywords, modes, name("RESULTAT")),
        (_, Some(Concept::Fields(series))) => of_series(keywords, series, name("RESULTAT")),
        _ => Err(call.error("RESU", "R607", "CREA_TABLE takes a nodal field or a result with fields here")),
    }
}

fn of_modes(keywords: &Keywords, modes: &ModeSet, result: Cell) -> Result<Vec<Slice>, CallError> {
    let field_name = keywords.text_if_given("NOM_CHAM").unwrap_or_default();
    let frequencies: Vec<f64> = modes.modes.iter().map(|m| m.parameter("FREQ").unwrap_or(f64::NAN)).collect();
    let by_number = keywords.has("MODE") || keywords.has("LIST_MODE");
    let ranks: Vec<usize> = if by_number {
        let numbers = match keywords.concept("LIST_MODE") {
            Some(Concept::IntegerList(list)) => list.to_vec(),
            _ => keywords.integers("MODE"),
        };
        let find = |number: &i64| {
            let found = modes.modes.iter().position(|mode| mode.number == *number);
            found.ok_or_else(|| keywords.error("MODE", "R607", format!("there is no mode of number {number}")))
        };
        numbers.iter().map(find).collect::<Result<_, _>>()?
    } else {
        match select(keywords, "FREQ", &frequencies, &modes.orders, false)? {
            Some(samples) => samples.iter().map(|sample| sample.left).collect(),
            None => (0..modes.len()).collect(),
        }
    };
    let mut slices = Vec::with_capacity(ranks.len());
    for rank in ranks {
        let mode = &modes.modes[rank];
        let field = match (modes.nodal_field(rank, &field_name), mode.fields.get(&*field_name), &modes.mesh) {
            (Some(field), ..) => Field::Nodal(Arc::new(field)),
            (None, Some(field), Some(mesh)) => Field::Element(field.clone(), mesh.clone()),
            _ => continue,
        };
        let mut labels = vec![("RESULTAT", result.clone()), ("NOM_CHAM", Cell::Text(field_name.to_string()))];
        if by_number {
            labels.push(("MODE", Cell::Integer(mode.number)));
        } else if keywords.has("FREQ") || keywords.has("LIST_FREQ") {
            labels.push(("FREQ", Cell::Real(frequencies[rank])));
        }
        labels.push(("NUME_ORDRE", Cell::Integer(modes.orders[rank])));
        slices.push(Slice { labels, field });
    }
    Ok(slices)
}

fn of_series(keywords: &Keywords, series: &FieldSeries, result: Cell) -> Result<Vec<Slice>, CallError> {
    let field_name = keywords.text_if_given("NOM_CHAM").unwrap_or_default();
    let parameter = if series.access == "FREQ" { "FREQ" } else { "INST" };
    let none = vec![f64::NAN; series.orders.len()];
    let values = series.parameters.get(parameter).unwrap_or(&none);
    let ranks: Vec<usize> = match select(keywords, parameter, values, &series.orders, false)? {
        Some(samples) => samples.iter().map(|sample| sample.left).collect(),
        None => (0..series.orders.len()).collect(),
    };
    let mesh = series.model.as_ref().map(|model| &model.mesh);
    let mut slices = Vec::with_capacity(ranks.len());
    for rank in ranks {
        let nodal = series.nodal.get(&*field_name).and_then(|fields| fields.get(rank)?.clone());
        let element = series.element.get(&*field_name).and_then(|fields| fields.get(rank)?.clone());
        let field = match (nodal, element, mesh) {
            (Some(field), ..) => Field::Nodal(field),
            (None, Some(field), Some(mesh)) => Field::Element(field, mesh.clone()),
            _ => continue,
        };
        let mut labels = vec![("RESULTAT", result.clone()), ("NOM_CHAM", Cell::Text(field_name.to_string()))];
        let asked = keywords.has("FREQ") || keywords.has("LIST_FREQ");
        if (parameter == "INST" || asked) && values[rank].is_finite() {
            labels.push((parameter, Cell::Real(values[rank])));
        }
        labels.push(("NUME_ORDRE", Cell::Integer(series.orders[rank])));
        slices.push(Slice { labels, field });
    }
    Ok(slices)
}

/// Names of the components: NOM_CMP, or all those of the fields; NOM_VARI where it is given.
fn components(keywords: &Keywords, slices: &[Slice], mesh: &Mesh) -> Result<Vec<String>, CallError> {
    if keywords.has("NOM_VARI") {
        return variables(keywords, slices, mesh);
    }
    let mut known: Vec<String> = Vec::new();
    for slice in slices {
        let names: Vec<String> = match &slice.field {
            Field::Nodal(field) => field.numbering.dofs().iter().map(|d| d.component.name().to_string()).collect(),
            Field::Element(field, _) => field.components.clone(),
        };
        for name in names {
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

fn nodal_cell(field: &NodalField, node: usize, component: &str) -> Cell {
    let rank = crate::kernel::assembly::Component::from_name(component).and_then(|c| field.numbering.rank(node, c));
    let present = |rank: &usize| field.present.as_ref().is_none_or(|p| p.get(*rank).copied().unwrap_or(false));
    match rank.filter(present) {
        None => Cell::Empty,
        Some(rank) if field.imaginary.is_empty() => Cell::Real(field.values[rank]),
        Some(rank) => Cell::Complex(field.complex(rank)),
    }
}

/// How rows say where they are.
struct Place {
    at_nodes: bool,
    axes: usize,
}

impl Place {
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
    place: &Place,
    table: &mut Table,
) -> Result<(), CallError> {
    let mut cells = entities::selected_cells(keywords, mesh)?;
    cells.sort_unstable();
    cells.dedup();
    let wanted = (!keywords.has("GROUP_MA") && keywords.has("GROUP_NO")).then(|| nodes(keywords, mesh)).transpose()?;
    for cell in cells {
        let columns: Vec<Option<usize>> = components.iter().map(|name| field.column(cell, name)).collect();
        for point in 0..field.points(cell) {
            let node = mesh.cells[cell].nodes.get(point).copied();
            if wanted.as_ref().is_some_and(|w| !node.is_some_and(|n| w.contains(&n))) {
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
            let value = |column: &Option<usize>| match column.and_then(|c| field.value(cell, point, c)) {
                None => Cell::Empty,
                Some(z) if field.is_complex() => Cell::Complex(z),
                Some(z) => Cell::Real(z.re),
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
