//! A force on one component of a node as a function of its displacement or of its velocity
//! (RELA_EFFO_DEPL, RELA_EFFO_VITE).
//!
//! `s = sum_j phi_j q_j` (or `v_j`), force `g(s)` applied to the structure on that component. The motion is
//! relative to the supports.

use super::fault::LawFault;
use super::law::Law;
use super::motion::State;
use super::set::InteractionSet;
use super::shapes::Row;
use crate::kernel::signal::Signal;

#[derive(Clone, Debug)]
pub struct ForceRelationSpec {
    /// Component of the node in each mode.
    pub shape: Vec<f64>,
    pub function: Signal,
    /// The argument is the velocity.
    pub of_velocity: bool,
}

#[derive(Clone, Debug)]
pub(super) struct ForceRelation {
    row: Option<Row>,
    function: Signal,
    cursor: usize,
    of_velocity: bool,
    /// Argument and force at the last evaluation; there is no memory.
    last: [f64; 2],
}

pub(super) const WIDTH: usize = 3;

impl InteractionSet {
    pub fn add_force_relation(&mut self, spec: &ForceRelationSpec) {
        let row = self.shapes_mut().add(spec.shape.iter().copied());
        let (function, of_velocity) = (spec.function.clone(), spec.of_velocity);
        self.push(Law::ForceRelation(Box::new(ForceRelation {
            row,
            function,
            cursor: 0,
            of_velocity,
            last: [0.0; 2],
        })));
    }
}

impl ForceRelation {
    pub fn evaluate(&mut self, at: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
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

    pub fn store(&self, out: &mut [f64]) {
        let [s, f] = self.last;
        out.copy_from_slice(&[s, f, if f.abs() > f64::EPSILON { 1.0 } else { 0.0 }]);
    }

    pub fn load(&mut self, stored: &[f64]) {
        self.last = [stored[0], stored[1]];
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::kernel::signal::Table;

    #[test]
    fn a_cubic_spring_keeps_the_period_of_its_elliptic_integral() {
        // x'' = -x³ from rest at 1: period 4 K(1/sqrt 2) = 7.416298709205487.
        let x: Vec<f64> = (0..=4000).map(|i| -1.5 + 3.0 * f64::from(i) / 4000.0).collect();
        let g = x.iter().map(|x| -x * x * x).collect();
        let mut set = InteractionSet::new(1, Vec::new());
        let function = Signal::Table(Arc::new(Table::linear(x, g)));
        set.add_force_relation(&ForceRelationSpec { shape: vec![1.0], function, of_velocity: false });
        let (h, mut q, mut v) = (1e-3, 1.0, 0.0);
        let force = |set: &mut InteractionSet, t: f64, q: f64, v: f64| {
            let mut f = [0.0];
            set.evaluate(t, h, &[q], &[v], &mut f).unwrap();
            f[0]
        };
        let mut a = force(&mut set, 0.0, q, v);
        v -= h / 2.0 * a;
        let (mut turns, mut period) = (0, 0.0);
        for i in 1..20_000 {
            let before = v;
            v += h * a;
            if before < 0.0 && v >= 0.0 || before > 0.0 && v <= 0.0 {
                turns += 1;
                let t = (f64::from(i) - 1.5) * h + h * before / (before - v);
                // The first turn is the start.
                if turns == 5 {
                    period = t / 2.0;
                }
            }
            q += h * v;
            a = force(&mut set, f64::from(i) * h, q, v);
        }
        assert!((period - 7.416298709205487).abs() < 2e-6, "{period}");
    }

    #[test]
    fn a_force_of_velocity_acts_on_its_component_in_every_mode() {
        let mut set = InteractionSet::new(2, Vec::new());
        let function = Signal::Table(Arc::new(Table::linear(vec![-10.0, 0.0, 10.0], vec![5.0, 0.0, -5.0])));
        set.add_force_relation(&ForceRelationSpec { shape: vec![2.0, -1.0], function, of_velocity: true });
        let mut force = [1.0, 1.0];
        set.evaluate(0.0, 0.1, &[9.0, 9.0], &[3.0, 2.0], &mut force).unwrap();
        assert_eq!(force, [-3.0, 3.0]);
        let mut stored = [0.0; 3];
        set.store(&mut stored);
        assert_eq!(stored, [4.0, -2.0, 1.0]);
    }
}
