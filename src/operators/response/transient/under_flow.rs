//! BASE_ELAS_FLUI of a transient: frequencies and dampings of the coupled modes are those under flow.

use super::keywords::{refuse, spelling};
use crate::catalogue::{Call, CallError};
use crate::concepts::{FluidElasticBase, ModeSet};
use crate::diag::Diagnostic;
use crate::kernel::transient::{Coefficients, Damping};
use crate::operators::Context;
use crate::operators::flow::coupled_values;

/// Mass, stiffness and damping of the coordinates.
pub(super) type Matrices = (Coefficients, Coefficients, Damping);

/// Puts what the flow makes of the coupled modes into diagonal matrices.
pub(super) fn replaced(
    call: &Call,
    context: &mut Context<'_>,
    basis: &ModeSet,
    (mass, stiffness, damping): Matrices,
) -> Result<Matrices, CallError> {
    if !call.has("BASE_ELAS_FLUI") {
        return Ok((mass, stiffness, damping));
    }
    let base = call.fluid_elastic("BASE_ELAS_FLUI")?;
    let speed = speed(call, base)?;
    if !base.flow.as_ref().is_some_and(|flow| flow.is_coupled) {
        let message =
            "the configuration is not FAISCEAU_TRANS with COUPLAGE='OUI': the flow changes nothing in the transient";
        context.warn(Diagnostic::warning("R549", message).at_if_absent(call.span_of("BASE_ELAS_FLUI")));
        return Ok((mass, stiffness, damping));
    }
    let contacts = call.factor("COMPORTEMENT").iter().any(|k| k.is("RELATION", "DIS_CHOC"));
    if contacts && call.is("TRAITEMENT_NONL", "IMPLICITE") {
        let message = "a damping of the flow that follows the state of the contacts is not computed";
        let help = "TRAITEMENT_NONL='EXPLICITE' keeps the dampings of the modes under flow whatever the contacts";
        return Err(refuse(call, "TRAITEMENT_NONL", "R549", message, help));
    }
    let (Coefficients::Diagonal(mut m), Coefficients::Diagonal(mut k)) = (mass, stiffness) else {
        let message = "modes under flow need diagonal matrices";
        return Err(refuse(
            call,
            spelling(call, &["MATR_MASS", "MASS_GENE"]),
            "R549",
            message,
            "project with STOCKAGE='DIAG'",
        ));
    };
    let own = |i: usize| 2.0 * (k[i] * m[i]).abs().sqrt();
    let mut c: Vec<f64> = match damping {
        Damping::None => vec![0.0; m.len()],
        Damping::Reduced(ratios) => ratios.iter().enumerate().map(|(i, xi)| xi * own(i)).collect(),
        Damping::Matrix(Coefficients::Diagonal(c)) => c,
        Damping::Matrix(_) => {
            let message = "modes under flow need a diagonal damping";
            return Err(refuse(call, "MATR_AMOR", "R549", message, "give AMOR_MODAL, or project with STOCKAGE='DIAG'"));
        }
    };
    let mut replaced = 0;
    for i in 0..m.len() {
        let rank = basis.orders.get(i).and_then(|order| base.modes.orders.iter().position(|known| known == order));
        let Some((rank, (f, xi))) = rank.and_then(|rank| Some((rank, coupled_values(base, speed, rank)?))) else {
            continue;
        };
        let w = 2.0 * std::f64::consts::PI * f;
        m[i] = base.modes[rank].parameter("MASS_GENE").unwrap_or(m[i]);
        (k[i], c[i]) = (m[i] * w * w, 2.0 * xi * w * m[i]);
        replaced += 1;
    }
    context.say(format!("{replaced} mode(s) have frequencies and dampings of a flow at {} m/s", base.speeds[speed]));
    Ok((Coefficients::Diagonal(m), Coefficients::Diagonal(k), Damping::Matrix(Coefficients::Diagonal(c))))
}

fn speed(call: &Call, base: &FluidElasticBase) -> Result<usize, CallError> {
    let Some(number) = call.integer_if_given("NUME_VITE_FLUI") else {
        return Err(call.error("BASE_ELAS_FLUI", "R549", "NUME_VITE_FLUI, the rank of the speed, is missing"));
    };
    let found = usize::try_from(number - 1).ok().filter(|k| *k < base.states.len());
    found.ok_or_else(|| {
        let message = format!("NUME_VITE_FLUI={number}: the basis has {} speeds with frequencies", base.states.len());
        call.error("NUME_VITE_FLUI", "R549", message)
    })
}
