//! Linear systems of a few unknowns that may be redundant.
//!
//! Gauss elimination with rows exchanged. A system that has no single solution (two contacts that hold the same
//! motion) is solved for the smallest one, by steps of a system made regular: `(A + e) dx = b - A x`.

/// A factorised matrix; memory is kept from one to the next.
#[derive(Clone, Debug, Default)]
pub struct Elimination {
    size: usize,
    matrix: Vec<f64>,
    factors: Vec<f64>,
    order: Vec<usize>,
    rest: Vec<f64>,
    part: Vec<f64>,
    turned: Vec<f64>,
    redundant: bool,
}

/// Pivots below this part of the largest term are nothing.
const PIVOT: f64 = 1e-12;

impl Elimination {
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
            let size = self.matrix.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
            for i in 0..self.size {
                self.factors[i * self.size + i] += if size > 0.0 { 1e-6 * size } else { 1.0 };
            }
            self.reduce();
        }
        self.redundant
    }

    /// Tells whether what was factorised last has no single solution.
    pub fn is_redundant(&self) -> bool {
        self.redundant && self.size > 0
    }

    fn reduce(&mut self) -> bool {
        let n = self.size;
        let size = self.factors.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
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
            if !(self.factors[pivot * n + k].abs() > PIVOT * size) {
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
        for _ in 0..4 {
            let mut step = std::mem::take(&mut self.part);
            step.clear();
            step.extend(
                (0..n).map(|i| {
                    rest[i] - self.matrix[i * n..(i + 1) * n].iter().zip(&*x).map(|(a, x)| a * x).sum::<f64>()
                }),
            );
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
