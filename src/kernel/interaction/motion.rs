//! From generalised coordinates to the local motion of nodes, and back to generalised forces.
//!
//! A node moves by `U = sum_j phi_j q_j + sum_i psi_i D_i(t)`, where the second sum is the imposed
//! motion of supports. Laws need it in the axes of their obstacle, and for two nodes they need the
//! difference only; so the shapes are turned and subtracted once, `(R (phi_j(N1) - phi_j(N2)))_j` is
//! one row of `n` numbers for each local axis, and rows that are zero for all modes do not exist.

use super::fault::InteractionFault;
use super::frame::Frame;
use crate::kernel::signal::Signal;

/// A node as an interaction sees it.
#[derive(Clone, Debug, Default)]
pub struct Attachment {
    /// Initial coordinates (m), global axes.
    pub position: [f64; 3],
    /// Displacement (DX, DY, DZ) of the node in each mode.
    pub shapes: Vec<[f64; 3]>,
    /// The same in each support shape.
    pub supports: Vec<[f64; 3]>,
}

/// Displacement and velocity imposed by a support, or by a static correction, as functions of time.
#[derive(Clone, Debug)]
pub struct SupportMotion {
    pub displacement: Option<Signal>,
    pub velocity: Option<Signal>,
}

/// Rows of shapes, `size` numbers each.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes {
    size: usize,
    values: Vec<f64>,
    /// The rows that every evaluation multiplies.
    gap_rows: Vec<Row>,
    /// Copies of them, by blocks of eight: for each coordinate, the eight numbers that multiply it.
    blocks: Vec<[f64; BLOCK]>,
}

/// Rows of a block.
const BLOCK: usize = 8;

impl Shapes {
    pub fn new(size: usize) -> Shapes {
        Shapes { size, ..Shapes::default() }
    }

    /// Adds a row unless all its numbers are 0.
    pub fn add(&mut self, row: impl Iterator<Item = f64>) -> Option<Row> {
        let start = self.values.len();
        self.values.extend(row.take(self.size));
        self.values.resize(start + self.size, 0.0);
        if self.values[start..].iter().all(|&x| x == 0.0) {
            self.values.truncate(start);
            return None;
        }
        Some(Row(start))
    }

    #[inline(always)]
    pub fn row(&self, row: Row) -> &[f64] {
        &self.values[row.0..row.0 + self.size]
    }

    /// Puts a row among those of [`Shapes::gap_products`]; gives its rank there.
    fn add_gap_row(&mut self, row: Row) -> GapRow {
        self.gap_rows.push(row);
        let rank = self.gap_rows.len() - 1;
        if self.gap_rows.len().is_multiple_of(BLOCK) {
            let rows: [Row; BLOCK] = std::array::from_fn(|k| self.gap_rows[rank + 1 - BLOCK + k]);
            let column = |j: usize| rows.map(|row| self.values[row.0 + j]);
            self.blocks.extend((0..self.size).map(column));
        }
        GapRow { rank, row }
    }

    /// Products of the rows of all blocks with the coordinates `q`, in order. Eight rows at a time share each
    /// coordinate; even and odd ones are summed apart, so that additions do not wait for each other.
    #[inline]
    pub fn gap_products(&self, q: &[f64], products: &mut [f64]) {
        if self.size == 0 {
            return;
        }
        for (block, products) in self.blocks.chunks_exact(self.size).zip(products.as_chunks_mut::<BLOCK>().0) {
            let (columns, last_column) = block.as_chunks::<2>();
            let (pairs, last) = q.as_chunks::<2>();
            let (mut even, mut odd) = ([0.0; BLOCK], [0.0; BLOCK]);
            for ([a, b], [x, y]) in columns.iter().zip(pairs) {
                for k in 0..BLOCK {
                    even[k] += a[k] * x;
                }
                for k in 0..BLOCK {
                    odd[k] += b[k] * y;
                }
            }
            for (a, x) in last_column.iter().zip(last) {
                for k in 0..BLOCK {
                    even[k] += a[k] * x;
                }
            }
            for k in 0..BLOCK {
                products[k] = even[k] + odd[k];
            }
        }
    }

