//! Node against segment: the four weights of a smoothed master segment.
//!
//! A slave node faces the point xi of a segment between the master nodes j and j + 1. Inside the body a cubic
//! through the neighbouring nodes is used, weights N_r of the nodes j - 1 + r; the first and the last segment are straight.

/// Weights of the nodes j - 1, j, j + 1, j + 2 inside a body.
#[inline(always)]
pub fn cubic(xi: f64) -> [f64; 4] {
    let (square, cube) = (xi * xi, xi * xi * xi);
    [
        -0.5 * xi + square - 0.5 * cube,
        1.0 - 2.5 * square + 1.5 * cube,
        0.5 * xi + 2.0 * square - 1.5 * cube,
        -0.5 * square + 0.5 * cube,
    ]
}

/// The master nodes that a slave faces: the first one, their number, their weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facing {
    pub first: usize,
    pub count: usize,
    pub weights: [f64; 4],
}

/// Masters of the point `xi` of segment `j` of a body of `nodes` nodes; `smooth` are the weights of [`cubic`] at `xi`.
#[inline(always)]
pub fn facing(j: usize, xi: f64, nodes: usize, smooth: &[f64; 4]) -> Facing {
    if j == 0 || j + 2 >= nodes {
        return Facing { first: j, count: 2, weights: [1.0 - xi, xi, 0.0, 0.0] };
    }
    Facing { first: j - 1, count: 4, weights: *smooth }
}

#[cfg(test)]
mod tests {
    use super::cubic;

    #[test]
    fn quadratics_are_reproduced() {
        for i in 0..=10 {
            let xi = 0.1 * f64::from(i);
            let n = cubic(xi);
            let moment = |p: i32| (0..4).map(|r| n[r] * f64::from(r as i32 - 1).powi(p)).sum::<f64>();
            assert!((moment(0) - 1.0).abs() < 1e-15 && (moment(1) - xi).abs() < 1e-15);
            assert!((moment(2) - xi * xi).abs() < 1e-15 && n.iter().map(|w| w.abs()).sum::<f64>() <= 1.25 + 1e-15);
        }
    }
}
