//! DYNA_COUCHE read into the problem of the kernel, with what can be said before anything is computed.

use super::law;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::Concept;
use crate::kernel::signal::Signal;
use crate::kernel::slab::{Direction, Mesh, Pressure, SlabProblem};

/// Most steps in an echo time: the delay line takes 24 bytes each.
const MOST_STEPS: i64 = 50_000_000;
/// Most states kept when ARCHIVAGE does not say how often.
const MOST_STATES: f64 = 1.0e6;
/// Most steps in a run: beyond, an instant is no longer told from the next.
const MOST_INSTANTS: f64 = 9.0e15;

pub(super) struct SlabArguments {
    pub problem: SlabProblem,
    pub scheme: Scheme,
}

pub(super) enum Scheme {
    /// With so many steps in one echo time.
    Characteristics(usize),
    /// With the step of the study (s), if it gives one.
    Mesh(Mesh, Option<f64>),
}

pub(super) fn read(call: &Call) -> Result<SlabArguments, CallError> {
    let (height, density) = (positive(call, "HAUTEUR")?, positive(call, "RHO")?);
    let end = positive(call, "INST_FIN")?;
    let (normal_speed, shear_speed) = speeds(call, density)?;
    let friction = call.one("FROTTEMENT").unwrap_or(call);
    let law = law::read(friction, shear_speed)?;
    let time = |name: &str| signal(call, name, "INST");
    let over = |name: &str| signal(call, name, "X");
    let pressure = match call.has("PRESSION") {
        true => {
            if let Some(value) = call.real_if_given("PRESSION").filter(|p| *p < 0.0) {
                let message = format!("PRESSION is {value} Pa: the foundation can only push");
                return Err(Box::new(call.error("PRESSION", "R753", message).help("a pressure is 0 or more")));
            }
            Pressure::Imposed(time("PRESSION")?)
        }
        false => {
            let (top, displacement) = (time("DEPL_HAUT_NORM")?, over("DEPL_INIT_NORM")?);
            let velocity = over("VITE_INIT_NORM")?;
            meets(call, &top, &displacement, height)?;
            Pressure::Motion { top, displacement, velocity }
        }
    };
    let (fields, points) = fields(call, end)?;
    let mut problem = SlabProblem {
        height,
        density,
        normal_speed,
        shear_speed,
        law,
        pressure,
        first: Direction {
            top: time("VITE_HAUT")?,
            base: time("VITE_BASE")?,
            displacement: over("DEPL_INIT")?,
            velocity: over("VITE_INIT")?,
        },
        second: second(call)?,
        end,
        archive: 1,
        at_events: call.one("ARCHIVAGE").is_some_and(|a| a.is("EVENEMENT", "OUI")),
        fields,
        points,
    };
    let (scheme, step) = scheme(call, &problem)?;
    if !(end / step <= MOST_INSTANTS) {
        let message = format!("up to INST_FIN, {end} s, there are more than {MOST_INSTANTS:e} steps of {step:e} s");
        let help = "check HAUTEUR, CELE_S and INST_FIN: they are in m, m/s and s";
        return Err(Box::new(call.error("INST_FIN", "R752", message).help(help)));
    }
    problem.archive = match call.one("ARCHIVAGE").and_then(|a| a.integer_if_given("PAS_ARCH")) {
        Some(n) => u64::try_from(n).unwrap_or(1).max(1),
        None => (end / step / MOST_STATES).ceil().max(1.0) as u64,
    };
    Ok(SlabArguments { problem, scheme })
}

/// The second tangential direction, as soon as one of its keywords is given.
fn second(call: &Call) -> Result<Option<Direction>, CallError> {
    let names = ["VITE_HAUT_2", "VITE_BASE_2", "DEPL_INIT_2", "VITE_INIT_2"];
    if !names.iter().any(|name| call.has(name)) {
        return Ok(None);
    }
    Ok(Some(Direction {
        top: signal(call, names[0], "INST")?,
        base: signal(call, names[1], "INST")?,
        displacement: signal(call, names[2], "X")?,
        velocity: signal(call, names[3], "X")?,
    }))
}

