//! Rows of shapes and the generalised coordinates they multiply.
//!
//! Both are kept in aligned blocks of eight numbers, filled up with zeros: a processor then loads and
//! multiplies several in one go. Sums are made in eight parts that are added in a fixed order, so that the
//! result is the same on all processors, and the same for a row alone as for one of a [`Bundle`].

/// Eight numbers, aligned as processors like it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(align(64))]
struct Block([f64; 8]);

/// Copies numbers into blocks; what is beyond them stays as it is.
#[inline]
fn fill(blocks: &mut [Block], x: &[f64]) {
    let (chunks, rest) = x.as_chunks::<8>();
    for (block, chunk) in blocks.iter_mut().zip(chunks) {
        block.0 = *chunk;
    }
    if let Some(last) = blocks.get_mut(chunks.len()) {
        last.0[..rest.len()].copy_from_slice(rest);
    }
}

/// Generalised coordinates at one evaluation.
#[derive(Clone, Debug, Default)]
pub(super) struct Coordinates {
    blocks: Vec<Block>,
}

impl Coordinates {
    pub fn zero(size: usize) -> Self {
        Coordinates { blocks: vec![Block::default(); size.div_ceil(8)] }
    }

    /// Takes up `x`, of the size this was made for.
    #[inline]
    pub fn take(&mut self, x: &[f64]) {
        fill(&mut self.blocks, x);
    }

    /// The first of them.
    #[inline]
    pub fn first(&self) -> f64 {
        self.blocks.first().map_or(0.0, |block| block.0[0])
    }

    #[inline]
    pub fn set_first(&mut self, x: f64) {
        if let Some(block) = self.blocks.first_mut() {
            block.0[0] = x;
        }
    }

    pub fn copy(&mut self, other: &Coordinates) {
        self.blocks.copy_from_slice(&other.blocks);
    }
}

/// Products of two rows at a time, so that coordinates are loaded once for both; in eight parts.
#[inline(always)]
fn products(a: &[Block], b: &[Block], q: &[Block]) -> (Block, Block) {
    let (mut a_sums, mut b_sums) = (Block::default(), Block::default());
    for ((a, b), q) in a.iter().zip(b).zip(q) {
        accumulate(&mut a_sums, a, q);
        accumulate(&mut b_sums, b, q);
    }
    (a_sums, b_sums)
}

#[inline(always)]
fn accumulate(sums: &mut Block, a: &Block, b: &Block) {
    for k in 0..8 {
        sums.0[k] += a.0[k] * b.0[k];
    }
}

#[inline(always)]
fn total(sums: &Block) -> f64 {
    let s = &sums.0;
    ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
}

/// Rows whose products with the coordinates are wanted at every evaluation.
#[derive(Clone, Debug, Default)]
pub(super) struct Bundle {
    size: usize,
    blocks: Vec<Block>,
    /// The eight parts of each product, before they are added: stored side by side, hence computed side by side.
    parts: Vec<Block>,
    products: Vec<f64>,
}

impl Bundle {
    pub fn new(size: usize) -> Self {
        Bundle { size, ..Bundle::default() }
    }

    /// Adds a row (`None`: zeros) and returns its rank among the products.
    pub fn add(&mut self, shapes: &Shapes, row: Option<Row>) -> usize {
        let start = self.blocks.len();
        self.blocks.resize(start + self.size.div_ceil(8), Block::default());
        if let Some(row) = row {
            self.blocks[start..].copy_from_slice(shapes.row(row));
        }
        self.parts.push(Block::default());
        self.products.push(0.0);
        self.products.len() - 1
    }

    /// All products with `q`.
    #[inline(always)]
    pub fn multiply(&mut self, q: &Coordinates) {
        let width = self.size.div_ceil(8);
        let (parts, odd_part) = self.parts.as_chunks_mut::<2>();
        let mut rows = self.blocks.as_slice();
        for parts in parts {
            let Some((two, rest)) = rows.split_at_checked(2 * width) else { return };
            let (a, b) = two.split_at(width);
            [parts[0], parts[1]] = products(a, b, &q.blocks).into();
            rows = rest;
        }
        if let [part] = odd_part {
            *part = Block::default();
            for (a, q) in rows.iter().zip(&q.blocks) {
                accumulate(part, a, q);
            }
        }
        for (product, part) in self.products.iter_mut().zip(&self.parts) {
            *product = total(part);
        }
    }

