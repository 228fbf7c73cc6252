//! A field of one kind or the other, at nodes or on elements, and its values at nodes.

use std::sync::Arc;

use num_complex::Complex64;

use super::concept::Concept;
use super::fields::{ElementField, NodalField};
use super::mechanics::MeshValue;
use crate::kernel::assembly::Component;
use crate::kernel::mesh::{Cell, Mesh};

/// A field, wherever its values are.
#[derive(Clone, Debug)]
pub enum Field {
    Nodal(Arc<NodalField>),
    /// Values at points of elements, or at nodes, with the mesh they lie on.
    Element(Arc<ElementField>, MeshValue),
}

impl Field {
    /// The field that a concept is.
    pub fn of(concept: &Concept) -> Option<Self> {
        match concept {
            Concept::NodalField(field) => Some(Field::Nodal(field.clone())),
            Concept::CellField(field) => Some(Field::Element(field.values.clone(), field.mesh.clone())),
            _ => None,
        }
    }

    /// The mesh it lies on.
    pub fn mesh(&self) -> &MeshValue {
        match self {
            Field::Nodal(field) => &field.mesh,
            Field::Element(_, mesh) => mesh,
        }
    }

    /// True where the field has an imaginary part.
    pub fn is_complex(&self) -> bool {
        match self {
            Field::Nodal(field) => !field.imaginary.is_empty(),
            Field::Element(field, _) => field.is_complex(),
        }
    }

    /// True where its values belong to nodes, false where they belong to points of elements.
    pub fn is_at_nodes(&self) -> bool {
        match self {
            Field::Nodal(_) => true,
            Field::Element(field, _) => field.at_nodes,
        }
    }

    /// Names of the components that some place has.
    pub fn components(&self) -> Vec<String> {
        match self {
            Field::Nodal(field) => {
                let used = |c: &Component| field.numbering.dofs().iter().any(|d| d.component == *c);
                Component::ALL.into_iter().filter(used).map(|c| c.name().to_string()).collect()
            }
            Field::Element(field, _) => field.components.clone(),
        }
    }

    /// The values as those of entries with components, nodes or cells.
    pub fn by_entries(&self) -> Arc<ElementField> {
        match self {
            Field::Nodal(field) => Arc::new(ElementField::of_nodes(field)),
            Field::Element(field, _) => field.clone(),
        }
    }

    /// The cells with values at a node, with the rank of the node in each.
    pub fn corners(&self, node: usize) -> Vec<(usize, usize)> {
        let Field::Element(field, mesh) = self else { return Vec::new() };
        let cells = mesh.mesh.cells.iter().enumerate().filter(|(cell, _)| field.points(*cell) > 0);
        let ranks =
            |(cell, shape): (usize, &Cell)| shape.nodes.iter().position(|n| *n == node).map(|point| (cell, point));
        cells.filter_map(ranks).collect()
    }

    /// A component at a corner of a cell, and whether the field is complex.
    pub fn at_corner(&self, (cell, point): (usize, usize), name: &str) -> Option<(Complex64, bool)> {
        let Field::Element(field, _) = self else { return None };
        let column = field.components.iter().position(|c| c == name)?;
        field.value(cell, point, column).map(|z| (z, field.is_complex()))
    }

    /// A component at a node, and whether the field is complex; the mean over the elements of the node.
    pub fn at_node(&self, node: usize, name: &str) -> Option<(Complex64, bool)> {
        let z = match self {
            Field::Nodal(field) => field.at(node, Component::from_name(name)?),
            Field::Element(field, mesh) => {
                let column = field.components.iter().position(|c| c == name)?;
                if field.at_nodes { field.value(node, 0, column) } else { mean(field, &mesh.mesh, node, column) }
            }
        };
        z.map(|z| (z, self.is_complex()))
    }
}

fn mean(field: &ElementField, mesh: &Mesh, node: usize, column: usize) -> Option<Complex64> {
    let (mut sum, mut count) = (Complex64::default(), 0);
    for (cell, shape) in mesh.cells.iter().enumerate() {
        let points = shape.nodes.iter().enumerate().filter(|(_, n)| **n == node);
        for z in points.filter_map(|(point, _)| field.value(cell, point, column)) {
            sum += z;
            count += 1;
        }
    }
    (count > 0).then(|| sum / f64::from(count))
}
