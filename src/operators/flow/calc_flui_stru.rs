//! CALC_FLUI_STRU: frequencies and dampings of modes under flow, speed by speed, and their stability after Connors.
//!
//! ```text
//! BASE = CALC_FLUI_STRU(VITE_FLUI=_F(VITE_MIN=0.5, VITE_MAX=6.0, NB_POIN=12),
//!                       BASE_MODALE=_F(MODE_MECA=MODES, AMOR_UNIF=0.004), TYPE_FLUI_STRU=FLOW)
//! ```
//!
//! Numerics: `kernel::flow` (`couple`, `stability`).

use std::sync::Arc;

use super::along;
use super::base::listing;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, FluidElasticBase, ModeSet, SpeedState, States, TransverseFlow};
use crate::diag::Diagnostic;
use crate::kernel::assembly::Component;
use crate::kernel::flow::{CoupledMode, CouplingFault, Stability, StabilityInput, StabilityMode, couple, stability};
use crate::operators::call::states::ranks;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const CALC_FLUI_STRU: Operator =
    Operator { name: "CALC_FLUI_STRU", run, check: Check::KeywordsOnly };

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let base = call.only("BASE_MODALE")?;
    let Some(Concept::Modes(modes)) = base.concept("MODE_MECA") else { return Err(base.missing("MODE_MECA")) };
    let (across, along) = match call.concept("TYPE_FLUI_STRU") {
        Some(Concept::Flow(flow)) => (Some(flow), None),
        Some(Concept::AxialFlow(flow)) => (None, Some(flow)),
        _ => return Err(call.missing("TYPE_FLUI_STRU")),
    };
    let mesh = across.map(|flow| &flow.mesh).or(along.and_then(|flow| flow.mesh.as_ref()));
    if mesh.is_some_and(|mesh| modes.mesh.as_ref().map(|own| own.identity) != Some(mesh.identity)) {
        return Err(base.error(
            "MODE_MECA",
            "R543",
            "the modes are on another mesh than CARA_ELEM of the configuration",
        ));
    }
    let ranks = ranks(base, States::Modes(modes))?;
    let speeds = speeds(call, context)?;
    let dampings = dampings(base, ranks.len())?;
    let states = match (&dampings, across, along) {
        (Some(dampings), Some(flow), _) => states(call, flow, modes, &ranks, &speeds, dampings, context)?,
        (Some(dampings), None, Some(flow)) => along::states(call, flow, modes, &ranks, &speeds, dampings, context)?,
        _ => Vec::new(),
    };
    let stability = match across {
        Some(flow) => connors(call, base, flow, modes, &ranks)?,
        None => {
            base.note_read("AMOR_REDUIT_CONN");
            Vec::new()
        }
    };
    let made = FluidElasticBase { modes: modes.clone(), flow: across.cloned(), speeds, ranks, states, stability };
    if let Some(printed) = call.one("IMPRESSION") {
        context.say(listing(&made, printed.is("PARA_COUPLAGE", "OUI"), printed.is("DEFORMEE", "OUI")));
    }
    set_result(call, Concept::FluidElastic(Arc::new(made)))
}

/// Equal steps from the lowest to the highest speed; one point is their mean.
fn speeds(call: &Call, context: &mut Context<'_>) -> Result<Vec<f64>, CallError> {
    let Some(keywords) = call.one("VITE_FLUI") else { return Ok(Vec::new()) };
    let value = |name: &str| {
        let given = keywords.real_if_given(name);
        given.ok_or_else(|| keywords.error("VITE_FLUI", "R543", format!("{name} is missing")))
    };
    let (mut low, mut high) = (value("VITE_MIN")?, value("VITE_MAX")?);
    let count = keywords.integer_if_given("NB_POIN").unwrap_or(1);
    if !(1..=1_000_000).contains(&count) {
        return Err(keywords.error("NB_POIN", "R543", format!("NB_POIN is {count}: at least one speed is studied")));
    }
    if low > high {
        let message = format!("VITE_MIN is {low} and VITE_MAX {high}: they are exchanged");
        context.warn(Diagnostic::warning("R543", message).at_if_absent(keywords.span_of("VITE_MIN")));
        std::mem::swap(&mut low, &mut high);
    }
    if low < 0.0 {
        return Err(keywords.error("VITE_MIN", "R543", format!("the speed {low} is below zero")));
    }
    if count == 1 {
        return Ok(vec![0.5 * (low + high)]);
    }
    Ok((0..count).map(|k| low + k as f64 * (high - low) / (count - 1) as f64).collect())
}

