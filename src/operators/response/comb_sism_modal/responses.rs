//! Response to each direction of the ground, for one field.
//!
//! Symbols: `phi_r` the field of mode `r`, `p_r` its participation factor, `S_r` its pseudo-acceleration, `w_r` its
//! circular frequency, `R_r = p_r S_r phi_r / w_r²` its response (`/ w_r` for velocities, no division for absolute
//! accelerations), `R_c` the correction for the modes left out.

use std::sync::Arc;

use super::fields::{self, Template, shape_name};
use super::request::{AXES, Ground, Request};
use super::spectra::loading;
use super::supports;
use crate::catalogue::{Call, CallError};
use crate::operators::response::comb_sism_modal::modal::{
    Directional, Shapes, correct, left_out, modal_responses, uniform_shape,
};

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
