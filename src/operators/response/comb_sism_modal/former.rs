//! The syntax of 2020 and before: EXCIT, MONO_APPUI or MULTI_APPUI, and a result by NUME_ORDRE.
//!
//! Each node of EXCIT is a support ([`former_supports`](super::former_supports)). Several EXCIT along several axes are all
//! used, which 2020 did not; DSC keeps its coefficients of 2020.

use super::common;
use super::former_supports::{check_counts, grouped, nodes_of, support_nodes};
use super::read::{cumulation, direction_rule};
use super::request::{Correction, Ground, Naming, Request, Secondary, Spectrum};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::ModeSet;
use crate::operators::Context;
use crate::operators::call::entities;

pub fn read<'c>(call: &'c Call, context: &mut Context<'_>) -> Result<Request<'c>, CallError> {
    let modes = entities::modes(call, "MODE_MECA")?;
    let selected = common::selected_modes(call, modes)?;
    let oscillators = common::oscillators(call, modes, &selected)?;
    let (kind, rule) = common::mode_rule(call, &oscillators, true)?;
    let options = call.texts("OPTION");
    let correction = match call.has("MODE_CORR") {
        true => Some(Correction { shapes: entities::modes(call, "MODE_CORR")?, keyword: "MODE_CORR" }),
        false => None,
    };
    let several = motions(call)?;
    let corrected = correction.as_ref().map(|c| c.keyword);
    let refused = ("VITE", "velocities are computed for supports that move together only");
    common::check_options(call, &options, kind, corrected, several.map(|_| refused).as_slice())?;
    let nodes = match several {
        None => Vec::new(),
        Some(_) => support_nodes(call, context, modes)?,
    };
    let spectra = spectra(call, context, modes, &nodes)?;
    let mut directions: Vec<usize> = spectra.iter().map(|s| s.direction).collect();
    directions.sort_unstable();
    directions.dedup();
    let ground = match several {
        None => Ground::One,
        Some(correlated) => {
            check_counts(call, modes, &directions, &spectra)?;
            Ground::Many(grouped(call, context, modes, (&nodes, &directions), &spectra, correlated)?)
        }
    };
    if let Ground::Many(supports) = &ground
        && !supports.apart
        && !supports.displacements.is_empty()
        && options.iter().any(|o| &**o == "ACCE_ABSOLU")
    {
        context.slip("displacements-in-accelerations", call.span_of("DEPL_MULT_APPUI"));
    }
    let secondary = |keywords: &'c Keywords| Secondary {
        cases: keywords.has("LIST_CAS").then(|| keywords.integers("LIST_CAS")),
        rule: cumulation(keywords.text_if_given("TYPE_COMBI").as_deref().or(Some("QUAD"))),
        keywords,
    };
    Ok(Request {
        correction,
        directions,
        spectra,
        ground,
        direction_rule: call.one("COMB_DIRECTION").map(|k| direction_rule(k.text_if_given("TYPE").as_deref())),
        naming: Naming::Orders(call.factor("COMB_DEPL_APPUI").iter().map(secondary).collect()),
        ..Request::of_modes(call, modes, selected, oscillators, rule)
    })
}

/// `None` for one motion of all supports; else whether the supports are correlated.
fn motions(call: &Call) -> Result<Option<bool>, CallError> {
    let of = |keywords: &Keywords| match keywords.text_if_given("MULTI_APPUI").as_deref() {
        Some(kind) => Some(Some(kind == "CORRELE")),
        None => keywords.has("MONO_APPUI").then_some(None),
    };
    let levels = std::iter::once(&**call).chain(call.factor("EXCIT"));
    if let Some(found) = levels.into_iter().find_map(of) {
        return Ok(found);
    }
    let placed = call.factor("EXCIT").iter().any(|e| e.has("GROUP_NO") || e.has("NOEUD"));
    Ok(placed.then_some(false))
}

fn spectra<'c>(
    call: &'c Call,
    context: &Context<'_>,
    modes: &ModeSet,
    nodes: &[usize],
) -> Result<Vec<Spectrum<'c>>, CallError> {
    let mut spectra: Vec<Spectrum<'c>> = Vec::new();
    for keywords in call.factor("EXCIT") {
        let supports: Vec<usize> = match &modes.mesh {
            Some(mesh) if !nodes.is_empty() => {
                let own = nodes_of(keywords, context.latest_mesh(call, mesh))?;
                own.iter().filter_map(|node| nodes.iter().position(|n| n == node)).collect()
            }
            _ => vec![0],
        };
        let given = keywords.concepts("SPEC_OSCI");
        let scales = keywords.reals("ECHELLE");
        let components = components(keywords)?;
        let triple = keywords.is("TRI_SPEC", "OUI");
        if given.len() != if triple { 3 } else { 1 } || !(scales.is_empty() || scales.len() == given.len()) {
            let message = format!("{} spectra and {} factors are given", given.len(), scales.len());
            let help = "three of each with TRI_SPEC='OUI', one otherwise";
            return Err(Box::new(keywords.error("SPEC_OSCI", "R732", message).help(help)));
        }
        for (direction, &support) in (0..3).flat_map(|d| supports.iter().map(move |s| (d, s))) {
            if components[direction] == 0.0 {
                continue;
            }
            if spectra.iter().any(|s| s.direction == direction && s.support == support) {
                let message = "this support has two spectra along one direction";
                return Err(keywords.error("SPEC_OSCI", "R732", message));
            }
            let place = if triple { direction } else { 0 };
            spectra.push(Spectrum {
                direction,
                support,
                values: given[place],
                scale: scales.get(place).copied().unwrap_or(1.0) * components[direction],
                nature: common::nature(keywords),
                damped: keywords.is("CORR_FREQ", "OUI") || call.is("CORR_FREQ", "OUI"),
                keywords,
            });
        }
    }
    Ok(spectra)
}

/// Below this, a component of AXE does not move the supports.
const NEGLIGIBLE: f64 = 1e-3;

/// Components of the motion that an excitation gives: AXE is made of unit length, TRI_AXE is not.
fn components(keywords: &Keywords) -> Result<[f64; 3], CallError> {
    let (keyword, values) = match (keywords.has("AXE"), keywords.has("TRI_AXE")) {
        (true, _) => ("AXE", keywords.reals("AXE")),
        (_, true) => ("TRI_AXE", keywords.reals("TRI_AXE")),
        _ => return Ok([1.0; 3]),
    };
    let length = match keyword {
        "AXE" => values.iter().map(|x| x * x).sum::<f64>().sqrt(),
        _ => 1.0,
    };
    match values.as_slice() {
        [x, y, z] if length > 0.0 => {
            let part = |c: &f64| c / length;
            let kept = |c: f64| if keyword == "AXE" && c.abs() < NEGLIGIBLE { 0.0 } else { c };
            Ok([x, y, z].map(|c| kept(part(c))))
        }
        _ => Err(keywords.error(keyword, "R732", format!("{keyword}={values:?} is no direction of space"))),
    }
}
