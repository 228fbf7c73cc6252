//! Values on cells: constant, at their nodes, at their points.

use super::values::Values;
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{ElementField, Field};
use crate::io::med::{Localisation, Support};
use crate::kernel::mesh::{CellKind, Mesh};
use crate::operators::call::entities;
use crate::operators::call::variables::laws_of;
use crate::operators::printing::states::Part;

/// Components that some element of some state has, in the order of the field.
pub(super) fn components(fields: &[&Field]) -> Vec<String> {
    let mut known: Vec<String> = Vec::new();
    for field in fields {
        let Field::Element(field, _) = field else { continue };
        for (column, name) in field.components.iter().enumerate() {
            let at = |cell: usize| (0..field.points(cell)).any(|point| field.value(cell, point, column).is_some());
            if !known.contains(name) && (0..field.cells.len()).any(at) {
                known.push(name.clone());
            }
        }
    }
    known
}

/// The names that the laws give to internal variables; none where no law has a name for any.
pub(super) fn variables(field: &ElementField, components: &[String]) -> Option<Vec<String>> {
    let laws = laws_of(field, 0..field.cells.len());
    let mut names: Vec<String> = Vec::with_capacity(components.len());
    for component in components {
        let column = field.components.iter().position(|own| own == component)?;
        let mut own = laws.iter().filter_map(|law| law.variables.get(column)).map(|variable| variable.name);
        let first = own.next();
        let agreed = first.filter(|first| own.all(|other| other == *first) && !names.iter().any(|n| n == first));
        names.push(agreed.map_or(component.clone(), str::to_string));
    }
    (names != components).then_some(names)
}

/// Where on cells a field has its values, as the end of its name tells.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CellPlace {
    Nodes,
    Points,
    Whole,
    /// A field made by hand: at the nodes where it has as many points.
    Unknown,
}

impl CellPlace {
    pub fn of(name: &str) -> CellPlace {
        match name.rsplit('_').next().unwrap_or_default() {
            "ELNO" => CellPlace::Nodes,
            "ELGA" => CellPlace::Points,
            "" => CellPlace::Unknown,
            _ => CellPlace::Whole,
        }
    }
}

pub(super) struct Writer<'w> {
    mesh: &'w Mesh,
    /// In the order of the selection.
    chosen: Vec<usize>,
    /// Number of each cell, from 1, among those of its shape.
    numbers: Vec<i64>,
    components: &'w [String],
    part: Part,
    place: CellPlace,
}

/// Cells that are written together.
struct Alike {
    support: Support,
    points: usize,
    cells: Vec<usize>,
}

impl<'w> Writer<'w> {
    pub fn new(
        keywords: &Keywords,
        mesh: &'w Mesh,
        components: &'w [String],
        part: Part,
        place: CellPlace,
    ) -> Result<Self, CallError> {
        let mut counts: Vec<((CellKind, usize), i64)> = Vec::new();
        let numbers = mesh.cells.iter().map(|cell| {
            let shape = (cell.kind, cell.nodes.len());
            let place = counts.iter().position(|(own, _)| *own == shape).unwrap_or_else(|| {
                counts.push((shape, 0));
                counts.len() - 1
            });
            counts[place].1 += 1;
            counts[place].1
        });
        let numbers = numbers.collect();
        Ok(Writer { mesh, chosen: entities::selected_cells(keywords, mesh)?, numbers, components, part, place })
    }

    /// The values of a state, one part for each shape and number of points.
    pub fn values(&self, field: &ElementField) -> Vec<Values> {
        let columns: Vec<Option<usize>> =
            self.components.iter().map(|name| field.components.iter().position(|own| own == name)).collect();
        let value = |cell: usize, point: usize, column: &Option<usize>| field.value(cell, point, (*column)?);
        let mut parts: Vec<Alike> = Vec::new();
        for &cell in &self.chosen {
            let (own, points) = (&self.mesh.cells[cell], field.points(cell));
            let any = |point: usize| columns.iter().any(|column| value(cell, point, column).is_some());
            let at_nodes = match self.place {
                CellPlace::Nodes => points == own.nodes.len(),
                CellPlace::Unknown => points > 1 && points == own.nodes.len(),
                _ => false,
            };
            let Some(support) = Support::cells_like(own, at_nodes).filter(|_| (0..points).any(any)) else { continue };
            match parts.iter_mut().find(|part| part.support == support && part.points == points) {
                Some(part) => part.cells.push(cell),
                None => parts.push(Alike { support, points, cells: vec![cell] }),
            }
        }
        let of = |part: Alike| {
            let mut lacking = false;
            let mut values = Vec::with_capacity(self.components.len() * part.cells.len() * part.points);
            for column in &columns {
                for cell in &part.cells {
                    for place in 0..part.points {
                        let found = value(*cell, part.support.point_at(place), column);
                        lacking |= found.is_none();
                        values.push(found.map_or(0.0, self.part));
                    }
                }
            }
            let whole = self.place == CellPlace::Unknown && part.points == 1;
            let numbers: Vec<i64> = part.cells.iter().map(|cell| self.numbers[*cell]).collect();
            let first = &self.mesh.cells[part.cells[0]];
            let count =
                self.mesh.cells.iter().filter(|c| c.kind == first.kind && c.nodes.len() == first.nodes.len()).count();
            let all = numbers.len() == count && numbers.is_sorted();
            Values {
                support: part.support,
                numbers: (!all).then_some(numbers),
                points: part.points,
                localisation: localisation(first.kind, &part).filter(|_| self.place != CellPlace::Whole && !whole),
                values,
                lacking,
            }
        };
        parts.into_iter().map(of).collect()
    }
}

/// Where the points of a segment are: its middle; its ends; its ends and its middle, weighted as by Simpson.
fn localisation(kind: CellKind, part: &Alike) -> Option<Localisation> {
    if kind != CellKind::Segment2 || !matches!(part.support, Support::Cells(_)) {
        return None;
    }
    let (points, weights) = match part.points {
        1 => (vec![0.0], vec![2.0]),
        2 => (vec![-1.0, 1.0], vec![1.0, 1.0]),
        3 => (vec![-1.0, 0.0, 1.0], vec![1.0 / 3.0, 4.0 / 3.0, 1.0 / 3.0]),
        // Points whose places are not known: side by side.
        more => {
            let at = |k: usize| (2 * k + 1) as f64 / more as f64 - 1.0;
            ((0..more).map(at).collect(), vec![2.0 / more as f64; more])
        }
    };
    Some(Localisation { name: format!("SE2_____POINTS_{}", part.points), points, weights })
}
