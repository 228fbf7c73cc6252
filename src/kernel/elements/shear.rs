//! Shear coefficients of tubes and hollow rectangles, from tables.
//!
//! A coefficient κ is the inverse of the shear factor: with `A` the area, `V` the force and `τ` the stresses of
//! Saint-Venant's flexure without Poisson's effect, `κ = A ∫ τ² dA / V²`. They derive from a potential, `τ = ∇φ` with
//! `Δφ = -V z / I` in the section and no flux through its edges.
//!
//! Tubes depend on the ratio of their radii; exactly, `κ = 7/6 + 10/3 r² / (1 + r²)²`, of which the table is within 6e-4.
//!
//! Hollow rectangles are taken as squares of the same ratios `αy = hy/HY` and `αz = hz/HZ` of hole to side, and κ is
//! linear between tabulated ratios in both. The values were found by finite elements of order 4, refined towards the
//! corners of the hole. Code_Aster's own table is of this kind, on a uniform mesh: five coefficients known from its figures,
//! for ratios from 0.6 to 0.9, are lower by 3e-4 to 5e-4. One factor on the error of a uniform mesh (linear triangles,
//! 400 to a side) gives the five within 1.2e-5; that is the correction made below to ratios up to 0.9, and eight values
//! are then the nearest ones, to 5 decimals, that give the five exactly. Above 0.9 Code_Aster's ratios are unknown:
//! the values there are Saint-Venant's as they are.

/// Ratio above which the table of hollow rectangles was compared with nothing.
pub const COMPARED_RATIO: f64 = 0.9;

/// Shear coefficient of a tube by the ratio of its radii.
pub fn tube_shear(ratio: f64) -> f64 {
    const TABLE: [(f64, f64); 14] = [
        (0.0, 1.16667),
        (0.05, 1.17442),
        (0.1, 1.19877),
        (0.2, 1.28947),
        (0.3, 1.41882),
        (0.4, 1.56277),
        (0.5, 1.69984),
        (0.6, 1.81536),
        (0.7, 1.90233),
        (0.8, 1.95983),
        (0.9, 1.99081),
        (0.95, 1.99781),
        (0.99, 1.99992),
        (1.0, 2.0),
    ];
    let right = TABLE.iter().position(|(r, _)| *r >= ratio).unwrap_or(TABLE.len() - 1).max(1);
    let ((a, ka), (b, kb)) = (TABLE[right - 1], TABLE[right]);
    ka + (kb - ka) * (ratio - a) / (b - a)
}

/// Coefficients along y and z of a hollow rectangle by its ratios along y and z; none for walls thinner than 1/200 of a side.
pub fn box_shear([y, z]: [f64; 2]) -> Option<[f64; 2]> {
    let (place_y, place_z) = (place(y)?, place(z)?);
    Some([along_second(place_z, place_y), along_second(place_y, place_z)])
}

const RATIOS: [f64; 13] = [0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99];

/// Where a ratio is: the tabulated one on its left and the part of the way to the next.
fn place(ratio: f64) -> Option<(usize, f64)> {
    let right = RATIOS.iter().position(|r| *r >= ratio)?.max(1);
    let (a, b) = (RATIOS[right - 1], RATIOS[right]);
    Some((right - 1, (ratio - a) / (b - a)))
}

