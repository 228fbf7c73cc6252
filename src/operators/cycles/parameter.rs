//! PARAMETRE: what a branch is followed in, and its value in the study.

use crate::catalogue::{Call, CallError, Keywords};
use crate::kernel::cycles::{Coefficients, ForceTerm, Forcing, Parameter, ReturnMap};
use crate::operators::response::transient::keywords::refuse;

/// The parameter, with its value where contacts need not be looked at.
pub(super) fn read(
    call: &Call,
    forcing: &Forcing,
    contacts: usize,
    reduced: &[f64],
) -> Result<(Option<Parameter>, Option<f64>), CallError> {
    let Some(keywords) = call.one("CONTINUATION") else { return Ok((None, None)) };
    let (minimum, maximum) = (keywords.real("VALE_MIN")?, keywords.real("VALE_MAX")?);
    if !(minimum < maximum) {
        let message = format!("VALE_MIN = {minimum} is not below VALE_MAX = {maximum}");
        return Err(refuse(
            keywords,
            "VALE_MIN",
            "R794",
            message,
            "give the smaller bound in VALE_MIN; SENS=-1 goes downwards",
        ));
    }
    let name = keywords.text("PARAMETRE")?;
    let contacts = || ranks(keywords, "NUME_CHOC", contacts);
    let wrong = |message: String, help: &str| Err(refuse(keywords, "PARAMETRE", "R794", message, help));
    let friction = |which| Ok((Some(Parameter::Friction { contacts: contacts()?, which }), None));
    match &*name {
        "FREQ" => {
            if !call.has("FREQ") {
                return wrong("PARAMETRE='FREQ', and the cycle has no forcing".into(), "give FREQ and EXCIT");
            }
            if forcing.terms.iter().any(|term| matches!(term, ForceTerm::Given { .. })) {
                let help = "give harmonics (COEF_MULT, NUME_HARM, PHAS_DEG): a function of INST keeps its period";
                return wrong("PARAMETRE='FREQ' with a force given by FONC_MULT".into(), help);
            }
            Ok((Some(Parameter::Frequency), call.real_if_given("FREQ")))
        }
        "COEF_MULT" => {
            let terms = ranks(keywords, "NUME_EXCIT", forcing.terms.len())?;
            let mut values = terms.iter().filter_map(|rank| match &forcing.terms[*rank] {
                ForceTerm::Harmonic { coefficient, .. } => Some(*coefficient),
                ForceTerm::Given { .. } => None,
            });
            let first = values.next();
            if first.is_none() || values.count() + 1 < terms.len() {
                let help = "give harmonics (COEF_MULT, NUME_HARM), or name those that have COEF_MULT in NUME_EXCIT";
                return wrong("PARAMETRE='COEF_MULT', and a force has no COEF_MULT".into(), help);
            }
            Ok((Some(Parameter::Coefficient { terms }), first))
        }
        "VITE_ENTR" => Ok((Some(Parameter::Surface { contacts: contacts()? }), None)),
        "COULOMB" => friction(Coefficients::Both),
        "COULOMB_STAT" => friction(Coefficients::Static),
        "COULOMB_DYNA" => friction(Coefficients::Dynamic),
        "JEU" => Ok((Some(Parameter::Gap { contacts: contacts()? }), None)),
        "COEF_REST" => Ok((Some(Parameter::Restitution { contacts: contacts()? }), None)),
        "RIGI_NOR" => Ok((Some(Parameter::Stiffness { contacts: contacts()? }), None)),
        "AMOR_REDUIT" => match call.one("AMOR_MODAL") {
            Some(_) => Ok((Some(Parameter::Damping), reduced.first().copied())),
            None => wrong("PARAMETRE='AMOR_REDUIT' without AMOR_MODAL".into(), "give AMOR_MODAL=_F(AMOR_REDUIT=...)"),
        },
        other => {
            let help = "with METHODE='TIR' the parameters are FREQ, COEF_MULT, VITE_ENTR, COULOMB, COULOMB_STAT, COULOMB_DYNA, JEU, \
                        COEF_REST, RIGI_NOR, AMOR_REDUIT";
            wrong(format!("PARAMETRE='{other}' is none of a cycle that is shot"), help)
        }
    }
}

fn ranks(keywords: &Keywords, name: &str, count: usize) -> Result<Vec<usize>, CallError> {
    let given = keywords.integers(name);
    if let Some(rank) = given.iter().find(|rank| !(**rank >= 1 && **rank as usize <= count)) {
        let message = format!("{name}={rank}, and there are {count}");
        return Err(refuse(keywords, name, "R794", message, "ranks count the occurrences from 1"));
    }
    if count == 0 {
        let message = format!("there is nothing that {name} could count");
        return Err(refuse(keywords, "PARAMETRE", "R794", message, "choose a parameter that the study has"));
    }
    Ok(if given.is_empty() { (0..count).collect() } else { given.iter().map(|rank| *rank as usize - 1).collect() })
}

