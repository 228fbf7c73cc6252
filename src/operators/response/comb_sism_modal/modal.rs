//! Responses of the modes to one motion, and what the modes leave out.

use super::fields::Template;
use super::request::{AXES, Correction, Request};
use super::spectra::Loading;
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

/// An option and the shapes it combines.
pub(super) struct Shapes<'o> {
    pub option: &'o str,
    pub template: Template,
    /// `phi_r` of the selected modes.
    pub modes: Vec<Vec<f64>>,
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

/// Rank of the static shape of a uniform acceleration along a direction.
pub(super) fn uniform_shape(call: &Call, correction: &Correction<'_>, direction: usize) -> Result<usize, CallError> {
    let axis = AXES[direction];
    let answers = |label: &String| {
        let words: Vec<&str> = label.split_whitespace().collect();
        matches!(words.as_slice(), ["ACCE", name] if *name == axis)
    };
    let found = correction.shapes.iter().position(|m| m.labels.get("NOEUD_CMP").is_some_and(answers));
    found.ok_or_else(|| {
        let message = format!("{} holds no response to a uniform acceleration along {axis}", correction.keyword);
        let help = format!("make it with MODE_STATIQUE(..., PSEUDO_MODE=_F(AXE='{axis}'))");
        Box::new(call.error(correction.keyword, "R736", message).help(help))
    })
}