    /// Number of rows in whole blocks.
    pub fn block_row_count(&self) -> usize {
        self.gap_rows.len() / BLOCK * BLOCK
    }
}

/// A row that the gap of a contact depends on: multiplied with its block, or by itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct GapRow {
    rank: usize,
    row: Row,
}

/// Place of a row among the [`Shapes`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Row(usize);

/// What laws read during one evaluation.
pub(super) struct State<'a> {
    pub time: f64,
    /// Length passed to rate-type laws (s).
    pub step: f64,
    pub shapes: &'a Shapes,
    /// Products of the gap rows that are in whole blocks.
    pub gap_products: &'a [f64],
    pub now: Moment<'a>,
    /// The evaluation before.
    pub before: Moment<'a>,
}

/// Generalised coordinates and support motion at one evaluation.
#[derive(Clone, Copy)]
pub(super) struct Moment<'a> {
    pub q: &'a [f64],
    pub v: &'a [f64],
    pub supports: &'a SupportState,
}

/// Displacement and velocity of each support.
#[derive(Clone, Debug, Default)]
pub(super) struct SupportState {
    pub displacement: Vec<f64>,
    pub velocity: Vec<f64>,
}

impl SupportState {
    pub fn new(count: usize) -> Self {
        SupportState { displacement: vec![0.0; count], velocity: vec![0.0; count] }
    }

    pub fn copy(&mut self, other: &SupportState) {
        self.displacement.copy_from_slice(&other.displacement);
        self.velocity.copy_from_slice(&other.velocity);
    }
}

/// Motion of a node, or of one node relative to another, along three local axes.
#[derive(Clone, Debug)]
pub(super) struct LocalMotion {
    /// Local position (or difference of positions) at rest (m).
    pub rest: [f64; 3],
    rows: [Option<Row>; 3],
    /// For each local axis, one coefficient a support.
    supports: Option<Box<[Vec<f64>; 3]>>,
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
        let supports = std::array::from_fn(|k| psi.iter().map(|p| p[k]).collect());
        let supports = if psi.is_empty() { None } else { Some(Box::new(supports)) };
        LocalMotion { rest, rows, supports }
    }

    #[inline]
    pub fn displacement(&self, axis: usize, shapes: &Shapes, at: &Moment<'_>) -> f64 {
        self.rest[axis] + self.modal(axis, shapes, at.q) + self.supported(axis, &at.supports.displacement)
    }

    #[inline]
    pub fn velocity(&self, axis: usize, shapes: &Shapes, at: &Moment<'_>) -> f64 {
        self.modal(axis, shapes, at.v) + self.supported(axis, &at.supports.velocity)
    }

    pub fn position(&self, shapes: &Shapes, at: &Moment<'_>) -> [f64; 3] {
        std::array::from_fn(|k| self.displacement(k, shapes, at))
    }

    /// The gap rows of local axes y and z, where the gap depends on them and the modes move them.
    pub fn gap_rows(&self, (y, z): (bool, bool), shapes: &mut Shapes) -> [Option<GapRow>; 2] {
        let mut rank = |wanted: bool, row: Option<Row>| row.filter(|_| wanted).map(|row| shapes.add_gap_row(row));
        [rank(y, self.rows[1]), rank(z, self.rows[2])]
    }

    /// The displacement along an axis, the modal part of which is a gap row.
    #[inline(always)]
    pub fn gap_displacement(&self, axis: usize, gap_row: Option<GapRow>, at: &State<'_>) -> f64 {
        let modal = match gap_row {
            Some(GapRow { rank, row }) => match at.gap_products.get(rank) {
                Some(product) => *product,
                None => dot(at.shapes.row(row), at.now.q),
            },
            None => 0.0,
        };
        let own = self.rest[axis] + modal;
        match &self.supports {
            None => own,
            Some(supports) => own + dot(&supports[axis], &at.now.supports.displacement),
        }
    }

    #[inline]
    fn modal(&self, axis: usize, shapes: &Shapes, coordinates: &[f64]) -> f64 {
        match self.rows[axis] {
            Some(row) => dot(shapes.row(row), coordinates),
            None => 0.0,
        }
    }

    #[inline(always)]
    fn supported(&self, axis: usize, motion: &[f64]) -> f64 {
        match &self.supports {
            Some(coefficients) => dot(&coefficients[axis], motion),
            None => 0.0,
        }
    }

    /// Adds the generalised force of a local force `f` along an axis.
    #[inline]
    pub fn push(&self, axis: usize, f: f64, shapes: &Shapes, force: &mut [f64]) {
        if f == 0.0 {
            return;
        }
        if let Some(row) = self.rows[axis] {
            for (sum, phi) in force.iter_mut().zip(shapes.row(row)) {
                *sum += f * phi;
            }
        }
    }
}