/// The scheme and the step it starts with.
fn scheme(call: &Call, problem: &SlabProblem) -> Result<(Scheme, f64), CallError> {
    let keywords = call.one("SCHEMA").unwrap_or(call);
    let count = |name: &str, what: &str, unit: &str| {
        let n = keywords.integer_if_given(name).unwrap_or(0);
        if (2..=MOST_STEPS).contains(&n) {
            return Ok(n as usize);
        }
        let message = format!("{name} is {n}: {what} from 2 to {MOST_STEPS} {unit}");
        Err(keywords.error(name, "R752", message))
    };
    if !keywords.is("SCHEMA", "MASSE") {
        let cells = count("NB_PAS", "an echo time has", "steps")?;
        return Ok((Scheme::Characteristics(cells), problem.echo() / cells as f64));
    }
    let cells = count("NB_MAILLE", "the height has", "cells")?;
    let mass = keywords.real("MASSE_SURF")?;
    if !(mass >= 0.0 && mass.is_finite()) {
        let message = format!("MASSE_SURF is {mass} kg/m2: a mass is 0 or more, and finite");
        return Err(keywords.error("MASSE_SURF", "R752", message));
    }
    let massless = keywords.is("NOEUD_CONTACT", "SANS_MASSE");
    if massless && matches!(problem.pressure, Pressure::Imposed(_)) {
        let message = "NOEUD_CONTACT='SANS_MASSE' is for the normal motion, which PRESSION replaces";
        return Err(Box::new(
            keywords.error("NOEUD_CONTACT", "R752", message).help("remove NOEUD_CONTACT, or PRESSION"),
        ));
    }
    let mesh = Mesh { cells, mass, consistent: keywords.is("MATR_MASSE", "COHERENTE"), massless };
    let limit = mesh.stable_step(problem);
    let Some(step) = keywords.real_if_given("PAS") else { return Ok((Scheme::Mesh(mesh, None), limit)) };
    if !(step > 0.0 && step <= limit * (1.0 + 1e-9)) {
        let message = format!("PAS is {step} s: central differences on {cells} cells take from 0 to {limit} s");
        return Err(Box::new(keywords.error("PAS", "R758", message).help("shorten PAS, or leave it out")));
    }
    Ok((Scheme::Mesh(mesh, Some(step)), step))
}

fn positive(keywords: &Keywords, name: &str) -> Result<f64, CallError> {
    let value = keywords.real_if_given(name).unwrap_or(f64::NAN);
    if value > 0.0 && value.is_finite() {
        return Ok(value);
    }
    Err(keywords.error(name, "R752", format!("{name} is {value}: it must be a positive, finite number")))
}

/// Speeds of normal and tangential waves.
fn speeds(call: &Call, density: f64) -> Result<(f64, f64), CallError> {
    if call.has("CELE_S") {
        return Ok((positive(call, "CELE_P")?, positive(call, "CELE_S")?));
    }
    let (lambda, shear, name) = if call.has("G") {
        (call.real_if_given("LAMBDA").unwrap_or(f64::NAN), positive(call, "G")?, "LAMBDA")
    } else {
        let (young, nu) = (positive(call, "E")?, call.real_if_given("NU").unwrap_or(f64::NAN));
        if !(nu > -1.0 && nu < 0.5) {
            let message = format!("NU is {nu}: Poisson's ratio lies between -1 and 0.5, both excluded");
            return Err(call.error("NU", "R752", message));
        }
        (young * nu / ((1.0 + nu) * (1.0 - 2.0 * nu)), young / (2.0 * (1.0 + nu)), "NU")
    };
    let normal = lambda + 2.0 * shear;
    if !(normal > 0.0 && normal.is_finite()) {
        let message = format!("LAMBDA + 2 G is {normal} Pa: it must be positive for waves to travel");
        return Err(call.error(name, "R752", message));
    }
    Ok((libm::sqrt(normal / density), libm::sqrt(shear / density)))
}

