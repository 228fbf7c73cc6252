//! Cracked section of a rotor (ROTOR_FISS): bending stiffness that breathes with the angle between the crack
//! and the bending.
//!
//! The jump of rotations between the two nodes, in axes that turn with the shaft, is `d`; with
//! `phi = atan2(d_2, d_3)` in [0, 2 pi):
//!
//! ```text
//! M_2 = K(phi) d_2 + K'(phi) d_3/2      M_3 = K(phi) d_3 - K'(phi) d_2/2
//! ```
//!
//! act on node 1 (right), the opposite on node 2 (left).

use crate::interaction::fault::{LawFault, SpecFault};
use crate::interaction::frame::{Frame, normal_angles};
use crate::interaction::law::LocalLaw;
use crate::interaction::motion::State;
use crate::interaction::shapes::{Row, Shapes};
use crate::signal::Signal;

/// Angle of rotation of the shaft (rad).
#[derive(Clone, Debug)]
pub enum ShaftAngle {
    Function(Signal),
    /// `initial + speed t`
    Uniform {
        initial: f64,
        speed: f64,
    },
}

/// A cracked section of a rotor.
#[derive(Clone, Debug)]
pub struct CrackedRotorSpec {
    /// From node 1 to node 2.
    pub axis: [f64; 3],
    /// Rotations (DRX, DRY, DRZ) of node 2 less node 1 in each mode.
    pub jumps: Vec<[f64; 3]>,
    pub angle: ShaftAngle,
    /// `K(phi)` and its derivative.
    pub stiffness: Signal,
    pub derivative: Signal,
}

/// A cracked section, with its last evaluation.
#[derive(Clone, Debug)]
pub struct CrackedRotor {
    rows: [Option<Row>; 3],
    alpha: f64,
    beta: f64,
    angle: ShaftAngle,
    functions: [Signal; 2],
    cursors: [usize; 3],
    /// `phi` in degrees, `M_2`, `M_3` at the last evaluation; there is no memory.
    last: [f64; 3],
}

impl LocalLaw for CrackedRotor {
    type Spec = CrackedRotorSpec;

    const VARIABLES: &'static [&'static str] = &["angle", "moment_2", "moment_3"];

    fn build(spec: &CrackedRotorSpec, shapes: &mut Shapes) -> Result<CrackedRotor, SpecFault> {
        let (alpha, beta) = normal_angles(spec.axis);
        let rows = std::array::from_fn(|k| shapes.add(spec.jumps.iter().map(|j| j[k])));
        let functions = [spec.stiffness.clone(), spec.derivative.clone()];
        Ok(CrackedRotor { rows, alpha, beta, angle: spec.angle.clone(), functions, cursors: [0; 3], last: [0.0; 3] })
    }

    fn evaluate(&mut self, at: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
        let turn = match &self.angle {
            ShaftAngle::Function(function) => function.evaluate(at.time, &mut self.cursors[2])?,
            ShaftAngle::Uniform { initial, speed } => initial + speed * at.time,
        };
        let frame = Frame::from_angles(self.alpha, self.beta, turn);
        let jump = self.rows.map(|row| row.map_or(0.0, |row| at.shapes.along(row, at.now.q)));
        let [_, d_2, d_3] = frame.to_local(jump);
        if !(d_2.is_finite() && d_3.is_finite()) {
            return Err(LawFault::NotFinite("the jump of rotations"));
        }
        let mut phi = if d_2 == 0.0 && d_3 == 0.0 { 0.0 } else { libm::atan2(d_2, d_3) };
        if phi < 0.0 {
            phi += 2.0 * std::f64::consts::PI;
        }
        let k = self.functions[0].evaluate(phi, &mut self.cursors[0])?;
        let dk = self.functions[1].evaluate(phi, &mut self.cursors[1])?;
        let (m_2, m_3) = (k * d_2 + dk * d_3 / 2.0, k * d_3 - dk * d_2 / 2.0);
        self.last = [phi * 180.0 / std::f64::consts::PI, m_2, m_3];
        let moment = frame.to_global([0.0, m_2, m_3]);
        for (row, m) in self.rows.iter().zip(moment) {
            if let Some(row) = row {
                // The rows are node 2 less node 1.
                at.shapes.push(*row, -m, force);
            }
        }
        Ok(())
    }

    fn store(&self, _at: &State<'_>, out: &mut [f64]) {
        out.copy_from_slice(&self.last);
    }

    fn load(&mut self, stored: &[f64]) {
        self.last = [stored[0], stored[1], stored[2]];
    }
}
