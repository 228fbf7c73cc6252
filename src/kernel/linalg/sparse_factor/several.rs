//! Solutions for eight right-hand sides at a time: the factor, far larger than the processor's memory, is read once for
//! all of them.
//!
//! Each right-hand side is summed in the order of [`SymmetricFactor::solve`], and has its bits.

use super::analysis::Supernode;
use super::factor::SymmetricFactor;
use crate::lanes::{Block, LaneWork, Lanes, run};
use crate::linalg::bundles::{Bundle, bundle, vectors};
use crate::linalg::compensated::residuals;

/// Columns passed over together.
const GROUP: usize = 4;

impl SymmetricFactor<f64> {
    /// `A⁻¹ B` for eight vectors; the bits of [`SymmetricFactor::solve`].
    pub fn solve_bundle(&self, right: &[Block]) -> Bundle {
        let order = &self.analysis().order;
        let mut y: Bundle = order.iter().map(|&unknown| right[unknown]).collect();
        let mut gathered = vec![Block::default(); y.len()];
        run(Substitution { factor: self, y: &mut y, gathered: &mut gathered });
        order.iter().zip(&y).for_each(|(&unknown, block)| gathered[unknown] = *block);
        gathered
    }

    /// `A⁻¹ B` for eight vectors refined with residuals in twice the precision: right to rounding however badly
    /// conditioned `A` is, short of singular.
    pub fn solve_bundle_accurately(&self, right: &[Block]) -> Bundle {
        let mut x = self.solve_bundle(right);
        for _ in 0..2 {
            let correction = self.solve_bundle(&residuals(self.matrix(), &x, right));
            for (x, correction) in x.iter_mut().zip(&correction) {
                x.0.iter_mut().zip(&correction.0).for_each(|(x, c)| *x += c);
            }
        }
        x
    }

    /// [`SymmetricFactor::solve_bundle_accurately`] for one right-hand side.
    pub fn solve_accurately(&self, b: &[f64]) -> Vec<f64> {
        let right = bundle(std::slice::from_ref(&b.to_vec()), b.len());
        vectors(&self.solve_bundle_accurately(&right), 1).next().unwrap_or_default()
    }
}

/// `Y := L⁻ᵀ D⁻¹ L⁻¹ Y`, a block per unknown, in the order of elimination.
struct Substitution<'a> {
    factor: &'a SymmetricFactor<f64>,
    y: &'a mut [Block],
    gathered: &'a mut [Block],
}

impl LaneWork for Substitution<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Substitution { factor, y, gathered } = self;
        for (node, columns) in factor.supernodes() {
            forward(lanes, node, columns, y, gathered);
        }
        for (block, d) in y.iter_mut().zip(factor.pivots()) {
            for value in &mut block.0 {
                *value /= d;
            }
        }
        for (node, columns) in factor.supernodes().rev() {
            backward(lanes, node, columns, y, gathered);
        }
    }
}

/// `Y := L⁻¹ Y` for the columns of one supernode.
#[inline(always)]
fn forward<L: Lanes>(lanes: L, node: &Supernode, columns: &[f64], y: &mut [Block], gathered: &mut [Block]) {
    let (height, width) = (node.height(), node.width);
    let gathered = &mut gathered[..node.rows.len()];
    gathered.fill(Block::default());
    let inside = &mut y[node.first..node.first + width];
    let mut from = 0;
    while from < width {
        let to = (from + GROUP).min(width);
        let group = &columns[from * height..to * height];
        let mut opposite = [Block::default(); GROUP];
        let (own, after) = inside.split_at_mut(to);
        for (j, column) in (from..to).zip(group.chunks_exact(height)) {
            let value = own[j];
            opposite[j - from] = Block(value.0.map(|x| -x));
            sweep(lanes, [&column[j + 1..to]], &[opposite[j - from]], &mut own[j + 1..]);
        }
        if let Some(group) = whole::<GROUP>(group, height) {
            let values = opposite.map(|block| Block(block.0.map(|x| -x)));
            sweep(lanes, group.map(|column| &column[to..width]), &opposite, after);
            sweep(lanes, group.map(|column| &column[width..]), &values, gathered);
        } else {
            for (column, opposite) in group.chunks_exact(height).zip(opposite) {
                sweep(lanes, [&column[to..width]], &[opposite], after);
                sweep(lanes, [&column[width..]], &[Block(opposite.0.map(|x| -x))], gathered);
            }
        }
        from = to;
    }
    for (&row, g) in node.rows.iter().zip(gathered) {
        for (y, g) in y[row].0.iter_mut().zip(&g.0) {
            *y -= g;
        }
    }
}

