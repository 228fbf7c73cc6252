//! Numbers a factor is made of, and the innermost product for each kind.
//!
//! A tile of `ROWS × COLUMNS` entries of `A Bᵀ` is summed over all columns of two packed strips. Real and imaginary
//! parts are packed apart, so that both kinds run over plain arrays of reals. Each entry is one sum in the order of the
//! columns: the result does not depend on the width of the registers.

use num_complex::Complex64;

use crate::lanes::Lanes;

/// Rows of a tile.
pub const ROWS: usize = 8;
/// Columns of a tile.
pub const COLUMNS: usize = 8;
/// Numbers of a tile.
const NUMBERS: usize = ROWS * COLUMNS;

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
    /// Reals per number.
    const PARTS: usize;

    /// Real part, or imaginary part for `part = 1`.
    fn part(self, part: usize) -> f64;
    /// Size for comparisons: modulus, or a multiple of it within `√2`.
    fn size(self) -> f64;
    /// `Σ_k a_k b_kᵀ`, column by column; `a` and `b` are strips of packed rows and factors of the same length.
    fn tile<L: Lanes>(lanes: L, a: &[f64], b: &[f64]) -> [Self; ROWS * COLUMNS];
}

impl Entry for f64 {
    const PARTS: usize = 1;

    #[inline(always)]
    fn part(self, _: usize) -> f64 {
        self
    }

    #[inline(always)]
    fn size(self) -> f64 {
        self.abs()
    }

    #[inline(always)]
    fn tile<L: Lanes>(lanes: L, a: &[f64], b: &[f64]) -> [f64; NUMBERS] {
        let mut tile = [0.0; NUMBERS];
        // As many sums as the registers of this processor hold.
        if L::LONG {
            real_columns::<L, 8>(lanes, a, b, 0, &mut tile);
        } else {
            real_columns::<L, 4>(lanes, a, b, 0, &mut tile);
            real_columns::<L, 4>(lanes, a, b, 4, &mut tile);
        }
        tile
    }
}

/// `C` columns of a tile of reals from column `first` on.
#[inline(always)]
fn real_columns<L: Lanes, const C: usize>(lanes: L, a: &[f64], b: &[f64], first: usize, tile: &mut [f64; NUMBERS]) {
    let mut sums = [lanes.zero(); C];
    for (x, y) in a.as_chunks::<ROWS>().0.iter().zip(b.as_chunks::<COLUMNS>().0) {
        for (sum, y) in sums.iter_mut().zip(&y[first..first + C]) {
            lanes.add_scaled(sum, *y, x);
        }
    }
    for (column, sum) in tile.as_chunks_mut::<ROWS>().0[first..].iter_mut().zip(sums) {
        lanes.store(sum, column);
    }
}

impl Entry for Complex64 {
    const PARTS: usize = 2;

    #[inline(always)]
    fn part(self, part: usize) -> f64 {
        if part == 0 { self.re } else { self.im }
    }

    #[inline(always)]
    fn size(self) -> f64 {
        self.re.abs() + self.im.abs()
    }

    #[inline(always)]
    fn tile<L: Lanes>(lanes: L, a: &[f64], b: &[f64]) -> [Complex64; NUMBERS] {
        let mut tile = [Complex64::default(); NUMBERS];
        if L::LONG {
            complex_columns::<L, 4>(lanes, a, b, 0, &mut tile);
            complex_columns::<L, 4>(lanes, a, b, 4, &mut tile);
        } else {
            for first in (0..COLUMNS).step_by(2) {
                complex_columns::<L, 2>(lanes, a, b, first, &mut tile);
            }
        }
        tile
    }
}

/// `C` columns of a tile of complex numbers from column `first` on.
#[inline(always)]
fn complex_columns<L: Lanes, const C: usize>(
    lanes: L,
    a: &[f64],
    b: &[f64],
    first: usize,
    tile: &mut [Complex64; NUMBERS],
) {
    let mut sums = [[lanes.zero(); 2]; C];
    let (strips, _) = a.as_chunks::<ROWS>();
    let (factors, _) = b.as_chunks::<COLUMNS>();
    for (x, y) in strips.as_chunks::<2>().0.iter().zip(factors.as_chunks::<2>().0) {
        for (c, [re, im]) in sums.iter_mut().enumerate() {
            let (y_re, y_im) = (y[0][first + c], y[1][first + c]);
            lanes.add_scaled(re, y_re, &x[0]);
            lanes.add_scaled(im, y_im, &x[0]);
            lanes.add_scaled(re, -y_im, &x[1]);
            lanes.add_scaled(im, y_re, &x[1]);
        }
    }
    for (column, sum) in tile.as_chunks_mut::<ROWS>().0[first..].iter_mut().zip(sums) {
        let [re, im] = sum.map(|part| {
            let mut numbers = [0.0; ROWS];
            lanes.store(part, &mut numbers);
            numbers
        });
        column.iter_mut().zip(re.iter().zip(im)).for_each(|(z, (re, im))| *z = Complex64::new(*re, im));
    }
}
