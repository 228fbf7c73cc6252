//! Local frames of obstacles and links.
//!
//! Nautical angles: `R(alpha, beta, gamma) = Rx Ry Rz` turns global components into local ones,
//!
//! ```text
//! Rz = [ ca sa 0 ; -sa ca 0 ; 0 0 1 ]   Ry = [ cb 0 -sb ; 0 1 0 ; sb 0 cb ]   Rx = [ 1 0 0 ; 0 cg sg ; 0 -sg cg ]
//! ```
//!
//! Entries of the factors below 1e-6 in absolute value are taken as 0, so that frames along the axes
//! are exact permutations.

use crate::mesh::vector::{cross, dot, norm};

/// An orthonormal frame; rows are the local axes in global components.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    pub axes: [[f64; 3]; 3],
}

impl Frame {
    /// The axes turned by the nautical angles `alpha`, `beta`, `gamma` (rad).
    pub fn from_angles(alpha: f64, beta: f64, gamma: f64) -> Frame {
        let (ca, sa) = (clean(libm::cos(alpha)), clean(libm::sin(alpha)));
        let (cb, sb) = (clean(libm::cos(beta)), clean(libm::sin(beta)));
        let (cg, sg) = (clean(libm::cos(gamma)), clean(libm::sin(gamma)));
        let rz = [[ca, sa, 0.0], [-sa, ca, 0.0], [0.0, 0.0, 1.0]];
        let ry = [[cb, 0.0, -sb], [0.0, 1.0, 0.0], [sb, 0.0, cb]];
        let rx = [[1.0, 0.0, 0.0], [0.0, cg, sg], [0.0, -sg, cg]];
        Frame { axes: product(&rx, &product(&ry, &rz)) }
    }

    /// Local x along `normal` (any length but 0), turned by `gamma` about it.
    pub fn from_normal(normal: [f64; 3], gamma: f64) -> Frame {
        let (alpha, beta) = normal_angles(normal);
        Frame::from_angles(alpha, beta, gamma)
    }

    /// Local x along `normal`, local y along the projection of `direction` on the plane normal to it.
    pub fn from_normal_and_direction(normal: [f64; 3], direction: [f64; 3]) -> Frame {
        let w = Frame::from_normal(normal, 0.0).to_local(direction);
        Frame::from_normal(normal, angle(w[2], w[1]))
    }

    /// Local y along `y`; the two other axes are built from it by a fixed rule (devices that only
    /// know the line of their two nodes).
    pub fn from_transverse(y: [f64; 3]) -> Frame {
        let length = norm(y);
        let y = [y[0] / length, y[1] / length, y[2] / length];
        let (a, b, c) = (y[0].abs(), y[1].abs(), y[2].abs());
        let z = if c <= a && c <= b {
            [-y[1], y[0], 0.0]
        } else if b <= a && b <= c {
            [-y[2], 0.0, y[0]]
        } else {
            [0.0, -y[2], y[1]]
        };
        Frame::from_normal_and_direction(cross(y, z), y)
    }

    /// Components along the local axes of a vector given in global ones.
    pub fn to_local(&self, v: [f64; 3]) -> [f64; 3] {
        let [x, y, z] = &self.axes;
        [dot(*x, v), dot(*y, v), dot(*z, v)]
    }

    /// Components along the global axes of a vector given in local ones.
    pub fn to_global(&self, v: [f64; 3]) -> [f64; 3] {
        let a = &self.axes;
        std::array::from_fn(|i| a[0][i] * v[0] + a[1][i] * v[1] + a[2][i] * v[2])
    }
}

/// The two angles that bring the global x axis on `normal`.
pub fn normal_angles(normal: [f64; 3]) -> (f64, f64) {
    let [x, y, z] = normal;
    (angle(y, x), -angle(z, (x * x + y * y).sqrt()))
}

/// `atan2`, 0 where both arguments vanish.
fn angle(y: f64, x: f64) -> f64 {
    if y.abs() <= f64::MIN_POSITIVE && x.abs() <= f64::MIN_POSITIVE { 0.0 } else { libm::atan2(y, x) }
}

fn clean(x: f64) -> f64 {
    if x.abs() < 1e-6 { 0.0 } else { x }
}

fn product(a: &[[f64; 3]; 3], b: &[[f64; 3]; 3]) -> [[f64; 3]; 3] {
    std::array::from_fn(|i| std::array::from_fn(|j| a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_along_the_axes_are_exact_permutations() {
        let z = Frame::from_normal([0.0, 0.0, 1.0], 0.0);
        assert_eq!(z.axes, [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]);
        let y = Frame::from_normal([0.0, 1.0, 0.0], 0.0);
        assert_eq!(y.axes, [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]);
        let x = Frame::from_normal([1.0, 0.0, 0.0], 0.0);
        assert_eq!(x.axes, [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
    }

    #[test]
    fn axes_are_orthonormal_and_direct() {
        let frame = Frame::from_normal([1.0, -2.0, 0.5], 0.7);
        let [x, y, z] = frame.axes;
        for (a, b, expected) in [(x, x, 1.0), (y, y, 1.0), (z, z, 1.0), (x, y, 0.0), (y, z, 0.0), (z, x, 0.0)] {
            assert!((dot(a, b) - expected).abs() < 1e-15);
        }
        let w = cross(x, y);
        assert!((0..3).all(|i| (w[i] - z[i]).abs() < 1e-15));
        let n = norm([1.0, -2.0, 0.5]);
        assert!((x[0] * n - 1.0).abs() < 1e-14 && (x[1] * n + 2.0).abs() < 1e-14);
        let v = [0.3, 0.1, -0.9];
        let back = frame.to_global(frame.to_local(v));
        assert!((0..3).all(|i| (back[i] - v[i]).abs() < 1e-15));
    }

    #[test]
    fn y_follows_the_direction_asked_for() {
        let frame = Frame::from_normal_and_direction([1.0, 0.0, 0.0], [0.4, 3.0, 4.0]);
        let y = frame.axes[1];
        assert!((y[1] - 0.6).abs() < 1e-15 && (y[2] - 0.8).abs() < 1e-15);
        for direction in [[0.0, 0.0, 2.0], [1.0, 2.0, 3.0], [0.0, 1.0, 0.0], [-1.0, 0.5, 0.1]] {
            let y = Frame::from_transverse(direction).axes[1];
            let length = norm(direction);
            assert!((0..3).all(|i| (y[i] - direction[i] / length).abs() < 1e-14), "{direction:?}");
        }
    }
}
