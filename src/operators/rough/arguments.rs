//! What DYNA_GLISSEMENT reads.

use std::sync::Arc;

use super::input::{not_negative, positive, refused};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, RoughBody};
use crate::diag::Diagnostic;
use crate::kernel::rough::{
    Law, Method, Observation, RESONATOR, ResonatorWeight, SLIDER, Shocks, SlidingProblem, SlidingScheme,
};
use crate::operators::Context;
use crate::operators::call::entities::missing;

/// Distance of the frames above the first touch when ECART is not given (m).
const START_ABOVE_TOUCH: f64 = 1e-7;

/// The bodies and the problem they make.
pub(super) struct SlidingArguments {
    pub bodies: [Arc<RoughBody>; 2],
    pub problem: SlidingProblem,
}

impl SlidingArguments {
    pub fn read(call: &Call, context: &mut Context<'_>) -> Result<SlidingArguments, CallError> {
        let bodies = [body(call, "RESONATEUR")?, body(call, "GLISSEUR")?];
        let spacing = same_spacing(call, &bodies)?;
        let speed = not_negative(call, "VITESSE")?;
        let step = positive(call, "PAS")?.unwrap_or(1.0);
        let steps = steps(call, context, &bodies, speed, step)?;
        let mut problem = SlidingProblem {
            beams: [bodies[0].beam.clone(), bodies[1].beam.clone()],
            heights: [bodies[0].profile.heights.clone(), bodies[1].profile.heights.clone()],
            spacing,
            speed,
            clearance: 0.0,
            step,
            steps,
            scheme: if call.is("SCHEMA", "EXACT") { SlidingScheme::Exact } else { SlidingScheme::CentralDifference },
            law: law(call)?,
            method: if call.is("METHODE", "DIRECTE") { Method::Direct } else { Method::Fast },
            gravity: not_negative(call, "PESANTEUR")?,
            weight: match call.text_if_given("POIDS_RESONATEUR").as_deref() {
                Some("EQUILIBRE") => ResonatorWeight::Equilibrium,
                Some("SUBIT") => ResonatorWeight::Sudden,
                _ => ResonatorWeight::Absent,
            },
            shocks: match call.text_if_given("CHOC").as_deref() {
                Some("OUI") => Shocks::Nodes,
                Some("ESCLAVE") => Shocks::Slaves,
                _ => Shocks::None,
            },
            shock_every: call.integer("PAS_CHOC")?.max(1) as u64,
            observations: call
                .factor("OBSERVATION")
                .iter()
                .map(|o| observation(o, &bodies))
                .collect::<Result<_, _>>()?,
            archive_every: archive_every(call, steps),
        };
        problem.clearance = match call.real_if_given("ECART") {
            Some(clearance) => clearance,
            None => problem.touching_clearance() + START_ABOVE_TOUCH,
        };
        if call.is("VERI_PAS", "OUI") {
            check_stability(call, context, &problem)?;
        }
        check_memory(call, &problem)?;
        Ok(SlidingArguments { bodies, problem })
    }
}

fn body(call: &Call, keyword: &str) -> Result<Arc<RoughBody>, CallError> {
    match call.concept(keyword) {
        Some(Concept::RoughBody(body)) => Ok(body.clone()),
        _ => Err(missing(call, keyword, "a body made by DEFI_CORPS_RUGUEUX")),
    }
}

fn same_spacing(call: &Call, bodies: &[Arc<RoughBody>; 2]) -> Result<f64, CallError> {
    let [bottom, top] = [0, 1].map(|b: usize| bodies[b].profile.spacing);
    if (bottom - top).abs() > 1e-9 * bottom {
        let message = format!("the nodes of the slider are {top} m apart, those of the resonator {bottom} m");
        return Err(refused(call, "GLISSEUR", "R859", message, "make both profiles with the same PAS"));
    }
    let (long, short) = (bodies[0].profile.heights.len(), bodies[1].profile.heights.len());
    if short > long {
        let [l1, l2] = [0, 1].map(|b: usize| bodies[b].profile.length());
        let message = format!("the slider is {l2} m long, the resonator only {l1} m");
        return Err(refused(call, "GLISSEUR", "R860", message, "the longer body is the resonator"));
    }
    Ok(bottom)
}