/// Sum of products, in eight partial sums that are added in a fixed order: processors can work on
/// several at a time, and the result is the same on all of them. The longer list is cut.
#[inline]
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len().min(b.len());
    let (a, a_rest) = a[..n].as_chunks::<8>();
    let (b, b_rest) = b[..n].as_chunks::<8>();
    let mut rest = 0.0;
    for (x, y) in a_rest.iter().zip(b_rest) {
        rest += x * y;
    }
    if a.is_empty() {
        return rest;
    }
    let mut s = [0.0; 8];
    for (x, y) in a.iter().zip(b) {
        for k in 0..8 {
            s[k] += x[k] * y[k];
        }
    }
    ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7])) + rest
}

/// The supports of a problem with their present values.
#[derive(Clone, Debug, Default)]
pub(super) struct Supports {
    motions: Vec<SupportMotion>,
    cursors: Vec<[usize; 2]>,
    pub state: SupportState,
}

impl Supports {
    pub fn new(motions: Vec<SupportMotion>) -> Supports {
        let n = motions.len();
        Supports { motions, cursors: vec![[0; 2]; n], state: SupportState::new(n) }
    }

    pub fn len(&self) -> usize {
        self.motions.len()
    }

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
            self.state.displacement[i] = value(&motion.displacement, d)?;
            self.state.velocity[i] = value(&motion.velocity, v)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dot_product_has_one_fixed_order_for_all_lengths() {
        for n in [0, 1, 7, 8, 9, 50, 200] {
            let a: Vec<f64> = (0..n).map(|i| 1.0 + 0.37 * i as f64).collect();
            let b: Vec<f64> = (0..n).map(|i| 2.0 - 0.11 * i as f64).collect();
            let exact: f64 = a.iter().zip(&b).map(|(x, y)| x * y).sum();
            assert!((dot(&a, &b) - exact).abs() <= 1e-12 * (1.0 + exact.abs()), "{n}");
        }
    }

    #[test]
    fn a_row_of_zeros_does_not_exist() {
        let mut shapes = Shapes::new(2);
        let node = Attachment { shapes: vec![[1.0, 0.0, 2.0], [3.0, 0.0, 0.0]], ..Attachment::default() };
        let frame = Frame::from_normal([1.0, 0.0, 0.0], 0.0);
        let motion = LocalMotion::new(&frame, &node, None, [0.5, 0.25, 0.0], &mut shapes);
        assert!(motion.rows[1].is_none());
        let supports = SupportState::default();
        let at = Moment { q: &[1.0, 2.0], v: &[0.5, 0.0], supports: &supports };
        assert_eq!(motion.position(&shapes, &at), [7.5, 0.25, 2.0]);
        assert_eq!(motion.velocity(0, &shapes, &at), 0.5);
        let mut force = [0.0; 2];
        motion.push(0, 2.0, &shapes, &mut force);
        motion.push(1, 5.0, &shapes, &mut force);
        assert_eq!(force, [2.0, 6.0]);
    }
}
