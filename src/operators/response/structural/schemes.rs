//! SCHEMA_TEMPS, or the factor keyword of the older command: the scheme and its options.

use super::structure::Structure;
use crate::catalogue::{Call, CallError, Keywords};
use crate::diag::Diagnostic;
use crate::kernel::schemes::SchemeInfo;
use crate::kernel::structural::{AdaptiveOptions, StructuralScheme};
use crate::operators::Context;

pub(super) fn read(call: &Call) -> Result<StructuralScheme, CallError> {
    let older = ["NEWMARK", "WILSON", "DIFF_CENTRE", "ADAPT"].into_iter().find(|name| call.one(name).is_some());
    let (name, place) = match (older, call.one("SCHEMA_TEMPS")) {
        (Some(name), _) => (name.to_string(), call.one(name).unwrap_or(call)),
        (None, Some(schema)) => (schema.text_if_given("SCHEMA").map_or("NEWMARK".into(), |t| t.to_string()), schema),
        (None, None) => ("NEWMARK".into(), call as &Keywords),
    };
    let real = |names: &[&str], default: f64| names.iter().find_map(|n| place.real_if_given(n)).unwrap_or(default);
    Ok(match name.as_str() {
        // The older ALPHA and DELTA are β and γ.
        "NEWMARK" => {
            let (beta, gamma) = (real(&["BETA", "ALPHA"], 0.25), real(&["GAMMA", "DELTA"], 0.5));
            if beta <= 0.0 {
                let error = place.error("BETA", "R330", format!("BETA={beta}: Newmark's scheme needs a positive β"));
                return Err(Box::new(error.help("for the explicit scheme β = 0, use DIFF_CENTRE")));
            }
            StructuralScheme::Newmark { beta, gamma }
        }
        "WILSON" => {
            let theta = real(&["THETA"], 1.4);
            if theta <= 0.0 {
                return Err(place.error("THETA", "R330", format!("THETA={theta}: Wilson's θ is positive")));
            }
            StructuralScheme::Wilson { theta }
        }
        "DIFF_CENTRE" => {
            let checked = !call.one("INCREMENT").is_some_and(|i| i.is("VERI_PAS", "NON"));
            let archive = call.one("ARCHIVAGE");
            let half_step_last =
                archive.is_some_and(|a| a.texts("CHAM_EXCLU").iter().any(|name| name.trim_end() == "VITE"));
            StructuralScheme::Central { checked, half_step_last }
        }
        "ADAPT_ORDRE2" | "ADAPT" => adaptive(call, place),
        other => {
            let message = format!("the scheme '{other}' is not available on physical unknowns");
            let help = format!("use {}", SchemeInfo::list(|info| info.physical.is_some()));
            return Err(Box::new(place.error("SCHEMA", "R330", message).help(help)));
        }
    })
}

/// Options stand in SCHEMA_TEMPS, formerly in INCREMENT.
fn adaptive(call: &Call, schema: &Keywords) -> StructuralScheme {
    let increment = call.one("INCREMENT");
    let places: Vec<&Keywords> = [Some(schema), increment].into_iter().flatten().collect();
    let holder = |name: &str| {
        let written = places.iter().find(|k| k.written(name));
        written.or_else(|| places.iter().find(|k| k.has(name))).copied()
    };
    let real = |name: &str, default: f64| holder(name).and_then(|k| k.real_if_given(name)).unwrap_or(default);
    let first = increment.and_then(|k| k.real_if_given("PAS")).unwrap_or(0.0);
    StructuralScheme::Adaptive(AdaptiveOptions {
        growth: real("COEF_MULT_PAS", 1.1),
        cut: real("COEF_DIVI_PAS", 1.3333334),
        points_per_period: real("NB_POIN_PERIODE", 50.0),
        attempts: real("NMAX_ITER_PAS", 16.0).max(1.0) as u32,
        minimum: real("PAS_MINI", first * real("PAS_LIMI_RELA", 1e-6)),
        maximum: real("PAS_MAXI", f64::INFINITY),
        largest_velocity: holder("VITE_MIN").is_some_and(|k| k.is("VITE_MIN", "MAXI")),
    })
}

/// Parameters with which a scheme makes motions grow by itself, whatever the step.
pub(super) fn amplifying(call: &Call, scheme: &StructuralScheme) -> Option<Diagnostic> {
    let (message, help) = match scheme {
        StructuralScheme::Newmark { gamma, .. } if *gamma < 0.5 => {
            (format!("γ = {gamma} is below 1/2: Newmark's scheme feeds energy to the motion"), "take GAMMA=0.5 or more")
        }
        StructuralScheme::Wilson { theta } if *theta < 1.366 => {
            (format!("θ = {theta} is below 1.37: Wilson's scheme is not stable for every step"), "take THETA=1.4")
        }
        _ => return None,
    };
    let keyword = if call.has("SCHEMA_TEMPS") { "SCHEMA_TEMPS" } else { "MATR_MASS" };
    Some(Diagnostic::warning("R341", message).at_if_absent(call.span_of(keyword)).help(help))
}

/// Explicit schemes invert the mass unknown by unknown: says what they leave out of a mass that is not diagonal.
pub(super) fn warn_of_coupled_mass(
    call: &Call,
    context: &mut Context<'_>,
    scheme: &StructuralScheme,
    structure: &Structure,
) {
    if !matches!(scheme, StructuralScheme::Central { .. } | StructuralScheme::Adaptive(_)) {
        return;
    }
    let (mass, fixed) = (&structure.system.mass, &structure.system.fixed);
    let own = |i: usize| mass.get(i, i).unwrap_or(0.0).abs();
    let mut terms = mass.triplets().filter(|&(i, j, _)| i != j && !fixed[i] && !fixed[j]);
    let Some((i, j, _)) = terms.find(|&(i, j, m)| m.abs() > 1e-9 * (own(i) * own(j)).sqrt()) else { return };
    let place = |unknown: usize| {
        let dof = structure.numbering().dofs()[unknown];
        format!("{} of node N{}", dof.component.name(), dof.node + 1)
    };
    let message =
        format!("only the diagonal of the mass counts here, and this one couples {} and {}", place(j), place(i));
    let help = "assemble the mass of beams with MASS_MECA_DIAG; for masses off their nodes, use NEWMARK";
    context.warn(Diagnostic::warning("R338", message).at_if_absent(call.span_of("MATR_MASS")).help(help));
}
