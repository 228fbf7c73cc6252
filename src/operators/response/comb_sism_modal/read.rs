//! Today's syntax: SPECTRE, TYPE_ANALYSE, TYPE_RESU.

use std::sync::Arc;

use super::common;
use super::request::{Correction, Displacement, Ground, Kind, Naming, Output, Request, Spectrum, Supports};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{ModeSet, States};
use crate::kernel::response_spectrum::{Cumulation, DirectionRule};
use crate::operators::Context;
use crate::operators::call::access::Sample;
use crate::operators::call::entities;
use crate::operators::call::states::chosen;

pub fn read<'c>(call: &'c Call, context: &Context<'_>) -> Result<Request<'c>, CallError> {
    let modes = entities::modes(call, "MODE_MECA")?;
    let selected = common::selected_modes(call, modes)?;
    let oscillators = common::oscillators(call, modes, &selected)?;
    let (kind, rule) = common::mode_rule(call, &oscillators, false)?;
    let options = call.texts("OPTION");
    let correction = match call.is("MODE_CORR", "OUI") {
        true => Some(Correction { shapes: entities::modes(call, "PSEUDO_MODE")?, keyword: "PSEUDO_MODE" }),
        false => None,
    };
    let analysis = call.text_if_given("TYPE_ANALYSE").unwrap_or_default();
    let several = &*analysis == "MULT_APPUI";
    let names = supports(call)?;
    let refused = [
        ("ACCE_ABSOLU", "absolute accelerations are computed for supports that move together only"),
        ("VITE", "displacements of supports give no velocity: ask for VITE apart"),
    ];
    let refused = match (several, call.has("DEPL_MULT_APPUI")) {
        (false, _) => &refused[..0],
        (true, false) => &refused[..1],
        (true, true) => &refused[..],
    };
    common::check_options(call, &options, kind, correction.as_ref().map(|c| c.keyword), refused)?;
    let spectra = spectra(call, &analysis, &names)?;
    let ground = if several { Ground::Many(grouped(call, context, modes, &names)?) } else { Ground::One };
    if !several && call.has("DEPL_MULT_APPUI") {
        let message = "supports that follow one motion have no displacements of their own";
        let error = call.error("DEPL_MULT_APPUI", "R732", message);
        return Err(Box::new(error.help("TYPE_ANALYSE='MULT_APPUI' lets supports move separately")));
    }
    let mut directions: Vec<usize> = spectra.iter().map(|s| s.direction).collect();
    directions.sort_unstable();
    directions.dedup();
    let mut request = Request {
        correction,
        directions,
        spectra,
        ground,
        direction_rule: Some(direction_rule(call.text_if_given("COMB_DIRECTION").as_deref())),
        ..Request::of_modes(call, modes, selected, oscillators, rule)
    };
    let outputs = call.factor("TYPE_RESU").iter().map(|k| output(k, &request, &names)).collect::<Result<_, _>>()?;
    request.naming = Naming::Cases(outputs);
    Ok(request)
}

pub fn direction_rule(name: Option<&str>) -> DirectionRule {
    match name {
        Some("QUAD") => DirectionRule::Quadratic,
        Some("ABS") => DirectionRule::Absolute,
        _ => DirectionRule::Newmark,
    }
}

pub fn cumulation(name: Option<&str>) -> Cumulation {
    match name {
        Some("QUAD") => Cumulation::Quadratic,
        Some("ABS") => Cumulation::Absolute,
        _ => Cumulation::Linear,
    }
}

/// Names of the supports; none when they follow one motion.
fn supports(call: &Call) -> Result<Vec<String>, CallError> {
    let mut names: Vec<String> = Vec::new();
    for support in call.factor("APPUIS") {
        let name = support.text_if_given("NOM").map_or(String::new(), |t| t.to_string());
        if names.contains(&name) {
            return Err(support.error("NOM", "R732", format!("two supports are named {name}")));
        }
        names.push(name);
    }
    Ok(names)
}

fn spectra<'c>(call: &'c Call, analysis: &str, names: &[String]) -> Result<Vec<Spectrum<'c>>, CallError> {
    let mut spectra: Vec<Spectrum<'c>> = Vec::new();
    for keywords in call.factor("SPECTRE") {
        let Some(values) = keywords.concept("SPEC_OSCI") else {
            return Err(entities::missing(keywords, "SPEC_OSCI", "a surface or a formula"));
        };
        let named = match keywords.has("NOM_APPUI") {
            true => support_rank(keywords, "NOM_APPUI", names)?,
            false => 0,
        };
        let support = if analysis == "MULT_APPUI" { named } else { 0 };
        for direction in common::axes(keywords, "LIST_AXE") {
            let again = |s: &Spectrum<'_>| s.direction == direction && s.support == support;
            if analysis != "ENVELOPPE" && spectra.iter().any(again) {
                let message = "this support has two spectra along one direction";
                let help = "one spectrum for each direction and support; TYPE_ANALYSE='ENVELOPPE' takes the largest";
                return Err(Box::new(keywords.error("LIST_AXE", "R732", message).help(help)));
            }
            spectra.push(Spectrum {
                direction,
                support,
                values,
                scale: keywords.real("ECHELLE")?,
                nature: common::nature(keywords),
                damped: keywords.is("CORR_FREQ", "OUI"),
                keywords,
            });
        }
    }
    Ok(spectra)
}

fn support_rank(keywords: &Keywords, keyword: &str, names: &[String]) -> Result<usize, CallError> {
    let name = keywords.text_if_given(keyword).unwrap_or_default();
    names.iter().position(|n| **n == *name).ok_or_else(|| unknown_support(keywords, keyword, &name, names))
}

