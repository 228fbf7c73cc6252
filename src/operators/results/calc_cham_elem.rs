//! CALC_CHAM_ELEM: fields of the elements of a model by themselves. COOR_ELGA is the places of their points of integration, with weights.
//!
//! ```text
//! PLACES = CALC_CHAM_ELEM(MODELE=MODEL, CARA_ELEM=CARA, OPTION='COOR_ELGA')
//! ```
//!
//! X, Y (, Z), W: of a bar its middle and its length L, of a beam three points of Gauss with weights that add up to L; of a discrete
//! element its node with the weight 0, or its two nodes with L/2.

use std::sync::Arc;

use crate::catalogue::{Call, CallError};
use crate::concepts::{CellField, Concept, ElementField, Modelisation};
use crate::kernel::mesh::Mesh;
use crate::operators::call::entities;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub const CALC_CHAM_ELEM: Operator = Operator { name: "CALC_CHAM_ELEM", run, check: Check::Rehearsed };

/// Points of Gauss of a segment from -1 to 1, with their weights over the length.
const GAUSS: [(f64, f64); 3] = [(-0.7745966692414834, 5.0 / 18.0), (0.0, 4.0 / 9.0), (0.7745966692414834, 5.0 / 18.0)];

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let option = call.text("OPTION")?;
    if &*option != "COOR_ELGA" {
        let error = call.error("OPTION", "R704", format!("the field {option} is not computed"));
        return Err(Box::new(error.help("computed: COOR_ELGA; fields of results are those of CALC_CHAMP")));
    }
    let model = entities::model(call, "MODELE")?;
    let mesh = context.latest_mesh(call, &model.mesh);
    let mut wanted = vec![true; mesh.cells.len()];
    if call.has("GROUP_MA") {
        let chosen = entities::cell_groups(call, "GROUP_MA", mesh)?;
        wanted = entities::marked(&chosen, mesh.cells.len());
    }
    let axes = mesh.dimension.clamp(2, 3);
    let of_cell = |cell: usize| -> Vec<f64> {
        let modelisation = model.modelisations.get(cell).copied().flatten().filter(|_| wanted[cell]);
        let points = modelisation.map(|modelisation| points(mesh, cell, modelisation)).unwrap_or_default();
        points.iter().flat_map(|(place, weight)| place[..axes].iter().copied().chain([*weight])).collect()
    };
    let cells: Vec<Vec<f64>> = (0..mesh.cells.len()).map(of_cell).collect();
    if cells.iter().all(Vec::is_empty) {
        return Err(no_element(call));
    }
    let components = ["X", "Y", "Z"][..axes].iter().chain(&["W"]).map(|name| name.to_string()).collect();
    let values = Arc::new(ElementField { components, cells, ..ElementField::default() });
    set_result(
        call,
        Concept::CellField(Arc::new(CellField {
            mesh: model.mesh.clone(),
            model: Some(model.clone()),
            name: "COOR_ELGA".to_string(),
            values,
            functions: Vec::new(),
        })),
    )
}

/// Places (m) and weights (m) of the points of an element.
fn points(mesh: &Mesh, cell: usize, modelisation: Modelisation) -> Vec<([f64; 3], f64)> {
    let at = |node: usize| mesh.nodes[node].position;
    let length = mesh.length(cell);
    match mesh.cells[cell].nodes[..] {
        [node] => vec![(at(node), 0.0)],
        [first, second, ..] => {
            let (a, b) = (at(first), at(second));
            let along = |s: f64| std::array::from_fn(|i| 0.5 * ((1.0 - s) * a[i] + (1.0 + s) * b[i]));
            if modelisation.is_bar() {
                vec![(along(0.0), length)]
            } else if modelisation.is_beam() {
                GAUSS.iter().map(|(s, weight)| (along(*s), weight * length)).collect()
            } else {
                vec![(a, 0.5 * length), (b, 0.5 * length)]
            }
        }
        [] => Vec::new(),
    }
}

fn no_element(call: &Call) -> CallError {
    let error = call.error("MODELE", "R704", "none of the cells carries an element");
    Box::new(error.help("give cells that AFFE_MODELE has elements for: GROUP_MA chooses among them"))
}
