//! The result of a nonlinear analysis (evol_noli): fields on nodes and elements by order number.

use std::sync::Arc;

use super::archive::{Selection, Snapshot};
use super::element_values::{cell_laws, force_field, memory_field};
use super::structure::Structure;
use crate::catalogue::{Call, CallError};
use crate::concepts::{
    AppliedLoad, Concept, ElementField, FieldSeries, HarmonicFactor, LoadValue, NodalField, NonlinearRun,
};
use crate::operators::response::structural::{MovingSupport, head, motion_field, moved};
use crate::operators::results::element_fields::has_lumped_mass;

/// What an analysis kept.
pub(super) struct Outcome<'a> {
    pub structure: &'a Structure,
    pub selection: &'a Selection,
    pub supports: &'a [MovingSupport],
    pub states: Vec<Snapshot>,
    /// Number of states of the continued result that stay.
    pub kept: usize,
    /// True where loads follow the motion.
    pub follows: bool,
}

/// The states of the continued result (`reuse`), then those kept.
pub(super) fn series(call: &Call, mut outcome: Outcome<'_>) -> Result<FieldSeries, CallError> {
    let structure = outcome.structure;
    let earlier = match call.concept("RESULTAT") {
        Some(Concept::Fields(series)) if call.reuse.is_some() => Some(series.clone()),
        _ => None,
    };
    let followed = earlier.as_ref().and_then(|series| series.nonlinear.as_ref()).is_some_and(|run| run.follows);
    let mut series = earlier.map_or_else(FieldSeries::default, |series| head(&series, outcome.kept));
    let next = series.orders.last().map_or(0, |o| o + 1);
    let stored = series.orders.len();
    series.orders.extend((next..).take(outcome.states.len()));
    let wanted = |name: &str| !outcome.selection.excluded.iter().any(|e| e.trim_end() == name) || name == "DEPL";
    let motions: &[(&str, &str)] = match outcome.selection.dynamic {
        true => &[("DEPL", "DEPL_ABSOLU"), ("VITE", "VITE_ABSOLU"), ("ACCE", "ACCE_ABSOLU")],
        false => &[("DEPL", "DEPL_ABSOLU")],
    };
    for (kind, (name, absolute)) in motions.iter().enumerate() {
        let mut with_supports = Vec::new();
        if !outcome.supports.is_empty() && wanted(absolute) {
            for Snapshot { state, .. } in &outcome.states {
                let relative = [&state.u, &state.v, &state.a][kind];
                with_supports.push(Some(field(structure, moved(call, relative, outcome.supports, kind, state.time)?)));
            }
        }
        if wanted(name) {
            // The result takes them over.
            let taken = outcome.states.iter_mut().map(|Snapshot { state, .. }| {
                Some(field(structure, std::mem::take([&mut state.u, &mut state.v, &mut state.a][kind])))
            });
            series.append(name, taken.collect::<Vec<_>>());
        }
        if !with_supports.is_empty() {
            series.append(absolute, with_supports);
        }
    }
    let laws = cell_laws(structure);
    type Made<'m> = &'m dyn Fn(&Snapshot) -> ElementField;
    let element: [(&str, Made<'_>); 2] = [
        ("SIEF_ELGA", &|s| force_field(structure, &s.state.forces)),
        ("VARI_ELGA", &|s| memory_field(structure, &s.state.memory, &laws)),
    ];
    for (name, made) in element.into_iter().filter(|(name, _)| wanted(name)) {
        let fields = outcome.states.iter().map(|s| Some(Arc::new(made(s))));
        series.append(name, fields);
    }
    let mut parameter = |name: &str, of: &dyn Fn(&Snapshot) -> f64| {
        series.append_parameter(name, outcome.states.iter().map(of).collect());
    };
    parameter("INST", &|s| s.state.time);
    parameter("INST_PREC", &|s| s.previous);
    parameter("ITER_GLOB", &|s| f64::from(s.convergence.evaluations));
    parameter("ITER_LINE", &|s| f64::from(s.convergence.line_tries));
    parameter("RESI_GLOB", &|s| s.convergence.residuals.largest);
    parameter("RESI_GLOB_RELA", &|s| match s.convergence.residuals.scale > 0.0 {
        true => s.convergence.residuals.relative(),
        false => 0.0,
    });
    parameter("CHAR_MINI", &|s| s.convergence.residuals.scale);
    series.complete();
    series.model = Some(structure.model.clone());
    series.properties = structure.properties.clone();
    series.materials = structure.materials.clone();
    series.access = "INST".into();
    series.lumped_mass = has_lumped_mass(call) || call.is("MASS_DIAG", "OUI");
    series.add_loads(stored, applied(call));
    series.nonlinear = Some(Arc::new(NonlinearRun {
        laws,
        damping: structure.damping.clone(),
        left_out: structure.damping_left_out,
        follows: outcome.follows || (followed && outcome.kept > 0),
    }));
    Ok(series)
}

/// The loads, each with its function of time.
fn applied(call: &Call) -> Vec<AppliedLoad> {
    let one = |level: &crate::catalogue::Keywords| {
        let Some(Concept::Load(load)) = level.concept("CHARGE") else { return None };
        let multiplier = match level.concept("FONC_MULT").or_else(|| level.concept("ACCE")) {
            Some(Concept::Function(function)) => LoadValue::Function(function.clone()),
            Some(Concept::Formula(formula)) => LoadValue::Formula(formula.clone()),
            _ => LoadValue::Number(1.0),
        };
        Some(AppliedLoad { load: load.clone(), multiplier, harmonic: HarmonicFactor::default(), orders: None })
    };
    call.factor("EXCIT").iter().filter_map(one).collect()
}

fn field(structure: &Structure, values: Vec<f64>) -> Arc<NodalField> {
    motion_field(&structure.model, structure.numbering(), values)
}
