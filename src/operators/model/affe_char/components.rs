//! Components of loads and relations.

use super::place::LoadPlace;
use crate::kernel::assembly::Component;

pub const FORCES: [(&str, Component); 6] = [
    ("FX", Component::Dx),
    ("FY", Component::Dy),
    ("FZ", Component::Dz),
    ("MX", Component::Drx),
    ("MY", Component::Dry),
    ("MZ", Component::Drz),
];

pub const ROTATIONS: [Component; 3] = [Component::Drx, Component::Dry, Component::Drz];

pub const TRANSLATIONS: [Component; 3] = [Component::Dx, Component::Dy, Component::Dz];

/// Rows of `θ × r`, as coefficients of `θ`.
pub fn lever(r: [f64; 3]) -> [[f64; 3]; 3] {
    [[0.0, r[2], -r[1]], [-r[2], 0.0, r[0]], [r[1], -r[0], 0.0]]
}

/// What to say of a component that a node does not carry.
pub fn no_unknown(place: &LoadPlace<'_>, node: usize, component: Component) -> String {
    let carried: Vec<&str> = Component::ALL.into_iter().filter(|c| place.has(node, *c)).map(Component::name).collect();
    let label = &place.mesh.nodes[node].label;
    let has = if carried.is_empty() { "carries no element".to_string() } else { format!("has {}", carried.join(", ")) };
    format!("node N{} ({label}) has no unknown {}: it {has}", node + 1, component.name())
}
