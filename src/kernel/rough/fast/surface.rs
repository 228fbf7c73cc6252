//! Static bounds of a profile, segment by segment, computed once per run.
//!
//! On a segment the smoothed profile is a cubic that lies below the greatest of its four Bezier ordinates.

/// Bounds of one body. Heights in m, abscissae in nodes.
#[derive(Clone, Debug, Default)]
pub(super) struct Surface {
    pub heights: Vec<f64>,
    /// Greatest Bezier ordinate of the segment that starts at a node; the height itself at the last node.
    pub above: Vec<f64>,
    /// Greatest Bezier ordinate of the segment that ends at a node; the height itself at the first node.
    pub behind: Vec<f64>,
    /// Bound of the second derivative on the segment that starts at a node (m).
    pub curvature: Vec<f64>,
    /// Bound of the first derivative there (m).
    pub slope: Vec<f64>,
}

impl Surface {
    /// The surface through heights (m) at equidistant nodes.
    pub fn new(heights: Vec<f64>) -> Surface {
        let n = heights.len();
        let (mut above, mut curvature, mut slope) = (heights.clone(), vec![0.0; n], vec![0.0; n]);
        for j in 0..n - 1 {
            let (w1, w2) = (heights[j], heights[j + 1]);
            above[j] = w1.max(w2);
            slope[j] = (w2 - w1).abs();
            if j >= 1 && j + 2 < n {
                let (w0, w3) = (heights[j - 1], heights[j + 2]);
                let (p, q) = (w1 + (w2 - w0) / 6.0, w2 - (w3 - w1) / 6.0);
                above[j] = above[j].max(p).max(q);
                slope[j] = 3.0 * (p - w1).abs().max((q - p).abs()).max((w2 - q).abs());
                curvature[j] = 6.0 * (w1 - 2.0 * p + q).abs().max((p - 2.0 * q + w2).abs());
            }
        }
        let mut behind = heights.clone();
        behind[1..].copy_from_slice(&above[..n - 1]);
        Surface { heights, above, behind, curvature, slope }
    }

    /// Greatest of `behind` at a place and at the `window` places before it; as many more places as the window is long.
    pub fn windowed(&self, window: usize) -> Vec<f64> {
        let mut greatest = vec![f64::NEG_INFINITY; self.behind.len() + window];
        for (m, bound) in self.behind.iter().enumerate() {
            for place in &mut greatest[m..=m + window] {
                *place = place.max(*bound);
            }
        }
        greatest
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::segments::cubic;
    use super::Surface;

    #[test]
    fn bounds_hold_on_every_segment() {
        let heights: Vec<f64> = (0..60).map(|i| libm::sin(f64::from(i * i))).collect();
        let surface = Surface::new(heights.clone());
        for j in 1..57 {
            let at = |xi: f64| cubic(xi).iter().zip(&heights[j - 1..j + 3]).map(|(n, h)| n * h).sum::<f64>();
            for i in 0..=100 {
                let xi = f64::from(i) * 0.01;
                assert!(at(xi) <= surface.above[j] + 1e-14);
                let d = 1e-4;
                let slope = (at(xi + d) - at(xi - d)) / (2.0 * d);
                let curvature = (at(xi + d) - 2.0 * at(xi) + at(xi - d)) / (d * d);
                assert!(slope.abs() <= surface.slope[j] + 1e-3 && curvature.abs() <= surface.curvature[j] + 1e-2);
            }
        }
    }
}
