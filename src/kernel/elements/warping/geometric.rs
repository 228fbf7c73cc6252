//! Geometric stiffness of a beam that warps.
//!
//! `N` is that of the third point of integration; bending moments at the ends are extrapolated from the outer points, those of
//! the first node with their sign reversed: `ya`, `za`, `yb`, `zb`. `r`, `s` hold the integrals of the third degree, `κ` is `N` times the
//! square of the polar radius about the torsion centre (`ey`, `ez`, from the centroid).

use super::super::geometric::symmetric;
use super::super::{Beam, SquareMatrix};

impl Beam {
    /// In local axes (14 × 14), for N VY VZ MT MFY MFZ BX at the three points of integration.
    pub fn warping_geometric_stiffness(&self, forces: &[[f64; 7]; 3]) -> SquareMatrix {
        let section = &self.section.start;
        let (l, [ey, ez]) = (self.length, self.torsion_centre());
        let n = forces[2][0];
        let ends = |moment: usize| {
            let middle = forces[1][moment];
            let slope = (forces[0][moment] - middle) / 0.6_f64.sqrt();
            [middle + slope, middle - slope]
        };
        let ([my1, my2], [mz1, mz2]) = (ends(4), ends(5));
        let (ya, za, yb, zb) = (-my1, -mz1, my2, mz2);
        let (pp, qq) = (0.5 * (ya - yb), 0.5 * (za - zb));
        let (p, q) = ((ya + yb) / l, (za + zb) / l);
        let (about_z, about_y) = (section.iyr2 / section.iz, section.izr2 / section.iy);
        let r = -about_z + 2.0 * ey;
        let s = about_y - 2.0 * ez;
        let kappa = n * ((section.iy + section.iz) / section.area + ey * ey + ez * ez);
        let h = 0.5 * (about_y * p - about_z * q);
        let k44 = 1.2 * kappa / l - 1.2 * (qq * r + pp * s) / l - ey * q + ez * p + h;
        let upper = [
            (4, 4, k44),
            (2, 2, 1.2 * n / l),
            (2, 4, 1.2 * n * ez / l + 1.2 * pp / l + p / 2.0),
            (2, 6, n / 10.0),
            (2, 7, n * ez / 10.0 - yb / 10.0 + l * p / 10.0),
            (2, 9, -1.2 * n / l),
            (2, 11, -1.2 * n * ez / l - 1.2 * pp / l + p / 2.0),
            (2, 13, n / 10.0),
            (2, 14, n * ez / 10.0 + ya / 10.0 - l * p / 10.0),
            (3, 3, 1.2 * n / l),
            (3, 4, -1.2 * n * ey / l + 1.2 * qq / l + q / 2.0),
            (3, 5, -n / 10.0),
            (3, 7, -n * ey / 10.0 - zb / 10.0 + l * q / 10.0),
            (3, 10, -1.2 * n / l),
            (3, 11, 1.2 * n * ey / l - 1.2 * qq / l + q / 2.0),
            (3, 12, -n / 10.0),
            (3, 14, -n * ey / 10.0 + za / 10.0 - l * q / 10.0),
            (4, 5, n * ey / 10.0 + zb / 10.0 + l * q / 10.0 - za / 2.0),
            (4, 6, n * ez / 10.0 - yb / 10.0 - l * p / 10.0 + ya / 2.0),
            (4, 7, kappa / 10.0 + (zb * r + yb * s) / 10.0),
            (4, 9, -1.2 * n * ez / l - 1.2 * pp / l - p / 2.0),
            (4, 10, 1.2 * n * ey / l - 1.2 * qq / l - q / 2.0),
            (4, 11, -k44),
            (4, 12, n * ey / 10.0 - za / 10.0 - l * q / 10.0),
            (4, 13, n * ez / 10.0 + ya / 10.0 + l * p / 10.0),
            (4, 14, kappa / 10.0 - (ya * s + za * r) / 10.0),
            (5, 5, 2.0 * n * l / 15.0),
            (5, 7, 2.0 * l * n * ey / 15.0 - (3.0 * za - zb) * l / 30.0),
            (5, 10, n / 10.0),
            (5, 11, -n * ey / 10.0 - zb / 10.0 - l * q / 10.0),
            (5, 12, -n * l / 30.0),
            (5, 14, -l * n * ey / 30.0 + qq * l / 30.0 + l * l * q / 60.0),
            (6, 6, 2.0 * n * l / 15.0),
            (6, 7, 2.0 * l * n * ez / 15.0 + (3.0 * ya - yb) * l / 30.0),
            (6, 9, -n / 10.0),
            (6, 11, -n * ez / 10.0 + yb / 10.0 + l * p / 10.0),
            (6, 13, -n * l / 30.0),
            (6, 14, -l * n * ez / 30.0 - pp * l / 30.0 - l * l * p / 60.0),
            (7, 7, 2.0 * kappa * l / 15.0 - (3.0 * za - zb) * l * r / 30.0 - (3.0 * ya - yb) * l * s / 30.0),
            (7, 9, -n * ez / 10.0 + yb / 10.0 - l * p / 10.0),
            (7, 10, n * ey / 10.0 + zb / 10.0 - l * q / 10.0),
            (7, 11, -kappa / 10.0 - (yb * s + zb * r) / 10.0),
            (7, 12, -l * n * ey / 30.0 + qq * l / 30.0 - l * l * q / 60.0),
            (7, 13, -l * n * ez / 30.0 - pp * l / 30.0 + l * l * p / 60.0),
            (7, 14, -kappa * l / 30.0 + (qq * r + pp * s) * l / 30.0),
            (9, 9, 1.2 * n / l),
            (9, 11, 1.2 * n * ez / l + 1.2 * pp / l - p / 2.0),
            (9, 13, -n / 10.0),
            (9, 14, -n * ez / 10.0 - ya / 10.0 + l * p / 10.0),
            (10, 10, 1.2 * n / l),
            (10, 11, -1.2 * n * ey / l + 1.2 * qq / l - q / 2.0),
            (10, 12, n / 10.0),
            (10, 14, n * ey / 10.0 - za / 10.0 + l * q / 10.0),
            (11, 11, 1.2 * kappa / l - 1.2 * (qq * r + pp * s) / l + ey * q - ez * p - h),
            (11, 12, -n * ey / 10.0 + za / 10.0 + l * q / 10.0 - zb / 2.0),
            (11, 13, -n * ez / 10.0 - ya / 10.0 - l * p / 10.0 + yb / 2.0),
            (11, 14, -kappa / 10.0 + (za * r + ya * s) / 10.0),
            (12, 12, 2.0 * n * l / 15.0),
            (12, 14, 2.0 * l * n * ey / 15.0 - (za - 3.0 * zb) * l / 30.0),
            (13, 13, 2.0 * n * l / 15.0),
            (13, 14, 2.0 * l * n * ez / 15.0 + (ya - 3.0 * yb) * l / 30.0),
            (14, 14, 2.0 * kappa * l / 15.0 - (za - 3.0 * zb) * r * l / 30.0 - (ya - 3.0 * yb) * s * l / 30.0),
        ];
        self.about_the_torsion_centre(symmetric(14, &upper))
    }
}
