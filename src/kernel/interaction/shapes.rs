//! Rows of shapes: products with generalised coordinates, and back to generalised forces.
//!
//! A row knows its first block that is not zero and its last: a contact that rubs multiplies what is between them, so
//! that a point that moves along an axis in some of the modes only costs what these modes cost.

use super::blocks::{Block, Coordinates, fill};
use crate::lanes::{LaneWork, Lanes, run};

/// Rows of shapes, `size` numbers each.
#[derive(Clone, Debug, Default)]
pub struct Shapes {
    pub size: usize,
    blocks: Vec<Block>,
}

/// Place of a row among the [`Shapes`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
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

    /// Its blocks that are not zero.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.first()..self.first() + self.count()
    }

    /// Replaces the range of blocks that are read by `blocks`, which must contain all that are not zero.
    pub fn over(self, blocks: std::ops::Range<usize>) -> Row {
        let short = |x: usize| u32::try_from(x).unwrap_or(u32::MAX);
        Row { first: short(blocks.start), count: short(blocks.len()), ..self }
    }

    #[inline(always)]
    fn is_beside(&self, other: &Row) -> bool {
        (self.first, self.count) == (other.first, other.count)
    }
}

impl Shapes {
    /// No row yet; rows of `size` numbers.
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
        run(Along { shapes: self, row, q })
    }

    /// [`Shapes::along`] for several coordinates, in place of a call.
    #[inline(always)]
    pub fn place<L: Lanes>(&self, lanes: L, row: Row, q: &Coordinates) -> f64 {
        let [product] = self.products(lanes, [(row, q)]);
        product
    }

    /// Several products, their sums side by side: one alone waits for each of its additions.
    #[inline(always)]
    pub fn products<L: Lanes, const R: usize>(&self, lanes: L, pairs: [(Row, &Coordinates); R]) -> [f64; R] {
        let (mut blocks, mut numbers) = ([[].as_slice(); R], [[].as_slice(); R]);
        let mut common = usize::MAX;
        for r in 0..R {
            let (row, x) = pairs[r];
            (blocks[r], numbers[r]) = (self.part(row), x.part(row.first(), row.count()));
            common = common.min(blocks[r].len()).min(numbers[r].len());
        }
        let mut parts = [lanes.zero(); R];
        let (mut heads, mut others) = (blocks, numbers);
        for r in 0..R {
            (heads[r], others[r]) = (&blocks[r][..common], &numbers[r][..common]);
        }
        for i in 0..common {
            for r in 0..R {
                lanes.accumulate(&mut parts[r], &heads[r][i].0, &others[r][i].0);
            }
        }
        let mut totals = [0.0; R];
        for r in 0..R {
            for (a, b) in blocks[r][common..].iter().zip(&numbers[r][common..]) {
                lanes.accumulate(&mut parts[r], &a.0, &b.0);
            }
            totals[r] = lanes.total(parts[r]);
        }
        totals
    }

    /// Product with coordinates that are not in blocks; equal to the product in blocks to the last bit.
    #[inline(always)]
    pub fn along_slice(&self, row: Row, v: &[f64]) -> f64 {
        if let (Some(a), [b]) = (self.blocks.get(row.start()), v) {
            return a.0[0] * b;
        }
        self.along_long_slice(row, v)
    }

    #[inline(never)]
    fn along_long_slice(&self, row: Row, v: &[f64]) -> f64 {
        run(AlongSlice { shapes: self, row, v })
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
        run(Push { shapes: self, row, f, force });
    }

    /// `force_j += f_1 row_1j`, then the second and so on, in one pass over rows that lie beside each other.
    #[inline(always)]
    pub fn push_rows<L: Lanes, const R: usize>(&self, lanes: L, rows: [Row; R], f: [f64; R], force: &mut [f64]) {
        let (blocks, first) = (self.parts(rows), rows[0].first());
        let (whole, rest) = force.as_chunks_mut::<8>();
        let sums = whole.get_mut(first..).unwrap_or_default();
        let count = sums.len().min(rows[0].count());
        for i in 0..count {
            let mut parts = lanes.load(&sums[i]);
            for r in 0..R {
                lanes.add_scaled(&mut parts, f[r], &blocks[r][i].0);
            }
            lanes.store(parts, &mut sums[i]);
        }
        if count < rows[0].count() {
            for (k, sum) in rest.iter_mut().enumerate() {
                for r in 0..R {
                    *sum += f[r] * blocks[r][count].0[k];
                }
            }
        }
    }

    /// The blocks of rows that lie beside each other.
    #[inline(always)]
    fn parts<const R: usize>(&self, rows: [Row; R]) -> [&[Block]; R] {
        let mut blocks = [[].as_slice(); R];
        for r in 0..R {
            blocks[r] = &self.part(rows[r])[..rows[0].count()];
        }
        blocks
    }

    /// Rows side by side: these can be passed over together.
    #[inline(always)]
    pub fn beside(rows: &[Row]) -> bool {
        rows.windows(2).all(|two| two[0].is_beside(&two[1]))
    }
}

