//! Matrices and loads of a straight beam in local axes.

use super::integrals::{Power, along, integral};
use crate::elements::section::{Section, SectionLaw, Variation};
use crate::elements::{Elasticity, SquareMatrix};

/// One element: its length and what it is made of.
#[derive(Clone, Copy, Debug)]
pub struct Beam {
    pub length: f64,
    pub section: SectionLaw,
    pub material: Elasticity,
    /// True when it has the unknown of warping GRX at both nodes (see [`super::warping`]).
    pub warps: bool,
}

/// Places of a plane of bending in the local matrix: displacement and rotation at both nodes, and the sign of
/// what couples them (θy = -dw/dx).
struct Plane {
    rows: [usize; 4],
    sign: f64,
}

const XY: Plane = Plane { rows: [1, 5, 7, 11], sign: 1.0 };

const XZ: Plane = Plane { rows: [2, 4, 8, 10], sign: -1.0 };

impl Beam {
    /// Stiffness in local axes (12 × 12).
    pub fn stiffness(&self) -> SquareMatrix {
        let mut k = self.axial_and_bending();
        let twist = self.material.shear() / (self.length * self.mean_of_inverse(|s| s.jx, Power::Torsion));
        add_pair(&mut k, 3, 9, twist, -twist);
        self.about_the_torsion_centre(k)
    }

    /// The stiffness without torsion, about the torsion centre.
    pub(in crate::elements) fn axial_and_bending(&self) -> SquareMatrix {
        let e = self.material.young;
        let mut k = SquareMatrix::zeros(12);
        let axial = e / (self.length * self.mean_of_inverse(|s| s.area, Power::Area));
        add_pair(&mut k, 0, 6, axial, -axial);
        self.add_bending(&mut k, &XY, |s| s.bending_inertias()[1], |s| s.ay, Power::InertiaZ);
        self.add_bending(&mut k, &XZ, |s| s.bending_inertias()[0], |s| s.az, Power::InertiaY);
        k
    }

    /// Flexibility of the cantilever, inverted, then completed by equilibrium.
    fn add_bending(
        &self,
        k: &mut SquareMatrix,
        plane: &Plane,
        inertia: impl Fn(&Section) -> f64,
        shear: impl Fn(&Section) -> f64,
        power: Power,
    ) {
        let (l, e, g) = (self.length, self.material.young, self.material.shear());
        let section = &self.section;
        let bending =
            |moment: &dyn Fn(f64) -> f64| l / e * integral(|s| moment(s) / along(section, &inertia, power, s));
        let sheared = self.shear_stiffness(&shear).map_or(0.0, |stiffness| l / (g * stiffness));
        let f11 = bending(&|s| l * l * (1.0 - s) * (1.0 - s)) + sheared;
        let f12 = bending(&|s| l * (1.0 - s));
        let f22 = bending(&|_| 1.0);
        let determinant = f11 * f22 - f12 * f12;
        // Force and moment at node 2 for unit displacement and rotation of node 2.
        let (k33, k34, k44) = (f22 / determinant, -f12 / determinant, f11 / determinant);
        // V1 = -V2, M1 = -M2 - L V2.
        let (k13, k14) = (-k33, -k34);
        let (k23, k24) = (-k34 - l * k33, -k44 - l * k34);
        let (k11, k12) = (k33, -k23);
        let k22 = -k24 - l * k23;
        let terms = [
            (0, 0, k11),
            (0, 1, k12),
            (0, 2, k13),
            (0, 3, k14),
            (1, 1, k22),
            (1, 2, k23),
            (1, 3, k24),
            (2, 2, k33),
            (2, 3, k34),
            (3, 3, k44),
        ];
        put(k, plane, &terms);
    }

