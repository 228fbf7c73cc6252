//! Geometric stiffness: what the forces in a beam or a bar add to its stiffness.
//!
//! With the axial force `N`, shear forces `VY`, `VZ` and bending moments `MY`, `MZ` at rest, small motions about the
//! rest have the energy
//!
//! ```text
//! ½ ∫ N (v'² + w'² + (IY + IZ)/A θx'²) - (MZ θx)' w' - (MY θx)' v' dx
//! ```
//!
//! (`dMZ/dx = -VY`, `dMY/dx = VZ`). Shapes are those of a beam without shear deformation, cubic in `v` and `w`, linear
//! in `θx`; forces are taken at the three Gauss points, which makes the integrals exact for forces that vary linearly.
//! The part of the torsion moment is left out, and sections that vary count as the mean one.
//! Reference: J. S. Przemieniecki, Theory of Matrix Structural Analysis (1968), chapter 15.

use super::{Bar, Beam, SquareMatrix};

/// Half distance of the outer Gauss points, and weights, on [0, 1].
const HALF: f64 = 0.387_298_334_620_741_7;
const WEIGHTS: [f64; 3] = [5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0];

impl Beam {
    /// In local axes (12 × 12), for the forces N VY VZ MT MFY MFZ at the three Gauss points.
    pub fn geometric_stiffness(&self, forces: &[[f64; 6]; 3]) -> SquareMatrix {
        let l = self.length;
        let mean = self.equivalent();
        let gyration = (mean.iy + mean.iz) / mean.area;
        let mut matrix = SquareMatrix::zeros(12);
        for ((s, weight), [n, vy, vz, _, my, mz]) in [0.5 - HALF, 0.5, 0.5 + HALF].into_iter().zip(WEIGHTS).zip(*forces)
        {
            let slope =
                [6.0 * s * (s - 1.0) / l, 1.0 - 4.0 * s + 3.0 * s * s, 6.0 * s * (1.0 - s) / l, 3.0 * s * s - 2.0 * s];
            let dv = [(1, slope[0]), (5, slope[1]), (7, slope[2]), (11, slope[3])];
            // θy = -dw/dx
            let dw = [(2, slope[0]), (4, -slope[1]), (8, slope[2]), (10, -slope[3])];
            let turn = [(3, 1.0 - s), (9, s)];
            let twist = [(3, -1.0 / l), (9, 1.0 / l)];
            let length = weight * l;
            add(&mut matrix, &dv, &dv, length * n);
            add(&mut matrix, &dw, &dw, length * n);
            add(&mut matrix, &twist, &twist, length * n * gyration);
            for (a, b, factor) in [(&twist, &dw, -mz), (&turn, &dw, vy), (&twist, &dv, -my), (&turn, &dv, -vz)] {
                add(&mut matrix, a, b, length * factor);
                add(&mut matrix, b, a, length * factor);
            }
        }
        matrix
    }
}

/// Of a bar in local axes: `N / L` on the transverse motions.
pub fn bar_geometric_stiffness(bar: &Bar, axial_force: f64) -> SquareMatrix {
    let k = axial_force / bar.length;
    let mut matrix = SquareMatrix::zeros(2 * bar.axes);
    for i in 1..bar.axes {
        matrix.set(i, i, k);
        matrix.set(i + bar.axes, i + bar.axes, k);
        matrix.set_symmetric(i, i + bar.axes, -k);
    }
    matrix
}

fn add(matrix: &mut SquareMatrix, rows: &[(usize, f64)], columns: &[(usize, f64)], factor: f64) {
    for (i, x) in rows {
        for (j, y) in columns {
            // In this order the matrix is symmetric to the bit.
            matrix.add(*i, *j, factor * (x * y));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::elements::{Elasticity, Section, SectionLaw};

    fn beam(length: f64) -> Beam {
        let section = Section { area: 2e-3, iy: 3e-6, iz: 5e-6, jx: 4e-6, ..Section::default() };
        let material = Elasticity { young: 2e11, poisson: 0.3, density: 7800.0 };
        Beam { length, section: SectionLaw::constant(section), material }
    }

    /// The classical matrix of an axial force: 6N/5L, N/10, 2NL/15, -NL/30.
    #[test]
    fn axial_force() {
        let (n, l) = (1e3, 2.5);
        let k = beam(l).geometric_stiffness(&[[n, 0.0, 0.0, 0.0, 0.0, 0.0]; 3]);
        let near = |i: usize, j: usize, value: f64| assert!((k.get(i, j) - value).abs() < 1e-9 * n, "{i} {j}");
        near(1, 1, 1.2 * n / l);
        near(1, 5, 0.1 * n);
        near(5, 5, 2.0 * n * l / 15.0);
        near(5, 11, -n * l / 30.0);
        near(2, 4, -0.1 * n);
        near(3, 3, n * 8e-6 / 2e-3 / l);
        near(0, 0, 0.0);
        assert!(k.is_symmetric());
    }

    /// A rigid translation changes no energy; turned as a whole the beam only carries its axial force along.
    #[test]
    fn rigid_motions() {
        let l = 1.7;
        let k = beam(l).geometric_stiffness(&[[700.0, 20.0, 30.0, 5.0, 40.0, 50.0]; 3]);
        for i in [0, 1, 2] {
            let mut u = [0.0; 12];
            (u[i], u[i + 6]) = (1.0, 1.0);
            assert!(k.multiply(&u).iter().all(|f| f.abs() < 1e-9));
        }
        let turned = [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, l, 0.0, 0.0, 0.0, 1.0];
        let force = k.multiply(&turned);
        assert!((force[7] - 700.0).abs() < 1e-9 && (force[1] + 700.0).abs() < 1e-9);
        assert!(force[5].abs() < 1e-9 && force[11].abs() < 1e-9);
    }
}
