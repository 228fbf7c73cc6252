//! Words for a run that stops before its end: where, why, what was tried, what to try.

use super::archive::Archive;
use super::structure::Structure;
use crate::catalogue::{Call, CallError};
use crate::kernel::laws::LawFault;
use crate::kernel::structural::increments::IncrementFault;
use crate::kernel::structural::newton::{
    BoundFault, IterationRecord, NonlinearState, RunFailure, RunFault, StepFailure,
};
use crate::operators::call::lost_digits::help_with;
use crate::operators::counted;

/// The table of the last evaluations, for the log.
pub(super) fn table(structure: &Structure, failure: &RunFailure) -> String {
    let first = failure.records.len().saturating_sub(8);
    let mut text = format!("step {} from {} s to {} s:\n", failure.number, failure.start, failure.end);
    text += "iteration    largest residual    over the forces    at\n";
    for (rank, IterationRecord { residuals, multiple, .. }) in failure.records.iter().enumerate().skip(first) {
        let relative = match residuals.scale > 0.0 {
            true => format!("{:.6e}", residuals.relative()),
            false => "no force".to_string(),
        };
        let searched = multiple.map_or(String::new(), |rho| format!(", line search {rho:.4}"));
        let at = structure.unknown(residuals.unknown);
        text += &format!("{rank:>9}    {:>16.6e}    {relative:>15}    {at}{searched}\n", residuals.largest);
    }
    text
}

/// The error of a run.
pub(super) fn error(
    call: &Call,
    structure: &Structure,
    archive: &Archive<'_>,
    state: &NonlinearState,
    fault: &RunFault,
) -> CallError {
    let kept = match archive.kept.last() {
        Some(last) => format!("the states up to {} s are in the result", last.state.time),
        None => "no state is kept".to_string(),
    };
    match fault {
        RunFault::Stopped { time } => {
            call.error("INCREMENT", "R002", format!("stopped on request at t = {time} s; {kept}"))
        }
        RunFault::Load { time } => call.error("EXCIT", "R365", format!("a load has no value at {time} s")),
        RunFault::Increments { fault, time } => {
            let message = format!("no further step from {time} s: {fault}; {kept}");
            let error = call.error("INCREMENT", "N363", message);
            Box::new(error.help("lower PAS_MINI or raise NB_PAS_MAXI in DEFI_LIST_INST, or ease ADAPTATION"))
        }
        RunFault::Failed(failure) => failed(call, structure, archive, state, failure, &kept),
    }
}

fn failed(
    call: &Call,
    structure: &Structure,
    archive: &Archive<'_>,
    state: &NonlinearState,
    failure: &RunFailure,
    kept: &str,
) -> CallError {
    let RunFailure { number, start, end, .. } = failure;
    let mut message = format!("step {number}, from {start} s to {end} s, ");
    let code = match &failure.failure {
        StepFailure::Law { element, fault } => {
            let element = &structure.system.elements[*element];
            message += &format!("{} of cell {}: {fault}", element.law, structure.cell(element.cell));
            "N361"
        }
        StepFailure::Singular { unknown } => {
            message += &format!("the matrix is singular at {}: nothing holds it", structure.unknown(*unknown));
            "N362"
        }
        StepFailure::Bound { unknown, fault } => {
            let unknown = structure.unknown(*unknown);
            message += &match fault {
                BoundFault::Held => format!("a bound of DEFI_CONTACT is exceeded on {unknown}, which is held"),
                BoundFault::Softens => {
                    format!("the stiffness is negative along the bound of DEFI_CONTACT on {unknown}")
                }
                BoundFault::Contradicts => format!("the bound of DEFI_CONTACT on {unknown} contradicts the others"),
            };
            "N365"
        }
        StepFailure::Iterations => {
            message += &format!("did not converge in {} iterations", failure.records.len());
            "N360"
        }
        StepFailure::Divergence => {
            message += "diverges (DIVE_RESI)";
            "N360"
        }
        StepFailure::TooLarge => {
            message += "has a residual above RESI_MAXI";
            "N360"
        }
        StepFailure::TooFar { increment } => {
            message += &format!("moves a watched component by {increment:.4e}, more than VALE_REF (DELTA_GRANDEUR)");
            "N360"
        }
        StepFailure::NotFinite | StepFailure::Interrupted => {
            message += "has a motion or forces that are not finite";
            "N360"
        }
    };
    let converging =
        !matches!(failure.failure, StepFailure::Law { .. } | StepFailure::Singular { .. } | StepFailure::Bound { .. });
    if let Some(record) = failure.records.last().filter(|_| converging) {
        let place = structure.unknown(record.residuals.unknown);
        message += &format!("; the largest residual, {:.4e}, is at {place}", record.residuals.largest);
        if let Some(rank) = failure.element {
            message += &format!(", where {} pulls most", element_in_words(structure, rank, state));
        }
    }
    message += &tried(archive, &failure.refused);
    message += &format!("; {kept}");
    let unbalanced =
        matches!(failure.failure, StepFailure::Singular { .. } | StepFailure::Iterations | StepFailure::Divergence);
    let cause = if unbalanced { structure.rows().cause() } else { None };
    Box::new(call.error("INCREMENT", code, message).help(help_with(cause, advice(failure))))
}

