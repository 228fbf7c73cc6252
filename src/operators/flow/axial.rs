//! FAISCEAU_AXIAL: parallel tubes in an enclosure, in a flow along them. What all occurrences share is that of the last one that gives it.

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::AxialFlow;
use crate::kernel::flow::axial::{Bundle, Enclosure, Grid};
use crate::operators::Context;

use super::bundle::{Tubes, complete, equivalent, inside};
use super::transverse::signal;

/// Dimensions and coefficients of the types of grids.
const TYPES: [&str; 6] = ["LONG_TYPG", "LARG_TYPG", "EPAI_TYPG", "RUGO_TYPG", "COEF_TRAI_TYPG", "COEF_DPOR_TYPG"];

pub(super) fn read(call: &Call, context: &Context<'_>) -> Result<AxialFlow, CallError> {
    let occurrences = call.factor("FAISCEAU_AXIAL");
    let Some(first) = occurrences.first() else { return Err(call.missing("FAISCEAU_AXIAL")) };
    let last = |name: &str| occurrences.iter().rev().find(|keywords| keywords.has(name)).unwrap_or(first);
    let shared = ["VECT_X", "PESANTEUR", "RUGO_TUBE", "PROF_RHO_FLUI", "PROF_VISC_CINE", "CARA_PAROI", "VALE_PAROI"];
    let shared = || shared.iter().chain(&["ANGL_VRIL", "COOR_GRILLE", "TYPE_GRILLE"]).chain(&TYPES);
    occurrences.iter().for_each(|keywords| shared().for_each(|name| keywords.note_read(name)));
    let needed = |name: &str| first.error("FAISCEAU_AXIAL", "R541", format!("FAISCEAU_AXIAL needs {name}"));
    let axis = axis(last("VECT_X"))?;
    let Tubes { mesh, tubes, groups } = match first.has("CARA_ELEM") {
        true => complete(call, occurrences, axis, context)?,
        false => equivalent(occurrences)?,
    };
    let bundle = Bundle { enclosure: enclosure(last("CARA_PAROI"))?, groups: groups.len(), tubes };
    inside(first, &bundle)?;
    for name in ["PROF_RHO_FLUI", "PROF_VISC_CINE"] {
        if !last(name).has(name) {
            return Err(needed(name));
        }
    }
    let along = last("PESANTEUR").reals("PESANTEUR");
    let gravity = match along.as_slice() {
        [size, a, b, c] => {
            let norm = (a * a + b * b + c * c).sqrt();
            if norm > 0.0 { size * [a, b, c][axis] / norm } else { 0.0 }
        }
        _ => 9.81 * if axis == 2 { -1.0 } else { 0.0 },
    };
    Ok(AxialFlow {
        mesh,
        axis,
        groups,
        bundle,
        grids: grids(last("COOR_GRILLE"))?,
        roughness: last("RUGO_TUBE").real_if_given("RUGO_TUBE").ok_or_else(|| needed("RUGO_TUBE"))?,
        gravity,
        density: signal(last("PROF_RHO_FLUI"), "PROF_RHO_FLUI")?,
        viscosity: signal(last("PROF_VISC_CINE"), "PROF_VISC_CINE")?,
    })
}

/// VECT_X: the axis of the tubes, 0 to 2.
fn axis(keywords: &Keywords) -> Result<usize, CallError> {
    let vector = keywords.reals("VECT_X");
    let found: Vec<usize> = (0..vector.len().min(3)).filter(|k| vector[*k] != 0.0).collect();
    match found.as_slice() {
        [one] => Ok(*one),
        _ => Err(keywords.error("VECT_X", "R541", "VECT_X is the axis of the tubes: X, Y or Z")),
    }
}

fn enclosure(keywords: &Keywords) -> Result<Enclosure, CallError> {
    let (names, values) = (keywords.texts("CARA_PAROI"), keywords.reals("VALE_PAROI"));
    if names.is_empty() || names.len() != values.len() {
        let message = format!("CARA_PAROI names {} dimensions and VALE_PAROI gives {}", names.len(), values.len());
        return Err(keywords.error("CARA_PAROI", "R541", message));
    }
    let value = |name: &str| names.iter().position(|n| &**n == name).map(|k| values[k]);
    let centre = [value("YC").unwrap_or(0.0), value("ZC").unwrap_or(0.0)];
    match (value("R"), value("HY"), value("HZ")) {
        (Some(radius), None, None) => Ok(Enclosure::Circle { centre, radius }),
        (None, Some(hy), Some(hz)) => {
            let degrees = keywords.real_if_given("ANGL_VRIL").unwrap_or(0.0);
            Ok(Enclosure::Rectangle { centre, sides: [hy, hz], angle: degrees * (std::f64::consts::PI / 180.0) })
        }
        _ => {
            let error = keywords.error("CARA_PAROI", "R541", "the enclosure is a circle or a rectangle");
            Err(Box::new(error.help("YC, ZC, R make a circle; YC, ZC, HY, HZ a rectangle")))
        }
    }
}

fn grids(keywords: &Keywords) -> Result<Vec<Grid>, CallError> {
    let column = |name: &str| keywords.reals(name);
    let places = column("COOR_GRILLE");
    let kinds = keywords.integers("TYPE_GRILLE");
    if places.len() != kinds.len() {
        let message = format!("TYPE_GRILLE has {} types for {} grids", kinds.len(), places.len());
        return Err(keywords.error("TYPE_GRILLE", "R541", message));
    }
    let types = TYPES.map(column);
    let grid = |(place, kind): (f64, i64)| {
        let value = |k: usize| usize::try_from(kind - 1).ok().and_then(|rank| types[k].get(rank).copied());
        let all = (value(0), value(1), value(2), value(3), value(4), value(5));
        let (Some(length), Some(width), Some(thickness), Some(roughness), Some(drag), Some(lift)) = all else {
            let message = format!("TYPE_GRILLE: the type {kind} has not all of {}", TYPES.join(", "));
            return Err(keywords.error("TYPE_GRILLE", "R541", message));
        };
        Ok(Grid { place, length, width, thickness, roughness, drag, lift })
    };
    places.into_iter().zip(kinds).map(grid).collect()
}
