//! LOI_USURE: the wear laws of the mobile part and of the obstacle, by their coefficients or by a pair of
//! materials.

use super::materials::{self, Pair};
use crate::catalogue::{Call, CallError, Keywords};
use crate::diag::Diagnostic;
use crate::kernel::wear::{ContactHistory, Histogram, VolumeFault, WearLaw};
use crate::operators::Context;

/// Worn volumes of the mobile part and of the obstacle (m³) at `times` (s). `None` when the law does not hold: a
/// warning says so.
pub(super) fn volumes(
    call: &Call,
    power: f64,
    times: &[f64],
    contact: Option<&ContactHistory<'_>>,
    context: &mut Context<'_>,
) -> Result<Option<Vec<(f64, f64)>>, CallError> {
    let (mobile, obstacle) = read(call)?;
    if call.text_if_given("MATER_USURE").is_some() && matches!(mobile, WearLaw::EdfMz { .. }) {
        context.slip("edf-mz-numbers", call.span_of("MATER_USURE"));
    }
    let histogram = match (mobile, contact) {
        (WearLaw::KwuEpri { .. }, Some(contact)) => {
            let histogram = Histogram::new(contact, call.real_if_given("FNOR_MAXI"), call.real_if_given("VTAN_MAXI"));
            Some(histogram.map_err(|fault| call.error("LOI_USURE", "R466", fault.to_string()))?)
        }
        _ => None,
    };
    let mut sides = Vec::new();
    for law in [Some(mobile), obstacle] {
        let Some(law) = law else {
            sides.push(vec![0.0; times.len()]);
            continue;
        };
        match law.volumes(power, times, histogram.as_ref()) {
            Ok(volumes) => sides.push(volumes),
            Err(fault @ VolumeFault::Stationary { .. }) => {
                let message = format!("POST_USURE: {fault}; the table has no row");
                let warning = Diagnostic::warning("R466", message).at_if_absent(call.span_of("LOI_USURE"));
                context.warn(
                    warning.help("the law of EDF_MZ holds while the rate goes down: look at COEF_S, and at the power"),
                );
                return Ok(None);
            }
            Err(fault) => {
                let error = call.error("LOI_USURE", "R466", format!("the law cannot be applied: {fault}"));
                return Err(match fault {
                    VolumeFault::NoHistogram => {
                        Box::new(error.help("KWU_EPRI needs RESU_GENE, the transient with the contact"))
                    }
                    _ => error,
                });
            }
        }
    }
    Ok(Some(sides[0].iter().copied().zip(sides[1].iter().copied()).collect()))
}

fn read(call: &Call) -> Result<(WearLaw, Option<WearLaw>), CallError> {
    let law = call.text_if_given("LOI_USURE").unwrap_or_default();
    if let Some(name) = call.text_if_given("MATER_USURE") {
        let contact = call.text_if_given("CONTACT").unwrap_or_default();
        let Some(Pair { mobile, obstacle }) = materials::find(&law, &contact, &name) else {
            let known = materials::names(&law, &contact);
            let message = format!("MATER_USURE='{name}' is not known for LOI_USURE='{law}' and CONTACT='{contact}'");
            let help = if known.is_empty() {
                "give the coefficients with MOBILE".into()
            } else {
                format!("known pairs: {}", known.join(", "))
            };
            return Err(Box::new(call.error("MATER_USURE", "R467", message).help(help)));
        };
        let wanted = call.is("USURE_OBST", "OUI");
        if wanted && obstacle.is_none() {
            let message = format!("MATER_USURE='{name}' has no coefficient for the obstacle");
            return Err(Box::new(call.error("USURE_OBST", "R467", message).help("give MOBILE and OBSTACLE")));
        }
        return Ok((mobile, obstacle.filter(|_| wanted)));
    }
    let Some(mobile) = call.one("MOBILE") else {
        return Err(call.error("LOI_USURE", "R468", "the coefficients of the law are missing: MOBILE or MATER_USURE"));
    };
    let mobile = coefficients(&law, mobile)?;
    let obstacle = call.one("OBSTACLE").map(|k| coefficients(&law, k)).transpose()?;
    Ok((mobile, obstacle))
}

fn coefficients(law: &str, keywords: &Keywords) -> Result<WearLaw, CallError> {
    let need = |name: &'static str| {
        keywords
            .real_if_given(name)
            .ok_or_else(|| keywords.error(name, "R468", format!("{name} is missing for LOI_USURE='{law}'")))
    };
    Ok(match law {
        "EDF_MZ" => WearLaw::EdfMz {
            initial: need("COEF_USURE")?,
            power: need("COEF_B")?,
            decay: need("COEF_N")?,
            stationary: need("COEF_S")?,
        },
        "KWU_EPRI" => WearLaw::KwuEpri {
            coefficient: need("COEF_USURE")?,
            impact: need("COEF_FNOR")?,
            sliding: need("COEF_VTAN")?,
            k: keywords.real("COEF_K")?,
            c: keywords.real("COEF_C")?,
        },
        _ => WearLaw::Archard { coefficient: need("COEF_USURE")? },
    })
}
