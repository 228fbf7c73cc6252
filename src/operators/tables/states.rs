//! The stored states of a result that have a field, chosen by the access keywords of an occurrence, and what tables
//! say of each.

use num_complex::Complex64;

use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Cell, ColumnType, Concept, Field, States};
use crate::operators::call::states::{no_field, ranks};

/// A field, and the columns that say where it was found (NOM_CHAM, NUME_ORDRE, INST ...).
pub(in crate::operators) struct StoredField {
    /// Rank of the state in the result.
    pub rank: usize,
    pub labels: Vec<(String, ColumnType, Cell)>,
    pub field: Field,
}

/// The field `name` (of a result) at the states the keywords choose, or the field given by itself.
pub(in crate::operators) fn stored_fields(keywords: &Keywords, name: &str) -> Result<Vec<StoredField>, CallError> {
    let field = keywords.concept("CHAM_GD").and_then(Field::of);
    match (field, keywords.concept("RESULTAT").and_then(States::of)) {
        (Some(field), _) => Ok(vec![StoredField { rank: 0, labels: Vec::new(), field }]),
        (None, Some(states)) => {
            let stored = |rank: usize| {
                let field = states.field(name, rank)?;
                Some(StoredField { rank, labels: labels(keywords, name, states, rank), field })
            };
            Ok(ranks(keywords, states)?.into_iter().filter_map(stored).collect())
        }
        _ => Err(keywords.error("RESULTAT", "R607", "a field, or a result with fields on a mesh, is needed")),
    }
}

/// Whether a field on elements has its values at the nodes of cells, as its name tells (NOM_CHAM, or that of the field given by itself).
pub(in crate::operators) fn is_at_nodes_of_cells(keywords: &Keywords, name: &str) -> bool {
    let own = match keywords.concept("CHAM_GD") {
        Some(Concept::CellField(field)) => &field.name,
        _ => name,
    };
    !own.ends_with("_ELGA") && !own.ends_with("_ELEM")
}

/// The error where no state that is asked for has a field.
pub(in crate::operators) fn not_stored(keywords: &Keywords, name: &str) -> CallError {
    match keywords.concept("RESULTAT").and_then(States::of) {
        Some(states) => no_field(keywords, states, name, None),
        None => keywords.error("NOM_CHAM", "R607", "there is no field"),
    }
}

/// The columns of one state: the field, its order, then what else gives access to it. An access by one of these leaves
/// the others empty, except an order beside a number of mode or an instant.
fn labels(keywords: &Keywords, name: &str, states: States<'_>, rank: usize) -> Vec<(String, ColumnType, Cell)> {
    let by = |names: &[&str]| names.iter().any(|n| keywords.has(n));
    let only: Option<&[&str]> = if by(&["NUME_MODE", "LIST_MODE"]) {
        Some(&["NUME_ORDRE", "NUME_MODE"])
    } else if by(&["INST", "LIST_INST"]) {
        Some(&["NUME_ORDRE", "INST"])
    } else if by(&["FREQ", "LIST_FREQ"]) {
        Some(&["FREQ"])
    } else {
        None
    };
    let parameter = states.abscissa();
    let at = states.parameter(parameter, rank).filter(|x| x.is_finite());
    let mut access = vec![("NUME_ORDRE", ColumnType::Integer, Cell::Integer(states.orders()[rank]))];
    match states {
        States::Modes(_) => access.extend([
            ("NUME_MODE", ColumnType::Integer, Cell::Integer(states.number(rank))),
            (parameter, ColumnType::Real, at.map_or(Cell::Empty, Cell::Real)),
            ("NOEUD_CMP", ColumnType::Text(16), Cell::Text(states.label("NOEUD_CMP", rank).unwrap_or_default().into())),
        ]),
        _ if at.is_some() => {
            access.extend(at.map(|x| (parameter, ColumnType::Real, Cell::Real(x))));
        }
        _ => {
            let case = states.label("NOM_CAS", rank).map(|case| Cell::Text(case.trim_end().into()));
            access.extend(case.map(|case| ("NOM_CAS", ColumnType::Text(16), case)));
        }
    }
    let filled = access.into_iter().map(|(name, kind, cell)| {
        let cell = if only.is_none_or(|names| names.contains(&name)) { cell } else { Cell::Empty };
        (name.to_string(), kind, cell)
    });
    let field = ("NOM_CHAM".to_string(), ColumnType::Text(16), Cell::Text(name.to_string()));
    std::iter::once(field).chain(filled).collect()
}

/// The part of a complex value that FORMAT_C asks for; the value itself in a real field.
pub(super) fn part(action: &Keywords, (z, complex): (Complex64, bool)) -> f64 {
    match action.text_if_given("FORMAT_C").as_deref() {
        _ if !complex => z.re,
        Some("REEL") => z.re,
        Some("IMAG") => z.im,
        _ => libm::hypot(z.re, z.im),
    }
}