    /// Consistent mass in local axes.
    pub fn mass(&self) -> SquareMatrix {
        let equal = self.equivalent();
        let (l, s) = (self.length, &equal);
        let m = self.material.density * s.area * l;
        let mut mass = SquareMatrix::zeros(12);
        add_pair(&mut mass, 0, 6, m / 3.0, m / 6.0);
        let polar = m * (s.iy + s.iz) / s.area;
        add_pair(&mut mass, 3, 9, polar / 3.0, polar / 6.0);
        for ((plane, inertia), phi) in [(&XY, s.iz), (&XZ, s.iy)].into_iter().zip(self.shear_ratios()) {
            let r = phi.map_or(0.0, |_| inertia / (s.area * l * l));
            put(&mut mass, plane, &bending_mass(m, l, phi.unwrap_or(0.0), r));
        }
        self.add_eccentricity(&mut mass, m);
        self.about_the_torsion_centre(mass)
    }

    /// Part of the mass at the centroid beyond that of the torsion centre, with cubic `v`, `w` and linear `θx`. Signs are those
    /// of Code_Aster: along y the coupling has the opposite of what the place of the centroid asks for.
    fn add_eccentricity(&self, mass: &mut SquareMatrix, m: f64) {
        let l = self.length;
        let [ey, ez] = self.torsion_centre();
        if ey == 0.0 && ez == 0.0 {
            return;
        }
        let polar = m * (ey * ey + ez * ez);
        for (i, j, value) in [(3, 3, polar / 3.0), (9, 9, polar / 3.0), (3, 9, polar / 6.0)] {
            let sum = mass.get(i, j) + value;
            mass.set_symmetric(i, j, sum);
        }
        for (plane, arm) in [(&XY, -ez), (&XZ, -ey)] {
            let couplings =
                [(7.0 / 20.0, 3.0 / 20.0), (l / 20.0, l / 30.0), (3.0 / 20.0, 7.0 / 20.0), (-l / 30.0, -l / 20.0)];
            for (k, (first, second)) in couplings.into_iter().enumerate() {
                let sign = if k % 2 == 1 { plane.sign } else { 1.0 };
                mass.set_symmetric(plane.rows[k], 3, sign * arm * m * first);
                mass.set_symmetric(plane.rows[k], 9, sign * arm * m * second);
            }
        }
    }

    /// Lumped mass, diagonal in local axes. The second end of an affine section is not used, as Code_Aster has it. The rule of
    /// 2020 bounds the inertia of rotation `m l²/105` by `m l/48`, which is not homogeneous: it changes beams longer than
    /// 2.1875 units of length.
    pub fn lumped_mass(&self) -> SquareMatrix {
        let (l, rho) = (self.length, self.material.density);
        let (a, b) = (&self.section.start, &self.section.end);
        let (first, second, torsion) = match self.section.variation {
            Variation::Homothetic => {
                ((5.0 * a.area + b.area) / 12.0, (a.area + 5.0 * b.area) / 12.0, 0.25 * (a.iy + b.iy + a.iz + b.iz))
            }
            _ => (0.5 * a.area, 0.5 * a.area, 0.5 * (a.iy + a.iz)),
        };
        let mut lever = rho * (first + second) * l * l * l / 105.0;
        if self.section.bounded_inertia {
            lever = lever.min(rho * (first + second) * l * l / 48.0);
        }
        let node = |area: f64| {
            let translation = rho * area * l;
            let rotation = |start: f64, end: f64| lever + rho * l * (start + end) / 15.0;
            [translation, translation, translation, rho * l * torsion, rotation(a.iy, b.iy), rotation(a.iz, b.iz)]
        };
        SquareMatrix::diagonal(&[node(first), node(second)].concat())
    }

    /// Forces (12) equivalent to a line load that varies linearly between the ends, in local axes (N/m).
    pub fn line_load(&self, first: [f64; 3], second: [f64; 3]) -> [f64; 12] {
        let l = self.length;
        let mut f = [0.0; 12];
        f[0] = (first[0] / 3.0 + second[0] / 6.0) * l;
        f[6] = (first[0] / 6.0 + second[0] / 3.0) * l;
        for (plane, axis) in [(&XY, 1), (&XZ, 2)] {
            let (q1, q2) = (first[axis], second[axis]);
            let [v1, r1, v2, r2] = plane.rows;
            f[v1] = (7.0 * q1 + 3.0 * q2) * l / 20.0;
            f[v2] = (3.0 * q1 + 7.0 * q2) * l / 20.0;
            f[r1] = plane.sign * (q1 / 20.0 + q2 / 30.0) * l * l;
            f[r2] = -plane.sign * (q1 / 30.0 + q2 / 20.0) * l * l;
        }
        f
    }

