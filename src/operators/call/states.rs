//! The states of a result that the keywords of a call choose, and the field that each has.

use super::access::{Sample, no_state, select};
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Concept, Field, States, is_named};

/// The states that NUME_ORDRE, NUME_MODE, INST, FREQ, their lists, NOM_CAS or NOEUD_CMP choose, in the order asked; `None` when none of
/// these is given.
pub fn chosen(keywords: &Keywords, states: States<'_>, interpolate: bool) -> Result<Option<Vec<Sample>>, CallError> {
    let ranks: Vec<usize> = (0..states.orders().len()).collect();
    chosen_among(keywords, states, &ranks, interpolate)
}

/// The states that these keywords choose among those of some ranks.
pub fn chosen_among(
    keywords: &Keywords,
    states: States<'_>,
    ranks: &[usize],
    interpolate: bool,
) -> Result<Option<Vec<Sample>>, CallError> {
    if let States::Trajectory(_) | States::Harmonic(_) = states {
        return select(
            keywords,
            states.abscissa(),
            &states.parameters(states.abscissa()),
            states.orders(),
            interpolate,
        );
    }
    let named = named(keywords, states, ranks)?;
    let ranks = named.as_deref().unwrap_or(ranks);
    let by = ["INST", "FREQ"].into_iter().find(|name| keywords.has(name) || keywords.has(&format!("LIST_{name}")));
    let parameter = by.unwrap_or(states.abscissa());
    let stored = states.parameters(parameter);
    let values: Vec<f64> = ranks.iter().map(|rank| stored[*rank]).collect();
    let orders: Vec<i64> = ranks.iter().map(|rank| states.orders()[*rank]).collect();
    let all = || (0..ranks.len()).map(|place| Sample::stored(&values, place)).collect();
    let samples: Option<Vec<Sample>> = match select(keywords, parameter, &values, &orders, interpolate)? {
        None => named.is_some().then(all),
        some => some,
    };
    let of_result = |sample: Sample| Sample { left: ranks[sample.left], right: ranks[sample.right], ..sample };
    Ok(samples.map(|samples| samples.into_iter().map(of_result).collect()))
}

/// The states that are chosen; all of them when no keyword chooses.
pub fn chosen_or_all(keywords: &Keywords, states: States<'_>, interpolate: bool) -> Result<Vec<Sample>, CallError> {
    let stored = states.parameters(states.abscissa());
    let all = || (0..states.orders().len()).map(|rank| Sample::stored(&stored, rank)).collect();
    Ok(chosen(keywords, states, interpolate)?.unwrap_or_else(all))
}

/// Ranks of the states that are chosen; of all states when no keyword chooses.
pub fn ranks(keywords: &Keywords, states: States<'_>) -> Result<Vec<usize>, CallError> {
    let samples = if keywords.is("TOUT_ORDRE", "OUI") { None } else { chosen(keywords, states, false)? };
    Ok(samples.map_or_else(
        || (0..states.orders().len()).collect(),
        |samples| samples.iter().map(|sample| sample.left).collect(),
    ))
}

/// Those of some ranks that have the numbers of modes, the load cases or the unknown of a static shape that are asked for.
fn named(keywords: &Keywords, states: States<'_>, ranks: &[usize]) -> Result<Option<Vec<usize>>, CallError> {
    let among = |keyword: &str, asked: &str, is_it: &dyn Fn(usize) -> bool| {
        let found: Vec<usize> = ranks.iter().copied().filter(|rank| is_it(*rank)).collect();
        if found.is_empty() { Err(no_state(keywords, keyword, asked)) } else { Ok(found) }
    };
    let all = |found: Vec<Result<Vec<usize>, CallError>>| {
        found.into_iter().collect::<Result<Vec<_>, _>>().map(|ranks| Some(ranks.concat()))
    };
    let by_number = ["NUME_MODE", "MODE", "LIST_MODE"].into_iter().find(|keyword| keywords.has(keyword));
    if let Some(keyword) = by_number {
        let numbers = match keywords.concept(keyword) {
            Some(Concept::IntegerList(list)) => list.to_vec(),
            _ => keywords.integers(keyword),
        };
        let of = |number: &i64| among(keyword, &number.to_string(), &|rank| states.number(rank) == *number);
        return all(numbers.iter().map(of).collect());
    }
    if keywords.has("NOEUD_CMP") {
        let asked = squeeze(&keywords.texts("NOEUD_CMP").join(" "));
        let mesh = states.mesh().map(|value| value.mesh.as_ref());
        let is_it = |rank| states.label("NOEUD_CMP", rank).is_some_and(|own| is_named(own, &asked, mesh));
        return among("NOEUD_CMP", &asked, &is_it).map(Some);
    }
    if keywords.has("NOM_CAS") {
        let of = |case: &std::sync::Arc<str>| {
            let case = squeeze(case);
            among("NOM_CAS", &case, &|rank| states.label("NOM_CAS", rank).is_some_and(|own| squeeze(own) == case))
        };
        return all(keywords.texts("NOM_CAS").iter().map(of).collect());
    }
    Ok(None)
}

/// A text with one blank between its words.
pub fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The field of a state, or the error that says which fields the result has.
pub fn field(keywords: &Keywords, states: States<'_>, name: &str, rank: usize) -> Result<Field, CallError> {
    states.field(name, rank).ok_or_else(|| no_field(keywords, states, name, Some(rank)))
}

/// The error on a field that a result does not have, at the state of a rank or at those asked for.
pub fn no_field(keywords: &Keywords, states: States<'_>, name: &str, rank: Option<usize>) -> CallError {
    if let States::Modes(modes) = states
        && modes.numbering().is_none()
    {
        let error =
            keywords.error("NOM_CHAM", "R405", "these modes have coordinates on a basis, and no field at nodes");
        return Box::new(error.help("REST_GENE_PHYS gives modes on the structure"));
    }
    let known = states.field_names();
    let place = match rank.and_then(|rank| states.orders().get(rank)) {
        _ if !known.contains(name) => String::new(),
        Some(order) => format!(" at order {order}"),
        None => " at the states asked".to_string(),
    };
    let help = match known.is_empty() {
        true => "it has no field at all".to_string(),
        false => format!("its fields are {}", known.into_iter().collect::<Vec<_>>().join(", ")),
    };
    Box::new(keywords.error("NOM_CHAM", "R153", format!("the result has no field {name}{place}")).help(help))
}
