//! Shear coefficients of tubes and hollow rectangles, from tables.
//!
//! A coefficient κ is the inverse of the shear factor. Tubes depend on the ratio of their radii; exactly,
//! `κ = 7/6 + 10/3 r² / (1 + r²)²`, of which the table is within 6e-4.
//!
//! Hollow rectangles depend on the ratios of hole to side, along the force and across it. The table is that of the command
//! language, bilinear between its ratios: first across on the two neighbouring rows, then along.

/// Largest ratio of hole to side of the table.
const LARGEST_RATIO: f64 = 0.95;

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

/// Coefficients along y and z of a hollow rectangle by its ratios along y and z; none above 0.95.
pub fn box_shear([y, z]: [f64; 2]) -> Option<[f64; 2]> {
    let (place_y, place_z) = (place(y)?, place(z)?);
    Some([coefficient(place_y, place_z), coefficient(place_z, place_y)])
}

const RATIOS: [f64; 12] = [0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];

/// Place of a ratio: the tabulated one on its left and the part of the way to the next.
fn place(ratio: f64) -> Option<(usize, f64)> {
    let ratio = if ratio <= LARGEST_RATIO * (1.0 + 1e-12) { ratio.min(LARGEST_RATIO) } else { ratio };
    let right = RATIOS.iter().position(|r| *r >= ratio)?.max(1);
    let (a, b) = (RATIOS[right - 1], RATIOS[right]);
    Some((right - 1, (ratio - a) / (b - a)))
}

fn coefficient((i, s): (usize, f64), (j, t): (usize, f64)) -> f64 {
    // A row per ratio along the force, a column per ratio across it.
    const TABLE: [[f64; 12]; 12] = [
        [1.2, 1.2, 1.2, 1.2, 1.2, 1.2, 1.2, 1.2, 1.2, 1.2, 1.2, 1.2],
        [1.2, 1.2091, 1.22903, 1.29961, 1.41338, 1.57689, 1.80293, 2.11482, 2.56072, 3.26505, 4.71451, 6.68937],
        [1.2, 1.21234, 1.23638, 1.31674, 1.44242, 1.62077, 1.86614, 2.20702, 2.70395, 3.51953, 5.35808, 8.19368],
        [1.2, 1.21725, 1.24671, 1.3388, 1.47742, 1.67093, 1.93642, 2.30888, 2.8664, 3.82993, 6.21611, 10.2937],
        [1.2, 1.22028, 1.25225, 1.34797, 1.48853, 1.6827, 1.9487, 2.32387, 2.89403, 3.90732, 6.53601, 11.2361],
        [1.2, 1.22125, 1.25299, 1.34528, 1.47872, 1.66196, 1.91269, 2.26723, 2.81021, 3.79004, 6.40058, 11.1893],
        [1.2, 1.22011, 1.24905, 1.33181, 1.45075, 1.61403, 1.83775, 2.1543, 2.64029, 3.52423, 5.91643, 10.3749],
        [1.2, 1.21699, 1.24091, 1.30911, 1.40786, 1.54462, 1.73307, 2.00002, 2.40936, 3.15426, 5.18602, 9.01404],
        [1.2, 1.21234, 1.22963, 1.27969, 1.35418, 1.45982, 1.60759, 1.81808, 2.13953, 2.71977, 4.29975, 7.29574],
        [1.2, 1.20699, 1.21695, 1.24713, 1.29483, 1.36597, 1.46914, 1.61905, 1.84773, 2.25238, 3.33064, 5.37206],
        [1.2, 1.20223, 1.20561, 1.21707, 1.23759, 1.27159, 1.3254, 1.40907, 1.54135, 1.77105, 2.33808, 3.36741],
        [1.2, 1.20064, 1.20171, 1.20582, 1.2142, 1.22956, 1.25619, 1.30111, 1.37761, 1.51661, 1.84134, 2.37116],
    ];
    let row = |i: usize| (1.0 - t) * TABLE[i][j] + t * TABLE[i][j + 1];
    (1.0 - s) * row(i) + s * row(i + 1)
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

    #[test]
    fn boxes_between_tabulated_ratios_are_bilinear() {
        let [ay, az] = box_shear([0.7, 0.9]).unwrap();
        assert!(close(ay, 4.29975, 1e-15) && close(az, 1.54135, 1e-15));
        let [ay, az] = box_shear([0.55, 0.85]).unwrap();
        assert!(close(ay, 0.25 * (3.52423 + 5.91643 + 3.15426 + 5.18602), 1e-14));
        assert!(close(az, 0.25 * (1.46914 + 1.61905 + 1.3254 + 1.40907), 1e-14));
        assert!(box_shear([0.951, 0.5]).is_none());
    }

    #[test]
    fn a_slit_along_the_force_leaves_the_full_section() {
        for ratio in [0.3, 0.7, 0.9] {
            assert_eq!(box_shear([0.0, ratio]).unwrap()[0], 1.2);
            assert_eq!(box_shear([ratio, 0.0]).unwrap()[0], 1.2);
        }
    }

    /// Saint-Venant's flexure without Poisson's effect of a thin square box tends to 2.4.
    #[test]
    fn thin_boxes_tend_to_cowpers_formula() {
        let [ay, az] = box_shear([0.95, 0.95]).unwrap();
        assert!(close(ay, 2.4, 0.02) && close(az, 2.4, 0.02));
    }
}
