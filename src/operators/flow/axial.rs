//! FAISCEAU_AXIAL: parallel tubes in an enclosure, in a flow along them.

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{AxialFlow, Concept, ElementProperties, MeshValue};
use crate::kernel::elements::SectionShape;
use crate::kernel::flow::axial::{Bundle, Enclosure, Grid, Tube};
use crate::kernel::mesh::Mesh;
use crate::operators::Context;
use crate::operators::call::entities::cell_groups;

use super::transverse::signal;

/// Farthest that a node lies from the line of its tube.
const ALIGNED: f64 = 1e-5;

pub(super) fn read(call: &Call, context: &Context<'_>) -> Result<AxialFlow, CallError> {
    let occurrences = call.factor("FAISCEAU_AXIAL");
    let Some(first) = occurrences.first() else { return Err(call.missing("FAISCEAU_AXIAL")) };
    let last = |name: &str| occurrences.iter().rev().find(|keywords| keywords.has(name)).unwrap_or(first);
    let needed = |name: &str| first.error("FAISCEAU_AXIAL", "R541", format!("FAISCEAU_AXIAL needs {name}"));
    let axis = axis(last("VECT_X"))?;
    let (mesh, tubes, groups) = if first.has("CARA_ELEM") {
        complete(call, first, axis, context)?
    } else {
        return Err(first.error(
            "CARA_ELEM",
            "R541",
            "an equivalent bundle (RAYON_TUBE) takes its mesh from no keyword here",
        ))
        .map_err(|error| Box::new(error.help("give each tube a group of cells, and CARA_ELEM")));
    };
    let bundle = Bundle { enclosure: enclosure(last("CARA_PAROI"))?, groups: groups.len(), tubes };
    inside(first, &bundle)?;
    for name in ["PROF_RHO_FLUI", "PROF_VISC_CINE"] {
        if !last(name).has(name) {
            return Err(needed(name));
        }
    }
    let along = last("PESANTEUR").reals("PESANTEUR");
    let gravity = match along.as_slice() {
        [size, a, b, c] => {
            let norm = (a * a + b * b + c * c).sqrt();
            if norm > 0.0 { size * [a, b, c][axis] / norm } else { 0.0 }
        }
        _ => 9.81 * if axis == 2 { -1.0 } else { 0.0 },
    };
    Ok(AxialFlow {
        mesh,
        axis,
        groups,
        bundle,
        grids: grids(last("COOR_GRILLE"))?,
        roughness: last("RUGO_TUBE").real_if_given("RUGO_TUBE").ok_or_else(|| needed("RUGO_TUBE"))?,
        gravity,
        density: signal(last("PROF_RHO_FLUI"), "PROF_RHO_FLUI")?,
        viscosity: signal(last("PROF_VISC_CINE"), "PROF_VISC_CINE")?,
    })
}

/// VECT_X: the axis of the tubes, 0 to 2.
fn axis(keywords: &Keywords) -> Result<usize, CallError> {
    let vector = keywords.reals("VECT_X");
    let found: Vec<usize> = (0..vector.len().min(3)).filter(|k| vector[*k] != 0.0).collect();
    match found.as_slice() {
        [one] => Ok(*one),
        _ => Err(keywords.error("VECT_X", "R541", "VECT_X is the axis of the tubes: X, Y or Z")),
    }
}

/// Transverse axes x and y of an axis.
pub(super) fn across(axis: usize) -> [usize; 2] {
    [(axis + 1) % 3, (axis + 2) % 3]
}

/// Mesh, tubes, and the nodes of each group along the axis.
type Tubes = (MeshValue, Vec<Tube>, Vec<Vec<usize>>);

