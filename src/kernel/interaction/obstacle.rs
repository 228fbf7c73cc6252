//! Obstacle geometry: the gap between a node and a fixed obstacle, or between two nodes, and the
//! direction of the normal force on node 1.
//!
//! Everything happens in the local (y, z) plane of the obstacle. `u` is the local position of node 1
//! from the origin of the obstacle, or relative to node 2: `u1 - u2`. Contact is `gap <= 0`; the unit
//! normal `(c, s)` points towards the free side.

/// An obstacle with its dimensions (m).
#[derive(Clone, Debug, PartialEq)]
pub enum Obstacle {
    /// Inside of a circle.
    Circle {
        radius: f64,
    },
    /// Two planes at `± half_gap` on either side of the origin, normal to y.
    PlaneY {
        half_gap: f64,
    },
    PlaneZ {
        half_gap: f64,
    },
    Profile(Profile),
    /// Two nodes with thicknesses, one above the other along y; `side` is +1 when node 2 starts above.
    PairPlanesY {
        side: f64,
        thickness_1: f64,
        thickness_2: f64,
    },
    PairPlanesZ {
        side: f64,
        thickness_1: f64,
        thickness_2: f64,
    },
    /// Two circles outside each other.
    PairCircles {
        radius_1: f64,
        radius_2: f64,
    },
    /// Circle of node 1 inside circle of node 2.
    CircleInCircle {
        radius_1: f64,
        radius_2: f64,
    },
}

/// Gap (m) and normal in the local (y, z) plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    pub gap: f64,
    pub c: f64,
    pub s: f64,
}

/// A polyline around the origin, given by its points in polar coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    angles: Vec<f64>,
    points: Vec<[f64; 2]>,
    increasing: bool,
}

impl Profile {
    /// (angle in radians, radius in m) of each point, in order.
    pub fn new(points: &[(f64, f64)]) -> Profile {
        let angles: Vec<f64> = points.iter().map(|p| p.0).collect();
        let increasing = angles.windows(2).all(|w| w[0] < w[1]);
        let points = points.iter().map(|&(th, r)| [r * libm::cos(th), r * libm::sin(th)]).collect();
        Profile { angles, points, increasing }
    }

    /// First facet that covers angle `th`.
    fn facet(&self, th: f64) -> Option<usize> {
        if !self.increasing {
            return self.angles.windows(2).position(|w| w[0] <= th && th <= w[1]);
        }
        let next = self.angles.partition_point(|&a| a < th);
        match next {
            0 if self.angles.first() == Some(&th) && self.angles.len() > 1 => Some(0),
            0 => None,
            k if k < self.angles.len() => Some(k - 1),
            _ => None,
        }
    }

    fn gap(&self, y: f64, z: f64, last: [f64; 2]) -> Gap {
        let mut th = if y == 0.0 && z == 0.0 { 0.0 } else { libm::atan2(z, y) };
        if th < 0.0 {
            th += 2.0 * std::f64::consts::PI;
        }
        let Some(k) = self.facet(th) else { return Gap { gap: 0.0, c: last[0], s: last[1] } };
        let ([y1, z1], [y2, z2]) = (self.points[k], self.points[k + 1]);
        let (dy, dz) = (y2 - y1, z2 - z1);
        let length = (dy * dy + dz * dz).sqrt();
        let (c, s) = if length == 0.0 { (-1.0, 0.0) } else { (-dz / length, dy / length) };
        Gap { gap: (y - y1) * c + (z - z1) * s, c, s }
    }
}

/// An obstacle whose gap depends on one local axis only, and whose normal is along it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plane {
    /// 1 (y) or 2 (z)
    pub axis: usize,
    side: Side,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    Both { half_gap: f64 },
    One { side: f64, thickness_1: f64, thickness_2: f64 },
}

impl Plane {
    /// Gap (m) at position `u` along the axis, and the sign of the normal.
    #[inline]
    pub fn gap(&self, u: f64) -> (f64, f64) {
        match self.side {
            Side::Both { half_gap } => (half_gap - u.abs(), -sign(u)),
            Side::One { side, thickness_1, thickness_2 } => (side * -u - thickness_1 - thickness_2, -side),
        }
    }
}

/// The sign of a floating-point number, that of the sign bit: -0.0 counts as negative.
pub fn sign(x: f64) -> f64 {
    if x.is_sign_negative() { -1.0 } else { 1.0 }
}