/// The value in the study, checked: the contacts have the parameter, and it lies between the bounds.
pub(super) fn check(call: &Call, map: &ReturnMap, value: Option<f64>) -> Result<Option<f64>, CallError> {
    let (Some(keywords), Some(parameter)) = (call.one("CONTINUATION"), &map.parameter) else { return Ok(None) };
    let points = map.points();
    let none = |what: String, help: &str| Err(refuse(keywords, "PARAMETRE", "R794", what, help));
    let value = match parameter {
        Parameter::Surface { contacts } => {
            let speeds: Vec<f64> =
                contacts.iter().map(|i| map.surfaces()[*i]).map(|[a, b]| (a * a + b * b).sqrt()).collect();
            match speeds.first() {
                Some(first) if *first > 0.0 => *first,
                _ => {
                    return none(
                        "PARAMETRE='VITE_ENTR', and the surface of the first contact does not move".into(),
                        "give VITE_ENTR its direction and a speed to start with",
                    );
                }
            }
        }
        Parameter::Friction { contacts, which } => {
            let free = contacts.iter().find(|i| points[**i].along == [false, false]);
            if let Some(free) = free {
                return none(
                    format!("PARAMETRE='{}', and contact {} has no friction", keywords.text("PARAMETRE")?, free + 1),
                    "give it FROTTEMENT and coefficients above 0, or choose contacts in NUME_CHOC",
                );
            }
            let first = &points[contacts[0]];
            if *which == Coefficients::Dynamic { first.mu_dynamic } else { first.mu_static }
        }
        Parameter::Gap { contacts } => match contacts.iter().find(|i| points[**i].half_gap.is_none()) {
            Some(pair) => {
                return none(
                    format!(
                        "PARAMETRE='JEU', and contact {} is between two nodes, which has DIST_1 and DIST_2",
                        pair + 1
                    ),
                    "choose contacts with PLAN_Y or PLAN_Z in NUME_CHOC",
                );
            }
            None => points[contacts[0]].half_gap.unwrap_or(0.0),
        },
        Parameter::Restitution { contacts } => match contacts.iter().find(|i| points[**i].restitution.is_none()) {
            Some(soft) => {
                return none(
                    format!("PARAMETRE='COEF_REST', and contact {} has RIGI_NOR", soft + 1),
                    "remove RIGI_NOR, or choose rigid contacts in NUME_CHOC",
                );
            }
            None => points[contacts[0]].restitution.unwrap_or(0.0),
        },
        Parameter::Stiffness { contacts } => match contacts.iter().find(|i| points[**i].restitution.is_some()) {
            Some(rigid) => {
                return none(
                    format!("PARAMETRE='RIGI_NOR', and contact {} is rigid", rigid + 1),
                    "give it RIGI_NOR, or choose others in NUME_CHOC",
                );
            }
            None => points[contacts[0]].stiffness,
        },
        _ => value.unwrap_or(f64::NAN),
    };
    let (minimum, maximum) = (keywords.real("VALE_MIN")?, keywords.real("VALE_MAX")?);
    if !(value >= minimum && value <= maximum) {
        let message =
            format!("the study has {value} for {}, outside {minimum} to {maximum}", keywords.text("PARAMETRE")?);
        return Err(refuse(
            keywords,
            "VALE_MIN",
            "R794",
            message,
            "a branch starts at the value in the study: move it or the bounds",
        ));
    }
    let allowed = match parameter {
        Parameter::Restitution { .. } => (0.0, 1.0),
        Parameter::Damping | Parameter::Surface { .. } | Parameter::Friction { .. } | Parameter::Gap { .. } => {
            (0.0, f64::INFINITY)
        }
        Parameter::Frequency | Parameter::Stiffness { .. } => (f64::MIN_POSITIVE, f64::INFINITY),
        Parameter::Coefficient { .. } => (f64::NEG_INFINITY, f64::INFINITY),
    };
    if minimum < allowed.0 || maximum > allowed.1 {
        let message =
            format!("{} has no meaning on the whole way from {minimum} to {maximum}", keywords.text("PARAMETRE")?);
        let help = format!("it lies between {} and {}", allowed.0, allowed.1);
        return Err(refuse(keywords, if minimum < allowed.0 { "VALE_MIN" } else { "VALE_MAX" }, "R794", message, help));
    }
    Ok(Some(value))
}
