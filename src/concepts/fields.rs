//! Fields on nodes and on elements, and the loads that they come from.

use std::sync::Arc;

use num_complex::Complex64;

use super::functions::ComplexFunction;
use super::mechanics::{Load, LoadValue, MeshValue, Model};
use crate::kernel::assembly::ElementTerm;
use crate::kernel::assembly::{Component, Dof, Numbering};
use crate::kernel::laws::LawInfo;

/// A field on the nodes (also an assembled load vector).
#[derive(Clone, Debug)]
pub struct NodalField {
    pub mesh: MeshValue,
    pub numbering: Arc<Numbering>,
    /// One value for each unknown of the numbering.
    pub values: Vec<f64>,
    /// Imaginary part; empty for a real field.
    pub imaginary: Vec<f64>,
    /// Unknowns that the field really has (`None`: all of them).
    pub present: Option<Vec<bool>>,
    /// Imposed values, one for each constraint of the numbering; empty when there is no such part.
    pub imposed: Vec<f64>,
    /// Their imaginary parts, for complex loads; empty otherwise.
    pub imposed_imaginary: Vec<f64>,
    pub model: Option<Arc<Model>>,
}

/// Facts that a nonlinear result (evol_noli) must know to give forces.
#[derive(Clone, Debug, Default)]
pub struct NonlinearRun {
    /// Law of each cell; empty where it is not known.
    pub laws: Arc<CellLaws>,
    /// Damping of the elements (N s/m), without the dashpots of contacts; empty in statics.
    pub damping: Vec<ElementTerm>,
    /// A damping of the analysis that reactions do not contain.
    pub left_out: Option<&'static str>,
    /// True where line loads follow the motion (TYPE_CHARGE='SUIV').
    pub follows: bool,
}

/// Further factor of a load of a harmonic response: `exp(i phase) w^power`, and a complex function of the frequency
/// that stands for the multiplier.
#[derive(Clone, Debug, Default)]
pub struct HarmonicFactor {
    /// rad
    pub phase: f64,
    pub power: i32,
    pub function: Option<Arc<ComplexFunction>>,
}

/// A load and what multiplies it along the states of a result.
#[derive(Clone, Debug)]
pub struct AppliedLoad {
    pub load: Arc<Load>,
    pub multiplier: LoadValue,
    pub harmonic: HarmonicFactor,
    /// The first and the last order that it acts on (one of load cases, those of a run that was continued); all when `None`.
    pub orders: Option<[i64; 2]>,
}

impl AppliedLoad {
    /// A load that acts as it is, at one order.
    pub fn at(load: Arc<Load>, order: i64) -> Self {
        let harmonic = HarmonicFactor::default();
        AppliedLoad { load, multiplier: LoadValue::Number(1.0), harmonic, orders: Some([order; 2]) }
    }

    /// True where it acts on the state of an order.
    pub fn acts_at(&self, order: i64) -> bool {
        self.orders.is_none_or(|[first, last]| (first..=last).contains(&order))
    }

    /// The load on these orders alone; `None` where it acts on none of them.
    pub fn within(self, [first, last]: [i64; 2]) -> Option<Self> {
        let [from, to] = self.orders.unwrap_or([first, last]);
        let orders = [from.max(first), to.min(last)];
        (orders[0] <= orders[1]).then_some(AppliedLoad { orders: Some(orders), ..self })
    }
}

/// Values at the points of elements, or at nodes when their components are not those of a displacement.
#[derive(Clone, Debug, Default)]
pub struct ElementField {
    pub components: Vec<String>,
    /// For each cell: points × components, row by row; empty when the cell has none, NaN for a component its
    /// element lacks.
    pub cells: Vec<Vec<f64>>,
    pub imaginary: Vec<Vec<f64>>,
    /// The entries of `cells` are those of nodes, one point each.
    pub at_nodes: bool,
    /// Law of each cell, where the components are its internal variables (VARI_ELGA); they have names by it.
    pub laws: Option<Arc<CellLaws>>,
}

/// Law of each cell of a mesh; `None` where it has no element.
pub type CellLaws = Vec<Option<&'static LawInfo>>;

/// A field on elements by itself, with the mesh it lies on.
#[derive(Clone, Debug)]
pub struct CellField {
    pub mesh: MeshValue,
    pub model: Option<Arc<Model>>,
    /// Name of the field it was taken from (`SIEF_ELGA` ...), empty when made by hand.
    pub name: String,
    pub values: Arc<ElementField>,
    /// Of a field of functions: the values are ranks in this list.
    pub functions: Vec<LoadValue>,
}

