//! From space to the plane of a drawing.

/// Unit vectors of the drawing: to the right and up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection {
    right: [f64; 3],
    up: [f64; 3],
}

/// Extent of an axis that counts as none, over the largest.
const FLAT: f64 = 1e-3;

/// Extent along each axis.
fn extents<'p>(points: impl Iterator<Item = &'p [f64; 3]>) -> [f64; 3] {
    let start = [(f64::INFINITY, f64::NEG_INFINITY); 3];
    let bounds = points.fold(start, |b, p| std::array::from_fn(|i| (b[i].0.min(p[i]), b[i].1.max(p[i]))));
    bounds.map(|(low, high)| if high >= low { high - low } else { 0.0 })
}

/// Diagonal of the box around points.
pub fn size(points: &[[f64; 3]]) -> f64 {
    let [x, y, z] = extents(points.iter());
    libm::sqrt(x * x + y * y + z * z)
}

impl Projection {
    /// Along an axis that nothing extends along, else from above a corner, Z up.
    pub fn of<'p>(points: impl Iterator<Item = &'p [f64; 3]>) -> Projection {
        let [x, y, z] = extents(points);
        let most = x.max(y).max(z);
        let flat = |extent: f64| extent <= FLAT * most;
        let axis = |i: usize| std::array::from_fn(|k| f64::from(u8::from(i == k)));
        if flat(z) {
            return Projection { right: axis(0), up: axis(1) };
        }
        if flat(y) {
            return Projection { right: axis(0), up: axis(2) };
        }
        if flat(x) {
            return Projection { right: axis(1), up: axis(2) };
        }
        let (turn, rise) = ((-60.0_f64).to_radians(), 25.0_f64.to_radians());
        let (c, s) = (libm::cos(turn), libm::sin(turn));
        let right = [-s, c, 0.0];
        let up = [-libm::sin(rise) * c, -libm::sin(rise) * s, libm::cos(rise)];
        Projection { right, up }
    }

    /// Coordinates to the right and up.
    pub fn at(&self, p: &[f64; 3]) -> (f64, f64) {
        let dot = |a: &[f64; 3]| a[0] * p[0] + a[1] * p[1] + a[2] * p[2];
        (dot(&self.right), dot(&self.up))
    }

    /// What puts the points into a box (left, top, width, height) of a page, both directions at one scale.
    pub fn fit<'p>(&self, points: impl Iterator<Item = &'p [f64; 3]>, [left, top, width, height]: [f64; 4]) -> Fit {
        let start = [f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY];
        let [x0, x1, y0, y1] = points
            .map(|p| self.at(p))
            .fold(start, |[x0, x1, y0, y1], (x, y)| [x0.min(x), x1.max(x), y0.min(y), y1.max(y)]);
        let scale = (width / (x1 - x0)).min(height / (y1 - y0));
        let scale = if scale.is_finite() { scale } else { 1.0 };
        let centre = |a: f64, b: f64| if a <= b { (a + b) / 2.0 } else { 0.0 };
        Fit { scale, centre: (centre(x0, x1), centre(y0, y1)), page: (left + width / 2.0, top + height / 2.0) }
    }
}

/// A projection laid on a page.
pub struct Fit {
    scale: f64,
    centre: (f64, f64),
    page: (f64, f64),
}

impl Fit {
    pub fn at(&self, view: &Projection, point: &[f64; 3]) -> (f64, f64) {
        let (x, y) = view.at(point);
        (self.page.0 + self.scale * (x - self.centre.0), self.page.1 - self.scale * (y - self.centre.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plane_structures_are_seen_from_the_front() {
        let along = |p: [[f64; 3]; 2], q: [f64; 3]| Projection::of(p.iter()).at(&q);
        assert_eq!(along([[0.0; 3], [4.0, 1.0, 0.0]], [2.0, 3.0, 5.0]), (2.0, 3.0));
        assert_eq!(along([[0.0; 3], [4.0, 0.0, 1.0]], [2.0, 3.0, 5.0]), (2.0, 5.0));
        assert_eq!(along([[0.0; 3], [0.0, 4.0, 1.0]], [2.0, 3.0, 5.0]), (3.0, 5.0));
        assert_eq!(along([[0.0; 3], [4.0, 0.0, 0.0]], [2.0, 3.0, 5.0]), (2.0, 3.0));
        let corner = Projection::of([[0.0; 3], [1.0, 1.0, 1.0]].iter());
        let length = |v: (f64, f64)| libm::hypot(v.0, v.1);
        // Rows of a rotation have the length 1: so have the columns of the part that is seen, with what is not.
        let seen = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|axis| length(corner.at(&axis)));
        assert!((seen.iter().map(|l| l * l).sum::<f64>() - 2.0).abs() < 1e-12);
        assert!(corner.at(&[0.0, 0.0, 1.0]).1 > 0.9);
    }
}
