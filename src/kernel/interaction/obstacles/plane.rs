//! Planes: two of them on either side of a node (PLAN_Y, PLAN_Z), or the faces of two nodes, one above the other
//! (BI_PLAN_Y, BI_PLAN_Z).

use super::geometry::{Dimensions, Gap, Geometry, Kind, Surface, sign};

/// An obstacle whose gap depends on one local axis only, and whose normal is along it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// 1 (y) or 2 (z)
    pub axis: usize,
    side: Side,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    /// At `± half_gap` (m) from the origin.
    Both { half_gap: f64 },
    /// Between two nodes with thicknesses (m); `side` is +1 where node 2 starts above.
    One { side: f64, thickness_1: f64, thickness_2: f64 },
}

impl Plane {
    /// Gap (m) at position `u` (m) along the axis, and the sign of the normal.
    #[inline]
    pub fn at(&self, u: f64) -> (f64, f64) {
        match self.side {
            Side::Both { half_gap } => (half_gap - u.abs(), -sign(u)),
            Side::One { side, thickness_1, thickness_2 } => (side * -u - thickness_1 - thickness_2, -side),
        }
    }

    /// `s`, `t`, `a`, `b` of the gap `a - max(s u, t u) - b`, to the bit that of [`Plane::at`].
    pub fn terms(&self) -> [f64; 4] {
        match self.side {
            Side::Both { half_gap } => [1.0, -1.0, half_gap, 0.0],
            Side::One { side, thickness_1, thickness_2 } => [side, side, -thickness_1, thickness_2],
        }
    }

    /// True where the two nodes of a pair have passed through each other, at relative position `u` (m) along the axis.
    #[inline]
    pub fn is_crossed(&self, u: f64) -> bool {
        match self.side {
            Side::Both { .. } => false,
            Side::One { side, .. } => side * -u < 0.0,
        }
    }
}

impl Geometry for Plane {
    const KINDS: &'static [Kind] = &[
        Kind { name: "PLAN_Y", normal_axis: Some(1), ..Kind::FIXED },
        Kind { name: "PLAN_Z", normal_axis: Some(2), ..Kind::FIXED },
        Kind { name: "BI_PLAN_Y", is_pair: true, normal_axis: Some(1), ..Kind::FIXED },
        Kind { name: "BI_PLAN_Z", is_pair: true, normal_axis: Some(2), ..Kind::FIXED },
    ];

    fn place(kind: &Kind, dimensions: &Dimensions<'_>) -> Plane {
        let axis = kind.normal_axis.unwrap_or(1);
        let [thickness_1, thickness_2] = dimensions.sizes;
        let side = match kind.is_pair {
            true => Side::One { side: -sign(dimensions.rest[axis]), thickness_1, thickness_2 },
            false => Side::Both { half_gap: dimensions.gap },
        };
        Plane { axis, side }
    }

    #[inline]
    fn gap(&self, y: f64, z: f64, _last: [f64; 2]) -> Gap {
        let (gap, n) = self.at(if self.axis == 1 { y } else { z });
        if self.axis == 1 { Gap { gap, c: n, s: 0.0 } } else { Gap { gap, c: 0.0, s: n } }
    }

    fn surface(&self) -> Option<Surface> {
        let axis = self.axis;
        Some(match self.side {
            Side::Both { half_gap } => Surface::Between { axis, half_gap },
            Side::One { side, thickness_1, thickness_2 } => {
                Surface::OneSide { axis, normal: -side, thickness: thickness_1 + thickness_2 }
            }
        })
    }
}