/// AMOR_REDUIT, else AMOR_UNIF.
fn dampings(base: &Keywords, count: usize) -> Result<Option<Vec<f64>>, CallError> {
    let given = base.reals("AMOR_REDUIT");
    let (keyword, values) = match (given.is_empty(), base.real_if_given("AMOR_UNIF")) {
        (false, _) => ("AMOR_REDUIT", given),
        (true, Some(uniform)) => ("AMOR_UNIF", vec![uniform; count]),
        (true, None) => return Ok(None),
    };
    checked(base, keyword, values, count).map(Some)
}

fn checked(base: &Keywords, keyword: &str, values: Vec<f64>, count: usize) -> Result<Vec<f64>, CallError> {
    if values.len() != count {
        let message = format!("{keyword} has {} dampings for {count} modes", values.len());
        return Err(base.error(keyword, "R543", message));
    }
    match values.iter().find(|xi| !(0.0..1.0).contains(*xi)) {
        Some(wrong) => Err(base.error(keyword, "R543", format!("{wrong} is no damping ratio of an oscillator"))),
        None => Ok(values),
    }
}

fn states(
    call: &Call,
    flow: &TransverseFlow,
    modes: &ModeSet,
    ranks: &[usize],
    speeds: &[f64],
    dampings: &[f64],
    context: &mut Context<'_>,
) -> Result<Vec<SpeedState>, CallError> {
    let shapes: Vec<Vec<f64>> = ranks.iter().map(|rank| flow.shape(modes, *rank, flow.component)).collect();
    let masses = coupling_masses(call, flow, modes, ranks)?;
    let mut states = Vec::new();
    let mut outside = None;
    for (step, &speed) in speeds.iter().enumerate() {
        if context.cancelled() {
            break;
        }
        (context.progress)(step as f64 / speeds.len() as f64, "speeds of the flow");
        let mut state = SpeedState::default();
        for (place, &rank) in ranks.iter().enumerate() {
            let frequency = frequency(call, modes, rank)?;
            let mode = CoupledMode {
                frequency,
                damping: dampings[place],
                mass: masses[place],
                line: &flow.line,
                shape: &shapes[place],
                density: &flow.outer,
                zones: &flow.forces,
                diameter: flow.outer_diameter,
                mean_speed: flow.mean_speed(),
            };
            let found = if flow.is_coupled { couple(&mode, speed) } else { Ok((frequency, dampings[place])) };
            let (f, xi) = match found {
                Ok(found) => found,
                Err(fault) => not_coupled(call, modes.orders[rank], speed, fault, context)?,
            };
            if flow.is_coupled && speed > 0.0 && mode.is_outside(speed, 2.0 * std::f64::consts::PI * f) {
                outside.get_or_insert((speed, modes.orders[rank]));
            }
            state.frequencies.push(f);
            state.dampings.push(xi);
        }
        states.push(state);
    }
    if let Some((speed, order)) = outside {
        let message = format!("at {speed} m/s the reduced speed of mode {order} leaves the range of the measurements");
        let warning = Diagnostic::warning("R544", message).at_if_absent(call.span_of("VITE_FLUI"));
        context.warn(
            warning
                .help("the last piece of each law goes on; the range stands after its bounds in the file of UNITE_CD"),
        );
    }
    Ok(states)
}

fn frequency(call: &Call, modes: &ModeSet, rank: usize) -> Result<f64, CallError> {
    modes[rank].parameter("FREQ").filter(|f| *f > 0.0).ok_or_else(|| {
        let message = format!("mode {} has no frequency above zero: it is not an oscillator", modes.orders[rank]);
        call.error("BASE_MODALE", "R543", message)
    })
}

