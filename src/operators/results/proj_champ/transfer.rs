//! The second mesh of PROJ_CHAMP, and where its nodes and points take their values.

use std::sync::Arc;

use super::points;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{
    CellField, Concept, FieldSeries, LoadValue, MeshValue, Mode, ModeSet, ModeSupport, Model, NodalField, States,
};
use crate::diag::{Diagnostic, Severity};
use crate::kernel::assembly::{Component, Dof, Numbering};
use crate::kernel::mesh::Mesh;
use crate::kernel::mesh::vector::{dot, minus, norm};
use crate::operators::call::entities;
use crate::operators::call::states::{no_field, ranks};
use crate::operators::results::crea_champ::{from_values, lay};
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const PROJ_CHAMP: Operator = Operator { name: "PROJ_CHAMP", run, check: Check::Rehearsed };

/// Where a node of the second mesh takes its values: nodes of the first one and their weights.
type Recipe = Vec<(usize, f64)>;

/// The second mesh and how to fill it.
struct Transfer {
    mesh: MeshValue,
    model: Option<Arc<Model>>,
    recipes: Vec<Option<Recipe>>,
    /// NUME_DDL, when the fields must be laid on it.
    numbering: Option<Arc<Numbering>>,
    /// Value of the nodes that are too far (PROL_VALE).
    elsewhere: Option<f64>,
    /// Of point cells of the second mesh, the one of the first mesh whose values they take (CAS_FIGURE='0D'); empty without such pairs.
    cells: Vec<Option<usize>>,
}

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let transfer = Transfer::read(call, context)?;
    let result = match (call.concept("RESULTAT"), call.concept("CHAM_GD")) {
        (Some(Concept::Fields(series)), _) => Concept::Fields(Arc::new(transfer.series(call, series)?)),
        (Some(Concept::Modes(modes)), _) => Concept::Modes(Arc::new(transfer.modes(call, modes)?)),
        (_, Some(Concept::NodalField(field))) => Concept::NodalField(Arc::new(transfer.field(field))),
        (_, Some(Concept::CellField(field))) if !transfer.cells.is_empty() && !field.values.at_nodes => {
            let values = Arc::new(points::carried(&field.values, &transfer.cells));
            let (mesh, model) = (transfer.mesh.clone(), transfer.model.clone());
            Concept::CellField(Arc::new(CellField { mesh, model, values, ..CellField::clone(field) }))
        }
        _ => {
            let error = call.error("RESULTAT", "R713", "PROJ_CHAMP carries nodal fields and results that have some");
            return Err(Box::new(error.help(
                "give RESULTAT, or a field on nodes with CHAM_GD; from points to points (VIS_A_VIS, CAS_FIGURE='0D') fields on elements too",
            )));
        }
    };
    left_out(call, &result, context);
    set_result(call, result)
}

/// Warnings on the fields of NOM_CHAM that are not carried: those that the result lacks, those on elements, those of modes but DEPL.
fn left_out(call: &Call, carried: &Concept, context: &mut Context<'_>) {
    let names = call.texts("NOM_CHAM");
    let (Some(given), Some(carried)) = (call.concept("RESULTAT").and_then(States::of), States::of(carried)) else {
        return;
    };
    let of_modes = matches!(carried, States::Modes(_));
    let is_carried = |name: &str| if of_modes { name == "DEPL" } else { carried.field_names().contains(name) };
    for name in names.iter().map(|name| name.trim()).filter(|name| !is_carried(name)) {
        let why = match given.field_names().contains(name) {
            false => no_field(call, given, name, None),
            true => {
                let error = call.error("NOM_CHAM", "R153", format!("{name} is not carried from mesh to mesh"));
                let help = match of_modes {
                    true => {
                        "of modes the shapes (DEPL) are carried: compute the other fields of the new modes with CALC_CHAMP"
                    }
                    false => {
                        "fields at nodes are carried; those on elements from points to points alone (VIS_A_VIS, CAS_FIGURE='0D')"
                    }
                };
                Box::new(error.help(help))
            }
        };
        context.warn(Diagnostic { severity: Severity::Warning, ..*why });
    }
}

