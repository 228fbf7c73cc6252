//! A force on one component of a node as a function of its displacement or of its velocity
//! (RELA_EFFO_DEPL, RELA_EFFO_VITE).
//!
//! `s = sum_j phi_j q_j` (or `v_j`), force `g(s)` applied to the structure on that component. The motion is
//! relative to the supports.

use crate::interaction::fault::{LawFault, SpecFault};
use crate::interaction::law::LocalLaw;
use crate::interaction::motion::State;
use crate::interaction::shapes::{Row, Shapes};
use crate::signal::Signal;

/// A force on one component of a node, as a function of its motion.
#[derive(Clone, Debug)]
pub struct ForceRelationSpec {
    /// Component of the node in each mode.
    pub shape: Vec<f64>,
    pub function: Signal,
    /// The argument is the velocity.
    pub of_velocity: bool,
}

/// A force relation, with its last evaluation.
#[derive(Clone, Debug)]
pub struct ForceRelation {
    row: Option<Row>,
    function: Signal,
    cursor: usize,
    of_velocity: bool,
    /// Argument and force at the last evaluation; there is no memory.
    last: [f64; 2],
}

impl LocalLaw for ForceRelation {
    type Spec = ForceRelationSpec;

    const VARIABLES: &'static [&'static str] = &["argument", "force", "acts"];

    fn build(spec: &ForceRelationSpec, shapes: &mut Shapes) -> Result<ForceRelation, SpecFault> {
        let row = shapes.add(spec.shape.iter().copied());
        let (function, of_velocity) = (spec.function.clone(), spec.of_velocity);
        Ok(ForceRelation { row, function, cursor: 0, of_velocity, last: [0.0; 2] })
    }

    fn evaluate(&mut self, at: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
        let s = self.row.map_or(0.0, |row| match self.of_velocity {
            true => at.shapes.along_slice(row, at.now.v),
            false => at.shapes.along(row, at.now.q),
        });
        if !s.is_finite() {
            return Err(LawFault::NotFinite(if self.of_velocity { "the velocity" } else { "the displacement" }));
        }
        let f = self.function.evaluate(s, &mut self.cursor)?;
        self.last = [s, f];
        if let Some(row) = self.row {
            at.shapes.push(row, f, force);
        }
        Ok(())
    }

    fn store(&self, _at: &State<'_>, out: &mut [f64]) {
        let [s, f] = self.last;
        out.copy_from_slice(&[s, f, if f.abs() > f64::EPSILON { 1.0 } else { 0.0 }]);
    }

    fn load(&mut self, stored: &[f64]) {
        self.last = [stored[0], stored[1]];
    }
}
