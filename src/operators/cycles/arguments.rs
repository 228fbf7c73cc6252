//! What CALC_CYCLE reads from its call.

use std::sync::Arc;

use super::{forcing, parameter, symmetry};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, InteractionRecord, ModeSet};
use crate::kernel::assembly::Component;
use crate::kernel::cycles::{Equations, ReturnMap};
use crate::kernel::interaction::ModalData;
use crate::kernel::transient::exact::Obstruction;
use crate::operators::Context;
use crate::operators::call::entities::one_node;
use crate::operators::contact::{self, ModalProblem};
use crate::operators::response::transient::keywords::refuse;
use crate::operators::response::transient::modal_system;

/// A problem of cycles, ready to be solved.
pub(super) struct CycleArguments {
    pub basis: Arc<ModeSet>,
    pub map: ReturnMap,
    pub records: Vec<InteractionRecord>,
    pub forced: bool,
    /// Rows of the observations over the coordinates.
    pub observations: Vec<Vec<f64>>,
    /// Lowest frequency above 0 (Hz).
    pub lowest: Option<f64>,
    /// Value of the parameter in the call, and its name.
    pub parameter: Option<(String, f64)>,
    pub instants: usize,
    pub stability: bool,
}

impl CycleArguments {
    pub fn read(call: &Call, context: &mut Context<'_>) -> Result<CycleArguments, CallError> {
        refuse_parts(call)?;
        let (basis, system) = modal_system(call, context)?;
        let size = system.size();
        let forced = is_forced(call)?;
        let frequency = call.real_if_given("FREQ").filter(|_| forced).unwrap_or(0.0);
        let forcing = forcing::read(call, size, forced.then_some(frequency))?;
        let reduced: Vec<f64> = system
            .damping
            .iter()
            .zip(&system.pulsation)
            .map(|(c, w)| if *w > 0.0 { c / (2.0 * w) } else { 0.0 })
            .collect();
        let modes = ModalData {
            masses: &system.mass,
            pulsations: &system.pulsation,
            reduced_dampings: &reduced,
            raw_dampings: None,
        };
        let problem = ModalProblem { basis: &basis, size, modes, supports: &[] };
        let contact::Interactions { set, records } = contact::read(call, &problem, context)?;
        let (parameter, value) = parameter::read(call, &forcing, records.len(), &reduced)?;
        let name = call.one("CONTINUATION").map(|c| c.text("PARAMETRE")).transpose()?;
        let lowest = system.pulsation.iter().copied().filter(|w| *w > 1e-5).reduce(f64::min);
        let equations = Equations {
            system,
            interactions: set,
            forcing,
            frequency,
            periods: call.integer("NB_PERIODE")?.clamp(1, 1 << 20) as u32,
            symmetric: call.is("SYMETRIE", "OUI"),
            parameter,
        };
        if equations.periods > 1 && !forced {
            let help = "a cycle without forcing has a period of its own: remove NB_PERIODE";
            return Err(refuse(
                call,
                "NB_PERIODE",
                "R790",
                "NB_PERIODE counts periods of a forcing, and there is none",
                help,
            ));
        }
        let mut map = ReturnMap::new(equations).map_err(|fault| obstruction(call, &fault))?;
        map.stop = context.world.flag();
        refuse_contacts(call, &map)?;
        symmetry::check(call, &map, forced)?;
        let value = parameter::check(call, &map, value)?;
        Ok(CycleArguments {
            observations: observations(call, context, &basis, size)?,
            lowest: lowest.map(|w| w / std::f64::consts::TAU),
            parameter: name.zip(value).map(|(name, value)| (name.to_string(), value)),
            instants: call.integer("NB_INST")?.clamp(16, 1 << 20) as usize,
            stability: call.is("STABILITE", "OUI"),
            basis,
            map,
            records,
            forced,
        })
    }
}