/// A complete bundle: each group of cells is a tube.
fn complete(call: &Call, keywords: &Keywords, axis: usize, context: &Context<'_>) -> Result<Tubes, CallError> {
    let Some(Concept::ElementProperties(properties)) = keywords.concept("CARA_ELEM") else {
        return Err(keywords.missing("CARA_ELEM"));
    };
    let Some(model) = &properties.model else {
        return Err(keywords.error("CARA_ELEM", "R541", "CARA_ELEM has no model"));
    };
    let mesh = context.latest_mesh(call, &model.mesh);
    let mut tubes = Vec::new();
    let mut nodes = Vec::new();
    for (rank, name) in names(keywords, mesh)?.iter().enumerate() {
        let Some(cells) = mesh.cell_groups.get(name) else {
            cell_groups(keywords, "GROUP_MA", mesh)?;
            return Err(keywords.error("GROUP_MA", "R541", format!("there is no group of cells {name}")));
        };
        let (centre, radius, along) = tube(keywords, name, cells, mesh, properties, axis)?;
        tubes.push(Tube { centre, radius, group: rank });
        nodes.push(along);
    }
    Ok((model.mesh.clone(), tubes, nodes))
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

/// Centre, radius and nodes of a tube.
fn tube(
    keywords: &Keywords,
    name: &str,
    cells: &[usize],
    mesh: &Mesh,
    properties: &ElementProperties,
    axis: usize,
) -> Result<([f64; 2], f64, Vec<usize>), CallError> {
    let refused = |what: String| keywords.error("GROUP_MA", "R541", what);
    let section = cells.first().and_then(|cell| properties.cells.get(*cell)?.section);
    let Some(section) = section.filter(|law| law.start.shape == SectionShape::Circle) else {
        return Err(refused(format!("the tube {name} has no circular section")));
    };
    let mut nodes = mesh.nodes_of_cells(cells);
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
    nodes.sort_by(|a, b| place(*a)[axis].total_cmp(&place(*b)[axis]));
    Ok((centre, section.start.ry, nodes))
}

fn enclosure(keywords: &Keywords) -> Result<Enclosure, CallError> {
    let (names, values) = (keywords.texts("CARA_PAROI"), keywords.reals("VALE_PAROI"));
    if names.is_empty() || names.len() != values.len() {
        let message = format!("CARA_PAROI names {} dimensions and VALE_PAROI gives {}", names.len(), values.len());
        return Err(keywords.error("CARA_PAROI", "R541", message));
    }
    let value = |name: &str| names.iter().position(|n| &**n == name).map(|k| values[k]);
    let centre = [value("YC").unwrap_or(0.0), value("ZC").unwrap_or(0.0)];
    match (value("R"), value("HY"), value("HZ")) {
        (Some(radius), None, None) => Ok(Enclosure::Circle { centre, radius }),
        (None, Some(hy), Some(hz)) => {
            let degrees = keywords.real_if_given("ANGL_VRIL").unwrap_or(0.0);
            Ok(Enclosure::Rectangle { centre, sides: [hy, hz], angle: degrees * (std::f64::consts::PI / 180.0) })
        }
        _ => {
            let error = keywords.error("CARA_PAROI", "R541", "the enclosure is a circle or a rectangle");
            Err(Box::new(error.help("YC, ZC, R make a circle; YC, ZC, HY, HZ a rectangle")))
        }
    }
}

/// Tubes do not overlap, and lie in the enclosure.
fn inside(keywords: &Keywords, bundle: &Bundle) -> Result<(), CallError> {
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

fn grids(keywords: &Keywords) -> Result<Vec<Grid>, CallError> {
    let column = |name: &str| keywords.reals(name);
    let places = column("COOR_GRILLE");
    let kinds = keywords.integers("TYPE_GRILLE");
    if places.len() != kinds.len() {
        let message = format!("TYPE_GRILLE has {} types for {} grids", kinds.len(), places.len());
        return Err(keywords.error("TYPE_GRILLE", "R541", message));
    }
    let names = ["LONG_TYPG", "LARG_TYPG", "EPAI_TYPG", "RUGO_TYPG", "COEF_TRAI_TYPG", "COEF_DPOR_TYPG"];
    let types = names.map(column);
    let grid = |(place, kind): (f64, i64)| {
        let value = |k: usize| usize::try_from(kind - 1).ok().and_then(|rank| types[k].get(rank).copied());
        let all = (value(0), value(1), value(2), value(3), value(4), value(5));
        let (Some(length), Some(width), Some(thickness), Some(roughness), Some(drag), Some(lift)) = all else {
            let message = format!("TYPE_GRILLE: the type {kind} has not all of {}", names.join(", "));
            return Err(keywords.error("TYPE_GRILLE", "R541", message));
        };
        Ok(Grid { place, length, width, thickness, roughness, drag, lift })
    };
    places.into_iter().zip(kinds).map(grid).collect()
}
