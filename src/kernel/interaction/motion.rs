//! From generalised coordinates to the local motion of nodes, and back to generalised forces.
//!
//! A node moves by `U = sum_j phi_j q_j + sum_i psi_i D_i(t)`, where the second sum is the imposed
//! motion of supports. Laws need it in the axes of their obstacle, and for two nodes they need the
//! difference only; so the shapes are turned and subtracted once, `(R (phi_j(N1) - phi_j(N2)))_j` is
//! one row of `n` numbers for each local axis, and rows that are zero for all modes do not exist.

use super::blocks::Coordinates;
use super::fault::InteractionFault;
use super::frame::Frame;
use super::shapes::{Row, Shapes};
use crate::signal::Signal;

/// A node as an interaction sees it.
#[derive(Clone, Debug, Default)]
pub struct Attachment {
    /// Initial coordinates (m), global axes.
    pub position: [f64; 3],
    /// Displacement (DX, DY, DZ) of the node in each mode.
    pub shapes: Vec<[f64; 3]>,
    /// Displacement (DX, DY, DZ) of the node in each support shape.
    pub supports: Vec<[f64; 3]>,
}

/// Displacement and velocity imposed by a support, or by a static correction, as functions of time.
#[derive(Clone, Debug)]
pub struct SupportMotion {
    pub displacement: Option<Signal>,
    pub velocity: Option<Signal>,
}

/// State that laws read during one evaluation.
pub struct State<'a> {
    pub time: f64,
    /// Length passed to rate-type laws (s).
    pub step: f64,
    pub shapes: &'a Shapes,
    /// Products of the rows of the [`Bundle`](super::bundle::Bundle) with the present coordinates.
    pub products: &'a [f64],
    pub now: Moment<'a>,
    /// The evaluation before.
    pub before: Moment<'a>,
}

/// Generalised coordinates and support motion at one evaluation.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    pub q: &'a Coordinates,
    pub v: &'a [f64],
    pub support_displacement: &'a [f64],
    pub support_velocity: &'a [f64],
}

/// Motion of a node, or of one node relative to another, along three local axes.
#[derive(Clone, Debug)]
pub struct LocalMotion {
    /// Local position (or difference of positions) at rest (m).
    pub rest: [f64; 3],
    rows: [Option<Row>; 3],
    /// The numbers of the rows where there is one coordinate; 0 where there is no row.
    pub single: [f64; 3],
    /// For each local axis, one coefficient per support; empty without supports.
    supports: [Vec<f64>; 3],
}

impl LocalMotion {
    /// Motion of `node` less that of `other`; `rest` is its value in the initial position.
    pub fn new(
        frame: &Frame,
        node: &Attachment,
        other: Option<&Attachment>,
        rest: [f64; 3],
        shapes: &mut Shapes,
    ) -> Self {
        let local = |a: &[[f64; 3]], b: Option<&[[f64; 3]]>| -> Vec<[f64; 3]> {
            let difference = |(j, p): (usize, &[f64; 3])| {
                let o = b.and_then(|b| b.get(j)).copied().unwrap_or_default();
                frame.to_local([p[0] - o[0], p[1] - o[1], p[2] - o[2]])
            };
            a.iter().enumerate().map(difference).collect()
        };
        let phi = local(&node.shapes, other.map(|o| o.shapes.as_slice()));
        let psi = local(&node.supports, other.map(|o| o.supports.as_slice()));
        let rows = std::array::from_fn(|k| shapes.add(phi.iter().map(|p| p[k])));
        let single = phi.first().filter(|_| shapes.size == 1).copied().unwrap_or_default();
        let supports = std::array::from_fn(|k| psi.iter().map(|p| p[k]).collect());
        LocalMotion { rest, rows, single, supports }
    }

    /// Position (m) along a local axis.
    #[inline(always)]
    pub fn displacement(&self, axis: usize, shapes: &Shapes, at: &Moment<'_>) -> f64 {
        self.displacement_with(axis, self.rows[axis].map_or(0.0, |row| shapes.along(row, at.q)), at)
    }

    /// Position (m) along a local axis, given the product with the row of the axis.
    #[inline]
    pub fn displacement_with(&self, axis: usize, product: f64, at: &Moment<'_>) -> f64 {
        self.rest[axis] + self.with_supports(axis, product, at.support_displacement)
    }

