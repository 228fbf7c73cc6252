//! FROTTEMENT: the friction law from its keywords. A law that is negative somewhere is refused.

use std::sync::Arc;

use crate::catalogue::{CallError, Keywords};
use crate::concepts::Concept;
use crate::kernel::signal::{Extension, Interpolation, Signal, Table};
use crate::kernel::slab::{Law, Polyline};
use crate::operators::call::coefficients::{friction_coefficient, refuse_friction};

/// The law of one FROTTEMENT. `wave_speed` (m/s) sets the range of slip speeds over which a formula is looked at.
pub(super) fn read(keywords: &Keywords, wave_speed: f64) -> Result<Law, CallError> {
    let real = |name: &str| keywords.real_if_given(name).unwrap_or(0.0);
    for name in ["MU", "MU_STAT", "MU_DYNA", "PENTE", "VITE_REF"] {
        if keywords.has(name) && !real(name).is_finite() {
            return Err(keywords.error(name, "R752", format!("{name} is {}: it must be a finite number", real(name))));
        }
    }
    let (fixed, dynamic) = (real("MU_STAT"), real("MU_DYNA"));
    let law = match keywords.text_if_given("LOI").as_deref() {
        Some("COULOMB") => {
            friction_coefficient(keywords, "MU")?;
            Law::Coulomb { mu: real("MU") }
        }
        Some("LINEAIRE") => {
            let slope = real("PENTE");
            if slope > 0.0 {
                friction_coefficient(keywords, "MU_DYNA")?;
            } else if fixed.max(dynamic) < 0.0 {
                friction_coefficient(keywords, "MU_STAT")?;
            }
            Law::linear(fixed, dynamic, slope)
        }
        Some("FONCTION") => return of_function(keywords, wave_speed),
        kind => {
            friction_coefficient(keywords, "MU_STAT")?;
            friction_coefficient(keywords, "MU_DYNA")?;
            let speed = real("VITE_REF");
            if !(speed > 0.0) {
                let message = format!("VITE_REF is {speed} m/s: a law changes over a positive slip speed");
                return Err(keywords.error("VITE_REF", "R752", message));
            }
            match kind {
                Some("RATIONNEL") => Law::Rational { fixed, dynamic, speed },
                _ => Law::Exponential { fixed, dynamic, speed },
            }
        }
    };
    Ok(law)
}

fn negative(keywords: &Keywords, name: &str, mu: f64, speed: f64) -> CallError {
    let message = format!("the friction law is negative: {mu} at a slip speed of {speed} m/s");
    refuse_friction(keywords, name, message)
}

fn of_function(keywords: &Keywords, wave_speed: f64) -> Result<Law, CallError> {
    let Some(signal) = keywords.concept("FONCTION").and_then(Concept::signal) else {
        let message = "FONCTION must be a real function or formula of one parameter, the slip speed";
        return Err(keywords.error("FONCTION", "R752", message));
    };
    match &signal {
        Signal::Constant(mu) if *mu >= 0.0 => Ok(Law::Coulomb { mu: *mu }),
        Signal::Constant(mu) => Err(negative(keywords, "FONCTION", *mu, 0.0)),
        Signal::Table(table) if table.interpolation == (Interpolation::Linear, Interpolation::Linear) => {
            of_table(keywords, table)
        }
        _ => sampled(keywords, signal, wave_speed),
    }
}

/// A table of straight lines, from slip speed 0 on.
fn of_table(keywords: &Keywords, table: &Table) -> Result<Law, CallError> {
    let at_rest = table.evaluate(0.0, &mut 0).map_err(|fault| no_value(keywords, 0.0, &fault.to_string()))?;
    let (mut speeds, mut values) = (vec![0.0], vec![at_rest]);
    for (x, y) in table.abscissae.iter().zip(&table.ordinates).filter(|(x, _)| **x > 0.0) {
        speeds.push(*x);
        values.push(*y);
    }
    if let Some((s, mu)) = speeds.iter().zip(&values).find(|(_, mu)| !(**mu >= 0.0)) {
        return Err(negative(keywords, "FONCTION", *mu, *s));
    }
    let n = table.abscissae.len();
    let last = match table.right {
        Extension::Excluded => None,
        Extension::Linear if n > 1 => {
            let (x, y) = (&table.abscissae, &table.ordinates);
            Some((y[n - 1] - y[n - 2]) / (x[n - 1] - x[n - 2]))
        }
        _ => Some(0.0),
    };
    if last.is_some_and(|slope| slope < 0.0) {
        let (s, mu) = (speeds[speeds.len() - 1], values[values.len() - 1]);
        let message =
            format!("the friction law is negative beyond its last point ({mu} at {s} m/s), where it goes on falling");
        let help = "extend it with PROL_DROITE='CONSTANT', or EXCLU to stop the run there";
        return Err(Box::new(keywords.error("FONCTION", "R751", message).help(help)));
    }
    Ok(Law::Polyline(Polyline::new(speeds, values, last)))
}

fn no_value(keywords: &Keywords, speed: f64, why: &str) -> CallError {
    let message = format!("the friction law has no value at a slip speed of {speed} m/s: {why}");
    let help = "it needs a finite value at every slip speed from 0 on";
    Box::new(keywords.error("FONCTION", "R755", message).help(help))
}

/// Points per decade of slip speed, and decades below ten wave speeds.
const POINTS: (i32, i32) = (400, 14);

/// A formula: its values at many speeds find the stretch, the formula itself the root in it.
fn sampled(keywords: &Keywords, signal: Signal, wave_speed: f64) -> Result<Law, CallError> {
    let value = move |s: f64| signal.evaluate(s, &mut 0);
    let (mut speeds, mut values) = (Vec::new(), Vec::new());
    let mut last = Some(0.0);
    for i in 0..=POINTS.0 * POINTS.1 {
        let exponent = f64::from(i - POINTS.0 * POINTS.1) / f64::from(POINTS.0);
        let s = if i == 0 { 0.0 } else { 10.0 * wave_speed * libm::pow(10.0, exponent) };
        match value(s) {
            Ok(mu) if mu >= 0.0 && mu.is_finite() => {
                speeds.push(s);
                values.push(mu);
            }
            Ok(mu) if mu < 0.0 => return Err(negative(keywords, "FONCTION", mu, s)),
            _ if i > 1 => {
                // The law ends where it has no value.
                last = None;
                break;
            }
            Ok(mu) => return Err(no_value(keywords, s, &format!("{mu} is not a finite number"))),
            Err(fault) => return Err(no_value(keywords, s, &fault.to_string())),
        }
    }
    let exact = move |s: f64| value(s).ok().filter(|mu| *mu >= 0.0).unwrap_or(f64::NAN);
    Ok(Law::Polyline(Polyline::new(speeds, values, last).of(Arc::new(exact))))
}
