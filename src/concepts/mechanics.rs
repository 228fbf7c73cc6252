//! Mesh, model, element properties, materials, loads, matrices: what leads to `K`, `C`, `M` and `f`.

use std::sync::Arc;

use indexmap::IndexMap;

use super::{Formula, Function, Property, ThermalStrain};
use crate::kernel::assembly::{AssembledMatrix, Component, Dof, HiddenTerm, Numbering};
pub use crate::kernel::elements::Modelisation;
use crate::kernel::laws::Parameters;
use crate::kernel::mesh::Mesh;
use crate::kernel::signal::SignalFault;

/// A mesh and its identity: a mesh enriched with `reuse` keeps the identity of the first version, so
/// that a model made earlier can be asked about groups added later.
#[derive(Clone, Debug)]
pub struct MeshValue {
    pub identity: u64,
    pub mesh: Arc<Mesh>,
}

impl MeshValue {
    /// Name in tables, as [`internal_name`](super::internal_name) makes it.
    pub fn name(&self) -> String {
        format!("{:08x}", self.identity)
    }
}

/// Kind of element that each cell carries.
#[derive(Clone, Debug)]
pub struct Model {
    pub mesh: MeshValue,
    /// For each cell of the mesh, its modelisation (`DIS_T`, `POU_D_E` ...), if any.
    pub modelisations: Vec<Option<Modelisation>>,
}

impl Model {
    /// All unknowns of the elements, by node then component.
    pub fn dofs(&self) -> Vec<Dof> {
        let mut dofs: Vec<Dof> = (0..self.modelisations.len()).flat_map(|cell| self.cell_dofs(cell)).collect();
        dofs.sort_unstable();
        dofs.dedup();
        dofs
    }

    /// Unknowns of the element of a cell, in the order of its matrices; none when it carries no element.
    pub fn cell_dofs(&self, cell: usize) -> Vec<Dof> {
        let Some(modelisation) = self.modelisations[cell] else { return Vec::new() };
        let node_dofs = |&node: &usize| modelisation.components().iter().map(move |&component| Dof { node, component });
        self.mesh.mesh.cells[cell].nodes.iter().flat_map(node_dofs).collect()
    }
}

/// Per-cell characteristics (AFFE_CARA_ELEM).
#[derive(Clone, Debug, Default)]
pub struct ElementProperties {
    pub model: Option<Arc<Model>>,
    /// Discrete matrices and frames, beam sections, by cell.
    pub cells: Vec<crate::kernel::elements::CellProperties>,
}

/// A material by its factor keywords.
#[derive(Clone, Debug, Default)]
pub struct Material {
    /// Constants by law (`ELAS`), then by name (`E`, `NU`, `RHO` ...).
    pub laws: IndexMap<String, IndexMap<String, f64>>,
    /// Parameters of the laws of nonlinear analyses (`DIS_CONTACT`, `ECRO_LINE` ...).
    pub behaviours: IndexMap<String, Arc<Parameters>>,
    /// Constants of these laws that depend on the temperature, in the same way.
    pub of_temperature: IndexMap<String, IndexMap<String, Property>>,
}

/// Material of each cell.
#[derive(Clone, Debug, Default)]
pub struct MaterialField {
    pub cells: Vec<Option<Arc<Material>>>,
    /// Axial strains of cells by their temperature, `ALPHA (T - VALE_REF)`: numbers, or functions of time.
    pub expansion: std::collections::BTreeMap<usize, LoadValue>,
    /// Temperature of cells: numbers, or functions of time.
    pub temperatures: std::collections::BTreeMap<usize, Property>,
    /// Irradiation of cells, in the same way.
    pub irradiations: std::collections::BTreeMap<usize, Property>,
}

/// A value of a load: a number, or a function of time and place.
#[derive(Clone, Debug)]
pub enum LoadValue {
    Number(f64),
    Complex(num_complex::Complex64),
    Function(Arc<Function>),
    Formula(Arc<Formula>),
    /// A strain of heat whose coefficient depends on the temperature.
    Heat(Arc<ThermalStrain>),
}

