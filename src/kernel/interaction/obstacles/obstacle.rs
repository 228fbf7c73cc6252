//! The list of obstacles: one enumeration for those in use, and their kinds by name.

use super::circle::Bore;
use super::geometry::{Dimensions, Gap, Geometry, Kind, Surface};
use super::pair::Cylinders;
use super::plane::Plane;
use super::profile::Profile;

/// Writes the enumeration and what asks each geometry in turn.
macro_rules! obstacles {
    ($($name:ident),* $(,)?) => {
        /// An obstacle with its dimensions.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Obstacle {
            $(#[doc = concat!("See `", stringify!($name), "`.")] $name($name)),*
        }

        impl Obstacle {
            /// Gap at local position (`y`, `z`) in m; `last` is the normal of the evaluation before.
            #[inline]
            pub fn gap(&self, y: f64, z: f64, last: [f64; 2]) -> Gap {
                match self { $(Obstacle::$name(own) => own.gap(y, z, last)),* }
            }

            /// Signed radius (m) of what is touched at gap `gap` (m): [`Geometry::curvature_radius`].
            pub fn curvature_radius(&self, gap: f64) -> Option<f64> {
                match self { $(Obstacle::$name(own) => own.curvature_radius(gap)),* }
            }

            /// The surface that exact schemes know: [`Geometry::surface`].
            pub fn surface(&self) -> Option<Surface> {
                match self { $(Obstacle::$name(own) => own.surface()),* }
            }
        }

        impl ObstacleShape {
            /// The kind called `name` (`PLAN_Y` ...), with the points of its profile as angle (rad) and radius (m);
            /// `None` where there is no such kind.
            pub fn named(name: &str, points: Vec<(f64, f64)>) -> Option<ObstacleShape> {
                $(if let Some(kind) = $name::KINDS.iter().find(|kind| kind.name == name) {
                    let make = |kind: &Kind, dimensions: &Dimensions<'_>| Obstacle::$name($name::place(kind, dimensions));
                    return Some(ObstacleShape { kind, points, make });
                })*
                None
            }

            /// Names of all kinds.
            pub fn names() -> Vec<&'static str> {
                [$($name::KINDS),*].into_iter().flatten().map(|kind| kind.name).collect()
            }
        }
    };
}

obstacles![Bore, Plane, Profile, Cylinders];

/// Shape of an obstacle: its kind and, for a profile, its points. It has no size before it is used.
#[derive(Clone, Debug)]
pub struct ObstacleShape {
    /// The kind and what follows from it.
    pub kind: &'static Kind,
    /// Angle (rad) and radius (m) of each point, in the order given.
    pub points: Vec<(f64, f64)>,
    make: fn(&Kind, &Dimensions<'_>) -> Obstacle,
}

impl PartialEq for ObstacleShape {
    fn eq(&self, other: &ObstacleShape) -> bool {
        self.kind == other.kind && self.points == other.points
    }
}

impl ObstacleShape {
    /// The obstacle where it is used: half distance or radius `gap`, sizes of the two nodes, and local position `rest` of
    /// node 1 at rest (relative to node 2 for a pair), all in m.
    pub fn place(&self, gap: f64, sizes: [f64; 2], rest: [f64; 3]) -> Obstacle {
        (self.make)(self.kind, &Dimensions { gap, sizes, rest, points: &self.points })
    }
}

impl Obstacle {
    /// Plane, if the obstacle is one.
    pub fn plane(&self) -> Option<Plane> {
        match self {
            Obstacle::Plane(plane) => Some(*plane),
            _ => None,
        }
    }

    /// True where the gap depends on local y, and on local z.
    pub fn axes(&self) -> (bool, bool) {
        self.plane().map_or((true, true), |plane| (plane.axis == 1, plane.axis == 2))
    }
}
