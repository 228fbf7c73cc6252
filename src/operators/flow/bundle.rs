//! Tubes of a bundle along a flow: each a group of cells with its section, or several of one radius that move together.

use std::sync::Arc;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, ElementProperties, MeshValue};
use crate::kernel::elements::SectionShape;
use crate::kernel::flow::axial::{Bundle, Enclosure, Tube};
use crate::kernel::mesh::Mesh;
use crate::operators::Context;
use crate::operators::call::entities::cell_groups;

/// Farthest that a node lies from the line of its tube.
pub(super) const ALIGNED: f64 = 1e-5;

/// Transverse axes x and y of an axis.
pub(super) fn across(axis: usize) -> [usize; 2] {
    [(axis + 1) % 3, (axis + 2) % 3]
}

/// Tubes, and the groups of cells that carry the motion of each group of tubes.
pub(super) struct Tubes {
    /// The mesh that gave centres and radii.
    pub(super) mesh: Option<MeshValue>,
    pub(super) tubes: Vec<Tube>,
    pub(super) groups: Vec<Vec<Arc<str>>>,
}

/// An equivalent bundle: each occurrence gives tubes of one radius that move together.
pub(super) fn equivalent(occurrences: &[Keywords]) -> Result<Tubes, CallError> {
    let mut made = Tubes { mesh: None, tubes: Vec::new(), groups: Vec::new() };
    for (group, keywords) in occurrences.iter().enumerate() {
        let refused = |keyword: &str, what: String| Err(keywords.error(keyword, "R541", what));
        let Some(radius) = keywords.real_if_given("RAYON_TUBE").filter(|r| *r > 0.0) else {
            return refused("RAYON_TUBE", "each occurrence of an equivalent bundle has a RAYON_TUBE above zero".into());
        };
        let places = keywords.reals("COOR_TUBE");
        if places.is_empty() || places.len() % 2 != 0 {
            let message = format!("COOR_TUBE has {} numbers: x and y of the centre of each tube", places.len());
            return refused("COOR_TUBE", message);
        }
        made.tubes.extend(places.chunks_exact(2).map(|c| Tube { centre: [c[0], c[1]], radius, group }));
        made.groups.push(keywords.texts("GROUP_MA").to_vec());
    }
    Ok(made)
}

/// A complete bundle: each group of cells is a tube.
pub(super) fn complete(
    call: &Call,
    occurrences: &[Keywords],
    axis: usize,
    context: &Context<'_>,
) -> Result<Tubes, CallError> {
    let [keywords] = occurrences else {
        let last = &occurrences[occurrences.len() - 1];
        let error = last.error("FAISCEAU_AXIAL", "R541", "a complete bundle (CARA_ELEM) is one occurrence");
        return Err(Box::new(
            error
                .help("name all groups in one GROUP_MA; RAYON_TUBE and COOR_TUBE make an equivalent bundle of several"),
        ));
    };
    let Some(Concept::ElementProperties(properties)) = keywords.concept("CARA_ELEM") else {
        return Err(keywords.missing("CARA_ELEM"));
    };
    let Some(model) = &properties.model else {
        return Err(keywords.error("CARA_ELEM", "R541", "CARA_ELEM has no model"));
    };
    let mesh = context.latest_mesh(call, &model.mesh);
    let mut made = Tubes { mesh: Some(model.mesh.clone()), tubes: Vec::new(), groups: Vec::new() };
    for (rank, name) in names(keywords, mesh)?.iter().enumerate() {
        let Some(cells) = mesh.cell_groups.get(name) else {
            cell_groups(keywords, "GROUP_MA", mesh)?;
            return Err(keywords.error("GROUP_MA", "R541", format!("there is no group of cells {name}")));
        };
        let (centre, radius) = tube(keywords, name, cells, mesh, properties, axis)?;
        made.tubes.push(Tube { centre, radius, group: rank });
        made.groups.push(vec![name.as_str().into()]);
    }
    Ok(made)
}

/// Groups of cells by name, or by the root of their names.
fn names(keywords: &Keywords, mesh: &Mesh) -> Result<Vec<String>, CallError> {
    let Some(pattern) = keywords.text_if_given("TRI_GROUP_MA") else {
        return Ok(keywords.texts("GROUP_MA").iter().map(|name| name.to_string()).collect());
    };
    let (root, before, after) = (pattern.trim_matches('*'), pattern.starts_with('*'), pattern.ends_with('*'));
    let fits = |name: &String| match (before, after) {
        (true, true) => name.contains(root),
        (true, false) => name.ends_with(root),
        (false, true) => name.starts_with(root),
        (false, false) => name == root,
    };
    let found: Vec<String> = mesh.cell_groups.keys().filter(|name| fits(name)).cloned().collect();
    match found.is_empty() {
        true => Err(keywords.error("TRI_GROUP_MA", "R541", format!("no group of cells is named {pattern}"))),
        false => Ok(found),
    }
}

/// Centre and radius of a tube.
fn tube(
    keywords: &Keywords,
    name: &str,
    cells: &[usize],
    mesh: &Mesh,
    properties: &ElementProperties,
    axis: usize,
) -> Result<([f64; 2], f64), CallError> {
    let refused = |what: String| keywords.error("GROUP_MA", "R541", what);
    let section = cells.first().and_then(|cell| properties.cells.get(*cell)?.section);
    let Some(section) = section.filter(|law| law.start.shape == SectionShape::Circle) else {
        return Err(refused(format!("the tube {name} has no circular section")));
    };
    let nodes = mesh.nodes_of_cells(cells);
    let place = |node: usize| mesh.nodes[node].position;
    let [x, y] = across(axis);
    let Some(&start) = nodes.first() else { return Err(refused(format!("the tube {name} has no nodes"))) };
    let centre = [place(start)[x], place(start)[y]];
    let off = |node: &&usize| (place(**node)[x] - centre[0]).abs().max((place(**node)[y] - centre[1]).abs()) > ALIGNED;
    if let Some(node) = nodes.iter().find(off) {
        return Err(refused(format!(
            "the node N{} of the tube {name} is not on its line: VECT_X is the axis",
            node + 1
        )));
    }
    Ok((centre, section.start.ry))
}

/// Tubes do not overlap, and lie in the enclosure.
pub(super) fn inside(keywords: &Keywords, bundle: &Bundle) -> Result<(), CallError> {
    let refused = |what: String| Err(keywords.error("CARA_PAROI", "R541", what));
    for (i, tube) in bundle.tubes.iter().enumerate() {
        for (j, other) in bundle.tubes.iter().enumerate().take(i) {
            let apart = libm::hypot(tube.centre[0] - other.centre[0], tube.centre[1] - other.centre[1]);
            if apart <= tube.radius + other.radius {
                return refused(format!("the tubes {} and {} overlap", j + 1, i + 1));
            }
        }
        let out = match bundle.enclosure {
            Enclosure::Circle { centre, radius } => {
                libm::hypot(tube.centre[0] - centre[0], tube.centre[1] - centre[1]) + tube.radius >= radius
            }
            Enclosure::Rectangle { centre, sides, angle } => {
                let (c, s) = (libm::cos(angle), libm::sin(angle));
                let (x, y) = (tube.centre[0] - centre[0], tube.centre[1] - centre[1]);
                let local = [(c * x + s * y).abs(), (c * y - s * x).abs()];
                (0..2).any(|k| local[k] + tube.radius >= 0.5 * sides[k])
            }
        };
        if out {
            return refused(format!("the tube {} is not inside the enclosure", i + 1));
        }
    }
    Ok(())
}
