//! Supports that move separately: participation factors from reactions, groups of supports that move together,
//! displacements of the supports.

use std::sync::Arc;

use super::fields::{self, shape_name};
use super::request::{AXES, Request, Supports};
use super::spectra::{Loading, loading};
use crate::catalogue::{Call, CallError};
use crate::concepts::{ModeSet, Shape};
use crate::kernel::assembly::Component;
use crate::kernel::response_spectrum::Cumulation;
use crate::operators::response::comb_sism_modal::modal::{Directional, Shapes, correct, left_out, modal_responses};

/// The parts of the response of one group of supports.
struct Group {
    total: Vec<f64>,
    dynamic: Vec<f64>,
    quasi_static: Vec<f64>,
    inertial: Vec<f64>,
    displacement: Vec<f64>,
}

pub(super) fn several_motions(
    call: &Call,
    request: &Request<'_>,
    supports: &Supports<'_>,
    shapes: &Shapes<'_>,
    direction: usize,
) -> Result<Directional, CallError> {
    let size = shapes.modes.first().map_or(0, Vec::len);
    let displaced = if supports.apart { Vec::new() } else { displaced(call, supports, shapes, direction)? };
    // In absolute accelerations what the modes leave out moves with the first support.
    let mut rest = None;
    let mut modal = Vec::new();
    let mut corrections = Vec::new();
    for support in 0..supports.names.len() {
        let Some(loading) = loading(request, direction, support)? else { continue };
        let factors = factors(call, request, &supports.nodes[support], direction, &loading)?;
        let absolute = shapes.option == "ACCE_ABSOLU";
        if absolute && rest.is_none() {
            let left = left_out(shapes, &request.participations(direction), direction);
            rest = Some((support, left.iter().map(|x| loading.rigid * x).collect::<Vec<f64>>()));
        }
        modal.push((support, modal_responses(shapes, &factors, &loading)));
        if absolute {
            continue;
        }
        if let Some(c) = correction(call, request, supports, shapes, (support, direction), &factors, &loading)? {
            corrections.push((support, c));
        }
    }
    let parts = Parts { modal, corrections, displaced, rest };
    let groups: Vec<Group> =
        supports.groups.iter().map(|members| group(request, supports, size, members, &parts)).collect();
    let between = |part: fn(&Group) -> &Vec<f64>| {
        let parts: Vec<&[f64]> = groups.iter().map(|g| part(g).as_slice()).collect();
        match parts.as_slice() {
            // One group is not combined with others: its fields keep their signs.
            [only] => only.to_vec(),
            _ => supports.between.apply(size, &parts),
        }
    };
    Ok(Directional {
        direction,
        total: between(|g| &g.total),
        dynamic: between(|g| &g.dynamic),
        quasi_static: between(|g| &g.quasi_static),
        rigid: vec![0.0; size],
        inertial: between(|g| &g.inertial),
        displacement: between(|g| &g.displacement),
        modal: parts.modal,
    })
}

/// Responses of a direction before they are added up: rank of the support (of the displacement), values.
struct Parts {
    modal: Vec<(usize, Vec<Vec<f64>>)>,
    corrections: Vec<(usize, Vec<f64>)>,
    displaced: Vec<(usize, Vec<f64>)>,
    /// What the modes leave out of absolute accelerations.
    rest: Option<(usize, Vec<f64>)>,
}

fn group(request: &Request<'_>, supports: &Supports<'_>, size: usize, members: &[usize], parts: &Parts) -> Group {
    let own: Vec<&(usize, Vec<Vec<f64>>)> = parts.modal.iter().filter(|(s, _)| members.contains(s)).collect();
    let together = |mode: usize| {
        let of = |absolute: bool| -> Vec<&[f64]> {
            let kept = own.iter().filter(|(s, _)| supports.absolute[*s] == absolute);
            kept.map(|(_, r)| r[mode].as_slice()).collect()
        };
        let mut sum = supports.within.apply(size, &of(false));
        let absolute = of(true);
        if !absolute.is_empty() {
            let more = Cumulation::Absolute.apply(size, &absolute);
            sum.iter_mut().zip(more).for_each(|(s, m)| *s += m);
        }
        sum
    };
    let by_mode: Vec<Vec<f64>> = (0..request.selected.len()).map(together).collect();
    let squares = if request.all_rigid() { vec![0.0; size] } else { request.rule.squares(&by_mode) };
    let quasi_static = sum(size, supports.corrected, &parts.corrections, |s| members.contains(s));
    let of_group = |rank: &usize| members.contains(&supports.displacements[*rank].support);
    let displacement = sum(size, supports.displaced, &parts.displaced, of_group);
    let rest = parts.rest.as_ref().filter(|(support, _)| members.contains(support)).map(|(_, values)| values);
    let square = |x: f64| x * x;
    let moved = |k: usize| square(displacement[k]);
    let inertial = |k: usize| squares[k] + square(quasi_static[k]) + rest.map_or(0.0, |r| square(r[k]));
    let dynamic = |k: usize| squares[k] + if supports.in_dynamic { moved(k) } else { 0.0 };
    Group {
        total: (0..size).map(|k| (inertial(k) + moved(k)).sqrt()).collect(),
        inertial: (0..size).map(|k| inertial(k).sqrt()).collect(),
        dynamic: (0..size).map(|k| dynamic(k).sqrt()).collect(),
        quasi_static,
        displacement,
    }
}

