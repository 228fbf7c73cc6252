//! Rows of shapes and the generalised coordinates they multiply.
//!
//! Both are kept in aligned blocks of eight numbers, filled up with zeros: a processor then loads and
//! multiplies several in one go. Sums are made in eight parts that are added in a fixed order, so that the
//! result is the same on all processors, and the same for a row alone as for one of a [`Bundle`].

/// Two numbers, aligned as processors like it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(align(16))]
struct Pair([f64; 2]);

type Block = [Pair; 4];

/// Copies numbers into blocks; what is beyond them stays as it is.
#[inline]
fn fill(blocks: &mut [Block], x: &[f64]) {
    let (chunks, rest) = x.as_chunks::<8>();
    for (block, chunk) in blocks.iter_mut().zip(chunks) {
        for (pair, two) in block.iter_mut().zip(chunk.as_chunks::<2>().0) {
            pair.0 = *two;
        }
    }
    if let Some(last) = blocks.get_mut(chunks.len()) {
        for (k, x) in rest.iter().enumerate() {
            last[k / 2].0[k % 2] = *x;
        }
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
        self.blocks.first().map_or(0.0, |block| block[0].0[0])
    }

    #[inline]
    pub fn set_first(&mut self, x: f64) {
        if let Some(block) = self.blocks.first_mut() {
            block[0].0[0] = x;
        }
    }

    pub fn copy(&mut self, other: &Coordinates) {
        self.blocks.copy_from_slice(&other.blocks);
    }
}

#[inline]
fn product(row: &[Block], q: &[Block]) -> f64 {
    let mut sums = Block::default();
    for (a, q) in row.iter().zip(q) {
        accumulate(&mut sums, a, q);
    }
    total(&sums)
}

/// Two rows at a time, so that coordinates are loaded once for both.
#[inline]
fn products(a: &[Block], b: &[Block], q: &[Block]) -> (f64, f64) {
    let (mut a_sums, mut b_sums) = (Block::default(), Block::default());
    for ((a, b), q) in a.iter().zip(b).zip(q) {
        accumulate(&mut a_sums, a, q);
        accumulate(&mut b_sums, b, q);
    }
    (total(&a_sums), total(&b_sums))
}

#[inline]
fn accumulate(sums: &mut Block, a: &Block, b: &Block) {
    for p in 0..4 {
        // One by one: the compiler then knows that the first of a pair is aligned.
        sums[p].0[0] += a[p].0[0] * b[p].0[0];
        sums[p].0[1] += a[p].0[1] * b[p].0[1];
    }
}

#[inline]
fn total(s: &Block) -> f64 {
    let half = [s[0].0[0] + s[2].0[0], s[0].0[1] + s[2].0[1]];
    let other = [s[1].0[0] + s[3].0[0], s[1].0[1] + s[3].0[1]];
    (half[0] + other[0]) + (half[1] + other[1])
}

/// Rows whose products with the coordinates are wanted at every evaluation.
#[derive(Clone, Debug, Default)]
pub(super) struct Bundle {
    size: usize,
    blocks: Vec<Block>,
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
        self.products.push(0.0);
        self.products.len() - 1
    }

    /// All products with `q`. By itself: among other code the compiler finds less good an order.
    #[inline(never)]
    pub fn multiply(&mut self, q: &Coordinates) {
        // One row of each half at a time.
        let width = self.size.div_ceil(8);
        let half = self.products.len() / 2;
        let (first, others) = self.products.split_at_mut(half);
        let (second, last) = others.split_at_mut(half);
        let (mut first_rows, other_rows) = self.blocks.split_at(half * width);
        let (mut second_rows, last_row) = other_rows.split_at(half * width);
        for (a, b) in first.iter_mut().zip(second) {
            let (Some((a_row, a_rest)), Some((b_row, b_rest))) =
                (first_rows.split_at_checked(width), second_rows.split_at_checked(width))
            else {
                return;
            };
            (*a, *b) = products(a_row, b_row, &q.blocks);
            (first_rows, second_rows) = (a_rest, b_rest);
        }
        if let [last] = last {
            *last = product(last_row, &q.blocks);
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

    /// `sum_j row_j q_j`
    #[inline(always)]
    pub fn along(&self, row: Row, q: &Coordinates) -> f64 {
        if self.size == 1
            && let (Some(a), [b]) = (self.blocks.get(row.0), q.blocks.as_slice())
        {
            return a[0].0[0] * b[0].0[0];
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
            return a[0].0[0] * b;
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
                sums[k / 2].0[k % 2] += a[k / 2].0[k % 2] * b[k];
            }
        }
        if let Some(a) = row.get(chunks.len()) {
            for (k, b) in rest.iter().enumerate() {
                sums[k / 2].0[k % 2] += a[k / 2].0[k % 2] * b;
            }
        }
        total(&sums)
    }

    /// `force_j += f row_j`
    #[inline(always)]
    pub fn push(&self, row: Row, f: f64, force: &mut [f64]) {
        if let (Some(block), [force]) = (self.blocks.get(row.0), &mut *force) {
            *force += f * block[0].0[0];
            return;
        }
        self.push_many(row, f, force);
    }

    #[inline(never)]
    fn push_many(&self, row: Row, f: f64, force: &mut [f64]) {
        let row = self.row(row);
        let (chunks, rest) = force.as_chunks_mut::<8>();
        for (chunk, block) in chunks.iter_mut().zip(row) {
            for k in 0..8 {
                chunk[k] += f * block[k / 2].0[k % 2];
            }
        }
        if let Some(block) = row.get(chunks.len()) {
            for (k, sum) in rest.iter_mut().enumerate() {
                *sum += f * block[k / 2].0[k % 2];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let mut force = b.clone();
            shapes.push(row, 0.5, &mut force);
            assert!(force.iter().zip(&a).zip(&b).all(|((f, a), b)| *f == b + 0.5 * a));
        }
    }
}