/// Number of steps; the run ends where the slider leaves the resonator.
fn steps(
    call: &Call,
    context: &mut Context<'_>,
    bodies: &[Arc<RoughBody>; 2],
    speed: f64,
    step: f64,
) -> Result<u64, CallError> {
    let end = positive(call, "INST_FIN")?.unwrap_or(step);
    let wanted = end / step;
    let whole = libm::round(wanted);
    let wanted = if (wanted - whole).abs() <= 1e-6 * whole.max(1.0) { whole } else { libm::floor(wanted) };
    if wanted < 1.0 {
        let message = format!("INST_FIN={end} s is shorter than one step, PAS={step} s");
        return Err(refused(call, "INST_FIN", "R861", message, "lengthen the run or shorten the step"));
    }
    if wanted > 1e13 {
        let message = format!("the run would have {wanted:e} steps, at most 1e13 are made");
        return Err(refused(call, "PAS", "R861", message, "shorten the run or lengthen the step"));
    }
    let [l1, l2] = [0, 1].map(|b: usize| bodies[b].profile.length());
    // Bodies of one length overlap less and less from the start on: they part when nothing overlaps.
    let equal = bodies[0].profile.heights.len() == bodies[1].profile.heights.len();
    let way = if equal { l1 } else { l1 - l2 };
    let possible = libm::floor(way / speed / step * (1.0 + 1e-12));
    if wanted <= possible || speed == 0.0 {
        return Ok(wanted as u64);
    }
    let cut = (possible * step).max(step);
    let message =
        format!("the slider leaves the resonator at t = {cut:.6} s, before INST_FIN={end} s: the run ends there");
    let warning = Diagnostic::warning("R862", message).at_if_absent(call.span_of("INST_FIN"));
    context.warn(warning.help(format!("the way is {way:.6} m at {speed} m/s; a longer resonator gives a longer run")));
    Ok(possible.max(1.0) as u64)
}

fn law(call: &Call) -> Result<Law, CallError> {
    let Some(contact) = call.one("CONTACT") else { return Err(missing(call, "CONTACT", "the law of contact")) };
    if contact.is("ALGORITHME", "LAGRANGE") {
        let sweeps = contact.integer("NB_ITER")?.max(1) as usize;
        return Ok(Law::Lagrange { residual: contact.real("RESI_RELA")?, sweeps });
    }
    Ok(Law::Penalty { stiffness: positive(contact, "PENALITE")?.unwrap_or(0.0) })
}

fn observation(keywords: &Keywords, bodies: &[Arc<RoughBody>; 2]) -> Result<Observation, CallError> {
    let body = if keywords.is("CORPS", "GLISSEUR") { SLIDER } else { RESONATOR };
    let (x, length) = (keywords.real("ABSCISSE")?, bodies[body].profile.length());
    if !(x >= 0.0 && x <= length) {
        let name = if body == SLIDER { "slider" } else { "resonator" };
        let message = format!("ABSCISSE={x} m lies outside the {name}, which goes from 0 to {length} m");
        return Err(refused(keywords, "ABSCISSE", "R858", message, "abscissae are in the frame of the body"));
    }
    Ok(Observation { body, x, every: keywords.integer("PAS_OBSE")?.max(1) as u64 })
}

/// Steps between two archived states.
fn archive_every(call: &Call, steps: u64) -> u64 {
    match call.one("ARCHIVAGE").and_then(|archive| archive.integer_if_given("PAS_ARCH")) {
        Some(every) => every.max(1) as u64,
        None => (steps / 2000).max(1),
    }
}

fn check_stability(call: &Call, context: &mut Context<'_>, problem: &SlidingProblem) -> Result<(), CallError> {
    if problem.scheme == SlidingScheme::CentralDifference {
        for (body, name) in [(RESONATOR, "resonator"), (SLIDER, "slider")] {
            let beam = &problem.beams[body];
            let unstable = (0..beam.modes()).find(|k| !(problem.step * beam.pulsation(*k) < 2.0));
            if let Some(k) = unstable {
                let limit = 2.0 / beam.pulsation(beam.modes() - 1);
                let message = format!(
                    "PAS={} s is unstable from mode {} of the {name} on ({:.6e} Hz)",
                    problem.step,
                    k + 1,
                    beam.frequency(k)
                );
                let fewer = if k > 0 { format!("; keep {k} modes") } else { String::new() };
                let help =
                    format!("PAS must be below 2/omega = {limit:.3e} s for all modes{fewer}, or use SCHEMA='EXACT'");
                return Err(refused(call, "PAS", "N330", message, help));
            }
        }
    }
    if let Law::Penalty { stiffness } = problem.law {
        let number = problem.penalty_number(stiffness);
        if !(number < 1.0) {
            let message = format!("PENALITE={stiffness:e} Pa is {number:.3} times the bound of stability of this step");
            let place = call.one("CONTACT").and_then(|contact| contact.span_of("PENALITE"));
            let help = format!("keep PENALITE below {:.3e} Pa, or shorten PAS", stiffness / number);
            context.warn(Diagnostic::warning("N331", message).at_if_absent(place).help(help));
        }
    }
    Ok(())
}

/// What is kept must fit in memory.
fn check_memory(call: &Call, problem: &SlidingProblem) -> Result<(), CallError> {
    let modes = (problem.beams[0].modes() + problem.beams[1].modes()) as f64;
    let states = (problem.steps / problem.archive_every) as f64 * (2.0 * modes + 5.0) * 8.0;
    let points: f64 = problem.observations.iter().map(|o| (problem.steps / o.every) as f64 * 24.0).sum();
    let (keyword, bytes) = if states > points { ("ARCHIVAGE", states) } else { ("OBSERVATION", points) };
    if bytes > 4e9 {
        let message = format!("the run would keep {:.1} GB by {keyword}, at most 4 are kept", bytes / 1e9);
        return Err(refused(call, keyword, "R864", message, "keep fewer instants: a larger PAS_ARCH or PAS_OBSE"));
    }
    Ok(())
}
