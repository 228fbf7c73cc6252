//! REST_GENE_PHYS: fields on the structure of a transient, a harmonic response or modes.

use std::sync::Arc;

use super::refusals::no_basis;
use super::shapes::{given_base, recombination_base};
use super::{harmonic, modes, observation, substructures, transient};
use crate::catalogue::Call;
use crate::concepts::Concept;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const POST_GENE_PHYS: Operator =
    Operator { name: "POST_GENE_PHYS", run: observation::run, check: Check::KeywordsOnly };

pub(in crate::operators) const REST_GENE_PHYS: Operator =
    Operator { name: "REST_GENE_PHYS", run, check: Check::Rehearsed };

pub(in crate::operators) const REST_SOUS_STRUC: Operator =
    Operator { name: "REST_SOUS_STRUC", run: substructures::run, check: Check::KeywordsOnly };

pub(in crate::operators) const REST_BASE_PHYS: Operator =
    Operator { name: "REST_BASE_PHYS", run, check: Check::KeywordsOnly };

pub(super) fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
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
            let basis = recombination_base(call, &trajectory.basis)?;
            let series = transient::restore(call, &trajectory, &basis, context)?;
            set_result(call, Concept::Fields(Arc::new(series)))
        }
        Some(Concept::Harmonic(response)) => {
            let basis = recombination_base(call, &response.basis)?;
            let series = harmonic::restore(call, response, &basis, context)?;
            set_result(call, Concept::Fields(Arc::new(series)))
        }
        Some(Concept::Modes(generalised)) => {
            let basis = match (given_base(call), &generalised.support) {
                (Some(Concept::Modes(basis)), _) => basis.clone(),
                (_, crate::concepts::ModeSupport::Generalized(basis)) => basis.clone(),
                _ => return Err(no_basis(call)),
            };
            let basis = modes::on_structure(&basis).unwrap_or(basis);
            set_result(call, Concept::Modes(Arc::new(modes::restore(call, generalised, &basis)?)))
        }
        _ => {
            let error =
                call.error("RESU_GENE", "R451", "RESU_GENE is not a result that can be restored on a structure");
            Err(Box::new(error.help("it is a transient, a harmonic response or modes on a modal basis")))
        }
    }
}
