//! The syntax of 2020 and before: EXCIT, MONO_APPUI or MULTI_APPUI, and a result by NUME_ORDRE.
//!
//! Supports are the groups of nodes of EXCIT. Former slips are not reproduced: several EXCIT along several axes are
//! all used, and the rules over modes are today's.

use super::common;
use super::read::{cumulation, direction_rule};
use super::request::{Correction, Displacement, Ground, Naming, Request, Secondary, Spectrum, Supports};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::ModeSet;
use crate::kernel::mesh::Mesh;
use crate::kernel::response_spectrum::Cumulation;
use crate::operators::{Context, entities};

pub fn read<'c>(call: &'c Call, context: &Context<'_>) -> Result<Request<'c>, CallError> {
    let modes = common::mode_set(call, "MODE_MECA")?;
    let selected = common::selected_modes(call, modes)?;
    let oscillators = common::oscillators(call, modes, &selected)?;
    let (kind, rule) = common::mode_rule(call, &oscillators)?;
    let options = call.texts("OPTION");
    let correction = match call.has("MODE_CORR") {
        true => Some(Correction { shapes: common::mode_set(call, "MODE_CORR")?, keyword: "MODE_CORR" }),
        false => None,
    };
    let several = motions(call)?;
    // Displacements kept apart do not meet velocities.
    let displaced = several.is_some() && call.has("DEPL_MULT_APPUI") && !call.has("COMB_DEPL_APPUI");
    let corrected = correction.as_ref().map(|c| c.keyword);
    common::check_options(call, &options, kind, corrected, several.is_some(), displaced)?;
    let (ground, supports) = match several {
        None => (Ground::One, Vec::new()),
        Some(correlated) => {
            let grouped = grouped(call, context, modes, correlated)?;
            let nodes = grouped.nodes.clone();
            (Ground::Many(grouped), nodes)
        }
    };
    let spectra = spectra(call, context, modes, &supports)?;
    let mut directions: Vec<usize> = spectra.iter().map(|s| s.direction).collect();
    directions.sort_unstable();
    directions.dedup();
    let highest = oscillators.last().map_or(0.0, |o| o.frequency);
    let secondary = |keywords: &'c Keywords| Secondary {
        cases: keywords.has("LIST_CAS").then(|| keywords.integers("LIST_CAS")),
        rule: cumulation(keywords.text("TYPE_COMBI").as_deref().or(Some("QUAD"))),
        keywords,
    };
    Ok(Request {
        modes: modes.clone(),
        selected,
        oscillators,
        rule,
        correction,
        cutoff: call.real("FREQ_COUP").unwrap_or(highest),
        cutoff_written: call.has("FREQ_COUP"),
        directions,
        spectra,
        ground,
        direction_rule: call.one("COMB_DIRECTION").map(|k| direction_rule(k.text("TYPE").as_deref())),
        options,
        naming: Naming::Orders(call.factor("COMB_DEPL_APPUI").iter().map(secondary).collect()),
    })
}

