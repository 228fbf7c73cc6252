//! Linear systems of a few unknowns that may be redundant.
//!
//! Gauss elimination with rows exchanged. A system that has no single solution (two contacts that hold the same
//! motion) is solved for the smallest one, by steps of a system made regular: `(A + E) dx = b - A x`, until what remains is
//! rounding. `E` is a part of each row's own diagonal: rows may differ by many orders of magnitude (the compliance
//! `1/(k h²)` of a linear stop beside the mobility `1/m` of its tangents).

/// A factorised matrix; memory is kept from one to the next.
#[derive(Clone, Debug, Default)]
pub struct SmallSystem {
    size: usize,
    matrix: Vec<f64>,
    factors: Vec<f64>,
    order: Vec<usize>,
    rest: Vec<f64>,
    part: Vec<f64>,
    turned: Vec<f64>,
    /// Largest term of each column.
    largest: Vec<f64>,
    redundant: bool,
    unbalanced: bool,
}

/// Pivots below this part of the largest term of their column are nothing.
const PIVOT: f64 = 1e-12;
/// Part of its diagonal that is added to each row of a redundant system.
const REGULAR: f64 = 1e-6;
/// Steps at most of a redundant system. Each leaves `REGULAR` over the smallest eigenvalue of what the last one left.
const STEPS: u32 = 60;
/// Parts of the terms of a row that remain of a redundant system: rounding below the first, told above the second.
const ROUNDING: f64 = 4.0 * f64::EPSILON;
const TOLD: f64 = 1e-9;

impl SmallSystem {
    /// Makes room for `size` unknowns and gives the matrix, row after row, to be written.
    pub fn open(&mut self, size: usize) -> &mut [f64] {
        self.size = size;
        self.matrix.clear();
        self.matrix.resize(size * size, 0.0);
        &mut self.matrix
    }

    /// Factorises what was written. Whether it is redundant.
    pub fn factorise(&mut self) -> bool {
        self.factors.clone_from(&self.matrix);
        self.redundant = !self.reduce();
        if self.redundant {
            self.factors.clone_from(&self.matrix);
            let n = self.size;
            for i in 0..n {
                let row = &self.matrix[i * n..(i + 1) * n];
                let size = match row[i].abs() {
                    0.0 => row.iter().fold(0.0_f64, |a, x| a.max(x.abs())),
                    own => own,
                };
                self.factors[i * n + i] += if size > 0.0 { REGULAR * size } else { 1.0 };
            }
            self.reduce();
        }
        self.redundant
    }

    /// Tells whether what was factorised last has no single solution.
    pub fn is_redundant(&self) -> bool {
        self.redundant && self.size > 0
    }

    /// Tells whether the last solution of a redundant system leaves more than rounding.
    pub fn is_unbalanced(&self) -> bool {
        self.is_redundant() && self.unbalanced
    }

    fn reduce(&mut self) -> bool {
        let n = self.size;
        self.largest.clear();
        self.largest.resize(n, 0.0);
        for row in self.factors.chunks_exact(n.max(1)) {
            self.largest.iter_mut().zip(row).for_each(|(a, x)| *a = a.max(x.abs()));
        }
        self.order.clear();
        self.order.extend(0..n);
        for k in 0..n {
            let pivot =
                (k..n).fold(
                    k,
                    |best, i| {
                        if self.factors[i * n + k].abs() > self.factors[best * n + k].abs() { i } else { best }
                    },
                );
            if !(self.factors[pivot * n + k].abs() > PIVOT * self.largest[k]) {
                return false;
            }
            if pivot != k {
                self.order.swap(k, pivot);
                for j in 0..n {
                    self.factors.swap(k * n + j, pivot * n + j);
                }
            }
            let (above, below) = self.factors.split_at_mut((k + 1) * n);
            let row = &above[k * n..];
            for other in below.chunks_exact_mut(n) {
                if other[k] == 0.0 {
                    continue;
                }
                let factor = other[k] / row[k];
                other[k] = factor;
                for (x, y) in other[k + 1..].iter_mut().zip(&row[k + 1..]) {
                    *x -= factor * y;
                }
            }
        }
        true
    }

    /// `x := A^-1 x`, the smallest solution where there are several.
    #[inline]
    pub fn solve(&mut self, x: &mut [f64]) {
        match (&*self.factors, &mut *x) {
            ([a], [x]) if !self.redundant => *x /= a,
            ([a, b, c, d], [x, y]) if !self.redundant => {
                if self.order[0] == 1 {
                    std::mem::swap(x, y);
                }
                *y = (*y - c * *x) / d;
                *x = (*x - b * *y) / a;
            }
            _ => self.solve_many(x),
        }
    }

    fn solve_many(&mut self, x: &mut [f64]) {
        if !self.redundant {
            return self.substitute(x);
        }
        let n = self.size;
        let mut rest = std::mem::take(&mut self.rest);
        rest.clear();
        rest.extend_from_slice(x);
        x.fill(0.0);
        let mut before = f64::INFINITY;
        for _ in 0..STEPS {
            let mut step = std::mem::take(&mut self.part);
            step.clear();
            // What remains of each row, and the largest part that it is of the terms of its row.
            let mut left = 0.0_f64;
            for (row, b) in self.matrix.chunks_exact(n).zip(&rest) {
                let (sum, terms) = row
                    .iter()
                    .zip(&*x)
                    .fold((0.0, b.abs()), |(sum, terms), (a, x)| (sum + a * x, terms + (a * x).abs()));
                step.push(b - sum);
                if terms > 0.0 {
                    left = left.max((b - sum).abs() / terms);
                }
            }
            self.unbalanced = !(left <= TOLD);
            if !(left > ROUNDING && left < before) {
                self.part = step;
                break;
            }
            before = left;
            self.substitute(&mut step);
            for (x, step) in x.iter_mut().zip(&step) {
                *x += step;
            }
            self.part = step;
        }
        self.rest = rest;
    }

    fn substitute(&mut self, x: &mut [f64]) {
        let n = self.size;
        let mut y = std::mem::take(&mut self.turned);
        y.clear();
        y.extend(self.order.iter().map(|&i| x[i]));
        for i in 1..n {
            let known: f64 = self.factors[i * n..i * n + i].iter().zip(&y).map(|(a, y)| a * y).sum();
            y[i] -= known;
        }
        for i in (0..n).rev() {
            let known: f64 = self.factors[i * n + i + 1..(i + 1) * n].iter().zip(&y[i + 1..]).map(|(a, y)| a * y).sum();
            y[i] = (y[i] - known) / self.factors[i * n + i];
        }
        x.copy_from_slice(&y);
        self.turned = y;
    }
}
