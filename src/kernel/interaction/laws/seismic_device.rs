//! Anti-seismic device between two nodes (ANTI_SISM) on modes: the law is `kernel/laws/seismic_device.rs`.

use super::link::line;
use crate::interaction::fault::{LawFault, SpecFault};
use crate::interaction::frame::Frame;
use crate::interaction::law::{LocalLaw, variables_of_two_nodes};
use crate::interaction::motion::{Attachment, LocalMotion, State};
use crate::interaction::shapes::Shapes;
use crate::laws::SeismicDeviceLaw;
use crate::mesh::vector::norm;

/// An anti-seismic device between two nodes.
#[derive(Clone, Debug)]
pub struct SeismicDeviceSpec {
    pub node_1: Attachment,
    pub node_2: Attachment,
    pub law: SeismicDeviceLaw,
}

/// An anti-seismic device, with its last evaluation.
#[derive(Clone, Debug)]
pub struct SeismicDevice {
    /// Node 2 minus node 1, and both nodes from the middle; local y along the line of the nodes.
    relative: LocalMotion,
    node_1: LocalMotion,
    node_2: LocalMotion,
    length: f64,
    law: SeismicDeviceLaw,
    /// Force and `vn` at the last evaluation; there is no memory.
    last: [f64; 2],
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
            law: spec.law,
            last: [0.0; 2],
        })
    }

    fn evaluate(&mut self, at: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
        let g = self.relative.displacement(1, at.shapes, &at.now) - self.length;
        let vn = self.relative.velocity(1, at.shapes, &at.now);
        let f = self.law.force(g, vn);
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