fn sum(size: usize, rule: Cumulation, all: &[(usize, Vec<f64>)], wanted: impl Fn(&usize) -> bool) -> Vec<f64> {
    let parts: Vec<&[f64]> = all.iter().filter(|(rank, _)| wanted(rank)).map(|(_, v)| v.as_slice()).collect();
    rule.apply(size, &parts)
}

/// `p_rs = -F_rs / (m_r w_r²)`, `F_rs` the reaction of the support in mode `r` along the direction; with CORR_FREQ
/// `w_r` is the damped pulsation, as where responses are divided.
fn factors(
    call: &Call,
    request: &Request<'_>,
    nodes: &[usize],
    direction: usize,
    loading: &Loading,
) -> Result<Vec<f64>, CallError> {
    let modes = &request.modes;
    let factor = |(&rank, &w): (&usize, &f64)| {
        let Some(reaction) = modes.nodal_field(rank, "REAC_NODA") else {
            return Err(fields::no_field(call, "MODE_MECA", modes, rank, "REAC_NODA"));
        };
        let at = |&node: &usize| reaction.numbering.rank(node, Component::ALL[direction]);
        let force: f64 = nodes.iter().filter_map(at).map(|dof| reaction.values[dof]).sum();
        let mass = modes[rank].parameter("MASS_GENE").unwrap_or(f64::NAN);
        Ok(-force / (mass * w * w))
    };
    request.selected.iter().zip(&loading.pulsations).map(factor).collect()
}

/// Static correction for one support; `None` when none is asked for.
fn correction(
    call: &Call,
    request: &Request<'_>,
    supports: &Supports<'_>,
    shapes: &Shapes<'_>,
    (support, direction): (usize, usize),
    factors: &[f64],
    loading: &Loading,
) -> Result<Option<Vec<f64>>, CallError> {
    let Some(correction) = &request.correction else { return Ok(None) };
    let (set, keyword) = (correction.shapes, correction.keyword);
    let nodes = &supports.nodes[support];
    let psi = support_shape(call, set, keyword, "ACCE_DDL_IMPO", nodes, direction, shapes)?;
    Ok(Some(correct(request, shapes, factors, loading.rigid, psi)))
}

/// Responses to the displacements of supports along a direction, by rank of the displacement.
pub(super) fn displaced(
    call: &Call,
    supports: &Supports<'_>,
    shapes: &Shapes<'_>,
    direction: usize,
) -> Result<Vec<(usize, Vec<f64>)>, CallError> {
    let mut all = Vec::new();
    for (rank, given) in supports.displacements.iter().enumerate() {
        let Some(amplitude) = given.vector[direction] else { continue };
        let nodes = &supports.nodes[given.support];
        let mut psi = support_shape(call, given.shapes, "MODE_STAT", "DEPL_IMPO", nodes, direction, shapes)?;
        psi.iter_mut().for_each(|x| *x *= amplitude);
        all.push((rank, psi));
    }
    Ok(all)
}

/// Sum over nodes of the static shapes of one unknown each.
fn support_shape(
    call: &Call,
    set: &Arc<ModeSet>,
    keyword: &str,
    kind: &str,
    nodes: &[usize],
    direction: usize,
    shapes: &Shapes<'_>,
) -> Result<Vec<f64>, CallError> {
    let component = Component::ALL[direction];
    let mut ranks = Vec::with_capacity(nodes.len());
    for &node in nodes {
        let wanted = Shape::Static { node: Some(node), component: Some(component) };
        let is_it = |m: &crate::concepts::Mode| {
            m.shape == wanted && m.labels.get("TYPE_DEFO").is_none_or(|label| label == kind)
        };
        let Some(rank) = set.iter().position(is_it) else {
            let message = format!(
                "{keyword} holds no static shape of {} at node N{}, a support that moves along {}",
                component.name(),
                node + 1,
                AXES[direction]
            );
            let factor = if kind == "DEPL_IMPO" { "MODE_STAT" } else { "PSEUDO_MODE" };
            let help =
                format!("make it with MODE_STATIQUE(..., {factor}=_F(GROUP_NO=..., AVEC_CMP='{}'))", component.name());
            let place = if call.has(keyword) { keyword } else { "DEPL_MULT_APPUI" };
            return Err(Box::new(call.error(place, "R736", message).help(help)));
        };
        ranks.push(rank);
    }
    let name = shape_name(shapes.option);
    let (_, all) = fields::shapes(call, keyword, set, &ranks, name, Some(&shapes.template))?;
    let mut sum = vec![0.0; shapes.modes.first().map_or(0, Vec::len)];
    all.iter().for_each(|psi| sum.iter_mut().zip(psi).for_each(|(s, x)| *s += x));
    Ok(sum)
}
