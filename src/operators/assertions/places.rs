//! The state that an assertion designates, and its parameters.

use indexmap::IndexSet;

use super::expectation::Locating;
use crate::catalogue::{CallError, Keywords, nearest};
use crate::concepts::{States, is_named};
use crate::diag::did_you_mean;
use crate::operators::call::states::squeeze;
use crate::verdict::{Compared, significant};

/// The single rank of those that match; the error lists what there is.
fn unique(
    keywords: &Keywords,
    keyword: &str,
    matching: &[usize],
    asked: &str,
    (count, known): (usize, &dyn Fn(usize) -> String),
) -> Result<usize, CallError> {
    let shown: Vec<String> = (0..count.min(8)).map(known).collect();
    let more = if count > 8 { format!(", ... ({count} in all)") } else { String::new() };
    let stored = format!("stored: {}{more}", shown.join(", "));
    match matching {
        [rank] => Ok(*rank),
        [] => {
            let advice = "the tolerance of TOLE_MACHINE holds for the place too; ";
            let message = format!("nothing is stored at {keyword} = {asked}");
            Err(Box::new(keywords.error(keyword, "R430", message).help(format!("{advice}{stored}"))))
        }
        found => {
            let message = format!("{} states are stored at {keyword} = {asked}", found.len());
            Err(Box::new(keywords.error(keyword, "T005", message).help(stored)))
        }
    }
}

/// The rank of the state that NUME_ORDRE, NUME_MODE, INST, FREQ, ANGLE, NOM_CAS or NOEUD_CMP designates alone.
pub(super) fn rank(keywords: &Keywords, states: States<'_>, locating: &Locating) -> Result<usize, CallError> {
    let count = states.orders().len();
    let ranks = |is_it: &dyn Fn(usize) -> bool| (0..count).filter(|rank| is_it(*rank)).collect::<Vec<_>>();
    for keyword in ["NUME_ORDRE", "NUME_MODE"] {
        let Some(asked) = keywords.integer_if_given(keyword) else { continue };
        let of = |rank: usize| if keyword == "NUME_ORDRE" { states.orders()[rank] } else { states.number(rank) };
        let matching = ranks(&|rank| of(rank) == asked);
        return unique(keywords, keyword, &matching, &asked.to_string(), (count, &|rank| of(rank).to_string()));
    }
    let known: IndexSet<&str> = states.parameter_names().into_iter().chain(states.label_names()).collect();
    for keyword in ["INST", "FREQ", "ANGLE"] {
        let Some(asked) = keywords.real_if_given(keyword).filter(|_| known.contains(keyword)) else { continue };
        let values = states.parameters(keyword);
        let matching = locating.among(&values, asked);
        return unique(keywords, keyword, &matching, &asked.to_string(), (count, &|rank| significant(values[rank], 8)));
    }
    for keyword in ["NOEUD_CMP", "NOM_CAS"] {
        let asked = squeeze(&keywords.texts(keyword).join(" "));
        if asked.is_empty() || !known.contains(keyword) {
            continue;
        }
        let of = |rank: usize| states.label(keyword, rank).map(squeeze).unwrap_or_default();
        let mesh = states.mesh().map(|value| value.mesh.as_ref());
        let matching = ranks(&|rank| match keyword {
            "NOEUD_CMP" => is_named(&of(rank), &asked, mesh),
            _ => of(rank) == asked,
        });
        return unique(keywords, keyword, &matching, &asked, (count, &of));
    }
    let by: Vec<&str> = ["NUME_MODE", "INST", "FREQ", "ANGLE", "NOEUD_CMP", "NOM_CAS"]
        .into_iter()
        .filter(|name| known.contains(name))
        .collect();
    Err(keywords.error("RESULTAT", "R430", format!("this result is found by NUME_ORDRE, {}", by.join(", "))))
}

/// A parameter of a state.
pub(super) fn parameter(
    keywords: &Keywords,
    states: States<'_>,
    rank: usize,
    name: &str,
) -> Result<Compared, CallError> {
    if name == "NUME_MODE" {
        return Ok(Compared::Integer(states.number(rank)));
    }
    if let Some(value) = states.parameter(name, rank) {
        let count = ["ITER_GLOB", "ITER_LINE"].contains(&name);
        return Ok(if count { Compared::Integer(value as i64) } else { Compared::Real(value) });
    }
    if let Some(text) = states.label(name, rank) {
        return Ok(Compared::Text(text.to_string()));
    }
    let known: Vec<&str> = states.parameter_names().into_iter().chain(states.label_names()).collect();
    let message = format!("this result has no parameter {name} at this order");
    // A longer or a shorter word for the same (FREQUENCE), or one with other letters.
    let begins = |known: &&&str| known.len() > 2 && (name.starts_with(**known) || known.starts_with(name));
    let near = known.iter().find(begins).copied().or_else(|| nearest(name, known.iter().copied()));
    let meant = near.map_or(String::new(), |near| format!("{} ", did_you_mean(near)));
    Err(Box::new(keywords.error("PARA", "T005", message).help(format!("{meant}it has {}", known.join(", ")))))
}