    /// Forces (12) equivalent to couples per unit length that vary linearly between the ends, in local axes (N m/m): those of a
    /// beam of constant section without shear deformation. `None` on a section that varies.
    pub fn line_couple(&self, first: [f64; 3], second: [f64; 3]) -> Option<[f64; 12]> {
        if self.section.variation != Variation::Constant {
            return None;
        }
        let l = self.length;
        let mut f = [0.0; 12];
        f[3] = (first[0] / 3.0 + second[0] / 6.0) * l;
        f[9] = (first[0] / 6.0 + second[0] / 3.0) * l;
        for (plane, axis) in [(&XY, 2), (&XZ, 1)] {
            let half = 0.5 * (first[axis] + second[axis]);
            let slope = (second[axis] - first[axis]) * l / 12.0;
            let [v1, r1, v2, r2] = plane.rows;
            (f[v1], f[v2]) = (-plane.sign * half, plane.sign * half);
            (f[r1], f[r2]) = (-slope, slope);
        }
        Some(f)
    }

    /// Forces (12) equivalent to the weight under an acceleration that varies linearly between the ends, in local axes
    /// (m/s²): the shapes of a constant section weighted by the area. Where the section varies, the forces of each end take the
    /// acceleration of that end alone, as Code_Aster has it: a difference in rotations, not under gravity.
    pub fn weight(&self, first: [f64; 3], second: [f64; 3]) -> [f64; 12] {
        let l = self.length;
        let varies = self.section.variation != Variation::Constant;
        let weighted = |axis: usize, end: usize, shape: &dyn Fn(f64) -> f64| {
            let area = |s: f64| along(&self.section, &|x| x.area, Power::Area, s);
            let ends = if varies { [[first, second][end]; 2] } else { [first, second] };
            let acceleration = |s: f64| ends[0][axis] + s * (ends[1][axis] - ends[0][axis]);
            self.material.density * l * integral(|s| area(s) * acceleration(s) * shape(s))
        };
        let mut f = [0.0; 12];
        f[0] = weighted(0, 0, &|s| 1.0 - s);
        f[6] = weighted(0, 1, &|s| s);
        let shapes: [&dyn Fn(f64) -> f64; 4] = [
            &|s| 1.0 - 3.0 * s * s + 2.0 * s * s * s,
            &|s| l * s * (1.0 - s) * (1.0 - s),
            &|s| 3.0 * s * s - 2.0 * s * s * s,
            &|s| -l * s * s * (1.0 - s),
        ];
        for (plane, axis) in [(&XY, 1), (&XZ, 2)] {
            for (i, (row, shape)) in plane.rows.into_iter().zip(shapes).enumerate() {
                let sign = if i % 2 == 1 { plane.sign } else { 1.0 };
                f[row] = sign * weighted(axis, i / 2, shape);
            }
        }
        f
    }

    /// The constant section used for inertia.
    pub fn equivalent(&self) -> Section {
        Section { area: self.section.mean_area(), ..self.section.mean_of_ends() }
    }

    /// Ratios of shear to bending flexibility in the planes xy and xz; none without shear deformation.
    pub(super) fn shear_ratios(&self) -> [Option<f64>; 2] {
        let (equal, l) = (self.equivalent(), self.length);
        let sheared = !self.section.lacks_shear();
        let ratio = |inertia: f64, shear: &dyn Fn(&Section) -> f64| {
            let stiffness = self.shear_stiffness(shear).filter(|_| sheared);
            stiffness.map(|s| 12.0 * self.material.young * inertia / (self.material.shear() * s * l * l))
        };
        [ratio(equal.iz, &|s| s.ay), ratio(equal.iy, &|s| s.az)]
    }

