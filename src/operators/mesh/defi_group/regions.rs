//! Regions of space that choose nodes: spheres, cylinders, bands, and thin shells about them.

use crate::catalogue::{CallError, Keywords};
use crate::kernel::elements::Frame;
use crate::kernel::mesh::Mesh;
use crate::kernel::mesh::vector::{Vector, across, dot, minus, norm};
use crate::operators::call::entities;

/// A point is inside when its distance from a point, a line or a plane lies between two bounds.
pub struct Region {
    centre: Vector,
    from: From,
    bounds: (f64, f64),
}

enum From {
    Point,
    /// The line through the centre, along this unit vector.
    Line(Vector),
    /// The plane through the centre, across this unit vector.
    Plane(Vector),
}

impl Region {
    /// Reads OPTION and what goes with it.
    pub fn read(keywords: &Keywords, mesh: &Mesh) -> Result<Self, CallError> {
        let centre = centre(keywords, mesh)?;
        let radius = keywords.real_if_given("RAYON").unwrap_or(0.0);
        let tolerance = keywords.real_if_given("PRECISION").unwrap_or(0.0);
        let option = keywords.text_if_given("OPTION").unwrap_or_else(|| "".into());
        let (from, bounds) = match &*option {
            "SPHERE" => (From::Point, (0.0, radius)),
            "CYLINDRE" => (From::Line(direction(keywords)?), (0.0, radius)),
            "BANDE" => (From::Plane(direction(keywords)?), (0.0, keywords.real_if_given("DIST").unwrap_or(0.0))),
            "ENV_SPHERE" => (From::Point, (radius - tolerance, radius + tolerance)),
            "ENV_CYLINDRE" => (From::Line(direction(keywords)?), (radius - tolerance, radius + tolerance)),
            "PLAN" => (From::Plane(direction(keywords)?), (0.0, tolerance)),
            other => {
                let message = format!("DEFI_GROUP with OPTION='{other}' is not implemented");
                return Err(keywords.error("OPTION", "R107", message));
            }
        };
        Ok(Region { centre, from, bounds })
    }

    pub fn holds(&self, x: Vector) -> bool {
        let r = minus(x, self.centre);
        let distance = match self.from {
            From::Point => norm(r),
            From::Line(u) => norm(across(r, u)),
            From::Plane(n) => dot(r, n).abs(),
        };
        self.bounds.0 <= distance && distance <= self.bounds.1
    }
}

fn centre(keywords: &Keywords, mesh: &Mesh) -> Result<Vector, CallError> {
    if let Some(&node) = entities::named_nodes(keywords, "NOEUD_CENTRE", mesh)?.first() {
        return Ok(mesh.nodes[node].position);
    }
    if let Some(node) = entities::single_node(keywords, "GROUP_NO_CENTRE", mesh)? {
        return Ok(mesh.nodes[node].position);
    }
    let point = keywords.reals("POINT");
    Ok(std::array::from_fn(|i| point.get(i).copied().unwrap_or(0.0)))
}

/// VECT_NORMALE, or the local x axis of ANGL_NAUT (degrees).
fn direction(keywords: &Keywords) -> Result<Vector, CallError> {
    let given = |name: &str| -> Vector {
        let values = keywords.reals(name);
        std::array::from_fn(|i| values.get(i).copied().unwrap_or(0.0))
    };
    if keywords.get("ANGL_NAUT").is_some() {
        return Ok(Frame::from_angles(given("ANGL_NAUT").map(f64::to_radians)).axes[0]);
    }
    let v = given("VECT_NORMALE");
    let length = norm(v);
    if length == 0.0 {
        return Err(keywords.error("VECT_NORMALE", "R106", "VECT_NORMALE has no length"));
    }
    Ok(v.map(|x| x / length))
}
