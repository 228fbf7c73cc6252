//! Fields on nodes, and series of them by order number.

use std::sync::Arc;

use indexmap::IndexMap;
use num_complex::Complex64;

use super::mechanics::{ElementProperties, Load, LoadValue, MaterialField, MeshValue, Model};
use crate::kernel::assembly::Numbering;

/// A field on the nodes (also an assembled load vector).
#[derive(Clone, Debug)]
pub struct NodalField {
    pub mesh: MeshValue,
    pub numbering: Arc<Numbering>,
    /// One value for each unknown of the numbering.
    pub values: Vec<f64>,
    /// Imaginary part; empty for a real field.
    pub imaginary: Vec<f64>,
    /// Which unknowns the field really has (`None`: all of them).
    pub present: Option<Vec<bool>>,
    /// Imposed values, one for each constraint of the numbering; empty when there is no such part.
    pub imposed: Vec<f64>,
    pub model: Option<Arc<Model>>,
}

/// A series of fields by order number: transients, static results, load cases, harmonics, modes made
/// by hand. `parameters` holds the access variables (`INST`, `FREQ`) and the others.
#[derive(Clone, Debug, Default)]
pub struct FieldSeries {
    pub orders: Vec<i64>,
    /// Real parameters by name, one value an order (`INST`, `FREQ`, ...); NaN where absent.
    pub parameters: IndexMap<String, Vec<f64>>,
    /// Text parameters by name (`NOM_CAS`).
    pub labels: IndexMap<String, Vec<String>>,
    /// Nodal fields by name (`DEPL`, `VITE`, `ACCE` ...), one an order.
    pub nodal: IndexMap<String, Vec<Option<Arc<NodalField>>>>,
    /// Fields on elements by name (`EFGE_ELNO` ...), one an order.
    pub element: IndexMap<String, Vec<Option<Arc<ElementField>>>>,
    pub model: Option<Arc<Model>>,
    pub properties: Option<Arc<ElementProperties>>,
    pub materials: Option<Arc<MaterialField>>,
    /// Name of the access variable (`INST`, `FREQ`, `NOM_CAS`).
    pub access: String,
    /// Whether the mass of the analysis was lumped (`MASS_MECA_DIAG`).
    pub lumped_mass: bool,
    /// Loads of the analysis, when it knows them.
    pub loads: Vec<AppliedLoad>,
}

/// A load and what multiplies it along the states of a result.
#[derive(Clone, Debug)]
pub struct AppliedLoad {
    pub load: Arc<Load>,
    pub multiplier: LoadValue,
    /// The only order it acts on (load cases); all when `None`.
    pub order: Option<i64>,
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
}

/// A complex value at a node, for harmonic fields.
impl NodalField {
    pub fn complex(&self, rank: usize) -> Complex64 {
        Complex64::new(self.values[rank], self.imaginary.get(rank).copied().unwrap_or(0.0))
    }
}
