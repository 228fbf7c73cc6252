//! What a modal transient reads from its call, whatever the spelling of the command.

use std::sync::Arc;

use super::keywords::refuse;
use super::{excitation, initial, instants, matrices, schemes, supports};
use crate::catalogue::Keywords;
use crate::catalogue::{Call, CallError};
use crate::concepts::{InteractionRecord, ModeSet, Support};
use crate::kernel::interaction::{InteractionSet, ModalData};
use crate::kernel::transient::{Excitation, ModalScheme, Schedule, Start, System};
use crate::operators::Context;
use crate::operators::contact::{self, ModalProblem};

/// A modal transient, ready to run.
pub(super) struct TransientArguments {
    pub basis: Arc<ModeSet>,
    pub system: System,
    pub excitation: Excitation,
    pub supports: Vec<Support>,
    pub interactions: InteractionSet,
    pub records: Vec<InteractionRecord>,
    pub initial: initial::Initial,
    pub schedule: Schedule,
    pub scheme: ModalScheme,
    /// Contacts are in the matrices while they are closed.
    pub implicit: bool,
    /// Name of the scheme as results keep it (`DIFF_CENTRE` ...).
    pub scheme_name: &'static str,
}

impl TransientArguments {
    pub fn read(call: &Call, context: &mut Context<'_>) -> Result<TransientArguments, CallError> {
        crate::operators::response::transient::arguments::refuse_unavailable(call)?;
        let (scheme, scheme_name) = schemes::read(call, context)?;
        let adapts = scheme.adapts(instants::read_increment(call, None).map_or(1.0, |increment| increment.step));
        let linked = adapts && !call.is("TRAITEMENT_NONL", "IMPLICITE");
        let matrices::Matrices { coordinates, mut system } = matrices::read(call, context, linked)?;
        schemes::check_matrices(call, &scheme, &mut system, context)?;
        let (basis, size) = (coordinates.basis.clone(), system.size());
        let supports = supports::read(call, context, &coordinates, &system)?;
        let excitation = Excitation::new(size, excitation::read(call, &coordinates)?);
        let reduced_dampings: Vec<f64> = system
            .damping
            .iter()
            .zip(&system.pulsation)
            .map(|(c, w)| if *w > 0.0 { c / (2.0 * w) } else { 0.0 })
            .collect();
        let raw_dampings = former_damping(call, context, &system);
        let modes = ModalData {
            masses: &system.mass,
            pulsations: &system.pulsation,
            reduced_dampings: &reduced_dampings,
            raw_dampings: raw_dampings.as_deref(),
        };
        let problem = ModalProblem { basis: &basis, size, modes, supports: &supports };
        let contact::Interactions { set, records } = contact::read(call, &problem, context)?;
        let stops = records.iter().filter(|record| record.relation == "DIS_CHOC").count();
        let implicit = schemes::is_implicit(call, stops)? && !scheme.is_exact();
        let initial = initial::read(call, context, &coordinates, &records, set.variable_count())?;
        let increment = instants::read_increment(call, initial.instant)?;
        let schedule = instants::read_schedule(call, &increment)?;
        schemes::check_step(call, &scheme, scheme_name, increment.listed)?;
        if !scheme.adapts(schedule.step) {
            let note = instants::check_room(call, &schedule, size, set.variable_count())?;
            note.into_iter().for_each(|note| context.warn(note));
        }
        Ok(TransientArguments {
            basis,
            system,
            excitation,
            supports,
            interactions: set,
            records,
            initial,
            schedule,
            scheme,
            implicit,
            scheme_name,
        })
    }

    /// Start of the run for the kernel.
    pub fn start(&self) -> Start {
        self.initial.start.clone()
    }
}

/// Coefficients of damping as the automatic AMOR_TAN of 2020 takes them, when it is that one.
fn former_damping(call: &Call, context: &mut Context<'_>, system: &System) -> Option<Vec<f64>> {
    let automatic = |k: &&Keywords| !k.has("AMOR_TAN") && k.real_if_given("RIGI_TAN").is_some_and(|k| k > f64::EPSILON);
    call.factor("COMPORTEMENT").iter().chain(call.factor("CHOC").iter()).find(automatic)?;
    let then = "took the mode of largest mass and its damping coefficient in place of the reduced damping";
    if !context.former_rule("the automatic AMOR_TAN", then) {
        return None;
    }
    let full = |j: usize| system.damping_term(j, j);
    Some(match system.is_diagonal() {
        true => system.damping.clone(),
        false => (0..system.size()).map(full).collect(),
    })
}

/// What the modal transient cannot do yet, refused by name.
pub(super) fn refuse_unavailable(call: &Call) -> Result<(), CallError> {
    for contact in call.factor("CHOC") {
        if contact.is("LAME_FLUIDE", "OUI") {
            let help = "remove LAME_FLUIDE: contacts are dry";
            return Err(refuse(contact, "LAME_FLUIDE", "R300", "fluid films in contacts are not available", help));
        }
    }
    for (keyword, what) in [
        ("COUPLAGE_EDYOS", "the coupling with EDYOS is not available"),
        ("PALIER_EDYOS", "bearings by EDYOS are not available"),
    ] {
        if call.written(keyword) {
            return Err(refuse(call, keyword, "R300", what, format!("remove {keyword}")));
        }
    }
    Ok(())
}
