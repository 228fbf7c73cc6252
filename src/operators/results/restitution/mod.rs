//! REST_GENE_PHYS (REST_BASE_PHYS in the older language): from a result on a modal basis back to fields on
//! the structure, `u = sum_j phi_j q_j`.
//!
//! ```text
//! DYN = REST_GENE_PHYS(RESU_GENE=TRAN, TOUT_CHAM='OUI', LIST_INST=TIMES, INTERPOL='LIN')
//! ```
//!
//! Transients give DEPL, VITE, ACCE (NOM_CHAM='ACCE' when neither NOM_CHAM nor TOUT_CHAM is written), and
//! fields on elements that the modes carry. MULT_APPUI and CORR_STAT add the motion of supports and static
//! corrections; ACCE_MONO_APPUI the acceleration of a single support. Harmonic responses give complex fields by
//! frequency. Modes of a generalised problem become
//! modes on the structure.

mod harmonic;
mod modes;
mod observation;
mod substructures;
#[cfg(test)]
mod tests;
mod transient;

pub(in crate::operators) use modes::on_structure;
pub(in crate::operators) use substructures::modes_on_part;

use std::sync::Arc;

use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, ModeSet};
use crate::operators::{Context, Operator, Outcome, set_result};

pub(in crate::operators) const POST_GENE_PHYS: Operator = Operator { name: "POST_GENE_PHYS", run: observation::run };
pub(in crate::operators) const REST_GENE_PHYS: Operator = Operator { name: "REST_GENE_PHYS", run };
pub(in crate::operators) const REST_SOUS_STRUC: Operator =
    Operator { name: "REST_SOUS_STRUC", run: substructures::run };
pub(in crate::operators) const REST_BASE_PHYS: Operator = Operator { name: "REST_BASE_PHYS", run };

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    for keyword in ["RESULTAT", "RESU_PHYS", "CYCLIQUE", "SQUELETTE", "SOUS_STRUC"] {
        if call.has(keyword) {
            let error =
                call.error(keyword, "R450", format!("{keyword}: restitution on a skeleton mesh is not available"));
            return Err(Box::new(error.help("restore on the mesh of the modes, with RESU_GENE alone")));
        }
    }
    match call.concept("RESU_GENE") {
        Some(Concept::Trajectory(trajectory)) => {
            let trajectory = trajectory.get();
            let base = recombination_base(call, &trajectory.base)?;
            let series = transient::restore(call, &trajectory, &base, context)?;
            set_result(call, Concept::Fields(Arc::new(series)))
        }
        Some(Concept::Harmonic(response)) => {
            let base = recombination_base(call, &response.base)?;
            let series = harmonic::restore(call, response, &base, context)?;
            set_result(call, Concept::Fields(Arc::new(series)))
        }
        Some(Concept::Modes(generalised)) => {
            let base = match (given_base(call), &generalised.support) {
                (Some(Concept::Modes(base)), _) => base.clone(),
                (_, crate::concepts::ModeSupport::Generalized(base)) => base.clone(),
                _ => return Err(no_base(call)),
            };
            let base = modes::on_structure(&base).unwrap_or(base);
            set_result(call, Concept::Modes(Arc::new(modes::restore(call, generalised, &base)?)))
        }
        _ => {
            let error =
                call.error("RESU_GENE", "R451", "RESU_GENE is not a result that can be restored on a structure");
            Err(Box::new(error.help("it is a transient, a harmonic response or modes on a modal basis")))
        }
    }
}

/// MODE_MECA, that the older command also names BASE_MODALE.
fn given_base(call: &Call) -> Option<&Concept> {
    call.concept("MODE_MECA").or_else(|| call.concept("BASE_MODALE"))
}

/// The shapes that coordinates multiply: MODE_MECA if given, else the base of the result, on the structure.
fn recombination_base(call: &Call, own: &Arc<ModeSet>) -> Result<Arc<ModeSet>, CallError> {
    let base = match given_base(call) {
        Some(Concept::Modes(base)) => base.clone(),
        _ => own.clone(),
    };
    match modes::on_structure(&base) {
        Some(base) => Ok(base),
        None if base.numbering().is_some() => Ok(base),
        None => Err(no_base(call)),
    }
}

/// Refuses keywords that select among other results than this one: they would select nothing.
fn only_for_others(call: &Call, result: &str, keywords: &[&str]) -> Result<(), CallError> {
    match keywords.iter().find(|name| call.written(name)) {
        None => Ok(()),
        Some(name) => {
            let error = call.error(name, "R439", format!("{name} has no meaning for {result}"));
            Err(Box::new(error.help("instants belong to transients, frequencies to harmonic responses and modes")))
        }
    }
}

fn no_base(call: &Call) -> CallError {
    let error = call.error("RESU_GENE", "R452", "the basis of this result has no components on a mesh");
    Box::new(error.help("give the basis to recombine with: MODE_MECA"))
}