fn unknown_support(keywords: &Keywords, keyword: &str, name: &str, names: &[String]) -> CallError {
    let error = keywords.error(keyword, "R732", format!("no support is named {name}"));
    Box::new(error.help(format!("APPUIS names {}", names.join(", "))))
}

fn grouped<'c>(
    call: &'c Call,
    context: &Context<'_>,
    modes: &ModeSet,
    names: &[String],
) -> Result<Supports<'c>, CallError> {
    let Some(mesh) = &modes.mesh else { return Err(call.error("MODE_MECA", "R737", "these modes have no mesh")) };
    let mesh = context.latest_mesh(call, mesh);
    let mut nodes: Vec<Vec<usize>> = Vec::new();
    for support in call.factor("APPUIS") {
        let own = entities::node_groups(support, "GROUP_NO", mesh)?;
        let elsewhere = |n: &usize| nodes.iter().position(|other| other.contains(n)).map(|other| (*n, other));
        if let Some((node, other)) = own.iter().find_map(elsewhere) {
            let (first, second) = (&names[other], support.text("NOM")?);
            let message = format!("node N{} belongs to the supports {first} and {second}", node + 1);
            return Err(support.error("GROUP_NO", "R732", message));
        }
        nodes.push(own);
    }
    let mut displacements = Vec::new();
    for (rank, keywords) in call.factor("DEPL_MULT_APPUI").iter().enumerate() {
        displacements.push(Displacement {
            support: support_rank(keywords, "NOM_APPUI", names)?,
            shapes: entities::modes(keywords, "MODE_STAT")?,
            // A displacement of exactly 0 is as if absent: no static shape is needed for it.
            vector: ["DX", "DY", "DZ"].map(|name| keywords.real_if_given(name).filter(|x| *x != 0.0)),
            case: rank as i64 + 1,
        });
    }
    let within = cumulation(call.text_if_given("CUMUL_INTRA").as_deref());
    Ok(Supports {
        names: names.to_vec(),
        nodes,
        groups: groups(call, names)?,
        displacements,
        within,
        absolute: vec![false; names.len()],
        corrected: within,
        displaced: cumulation(call.text_if_given("COMB_DDS_CORRELE").as_deref()),
        between: cumulation(call.text_if_given("CUMUL_INTER").as_deref()),
        apart: false,
        in_dynamic: false,
    })
}

/// Supports that move together; those that no group names form one more.
fn groups(call: &Call, names: &[String]) -> Result<Vec<Vec<usize>>, CallError> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for keywords in call.factor("GROUP_APPUI_CORRELE") {
        if keywords.has("TOUT") {
            groups.push((0..names.len()).collect());
            continue;
        }
        let find = |name: &Arc<str>| {
            let rank = names.iter().position(|n| **n == **name);
            rank.ok_or_else(|| unknown_support(keywords, "LIST_APPUI", name, names))
        };
        groups.push(keywords.texts("LIST_APPUI").iter().map(find).collect::<Result<_, _>>()?);
    }
    let listed: Vec<usize> = groups.iter().flatten().copied().collect();
    if let Some(twice) = (0..names.len()).find(|s| listed.iter().filter(|l| *l == s).count() > 1) {
        let message = format!("the support {} is in two groups", names[twice]);
        return Err(call.error("GROUP_APPUI_CORRELE", "R732", message));
    }
    let rest: Vec<usize> = (0..names.len()).filter(|s| !listed.contains(s)).collect();
    if !rest.is_empty() {
        groups.push(rest);
    }
    Ok(groups)
}

fn output(keywords: &Keywords, request: &Request<'_>, names: &[String]) -> Result<Output, CallError> {
    let kind = match keywords.text_if_given("TYPE").as_deref() {
        Some("VALE_SPEC") => Kind::Modal,
        Some("VALE_DIRE") => Kind::Directional,
        Some("VALE_DYNA") => Kind::Dynamic,
        Some("VALE_QS") => Kind::QuasiStatic,
        Some("VALE_INER") => Kind::Inertial,
        Some("VALE_DDS") => Kind::Displacement,
        _ => Kind::Total,
    };
    let axes = common::axes(keywords, "LIST_AXE");
    if let Some(absent) = axes.iter().find(|a| !request.directions.contains(a)) {
        let message = format!("no spectrum acts along {}", super::request::AXES[*absent]);
        return Err(keywords.error("LIST_AXE", "R732", message));
    }
    let mut modes: Vec<usize> = (0..request.selected.len()).collect();
    if kind == Kind::Modal
        && let Some(chosen) = chosen(keywords, States::Modes(&request.modes), false)?
    {
        let place = |sample: &Sample| {
            request.selected.iter().position(|rank| *rank == sample.left).ok_or_else(|| {
                let message = format!("mode {} is not among those combined", request.modes.orders[sample.left]);
                keywords.error("TYPE", "R732", message)
            })
        };
        modes = chosen.iter().map(place).collect::<Result<_, _>>()?;
    }
    let find = |name: &Arc<str>| {
        let rank = names.iter().position(|n| **n == **name);
        rank.ok_or_else(|| unknown_support(keywords, "LIST_APPUI", name, names))
    };
    let supports = match keywords.has("LIST_APPUI") {
        true => keywords.texts("LIST_APPUI").iter().map(find).collect::<Result<_, _>>()?,
        false => (0..names.len().max(1)).collect(),
    };
    Ok(Output { kind, axes, newmark: keywords.is("NEWMARK", "OUI"), modes, supports })
}
