//! Null space of a small dense matrix, by Gauss-Jordan elimination with complete pivoting.
//!
//! `C u = 0` becomes `u = Z y`, `y` being some of the unknowns: the columns of `Z` have a 1 at one unknown that is
//! kept. Rows and columns are scaled first, so that unknowns of different units count alike; rows that others imply
//! are recognised by what is left of them.

use nalgebra::DMatrix;

/// Fraction of the size of a row below which its remainder is rounding.
const NEGLIGIBLE: f64 = 1e-9;

/// A basis of the null space, one column a free unknown, in the order of the unknowns.
pub fn null_space(matrix: &DMatrix<f64>) -> DMatrix<f64> {
    let (rows, n) = matrix.shape();
    let column_scale: Vec<f64> = (0..n).map(|j| scale(matrix.column(j).iter())).collect();
    let mut work = matrix.clone();
    for (j, s) in column_scale.iter().enumerate() {
        work.column_mut(j).iter_mut().for_each(|x| *x /= s);
    }
    for i in 0..rows {
        let s = scale(work.row(i).iter());
        work.row_mut(i).iter_mut().for_each(|x| *x /= s);
    }
    // Row that fixes each unknown.
    let mut owner: Vec<Option<usize>> = vec![None; n];
    let mut used = vec![false; rows];
    while let Some((row, column)) = largest(&work, &used, &owner) {
        let pivot = work[(row, column)];
        work.row_mut(row).iter_mut().for_each(|x| *x /= pivot);
        for other in (0..rows).filter(|r| *r != row) {
            let factor = work[(other, column)];
            if factor != 0.0 {
                for j in 0..n {
                    work[(other, j)] -= factor * work[(row, j)];
                }
            }
        }
        used[row] = true;
        owner[column] = Some(row);
    }
    let kept: Vec<usize> = (0..n).filter(|&j| owner[j].is_none()).collect();
    DMatrix::from_fn(n, kept.len(), |i, k| match owner[i] {
        Some(row) => -work[(row, kept[k])] * column_scale[kept[k]] / column_scale[i],
        None if i == kept[k] => 1.0,
        None => 0.0,
    })
}

fn scale<'a>(values: impl Iterator<Item = &'a f64>) -> f64 {
    let top = values.fold(0.0, |t: f64, x| t.max(x.abs()));
    if top > 0.0 { top } else { 1.0 }
}

/// Place of the largest term of the rows not used yet, the last of equals: later unknowns are eliminated first.
fn largest(work: &DMatrix<f64>, used: &[bool], owner: &[Option<usize>]) -> Option<(usize, usize)> {
    let mut best = None;
    let mut top = NEGLIGIBLE;
    for i in (0..work.nrows()).filter(|&i| !used[i]) {
        for j in (0..work.ncols()).filter(|&j| owner[j].is_none()) {
            let size = work[(i, j)].abs();
            if size > top * (1.0 + 1e-9) || (best.is_some() && size >= top) {
                (top, best) = (size.max(top), Some((i, j)));
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_solve_the_constraints() {
        let c = DMatrix::from_row_slice(2, 4, &[1.0, -1.0, 0.0, 0.0, 0.0, 2e-6, 1e-6, 0.0]);
        let z = null_space(&c);
        assert_eq!(z.ncols(), 2);
        assert!((&c * &z).amax() < 1e-18);
        // Unknown 4 is in no constraint: it is kept as it is.
        assert_eq!(z.column(1).as_slice(), [0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn implied_rows_remove_nothing_more() {
        let third = 1.0 / 3.0;
        let c = DMatrix::from_row_slice(3, 3, &[1.0, -third, 0.0, 0.0, third, -1.0, 1.0, 0.0, -1.0]);
        let z = null_space(&c);
        assert_eq!(z.ncols(), 1);
        assert!((&c * &z).amax() < 1e-15);
        assert_eq!(null_space(&DMatrix::zeros(2, 3)), DMatrix::identity(3, 3));
    }
}
