//! Meshes, deformed structures and modes for `:plot`.

use crate::concepts::{Concept, FieldSeries, ModeSet, NodalField};
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
        Concept::Modes(modes) => Some(of_modes(name, modes, state)),
        Concept::Fields(series) => Some(of_series(name, series, state)),
        _ => None,
    }
}

fn shape(numbering: &Numbering, values: &[f64]) -> Shape {
    let at = |node, c| numbering.rank(node, c).and_then(|rank| values.get(rank)).copied().unwrap_or(0.0);
    (0..numbering.node_count()).map(|node| [Component::Dx, Component::Dy, Component::Dz].map(|c| at(node, c))).collect()
}

fn real(field: &NodalField) -> Shape {
    shape(&field.numbering, &field.values)
}

fn imaginary(numbering: &Numbering, values: &[f64]) -> Shape {
    if values.is_empty() { Vec::new() } else { shape(numbering, values) }
}

fn of_modes(name: &str, modes: &ModeSet, state: Option<i64>) -> Result<Structure, String> {
    let (Some(numbering), Some(mesh)) = (modes.numbering(), &modes.mesh) else {
        return Err(format!("{name} has coordinates on another basis: REST_GENE_PHYS gives shapes that can be drawn"));
    };
    let wanted = |rank: &usize| state.is_none_or(|n| modes.modes[*rank].number == n);
    let ranks: Vec<usize> = (0..modes.len()).filter(wanted).take(MOST_TILES).collect();
    if ranks.is_empty() {
        let numbers: Vec<i64> = modes.modes.iter().map(|m| m.number).collect();
        let range = format!("{} to {}", numbers.first().unwrap_or(&0), numbers.last().unwrap_or(&0));
        return Err(format!("{name} has no mode {}; its modes are {range}", state.unwrap_or(0)));
    }
    let tile = |rank: usize| {
        let mode = &modes.modes[rank];
        let frequency = mode.parameter("FREQ").map_or(String::new(), |f| format!(": {} Hz", significant(f, 5)));
        let motion = Motion::Swing(shape(numbering, &mode.values), imaginary(numbering, &mode.imaginary));
        Tile { caption: format!("{name} {}{frequency}", mode.number), motion }
    };
    Ok(Structure { grid: Grid::of_mesh(&mesh.mesh), tiles: ranks.into_iter().map(tile).collect() })
}

/// One state, or the motion through all of them.
fn of_series(name: &str, series: &FieldSeries, state: Option<i64>) -> Result<Structure, String> {
    let fields = series.nodal.get("DEPL").ok_or_else(|| format!("{name} has no DEPL to draw"))?;
    let kept: Vec<(usize, &NodalField)> =
        fields.iter().enumerate().filter_map(|(rank, field)| Some((rank, field.as_deref()?))).collect();
    let wanted = |(rank, _): &&(usize, &NodalField)| state.is_none_or(|order| series.orders[*rank] == order);
    let chosen: Vec<&(usize, &NodalField)> = kept.iter().filter(wanted).collect();
    let Some((rank, first)) = chosen.last() else {
        let orders: Vec<String> = series.orders.iter().take(8).map(i64::to_string).collect();
        return Err(format!("{name} has no state {}; its states are {} ...", state.unwrap_or(0), orders.join(", ")));
    };
    let at = |key: &str| series.parameters.get(key).and_then(|v| v.get(*rank)).filter(|x| x.is_finite());
    let (caption, motion) = match (at("FREQ"), at("INST")) {
        (Some(frequency), _) => {
            let motion = Motion::Swing(real(first), imaginary(&first.numbering, &first.imaginary));
            (format!("{name}: {} Hz", significant(*frequency, 5)), motion)
        }
        (None, Some(last)) if chosen.len() > 1 => {
            // A film of more shapes than these is not seen better.
            let step = chosen.len().div_ceil(200);
            let shapes = chosen.iter().step_by(step).map(|(_, field)| real(field)).collect();
            (format!("{name}, to {} s", significant(*last, 5)), Motion::Film(shapes))
        }
        (None, Some(instant)) => (format!("{name}, {} s", significant(*instant, 5)), Motion::Still(real(first))),
        _ => (format!("{name} {}", series.orders[*rank]), Motion::Still(real(first))),
    };
    Ok(Structure { grid: Grid::of_mesh(&first.mesh.mesh), tiles: vec![Tile { caption, motion }] })
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
