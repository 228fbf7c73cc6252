//! What each obstacle says of itself (its kinds) and what it answers (gap, curvature, surface).

/// Kind of obstacle, as DEFI_OBSTACLE names it.
#[derive(Debug)]
pub struct Kind {
    /// `PLAN_Y`, `BI_CERCLE` ...
    pub name: &'static str,
    /// True where it stands between two nodes.
    pub is_pair: bool,
    /// True where node 1 moves inside node 2, so that `size_2 >= size_1`.
    pub is_nested: bool,
    /// True where it is made of points (angle, radius).
    pub reads_points: bool,
    /// Local axis of the normal, 1 (y) or 2 (z), where it is the same everywhere.
    pub normal_axis: Option<usize>,
}

impl Kind {
    /// A fixed obstacle that is round or of any shape; the kinds differ from it by what they name.
    pub const FIXED: Kind = Kind { name: "", is_pair: false, is_nested: false, reads_points: false, normal_axis: None };
}

impl PartialEq for Kind {
    fn eq(&self, other: &Kind) -> bool {
        self.name == other.name
    }
}

/// Dimensions of an obstacle where it is used.
#[derive(Clone, Copy, Debug)]
pub struct Dimensions<'a> {
    /// Half distance of the planes, or radius (m).
    pub gap: f64,
    /// Sizes of node 1 and node 2 (m).
    pub sizes: [f64; 2],
    /// Local position of node 1 at rest, from the origin or relative to node 2 (m).
    pub rest: [f64; 3],
    /// Angle (rad) and radius (m) of each point of a profile.
    pub points: &'a [(f64, f64)],
}

/// Gap (m) and unit normal in the local (y, z) plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// Negative in penetration (m).
    pub gap: f64,
    /// Normal along local y.
    pub c: f64,
    /// Normal along local z.
    pub s: f64,
}

/// Surface that a point may not pass, and the side it stays on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Surface {
    /// `|u| <= half_gap` along local axis 1 (y) or 2 (z), in m.
    Between { axis: usize, half_gap: f64 },
    /// `normal * u >= thickness` along a local axis, in m.
    OneSide { axis: usize, normal: f64, thickness: f64 },
    /// `r <= radius` (m) in the plane (y, z).
    Inside { radius: f64 },
    /// `r >= radius` (m).
    Outside { radius: f64 },
}

/// The geometry of one or several kinds of obstacles.
pub trait Geometry: Sized {
    /// The kinds that have this geometry.
    const KINDS: &'static [Kind];

    /// The obstacle of kind `kind`, one of [`Geometry::KINDS`], with its dimensions.
    fn place(kind: &Kind, dimensions: &Dimensions<'_>) -> Self;

    /// Gap at local position (`y`, `z`) in m. `last` is the normal of the evaluation before, for an obstacle that has
    /// none there.
    fn gap(&self, y: f64, z: f64, last: [f64; 2]) -> Gap;

    /// Radius (m) at which a round obstacle is touched where the gap is `gap` (m): positive inside a bore, negative
    /// between two cylinders; `None` for flat obstacles.
    fn curvature_radius(&self, _gap: f64) -> Option<f64> {
        None
    }

    /// Its surface for the exact schemes; `None` where it is made of facets.
    fn surface(&self) -> Option<Surface>;
}

/// The sign of a floating-point number, that of the sign bit: -0.0 counts as negative.
pub fn sign(x: f64) -> f64 {
    if x.is_sign_negative() { -1.0 } else { 1.0 }
}
