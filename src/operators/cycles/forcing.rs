//! EXCIT: harmonics of FREQ, constants, functions of its period.

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::Concept;
use crate::kernel::cycles::{ForceTerm, Forcing};
use crate::operators::response::transient::function_of_time;
use crate::operators::response::transient::keywords::refuse;

/// Instants on which a function is compared with itself a period later.
const INSTANTS: u32 = 16;

pub(super) fn read(call: &Call, size: usize, frequency: Option<f64>) -> Result<Forcing, CallError> {
    let terms = call.factor("EXCIT").iter().map(|keywords| term(keywords, size, frequency));
    Ok(Forcing { terms: terms.collect::<Result<_, _>>()? })
}

fn term(keywords: &Keywords, size: usize, frequency: Option<f64>) -> Result<ForceTerm, CallError> {
    let direction = direction(keywords, size)?;
    if keywords.has("FONC_MULT") {
        let Some(frequency) = frequency else {
            let message = "FONC_MULT is a function of time, and the cycle is autonomous";
            return Err(refuse(keywords, "FONC_MULT", "R790", message, "give FREQ, or a constant force (COEF_MULT)"));
        };
        let signal = function_of_time(keywords, "FONC_MULT")?;
        let period = 1.0 / frequency;
        let at = |t: f64| signal.evaluate(t, &mut 0);
        let (mut worst, mut size) = ((0.0, 0.0), 0.0_f64);
        for k in 0..INSTANTS {
            let t = period * f64::from(k) / f64::from(INSTANTS);
            let (Ok(a), Ok(b)) = (at(t), at(t + period)) else {
                let message = format!("FONC_MULT has no value at {t} s or a period later");
                let help = "give a function of at least two periods, or PROL_DROITE='CONSTANT' where that is meant";
                return Err(refuse(keywords, "FONC_MULT", "R793", message, help));
            };
            size = size.max(a.abs()).max(b.abs());
            if (b - a).abs() > worst.1 {
                worst = (t, (b - a).abs());
            }
        }
        if worst.1 > 1e-9 * size {
            let message = format!(
                "FONC_MULT is not periodic with 1/FREQ = {period} s: at {} s it differs by {:e} from its value a period later",
                worst.0, worst.1
            );
            let help = "give FREQ so that 1/FREQ is a period of the function";
            return Err(refuse(keywords, "FONC_MULT", "R793", message, help));
        }
        return Ok(ForceTerm::Given { direction, signal });
    }
    let harmonic = keywords.integer_if_given("NUME_HARM").unwrap_or(i64::from(frequency.is_some()));
    let (phase, power) = (keywords.real_if_given("PHAS_DEG"), keywords.integer_if_given("PUIS_PULS"));
    if harmonic > 0 && frequency.is_none() {
        let message = format!("NUME_HARM={harmonic} depends on time, and the cycle is autonomous");
        return Err(refuse(keywords, "NUME_HARM", "R790", message, "give FREQ, or a constant force (NUME_HARM=0)"));
    }
    if harmonic == 0 {
        for (name, given) in [("PHAS_DEG", phase.is_some()), ("PUIS_PULS", power.is_some())] {
            if given {
                let message = format!("{name} has no meaning for a constant force (NUME_HARM=0)");
                return Err(refuse(keywords, name, "R790", message, format!("remove {name}, or give NUME_HARM=1")));
            }
        }
    }
    Ok(ForceTerm::Harmonic {
        direction,
        coefficient: keywords.real_if_given("COEF_MULT").unwrap_or(1.0),
        harmonic: harmonic.clamp(0, i64::from(u32::MAX)) as u32,
        phase: phase.unwrap_or(0.0) * (std::f64::consts::PI / 180.0),
        power: power.unwrap_or(0).clamp(0, 2) as u32,
    })
}

fn direction(keywords: &Keywords, size: usize) -> Result<Vec<f64>, CallError> {
    if keywords.has("VECT_ASSE_GENE") {
        return vector(keywords, "VECT_ASSE_GENE", size);
    }
    let rank = keywords.integer("NUME_ORDRE")?;
    if !(rank >= 1 && rank as usize <= size) {
        let message = format!("NUME_ORDRE={rank} designates no generalised coordinate: there are {size}");
        return Err(refuse(keywords, "NUME_ORDRE", "R790", message, "it is the rank of the coordinate, from 1"));
    }
    Ok((1..=size).map(|j| f64::from(u8::from(j == rank as usize))).collect())
}

/// Values of a generalised vector of the right size.
pub(super) fn vector(keywords: &Keywords, name: &str, size: usize) -> Result<Vec<f64>, CallError> {
    let Some(Concept::GeneralizedVector(vector)) = keywords.concept(name) else {
        let message = format!("{name} is not a generalised vector");
        return Err(refuse(keywords, name, "R790", message, "make it with PROJ_BASE or PROJ_VECT_BASE"));
    };
    if vector.values.len() != size || !vector.values.iter().all(|x| x.is_finite()) {
        let message = format!("{name} has {} values where the matrices have {size} coordinates", vector.values.len());
        return Err(refuse(keywords, name, "R790", message, "project it on the same basis as the matrices"));
    }
    Ok(vector.values.iter().copied().collect())
}