    /// For each local axis, one coefficient per support.
    pub fn support_coefficients(&self) -> &[Vec<f64>; 3] {
        &self.supports
    }

    /// The row of a local axis; `None` where it is zero.
    #[inline(always)]
    pub fn row(&self, axis: usize) -> Option<Row> {
        self.rows[axis]
    }

    /// Puts others in the place of the rows that are not zero, in the order of their axes.
    pub fn replace_rows(&mut self, mut next: impl FnMut() -> Option<Row>) {
        for row in self.rows.iter_mut().filter(|row| row.is_some()) {
            *row = next();
        }
    }

    /// Velocity (m/s) along a local axis.
    #[inline]
    pub fn velocity(&self, axis: usize, shapes: &Shapes, at: &Moment<'_>) -> f64 {
        let elastic = self.rows[axis].map_or(0.0, |row| shapes.along_slice(row, at.v));
        self.with_supports(axis, elastic, at.support_velocity)
    }

    /// Position (m) along the three local axes.
    #[inline]
    pub fn position(&self, shapes: &Shapes, at: &Moment<'_>) -> [f64; 3] {
        [self.displacement(0, shapes, at), self.displacement(1, shapes, at), self.displacement(2, shapes, at)]
    }

    #[inline(always)]
    fn with_supports(&self, axis: usize, elastic: f64, supports: &[f64]) -> f64 {
        if supports.is_empty() {
            return elastic;
        }
        let product = |(a, b): (&f64, &f64)| a * b;
        elastic + self.supports[axis].iter().zip(supports).map(product).sum::<f64>()
    }

    /// Adds the generalised force of a local force `f` along an axis.
    #[inline]
    pub fn push(&self, axis: usize, f: f64, shapes: &Shapes, force: &mut [f64]) {
        if f == 0.0 {
            return;
        }
        if let Some(row) = self.rows[axis] {
            shapes.push(row, f, force);
        }
    }
}

/// The supports of a problem with their present values.
#[derive(Clone, Debug, Default)]
pub struct Supports {
    motions: Vec<SupportMotion>,
    cursors: Vec<[usize; 2]>,
    pub displacement: Vec<f64>,
    pub velocity: Vec<f64>,
}

impl Supports {
    /// The supports at rest.
    pub fn new(motions: Vec<SupportMotion>) -> Supports {
        let n = motions.len();
        Supports { motions, cursors: vec![[0; 2]; n], displacement: vec![0.0; n], velocity: vec![0.0; n] }
    }

    /// Number of supports.
    pub fn len(&self) -> usize {
        self.motions.len()
    }

    /// Their motions, in order.
    pub fn motions(&self) -> &[SupportMotion] {
        &self.motions
    }

    /// Brings displacements (m) and velocities (m/s) to `time` (s). Fails where a motion has no value.
    pub fn evaluate(&mut self, time: f64) -> Result<(), InteractionFault> {
        for (i, motion) in self.motions.iter().enumerate() {
            let [d, v] = &mut self.cursors[i];
            let value = |signal: &Option<Signal>, cursor: &mut usize| match signal {
                Some(signal) => signal.evaluate(time, cursor).map_err(|source| InteractionFault::Support {
                    support: i,
                    time,
                    source,
                }),
                None => Ok(0.0),
            };
            self.displacement[i] = value(&motion.displacement, d)?;
            self.velocity[i] = value(&motion.velocity, v)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_zeros_does_not_exist() {
        let mut shapes = Shapes::new(2);
        let node = Attachment { shapes: vec![[1.0, 0.0, 2.0], [3.0, 0.0, 0.0]], ..Attachment::default() };
        let frame = Frame::from_normal([1.0, 0.0, 0.0], 0.0);
        let motion = LocalMotion::new(&frame, &node, None, [0.5, 0.25, 0.0], &mut shapes);
        assert!(motion.rows[1].is_none());
        let mut q = Coordinates::zero(2);
        q.take(&[1.0, 2.0]);
        let at = Moment { q: &q, v: &[0.5, 0.0], support_displacement: &[], support_velocity: &[] };
        assert_eq!(motion.position(&shapes, &at), [7.5, 0.25, 2.0]);
        assert_eq!(motion.velocity(0, &shapes, &at), 0.5);
        let mut force = [0.0; 2];
        motion.push(0, 2.0, &shapes, &mut force);
        motion.push(1, 5.0, &shapes, &mut force);
        assert_eq!(force, [2.0, 6.0]);
    }
}
