//! REST_SPEC_TEMP: the Fourier transform of a transient, or the transient of a harmonic response.
//!
//! ```text
//! H = REST_SPEC_TEMP(RESU_GENE=TRAN, METHODE='PROL_ZERO', N_PUIS=1, SYMETRIE='NON')
//! T = REST_SPEC_TEMP(RESU_GENE=H, METHODE='PROL_ZERO', N_PUIS=0, SYMETRIE='NON')
//! ```
//!
//! States are used by rank: equal steps are assumed, and a warning says where they are not. Numerics: `kernel::random::steps`.

use std::sync::Arc;

use indexmap::{IndexMap, IndexSet};
use num_complex::Complex64;

use super::states::{field_series, signals_of};
use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, FieldSeries, HarmonicResponse, States, Trajectory};
use crate::diag::Diagnostic;
use crate::kernel::random::{Signals, forward, length, to_time};
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const REST_SPEC_TEMP: Operator =
    Operator { name: "REST_SPEC_TEMP", run, check: Check::KeywordsOnly };

pub(super) const FIELDS: [&str; 3] = ["DEPL", "VITE", "ACCE"];
/// Most points of a transform.
const MOST: usize = 1 << 26;

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let made = match call.concept("RESU_GENE").or_else(|| call.concept("RESULTAT")) {
        Some(Concept::Trajectory(kept)) => {
            let run = kept.get();
            let plan = Plan::new(call, &run.instants, true, context)?;
            Concept::Harmonic(Arc::new(to_harmonic(call, &plan, &run)))
        }
        Some(Concept::Harmonic(response)) => {
            let plan = Plan::new(call, &response.frequencies, false, context)?;
            let run = to_transient(&plan, response);
            Concept::Trajectory(crate::concepts::Kept::new(run))
        }
        Some(Concept::Fields(series)) => {
            let direct = series.access != "FREQ";
            let name = if direct { "INST" } else { "FREQ" };
            let stored = series.parameters.get(name).cloned().unwrap_or_default();
            let plan = Plan::new(call, &stored, direct, context)?;
            Concept::Fields(Arc::new(transformed(call, &plan, series)?))
        }
        _ => {
            return Err(call.error(
                source(call),
                "R539",
                "nothing to transform: a transient or a harmonic response is needed",
            ));
        }
    };
    set_result(call, made)
}

fn source(call: &Call) -> &'static str {
    if call.has("RESU_GENE") { "RESU_GENE" } else { "RESULTAT" }
}

/// Numbers of points, and their abscissae.
pub(super) struct Plan {
    pub(super) direct: bool,
    points: usize,
    /// States of the result.
    kept: usize,
    /// From a state to the next (Hz, s).
    step: f64,
}

impl Plan {
    fn new(call: &Call, stored: &[f64], direct: bool, context: &mut Context<'_>) -> Result<Plan, CallError> {
        let keyword = source(call);
        let truncated = call.is("METHODE", "TRONCATURE");
        let symmetric = call.is("SYMETRIE", "OUI");
        if symmetric && !direct {
            let message = "SYMETRIE='OUI' is not computed from a harmonic response to a transient";
            let help = "SYMETRIE='NON' takes one half of the spectrum, which REST_SPEC_TEMP(SYMETRIE='NON') made";
            return Err(Box::new(call.error("SYMETRIE", "R539", message).help(help)));
        }
        if symmetric && truncated {
            let message = "METHODE='TRONCATURE' is not computed with SYMETRIE='OUI'";
            let help = "METHODE='PROL_ZERO' keeps the whole spectrum; SYMETRIE='NON' the half of it that counts";
            return Err(Box::new(call.error("METHODE", "R539", message).help(help)));
        }
        let &[first, second, ..] = stored else {
            return Err(call.error(
                keyword,
                "R539",
                format!("{keyword} has {} state(s): a transform needs two", stored.len()),
            ));
        };
        let step = second - first;
        if !(step > 0.0) {
            return Err(call.error(keyword, "R539", format!("the states do not increase: {first}, then {second}")));
        }
        let uneven = stored.windows(2).any(|pair| ((pair[1] - pair[0]) - step).abs() > 1e-6 * step);
        if uneven || first != 0.0 {
            let what = if uneven {
                format!("have unequal steps (the first is {step})")
            } else {
                format!("begin at {first}, not at 0")
            };
            let warning =
                Diagnostic::warning("R539", format!("the states of {keyword} {what}; the transform uses them by rank"));
            context.warn(
                warning
                    .at_if_absent(call.span_of(keyword))
                    .help("REST_GENE_PHYS and RECU_FONCTION take states at equal steps"),
            );
        }
        let power = call.integer_if_given("N_PUIS").unwrap_or(0);
        if !(0..=20).contains(&power) {
            return Err(call.error("N_PUIS", "R539", format!("N_PUIS is {power}: it goes from 0 to 20")));
        }
        let points = length(stored.len(), truncated, power as u32);
        if points > MOST {
            let message = format!("N_PUIS={power} makes {points} points of each unknown");
            return Err(call.error("N_PUIS", "R539", message));
        }
        let kept = if !direct {
            2 * points
        } else if symmetric {
            points
        } else {
            points / 2
        };
        let wide = if direct { points } else { 2 * points };
        Ok(Plan { direct, points, kept, step: 1.0 / (wide as f64 * step) })
    }

