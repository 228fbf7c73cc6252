//! Geometric stiffness of beams: what the forces in a beam add to its stiffness.
//!
//! Data are the internal forces at both ends (SIEF_ELGA at its points 1 and 3). `N` is their half sum, `i² = (IY + IZ) / A`; the
//! torsion moment is left out, and shear deformation too. The halves of the bending moments in the couplings of θx with θy and
//! θz are those of moderate rotations: they cancel between beams in line and not at a corner.

use super::{Beam, SquareMatrix};

/// N VY VZ MT MFY MFZ at the first and at the second node.
pub type EndForces = [[f64; 6]; 2];

impl Beam {
    /// In local axes (12 × 12).
    pub fn geometric_stiffness(&self, [first, second]: &EndForces) -> SquareMatrix {
        let l = self.length;
        let [n1, _, _, _, my1, mz1] = *first;
        let [n2, vy, vz, _, my2, mz2] = *second;
        let n = 0.5 * (n1 + n2);
        let (a, b) = (&self.section.start, &self.section.end);
        let inertias: f64 = [a, b].iter().flat_map(|s| s.bending_inertias()).sum();
        let torsion = inertias / (a.area + b.area) * n / l;
        let upper = [
            (2, 2, 1.2 * n / l),
            (2, 4, -my1 / l),
            (2, 6, 0.1 * n),
            (2, 8, -1.2 * n / l),
            (2, 10, my2 / l),
            (2, 12, 0.1 * n),
            (3, 3, 1.2 * n / l),
            (3, 4, -mz1 / l),
            (3, 5, -0.1 * n),
            (3, 9, -1.2 * n / l),
            (3, 10, mz2 / l),
            (3, 11, -0.1 * n),
            (4, 4, torsion),
            (4, 5, -l * vy / 6.0 + 0.5 * mz1),
            (4, 6, -l * vz / 6.0 - 0.5 * my1),
            (4, 8, my1 / l),
            (4, 9, mz1 / l),
            (4, 10, -torsion),
            (4, 11, l * vy / 6.0),
            (4, 12, l * vz / 6.0),
            (5, 5, 2.0 * l * n / 15.0),
            (5, 9, 0.1 * n),
            (5, 10, l * vy / 6.0),
            (5, 11, -l * n / 30.0),
            (6, 6, 2.0 * l * n / 15.0),
            (6, 8, -0.1 * n),
            (6, 10, l * vz / 6.0),
            (6, 12, -l * n / 30.0),
            (8, 8, 1.2 * n / l),
            (8, 10, -my2 / l),
            (8, 12, -0.1 * n),
            (9, 9, 1.2 * n / l),
            (9, 10, -mz2 / l),
            (9, 11, 0.1 * n),
            (10, 10, torsion),
            (10, 11, -l * vy / 6.0 - 0.5 * mz2),
            (10, 12, -l * vz / 6.0 + 0.5 * my2),
            (11, 11, 2.0 * l * n / 15.0),
            (12, 12, 2.0 * l * n / 15.0),
        ];
        let mut matrix = symmetric(12, &upper);
        let [ey, ez] = self.torsion_centre();
        if ey != 0.0 || ez != 0.0 {
            let square = n * (ey * ey + ez * ez);
            let offset = [
                (2, 4, n * ez),
                (2, 10, -n * ez),
                (3, 4, -n * ey),
                (3, 10, n * ey),
                (4, 8, -n * ez),
                (4, 9, n * ey),
                (8, 10, n * ez),
                (9, 10, -n * ey),
                (4, 4, 2.0 * mz1 * ey - 2.0 * my1 * ez + square),
                (4, 10, -((mz1 + mz2) * ey - (my1 + my2) * ez + square)),
                (10, 10, 2.0 * mz2 * ey - 2.0 * my2 * ez + square),
            ];
            for (i, j, value) in offset {
                let sum = matrix.get(i - 1, j - 1) + value / l;
                matrix.set_symmetric(i - 1, j - 1, sum);
            }
        }
        self.about_the_torsion_centre(matrix)
    }
}

/// From terms of the upper triangle, rows and columns from 1.
pub(super) fn symmetric(size: usize, upper: &[(usize, usize, f64)]) -> SquareMatrix {
    let mut matrix = SquareMatrix::zeros(size);
    upper.iter().for_each(|&(i, j, value)| matrix.set_symmetric(i - 1, j - 1, value));
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elements::{Elasticity, Section, SectionLaw};

    fn beam(length: f64) -> Beam {
        let section = Section { area: 2e-3, iy: 3e-6, iz: 5e-6, jx: 4e-6, ..Section::default() };
        let material = Elasticity { young: 2e11, poisson: 0.3, density: 7800.0 };
        Beam { length, section: SectionLaw::constant(section), material, warps: false }
    }

    /// A rigid translation changes no energy; turned as a whole the beam only carries its forces along.
    #[test]
    fn rigid_motions() {
        let l = 1.7;
        // dMZ/dx = -VY, dMY/dx = VZ
        let first = [700.0, 20.0, 30.0, 5.0, 40.0, 50.0];
        let second = [700.0, 20.0, 30.0, 5.0, 40.0 + 30.0 * l, 50.0 - 20.0 * l];
        let k = beam(l).geometric_stiffness(&[first, second]);
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