impl Transfer {
    fn read(call: &Call, context: &Context<'_>) -> Result<Self, CallError> {
        let (first, first_model) = support(call, context, "MODELE_1", "MAILLAGE_1")?;
        let (second, model) = support(call, context, "MODELE_2", "MAILLAGE_2")?;
        let carries =
            |cell: usize| first_model.as_ref().is_none_or(|m| m.modelisations.get(cell).copied().flatten().is_some());
        let all: Vec<usize> = (0..first.mesh.cells.len()).filter(|c| carries(*c)).collect();
        let limit = call.real_if_given("DISTANCE_MAX").unwrap_or(f64::INFINITY);
        let moved_first = moved(call, "TRANSF_GEOM_1", &first.mesh)?;
        let moved_second = moved(call, "TRANSF_GEOM_2", &second.mesh)?;
        let mut recipes = vec![None; second.mesh.nodes.len()];
        let pairs = call.factor("VIS_A_VIS");
        let mut served = Vec::new();
        if pairs.is_empty() {
            let nodes: Vec<usize> = match &model {
                Some(model) => {
                    let cells = (0..second.mesh.cells.len())
                        .filter(|c| model.modelisations.get(*c).copied().flatten().is_some());
                    second.mesh.nodes_of_cells(&cells.collect::<Vec<_>>())
                }
                None => (0..second.mesh.nodes.len()).collect(),
            };
            fill(&mut recipes, &moved_first, &all, &moved_second, &nodes, limit);
        }
        for pair in pairs {
            let (cells, nodes) = facing(pair, &first.mesh, &all, &second.mesh)?;
            let (here, there) =
                (moved(pair, "TRANSF_GEOM_1", &moved_first)?, moved(pair, "TRANSF_GEOM_2", &moved_second)?);
            if points::is_of_points(pair) {
                let found = points::nearest_points(pair, &here, &cells, &there, &nodes)?;
                for (node, cell) in &found {
                    recipes[*node] = Some(vec![(first.mesh.cells[*cell].nodes[0], 1.0)]);
                }
                served.extend(found);
                continue;
            }
            fill(&mut recipes, &here, &cells, &there, &nodes, limit);
        }
        let numbering = match call.concept("NUME_DDL") {
            Some(Concept::Numbering(value)) => Some(value.numbering.clone()),
            _ => None,
        };
        let cells = if served.is_empty() { Vec::new() } else { points::cells_of(&second.mesh, &served) };
        Ok(Transfer { mesh: second, model, recipes, numbering, elsewhere: call.real_if_given("PROL_VALE"), cells })
    }

    fn field(&self, field: &NodalField) -> NodalField {
        let mut found: Vec<(Dof, f64, f64)> = Vec::new();
        let carried = |component: &Component| field.numbering.dofs().iter().any(|d| d.component == *component);
        let components: Vec<Component> = Component::ALL.into_iter().filter(carried).collect();
        for (node, recipe) in self.recipes.iter().enumerate() {
            let Some(recipe) = recipe else {
                let everywhere = |&component: &Component| Some((Dof { node, component }, self.elsewhere?, 0.0));
                found.extend(components.iter().filter_map(everywhere));
                continue;
            };
            for component in Component::ALL {
                let ranks =
                    recipe.iter().map(|(n, _)| field.numbering.rank(*n, component).filter(|rank| field.has(*rank)));
                let Some(ranks) = ranks.collect::<Option<Vec<usize>>>() else { continue };
                let sum = |values: &[f64]| -> f64 {
                    ranks.iter().zip(recipe).map(|(r, (_, w))| w * values.get(*r).copied().unwrap_or(0.0)).sum()
                };
                found.push((Dof { node, component }, sum(&field.values), sum(&field.imaginary)));
            }
        }
        let carried = from_values(self.mesh.clone(), found, !field.imaginary.is_empty());
        let carried = NodalField { model: self.model.clone(), ..carried };
        match &self.numbering {
            Some(numbering) => lay(carried, numbering, true),
            None => carried,
        }
    }

    fn series(&self, call: &Call, series: &FieldSeries) -> Result<FieldSeries, CallError> {
        let names = call.texts("NOM_CHAM");
        let states = States::Fields(series);
        let kept =
            states.restricted(&ranks(call, states)?, &|name| names.is_empty() || names.iter().any(|n| **n == *name));
        let Some(Concept::Fields(kept)) = kept else { return Err(entities::missing(call, "RESULTAT", "a result")) };
        let mut carried = FieldSeries {
            orders: kept.orders.clone(),
            parameters: kept.parameters.clone(),
            labels: kept.labels.clone(),
            mesh: Some(self.mesh.clone()),
            model: self.model.clone(),
            access: series.access.clone(),
            ..FieldSeries::default()
        };
        let states = States::Fields(&kept);
        for name in states.field_names() {
            for (rank, field) in states.all_nodal(name) {
                carried.store(name, rank, Arc::new(self.field(&field)));
            }
            if self.cells.is_empty() || !(name.ends_with("_ELNO") || name.ends_with("_ELGA")) {
                continue;
            }
            for rank in 0..kept.orders.len() {
                let field = states.element(name, rank).map(|field| points::carried(field, &self.cells));
                field.into_iter().for_each(|field| carried.store(name, rank, Arc::new(field)));
            }
        }
        Ok(carried)
    }

    fn modes(&self, call: &Call, modes: &ModeSet) -> Result<ModeSet, CallError> {
        let ranks = ranks(call, States::Modes(modes))?;
        let mut numbering = self.numbering.clone();
        let mut carried: Vec<Mode> = Vec::new();
        for &rank in &ranks {
            let Some(shape) = modes.nodal_field(rank, "DEPL") else {
                return Err(entities::missing(call, "RESULTAT", "modes on a mesh"));
            };
            let field = self.field(&shape);
            numbering.get_or_insert_with(|| field.numbering.clone());
            let (values, imaginary) = (field.values, field.imaginary);
            carried.push(Mode { values, imaginary, fields: Default::default(), ..modes[rank].clone() });
        }
        let Some(numbering) = numbering else { return Err(entities::missing(call, "RESULTAT", "modes")) };
        let support = ModeSupport::Physical(numbering);
        let set = ModeSet::new(Some(self.mesh.clone()), self.model.clone(), support, carried);
        Ok(set.with_orders(ranks.iter().map(|r| modes.orders[*r]).collect()))
    }
}

