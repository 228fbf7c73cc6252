//! Matrices and forces of a beam of seven unknowns per node.

use nalgebra::DMatrix;

use crate::elements::{Beam, Section, SquareMatrix};

/// Number of unknowns.
pub(super) const SIZE: usize = 14;

/// Gauss points on [-1, 1] and their weights.
pub(super) const POINTS: [(f64, f64); 3] =
    [(-0.774_596_669_241_483_4, 5.0 / 9.0), (0.0, 8.0 / 9.0), (0.774_596_669_241_483_4, 5.0 / 9.0)];

/// Places of `θx1 γ1 θx2 γ2`.
const TWIST: [usize; 4] = [3, 6, 10, 13];

impl Beam {
    /// Stiffness in local axes (14 × 14), about the torsion centre.
    pub fn warping_stiffness(&self) -> SquareMatrix {
        let s = &self.section.start;
        let (l, e, g) = (self.length, self.material.young, self.material.shear());
        let mut k = widened(&self.axial_and_bending());
        let (twist, warp) = (g * s.jx, e * s.jg);
        let t11 = 1.2 * twist / l + 12.0 * warp / (l * l * l);
        let t12 = twist / 10.0 + 6.0 * warp / (l * l);
        let t22 = 2.0 * twist * l / 15.0 + 4.0 * warp / l;
        let t24 = -twist * l / 30.0 + 2.0 * warp / l;
        let [a, b, c, d] = TWIST;
        for (i, j, value) in [
            (a, a, t11),
            (a, b, t12),
            (b, b, t22),
            (b, d, t24),
            (a, c, -t11),
            (a, d, t12),
            (b, c, -t12),
            (c, c, t11),
            (c, d, -t12),
            (d, d, t22),
        ] {
            k.set_symmetric(i, j, value);
        }
        self.about_the_torsion_centre(k)
    }

    /// N VY VZ MT MFY MFZ BX at the three points of integration, for displacements in local axes (14).
    pub fn warping_efforts(&self, displacements: &[f64]) -> [[f64; 7]; 3] {
        let rigidities = self.rigidities();
        POINTS.map(|(k, _)| {
            let rows = self.strains(k);
            std::array::from_fn(|i| {
                let strain: f64 = rows[i].iter().zip(displacements).map(|(b, u)| b * u).sum();
                rigidities[i] * strain
            })
        })
    }

    /// Nodal forces (14, local axes) that balance forces at the three points: the sum of `Bᵀ σ`.
    pub fn warping_balance(&self, forces: &[[f64; 7]; 3]) -> Vec<f64> {
        let mut balance = vec![0.0; SIZE];
        for ((k, weight), stress) in POINTS.into_iter().zip(forces) {
            for (row, stress) in self.strains(k).iter().zip(stress) {
                for i in (0..SIZE).filter(|i| row[*i] != 0.0) {
                    balance[i] += 0.5 * self.length * weight * stress * row[i];
                }
            }
        }
        // Couples about the torsion centre.
        let [ey, ez] = self.torsion_centre();
        for node in [0, 7] {
            balance[node + 3] += ey * balance[node + 2] - ez * balance[node + 1];
        }
        balance
    }

    /// Matrix of the nodal forces that balance [`Self::warping_efforts`] (14 × 14).
    pub fn warping_nodal_forces(&self) -> SquareMatrix {
        let mut forces = SquareMatrix::zeros(SIZE);
        for j in 0..SIZE {
            let unit: [f64; SIZE] = std::array::from_fn(|i| if i == j { 1.0 } else { 0.0 });
            for (i, force) in self.warping_balance(&self.warping_efforts(&unit)).into_iter().enumerate() {
                forces.set(i, j, force);
            }
        }
        forces
    }

    /// Strains at the three points on the local displacements (21 × 14), the efforts of these strains, and the rigidities (21 × 2): of the
    /// stiffness, and of the efforts.
    pub(super) fn warping_rows(&self) -> [DMatrix<f64>; 3] {
        let (own, s) = (self.rigidities(), &self.section.start);
        // `G A / a` where the efforts have `a G A`.
        let divided = |i: usize| match i {
            1 if s.ay != 0.0 => own[1] / (s.ay * s.ay),
            2 if s.az != 0.0 => own[2] / (s.az * s.az),
            _ => own[i],
        };
        let strains = POINTS.map(|(k, _)| self.strains(k));
        let rows = DMatrix::from_fn(21, SIZE, |i, j| strains[i / 7][i % 7][j]);
        let efforts = DMatrix::from_fn(21, SIZE, |i, j| own[i % 7] * rows[(i, j)]);
        [rows, efforts, DMatrix::from_fn(21, 2, |i, j| if j == 0 { divided(i % 7) } else { own[i % 7] })]
    }