impl Obstacle {
    /// Whether it stands between two nodes.
    pub fn is_pair(&self) -> bool {
        matches!(
            self,
            Obstacle::PairPlanesY { .. }
                | Obstacle::PairPlanesZ { .. }
                | Obstacle::PairCircles { .. }
                | Obstacle::CircleInCircle { .. }
        )
    }

    /// Which of local y and z the gap depends on.
    pub(super) fn axes(&self) -> (bool, bool) {
        self.plane().map_or((true, true), |plane| (plane.axis == 1, plane.axis == 2))
    }

    /// The same for the obstacles that are planes.
    pub(super) fn plane(&self) -> Option<Plane> {
        let (axis, side) = match *self {
            Obstacle::PlaneY { half_gap } => (1, Side::Both { half_gap }),
            Obstacle::PlaneZ { half_gap } => (2, Side::Both { half_gap }),
            Obstacle::PairPlanesY { side, thickness_1, thickness_2 } => {
                (1, Side::One { side, thickness_1, thickness_2 })
            }
            Obstacle::PairPlanesZ { side, thickness_1, thickness_2 } => {
                (2, Side::One { side, thickness_1, thickness_2 })
            }
            _ => return None,
        };
        Some(Plane { axis, side })
    }

    /// Gap at local position (`y`, `z`). `last` is the direction of the evaluation before; a profile
    /// that does not cover the direction of the node keeps it.
    #[inline]
    pub fn gap(&self, y: f64, z: f64, last: [f64; 2]) -> Gap {
        if let Some(plane) = self.plane() {
            let (gap, n) = plane.gap(if plane.axis == 1 { y } else { z });
            return if plane.axis == 1 { Gap { gap, c: n, s: 0.0 } } else { Gap { gap, c: 0.0, s: n } };
        }
        match self {
            Obstacle::Circle { radius } => inside(*radius, y, z),
            Obstacle::Profile(profile) => profile.gap(y, z, last),
            Obstacle::PairCircles { radius_1, radius_2 } => {
                let r = (y * y + z * z).sqrt();
                let (c, s) = if r == 0.0 { (-1.0, 0.0) } else { (y / r, z / r) };
                Gap { gap: r - radius_1 - radius_2, c, s }
            }
            Obstacle::CircleInCircle { radius_1, radius_2 } => inside(radius_2 - radius_1, y, z),
            // Planes were dealt with above.
            _ => Gap { gap: 0.0, c: last[0], s: last[1] },
        }
    }

    /// Radius (m) at which a round obstacle is touched where the gap is `gap`: positive inside a bore, negative between
    /// two cylinders; `None` for what is flat.
    pub(super) fn curvature_radius(&self, gap: f64) -> Option<f64> {
        match self {
            Obstacle::Circle { radius } => Some(radius - gap),
            Obstacle::CircleInCircle { radius_1, radius_2 } => Some(radius_2 - radius_1 - gap),
            Obstacle::PairCircles { radius_1, radius_2 } => Some(-(gap + radius_1 + radius_2)),
            _ => None,
        }
    }

    /// Whether the two nodes of a pair of planes have passed through each other.
    pub(super) fn crossed(&self, y: f64, z: f64) -> bool {
        match self {
            Obstacle::PairPlanesY { side, .. } => side * -y < 0.0,
            Obstacle::PairPlanesZ { side, .. } => side * -z < 0.0,
            _ => false,
        }
    }
}

