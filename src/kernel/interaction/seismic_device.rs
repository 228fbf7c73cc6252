//! Anti-seismic device between two nodes (ANTI_SISM): two stiffnesses with a smooth passage at a threshold
//! force, and a viscous term.
//!
//! With `g` the elongation along the line of the nodes and `vn = g'`, the force that pulls them together is
//!
//! ```text
//! K2 g + (K1 - K2) g / sqrt(1 + (K1 g/Fs)²) + C sign(vn) |vn g / dx_max|^alpha
//! ```

use super::fault::LawFault;
use super::frame::{Frame, norm};
use super::law::Law;
use super::link::{NoDirection, line};
use super::motion::{Attachment, LocalMotion, State};
use super::obstacle::sign;
use super::set::InteractionSet;

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

#[derive(Clone, Debug)]
pub(super) struct SeismicDevice {
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

pub(super) const WIDTH: usize = 8;

impl InteractionSet {
    pub fn add_seismic_device(&mut self, spec: &SeismicDeviceSpec) -> Result<(), NoDirection> {
        let (middle, difference) = line(&spec.node_1, &spec.node_2)?;
        let frame = Frame::from_transverse(difference);
        let shapes = self.shapes_mut();
        let local = |p: [f64; 3]| frame.to_local([p[0] - middle[0], p[1] - middle[1], p[2] - middle[2]]);
        let (rest_1, rest_2) = (local(spec.node_1.position), local(spec.node_2.position));
        let rest = std::array::from_fn(|i| rest_2[i] - rest_1[i]);
        let device = SeismicDevice {
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
        };
        self.push(Law::SeismicDevice(Box::new(device)));
        Ok(())
    }
}

impl SeismicDevice {
    pub fn evaluate(&mut self, at: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
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

    pub fn store(&self, at: &State<'_>, out: &mut [f64]) {
        out[0] = self.last[0];
        out[1..4].copy_from_slice(&self.node_1.position(at.shapes, &at.now));
        out[4..7].copy_from_slice(&self.node_2.position(at.shapes, &at.now));
        out[7] = self.last[1];
    }

    pub fn load(&mut self, stored: &[f64]) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stiff_at_first_then_soft_and_viscous() {
        let node =
            |y: f64, phi: f64| Attachment { position: [0.0, y, 0.0], shapes: vec![[0.0, phi, 0.0]], supports: vec![] };
        let spec = SeismicDeviceSpec {
            node_1: node(0.5, -0.5),
            node_2: node(2.5, 0.5),
            stiffness_1: 1e4,
            stiffness_2: 100.0,
            threshold: 3.0,
            damping: 7.0,
            power: 0.5,
            stroke: 0.25,
        };
        let mut set = InteractionSet::new(1, Vec::new());
        set.add_seismic_device(&spec).unwrap();
        let mut at = |g: f64, vn: f64| {
            let mut force = [0.0];
            set.evaluate(0.0, 0.1, &[g], &[vn], &mut force).unwrap();
            let mut stored = [0.0; 8];
            set.store(&mut stored);
            assert_eq!(stored[0], force[0]);
            assert!((stored[2] + 1.0 + g / 2.0).abs() < 1e-15 && (stored[5] - 1.0 - g / 2.0).abs() < 1e-15);
            -force[0]
        };
        // Small: K1 g. K1 g/Fs = 4/3: 1 + 16/9 = (5/3)². Large: K2 g + (K1 - K2) Fs/K1.
        assert!((at(1e-9, 0.0) - 1e-5).abs() < 1e-12);
        assert!((at(4e-4, 0.0) - (0.04 + 9900.0 * 4e-4 * 0.6)).abs() < 1e-12);
        assert!((at(-4e-4, 0.0) + (0.04 + 9900.0 * 4e-4 * 0.6)).abs() < 1e-12);
        let elastic = at(0.25, 0.0);
        assert!((elastic - (25.0 + 2.97)).abs() < 1e-5, "{elastic}");
        assert!((at(0.25, 4.0) - elastic - 14.0).abs() < 1e-12);
        assert!((at(0.25, -4.0) - elastic + 14.0).abs() < 1e-12);
    }
}