    pub(super) fn apply(&self, signals: &Signals) -> Signals {
        if self.direct { forward(signals, self.points, self.kept) } else { to_time(signals, self.points) }
    }

    pub(super) fn abscissae(&self) -> Vec<f64> {
        (0..self.kept).map(|k| k as f64 * self.step).collect()
    }
}

/// Fields asked for.
pub(super) fn wanted(call: &Call) -> Vec<String> {
    let named: Vec<String> = call.texts("NOM_CHAM").iter().map(|t| t.to_string()).collect();
    if named.is_empty() || call.is("TOUT_CHAM", "OUI") { FIELDS.map(String::from).to_vec() } else { named }
}

fn to_harmonic(call: &Call, plan: &Plan, run: &Trajectory) -> HarmonicResponse {
    let transform = |values: &[f64]| {
        let values = values.iter().map(|x| Complex64::new(*x, 0.0)).collect();
        plan.apply(&Signals { size: run.size, values }).values
    };
    let own = [("VITE", &run.velocity), ("ACCE", &run.acceleration)];
    let fields = wanted(call);
    let kept = own.into_iter().filter(|(name, _)| fields.iter().any(|f| f == name));
    HarmonicResponse {
        basis: run.basis.clone(),
        size: run.size,
        orders: (1..=plan.kept as i64).collect(),
        frequencies: plan.abscissae(),
        displacement: transform(&run.displacement),
        transformed: kept.map(|(name, values)| (name.to_string(), transform(values))).collect(),
        fields,
    }
}

/// All three fields of the coordinates, whichever are asked for: a transient holds them.
fn to_transient(plan: &Plan, response: &HarmonicResponse) -> Trajectory {
    let transform = |field: &str| -> crate::kernel::pooled::Numbers {
        let state = |k: usize| {
            let factor = response.transform_factor(field, k);
            response.q_of(field, k).iter().map(move |q| q * factor)
        };
        let values = (0..response.len()).flat_map(state).collect();
        plan.apply(&Signals { size: response.size, values }).values.iter().map(|z| z.re).collect()
    };
    let instants = plan.abscissae();
    let steps: Vec<f64> = instants.iter().map(|_| plan.step).collect();
    let motion = ["DEPL", "VITE", "ACCE"].map(transform);
    let orders = (0..plan.kept as i64).collect();
    Trajectory::without_run((&response.basis, response.size), orders, (instants, &steps), motion)
}

/// The fields of a result on physical unknowns.
fn transformed(call: &Call, plan: &Plan, series: &FieldSeries) -> Result<FieldSeries, CallError> {
    let all = !call.has("NOM_CHAM") || call.is("TOUT_CHAM", "OUI");
    let states = States::Fields(series);
    let known: IndexSet<&str> =
        states.field_names().into_iter().filter(|name| !states.all_nodal(name).is_empty()).collect();
    let mut nodal = Vec::new();
    for name in wanted(call) {
        if known.contains(name.as_str()) {
            let (first, signals) = signals_of(call, &name, states)?;
            nodal.push((name, field_series(&first, &plan.apply(&signals), !plan.direct)));
        } else if !all {
            let error = call.error("NOM_CHAM", "R539", format!("{} has no field {name}", source(call)));
            let known: Vec<&str> = known.into_iter().collect();
            return Err(Box::new(error.help(format!("it has {}", known.join(", ")))));
        }
    }
    if nodal.is_empty() {
        return Err(call.error(source(call), "R539", "the result has none of DEPL, VITE, ACCE"));
    }
    let access = if plan.direct { "FREQ" } else { "INST" };
    let first = i64::from(plan.direct);
    let mut transformed = FieldSeries {
        orders: (first..first + plan.kept as i64).collect(),
        parameters: IndexMap::from([(access.to_string(), plan.abscissae())]),
        model: series.model.clone(),
        properties: series.properties.clone(),
        materials: series.materials.clone(),
        access: access.into(),
        lumped_mass: series.lumped_mass,
        ..FieldSeries::default()
    };
    nodal.into_iter().for_each(|(name, fields)| transformed.append(&name, fields));
    Ok(transformed)
}