/// A real, or a function of `parameter`; 0 when absent.
fn signal(call: &Call, name: &str, parameter: &str) -> Result<Signal, CallError> {
    if !call.has(name) {
        return Ok(Signal::Constant(0.0));
    }
    if let Some(value) = call.real_if_given(name) {
        if value.is_finite() {
            return Ok(Signal::Constant(value));
        }
        return Err(call.error(name, "R752", format!("{name} is {value}: it must be a finite number")));
    }
    let found = match call.concept(name) {
        Some(Concept::Function(function)) if function.parameter != "TOUTPARA" => Some(function.parameter.clone()),
        Some(Concept::Formula(formula)) => Some(formula.parameters.join(", ")),
        _ => None,
    };
    let what = if parameter == "X" { "height X" } else { "time, INST" };
    if let Some(found) = found.filter(|found| found != parameter) {
        let message = format!("{name} must be a function of the {what}; this one depends on {found}");
        return Err(Box::new(call.error(name, "R752", message).help(format!("write it with NOM_PARA='{parameter}'"))));
    }
    match call.concept(name).and_then(Concept::signal) {
        Some(signal) => Ok(signal),
        None => Err(call.error(name, "R752", format!("{name} must be a real number or a real function of the {what}"))),
    }
}

/// The initial normal displacement must not enter the foundation, and must meet the top.
fn meets(call: &Call, top: &Signal, displacement: &Signal, height: f64) -> Result<(), CallError> {
    let value = |signal: &Signal, name: &str, x: f64| {
        signal
            .evaluate(x, &mut 0)
            .map_err(|fault| call.error(name, "R754", format!("{name} has no value at {x}: {fault}")))
    };
    let pressed = value(top, "DEPL_HAUT_NORM", 0.0)?;
    let (base, end) = (value(displacement, "DEPL_INIT_NORM", 0.0)?, value(displacement, "DEPL_INIT_NORM", height)?);
    if base < 0.0 {
        let message =
            format!("DEPL_INIT_NORM is {base} m at X = 0: the base of the slab would be inside the foundation");
        return Err(Box::new(call.error("DEPL_INIT_NORM", "R752", message).help("the gap at X = 0 is 0 or more")));
    }
    if !((end + pressed).abs() <= 1e-9 * (end.abs() + pressed.abs() + base)) {
        let message = format!(
            "the top starts at {} m (-DEPL_HAUT_NORM) and DEPL_INIT_NORM is {end} m there, at X = {height}",
            -pressed
        );
        let help = "both must agree, a jump would be a blow without end: for a uniform compression write \
                    DEPL_INIT_NORM as -D*X/H, or let DEPL_HAUT_NORM grow from 0";
        let keyword = if call.has("DEPL_INIT_NORM") { "DEPL_INIT_NORM" } else { "DEPL_HAUT_NORM" };
        return Err(Box::new(call.error(keyword, "R752", message).help(help)));
    }
    Ok(())
}

/// Instants of the fields, in order, and the points of each.
fn fields(call: &Call, end: f64) -> Result<(Vec<f64>, usize), CallError> {
    let Some(keywords) = call.one("CHAMP") else { return Ok((Vec::new(), 2)) };
    let mut instants = keywords.reals("INST");
    if let Some(wrong) = instants.iter().find(|t| !(**t >= 0.0 && **t <= end * (1.0 + 1e-12))) {
        let message = format!("a field is asked for at {wrong} s; the run goes from 0 to INST_FIN = {end} s");
        return Err(keywords.error("INST", "R752", message));
    }
    instants.sort_by(f64::total_cmp);
    instants.dedup();
    let points = keywords.integer("NB_POINT")?;
    if !(2..=1_000_000).contains(&points) {
        let message = format!("NB_POINT is {points}: a field has from 2 to 1000000 points");
        return Err(keywords.error("NB_POINT", "R752", message));
    }
    Ok((instants, points as usize))
}
