//! CALC_CHAMP: which fields, of which states, on which cells; computing and storing them.

use std::sync::Arc;

use super::kept_forces::damping_left_out;
use super::states::Source;
use super::{store, user_field};
use crate::catalogue::Call;
use crate::diag::Diagnostic;
use crate::operators::call::entities;
use crate::operators::results::element_fields::fields_of_state::{Computed, Job};
use crate::operators::results::element_fields::store::ALWAYS_COMPUTED;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub const CALC_CHAMP: Operator = Operator { name: "CALC_CHAMP", run, check: Check::Rehearsed };

/// Options, by the keyword they stand under.
const OPTIONS: [&str; 7] = ["CONTRAINTE", "DEFORMATION", "ENERGIE", "CRITERES", "VARI_INTERNE", "PROPRIETES", "FORCE"];

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let source = Source::read(call)?;
    let mesh = context.latest_mesh(call, &source.mesh).clone();
    let cells = entities::selected_cells(call, &mesh)?;
    let ranks = source.ranks(call)?;
    let names: Vec<Arc<str>> = OPTIONS.iter().flat_map(|keyword| call.texts(keyword)).collect();
    // Elements are made once, or at each state where the material varies with its temperature.
    let first = source.at(ranks.first().copied().unwrap_or(0), call)?;
    let job = Job::new(call, &mesh, first.as_ref().unwrap_or(&source), &cells)?;
    let Some(mut result) = store::Store::new(&source) else {
        return Err(entities::missing(call, "RESULTAT", "a result"));
    };
    let needs_velocity = names.iter().any(|n| &**n == "ECIN_ELEM");
    let kept = |name: &str, rank: usize| {
        call.reuse.is_some() && !ALWAYS_COMPUTED.contains(&name) && source.element(rank, name).is_some()
    };
    for name in names.iter().filter(|n| !ranks.is_empty() && ranks.iter().all(|rank| kept(n, *rank))) {
        let message = format!("{name} is there already at all the states asked: it is kept, nothing is computed");
        let help = "without `reuse` the new result has the field computed now";
        context.warn(Diagnostic::warning("R714", message).at_if_absent(call.span_of("RESULTAT")).help(help));
    }
    for &rank in &ranks {
        let Some(state) = source.state(rank) else { continue };
        if needs_velocity && state.velocity.is_none() && !state.static_shape {
            return Err(call.error("ENERGIE", "R702", "a kinetic energy needs velocities, and the result holds none"));
        }
        let there = source.at(rank, call)?;
        let own = there.as_ref().map(|there| Job::new(call, &mesh, there, &cells)).transpose()?;
        let job = own.as_ref().unwrap_or(&job);
        for name in names.iter().filter(|name| !kept(name, rank)) {
            match job.field(name, rank, &state)? {
                Some(Computed::Element(field)) => result.put_element(rank, name, field, &cells),
                Some(Computed::Nodal(field)) => result.put_nodal(rank, name, field),
                None => {}
            }
        }
    }
    if names.iter().any(|n| n.starts_with("SIPM")) && job.has_general_section() {
        let message = "SIPM_ELNO: sections given by their constants have no extreme stresses";
        context.warn(Diagnostic::warning("R705", message).at_if_absent(call.span_of("CONTRAINTE")));
    }
    if let Some(warning) = damping_left_out(&source, call, &names) {
        context.warn(warning);
    }
    for name in job.slips(&names) {
        context.slip(name, call.span.into());
    }
    for level in call.factor("CHAM_UTIL") {
        user_field::compute(level, &ranks, &mesh, &mut result)?;
    }
    if call.reuse.is_none() {
        result.drop_earlier(&names, call.has("CHAM_UTIL"));
    }
    set_result(call, result.into_concept())
}