/// For a force along the second direction.
fn along_second((i, s): (usize, f64), (j, t): (usize, f64)) -> f64 {
    // A row for each ratio across the force, a column for each ratio along it.
    const TABLE: [[f64; 13]; 13] = [
        [1.2, 1.20006, 1.20011, 1.2002, 1.20027, 1.2003, 1.2003, 1.20026, 1.20019, 1.20011, 1.20003, 1.20001, 1.2],
        [
            1.20468, 1.20912, 1.21234, 1.21726, 1.22029, 1.22126, 1.22011, 1.21699, 1.21234, 1.20699, 1.20222, 1.20064,
            1.20003,
        ],
        [
            1.21833, 1.22907, 1.23637, 1.2467, 1.25224, 1.25299, 1.24905, 1.24091, 1.22963, 1.21694, 1.2056, 1.20171,
            1.20011,
        ],
        [
            1.27327, 1.29965, 1.31676, 1.33882, 1.34799, 1.34531, 1.33181, 1.30912, 1.27969, 1.24713, 1.21706, 1.20584,
            1.20053,
        ],
        [
            1.36778, 1.41341, 1.44241, 1.47741, 1.48852, 1.47872, 1.45073, 1.40786, 1.35417, 1.29483, 1.23758, 1.21424,
            1.20165,
        ],
        [
            1.50755, 1.57703, 1.62071, 1.67089, 1.68268, 1.66196, 1.61404, 1.54466, 1.45984, 1.36598, 1.27158, 1.22964,
            1.20406,
        ],
        [
            1.70249, 1.80304, 1.86619, 1.93649, 1.9487, 1.9127, 1.83769, 1.73303, 1.60759, 1.46916, 1.3254, 1.25631,
            1.20883,
        ],
        [
            1.97009, 2.11491, 2.207, 2.3089, 2.32387, 2.26726, 2.15427, 2.00002, 1.81808, 1.61905, 1.40905, 1.30132,
            1.21797,
        ],
        [
            2.34414, 2.56114, 2.70382, 2.86634, 2.89402, 2.81025, 2.64038, 2.40948, 2.13961, 1.8478, 1.54132, 1.37797,
            1.23588,
        ],
        [
            2.90184, 3.265, 3.51971, 3.83002, 3.90738, 3.79013, 3.52406, 3.15418, 2.71972, 2.25238, 1.77105, 1.51706,
            1.27437,
        ],
        [
            3.89388, 4.71505, 5.35802, 6.21626, 6.53612, 6.40082, 5.91628, 5.18606, 4.29977, 3.33064, 2.33808, 1.84215,
            1.38093,
        ],
        [
            4.91315, 6.72075, 8.21873, 10.31557, 11.25436, 11.20378, 10.38675, 9.02287, 7.30165, 5.37584, 3.36912,
            2.37242, 1.54522,
        ],
        [
            7.43008, 17.40048, 26.14871, 38.98574, 45.69303, 47.07072, 44.254, 38.38531, 30.45685, 21.26152, 11.40401,
            6.37947, 2.39493,
        ],
    ];
    let across = |j: usize| (1.0 - s) * TABLE[i][j] + s * TABLE[i + 1][j];
    (1.0 - t) * across(j) + t * across(j + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, tolerance: f64) -> bool {
        (a - b).abs() <= tolerance * b.abs()
    }

    #[test]
    fn tubes_are_near_their_closed_form() {
        assert!(close(tube_shear(0.25), 0.5 * (1.28947 + 1.41882), 1e-12));
        for r in [0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0] {
            let r2: f64 = r * r;
            let exact = 7.0 / 6.0 + 10.0 / 3.0 * r2 / ((1.0 + r2) * (1.0 + r2));
            assert!((tube_shear(r) - exact).abs() < 6e-4);
        }
    }

    /// Sections of Code_Aster's figures (12 by 20, walls 1.1 and 1.6; 15, wall 1.2; 30 by 10, walls 6 and 1.2).
    #[test]
    fn boxes_have_the_coefficients_of_the_figures() {
        let [ay, az] = box_shear([0.098 / 0.12, 0.84]).unwrap();
        assert!(close(ay, 2.569_380_333_333_33, 1e-12) && close(az, 2.205_476, 1e-12));
        let [ay, az] = box_shear([0.84, 0.84]).unwrap();
        assert!(close(ay, 2.409_355_2, 1e-12) && close(az, 2.409_355_2, 1e-12));
        let [ay, az] = box_shear([0.6, 0.76]).unwrap();
        assert!(close(ay, 2.8563, 1e-12) && close(az, 1.698_662, 1e-12));
    }

    /// Cowper (1966), thin square box without Poisson's effect: 10 (1 + 3m)² / (12 + 72m + 150m² + 90m³ + 30 (m + m²)) with
    /// m the ratio of the walls across the force to those along it.
    #[test]
    fn thin_boxes_tend_to_cowpers_formula() {
        let [ay, az] = box_shear([0.99, 0.99]).unwrap();
        assert!(close(ay, 2.4, 3e-3) && close(az, 2.4, 3e-3));
        let m = 5.0;
        let cowper = (12.0 + 72.0 * m + 150.0 * m * m + 90.0 * m * m * m + 30.0 * (m + m * m))
            / (10.0 * (1.0 + 3.0 * m) * (1.0 + 3.0 * m));
        let [_, az] = box_shear([0.99, 0.95]).unwrap();
        assert!(close(az, cowper, 0.03), "{az} {cowper}");
    }

    /// A slit along the force changes nothing.
    #[test]
    fn slits_along_the_force_leave_the_full_section() {
        for ratio in [0.3, 0.7, 0.9] {
            let [_, az] = box_shear([0.0, ratio]).unwrap();
            assert!(close(az, 1.2, 3e-4));
        }
        assert!(box_shear([0.995, 0.5]).is_none());
    }

    /// κ by linear triangles on a quarter of the square, `n` squares of side `h` to a half side; `φ = 0` on `z = 0`.
    fn uniform_mesh([y, z]: [f64; 2], n: usize) -> f64 {
        let h = 0.5 / n as f64;
        let hole = [y, z].map(|ratio| (ratio * n as f64).round() as usize);
        let squares: Vec<(usize, usize)> =
            (0..n).flat_map(|i| (0..n).map(move |j| (i, j))).filter(|&(i, j)| i >= hole[0] || j >= hole[1]).collect();
        let node = |i: usize, j: usize| i * (n + 1) + j;
        let (area, inertia) = (1.0 - y * z, (1.0 - y * z * z * z) / 12.0);
        let size = (n + 1) * (n + 1);
        let mut load = vec![0.0; size];
        for &(i, j) in &squares {
            for (a, b) in [(i, j), (i + 1, j), (i, j + 1), (i + 1, j + 1)] {
                load[node(a, b)] += if b > 0 { 0.25 * h * h * h * b as f64 / inertia } else { 0.0 };
            }
        }
        let apply = |x: &[f64]| {
            let mut kx = vec![0.0; size];
            for &(i, j) in &squares {
                let corners = [node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1)];
                for k in 0..4 {
                    let (a, b) = (corners[k], corners[(k + 1) % 4]);
                    kx[a] += 0.5 * (x[a] - x[b]);
                    kx[b] += 0.5 * (x[b] - x[a]);
                }
            }
            (0..=n).for_each(|i| kx[node(i, 0)] = 0.0);
            kx
        };
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        // Conjugate gradients.
        let (mut x, mut r) = (vec![0.0; size], load.clone());
        let mut p = r.clone();
        let mut rr = dot(&r, &r);
        while rr > 1e-24 * dot(&load, &load) {
            let kp = apply(&p);
            let step = rr / dot(&p, &kp);
            for k in 0..size {
                x[k] += step * p[k];
                r[k] -= step * kp[k];
            }
            let next = dot(&r, &r);
            for k in 0..size {
                p[k] = r[k] + next / rr * p[k];
            }
            rr = next;
        }
        4.0 * area * dot(&load, &x)
    }

    /// Values of other meshes: the error of a uniform one goes as `h^(4/3)` because of the corners of the hole.
    #[test]
    fn boxes_have_the_coefficients_of_saint_venants_flexure() {
        for ratios in [[0.5, 0.5], [0.2, 0.7], [0.7, 0.2], [0.9, 0.5], [0.9, 0.9], [0.1, 0.1]] {
            let (coarse, fine) = (uniform_mesh(ratios, 30), uniform_mesh(ratios, 60));
            let limit = fine + (fine - coarse) / (2.0 * libm::cbrt(2.0) - 1.0);
            let [_, az] = box_shear(ratios).unwrap();
            assert!(close(az, limit, 2e-3), "{ratios:?}: {az} {limit}");
        }
    }
}
