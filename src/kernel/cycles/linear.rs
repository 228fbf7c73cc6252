//! Small linear systems that may have directions without any effect: singular values by one-sided Jacobi rotations.

use crate::linalg::dot;

/// `A V = U`, the columns of `U` orthogonal, by falling length.
#[derive(Clone, Debug)]
pub struct Singular {
    /// Columns of `U` and of `V`.
    pub left: Vec<Vec<f64>>,
    pub right: Vec<Vec<f64>>,
    /// Lengths of the columns of `U`.
    pub values: Vec<f64>,
}

impl Singular {
    /// Of a matrix given by its columns.
    pub fn of(mut columns: Vec<Vec<f64>>) -> Singular {
        let size = columns.len();
        let unit = |j: usize| (0..size).map(|i| f64::from(u8::from(i == j))).collect::<Vec<f64>>();
        let mut right: Vec<Vec<f64>> = (0..size).map(unit).collect();
        let largest = columns.iter().map(|c| dot(c, c)).fold(0.0, f64::max);
        for _ in 0..60 {
            let mut turned = false;
            for p in 0..size {
                for q in p + 1..size {
                    let (a, b, c) =
                        (dot(&columns[p], &columns[p]), dot(&columns[q], &columns[q]), dot(&columns[p], &columns[q]));
                    if !(c.abs() > 1e-15 * (a * b).sqrt()) || c.abs() <= 1e-34 * largest {
                        continue;
                    }
                    turned = true;
                    let zeta = (b - a) / (2.0 * c);
                    let tangent = zeta.signum() / (zeta.abs() + (1.0 + zeta * zeta).sqrt());
                    let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
                    for set in [&mut columns, &mut right] {
                        let (first, second) = set.split_at_mut(q);
                        for (x, y) in first[p].iter_mut().zip(&mut second[0]) {
                            (*x, *y) = (cosine * (*x - tangent * *y), cosine * (*y + tangent * *x));
                        }
                    }
                }
            }
            if !turned {
                break;
            }
        }
        let lengths: Vec<f64> = columns.iter().map(|c| dot(c, c).sqrt()).collect();
        let mut order: Vec<usize> = (0..size).collect();
        order.sort_by(|a, b| lengths[*b].total_cmp(&lengths[*a]));
        Singular {
            left: order.iter().map(|&j| columns[j].clone()).collect(),
            right: order.iter().map(|&j| right[j].clone()).collect(),
            values: order.iter().map(|&j| lengths[j]).collect(),
        }
    }

    /// Number of directions that the matrix shortens to `tolerance` or less of their length.
    pub fn null(&self, tolerance: f64) -> usize {
        self.values.iter().filter(|s| **s <= tolerance).count()
    }

    /// The shortest `x` for which `A x` is nearest to `b`, directions up to `tolerance` left out.
    pub fn solve(&self, b: &[f64], tolerance: f64) -> Vec<f64> {
        let mut x = vec![0.0; self.right.len()];
        for ((u, v), s) in self.left.iter().zip(&self.right).zip(&self.values).filter(|(_, s)| **s > tolerance) {
            let part = dot(u, b) / (s * s);
            x.iter_mut().zip(v).for_each(|(x, v)| *x += part * v);
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_singular_system_has_its_shortest_solution() {
        // Rows (1, 2, 0), (0, 0, 3): x = (0.2, 0.4, 0.5) for b = (1, 1.5), shortest of all.
        let system = Singular::of(vec![vec![1.0, 0.0], vec![2.0, 0.0], vec![0.0, 3.0]]);
        assert_eq!(system.null(1e-9), 1);
        let x = system.solve(&[1.0, 1.5], 1e-9);
        assert!(x.iter().zip([0.2, 0.4, 0.5]).all(|(a, b)| (a - b).abs() < 1e-15), "{x:?}");
    }
}