impl LoadValue {
    /// The value, when it does not depend on time or place.
    pub fn constant(&self) -> Option<f64> {
        match self {
            LoadValue::Number(value) => Some(*value),
            _ => None,
        }
    }

    /// The real or the imaginary part of the value at a time and a place; see [`LoadValue::at`].
    pub fn part(&self, imaginary: bool, time: f64, place: [f64; 3]) -> Result<f64, SignalFault> {
        self.part_among(imaginary, &at_place(time, place))
    }

    /// The real or the imaginary part of the value where parameters have these values; see [`LoadValue::among`].
    pub fn part_among(&self, imaginary: bool, known: &[(&str, f64)]) -> Result<f64, SignalFault> {
        match (imaginary, self) {
            (false, value) => value.among(known),
            (true, LoadValue::Complex(value)) => Ok(value.im),
            (true, _) => Ok(0.0),
        }
    }

    /// Value at a time (INST) and a place (X, Y, Z), by the solver rule; the real part of a complex number.
    pub fn at(&self, time: f64, place: [f64; 3]) -> Result<f64, SignalFault> {
        self.among(&at_place(time, place))
    }

    /// Value where parameters have these values, INST the first of them, by the solver rule; the real part of a complex number. A function
    /// of another parameter is one of time.
    pub fn among(&self, known: &[(&str, f64)]) -> Result<f64, SignalFault> {
        let time = known.first().map_or(0.0, |(_, time)| *time);
        match self {
            LoadValue::Number(value) => Ok(*value),
            LoadValue::Complex(value) => Ok(value.re),
            LoadValue::Function(function) => {
                let own = known.iter().find(|(name, _)| *name == function.parameter);
                function.solver_value(own.map_or(time, |(_, value)| *value))
            }
            LoadValue::Formula(formula) => formula.value_by_name(known).map(|value| value.complex().re),
            LoadValue::Heat(strain) => strain.at(time),
        }
    }

    /// True where the value depends on one of these parameters.
    pub fn sees(&self, parameters: &[&str]) -> bool {
        match self {
            LoadValue::Function(function) => parameters.contains(&function.parameter.as_str()),
            LoadValue::Formula(formula) => formula.parameters.iter().any(|p| parameters.contains(&p.as_str())),
            _ => false,
        }
    }
}

