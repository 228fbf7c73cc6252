//! One motion (tangential or normal) of the meshed slab: straight elements, central differences.

use super::matrix::Mass;
use crate::simd::wide;

/// Nodes from the contact (0) to the top.
#[derive(Clone, Debug)]
pub struct Bar {
    pub mass: Mass,
    /// Mass and stiffness of a cell (kg/m2, Pa/m).
    pub cell: f64,
    pub stiffness: f64,
    pub displacement: Vec<f64>,
    /// Between two steps.
    pub velocity: Vec<f64>,
    force: Vec<f64>,
    /// Accelerations near the contact under a unit force there.
    response: Vec<f64>,
    /// The contact node has no mass: a stop acts on the node above.
    pub massless: bool,
    /// The contact node comes to rest on the foundation at the end of this step.
    pub lands: bool,
    pub work_top: f64,
}

impl Bar {
    /// The bar in its state at the start: displacements (m) and velocities (m/s) of its nodes, `cell` (m) apart, from
    /// the bottom.
    pub fn new(
        mass: Mass,
        cell: f64,
        stiffness: f64,
        displacement: Vec<f64>,
        mut velocity: Vec<f64>,
        massless: bool,
    ) -> Bar {
        if massless {
            velocity[0] = 0.0;
        }
        let (force, response) = (vec![0.0; displacement.len() - 1], mass.response());
        Bar { mass, cell, stiffness, displacement, velocity, force, response, massless, lands: false, work_top: 0.0 }
    }

    /// Mass that the contact force moves (kg/m2).
    pub fn contact_mass(&self) -> f64 {
        1.0 / self.response[0]
    }

    /// Velocities after `dt` without contact force; the top gets the velocity `top`.
    pub fn free(&mut self, dt: f64, top: f64) {
        let n = self.force.len();
        let (w, k) = (&self.displacement, self.stiffness);
        let (below, before) = (self.velocity[n - 1], self.velocity[n]);
        let pull = k * (w[n] - w[n - 1]);
        match &self.mass {
            Mass::Lumped(_) if !self.massless => {
                // Equal masses inside: one factor.
                let factor = dt * k / self.cell;
                let v = &mut self.velocity;
                wide(|| {
                    let inner = &mut v[1..n];
                    let (a, b, c) = (&w[..n - 1], &w[1..n], &w[2..n + 1]);
                    for (((v, a), b), c) in inner.iter_mut().zip(a).zip(b).zip(c) {
                        *v += factor * (a - 2.0 * b + c);
                    }
                });
                v[0] += dt * self.response[0] * k * (w[1] - w[0]);
            }
            _ => {
                self.force[0] = k * (w[1] - w[0]);
                for i in 1..n {
                    self.force[i] = k * (w[i - 1] - 2.0 * w[i] + w[i + 1]);
                }
                if self.massless {
                    self.force[0] = 0.0;
                    self.force[1] = k * (w[2] - w[1]) - k * w[1].min(0.0);
                }
                self.mass.solve(&mut self.force, (top - before) / dt);
                for (v, a) in self.velocity.iter_mut().zip(&self.force) {
                    *v += dt * a;
                }
            }
        }
        self.velocity[n] = top;
        let inertia = self.mass.inertia_of_top((self.velocity[n - 1] - below) / dt, (top - before) / dt, self.cell);
        self.work_top += dt * (pull + inertia) * 0.5 * (top + before);
    }

    /// Changes the velocity of the contact node by `change`, through a force there.
    pub fn push(&mut self, change: f64) {
        let scale = change / self.response[0];
        for (v, g) in self.velocity.iter_mut().zip(&self.response) {
            *v += scale * g;
        }
    }

    /// Displacements after `dt`, and the energy of the stretched cells between both instants when it is asked for.
    pub fn advance(&mut self, dt: f64, energy: bool) -> f64 {
        let first = self.displacement[1];
        let mut sum = 0.0;
        if energy {
            let stretch = |i: usize| {
                let old = self.displacement[i + 1] - self.displacement[i];
                old * (old + dt * (self.velocity[i + 1] - self.velocity[i]))
            };
            sum = (usize::from(self.massless)..self.force.len()).map(stretch).sum();
        }
        let (w, v) = (&mut self.displacement, &self.velocity);
        wide(|| {
            for (w, v) in w.iter_mut().zip(v) {
                *w += dt * v;
            }
        });
        if std::mem::take(&mut self.lands) {
            self.displacement[0] = 0.0;
        }
        if self.massless {
            sum += first.min(0.0) * self.displacement[1].min(0.0);
            self.displacement[0] = self.displacement[1].max(0.0);
        }
        0.5 * self.stiffness * sum
    }
}
