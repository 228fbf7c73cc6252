//! NEWTON, CONVERGENCE, RECH_LINEAIRE.

use super::structure::Structure;
use crate::catalogue::{Call, CallError, Keywords};
use crate::diag::Diagnostic;
use crate::kernel::assembly::Dof;
use crate::kernel::elements::Mechanics;
use crate::kernel::structural::newton::{
    Criteria, Criterion, Dynamics, LineSearch, Matrix, NewtonOptions, Prediction, SearchMethod,
};
use crate::operators::Context;
use crate::verdict::significant;

pub(super) fn read(
    call: &Call,
    context: &mut Context<'_>,
    structure: &Structure,
    dynamics: Dynamics,
) -> Result<NewtonOptions, CallError> {
    let method = call.text("METHODE")?;
    if &*method != "NEWTON" {
        let error = call.error("METHODE", "R360", format!("METHODE='{method}' is not available"));
        return Err(Box::new(error.help("use METHODE='NEWTON'")));
    }
    let Some(convergence) = call.one("CONVERGENCE") else {
        return Err(call.error("CONVERGENCE", "R365", "CONVERGENCE is missing"));
    };
    if !matches!(dynamics, Dynamics::Explicit(_)) {
        doubt_criteria(convergence, context);
    }
    let Some(newton) = call.one("NEWTON") else { return Err(call.error("NEWTON", "R365", "NEWTON is missing")) };
    let matrix = if newton.is("MATRICE", "ELASTIQUE") { Matrix::Elastic } else { Matrix::Tangent };
    let prediction = match newton.text_if_given("PREDICTION").as_deref() {
        None => Prediction::Matrix(matrix),
        Some("TANGENTE") => Prediction::Matrix(Matrix::Tangent),
        Some("ELASTIQUE") => Prediction::Matrix(Matrix::Elastic),
        Some("EXTRAPOLE" | "EXTRAPOL") => Prediction::Extrapolated,
        Some(other) => {
            let error = newton.error("PREDICTION", "R360", format!("PREDICTION='{other}' is not available"));
            return Err(Box::new(error.help("use TANGENTE, ELASTIQUE or EXTRAPOLE")));
        }
    };
    let count = |value: i64| u32::try_from(value).unwrap_or(0);
    Ok(NewtonOptions {
        dynamics,
        steps_between: newton.integer("REAC_INCR")?.max(0) as u64,
        iterations_between: count(newton.integer("REAC_ITER")?),
        matrix,
        prediction,
        most_iterations: count(convergence.integer("ITER_GLOB_MAXI")?),
        criteria: criteria(call, structure)?,
        goes_on: convergence.is("ARRET", "NON"),
        line_search: line_search(call)?,
        mass_shift: match call.one("SCHEMA_TEMPS") {
            Some(scheme) => scheme.real("COEF_MASS_SHIFT")?,
            None => 0.0,
        },
        symmetric: newton.is("MATR_RIGI_SYME", "OUI"),
        energies: call.one("ENERGIE").is_some(),
    })
}

fn criteria(call: &Call, structure: &Structure) -> Result<Criteria, CallError> {
    let Some(keywords) = call.one("CONVERGENCE") else {
        return Ok(Criteria { list: Vec::new(), one_is_enough: false });
    };
    let mut list = Vec::new();
    if let Some(value) = keywords.real_if_given("RESI_REFE_RELA") {
        let of = references(keywords.real_if_given("EFFORT_REFE"), keywords.real_if_given("MOMENT_REFE"), structure);
        if of.iter().all(|r| r.is_nan()) {
            let message = "RESI_REFE_RELA has no reference for the unknowns of this model";
            let help = "give EFFORT_REFE (N) for translations, MOMENT_REFE (N m) for rotations";
            return Err(Box::new(keywords.error("RESI_REFE_RELA", "R365", message).help(help)));
        }
        list.push(Criterion::Reference { value, of });
    }
    list.extend(keywords.real_if_given("RESI_GLOB_RELA").map(Criterion::Relative));
    list.extend(keywords.real_if_given("RESI_GLOB_MAXI").map(Criterion::Largest));
    Ok(Criteria { list, one_is_enough: keywords.is("VERIF", "AU_MOINS_UN") })
}

/// Warns of a relative criterion that accepts almost everything, and of criteria that nothing meets.
fn doubt_criteria(keywords: &Keywords, context: &mut Context<'_>) {
    let mut warn = |name: &str, message: String, help: &str| {
        context.warn(Diagnostic::warning("R373", message).at_if_absent(keywords.span_of(name)).help(help.to_string()));
    };
    if let Some(value) = keywords.real_if_given("RESI_GLOB_RELA").filter(|value| *value > LOOSE) {
        let message = format!(
            "RESI_GLOB_RELA={value:e} accepts states whose forces are out of balance by {} % of the largest",
            significant(100.0 * value, 3)
        );
        warn(
            "RESI_GLOB_RELA",
            message,
            "1e-6, the default, costs one or two iterations more a step; above 1e-4 results are in doubt",
        );
    }
    // With ARRET='NON' a criterion that nothing meets asks for all iterations.
    if keywords.is("ARRET", "NON") {
        return;
    }
    for name in ["RESI_GLOB_RELA", "RESI_GLOB_MAXI", "RESI_REFE_RELA"] {
        if let Some(value) = keywords.real_if_given(name).filter(|value| *value < 0.0) {
            warn(name, format!("{name}={value:e} is never met: no residual is negative"), "give a positive number");
        }
    }
}

/// Above this the relative criterion is doubted.
const LOOSE: f64 = 1e-4;

/// EFFORT_REFE of translations, MOMENT_REFE of rotations, at the nodes of discrete elements, bars and beams.
fn references(effort: Option<f64>, moment: Option<f64>, structure: &Structure) -> Vec<f64> {
    let reference = |dof: &Dof| match dof.component {
        c if c.is_translation() => effort,
        c if c.is_rotation() => moment,
        _ => None,
    };
    let mut carried = vec![false; structure.system.size];
    let elements = structure.system.elements.iter();
    for element in elements.filter(|e| !matches!(e.mechanics, Mechanics::Bar { .. }) || effort.is_some()) {
        element.ranks.iter().for_each(|k| carried[*k] = true);
    }
    let dofs = structure.numbering().dofs().iter().zip(carried);
    dofs.map(|(dof, carried)| reference(dof).filter(|_| carried).unwrap_or(f64::NAN)).collect()
}

fn line_search(call: &Call) -> Result<Option<LineSearch>, CallError> {
    let Some(keywords) = call.one("RECH_LINEAIRE") else { return Ok(None) };
    let method = match &*keywords.text("METHODE")? {
        "CORDE" => SearchMethod::Chord,
        "MIXTE" => SearchMethod::Mixed,
        other => {
            let message = format!("RECH_LINEAIRE/METHODE='{other}' needs PILOTAGE, which is not available");
            return Err(Box::new(keywords.error("METHODE", "R360", message).help("use CORDE or MIXTE")));
        }
    };
    Ok(Some(LineSearch {
        method,
        tolerance: keywords.real("RESI_LINE_RELA")?,
        most: u32::try_from(keywords.integer("ITER_LINE_MAXI")?).unwrap_or(0),
        smallest: keywords.real("RHO_MIN")?,
        largest: keywords.real("RHO_MAX")?,
        excluded: keywords.real("RHO_EXCL")?,
    }))
}
