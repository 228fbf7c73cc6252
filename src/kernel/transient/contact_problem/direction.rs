//! Direction of slip in two directions, where friction opposes the motion that is left.

/// The direction `d` with `free - bound W d = s d`, `s >= 0`, `|d| = 1`: slip along itself under the friction `bound`
/// against it. `w` has the entries 11, 12, 22 of `W`, symmetric and positive. Without slip (`s = 0` would be left with
/// `|d| < 1`) the direction of the force that holds the point.
///
/// `s` is the root of `1/|(s + bound W)^-1 free| = 1`, which is concave and increasing: Newton from 0 does not overshoot.
pub fn slip_direction(w: [f64; 3], free: [f64; 2], bound: f64) -> Option<[f64; 2]> {
    let size = (free[0] * free[0] + free[1] * free[1]).sqrt();
    if !(size > 0.0) {
        return None;
    }
    // Along the principal axes of W.
    let (mean, half) = (0.5 * (w[0] + w[2]), 0.5 * (w[0] - w[2]));
    let spread = (half * half + w[1] * w[1]).sqrt();
    let axis = if spread > 1e-15 * mean {
        let (x, y) = if half >= 0.0 { (half + spread, w[1]) } else { (w[1], spread - half) };
        let length = (x * x + y * y).sqrt();
        if length > 0.0 { [x / length, y / length] } else { [1.0, 0.0] }
    } else {
        [1.0, 0.0]
    };
    let parts = [(axis[0] * free[0] + axis[1] * free[1]) / size, (axis[0] * free[1] - axis[1] * free[0]) / size];
    let stiff = [(mean + spread) * bound / size, (mean - spread).max(0.0) * bound / size];
    let mut s = if stiff[1] > 0.0 { 0.0 } else { 1e-300 };
    for _ in 0..60 {
        let (a, b) = (parts[0] / (s + stiff[0]), parts[1] / (s + stiff[1]));
        let length = (a * a + b * b).sqrt();
        let slope = (a * a / (s + stiff[0]) + b * b / (s + stiff[1])) / (length * length * length);
        let next = s + (1.0 - 1.0 / length) / slope;
        if !(next > s) || next - s <= 1e-17 * next {
            break;
        }
        s = next;
    }
    let (a, b) = (parts[0] / (s + stiff[0]), parts[1] / (s + stiff[1]));
    let length = (a * a + b * b).sqrt();
    let d = [(axis[0] * a - axis[1] * b) / length, (axis[1] * a + axis[0] * b) / length];
    (d[0].is_finite() && d[1].is_finite()).then_some(d)
}

#[cfg(test)]
mod tests {
    use super::slip_direction;

    #[test]
    fn the_motion_left_is_along_the_direction() {
        for (w, free, bound) in [
            ([1.0, 0.0, 1.0], [3.0, 4.0], 4.9),
            ([2.0, 0.7, 0.5], [1.0, -2.0], 0.4),
            ([2.0, -0.7, 0.5], [1e-6, 2e-6], 1e-7),
            ([1.0, 0.0, 1e-9], [0.5, 0.5], 0.3),
        ] {
            let d = slip_direction(w, free, bound).unwrap();
            let left = [free[0] - bound * (w[0] * d[0] + w[1] * d[1]), free[1] - bound * (w[1] * d[0] + w[2] * d[1])];
            let across = left[0] * d[1] - left[1] * d[0];
            let size = (free[0] * free[0] + free[1] * free[1]).sqrt();
            assert!(across.abs() < 1e-14 * size && left[0] * d[0] + left[1] * d[1] > 0.0, "{w:?} {free:?}: {d:?}");
        }
        assert_eq!(slip_direction([1.0, 0.0, 1.0], [0.0; 2], 1.0), None);
    }
}
