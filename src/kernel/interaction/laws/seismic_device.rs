//! Anti-seismic device between two nodes (ANTI_SISM): two stiffnesses with a smooth passage at a threshold
//! force, and a viscous term.
//!
//! With `g` the elongation along the line of the nodes and `vn = g'`, the force that pulls them together is
//!
//! ```text
//! K2 g + (K1 - K2) g / sqrt(1 + (K1 g/Fs)²) + C sign(vn) |vn g / dx_max|^alpha
//! ```

use super::link::line;
use crate::interaction::fault::{LawFault, SpecFault};
use crate::interaction::frame::{Frame, norm};
use crate::interaction::law::{LocalLaw, variables_of_two_nodes};
use crate::interaction::motion::{Attachment, LocalMotion, State};
use crate::interaction::obstacles::sign;
use crate::interaction::shapes::Shapes;

/// An anti-seismic device between two nodes.
#[derive(Clone, Debug)]
pub struct SeismicDeviceSpec {
    pub node_1: Attachment,
    pub node_2: Attachment,
    /// `K1`, `K2` (N/m), `Fs` (N).
    pub stiffness_1: f64,
    pub stiffness_2: f64,
    pub threshold: f64,
    /// `C`, `alpha`, `dx_max` (m).
    pub damping: f64,
    pub power: f64,
    pub stroke: f64,
}

/// An anti-seismic device, with its last evaluation.
#[derive(Clone, Debug)]
pub struct SeismicDevice {
    /// Node 2 less node 1, and both nodes from the middle; local y along the line of the nodes.
    relative: LocalMotion,
    node_1: LocalMotion,
    node_2: LocalMotion,
    length: f64,
    spec: Parameters,
    /// Force and `vn` at the last evaluation; there is no memory.
    last: [f64; 2],
}

#[derive(Clone, Copy, Debug)]
struct Parameters {
    k1: f64,
    k2: f64,
    threshold: f64,
    c: f64,
    alpha: f64,
    stroke: f64,
}

impl LocalLaw for SeismicDevice {
    type Spec = SeismicDeviceSpec;

    const VARIABLES: &'static [&'static str] = variables_of_two_nodes![];

    fn build(spec: &SeismicDeviceSpec, shapes: &mut Shapes) -> Result<SeismicDevice, SpecFault> {
        let (middle, difference) = line(&spec.node_1, &spec.node_2)?;
        let frame = Frame::from_transverse(difference);
        let local = |p: [f64; 3]| frame.to_local([p[0] - middle[0], p[1] - middle[1], p[2] - middle[2]]);
        let (rest_1, rest_2) = (local(spec.node_1.position), local(spec.node_2.position));
        let rest = std::array::from_fn(|i| rest_2[i] - rest_1[i]);
        Ok(SeismicDevice {
            relative: LocalMotion::new(&frame, &spec.node_2, Some(&spec.node_1), rest, shapes),
            node_1: LocalMotion::new(&frame, &spec.node_1, None, rest_1, shapes),
            node_2: LocalMotion::new(&frame, &spec.node_2, None, rest_2, shapes),
            length: norm(difference),
            spec: Parameters {
                k1: spec.stiffness_1,
                k2: spec.stiffness_2,
                threshold: spec.threshold,
                c: spec.damping,
                alpha: spec.power,
                stroke: spec.stroke,
            },
            last: [0.0; 2],
        })
    }

    fn evaluate(&mut self, at: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
        let g = self.relative.displacement(1, at.shapes, &at.now) - self.length;
        let vn = self.relative.velocity(1, at.shapes, &at.now);
        let f = self.spec.force(g, vn);
        if !f.is_finite() {
            return Err(LawFault::NotFinite("the force"));
        }
        self.last = [f, vn];
        // `f` is positive when it pushes the nodes apart.
        self.relative.push(1, f, at.shapes, force);
        Ok(())
    }

    fn store(&self, at: &State<'_>, out: &mut [f64]) {
        out[0] = self.last[0];
        out[1..4].copy_from_slice(&self.node_1.position(at.shapes, &at.now));
        out[4..7].copy_from_slice(&self.node_2.position(at.shapes, &at.now));
        out[7] = self.last[1];
    }

    fn load(&mut self, stored: &[f64]) {
        self.last = [stored[0], stored[7]];
    }
}

impl Parameters {
    fn force(&self, g: f64, vn: f64) -> f64 {
        let ratio = if self.k1 == 0.0 || g == 0.0 { 0.0 } else { self.k1 * g / self.threshold };
        let elastic = -self.k2 * g - (self.k1 - self.k2) * g / (1.0 + ratio * ratio).sqrt();
        if vn.abs() < f64::EPSILON {
            return elastic;
        }
        elastic - self.c * sign(vn) * libm::pow((vn * g / self.stroke).abs(), self.alpha)
    }
}