impl NodalField {
    /// Real values on all unknowns of a numbering; nothing is imposed.
    pub fn new(mesh: MeshValue, numbering: Arc<Numbering>, values: Vec<f64>) -> Self {
        let (imaginary, imposed, imposed_imaginary) = (Vec::new(), Vec::new(), Vec::new());
        NodalField { mesh, numbering, values, imaginary, present: None, imposed, imposed_imaginary, model: None }
    }

    /// The value of a component at a node as a complex number; `None` where the field lacks it.
    pub fn at(&self, node: usize, component: Component) -> Option<Complex64> {
        let rank = self.numbering.rank(node, component)?;
        self.has(rank).then(|| self.complex(rank))
    }

    /// True where the field really has an unknown (rank from 0).
    pub fn has(&self, rank: usize) -> bool {
        self.present.as_ref().is_none_or(|present| present.get(rank).copied().unwrap_or(false))
    }

    /// The value of an unknown (rank from 0) as a complex number.
    pub fn complex(&self, rank: usize) -> Complex64 {
        Complex64::new(self.values[rank], self.imaginary.get(rank).copied().unwrap_or(0.0))
    }
}

impl ElementField {
    /// Number of points of a cell (or of a node).
    pub fn points(&self, entry: usize) -> usize {
        self.cells.get(entry).map_or(0, |v| v.len() / self.components.len().max(1))
    }

    /// A component at a point of a cell; `None` where its element lacks it.
    pub fn value(&self, entry: usize, point: usize, component: usize) -> Option<Complex64> {
        let width = self.components.len();
        let at = |cells: &[Vec<f64>]| cells.get(entry)?.get(point * width + component).copied();
        let real = at(&self.cells).filter(|x| !x.is_nan() && component < width)?;
        Some(Complex64::new(real, at(&self.imaginary).unwrap_or(0.0)))
    }

    /// Rank of a component on a cell, by its name or by that of an internal variable of the law there.
    pub fn column(&self, entry: usize, name: &str) -> Option<usize> {
        let component = self.components.iter().position(|c| c == name);
        component.or_else(|| self.law(entry)?.variable(name))
    }

    /// Law of a cell whose internal variables these are.
    pub fn law(&self, entry: usize) -> Option<&'static LawInfo> {
        *self.laws.as_ref()?.get(entry)?
    }

    /// True where the field has an imaginary part.
    pub fn is_complex(&self) -> bool {
        !self.imaginary.is_empty()
    }

    /// The values of a nodal field, node by node, NaN where a node lacks a component.
    pub fn of_nodes(field: &NodalField) -> Self {
        let used: Vec<Component> =
            Component::ALL.into_iter().filter(|c| field.numbering.dofs().iter().any(|d| d.component == *c)).collect();
        let at = |values: &[f64]| {
            let mut nodes = vec![Vec::new(); field.numbering.node_count()];
            for (rank, dof) in field.numbering.dofs().iter().enumerate().filter(|(rank, _)| field.has(*rank)) {
                let Some(place) = used.iter().position(|c| *c == dof.component) else { continue };
                nodes[dof.node].resize(used.len(), f64::NAN);
                nodes[dof.node][place] = values[rank];
            }
            nodes
        };
        ElementField {
            components: used.iter().map(|c| c.name().to_string()).collect(),
            cells: at(&field.values),
            imaginary: if field.imaginary.is_empty() { Vec::new() } else { at(&field.imaginary) },
            at_nodes: true,
            laws: None,
        }
    }

    /// Values at nodes as a field on the unknowns of a numbering; `None` when they are not displacements or
    /// forces at nodes.
    pub fn on_numbering(&self, mesh: &MeshValue, numbering: &Arc<Numbering>) -> Option<NodalField> {
        let components: Option<Vec<Component>> = self.components.iter().map(|c| Component::from_name(c)).collect();
        let components = components.filter(|_| self.at_nodes)?;
        let at = |cells: &[Vec<f64>]| -> Vec<f64> {
            let value = |dof: &Dof| {
                let place = components.iter().position(|c| *c == dof.component)?;
                cells.get(dof.node)?.get(place).copied()
            };
            numbering.dofs().iter().map(|dof| value(dof).unwrap_or(f64::NAN)).collect()
        };
        let mut values = at(&self.cells);
        let present: Vec<bool> = values.iter().map(|v| !v.is_nan()).collect();
        values.iter_mut().filter(|v| v.is_nan()).for_each(|v| *v = 0.0);
        Some(NodalField {
            imaginary: if self.imaginary.is_empty() { Vec::new() } else { at(&self.imaginary) },
            present: (!present.iter().all(|p| *p)).then_some(present),
            ..NodalField::new(mesh.clone(), numbering.clone(), values)
        })
    }
}
