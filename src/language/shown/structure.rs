//! Meshes, deformed structures and modes for `:plot`.

use std::sync::Arc;

use crate::concepts::{Concept, NodalField, States};
use crate::io::chart::{Axis, Chart, Curve, Mark, Stroke};
use crate::io::grid::Grid;
use crate::io::picture::{Motion, Page, Projection, Shape, Tile, amplification, displaced, lines};
use crate::kernel::assembly::{Component, Numbering};
use crate::kernel::mesh::Mesh;
use crate::verdict::significant;

/// Points of a curve up to which each node has a mark.
const MOST_MARKS: usize = 90;
/// Drawings of a page.
const MOST_TILES: usize = 12;

/// A structure and what is drawn of it.
pub struct Structure {
    grid: Grid,
    tiles: Vec<Tile>,
}

/// The structure of a value; `None` when it is none. `state`: the number of a mode, the order of a state.
pub fn of(name: &str, concept: &Concept, state: Option<i64>) -> Option<Result<Structure, String>> {
    let rest = |mesh: &Mesh| {
        let caption = format!("{name}: {} nodes, {} cells", mesh.nodes.len(), mesh.cells.len());
        Ok(Structure { grid: Grid::of_mesh(mesh), tiles: vec![Tile { caption, motion: Motion::Rest }] })
    };
    match concept {
        Concept::Mesh(value) => Some(rest(&value.mesh)),
        Concept::Model(model) => Some(rest(&model.mesh.mesh)),
        Concept::NodalField(field) => {
            let tile = Tile { caption: name.to_string(), motion: Motion::Still(real(field)) };
            Some(Ok(Structure { grid: Grid::of_mesh(&field.mesh.mesh), tiles: vec![tile] }))
        }
        _ => States::of(concept).map(|states| of_states(name, states, state)),
    }
}

fn shape(numbering: &Numbering, values: &[f64]) -> Shape {
    let at = |node, c| numbering.rank(node, c).and_then(|rank| values.get(rank)).copied().unwrap_or(0.0);
    (0..numbering.node_count()).map(|node| [Component::Dx, Component::Dy, Component::Dz].map(|c| at(node, c))).collect()
}

fn real(field: &NodalField) -> Shape {
    shape(&field.numbering, &field.values)
}