/// `cell M4 (STOP) with DIS_CONTACT, V = (0.1, 0)`.
fn element_in_words(structure: &Structure, rank: usize, state: &NonlinearState) -> String {
    let elements = &structure.system.elements;
    let start: usize = elements[..rank].iter().map(|e| e.stored_memory()).sum();
    let element = &elements[rank];
    let memory = &state.memory[start..start + element.stored_memory()];
    let mut text = format!("cell {} ({})", structure.cell(element.cell), element.law);
    if memory.iter().any(|v| *v != 0.0) {
        let named = structure.laws[rank].variables.iter().zip(memory).filter(|(_, v)| **v != 0.0);
        let values: Vec<String> = named.take(4).map(|(variable, v)| format!("{} {v:.4e}", variable.name)).collect();
        text += &format!(", at the start of the step {}", values.join(", "));
    }
    text
}

fn tried(archive: &Archive<'_>, refused: &IncrementFault) -> String {
    match (archive.cuts.len(), refused) {
        (0, IncrementFault::Stop) => String::new(),
        (0, refused) => format!("; it was not cut, because {refused}"),
        (cuts, refused) => {
            let cuts = counted(cuts as u64, "cut");
            format!("; {cuts} came before, and this step was not cut again, because {refused}")
        }
    }
}

fn advice(failure: &RunFailure) -> &'static str {
    match (&failure.failure, failure.refused) {
        (StepFailure::Singular { .. }, _) => {
            "hold this unknown, or give a stiffness to the elements there (K in AFFE_CARA_ELEM, RIGI_NOR in the material)"
        }
        (StepFailure::Bound { fault: BoundFault::Held, .. }, _) => {
            "leave the nodes that are held out of the ZONE (SANS_GROUP_NO), or impose a motion within the bound"
        }
        (StepFailure::Bound { fault: BoundFault::Contradicts, .. }, _) => {
            "give bounds (COEF_IMPO, COEF_MULT) that leave a motion at each instant"
        }
        (StepFailure::Bound { fault: BoundFault::Softens, .. }, _) => {
            "shorten the steps, or use NEWTON=_F(PREDICTION='ELASTIQUE', MATRICE='ELASTIQUE')"
        }
        (StepFailure::Law { fault: LawFault::Slope { .. }, .. }, _) => {
            "give the slope of the hardening, which is less steep than the elastic part"
        }
        (StepFailure::Law { fault, .. }, _) if !fault.heals() => {
            "extend the curve or the function in the material beyond what the motion asks for, or lower the load"
        }
        (StepFailure::Law { .. }, IncrementFault::Stop) => {
            "shorten the steps, or have them cut: DEFI_LIST_INST with ECHEC=_F(ACTION='DECOUPE'); or raise ITER_INTE_MAXI"
        }
        _ if failure.records.last().is_some_and(|record| record.residuals.scale == 0.0) => {
            "no force acts in this step, so that RESI_GLOB_RELA has nothing to compare with: give RESI_GLOB_MAXI too, with VERIF='AU_MOINS_UN'"
        }
        (_, IncrementFault::Stop) => {
            "shorten the steps or have them cut (DEFI_LIST_INST, ECHEC=_F(ACTION='DECOUPE')); use MATRICE='TANGENTE' with REAC_ITER=1; \
             where the load turns back after yielding, NEWTON=_F(PREDICTION='ELASTIQUE'); raise ITER_GLOB_MAXI; try RECH_LINEAIRE"
        }
        _ => {
            "allow deeper cuts (SUBD_NIVEAU, SUBD_PAS_MINI) or shorter steps; use MATRICE='TANGENTE' with REAC_ITER=1; try RECH_LINEAIRE"
        }
    }
}
