//! Reflections of tubes in the walls of a rectangle.

use std::f64::consts::PI;

/// A tube or one of its images.
#[derive(Clone, Copy, Debug)]
pub(super) struct Image {
    /// Rank of the tube.
    pub(super) tube: usize,
    pub(super) place: [f64; 2],
    /// 1 after an even number of reflections, -1 after an odd one.
    pub(super) sign: f64,
    /// Angle by which reflections turn.
    pub(super) turn: f64,
    /// True for the tube itself.
    pub(super) is_itself: bool,
}

/// Boxes with the images at their places.
const NEAR: i64 = 2;
/// Boxes with all images at the centre.
const FAR: i64 = 10;

/// Images of the tubes in a rectangle of some centre, sides and angle (rad).
pub(super) fn images(tubes: &[[f64; 2]], centre: [f64; 2], sides: [f64; 2], angle: f64) -> Vec<Image> {
    let (c, s) = (libm::cos(angle), libm::sin(angle));
    let local = |p: [f64; 2]| {
        let (x, y) = (p[0] - centre[0], p[1] - centre[1]);
        [c * x + s * y, c * y - s * x]
    };
    let global = |q: [f64; 2]| [centre[0] + c * q[0] - s * q[1], centre[1] + s * q[0] + c * q[1]];
    let mut found = Vec::new();
    for p in -FAR..=FAR {
        for q in -FAR..=FAR {
            let (odd_p, odd_q) = (p.rem_euclid(2) == 1, q.rem_euclid(2) == 1);
            // The walls that reflect along x have the direction angle + pi/2, the others that of the angle.
            let first = if odd_p { 2.0 * (angle + 0.5 * PI) } else { 0.0 };
            let turn = if odd_q { 2.0 * angle - first } else { first };
            let near = p.abs() <= NEAR && q.abs() <= NEAR;
            for (tube, place) in tubes.iter().enumerate() {
                let own = if near { local(*place) } else { [0.0, 0.0] };
                let moved = [
                    p as f64 * sides[0] + if odd_p { -own[0] } else { own[0] },
                    q as f64 * sides[1] + if odd_q { -own[1] } else { own[1] },
                ];
                found.push(Image {
                    tube,
                    place: global(moved),
                    sign: if odd_p == odd_q { 1.0 } else { -1.0 },
                    turn,
                    is_itself: p == 0 && q == 0,
                });
            }
        }
    }
    found
}
