//! Local frames, given by three nautical angles (α, β, γ).
//!
//! The local x axis is the global one turned by α about Z, then by β (downwards) about the new y; γ turns
//! the frame about its own x. `v_local = P v_global`, the rows of `P` being the local axes:
//!
//! ```text
//! x  ( cβ cα,             cβ sα,             -sβ   )
//! y  ( sγ sβ cα - cγ sα,  cγ cα + sγ sβ sα,  sγ cβ )
//! z  ( sγ sα + cγ sβ cα,  cγ sβ sα - cα sγ,  cγ cβ )
//! ```

use crate::mesh::vector::{Vector, dot, norm};

/// A local frame: its axes as rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    pub axes: [Vector; 3],
}

impl Frame {
    /// Angles in radians.
    pub fn from_angles([alpha, beta, gamma]: Vector) -> Self {
        let (sa, ca) = (libm::sin(alpha), libm::cos(alpha));
        let (sb, cb) = (libm::sin(beta), libm::cos(beta));
        let (sg, cg) = (libm::sin(gamma), libm::cos(gamma));
        Frame {
            axes: [
                [cb * ca, cb * sa, -sb],
                [sg * sb * ca - cg * sa, cg * ca + sg * sb * sa, sg * cb],
                [sg * sa + cg * sb * ca, cg * sb * sa - ca * sg, cg * cb],
            ],
        }
    }

    /// Components in the local frame of a vector given in the global one.
    pub fn to_local(&self, v: Vector) -> Vector {
        self.axes.map(|axis| dot(axis, v))
    }

    /// Components in the global frame of a vector given in the local one.
    pub fn to_global(&self, v: Vector) -> Vector {
        std::array::from_fn(|j| (0..3).map(|i| self.axes[i][j] * v[i]).sum())
    }

    /// A force and a moment (or a displacement and a rotation) given in the local frame, in the global one.
    pub fn six_to_global(&self, [x, y, z, rx, ry, rz]: [f64; 6]) -> [f64; 6] {
        let ([x, y, z], [rx, ry, rz]) = (self.to_global([x, y, z]), self.to_global([rx, ry, rz]));
        [x, y, z, rx, ry, rz]
    }

    /// Groups of unknowns that turn together, for elements of `nodes` nodes: 3 translations or 3
    /// rotations in space, 2 translations and 1 rotation in the plane, 1 for a scalar unknown.
    pub fn blocks(node: &[usize], nodes: usize) -> Vec<usize> {
        node.repeat(nodes)
    }
}

/// α and β of a frame whose x axis has this direction (γ = 0: local y is horizontal); zeros for a null
/// vector.
pub fn angles_of_direction(v: Vector) -> Vector {
    let horizontal = (v[0] * v[0] + v[1] * v[1]).sqrt();
    let alpha = if horizontal == 0.0 { 0.0 } else { libm::atan2(v[1], v[0]) };
    let beta = if horizontal == 0.0 && v[2] == 0.0 { 0.0 } else { -libm::atan2(v[2], horizontal) };
    [alpha, beta, 0.0]
}

/// The γ that puts local y in the plane of the x axis (of the frame with these α and β) and of `wanted`, on
/// its side; `None` when `wanted` is along x.
pub fn spin_for_y(alpha: f64, beta: f64, wanted: Vector) -> Option<f64> {
    let frame = Frame::from_angles([alpha, beta, 0.0]);
    let [_, y, z] = frame.to_local(wanted);
    let size = norm(wanted);
    if y * y + z * z <= 1e-20 * size * size {
        return None;
    }
    Some(libm::atan2(z, y))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::elements::SquareMatrix;
    use crate::mesh::vector::cross;

    fn close(a: Vector, b: Vector) -> bool {
        a.iter().zip(b).all(|(x, y)| (x - y).abs() < 1e-12)
    }

    #[test]
    fn local_x_follows_the_segment_and_local_y_is_horizontal() {
        let v = [1.0, -2.0, 2.0];
        let frame = Frame::from_angles(angles_of_direction(v));
        assert!(close(frame.axes[0], [1.0 / 3.0, -2.0 / 3.0, 2.0 / 3.0]));
        assert!(frame.axes[1][2].abs() < 1e-15);
        let up = Frame::from_angles(angles_of_direction([0.0, 0.0, 3.0]));
        assert!(close(up.axes[0], [0.0, 0.0, 1.0]) && close(up.axes[1], [0.0, 1.0, 0.0]));
    }

    #[test]
    fn a_frame_without_angles_changes_nothing() {
        assert_eq!(Frame::from_angles([0.0; 3]).matrix_on(&[3, 1]), SquareMatrix::diagonal(&[1.0; 4]));
    }

    proptest! {
        #[test]
        fn frames_are_rotations(a in -4.0..4.0f64, b in -4.0..4.0f64, c in -4.0..4.0f64) {
            let [x, y, z] = Frame::from_angles([a, b, c]).axes;
            prop_assert!((dot(x, x) - 1.0).abs() < 1e-14 && dot(x, y).abs() < 1e-14);
            prop_assert!(close(cross(x, y), z));
        }

        #[test]
        fn y_goes_to_the_side_of_the_vector_given(v in prop::array::uniform3(-1.0..1.0f64), w in prop::array::uniform3(-1.0..1.0f64)) {
            let [alpha, beta, _] = angles_of_direction(v);
            if let Some(gamma) = spin_for_y(alpha, beta, w) {
                let [_, y, z] = Frame::from_angles([alpha, beta, gamma]).to_local(w);
                prop_assert!(z.abs() < 1e-12 && y > 0.0);
            }
        }
    }
}
