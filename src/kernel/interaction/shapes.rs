//! Rows of shapes: products with generalised coordinates, and back to generalised forces.
//!
//! A row knows its first block that is not zero and its last: a contact that rubs multiplies what is between them, so
//! that a point that moves along an axis in some of the modes only costs what these modes cost.

use super::blocks::{Block, Coordinates, fill};
use crate::kernel::wide::wide;

/// Rows of shapes, `size` numbers each.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes {
    pub size: usize,
    blocks: Vec<Block>,
}

/// Place of a row among the [`Shapes`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Row {
    start: u32,
    /// Its blocks that are not zero: the first, and how many.
    first: u32,
    count: u32,
}

impl Row {
    #[inline(always)]
    fn start(&self) -> usize {
        self.start as usize
    }

    #[inline(always)]
    fn first(&self) -> usize {
        self.first as usize
    }

    #[inline(always)]
    fn count(&self) -> usize {
        self.count as usize
    }

    #[inline(always)]
    fn is_beside(&self, other: &Row) -> bool {
        (self.first, self.count) == (other.first, other.count)
    }
}

impl Shapes {
    pub fn new(size: usize) -> Shapes {
        Shapes { size, blocks: Vec::new() }
    }

    /// Adds a row unless all its numbers are 0.
    pub fn add(&mut self, row: impl Iterator<Item = f64>) -> Option<Row> {
        let mut values: Vec<f64> = row.take(self.size).collect();
        values.resize(self.size, 0.0);
        let mut blocks = vec![Block::default(); self.size.div_ceil(8)];
        fill(&mut blocks, &values);
        let first = blocks.iter().position(|block| !block.is_zero())?;
        let last = blocks.iter().rposition(|block| !block.is_zero())?;
        let start = self.blocks.len();
        self.blocks.extend_from_slice(&blocks);
        // 2^32 blocks are 256 GiB.
        let short = |x: usize| u32::try_from(x).unwrap_or(u32::MAX);
        Some(Row { start: short(start), first: short(first), count: short(last + 1 - first) })
    }

    /// The whole row.
    #[inline(always)]
    pub fn row(&self, row: Row) -> &[Block] {
        self.blocks.get(row.start()..row.start() + self.size.div_ceil(8)).unwrap_or_default()
    }

    /// Its blocks that are not zero.
    #[inline(always)]
    fn part(&self, row: Row) -> &[Block] {
        let start = row.start() + row.first();
        self.blocks.get(start..start + row.count()).unwrap_or_default()
    }

    /// The numbers of a row.
    pub fn numbers(&self, row: Row) -> Vec<f64> {
        self.row(row).iter().flat_map(|block| block.0).take(self.size).collect()
    }

    /// `sum_j row_j q_j`
    #[inline(always)]
    pub fn along(&self, row: Row, q: &Coordinates) -> f64 {
        if self.size == 1
            && let (Some(a), [b]) = (self.blocks.get(row.start()), q.part(0, 1))
        {
            return a.0[0] * b.0[0];
        }
        self.along_many(row, q)
    }

    #[inline(never)]
    fn along_many(&self, row: Row, q: &Coordinates) -> f64 {
        wide(
            #[inline(always)]
            || self.place(row, q),
        )
    }

    /// [`Shapes::along`] for several coordinates, in place of a call.
    #[inline(always)]
    pub fn place(&self, row: Row, q: &Coordinates) -> f64 {
        let mut parts = Block::default();
        for (a, b) in self.part(row).iter().zip(q.part(row.first(), row.count())) {
            parts.accumulate(a, &b.0);
        }
        parts.total()
    }

    /// The same for coordinates that are not in blocks; the same result to the last bit.
    #[inline(always)]
    pub fn along_slice(&self, row: Row, v: &[f64]) -> f64 {
        if let (Some(a), [b]) = (self.blocks.get(row.start()), v) {
            return a.0[0] * b;
        }
        self.along_long_slice(row, v)
    }

    #[inline(never)]
    fn along_long_slice(&self, row: Row, v: &[f64]) -> f64 {
        wide(
            #[inline(always)]
            || {
                let [product] = self.rates([row], v);
                product
            },
        )
    }

    /// Products of rows that lie beside each other with coordinates that are not in blocks, in one pass.
    #[inline(always)]
    pub fn rates<const R: usize>(&self, rows: [Row; R], v: &[f64]) -> [f64; R] {
        let (chunks, rest) = tail(v, rows[0].first());
        let whole = rows[0].count().min(chunks.len());
        let (chunks, blocks) = (&chunks[..whole], self.firsts(rows, whole));
        let mut parts = [Block::default(); R];
        for i in 0..whole {
            for r in 0..R {
                parts[r].accumulate(&blocks[r][i], &chunks[i]);
            }
        }
        let mut totals = [0.0; R];
        for r in 0..R {
            if let Some(a) = self.part(rows[r]).get(whole) {
                accumulate_rest(&mut parts[r], a, rest);
            }
            totals[r] = parts[r].total();
        }
        totals
    }