    #[inline]
    pub fn products(&self) -> &[f64] {
        &self.products
    }
}

/// Rows of shapes, `size` numbers each.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes {
    pub size: usize,
    blocks: Vec<Block>,
}

/// Place of a row among the [`Shapes`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Row(usize);

impl Shapes {
    pub fn new(size: usize) -> Shapes {
        Shapes { size, blocks: Vec::new() }
    }

    /// Adds a row unless all its numbers are 0.
    pub fn add(&mut self, row: impl Iterator<Item = f64>) -> Option<Row> {
        let mut values: Vec<f64> = row.take(self.size).collect();
        values.resize(self.size, 0.0);
        if values.iter().all(|&x| x == 0.0) {
            return None;
        }
        let start = self.blocks.len();
        self.blocks.resize(start + self.size.div_ceil(8), Block::default());
        fill(&mut self.blocks[start..], &values);
        Some(Row(start))
    }

    #[inline]
    fn row(&self, row: Row) -> &[Block] {
        &self.blocks[row.0..row.0 + self.size.div_ceil(8)]
    }

    /// The numbers of a row.
    pub fn numbers(&self, row: Row) -> Vec<f64> {
        self.row(row).iter().flat_map(|block| block.0).take(self.size).collect()
    }

    /// `sum_j row_j q_j`
    #[inline(always)]
    pub fn along(&self, row: Row, q: &Coordinates) -> f64 {
        if self.size == 1
            && let (Some(a), [b]) = (self.blocks.get(row.0), q.blocks.as_slice())
        {
            return a.0[0] * b.0[0];
        }
        self.along_many(row, q)
    }

    #[inline(never)]
    fn along_many(&self, row: Row, q: &Coordinates) -> f64 {
        let row = self.row(row);
        let mut sums = Block::default();
        for (a, b) in row.iter().zip(&q.blocks) {
            accumulate(&mut sums, a, b);
        }
        total(&sums)
    }

    /// The same for coordinates that are not in blocks; the same result to the last bit.
    #[inline(always)]
    pub fn along_slice(&self, row: Row, v: &[f64]) -> f64 {
        if let (Some(a), [b]) = (self.blocks.get(row.0), v) {
            return a.0[0] * b;
        }
        self.along_long_slice(row, v)
    }

    #[inline(never)]
    fn along_long_slice(&self, row: Row, v: &[f64]) -> f64 {
        let row = self.row(row);
        let (chunks, rest) = v.as_chunks::<8>();
        let mut sums = Block::default();
        for (a, b) in row.iter().zip(chunks) {
            for k in 0..8 {
                sums.0[k] += a.0[k] * b[k];
            }
        }
        if let Some(a) = row.get(chunks.len()) {
            for (k, b) in rest.iter().enumerate() {
                sums.0[k] += a.0[k] * b;
            }
        }
        total(&sums)
    }

    /// `force_j += f row_j`, in place of a call.
    #[inline(always)]
    pub fn push_inlined(&self, row: Row, f: f64, force: &mut [f64]) {
        Shapes::push_row(self.row(row), f, force);
    }

    /// `force_j += f row_j`
    #[inline(always)]
    pub fn push(&self, row: Row, f: f64, force: &mut [f64]) {
        if let (Some(block), [force]) = (self.blocks.get(row.0), &mut *force) {
            *force += f * block.0[0];
            return;
        }
        self.push_many(row, f, force);
    }

    #[inline(never)]
    fn push_many(&self, row: Row, f: f64, force: &mut [f64]) {
        Shapes::push_row(self.row(row), f, force);
    }

    #[inline(always)]
    fn push_row(row: &[Block], f: f64, force: &mut [f64]) {
        let (chunks, rest) = force.as_chunks_mut::<8>();
        for (chunk, block) in chunks.iter_mut().zip(row) {
            *chunk = std::array::from_fn(|k| chunk[k] + f * block.0[k]);
        }
        if let Some(block) = row.get(chunks.len()) {
            for (k, sum) in rest.iter_mut().enumerate() {
                *sum += f * block.0[k];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
