//! Two circles outside each other (BI_CERCLE).

use super::geometry::{Dimensions, Gap, Geometry, Kind, Surface};

/// Two cylinders around the nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinders {
    /// Radii (m) of node 1 and node 2.
    radii: [f64; 2],
}

impl Geometry for Cylinders {
    const KINDS: &'static [Kind] = &[Kind { name: "BI_CERCLE", is_pair: true, ..Kind::FIXED }];

    fn place(_: &Kind, dimensions: &Dimensions<'_>) -> Cylinders {
        Cylinders { radii: dimensions.sizes }
    }

    #[inline]
    fn gap(&self, y: f64, z: f64, _last: [f64; 2]) -> Gap {
        let r = (y * y + z * z).sqrt();
        let (c, s) = if r == 0.0 { (-1.0, 0.0) } else { (y / r, z / r) };
        Gap { gap: r - self.radii[0] - self.radii[1], c, s }
    }

    fn curvature_radius(&self, gap: f64) -> Option<f64> {
        Some(-(gap + self.radii[0] + self.radii[1]))
    }

    fn surface(&self) -> Option<Surface> {
        Some(Surface::Outside { radius: self.radii[0] + self.radii[1] })
    }
}
