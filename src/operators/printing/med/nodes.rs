//! Values at nodes.

use std::sync::Arc;

use num_complex::Complex64;

use super::values::Values;
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{ElementField, Field, NodalField};
use crate::io::med::Support;
use crate::kernel::assembly::{Component, Numbering};
use crate::kernel::mesh::Mesh;
use crate::operators::call::entities;
use crate::operators::printing::states::Part;

/// Components that some node of some state has, in the order of the quantity.
pub(super) fn components(fields: &[&Field]) -> Vec<String> {
    let mut seen = [false; Component::ALL.len()];
    let mut others: Vec<String> = Vec::new();
    let mut last: Option<&Arc<Numbering>> = None;
    for field in fields {
        match field {
            Field::Nodal(field) => {
                if field.present.is_none() && last.is_some_and(|last| Arc::ptr_eq(last, &field.numbering)) {
                    continue;
                }
                last = field.present.is_none().then_some(&field.numbering);
                for (rank, dof) in field.numbering.dofs().iter().enumerate() {
                    seen[dof.component as usize] |= field.has(rank);
                }
            }
            Field::Element(field, _) => {
                for (column, name) in field.components.iter().enumerate() {
                    let any = || (0..field.cells.len()).any(|node| field.value(node, 0, column).is_some());
                    if !others.contains(name) && any() {
                        others.push(name.clone());
                    }
                }
            }
        }
    }
    let own = Component::ALL.into_iter().filter(|component| seen[*component as usize]);
    own.map(|component| component.name().to_string()).chain(others).collect()
}

pub(super) struct Writer<'w> {
    /// In the order of the selection.
    chosen: Vec<usize>,
    count: usize,
    components: &'w [String],
    part: Part,
    /// Of the last field on unknowns: many states have the same.
    layout: Option<Layout>,
}

/// Where the values of the nodes are among those of a numbering.
struct Layout {
    numbering: Arc<Numbering>,
    present: Option<Vec<bool>>,
    nodes: Vec<usize>,
    /// For each component, for each node.
    places: Vec<Option<usize>>,
}

impl Layout {
    fn is_of(&self, field: &NodalField) -> bool {
        Arc::ptr_eq(&self.numbering, &field.numbering) && self.present == field.present
    }
}

impl<'w> Writer<'w> {
    pub fn new(keywords: &Keywords, mesh: &Mesh, components: &'w [String], part: Part) -> Result<Self, CallError> {
        let chosen = entities::selected_nodes(keywords, mesh)?;
        Ok(Writer { chosen, count: mesh.nodes.len(), components, part, layout: None })
    }

    /// The values of a state; none where no node has any.
    pub fn values(&mut self, field: &Field) -> Option<Values> {
        match field {
            Field::Nodal(field) => self.on_unknowns(field),
            Field::Element(field, _) => self.of_others(field),
        }
    }

    fn on_unknowns(&mut self, field: &NodalField) -> Option<Values> {
        let layout = match self.layout.take().filter(|layout| layout.is_of(field)) {
            Some(layout) => layout,
            None => self.laid(field),
        };
        let value = |place: &Option<usize>| place.map_or(0.0, |rank| (self.part)(field.complex(rank)));
        let values = layout.places.iter().map(value).collect();
        let found = self.finished(&layout.nodes, values, layout.places.contains(&None));
        self.layout = Some(layout);
        found
    }

    fn laid(&self, field: &NodalField) -> Layout {
        let own: Vec<Option<Component>> = self.components.iter().map(|name| Component::from_name(name)).collect();
        let place = |node: usize, component: &Option<Component>| {
            component.and_then(|component| field.numbering.rank(node, component)).filter(|rank| field.has(*rank))
        };
        let mut nodes = self.chosen.clone();
        nodes.retain(|node| own.iter().any(|component| place(*node, component).is_some()));
        let of = |component: &Option<Component>| nodes.iter().map(|node| place(*node, component)).collect::<Vec<_>>();
        let places = own.iter().flat_map(of).collect();
        Layout { numbering: field.numbering.clone(), present: field.present.clone(), nodes, places }
    }

    fn of_others(&self, field: &ElementField) -> Option<Values> {
        let columns: Vec<Option<usize>> =
            self.components.iter().map(|name| field.components.iter().position(|own| own == name)).collect();
        let value = |node: usize, column: &Option<usize>| column.and_then(|column| field.value(node, 0, column));
        let mut nodes = self.chosen.clone();
        nodes.retain(|node| columns.iter().any(|column| value(*node, column).is_some()));
        let all: Vec<Option<Complex64>> =
            columns.iter().flat_map(|column| nodes.iter().map(move |node| value(*node, column))).collect();
        let lacking = all.contains(&None);
        self.finished(&nodes, all.into_iter().map(|value| value.map_or(0.0, self.part)).collect(), lacking)
    }

    fn finished(&self, nodes: &[usize], values: Vec<f64>, lacking: bool) -> Option<Values> {
        if nodes.is_empty() {
            return None;
        }
        let all = nodes.len() == self.count && nodes.iter().enumerate().all(|(rank, node)| rank == *node);
        let numbers = (!all).then(|| nodes.iter().map(|node| *node as i64 + 1).collect());
        Some(Values { support: Support::Nodes, numbers, points: 1, localisation: None, values, lacking })
    }
}
