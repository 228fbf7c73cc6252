//! The stored states of a result that have a field, chosen by the access keywords of an occurrence, and what tables
//! say of each.

use std::sync::Arc;

use num_complex::Complex64;

use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Cell, ColumnType, Concept, ElementField, FieldSeries, MeshValue, ModeSet, NodalField, is_named};
use crate::kernel::mesh::Mesh;
use crate::operators::call::access::select;

/// A field of one kind or the other.
pub(in crate::operators) enum Field {
    Nodal(Arc<NodalField>),
    Element(Arc<ElementField>, MeshValue),
}

impl Field {
    pub(in crate::operators) fn mesh(&self) -> &MeshValue {
        match self {
            Field::Nodal(field) => &field.mesh,
            Field::Element(_, mesh) => mesh,
        }
    }

    pub(in crate::operators) fn is_complex(&self) -> bool {
        match self {
            Field::Nodal(field) => !field.imaginary.is_empty(),
            Field::Element(field, _) => field.is_complex(),
        }
    }
}

/// A field, and the columns that say where it was found (NOM_CHAM, NUME_ORDRE, INST ...).
pub(in crate::operators) struct StoredField {
    /// Rank of the state in the result.
    pub rank: usize,
    pub labels: Vec<(String, ColumnType, Cell)>,
    pub field: Field,
}

/// The field `name` (of a result) at the states the keywords choose, or the field given by itself.
pub(in crate::operators) fn stored_fields(keywords: &Keywords, name: &str) -> Result<Vec<StoredField>, CallError> {
    let alone = |field| Ok(vec![StoredField { rank: 0, labels: Vec::new(), field }]);
    match (keywords.concept("CHAM_GD"), keywords.concept("RESULTAT")) {
        (Some(Concept::NodalField(field)), _) => alone(Field::Nodal(field.clone())),
        (Some(Concept::CellField(field)), _) => alone(Field::Element(field.values.clone(), field.mesh.clone())),
        (_, Some(Concept::Modes(modes))) => of_modes(keywords, modes, name),
        (_, Some(Concept::Fields(series))) => of_series(keywords, series, name),
        _ => Err(keywords.error("RESULTAT", "R607", "a field, or a result with fields on a mesh, is needed")),
    }
}