/// STOP_ERREUR: an error, or a warning and the last iterate.
fn not_coupled(
    call: &Call,
    order: i64,
    speed: f64,
    fault: CouplingFault,
    context: &mut Context<'_>,
) -> Result<(f64, f64), CallError> {
    let message = format!("mode {order} at {speed} m/s: {fault}");
    let goes_on = match fault {
        CouplingFault::NoRoot { frequency, damping } => call.is("STOP_ERREUR", "NON").then_some((frequency, damping)),
        _ => None,
    };
    match goes_on {
        Some(last) => {
            context.warn(Diagnostic::warning("R544", message).at_if_absent(call.span_of("TYPE_FLUI_STRU")));
            Ok(last)
        }
        None => {
            let help = "lower speeds, other coefficients, or STOP_ERREUR='NON' for the last iterate";
            Err(Box::new(call.error("TYPE_FLUI_STRU", "R544", message).help(help)))
        }
    }
}

/// `sum over unknowns of phi² (M e)`, e a unit translation along the component that counts.
fn coupling_masses(
    call: &Call,
    flow: &TransverseFlow,
    modes: &ModeSet,
    ranks: &[usize],
) -> Result<Vec<f64>, CallError> {
    let (Some(mass), Some(numbering)) = (modes.mass.as_ref().and_then(|m| m.matrix.real()), modes.numbering()) else {
        return Err(call.error("BASE_MODALE", "R543", "the modes have no real mass matrix"));
    };
    let unit = numbering.dofs().iter().map(|dof| if dof.component == flow.component { 1.0 } else { 0.0 });
    let moved = mass.product(&unit.collect::<Vec<f64>>());
    let of = |rank: &usize| modes[*rank].values.iter().zip(&moved).fold(0.0, |sum, (phi, m)| sum + phi * phi * m);
    let masses: Vec<f64> = ranks.iter().map(of).collect();
    match masses.iter().position(|m| !(*m > 0.0)) {
        Some(place) => {
            let message = format!(
                "mode {} does not move along {}: it has no coupling mass",
                modes.orders[ranks[place]],
                flow.component.name()
            );
            Err(Box::new(call.error("BASE_MODALE", "R543", message).help("leave it out with NUME_ORDRE")))
        }
        None => Ok(masses),
    }
}

/// AMOR_REDUIT_CONN: critical speeds of the modes.
fn connors(
    call: &Call,
    base: &Keywords,
    flow: &TransverseFlow,
    modes: &ModeSet,
    ranks: &[usize],
) -> Result<Vec<Stability>, CallError> {
    let given = base.reals("AMOR_REDUIT_CONN");
    if given.is_empty() {
        return Ok(Vec::new());
    }
    let dampings = checked(base, "AMOR_REDUIT_CONN", given, ranks.len())?;
    let (Some((density, constants)), Some(added_mass)) = (&flow.connors, flow.added_mass) else {
        let message = "AMOR_REDUIT_CONN needs CSTE_CONNORS, NB_CONNORS, RHO_TUBE and an added mass in DEFI_FLUI_STRU";
        let error = base.error("AMOR_REDUIT_CONN", "R543", message);
        return Err(Box::new(error.help("the added mass is COEF_MASS_AJOU, or follows from TYPE_PAS and PAS")));
    };
    let input = StabilityInput {
        line: &flow.line,
        zones: &flow.zones,
        inner: &flow.inner,
        outer: &flow.outer,
        outer_diameter: flow.outer_diameter,
        inner_diameter: flow.inner_diameter,
        added_mass,
        density: *density,
        constants,
    };
    let mut found = Vec::new();
    for (&rank, &damping) in ranks.iter().zip(&dampings) {
        let shapes = [Component::Dx, Component::Dy, Component::Dz].map(|c| flow.shape(modes, rank, c));
        let shape = flow.shape(modes, rank, flow.component);
        let mode = StabilityMode {
            frequency: frequency(call, modes, rank)?,
            damping,
            mass: modes[rank].parameter("MASS_GENE").unwrap_or(f64::NAN),
            shape: &shape,
            shapes: [&shapes[0], &shapes[1], &shapes[2]],
        };
        found.push(stability(&input, &mode));
    }
    Ok(found)
}