/// The mesh (and the model) of one side.
fn support(
    call: &Call,
    context: &Context<'_>,
    model: &str,
    mesh: &str,
) -> Result<(MeshValue, Option<Arc<Model>>), CallError> {
    let (given, model) = match call.concept(model) {
        Some(Concept::Model(model)) => (&model.mesh, Some(model.clone())),
        _ => (entities::mesh(call, mesh)?, None),
    };
    Ok((MeshValue { identity: given.identity, mesh: context.latest_mesh(call, given).clone() }, model))
}

/// A mesh whose nodes are moved for the pairing: each coordinate is a function of X, Y, Z.
fn moved(keywords: &Keywords, name: &str, mesh: &Arc<Mesh>) -> Result<Arc<Mesh>, CallError> {
    let functions = keywords.concepts(name);
    if functions.is_empty() {
        return Ok(mesh.clone());
    }
    let mut moved = Mesh::clone(mesh);
    for node in &mut moved.nodes {
        let from = node.position;
        for (to, function) in node.position.iter_mut().zip(&functions) {
            let value = match function {
                Concept::Function(f) => LoadValue::Function(f.clone()),
                Concept::Formula(f) => LoadValue::Formula(f.clone()),
                _ => return Err(entities::missing(keywords, name, "a list of functions of X, Y, Z")),
            };
            *to = value.at(0.0, from).map_err(|fault| {
                let [x, y, z] = from;
                keywords.error(name, "R713", format!("a function of {name} has no value at ({x}, {y}, {z}): {fault}"))
            })?;
        }
    }
    Ok(Arc::new(moved))
}

/// Cells of the first mesh and nodes of the second that an occurrence of VIS_A_VIS puts face to face.
fn facing(pair: &Keywords, first: &Mesh, all: &[usize], second: &Mesh) -> Result<(Vec<usize>, Vec<usize>), CallError> {
    let mut cells = entities::cell_groups(pair, "GROUP_MA_1", first)?;
    cells.extend(entities::named_cells(pair, "MAILLE_1", first)?);
    let within = entities::node_groups(pair, "GROUP_NO_1", first)?;
    cells
        .extend(all.iter().filter(|c| first.cells[**c].nodes.iter().all(|n| within.contains(n)) && !within.is_empty()));
    if pair.has("TOUT_1") {
        cells = all.to_vec();
    }
    let mut nodes = entities::node_groups(pair, "GROUP_NO_2", second)?;
    nodes.extend(entities::named_nodes(pair, "NOEUD_2", second)?);
    nodes.extend(second.nodes_of_cells(&entities::cell_groups(pair, "GROUP_MA_2", second)?));
    nodes.extend(second.nodes_of_cells(&entities::named_cells(pair, "MAILLE_2", second)?));
    if pair.has("TOUT_2") {
        nodes = (0..second.nodes.len()).collect();
    }
    Ok((cells, nodes))
}

fn fill(recipes: &mut [Option<Recipe>], first: &Mesh, cells: &[usize], second: &Mesh, nodes: &[usize], limit: f64) {
    for &node in nodes {
        let place = second.nodes[node].position;
        let mut best: Option<(f64, Recipe)> = None;
        for &cell in cells {
            let Some((distance, recipe)) = nearest(first, cell, place) else { continue };
            if best.as_ref().is_none_or(|(d, _)| distance < *d) {
                best = Some((distance, recipe));
            }
        }
        recipes[node] = best.filter(|(distance, _)| *distance <= limit).map(|(_, recipe)| recipe);
    }
}

/// The nearest point of a segment or a point cell.
fn nearest(mesh: &Mesh, cell: usize, place: [f64; 3]) -> Option<(f64, Recipe)> {
    match mesh.cells[cell].nodes[..] {
        [a] => Some((norm(minus(place, mesh.nodes[a].position)), vec![(a, 1.0)])),
        [a, b] => {
            let start = mesh.nodes[a].position;
            let (axis, d) = (minus(mesh.nodes[b].position, start), minus(place, start));
            let square = dot(axis, axis);
            let s = if square == 0.0 { 0.0 } else { (dot(axis, d) / square).clamp(0.0, 1.0) };
            let gap = [d[0] - s * axis[0], d[1] - s * axis[1], d[2] - s * axis[2]];
            let recipe = [(a, 1.0 - s), (b, s)].into_iter().filter(|(_, w)| *w > 1e-12).collect();
            Some((norm(gap), recipe))
        }
        _ => None,
    }
}