fn inside(clearance: f64, y: f64, z: f64) -> Gap {
    let r = (y * y + z * z).sqrt();
    let (c, s) = if r == 0.0 { (-1.0, 0.0) } else { (-y / r, -z / r) };
    Gap { gap: clearance - r, c, s }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(obstacle: &Obstacle, y: f64, z: f64) -> (f64, f64, f64) {
        let g = obstacle.gap(y, z, [0.0, 0.0]);
        (g.gap, g.c, g.s)
    }

    #[test]
    fn fixed_obstacles_keep_the_node_between_their_walls() {
        let plane = Obstacle::PlaneY { half_gap: 0.5 };
        assert_eq!(at(&plane, 0.75, 9.0), (-0.25, -1.0, 0.0));
        assert_eq!(at(&plane, -0.75, 9.0), (-0.25, 1.0, 0.0));
        assert_eq!(at(&plane, -0.0, 0.0), (0.5, 1.0, 0.0));
        let plane = Obstacle::PlaneZ { half_gap: 0.5 };
        assert_eq!(at(&plane, 9.0, 0.25), (0.25, 0.0, -1.0));
        let circle = Obstacle::Circle { radius: 2.0 };
        assert_eq!(at(&circle, 3.0, 4.0), (-3.0, -0.6, -0.8));
        assert_eq!(at(&circle, 0.0, 0.0), (2.0, -1.0, 0.0));
    }

    #[test]
    fn pairs_measure_the_distance_between_nodes_less_their_sizes() {
        // Node 2 above node 1: u1 - u2 is negative, the force on node 1 points down.
        let above = Obstacle::PairPlanesY { side: 1.0, thickness_1: 0.25, thickness_2: 0.5 };
        assert_eq!(at(&above, -1.0, 0.0), (0.25, -1.0, 0.0));
        let below = Obstacle::PairPlanesZ { side: -1.0, thickness_1: 0.25, thickness_2: 0.5 };
        assert_eq!(at(&below, 0.0, 0.5), (-0.25, 0.0, 1.0));
        assert!(above.crossed(0.1, 0.0) && !above.crossed(-0.1, 0.0));
        let circles = Obstacle::PairCircles { radius_1: 1.0, radius_2: 2.0 };
        assert_eq!(at(&circles, 0.0, -5.0), (2.0, 0.0, -1.0));
        let bore = Obstacle::CircleInCircle { radius_1: 1.0, radius_2: 1.5 };
        assert_eq!(at(&bore, 0.0, 0.75), (-0.25, 0.0, -1.0));
        assert_eq!(at(&bore, 0.0, 0.0), (0.5, -1.0, 0.0));
    }

    #[test]
    fn a_square_profile_is_two_pairs_of_planes() {
        let half = std::f64::consts::FRAC_PI_2;
        let r = std::f64::consts::SQRT_2;
        let corners: Vec<_> = (0..5).map(|k| ((k as f64 - 0.5) * half, r)).collect();
        // Shifted so that it starts at 0: first point on the middle of the right side.
        let mut points = vec![(0.0, 1.0)];
        points.extend(corners[1..].iter().copied());
        points.push((4.0 * half, 1.0));
        let square = Obstacle::Profile(Profile::new(&points));
        for (y, z, gap, c, s) in [
            (0.5, 0.1, 0.5, -1.0, 0.0),
            (0.1, 1.2, -0.2, 0.0, -1.0),
            (-0.9, 0.0, 0.1, 1.0, 0.0),
            (0.0, -1.5, -0.5, 0.0, 1.0),
        ] {
            let g = square.gap(y, z, [0.0, 0.0]);
            assert!((g.gap - gap).abs() < 1e-14 && (g.c - c).abs() < 1e-14 && (g.s - s).abs() < 1e-14, "{y} {z} {g:?}");
        }
    }

    #[test]
    fn a_fine_profile_tends_to_the_circle_like_the_square_of_the_facet() {
        let circle = Obstacle::Circle { radius: 2.0 };
        for n in [90, 360] {
            let step = 2.0 * std::f64::consts::PI / n as f64;
            let points: Vec<_> = (0..=n).map(|k| (k as f64 * step, 2.0)).collect();
            let polygon = Obstacle::Profile(Profile::new(&points));
            let sagitta = 2.0 * (1.0 - (step / 2.0).cos());
            for k in 0..50 {
                let th = 0.11 + 0.1237 * k as f64;
                let (y, z) = (1.9 * th.cos(), 1.9 * th.sin());
                let (a, b) = (circle.gap(y, z, [0.0, 0.0]), polygon.gap(y, z, [0.0, 0.0]));
                assert!(b.gap <= a.gap + 1e-15 && a.gap - b.gap <= sagitta * 1.001, "{a:?} {b:?}");
                assert!((a.c * b.c + a.s * b.s - 1.0).abs() < step * step);
            }
        }
    }

    #[test]
    fn a_direction_that_no_facet_covers_keeps_the_last_normal_and_no_gap() {
        let half_turn = Obstacle::Profile(Profile::new(&[(0.0, 1.0), (1.5, 1.0), (3.0, 1.0)]));
        assert_eq!(half_turn.gap(0.0, -1.0, [0.6, 0.8]), Gap { gap: 0.0, c: 0.6, s: 0.8 });
    }
}
