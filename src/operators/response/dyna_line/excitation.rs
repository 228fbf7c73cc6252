//! Excitations of DYNA_LINE, as those of DYNA_VIBRA.

use super::assembly::{Assembly, imposes_motion};
use super::{basis, supports};
use crate::catalogue::Keywords;
use crate::concepts::Handle;
use crate::operators::call::inner::{InnerArguments, InnerCommands};

const MULTIPLIERS: [&str; 6] = ["FONC_MULT", "FONC_MULT_C", "COEF_MULT", "COEF_MULT_C", "PHAS_DEG", "PUIS_PULS"];

/// Whether the motion of one support is given, and not only its acceleration by FONC_MULT.
pub(super) fn moves_a_support(excitation: &Keywords) -> bool {
    excitation.is("TYPE_APPUI", "MULTI") && excitation.has("ACCE")
}

/// EXCIT of DYNA_VIBRA: the loads of CHARGE once, as they are, then the occurrences in order.
pub(super) fn excitations(
    inner: &InnerCommands<'_, '_>,
    assembly: &Assembly,
    basis: Option<&basis::Base>,
    moving: &supports::Moving,
) -> Vec<InnerArguments> {
    let call = inner.call;
    let mut all = Vec::new();
    let once = |keyword: &str, what: &Handle| inner.arguments().concept(keyword, what).real("COEF_MULT", 1.0);
    match (basis, &assembly.constraints) {
        (Some(basis), Some(_)) => all.extend(basis.held.as_ref().map(|vector| once("VECT_ASSE_GENE", vector))),
        (None, Some(vector)) => all.push(once("VECT_ASSE", vector)),
        (_, None) => {}
    }
    if basis.is_none() {
        all.extend(assembly.kinematic.iter().filter(|load| imposes_motion(load)).map(|load| once("CHARGE", load)));
    }
    for (rank, excitation) in call.factor("EXCIT").iter().enumerate() {
        let mut arguments = inner.arguments();
        let vector = assembly.loads[rank].as_ref().or(moving.vectors[rank].as_ref());
        arguments = match (basis.and_then(|b| b.vectors[rank].as_ref()), vector) {
            (Some(projected), _) => arguments.concept("VECT_ASSE_GENE", projected),
            (None, Some(vector)) => arguments.concept("VECT_ASSE", vector),
            (None, None) => continue,
        };
        all.push(if moves_a_support(excitation) && call.is("TYPE_CALCUL", "TRAN") {
            let motion = ["ACCE", "VITE", "DEPL", "DIRECTION", "GROUP_NO", "NOEUD"];
            arguments.text("MULT_APPUI", "OUI").copied(excitation, &motion)
        } else {
            // One motion of all supports acts by its acceleration only.
            match excitation.handle("ACCE") {
                Some(acceleration) => arguments.concept("FONC_MULT", acceleration),
                None => arguments.copied(excitation, &MULTIPLIERS),
            }
        });
    }
    all
}
