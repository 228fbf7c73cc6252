//! Inside of a circle (CERCLE), or a circle of node 1 inside that of node 2 (BI_CERC_INT).

use super::geometry::{Dimensions, Gap, Geometry, Kind, Surface};

/// A bore in which a point moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bore {
    /// Distance (m) that the point may move from the centre.
    clearance: f64,
}

impl Geometry for Bore {
    const KINDS: &'static [Kind] = &[
        Kind { name: "CERCLE", ..Kind::FIXED },
        Kind { name: "BI_CERC_INT", is_pair: true, is_nested: true, ..Kind::FIXED },
    ];

    fn place(kind: &Kind, dimensions: &Dimensions<'_>) -> Bore {
        let [radius_1, radius_2] = dimensions.sizes;
        Bore { clearance: if kind.is_pair { radius_2 - radius_1 } else { dimensions.gap } }
    }

    #[inline]
    fn gap(&self, y: f64, z: f64, _last: [f64; 2]) -> Gap {
        let r = (y * y + z * z).sqrt();
        let (c, s) = if r == 0.0 { (-1.0, 0.0) } else { (-y / r, -z / r) };
        Gap { gap: self.clearance - r, c, s }
    }

    fn curvature_radius(&self, gap: f64) -> Option<f64> {
        Some(self.clearance - gap)
    }

    fn surface(&self) -> Option<Surface> {
        Some(Surface::Inside { radius: self.clearance })
    }
}
