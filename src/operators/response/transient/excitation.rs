//! EXCIT and EXCIT_RESU: prescribed generalised forces.

use super::coordinates::{Coordinates, Meaning};
use super::keywords::{refuse, spelling};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::Concept;
use crate::kernel::signal::Signal;
use crate::kernel::transient::{Direction, Term};

/// The terms in the order of the call: EXCIT, then EXCIT_RESU.
pub(super) fn read(call: &Call, coordinates: &Coordinates) -> Result<Vec<Term>, CallError> {
    let mut terms = Vec::new();
    for keywords in call.factor("EXCIT") {
        let signal = match spelling(keywords, &["COEF_MULT", "FONC_MULT", "ACCE"]) {
            "COEF_MULT" => match keywords.real_if_given("COEF_MULT") {
                Some(value) => Signal::Constant(value),
                None => return Err(no_multiplier(keywords)),
            },
            name => function_of_time(keywords, name)?,
        };
        terms.push(Term::Scaled { signal, direction: direction(keywords, coordinates)? });
    }
    for keywords in call.factor("EXCIT_RESU") {
        terms.push(history(keywords, coordinates)?);
    }
    Ok(terms)
}

fn no_multiplier(keywords: &Keywords) -> CallError {
    let help = "give FONC_MULT (a function of INST), COEF_MULT (a number) or ACCE";
    refuse(keywords, "COEF_MULT", "R308", "EXCIT has neither FONC_MULT nor COEF_MULT nor ACCE", help)
}

/// Where an occurrence of EXCIT acts.
pub(super) fn direction(keywords: &Keywords, coordinates: &Coordinates) -> Result<Direction, CallError> {
    let size = coordinates.size;
    let name = spelling(keywords, &["VECT_ASSE_GENE", "VECT_GENE"]);
    if keywords.has(name) {
        return Ok(Direction::Vector(vector(keywords, name, coordinates, Meaning::Force)?));
    }
    let name = spelling(keywords, &["NUME_ORDRE", "NUME_MODE"]);
    match keywords.integer_if_given(name) {
        Some(rank) if rank >= 1 && rank as usize <= size => Ok(Direction::Coordinate(rank as usize - 1)),
        Some(rank) => {
            let message = format!("{name}={rank} designates no generalised coordinate: there are {size}");
            Err(refuse(keywords, name, "R308", message, "it is the rank of the coordinate, from 1"))
        }
        None => {
            let help = "give VECT_ASSE_GENE (a generalised vector) or NUME_ORDRE (the rank of one coordinate)";
            Err(refuse(keywords, "VECT_ASSE_GENE", "R308", "EXCIT acts nowhere", help))
        }
    }
}

/// Values of a generalised vector of the right size.
pub(super) fn vector(
    keywords: &Keywords,
    keyword: &str,
    coordinates: &Coordinates,
    meaning: Meaning,
) -> Result<Vec<f64>, CallError> {
    let Some(Concept::GeneralizedVector(vector)) = keywords.concept(keyword) else {
        let message = format!("{keyword} is not a generalised vector");
        return Err(refuse(keywords, keyword, "R308", message, "make it with PROJ_BASE or PROJ_VECT_BASE"));
    };
    let (values, size) = (&vector.values, coordinates.given);
    if values.len() != size {
        let message = format!("{keyword} has {} values where the matrices have {size} coordinates", values.len());
        return Err(refuse(keywords, keyword, "R308", message, "project it on the same basis as the matrices"));
    }
    if let Some(rank) = values.iter().position(|x| !x.is_finite()) {
        let message = format!("{keyword}: value {} is not a finite number", rank + 1);
        return Err(refuse(keywords, keyword, "R308", message, "check the vector that was projected"));
    }
    Ok(coordinates.vector(vector, meaning))
}

fn history(keywords: &Keywords, coordinates: &Coordinates) -> Result<Term, CallError> {
    let Some(Concept::Trajectory(run)) = keywords.concept("RESULTAT") else {
        let help = "EXCIT_RESU reads the displacements of a modal transient as forces";
        return Err(refuse(keywords, "RESULTAT", "R308", "RESULTAT is not a modal transient", help));
    };
    let (run, size) = (run.get(), coordinates.size);
    if run.size != size || run.basis.len() != coordinates.basis.len() {
        let message = format!("RESULTAT has {} generalised coordinates where the matrices have {size}", run.size);
        return Err(refuse(keywords, "RESULTAT", "R308", message, "it must live on the same basis"));
    }
    Ok(Term::History {
        instants: run.instants.to_vec(),
        values: run.displacement.to_vec(),
        scale: keywords.real_if_given("COEF_MULT").unwrap_or(1.0),
    })
}

/// A function or a formula of INST, for the time loop.
pub fn function_of_time(keywords: &Keywords, keyword: &str) -> Result<Signal, CallError> {
    let of_time = |parameter: &str| matches!(parameter, "INST" | "TOUTPARA" | "");
    let help = "it must be a real function of the one parameter INST";
    let wrong = |parameter: &str| {
        let message = format!("{keyword} is a function of {parameter}, not of INST");
        Err(refuse(keywords, keyword, "R308", message, help))
    };
    match keywords.concept(keyword) {
        Some(Concept::Function(function)) if of_time(&function.parameter) => Ok(function.signal.clone()),
        Some(Concept::Function(function)) => wrong(&function.parameter),
        Some(Concept::Formula(formula)) => match formula.parameters.as_slice() {
            [parameter] if of_time(parameter) => formula
                .program
                .signal()
                .ok_or_else(|| refuse(keywords, keyword, "R308", format!("{keyword} is not a real formula"), help)),
            parameters => wrong(&parameters.join(", ")),
        },
        Some(Concept::Surface(_)) => {
            Err(refuse(keywords, keyword, "R308", format!("{keyword} is a function of two parameters"), help))
        }
        _ => Err(refuse(keywords, keyword, "R308", format!("{keyword} is missing, or is not a real function"), help)),
    }
}
