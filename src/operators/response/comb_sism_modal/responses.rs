//! Response to each direction of the ground, for one field.
//!
//! Symbols: `phi_r` the field of mode `r`, `p_r` its participation factor, `S_r` its pseudo-acceleration, `w_r` its
//! circular frequency, `R_r = p_r S_r phi_r / w_r²` its response (`/ w_r` for velocities, no division for absolute
//! accelerations), `R_c` the correction for the modes left out.

use std::sync::Arc;

use super::fields::{self, Template, shape_name};
use super::request::{AXES, Correction, Ground, Request};
use super::spectra::{Loading, loading};
use super::supports;
use crate::catalogue::{Call, CallError};

/// The parts of the response to one direction.
pub struct Directional {
    pub direction: usize,
    pub total: Vec<f64>,
    pub dynamic: Vec<f64>,
    /// Static correction, with its sign.
    pub quasi_static: Vec<f64>,
    /// Rigid parts of Gupta's method, with their sign.
    pub rigid: Vec<f64>,
    pub inertial: Vec<f64>,
    /// Displacements of supports.
    pub displacement: Vec<f64>,
    /// Responses of the modes, by support.
    pub modal: Vec<(usize, Vec<Vec<f64>>)>,
}

pub struct Responses {
    pub template: Template,
    pub directions: Vec<Directional>,
    /// Responses to the displacements of supports that are combined apart, whatever the direction: rank of the
    /// displacement, values.
    pub apart: Vec<(usize, Vec<f64>)>,
}

impl Responses {
    pub fn size(&self) -> usize {
        self.directions.first().map_or(0, |d| d.total.len())
    }
}

/// An option and the shapes it combines.
pub(super) struct Shapes<'o> {
    pub option: &'o str,
    pub template: Template,
    /// `phi_r` of the selected modes.
    pub modes: Vec<Vec<f64>>,
}

pub fn responses(call: &Call, request: &Request<'_>, option: &Arc<str>) -> Result<Responses, CallError> {
    let name = shape_name(option);
    let (template, modes) = fields::shapes(call, "MODE_MECA", &request.modes, &request.selected, name, None)?;
    let shapes = Shapes { option, template, modes };
    let mut directions = Vec::new();
    for &direction in &request.directions {
        directions.push(match &request.ground {
            Ground::One => one_motion(call, request, &shapes, direction)?,
            Ground::Many(grouped) => supports::several_motions(call, request, grouped, &shapes, direction)?,
        });
    }
    let mut apart = Vec::new();
    if let Ground::Many(grouped) = &request.ground
        && grouped.apart
        && &**option != "ACCE_ABSOLU"
    {
        for direction in 0..3 {
            apart.extend(supports::displaced(call, grouped, &shapes, direction)?);
        }
    }
    Ok(Responses { template: shapes.template, directions, apart })
}

fn one_motion(
    call: &Call,
    request: &Request<'_>,
    shapes: &Shapes<'_>,
    direction: usize,
) -> Result<Directional, CallError> {
    let size = shapes.modes.first().map_or(0, Vec::len);
    let factors = request.participations(direction);
    let Some(loading) = loading(request, direction, 0)? else {
        return Err(call.error("SPECTRE", "R732", format!("no spectrum along {}", AXES[direction])));
    };
    let modal = modal_responses(shapes, &factors, &loading);
    let mut squares = if request.all_rigid() { vec![0.0; size] } else { request.rule.squares(&modal) };
    if shapes.option == "ACCE_ABSOLU" {
        // What the modes leave out moves with the ground.
        let rest = left_out(shapes, &factors, direction);
        squares.iter_mut().zip(rest).for_each(|(s, r)| *s += (loading.bare * r) * (loading.bare * r));
    }
    let quasi_static = match &request.correction {
        Some(correction) if shapes.option != "ACCE_ABSOLU" => {
            let rank = uniform_shape(call, correction, direction)?;
            let ranks = [rank];
            let name = shape_name(shapes.option);
            let (_, mut all) =
                fields::shapes(call, correction.keyword, correction.shapes, &ranks, name, Some(&shapes.template))?;
            correct(request, shapes, &factors, loading.rigid, all.pop().unwrap_or_default())
        }
        _ => vec![0.0; size],
    };
    let rigid = request.rule.rigid_sum(&modal);
    let inertial: Vec<f64> = (0..size)
        .map(|k| {
            let in_phase = rigid[k] + quasi_static[k];
            (squares[k] + in_phase * in_phase).sqrt()
        })
        .collect();
    Ok(Directional {
        direction,
        total: inertial.clone(),
        dynamic: squares.iter().map(|s| s.sqrt()).collect(),
        quasi_static,
        rigid,
        inertial,
        displacement: vec![0.0; size],
        modal: vec![(0, modal)],
    })
}

/// `R_r` for the participation factors of a support.
pub(super) fn modal_responses(shapes: &Shapes<'_>, factors: &[f64], loading: &Loading) -> Vec<Vec<f64>> {
    let response = |(r, phi): (usize, &Vec<f64>)| {
        let w = loading.pulsations[r];
        let divisor = match shapes.option {
            "VITE" => w,
            "ACCE_ABSOLU" => 1.0,
            _ => w * w,
        };
        let amplitude = factors[r] * loading.accelerations[r] / divisor;
        phi.iter().map(|x| amplitude * x).collect()
    };
    shapes.modes.iter().enumerate().map(response).collect()
}

/// `R_c = ZPA (psi - sum_r p_r phi_r / ω_r²)`; frequencies are not corrected for damping.
pub(super) fn correct(
    request: &Request<'_>,
    shapes: &Shapes<'_>,
    factors: &[f64],
    rigid: f64,
    mut psi: Vec<f64>,
) -> Vec<f64> {
    for ((phi, p), w) in shapes.modes.iter().zip(factors).zip(request.pulsations()) {
        let share = p / (w * w);
        psi.iter_mut().zip(phi).for_each(|(s, x)| *s -= share * x);
    }
    psi.iter_mut().for_each(|s| *s *= rigid);
    psi
}

/// `1_d - sum_r p_r phi_r`
pub(super) fn left_out(shapes: &Shapes<'_>, factors: &[f64], direction: usize) -> Vec<f64> {
    let along = shapes.template.is_along(direction);
    let mut rest: Vec<f64> = along.iter().map(|&a| if a { 1.0 } else { 0.0 }).collect();
    for (phi, p) in shapes.modes.iter().zip(factors) {
        rest.iter_mut().zip(phi).for_each(|(s, x)| *s -= p * x);
    }
    rest
}

/// Rank of the static shape of a uniform acceleration along a direction.
fn uniform_shape(call: &Call, correction: &Correction<'_>, direction: usize) -> Result<usize, CallError> {
    let axis = AXES[direction];
    let answers = |label: &String| {
        let words: Vec<&str> = label.split_whitespace().collect();
        matches!(words.as_slice(), ["ACCE", name] if *name == axis)
    };
    let found = correction.shapes.modes.iter().position(|m| m.labels.get("NOEUD_CMP").is_some_and(answers));
    found.ok_or_else(|| {
        let message = format!("{} holds no response to a uniform acceleration along {axis}", correction.keyword);
        let help = format!("make it with MODE_STATIQUE(..., PSEUDO_MODE=_F(AXE='{axis}'))");
        Box::new(call.error(correction.keyword, "R736", message).help(help))
    })
}