/// The columns of a whole group.
#[inline(always)]
fn whole<const C: usize>(group: &[f64], height: usize) -> Option<[&[f64]; C]> {
    let mut columns = [[].as_slice(); C];
    if group.len() < C * height {
        return None;
    }
    for (place, column) in columns.iter_mut().zip(group.chunks_exact(height)) {
        *place = column;
    }
    Some(columns)
}

/// `target_i += Σ_c column_c,i value_c`, column after column.
#[inline(always)]
fn sweep<L: Lanes, const C: usize>(lanes: L, columns: [&[f64]; C], values: &[Block; C], target: &mut [Block]) {
    let mut heads = columns;
    for c in 0..C {
        heads[c] = &columns[c][..target.len().min(columns[c].len())];
    }
    let count = heads[0].len();
    for c in 0..C {
        heads[c] = &heads[c][..count];
    }
    let target = &mut target[..count];
    for i in 0..count {
        let mut sum = lanes.load(&target[i].0);
        for c in 0..C {
            lanes.add_scaled(&mut sum, heads[c][i], &values[c].0);
        }
        lanes.store(sum, &mut target[i].0);
    }
}

/// `Y := L⁻ᵀ Y` for the columns of one supernode.
#[inline(always)]
fn backward<L: Lanes>(lanes: L, node: &Supernode, columns: &[f64], y: &mut [Block], gathered: &mut [Block]) {
    let (height, width) = (node.height(), node.width);
    let gathered = &mut gathered[..node.rows.len()];
    gathered.iter_mut().zip(&node.rows).for_each(|(g, &row)| *g = y[row]);
    let inside = &mut y[node.first..node.first + width];
    for (j, column) in columns.chunks_exact(height).enumerate().rev() {
        let (own, below) =
            (product(lanes, &column[j + 1..width], &inside[j + 1..]), product(lanes, &column[width..], gathered));
        for (y, (a, b)) in inside[j].0.iter_mut().zip(own.0.iter().zip(&below.0)) {
            *y -= a + b;
        }
    }
}

/// `Σ_i x_i y_i` in the eight partial sums of the product for one right-hand side.
#[inline(always)]
fn product<L: Lanes>(lanes: L, x: &[f64], y: &[Block]) -> Block {
    let (xs, x_rest) = x.as_chunks::<8>();
    let (ys, y_rest) = y.as_chunks::<8>();
    let mut sums = [lanes.zero(); 8];
    for (x, y) in xs.iter().zip(ys) {
        for k in 0..8 {
            lanes.add_scaled(&mut sums[k], x[k], &y[k].0);
        }
    }
    let mut rest = lanes.zero();
    for (x, y) in x_rest.iter().zip(y_rest) {
        lanes.add_scaled(&mut rest, *x, &y.0);
    }
    let (mut parts, mut total) = ([Block::default(); 8], Block::default());
    for k in 0..8 {
        lanes.store(sums[k], &mut parts[k].0);
    }
    let mut last = Block::default();
    lanes.store(rest, &mut last.0);
    let [s0, s1, s2, s3, s4, s5, s6, s7] = parts.map(|part| part.0);
    for k in 0..8 {
        total.0[k] = (((s0[k] + s1[k]) + (s2[k] + s3[k])) + ((s4[k] + s5[k]) + (s6[k] + s7[k]))) + last.0[k];
    }
    total
}