    /// Products of a row with coordinates and with their rates, in one pass.
    #[inline(always)]
    pub fn place_and_rate(&self, row: Row, q: &Coordinates, v: &[f64]) -> (f64, f64) {
        let (chunks, rest) = tail(v, row.first());
        let (blocks, q) = (self.part(row), q.part(row.first(), row.count()));
        let (mut place, mut rate) = (Block::default(), Block::default());
        for ((a, b), c) in blocks.iter().zip(q).zip(chunks) {
            place.accumulate(a, &b.0);
            rate.accumulate(a, c);
        }
        if let (Some(a), Some(b)) = (blocks.get(chunks.len()), q.get(chunks.len())) {
            place.accumulate(a, &b.0);
            accumulate_rest(&mut rate, a, rest);
        }
        (place.total(), rate.total())
    }

    /// `force_j += f row_j`
    #[inline(always)]
    pub fn push(&self, row: Row, f: f64, force: &mut [f64]) {
        if let (Some(block), [force]) = (self.blocks.get(row.start()), &mut *force) {
            *force += f * block.0[0];
            return;
        }
        self.push_many(row, f, force);
    }

    #[inline(never)]
    fn push_many(&self, row: Row, f: f64, force: &mut [f64]) {
        wide(
            #[inline(always)]
            || self.push_inlined(row, f, force),
        );
    }

    /// The same in place of a call.
    #[inline(always)]
    pub fn push_inlined(&self, row: Row, f: f64, force: &mut [f64]) {
        let (chunks, rest) = force.as_chunks_mut::<8>();
        let row = self.row(row);
        for (chunk, block) in chunks.iter_mut().zip(row) {
            *chunk = std::array::from_fn(|k| chunk[k] + f * block.0[k]);
        }
        if let Some(block) = row.get(chunks.len()) {
            for (k, sum) in rest.iter_mut().enumerate() {
                *sum += f * block.0[k];
            }
        }
    }

    /// `force_j += f_1 row_1j`, then the second and so on, in one pass over rows that lie beside each other.
    #[inline(always)]
    pub fn push_rows<const R: usize>(&self, rows: [Row; R], f: [f64; R], force: &mut [f64]) {
        let start = (8 * rows[0].first()).min(force.len());
        let (chunks, rest) = force[start..].as_chunks_mut::<8>();
        let whole = rows[0].count().min(chunks.len());
        let (chunks, blocks) = (&mut chunks[..whole], self.firsts(rows, whole));
        for i in 0..whole {
            let mut sums = chunks[i];
            for r in 0..R {
                for k in 0..8 {
                    sums[k] += f[r] * blocks[r][i].0[k];
                }
            }
            chunks[i] = sums;
        }
        for r in 0..R {
            if let Some(block) = self.part(rows[r]).get(whole) {
                for (k, sum) in rest.iter_mut().enumerate() {
                    *sum += f[r] * block.0[k];
                }
            }
        }
    }

    /// The first `count` blocks of rows that lie beside each other.
    #[inline(always)]
    fn firsts<const R: usize>(&self, rows: [Row; R], count: usize) -> [&[Block]; R] {
        let mut blocks = [[].as_slice(); R];
        for r in 0..R {
            blocks[r] = &self.part(rows[r])[..count];
        }
        blocks
    }

    /// Rows side by side: these can be passed over together.
    #[inline(always)]
    pub fn beside(rows: &[Row]) -> bool {
        rows.windows(2).all(|two| two[0].is_beside(&two[1]))
    }
}

/// The numbers from block `first` on: whole blocks, and the rest.
#[inline(always)]
fn tail(v: &[f64], first: usize) -> (&[[f64; 8]], &[f64]) {
    v.get(8 * first..).unwrap_or_default().as_chunks::<8>()
}

#[inline(always)]
fn accumulate_rest(parts: &mut Block, a: &Block, rest: &[f64]) {
    for (k, b) in rest.iter().enumerate() {
        parts.0[k] += a.0[k] * b;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::interaction::bundle::Bundle;
    use crate::kernel::wide::wide;

    #[test]
    fn sums_have_one_fixed_order_for_all_lengths() {
        for n in [1, 2, 7, 8, 9, 50, 200] {
            let a: Vec<f64> = (0..n).map(|i| 1.0 + 0.37 * f64::from(i)).collect();
            let b: Vec<f64> = (0..n).map(|i| 2.0 - 0.11 * f64::from(i)).collect();
            let exact: f64 = a.iter().zip(&b).map(|(x, y)| x * y).sum();
            let mut shapes = Shapes::new(a.len());
            let row = shapes.add(a.iter().copied()).unwrap();
            let mut q = Coordinates::zero(b.len());
            q.take(&b);
            let sum = shapes.along(row, &q);
            assert!((sum - exact).abs() <= 1e-12 * (1.0 + exact.abs()), "{n}");
            assert_eq!(sum, shapes.along_slice(row, &b));
            let mut bundle = Bundle::new(a.len());
            let ranks = [None, Some(row), Some(row)].map(|row| bundle.add(&shapes, row));
            bundle.multiply(&q);
            assert_eq!(ranks.map(|rank| bundle.products()[rank]), [0.0, sum, sum]);
            wide(|| bundle.multiply(&q));
            assert_eq!(ranks.map(|rank| bundle.products()[rank]), [0.0, sum, sum]);
            let (mut force, mut wide_force) = (b.clone(), b.clone());
            shapes.push(row, 0.5, &mut force);
            wide(|| shapes.push_inlined(row, 0.5, &mut wide_force));
            assert_eq!(force, wide_force);
            assert!(force.iter().zip(&a).zip(&b).all(|((f, a), b)| *f == b + 0.5 * a));
        }
    }
}