/// `None` for one motion of all supports; else whether the supports are correlated.
fn motions(call: &Call) -> Result<Option<bool>, CallError> {
    let of = |keywords: &Keywords| match keywords.text("MULTI_APPUI").as_deref() {
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

/// Nodes of each support, in order of first appearance.
fn support_nodes(call: &Call, mesh: &Mesh) -> Result<Vec<Vec<usize>>, CallError> {
    let mut supports: Vec<Vec<usize>> = Vec::new();
    for keywords in call.factor("EXCIT") {
        let nodes = nodes_of(keywords, mesh)?;
        if nodes.is_empty() {
            let message = "supports that move separately need the nodes of each excitation";
            return Err(Box::new(keywords.error("EXCIT", "R732", message).help("add GROUP_NO to EXCIT=_F(...)")));
        }
        if supports.contains(&nodes) {
            continue;
        }
        if nodes.iter().any(|n| supports.iter().flatten().any(|known| known == n)) {
            return Err(keywords.error("GROUP_NO", "R732", "a node belongs to two supports"));
        }
        supports.push(nodes);
    }
    Ok(supports)
}

fn nodes_of(keywords: &Keywords, mesh: &Mesh) -> Result<Vec<usize>, CallError> {
    let mut nodes = entities::node_groups(keywords, "GROUP_NO", mesh)?;
    nodes.extend(entities::named_nodes(keywords, "NOEUD", mesh)?);
    Ok(nodes)
}

fn grouped<'c>(
    call: &'c Call,
    context: &Context<'_>,
    modes: &ModeSet,
    correlated: bool,
) -> Result<Supports<'c>, CallError> {
    let Some(mesh) = &modes.mesh else { return Err(call.error("MODE_MECA", "R737", "these modes have no mesh")) };
    let mesh = context.latest_mesh(call, mesh);
    let nodes = support_nodes(call, mesh)?;
    let count = nodes.len();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for keywords in call.factor("GROUP_APPUI") {
        let wanted = nodes_of(keywords, mesh)?;
        let members: Vec<usize> = (0..count).filter(|&s| nodes[s].iter().any(|n| wanted.contains(n))).collect();
        if members.iter().any(|m| groups.iter().flatten().any(|known| known == m)) {
            return Err(keywords.error("GROUP_NO", "R732", "a support is in two groups"));
        }
        groups.push(members);
    }
    let rest: Vec<usize> = (0..count).filter(|s| !groups.iter().flatten().any(|known| known == s)).collect();
    match correlated {
        true => groups = vec![(0..count).collect()],
        false => groups.extend(rest.into_iter().map(|s| vec![s])),
    }
    let mut displacements = Vec::new();
    for (rank, keywords) in call.factor("DEPL_MULT_APPUI").iter().enumerate() {
        let moved = nodes_of(keywords, mesh)?;
        let Some(support) = nodes.iter().position(|own| moved.iter().all(|n| own.contains(n)) && !moved.is_empty())
        else {
            return Err(keywords.error("GROUP_NO", "R732", "these nodes are not those of one support of EXCIT"));
        };
        displacements.push(Displacement {
            support,
            shapes: common::mode_set(keywords, "MODE_STAT")?,
            vector: ["DX", "DY", "DZ"].map(|name| keywords.real(name)),
            case: keywords.integer("NUME_CAS").unwrap_or(rank as i64 + 1),
        });
    }
    let within = within(call, mesh, &nodes)?;
    Ok(Supports {
        names: (1..=count).map(|s| s.to_string()).collect(),
        nodes,
        groups,
        displacements,
        within,
        displaced: if correlated { Cumulation::Quadratic } else { Cumulation::Linear },
        between: Cumulation::Quadratic,
        apart: call.has("COMB_DEPL_APPUI"),
    })
}

/// COMB_MULT_APPUI, one rule for all supports. What was called quadratic summed absolute values, mode by mode.
fn within(call: &Call, mesh: &Mesh, supports: &[Vec<usize>]) -> Result<Cumulation, CallError> {
    let all = call.factor("COMB_MULT_APPUI");
    let absolute = |k: &Keywords| k.is("TYPE_COMBI", "QUAD");
    let Some(first) = all.first() else { return Ok(Cumulation::Linear) };
    let mut covered = Vec::new();
    for keywords in all {
        covered.extend(nodes_of(keywords, mesh)?);
        if absolute(keywords) != absolute(first) {
            let error = keywords.error("TYPE_COMBI", "R732", "supports combined by two different rules");
            return Err(Box::new(error.help("give one TYPE_COMBI for all supports, or split them with GROUP_APPUI")));
        }
    }
    let some = !covered.is_empty() && !all.iter().any(|k| k.has("TOUT"));
    if some && supports.iter().flatten().any(|node| !covered.contains(node)) {
        let error = first.error("GROUP_NO", "R732", "COMB_MULT_APPUI leaves supports of EXCIT out");
        return Err(Box::new(error.help("write TOUT='OUI', or name all supports")));
    }
    Ok(if absolute(first) { Cumulation::Absolute } else { Cumulation::Linear })
}

fn spectra<'c>(
    call: &'c Call,
    context: &Context<'_>,
    modes: &ModeSet,
    supports: &[Vec<usize>],
) -> Result<Vec<Spectrum<'c>>, CallError> {
    let mut spectra: Vec<Spectrum<'c>> = Vec::new();
    for keywords in call.factor("EXCIT") {
        let support = match &modes.mesh {
            Some(mesh) if !supports.is_empty() => {
                let nodes = nodes_of(keywords, context.latest_mesh(call, mesh))?;
                supports.iter().position(|s| *s == nodes).unwrap_or(0)
            }
            _ => 0,
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
        for direction in (0..3).filter(|&d| components[d] != 0.0) {
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
        [x, y, z] if length > 0.0 => Ok([x / length, y / length, z / length]),
        _ => Err(keywords.error(keyword, "R732", format!("{keyword}={values:?} is no direction of space"))),
    }
}