    /// `A / a` along the element, between its values at the ends; `None` without shear deformation. An end whose
    /// coefficient is 0 counts as 1.
    fn shear_stiffness(&self, shear: &dyn Fn(&Section) -> f64) -> Option<f64> {
        if [self.section.start, self.section.end].iter().all(|s| shear(s) == 0.0) {
            return None;
        }
        let reduced = |s: &Section| match shear(s) {
            0.0 => s.area,
            coefficient => s.area / coefficient,
        };
        Some(1.0 / self.mean_of_inverse(reduced, Power::Area))
    }

    /// Place of the torsion centre from the centroid; the mean of the ends.
    pub(in crate::elements) fn torsion_centre(&self) -> [f64; 2] {
        let mean = self.section.mean_of_ends();
        [-mean.ey, -mean.ez]
    }

    /// Mean of 1/quantity along the element.
    fn mean_of_inverse(&self, quantity: impl Fn(&Section) -> f64, power: Power) -> f64 {
        integral(|s| 1.0 / along(&self.section, &quantity, power, s))
    }

    /// `Tᵀ K T` when the torsion centre is away from the centroid.
    pub(in crate::elements) fn about_the_torsion_centre(&self, k: SquareMatrix) -> SquareMatrix {
        let [ey, ez] = self.torsion_centre();
        if ey == 0.0 && ez == 0.0 {
            return k;
        }
        let width = k.size() / 2;
        let mut t = SquareMatrix::diagonal(&vec![1.0; k.size()]);
        for node in [0, width] {
            t.set(node + 1, node + 3, -ez);
            t.set(node + 2, node + 3, ey);
        }
        k.congruent(&t)
    }
}

fn bending_mass(m: f64, l: f64, phi: f64, r: f64) -> [(usize, usize, f64); 10] {
    let c = m / ((1.0 + phi) * (1.0 + phi));
    let phi2 = phi * phi;
    let m11 = c * (13.0 / 35.0 + 7.0 * phi / 10.0 + phi2 / 3.0 + 6.0 * r / 5.0);
    let m12 = c * l * (11.0 / 210.0 + 11.0 * phi / 120.0 + phi2 / 24.0 + r / 10.0 - phi * r / 2.0);
    let m13 = c * (9.0 / 70.0 + 3.0 * phi / 10.0 + phi2 / 6.0 - 6.0 * r / 5.0);
    let m14 = c * l * (-13.0 / 420.0 - 3.0 * phi / 40.0 - phi2 / 24.0 + r / 10.0 - phi * r / 2.0);
    let m22 = c * l * l * (1.0 / 105.0 + phi / 60.0 + phi2 / 120.0 + r * (2.0 / 15.0 + phi / 6.0 + phi2 / 3.0));
    let m24 = c * l * l * (-1.0 / 140.0 - phi / 60.0 - phi2 / 120.0 - r * (1.0 / 30.0 + phi / 6.0 - phi2 / 6.0));
    [
        (0, 0, m11),
        (0, 1, m12),
        (0, 2, m13),
        (0, 3, m14),
        (1, 1, m22),
        (1, 2, -m14),
        (1, 3, m24),
        (2, 2, m11),
        (2, 3, -m12),
        (3, 3, m22),
    ]
}

/// Puts the upper triangle of a 4 × 4 bending matrix where a plane has it.
fn put(matrix: &mut SquareMatrix, plane: &Plane, terms: &[(usize, usize, f64)]) {
    for &(i, j, value) in terms {
        let coupled = (i % 2) != (j % 2);
        matrix.set_symmetric(plane.rows[i], plane.rows[j], if coupled { plane.sign * value } else { value });
    }
}

fn add_pair(matrix: &mut SquareMatrix, i: usize, j: usize, diagonal: f64, across: f64) {
    matrix.set(i, i, diagonal);
    matrix.set(j, j, diagonal);
    matrix.set_symmetric(i, j, across);
}
