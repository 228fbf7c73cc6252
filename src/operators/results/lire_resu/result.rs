//! The result that the states of a file make.

use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::sync::Arc;

use indexmap::IndexMap;

use super::super::crea_champ::from_values;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{
    Concept, FieldSeries, MatrixValue, MeshValue, Mode, ModeSet, ModeSupport, Model, NodalField, Shape,
};
use crate::diag::Diagnostic;
use crate::operators::call::entities;
use crate::operators::matrices::assembly::{materials, properties};
use crate::operators::matrices::on_numbering;

/// A mode as a file has it.
pub(super) struct ShapeRead {
    pub order: i64,
    pub number: i64,
    /// Hz
    pub frequency: f64,
    /// Generalised.
    pub mass: Option<f64>,
    /// Ratio.
    pub damping: f64,
    pub field: NodalField,
}

/// A series without fields, with an instant or a frequency for each order.
pub(super) fn series(call: &Call, model: Option<&Arc<Model>>, kind: &str, states: BTreeMap<i64, f64>) -> FieldSeries {
    let access = if kind == "DYNA_HARMO" { "FREQ" } else { "INST" };
    let (orders, values): (Vec<i64>, Vec<f64>) = states.into_iter().unzip();
    FieldSeries {
        orders,
        parameters: IndexMap::from([(access.to_string(), values)]),
        access: access.to_string(),
        model: model.cloned(),
        properties: properties(call),
        materials: materials(call),
        nonlinear: (kind == "EVOL_NOLI").then(Arc::default),
        ..FieldSeries::default()
    }
}

/// Modes on the unknowns of MATR_RIGI or MATR_MASS, or else on all those that some shape has.
pub(super) fn modes(call: &Call, mesh: &MeshValue, model: Option<&Arc<Model>>, shapes: &[ShapeRead]) -> Concept {
    let matrix = |name: &str| match call.concept(name) {
        Some(Concept::Matrix(matrix)) => Some(matrix.clone()),
        _ => None,
    };
    let (stiffness, mass): (Option<Arc<MatrixValue>>, _) = (matrix("MATR_RIGI"), matrix("MATR_MASS"));
    let all = shapes.iter().flat_map(|one| one.field.numbering.dofs()).map(|dof| (*dof, 0.0, 0.0)).collect();
    let numbering = match stiffness.as_ref().or(mass.as_ref()) {
        Some(matrix) => matrix.matrix.numbering.clone(),
        None => from_values(mesh.clone(), all, false).numbering,
    };
    let mode = |one: &ShapeRead| {
        let (values, imaginary) = on_numbering(&one.field, &numbering);
        let square = (TAU * one.frequency) * (TAU * one.frequency);
        let mut parameters = IndexMap::from([("FREQ".to_string(), one.frequency), ("OMEGA2".to_string(), square)]);
        parameters.insert("AMOR_REDUIT".to_string(), one.damping);
        if let Some(mass) = one.mass {
            parameters.insert("MASS_GENE".to_string(), mass);
            parameters.insert("RIGI_GENE".to_string(), mass * square);
        }
        Mode {
            shape: Shape::Dynamic,
            values,
            imaginary: imaginary.unwrap_or_default(),
            number: one.number,
            parameters,
            labels: IndexMap::from([("TYPE_MODE".to_string(), "MODE_DYN".to_string())]),
            fields: IndexMap::new(),
        }
    };
    let support = ModeSupport::Physical(numbering.clone());
    let set = ModeSet::new(Some(mesh.clone()), model.cloned(), support, shapes.iter().map(mode).collect());
    let set = set.with_orders(shapes.iter().map(|one| one.order).collect());
    Concept::Modes(Arc::new(set.with_matrices([stiffness, mass, None])))
}

/// The warning on a field that modes do not keep.
pub(super) fn not_of_modes(keywords: &Keywords, keyword: &str, field: &str) -> Diagnostic {
    let message = format!("{field} is left out: of modes their shapes (DEPL) are read");
    let warning = Diagnostic::warning("R729", message).at_if_absent(keywords.span_of(keyword));
    warning.help("CALC_CHAMP computes the other fields of modes; TYPE_RESU='EVOL_ELAS' reads fields of any kind")
}

/// The mesh of MAILLAGE or MODELE, and the model.
pub(super) fn support(call: &Call) -> Result<(MeshValue, Option<Arc<Model>>), CallError> {
    if call.has("MODELE") {
        let model = entities::model(call, "MODELE")?;
        return Ok((model.mesh.clone(), Some(model.clone())));
    }
    Ok((entities::mesh(call, "MAILLAGE")?.clone(), None))
}
