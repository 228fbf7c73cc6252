//! DEFI_CORPS_RUGUEUX: a beam with a profile.

use std::sync::Arc;

use super::input::{positive, refused};
use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, RoughBody, RoughProfile};
use crate::kernel::rough::{Beam, Support};
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const DEFI_CORPS_RUGUEUX: Operator =
    Operator { name: "DEFI_CORPS_RUGUEUX", run, check: Check::KeywordsOnly };

fn run(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let profile = call.rough_profile("PROFIL")?;
    let length = profile.length();
    if let Some(given) = positive(call, "LONGUEUR")?
        && (given - length).abs() > 1e-9 * length
    {
        let message = format!("LONGUEUR={given} m, but the profile is {length} m long");
        return Err(refused(
            call,
            "LONGUEUR",
            "R855",
            message,
            "leave LONGUEUR out, or make the profile of that length",
        ));
    }
    let (mass, rigidity) = sections(call)?;
    let support = if call.is("APPUI", "LIBRE") { Support::Free } else { Support::Pinned };
    let modes = modes(call, profile, support)?;
    let mut beam = Beam::new(support, length, mass, rigidity, modes, 0.0);
    beam.damping = damping(call, &beam)?;
    set_result(call, Concept::RoughBody(Arc::new(RoughBody { beam, profile: profile.clone() })))
}

/// Mass (kg/m²) and bending stiffness (N m) per unit width.
fn sections(call: &Call) -> Result<(f64, f64), CallError> {
    let [thickness, young, density, rigidity, mass] = [
        positive(call, "EPAISSEUR")?,
        positive(call, "E")?,
        positive(call, "RHO")?,
        positive(call, "RIGI_FLEXION")?,
        positive(call, "MASSE_LINE")?,
    ];
    match (thickness, young, density, rigidity, mass) {
        (Some(h), Some(e), Some(rho), _, _) => Ok((rho * h, e * h * h * h / 12.0)),
        (_, _, _, Some(rigidity), Some(mass)) => Ok((mass, rigidity)),
        _ => {
            let message = "the section is not known".to_string();
            let help = "give EPAISSEUR, E and RHO, or RIGI_FLEXION and MASSE_LINE";
            Err(refused(call, "EPAISSEUR", "R855", message, help))
        }
    }
}

fn modes(call: &Call, profile: &RoughProfile, support: Support) -> Result<usize, CallError> {
    let count = call.integer("NB_MODE")?;
    let least = if support == Support::Free { 2 } else { 1 };
    let most = profile.heights.len() as i64 - 2;
    if (least..=most.max(least)).contains(&count) {
        return Ok(count as usize);
    }
    let message = format!("NB_MODE={count}: from {least} to {most} modes are possible here");
    let help = if count < least {
        "the two rigid modes of a free body count: NB_MODE=2 is a rigid body".to_string()
    } else {
        format!("the profile has {} nodes and carries two modes fewer; take a finer profile", profile.heights.len())
    };
    Err(refused(call, "NB_MODE", "R856", message, help))
}

fn damping(call: &Call, beam: &Beam) -> Result<Vec<f64>, CallError> {
    let given = call.reals("AMOR_REDUIT");
    if let Some(wrong) = given.iter().find(|zeta| !(**zeta >= 0.0 && zeta.is_finite())) {
        let message = format!("AMOR_REDUIT must be zero or positive; found {wrong}");
        return Err(refused(call, "AMOR_REDUIT", "R850", message, "0.02 is 2 % of critical damping"));
    }
    let (rigid, modes) = (beam.shapes.rigid(), beam.modes());
    let flexible = modes - rigid;
    let values = match given.len() {
        0 => vec![0.0; flexible],
        1 => vec![given[0]; flexible],
        n if n == flexible => given,
        n => {
            let message = format!("AMOR_REDUIT has {n} values, the body has {flexible} flexible modes");
            return Err(refused(call, "AMOR_REDUIT", "R857", message, "give one value, or one per flexible mode"));
        }
    };
    Ok(std::iter::repeat_n(0.0, rigid).chain(values).collect())
}