/// The shapes of modes, one state of another result, or the motion through all of them.
fn of_states(name: &str, states: States<'_>, state: Option<i64>) -> Result<Structure, String> {
    let is_modal = matches!(states, States::Modes(_));
    let called = |rank: usize| if is_modal { states.number(rank) } else { states.orders()[rank] };
    let kept = states.all_nodal("DEPL");
    if kept.is_empty() {
        let why = if is_modal {
            "coordinates on another basis: REST_GENE_PHYS gives shapes that can be drawn"
        } else {
            "no DEPL to draw"
        };
        return Err(format!("{name} has {why}"));
    }
    let chosen: Vec<_> = kept.iter().filter(|(rank, _)| state.is_none_or(|asked| called(*rank) == asked)).collect();
    let Some((_, last)) = chosen.last() else {
        let (what, asked) = (if is_modal { "mode" } else { "state" }, state.unwrap_or(0));
        let known: Vec<_> = (0..states.orders().len()).map(called).collect();
        let listed = match known.as_slice() {
            [first, .., last] if known.windows(2).all(|pair| pair[0] + 1 == pair[1]) => format!("{first} to {last}"),
            _ => {
                let shown: Vec<String> = known.iter().take(8).map(|number| number.to_string()).collect();
                shown.join(", ") + if known.len() > 8 { " ..." } else { "" }
            }
        };
        return Err(format!("{name} has no {what} {asked}; its {what}s are {listed}"));
    };
    let tile = |(rank, field): &(usize, Arc<NodalField>)| {
        let number = if is_modal { format!(" {}", called(*rank)) } else { String::new() };
        let shape = shape(&field.numbering, &field.values);
        let swing = |shape| match field.imaginary.as_slice() {
            [] => Motion::Swing(shape, Vec::new()),
            imaginary => Motion::Swing(shape, self::shape(&field.numbering, imaginary)),
        };
        let (caption, motion) = match (states.parameter("FREQ", *rank), states.parameter("INST", *rank)) {
            (Some(frequency), _) => (format!("{name}{number}: {} Hz", significant(frequency, 5)), swing(shape)),
            _ if is_modal => (format!("{name}{number}"), swing(shape)),
            (None, Some(instant)) => (format!("{name}, {} s", significant(instant, 5)), Motion::Still(shape)),
            (None, None) => (format!("{name} {}", called(*rank)), Motion::Still(shape)),
        };
        Tile { caption, motion }
    };
    let end = chosen.last().map(|(rank, _)| (states.parameter("FREQ", *rank), states.parameter("INST", *rank)));
    let tiles = match end {
        _ if is_modal => chosen.iter().take(MOST_TILES).map(|one| tile(one)).collect(),
        Some((None, Some(end))) if chosen.len() > 1 => {
            // A film of more shapes than these is not seen better.
            let step = chosen.len().div_ceil(200);
            let shapes = chosen.iter().step_by(step).map(|(_, field)| real(field)).collect();
            vec![Tile { caption: format!("{name}, to {} s", significant(end, 5)), motion: Motion::Film(shapes) }]
        }
        _ => chosen.last().map(|one| tile(one)).into_iter().collect(),
    };
    Ok(Structure { grid: Grid::of_mesh(&last.mesh.mesh), tiles })
}

impl Structure {
    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.grid.points.len()
    }

    pub fn svg(&self) -> String {
        Page { title: String::new(), grid: &self.grid, tiles: self.tiles.clone() }.svg()
    }

    /// The first drawing as curves: its lines at rest and displaced (a motion at its last shape).
    pub fn chart(&self) -> Option<Chart> {
        let tile = self.tiles.first()?;
        let shape = match &tile.motion {
            Motion::Rest => None,
            Motion::Still(shape) | Motion::Swing(shape, _) => Some(shape),
            Motion::Film(shapes) => shapes.last(),
        };
        let factor = amplification(&self.grid, &tile.motion);
        let moved = shape.map(|shape| displaced(&self.grid, shape, factor));
        let places: Vec<&Vec<[f64; 3]>> = std::iter::once(&self.grid.points).chain(moved.as_ref()).collect();
        let view = Projection::of(places.iter().copied().flatten());
        let (edges, points) = lines(&self.grid);
        let gap = (f64::NAN, f64::NAN);
        let moves = shape.is_some();
        let curve = |(rank, places): (usize, &&Vec<[f64; 3]>)| {
            let at = |rank: usize| view.at(&places[rank]);
            let drawn = edges.iter().flat_map(|(a, b)| [at(*a), at(*b), gap]);
            let points: Vec<(f64, f64)> = drawn.chain(points.iter().flat_map(|p| [at(*p), gap])).collect();
            // Nodes are marked: a motion along the lines shows nowhere else.
            let (name, mark, line) = match rank {
                0 => ("at rest", Mark::Cross, Stroke::Dotted),
                _ => ("displaced", Mark::Disc, Stroke::Solid),
            };
            if !moves {
                return Curve { points, ..Curve::default() };
            }
            let mark_every = points.len().div_ceil(MOST_MARKS);
            Curve { name: name.to_string(), points, mark, line, mark_every, ..Curve::default() }
        };
        let factor =
            if shape.is_some() { format!(", displacements {} times", significant(factor, 3)) } else { String::new() };
        let curves = places.iter().enumerate().map(curve).collect();
        Some(Chart {
            y: Axis { label: format!("{}{factor}", tile.caption), ..Axis::default() },
            curves,
            ..Chart::default()
        })
    }
}