/// Remainder that does not fill a block, filled up with zeros: they add nothing to a sum, which is never -0.
#[inline(always)]
fn filled(rest: &[f64]) -> [f64; 8] {
    let mut block = [0.0; 8];
    for (k, x) in rest.iter().enumerate() {
        block[k] = *x;
    }
    block
}

/// [`Shapes::along`]
struct Along<'a> {
    shapes: &'a Shapes,
    row: Row,
    q: &'a Coordinates,
}

impl LaneWork for Along<'_> {
    type Output = f64;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> f64 {
        self.shapes.place(lanes, self.row, self.q)
    }
}

/// [`Shapes::along_slice`]
struct AlongSlice<'a> {
    shapes: &'a Shapes,
    row: Row,
    v: &'a [f64],
}

impl LaneWork for AlongSlice<'_> {
    type Output = f64;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> f64 {
        let (chunks, rest) = self.v.as_chunks::<8>();
        let blocks = self.shapes.row(self.row);
        let mut parts = lanes.zero();
        for (a, b) in blocks.iter().zip(chunks) {
            lanes.accumulate(&mut parts, &a.0, b);
        }
        if let Some(a) = blocks.get(chunks.len()) {
            lanes.accumulate(&mut parts, &a.0, &filled(rest));
        }
        lanes.total(parts)
    }
}

/// [`Shapes::push`]
struct Push<'a> {
    shapes: &'a Shapes,
    row: Row,
    f: f64,
    force: &'a mut [f64],
}

impl LaneWork for Push<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        self.shapes.push_rows(lanes, [self.row], [self.f], self.force);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interaction::bundle::Bundle;
    use crate::lanes::Plain;

    struct InBundle<'a>(&'a mut Bundle, &'a Coordinates);

    impl LaneWork for InBundle<'_> {
        type Output = ();

        fn run<L: Lanes>(self, lanes: L) {
            self.0.multiply(lanes, self.1);
        }
    }

    struct Pushed<'a>(&'a Shapes, [Row; 2], &'a mut [f64]);

    impl LaneWork for Pushed<'_> {
        type Output = ();

        fn run<L: Lanes>(self, lanes: L) {
            self.0.push_rows(lanes, self.1, [0.5, 0.25], self.2);
        }
    }

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
            assert_eq!(shapes.products(Plain, [(row, &q), (row, &q)]), [sum, sum]);
            let mut bundle = Bundle::new(a.len());
            let ranks = [None, Some(row), Some(row), None, Some(row)].map(|row| bundle.add(&shapes, row));
            bundle.multiply(Plain, &q);
            assert_eq!(ranks.map(|rank| bundle.products()[rank]), [0.0, sum, sum, 0.0, sum]);
            run(InBundle(&mut bundle, &q));
            assert_eq!(ranks.map(|rank| bundle.products()[rank]), [0.0, sum, sum, 0.0, sum]);
            let (mut force, mut sums) = (b.clone(), b.clone());
            shapes.push(row, 0.5, &mut force);
            assert!(force.iter().zip(&a).zip(&b).all(|((f, a), b)| *f == b + 0.5 * a));
            shapes.push(row, 0.25, &mut force);
            run(Pushed(&shapes, [row, row], &mut sums));
            assert_eq!(force, sums);
        }
    }

    #[test]
    fn rows_that_start_elsewhere_are_summed_as_each_by_itself() {
        let mut shapes = Shapes::new(40);
        let within =
            |from: usize, to: usize| (0..40).map(move |i| if (from..to).contains(&i) { 0.3 + i as f64 } else { 0.0 });
        let (low, high) = (shapes.add(within(0, 20)).unwrap(), shapes.add(within(17, 40)).unwrap());
        let mut x = Coordinates::zero(40);
        x.take(&(0..40).map(|i| 1.0 / (1.0 + f64::from(i))).collect::<Vec<_>>());
        let alone = [low, high].map(|row| shapes.along(row, &x));
        assert_eq!(shapes.products(Plain, [(low, &x), (high, &x)]), alone);
        assert!(!Shapes::beside(&[low, high]));
    }
}