/// The columns of one state: the field, its order, then what else gives access to it. An access by one of these leaves
/// the others empty, except an order beside a number of mode or an instant.
fn labels(
    keywords: &Keywords,
    name: &str,
    order: i64,
    more: Vec<(&str, ColumnType, Cell)>,
) -> Vec<(String, ColumnType, Cell)> {
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
    let access = [("NUME_ORDRE", ColumnType::Integer, Cell::Integer(order))].into_iter().chain(more);
    let filled = access.map(|(name, kind, cell)| {
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

fn of_modes(keywords: &Keywords, modes: &ModeSet, name: &str) -> Result<Vec<StoredField>, CallError> {
    let frequencies: Vec<f64> = modes.modes.iter().map(|m| m.parameter("FREQ").unwrap_or(f64::NAN)).collect();
    let label = |key: &str, rank: usize| modes.modes[rank].labels.get(key).cloned();
    let numbers: Vec<i64> = modes.modes.iter().map(|m| m.number).collect();
    let mesh = modes.mesh.as_ref().map(|m| m.mesh.as_ref());
    let ranks = ranks(keywords, &modes.orders, &numbers, (&frequencies, "FREQ"), label, mesh)?;
    let field = |rank: usize| {
        let own = modes.modes[rank].fields.get(name);
        match (modes.nodal_field(rank, name), own, &modes.mesh) {
            (Some(field), ..) => Some(Field::Nodal(Arc::new(field))),
            (None, Some(field), Some(mesh)) => Some(Field::Element(field.clone(), mesh.clone())),
            _ => None,
        }
    };
    let stored = |rank: usize| {
        let frequency = frequencies[rank];
        let frequency = if frequency.is_finite() { Cell::Real(frequency) } else { Cell::Empty };
        let shape = label("NOEUD_CMP", rank).unwrap_or_default();
        let more = vec![
            ("NUME_MODE", ColumnType::Integer, Cell::Integer(numbers[rank])),
            ("FREQ", ColumnType::Real, frequency),
            ("NOEUD_CMP", ColumnType::Text(16), Cell::Text(shape)),
        ];
        Some(StoredField { rank, labels: labels(keywords, name, modes.orders[rank], more), field: field(rank)? })
    };
    Ok(ranks.into_iter().filter_map(stored).collect())
}

fn of_series(keywords: &Keywords, series: &FieldSeries, name: &str) -> Result<Vec<StoredField>, CallError> {
    let parameter = if series.access == "FREQ" { "FREQ" } else { "INST" };
    let none = vec![f64::NAN; series.orders.len()];
    let values = series.parameters.get(parameter).unwrap_or(&none);
    let label = |key: &str, rank: usize| series.labels.get(key)?.get(rank).cloned();
    let own = series.model.as_ref().map(|model| model.mesh.mesh.as_ref());
    let ranks = ranks(keywords, &series.orders, &series.orders, (values, parameter), label, own)?;
    let mesh = series.model.as_ref().map(|model| &model.mesh);
    let stored = |rank: usize| {
        let nodal = series.nodal.get(name).and_then(|fields| fields.get(rank)?.clone());
        let element = series.element.get(name).and_then(|fields| fields.get(rank)?.clone());
        let field = match (nodal, element, mesh) {
            (Some(field), ..) => Field::Nodal(field),
            (None, Some(field), Some(mesh)) => Field::Element(field, mesh.clone()),
            _ => return None,
        };
        let at = values.get(rank).copied().filter(|x| x.is_finite());
        let more = match (at, label("NOM_CAS", rank)) {
            (Some(x), _) => vec![(parameter, ColumnType::Real, Cell::Real(x))],
            (None, Some(case)) => vec![("NOM_CAS", ColumnType::Text(16), Cell::Text(case.trim_end().to_string()))],
            _ => Vec::new(),
        };
        Some(StoredField { rank, labels: labels(keywords, name, series.orders[rank], more), field })
    };
    Ok(ranks.into_iter().filter_map(stored).collect())
}

/// Ranks that the access keywords select; all by default.
fn ranks(
    keywords: &Keywords,
    orders: &[i64],
    numbers: &[i64],
    (values, parameter): (&[f64], &str),
    label: impl Fn(&str, usize) -> Option<String>,
    mesh: Option<&Mesh>,
) -> Result<Vec<usize>, CallError> {
    let modes = match keywords.concept("LIST_MODE") {
        Some(Concept::IntegerList(list)) => list.to_vec(),
        _ => keywords.integers("NUME_MODE"),
    };
    let found: Option<(&str, Vec<usize>)> = if modes.is_empty() {
        let named = ["NOM_CAS", "NOEUD_CMP"].into_iter().find(|keyword| keywords.has(keyword));
        named.map(|keyword| {
            let texts: Vec<String> = keywords.texts(keyword).iter().map(|t| squeeze(t)).collect();
            let wanted = if keyword == "NOEUD_CMP" { vec![texts.join(" ")] } else { texts };
            let same = |label: &str, wanted: &String| match keyword {
                "NOEUD_CMP" => is_named(label, wanted, mesh),
                _ => squeeze(label) == *wanted,
            };
            let is_wanted = |k: &usize| label(keyword, *k).is_some_and(|l| wanted.iter().any(|w| same(&l, w)));
            (keyword, (0..orders.len()).filter(is_wanted).collect())
        })
    } else {
        Some(("NUME_MODE", (0..orders.len()).filter(|k| modes.contains(&numbers[*k])).collect()))
    };
    match found {
        Some((keyword, ranks)) if ranks.is_empty() => {
            Err(keywords.error(keyword, "R430", format!("{keyword}: no such state is stored")))
        }
        Some((_, ranks)) => Ok(ranks),
        None => {
            let samples = select(keywords, parameter, values, orders, false)?;
            Ok(samples.map_or_else(|| (0..orders.len()).collect(), |s| s.iter().map(|s| s.left).collect()))
        }
    }
}

fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