    fn rigidities(&self) -> [f64; 7] {
        let s = &self.section.start;
        let (e, g) = (self.material.young, self.material.shear());
        let [iy, iz] = s.bending_inertias();
        [e * s.area, s.ay * g * s.area, s.az * g * s.area, g * s.jx, e * iy, e * iz, e * s.jg]
    }

    /// Strains that N VY VZ MT MFY MFZ BX work on, as rows on the local displacements, at `k` between -1 and 1.
    fn strains(&self, k: f64) -> [[f64; SIZE]; 7] {
        let l = self.length;
        let s = &self.section.start;
        let [iy, iz] = s.bending_inertias();
        let (cy, cz) = (self.slenderness(iz, s.ay), self.slenderness(iy, s.az));
        let mut rows = [[0.0; SIZE]; 7];
        (rows[0][0], rows[0][7]) = (-1.0 / l, 1.0 / l);
        let [y, z] = [1.0 - cy, 1.0 - cz];
        (rows[1][1], rows[1][8], rows[1][5], rows[1][12]) = (-y / l, y / l, -0.5 * y, -0.5 * y);
        (rows[2][2], rows[2][9], rows[2][4], rows[2][11]) = (-z / l, z / l, 0.5 * z, 0.5 * z);
        let [a, b, c, d] = TWIST;
        let slope = 1.5 * (k * k - 1.0) / l;
        (rows[3][a], rows[3][c]) = (slope, -slope);
        (rows[3][b], rows[3][d]) = (0.25 * (3.0 * k * k - 2.0 * k - 1.0), 0.25 * (3.0 * k * k + 2.0 * k - 1.0));
        let curve = 6.0 * k / (l * l);
        (rows[4][2], rows[4][9]) = (-cz * curve, cz * curve);
        (rows[4][4], rows[4][11]) = ((3.0 * cz * k - 1.0) / l, (3.0 * cz * k + 1.0) / l);
        (rows[5][1], rows[5][8]) = (cy * curve, -cy * curve);
        (rows[5][5], rows[5][12]) = ((3.0 * cy * k - 1.0) / l, (3.0 * cy * k + 1.0) / l);
        (rows[6][a], rows[6][c]) = (curve, -curve);
        (rows[6][b], rows[6][d]) = ((3.0 * k - 1.0) / l, (3.0 * k + 1.0) / l);
        rows
    }

    /// `1 / (1 + φ)`, with `φ` the ratio of shear to bending flexibility.
    fn slenderness(&self, inertia: f64, shear: f64) -> f64 {
        let l = self.length;
        let Section { area, .. } = self.section.start;
        1.0 / (1.0 + 12.0 * self.material.young * inertia * shear / (self.material.shear() * area * l * l))
    }
}

/// A matrix on `u v w θx θy θz` of both nodes (12 × 12), on the unknowns with GRX (14 × 14).
pub fn widened(matrix: &SquareMatrix) -> SquareMatrix {
    let mut wide = SquareMatrix::zeros(SIZE);
    let place = |i: usize| if i < 6 { i } else { i + 1 };
    for i in 0..12 {
        for j in 0..12 {
            wide.set(place(i), place(j), matrix.get(i, j));
        }
    }
    wide
}

/// Widens forces on `u v w θx θy θz` of both nodes (12) to the unknowns with GRX (14); none on GRX.
pub fn widened_forces(forces: &[f64]) -> Vec<f64> {
    forces.chunks(6).flat_map(|node| node.iter().copied().chain([0.0])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elements::{Elasticity, SectionLaw};

    fn beam(ay: f64, az: f64) -> Beam {
        let section = Section { area: 3e-3, iy: 2e-5, iz: 2e-6, jx: 8e-8, ay, az, jg: 1.5e-8, ..Section::default() };
        let material = Elasticity { young: 2e11, poisson: 0.3, density: 7800.0 };
        Beam { length: 0.7, section: SectionLaw::constant(section), material, warps: true }
    }

    #[test]
    fn nodal_forces_are_those_of_the_stiffness_when_shear_coefficients_are_one() {
        let beam = beam(1.0, 1.0);
        let (k, f) = (beam.warping_stiffness(), beam.warping_nodal_forces());
        let top = k.rows().iter().fold(0.0, |top: f64, x| top.max(x.abs()));
        assert!(k.rows().iter().zip(f.rows()).all(|(a, b)| (a - b).abs() < 1e-12 * top));
    }

    #[test]
    fn a_uniform_twist_has_no_bimoment() {
        let mut u = [0.0; SIZE];
        (u[6], u[10], u[13]) = (0.1, 0.07, 0.1);
        for point in beam(1.5, 2.2).warping_efforts(&u) {
            assert!((point[3] / (2e11 / 2.6 * 8e-8 * 0.1) - 1.0).abs() < 1e-12 && point[6].abs() < 1e-9);
        }
    }
}