/// Parameters of a value at a time (s) and a place (m).
fn at_place(time: f64, [x, y, z]: [f64; 3]) -> [(&'static str, f64); 4] {
    [("INST", time), ("X", x), ("Y", y), ("Z", z)]
}

/// A load: constraints and forces, with node and cell ranks already resolved.
#[derive(Clone, Debug, Default)]
pub struct Load {
    pub model: Option<Arc<Model>>,
    /// Each: terms (node, component, coefficient) and imposed value.
    pub constraints: Vec<(Vec<(usize, Component, f64)>, LoadValue)>,
    /// Nodal forces (node, component, value), accumulated.
    pub nodal_forces: Vec<(usize, Component, LoadValue)>,
    /// Nodal forces in frames that must be evaluated with them.
    pub turned_forces: Vec<TurnedForce>,
    /// Uniform line loads on beams (cell, six values, in the local frame or not).
    pub line_forces: Vec<LineForce>,
    /// Initial strains of beams and bars.
    pub strains: Vec<InitialStrain>,
    /// Forces on the mass of the elements, and the cells they act on (all when `None`).
    pub body_forces: Vec<(BodyForce, Option<Vec<usize>>)>,
    /// AFFE_CHAR_CINE: same mathematics, other type.
    pub kinematic: bool,
    /// Unilateral conditions (DEFI_CONTACT).
    pub unilateral: Vec<UnilateralCondition>,
}

/// Upper bound of a sum of components of a node.
#[derive(Clone, Debug)]
pub struct UnilateralCondition {
    pub node: usize,
    /// Components and their factors.
    pub terms: Vec<(Component, LoadValue)>,
    pub bound: LoadValue,
}

impl Load {
    /// Tells whether it holds more than constraints.
    pub fn has_forces(&self) -> bool {
        !(self.nodal_forces.is_empty()
            && self.turned_forces.is_empty()
            && self.line_forces.is_empty()
            && self.strains.is_empty()
            && self.body_forces.is_empty())
    }

    /// Tells whether a value has an imaginary part (AFFE_CHAR_MECA_C): such a load acts in harmonic responses only.
    pub fn is_complex(&self) -> bool {
        let complex = |value: &LoadValue| matches!(value, LoadValue::Complex(_));
        self.constraints.iter().any(|(_, v)| complex(v))
            || self.line_forces.iter().any(|f| f.values.iter().any(complex))
    }
}

/// Force and moment on one node, in a frame of its own.
#[derive(Clone, Debug)]
pub struct TurnedForce {
    pub node: usize,
    /// FX FY FZ MX MY MZ along the axes of the frame.
    pub values: [LoadValue; 6],
    /// Nautical angles of the frame (degrees).
    pub angles: [LoadValue; 3],
}

/// A force in proportion to mass.
#[derive(Clone, Copy, Debug)]
pub enum BodyForce {
    /// An acceleration (m/s²).
    Gravity([f64; 3]),
    /// Centrifugal: the rotation vector (rad/s) and a point of the axis (m).
    Rotation { speed: [f64; 3], centre: [f64; 3] },
}

/// Initial strain of the beam on one cell.
#[derive(Clone, Debug)]
pub struct InitialStrain {
    pub cell: usize,
    /// Axial strain, and curvatures about local y and z (1/m).
    pub values: [LoadValue; 3],
}

/// Forces and moments per length on one cell.
#[derive(Clone, Debug)]
pub struct LineForce {
    pub cell: usize,
    /// FX FY FZ MX MY MZ, or N VY VZ MT MFY MFZ when `local`.
    pub values: [LoadValue; 6],
    pub local: bool,
}

/// Elementary matrices or vectors: what CALC_MATR_ELEM and CALC_VECT_ELEM hand to the assembly.
#[derive(Clone, Debug)]
pub struct ElementTerms {
    /// `RIGI_MECA`, `MASS_MECA`, `CHAR_MECA` ...
    pub option: String,
    pub model: Option<Arc<Model>>,
    pub properties: Option<Arc<ElementProperties>>,
    pub materials: Option<Arc<MaterialField>>,
    /// Loads whose constraints (matrices) or forces (vectors) go with it.
    pub loads: Vec<Arc<Load>>,
    /// Time at which functions of the loads were evaluated (s).
    pub instant_s: f64,
    pub terms: Vec<crate::kernel::assembly::ElementTerm>,
}

/// A numbering and the model and loads it was made from.
#[derive(Clone, Debug)]
pub struct NumberingValue {
    pub numbering: Arc<Numbering>,
    pub model: Option<Arc<Model>>,
    pub loads: Vec<Arc<Load>>,
}

/// An assembled matrix with what it was made from, so that fields can be computed later.
#[derive(Clone, Debug)]
pub struct MatrixValue {
    pub matrix: AssembledMatrix,
    /// `RIGI_MECA` ..., or `COMB` for a combination.
    pub option: String,
    pub numbering: Arc<NumberingValue>,
    pub properties: Option<Arc<ElementProperties>>,
    pub materials: Option<Arc<MaterialField>>,
    /// FACTORISER with NPREC < 0: motions that nothing holds and nothing loads are 0 in RESOUDRE.
    pub keeps_free_motions_still: bool,
    /// Terms of elements that those of others hide.
    pub hidden: Vec<HiddenTerm>,
}
