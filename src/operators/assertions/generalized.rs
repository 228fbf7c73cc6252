//! TEST_RESU/GENE: generalised vectors, transients and modes, by generalised component.

use super::expectation::Locating;
use super::places::{parameter, rank};
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Concept, Coordinates, HarmonicResponse, ModeSet, States, Trajectory};
use crate::operators::call::access::rank_of;
use crate::operators::call::states::no_field;
use crate::verdict::{Compared, significant};

/// The value an occurrence asks, and how to name it. Formerly NUME_ORDRE was the rank of a stored state, from 1: `ranks`.
pub fn value(keywords: &Keywords, locating: &Locating, ranks: bool) -> Result<(String, Compared), CallError> {
    let wrong = |message: &str| -> CallError { keywords.error("RESU_GENE", "T001", message) };
    match keywords.concept("RESU_GENE") {
        Some(Concept::GeneralizedVector(vector)) => {
            let (rank, label) = component(keywords, vector.values.len())?;
            let real = vector.values[rank];
            Ok((
                label,
                match &vector.imaginary {
                    Some(imaginary) => Compared::Complex(num_complex::Complex64::new(real, imaginary[rank])),
                    None => Compared::Real(real),
                },
            ))
        }
        Some(Concept::Trajectory(run)) => transient(keywords, &run.get(), locating, ranks),
        Some(Concept::Harmonic(response)) => harmonic(keywords, response, locating, ranks),
        Some(Concept::Modes(modes)) => mode(keywords, modes, locating),
        _ => Err(wrong("this kind of generalised result cannot be tested")),
    }
}

/// NUME_CMP_GENE as a rank from 0.
fn component(keywords: &Keywords, count: usize) -> Result<(usize, String), CallError> {
    let asked = keywords.integer_if_given("NUME_CMP_GENE").unwrap_or(0);
    match usize::try_from(asked).ok().filter(|n| (1..=count).contains(n)) {
        Some(number) => Ok((number - 1, format!("component {number}"))),
        None => {
            let message = format!("there is no generalised component {asked}");
            Err(Box::new(keywords.error("NUME_CMP_GENE", "T005", message).help(format!("they go from 1 to {count}"))))
        }
    }
}

/// A stored state by its rank from 1.
fn ranked(order: i64, count: usize) -> Option<usize> {
    usize::try_from(order).ok()?.checked_sub(1).filter(|state| *state < count)
}

fn transient(
    keywords: &Keywords,
    run: &Trajectory,
    locating: &Locating,
    ranks: bool,
) -> Result<(String, Compared), CallError> {
    let (rank, label) = component(keywords, run.size)?;
    let state = if let Some(order) = keywords.integer_if_given("NUME_ORDRE").filter(|_| ranks) {
        ranked(order, run.len())
    } else if let Some(order) = keywords.integer_if_given("NUME_ORDRE") {
        rank_of(&run.orders, order)
    } else {
        locating.among_instants(&run.instants, keywords.real_if_given("INST").unwrap_or(0.0))
    };
    let Some(state) = state else {
        let keyword = if keywords.has("INST") { "INST" } else { "NUME_ORDRE" };
        let ends = (run.instants.first().copied().unwrap_or(0.0), run.instants.last().copied().unwrap_or(0.0));
        let help = match run.len() {
            1 => format!("1 state is stored, at {} s", significant(ends.0, 8)),
            n => format!("{n} states are stored, from {} to {} s", significant(ends.0, 8), significant(ends.1, 8)),
        };
        return Err(Box::new(keywords.error(keyword, "R430", "no state is stored there").help(help)));
    };
    coordinate(keywords, States::Trajectory(run), state, (rank, label))
}

/// A coordinate of a field at a state.
fn coordinate(
    keywords: &Keywords,
    states: States<'_>,
    state: usize,
    (rank, label): (usize, String),
) -> Result<(String, Compared), CallError> {
    let name = keywords.text_if_given("NOM_CHAM").unwrap_or_default();
    let value = match states.coordinates(&name, state) {
        Some(Coordinates::Real(values)) => Compared::Real(values[rank]),
        Some(amplitudes) => Compared::Complex(amplitudes.at(rank)),
        None => return Err(no_field(keywords, states, &name, None)),
    };
    let (access, at) = (states.abscissa(), states.parameter(states.abscissa(), state).unwrap_or(f64::NAN));
    Ok((format!("{name} {label}, {access} {}", significant(at, 8)), value))
}

fn harmonic(
    keywords: &Keywords,
    response: &HarmonicResponse,
    locating: &Locating,
    ranks: bool,
) -> Result<(String, Compared), CallError> {
    let (rank, label) = component(keywords, response.size)?;
    let found = (0..response.len()).find(|k| match keywords.integer_if_given("NUME_ORDRE") {
        Some(order) if ranks => ranked(order, response.len()) == Some(*k),
        Some(order) => response.orders[*k] == order,
        None => keywords.real_if_given("FREQ").is_some_and(|asked| locating.matches(response.frequencies[*k], asked)),
    });
    let Some(state) = found else {
        let keyword = if keywords.has("FREQ") { "FREQ" } else { "NUME_ORDRE" };
        let stored: Vec<String> = response.frequencies.iter().take(8).map(|f| significant(*f, 8)).collect();
        let help = match response.len() {
            1 => format!("1 frequency is stored: {} Hz", stored.join(", ")),
            n if n == stored.len() => format!("{n} frequencies are stored: {} Hz", stored.join(", ")),
            n => format!("{n} frequencies are stored: {} ... Hz", stored.join(", ")),
        };
        return Err(Box::new(keywords.error(keyword, "R430", "no state is stored there").help(help)));
    };
    coordinate(keywords, States::Harmonic(response), state, (rank, label))
}

fn mode(keywords: &Keywords, modes: &ModeSet, locating: &Locating) -> Result<(String, Compared), CallError> {
    let states = States::Modes(modes);
    let found = rank(keywords, states, locating)?;
    if let Some(name) = keywords.text_if_given("PARA") {
        return Ok((format!("{name} of mode {}", modes.orders[found]), parameter(keywords, states, found, &name)?));
    }
    let mode = &modes[found];
    let (rank, label) = component(keywords, mode.values.len())?;
    let value = match mode.imaginary.get(rank) {
        Some(imaginary) => Compared::Complex(num_complex::Complex64::new(mode.values[rank], *imaginary)),
        None => Compared::Real(mode.values[rank]),
    };
    Ok((format!("{label}, mode {}", modes.orders[found]), value))
}
