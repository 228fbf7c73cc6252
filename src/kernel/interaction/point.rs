//! Contacts as the exact schemes see them: rows of relative motion in local axes, and the constants of the laws.

use super::laws::Law;
use super::motion::{LocalMotion, SupportMotion};
use super::obstacles::Surface;
use super::set::InteractionSet;
use super::shapes::Shapes;

/// Relative motion (or motion of node 1) along the three local axes.
#[derive(Clone, Debug, Default)]
pub struct PointMotion {
    /// Position at rest (m).
    pub rest: [f64; 3],
    /// One number per coordinate; empty where all are 0.
    pub rows: [Vec<f64>; 3],
    /// One number per support; empty without supports.
    pub supports: [Vec<f64>; 3],
}

/// A contact point.
#[derive(Clone, Debug)]
pub struct ContactPoint {
    pub motion: PointMotion,
    /// Of node 1 alone, where there are two.
    pub node_1: Option<PointMotion>,
    pub surface: Surface,
    /// `k_n` (N/m) and `c_n` (N s/m) of a linear stop.
    pub stiffness: f64,
    pub damping: f64,
    /// Of a rigid contact.
    pub restitution: Option<f64>,
    pub mu_static: f64,
    pub mu_dynamic: f64,
    /// Friction only in the plane of the obstacle.
    pub one_direction: bool,
    /// Velocity of the surface along the three local axes (m/s); its part along the normal counts for nothing.
    pub entrainment: [f64; 3],
}

impl InteractionSet {
    /// The contacts, in order. Fails with the rank of the first interaction that is none, or has a surface of facets.
    pub fn contact_points(&self) -> Result<Vec<ContactPoint>, usize> {
        let shapes = self.shapes();
        let point = |(rank, law): (usize, &Law)| {
            let Law::Stop(stop) = law else { return Err(rank) };
            let surface = stop.obstacle.surface().ok_or(rank)?;
            let (mu_static, mu_dynamic, one_direction) =
                stop.friction.map_or((0.0, 0.0, false), |f| (f.mu_static, f.mu_dynamic, f.one_direction));
            Ok(ContactPoint {
                motion: motion(&stop.motion, shapes),
                node_1: stop.node_1.as_ref().map(|m| motion(m, shapes)),
                surface,
                stiffness: stop.stiffness,
                damping: stop.damping,
                restitution: stop.restitution,
                mu_static,
                mu_dynamic,
                one_direction,
                entrainment: stop.entrainment,
            })
        };
        self.laws().iter().enumerate().map(point).collect()
    }

    /// The motions of the supports, in order.
    pub fn support_motions(&self) -> &[SupportMotion] {
        self.supports().motions()
    }
}

fn motion(motion: &LocalMotion, shapes: &Shapes) -> PointMotion {
    let row = |axis: usize| motion.row(axis).map_or_else(Vec::new, |row| shapes.numbers(row));
    PointMotion { rest: motion.rest, rows: [0, 1, 2].map(row), supports: motion.support_coefficients().clone() }
}