fn is_forced(call: &Call) -> Result<bool, CallError> {
    let forced = match call.text_if_given("TYPE_CYCLE") {
        Some(kind) => &*kind == "FORCE",
        None => call.has("FREQ"),
    };
    if forced && !call.has("FREQ") {
        let message = "FREQ is missing: a forced cycle lasts a number of periods of its forcing";
        return Err(refuse(call, "TYPE_CYCLE", "R790", message, "give FREQ (Hz), or TYPE_CYCLE='AUTONOME'"));
    }
    if !forced && call.has("FREQ") {
        let message = "FREQ is given, and the cycle is autonomous: its period is part of the solution";
        return Err(refuse(call, "FREQ", "R790", message, "remove FREQ, or give TYPE_CYCLE='FORCE'"));
    }
    Ok(forced)
}

/// Matrices of coupled sub-structures, whose coordinates have no shapes on one mesh.
fn refuse_parts(call: &Call) -> Result<(), CallError> {
    match call.concept("MATR_MASS") {
        Some(Concept::GeneralizedMatrix(mass)) if mass.numbering.coupling.is_some() => {
            let help = "model the whole, and project its matrices on its modes (CALC_MODES, PROJ_BASE)";
            let message = "the matrices are those of coupled sub-structures (ASSE_MATR_GENE)";
            Err(refuse(call, "MATR_MASS", "R791", message, help))
        }
        _ => Ok(()),
    }
}

/// Contacts that cycles do not have.
fn refuse_contacts(call: &Call, map: &ReturnMap) -> Result<(), CallError> {
    for (rank, point) in map.points().iter().enumerate() {
        if point.round.is_some() {
            let message = format!("contact {} is round (CERCLE, BI_CERCLE): its normal turns with the point", rank + 1);
            let help = "cycles have planes: PLAN_Y, PLAN_Z, BI_PLAN_Y, BI_PLAN_Z; DYNA_VIBRA with SCHEMA='EVENEMENT' has circles";
            return Err(refuse(call, "COMPORTEMENT", "R791", message, help));
        }
        if point.along == [true, true] {
            let message = format!("contact {} slips in two tangential directions", rank + 1);
            let help = "give UNIDIRECTIONNEL='OUI' where one counts, or modes that move the point in one direction; \
                        DYNA_VIBRA with SCHEMA='EVENEMENT' has both";
            return Err(refuse(call, "COMPORTEMENT", "R791", message, help));
        }
    }
    Ok(())
}

fn obstruction(call: &Call, fault: &Obstruction) -> CallError {
    let message = match fault {
        Obstruction::NotAContact { rank } => {
            format!("contact {} is no plane: a profile (DISCRET), or another law", rank + 1)
        }
        _ => fault.to_string(),
    };
    let help =
        "cycles have planes: PLAN_Y, PLAN_Z, BI_PLAN_Y, BI_PLAN_Z; DYNA_VIBRA has profiles, with penalised contact";
    refuse(call, "COMPORTEMENT", "R791", message, help)
}

fn observations(call: &Call, context: &Context<'_>, basis: &ModeSet, size: usize) -> Result<Vec<Vec<f64>>, CallError> {
    let factors = call.factor("OBSERVATION");
    let (Some(_), Some(value), Some(numbering)) = (factors.first(), &basis.mesh, basis.numbering()) else {
        return match factors.first() {
            None => Ok(Vec::new()),
            Some(first) => {
                let help = "observe motions on a basis of modes of one mesh";
                Err(refuse(first, "GROUP_NO", "R792", "the modal basis has no mesh: nodes cannot be designated", help))
            }
        };
    };
    let mesh = context.latest_mesh(call, value);
    let row = |keywords: &Keywords| -> Result<Vec<f64>, CallError> {
        let node = one_node(keywords, "GROUP_NO", "GROUP_NO", mesh)?;
        let name = keywords.text("NOM_CMP")?;
        let rank = node.zip(Component::from_name(&name)).and_then(|(node, component)| numbering.rank(node, component));
        let Some(rank) = rank else {
            let has: Vec<_> = Component::ALL
                .iter()
                .filter(|c| node.is_some_and(|node| numbering.rank(node, **c).is_some()))
                .map(|c| c.name())
                .collect();
            let message = format!("the node of this observation has no unknown {name} (it has {})", has.join(" "));
            return Err(refuse(keywords, "NOM_CMP", "R792", message, "observe a component of the model"));
        };
        let modes = basis.iter().take(size);
        Ok(modes.map(|mode| mode.values.get(rank).copied().unwrap_or(0.0)).collect())
    };
    factors.iter().map(row).collect()
}
