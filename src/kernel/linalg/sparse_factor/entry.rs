//! Numbers a factor is made of, and the innermost product for each kind.
//!
//! A tile of `ROWS × COLUMNS` entries of `A Bᵀ` is summed over all columns of two packed strips. Real and imaginary
//! parts are packed apart, so that both kinds run over plain arrays of reals. Each entry is one sum in the order of the
//! columns: the result does not depend on the width of the registers.

use num_complex::Complex64;

/// Columns of a tile.
pub const COLUMNS: usize = 4;

/// A real or complex number of a matrix.
pub trait Entry:
    Copy
    + Default
    + Send
    + Sync
    + PartialEq
    + std::fmt::Debug
    + std::ops::Add<Output = Self>
    + std::ops::AddAssign
    + std::ops::Sub<Output = Self>
    + std::ops::SubAssign
    + std::ops::Mul<Output = Self>
    + std::ops::Div<Output = Self>
{
    /// Rows of a tile, and reals per number.
    const ROWS: usize;
    const PARTS: usize;
    /// A tile, column by column.
    type Tile: AsRef<[Self]>;

    /// Real part, or imaginary part for `part = 1`.
    fn part(self, part: usize) -> f64;
    /// Size for comparisons: modulus, or a multiple of it within `√2`.
    fn size(self) -> f64;
    /// `Σ_k a_k b_kᵀ` over `count` columns; `a` and `b` are strips packed by [`super::front::pack`].
    fn tile(count: usize, a: &[f64], b: &[f64]) -> Self::Tile;
}

impl Entry for f64 {
    const ROWS: usize = 8;
    const PARTS: usize = 1;
    type Tile = [f64; 32];

    #[inline(always)]
    fn part(self, _: usize) -> f64 {
        self
    }

    #[inline(always)]
    fn size(self) -> f64 {
        self.abs()
    }

    #[inline(always)]
    fn tile(count: usize, a: &[f64], b: &[f64]) -> [f64; 32] {
        let mut sums = [[0.0_f64; 8]; 4];
        for (x, y) in a.chunks_exact(8).zip(b.chunks_exact(4)).take(count) {
            for (sum, y) in sums.iter_mut().zip(y) {
                for (s, x) in sum.iter_mut().zip(x) {
                    *s += x * y;
                }
            }
        }
        let mut tile = [0.0; 32];
        for (target, column) in tile.chunks_exact_mut(8).zip(&sums) {
            target.copy_from_slice(column);
        }
        tile
    }
}

impl Entry for Complex64 {
    const ROWS: usize = 4;
    const PARTS: usize = 2;
    type Tile = [Complex64; 16];

    #[inline(always)]
    fn part(self, part: usize) -> f64 {
        if part == 0 { self.re } else { self.im }
    }

    #[inline(always)]
    fn size(self) -> f64 {
        self.re.abs() + self.im.abs()
    }

    #[inline(always)]
    fn tile(count: usize, a: &[f64], b: &[f64]) -> [Complex64; 16] {
        let (mut re, mut im) = ([[0.0_f64; 4]; 4], [[0.0_f64; 4]; 4]);
        for (x, y) in a.chunks_exact(8).zip(b.chunks_exact(8)).take(count) {
            for j in 0..4 {
                let (yr, yi) = (y[j], y[4 + j]);
                for i in 0..4 {
                    re[j][i] += x[i] * yr - x[4 + i] * yi;
                    im[j][i] += x[i] * yi + x[4 + i] * yr;
                }
            }
        }
        let mut tile = [Complex64::default(); 16];
        for j in 0..4 {
            for i in 0..4 {
                tile[4 * j + i] = Complex64::new(re[j][i], im[j][i]);
            }
        }
        tile
    }
}
