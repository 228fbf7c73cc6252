//! SCHEMA_TEMPS: the scheme and its parameters.

use crate::catalogue::{Call, CallError, Keywords};
use crate::kernel::structural::newton::{Dynamics, ExplicitScheme, Formulation, ImplicitScheme};

/// The scheme of a call, or statics.
pub(super) fn read(call: &Call, dynamic: bool) -> Result<Dynamics, CallError> {
    if !dynamic {
        return Ok(Dynamics::Static);
    }
    if let Some(former) = call.one("NEWMARK") {
        let (beta, gamma) = (former.real("ALPHA")?, former.real("DELTA")?);
        return newmark(former, beta, gamma, Formulation::Displacement);
    }
    if let Some(former) = call.one("HHT") {
        return hht(former, Formulation::Displacement);
    }
    let Some(keywords) = call.one("SCHEMA_TEMPS") else {
        return Err(call.error("SCHEMA_TEMPS", "R330", "SCHEMA_TEMPS is missing"));
    };
    let name = keywords.text("SCHEMA")?;
    let explicit = matches!(&*name, "DIFF_CENT" | "TCHAMWA");
    let formulation = match keywords.text_if_given("FORMULATION").as_deref() {
        Some("ACCELERATION") => Formulation::Acceleration,
        Some("VITESSE") => {
            let error = keywords.error("FORMULATION", "R330", "FORMULATION='VITESSE' is of another scheme");
            return Err(Box::new(error.help("use DEPLACEMENT or ACCELERATION")));
        }
        _ => Formulation::Displacement,
    };
    if explicit {
        let central = &*name == "DIFF_CENT";
        let phi = if central { 0.5 } else { keywords.real("PHI")? };
        return Ok(Dynamics::Explicit(ExplicitScheme { phi, central, modes: Vec::new() }));
    }
    match &*name {
        "NEWMARK" => {
            let former = |now: &str, then: &str| match keywords.real_if_given(then) {
                Some(value) => Ok(value),
                None => keywords.real(now),
            };
            newmark(keywords, former("BETA", "ALPHA")?, former("GAMMA", "DELTA")?, formulation)
        }
        "HHT" => hht(keywords, formulation),
        _ => {
            let alpha = alpha(keywords)?;
            Ok(Dynamics::Implicit(ImplicitScheme::nohht(alpha, formulation)))
        }
    }
}

fn newmark(keywords: &Keywords, beta: f64, gamma: f64, formulation: Formulation) -> Result<Dynamics, CallError> {
    if beta <= 0.0 {
        let keyword = if keywords.has("BETA") { "BETA" } else { "ALPHA" };
        let error =
            keywords.error(keyword, "R330", format!("{keyword}={beta}: Newmark's scheme needs a positive beta"));
        return Err(Box::new(error.help("for the explicit scheme beta = 0, use DIFF_CENT")));
    }
    Ok(Dynamics::Implicit(ImplicitScheme::newmark(beta, gamma, formulation)))
}

fn hht(keywords: &Keywords, formulation: Formulation) -> Result<Dynamics, CallError> {
    let alpha = alpha(keywords)?;
    Ok(Dynamics::Implicit(ImplicitScheme::hht(alpha, keywords.is("MODI_EQUI", "OUI"), formulation)))
}

fn alpha(keywords: &Keywords) -> Result<f64, CallError> {
    let alpha = keywords.real("ALPHA")?;
    if alpha <= -1.0 || alpha >= 1.0 {
        let error = keywords.error("ALPHA", "R330", format!("ALPHA={alpha} must lie between -1 and 1"));
        return Err(Box::new(error.help("schemes that dissipate have ALPHA between -0.3 and 0")));
    }
    Ok(alpha)
}
