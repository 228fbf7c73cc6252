//! A polyline around the origin (DISCRET), given by its points in polar coordinates.

use super::geometry::{Dimensions, Gap, Geometry, Kind, Surface};

/// A profile of facets.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    angles: Vec<f64>,
    points: Vec<[f64; 2]>,
    increasing: bool,
}

impl Profile {
    /// The first facet that covers angle `th` (rad).
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
}

impl Geometry for Profile {
    const KINDS: &'static [Kind] = &[Kind { name: "DISCRET", reads_points: true, ..Kind::FIXED }];

    fn place(_: &Kind, dimensions: &Dimensions<'_>) -> Profile {
        let angles: Vec<f64> = dimensions.points.iter().map(|p| p.0).collect();
        let increasing = angles.windows(2).all(|w| w[0] < w[1]);
        let points = dimensions.points.iter().map(|&(th, r)| [r * libm::cos(th), r * libm::sin(th)]).collect();
        Profile { angles, points, increasing }
    }

    /// A profile that does not cover the direction of the node keeps the last normal, without a gap.
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

    fn surface(&self) -> Option<Surface> {
        None
    }
}
