//! The values operators exchange: immutable once made, shared by reference.

mod cell;
mod fields;
mod functions;
mod generalized;
mod handle;
mod harmonic;
mod kept;
mod mechanics;
mod modes;
mod rough;
mod rows;
mod spectra;
mod substructures;
mod table;
mod trajectory;

pub use crate::concepts::cell::Cell;
pub use fields::{AppliedLoad, CellField, ElementField, HarmonicFactor, NodalField};
pub use functions::{ComplexFunction, Evaluate, Formula, FormulaValue, Function, Surface};
pub use generalized::{GeneralizedMatrix, GeneralizedNumbering, GeneralizedVector, Storage};
pub use handle::{ConceptType, Handle, internal_name, is_a};
pub use harmonic::{HarmonicResponse, motion_factor};
pub use kept::Kept;
pub use mechanics::{ElementProperties, ElementTerms, Load, MeshValue, Model};
pub use modes::{Mode, ModeSet, Shape, Support as ModeSupport, is_named};
pub use rough::{RoughBody, RoughProfile, SlidingRun};
pub use rows::{Cells, Row, Rows};
pub use spectra::{Place, SpectralMatrix, Term};
pub use substructures::{
    Coupling, Interface, InterfaceKind, InterfaceSet, Link, MacroElement, Substructure, SubstructuredModel,
};
pub use table::{Column, ColumnType, Table};
pub use trajectory::{InteractionRecord, RunStatistics, Support, Trajectory};

use std::sync::Arc;

use crate::kernel::assembly::{AssembledMatrix, Numbering};

/// A value of a study. The type asked by the catalogue is carried by the [`Handle`]; this is the
/// data behind it.
#[derive(Clone, Debug)]
pub enum Concept {
    Mesh(MeshValue),
    Model(Arc<Model>),
    ElementProperties(Arc<ElementProperties>),
    Material(Arc<mechanics::Material>),
    MaterialField(Arc<mechanics::MaterialField>),
    Load(Arc<Load>),
    Function(Arc<Function>),
    ComplexFunction(Arc<ComplexFunction>),
    Surface(Arc<Surface>),
    Formula(Arc<Formula>),
    RealList(Arc<Vec<f64>>),
    IntegerList(Arc<Vec<i64>>),
    /// Elementary matrices or vectors.
    ElementTerms(Arc<ElementTerms>),
    Numbering(Arc<mechanics::NumberingValue>),
    Matrix(Arc<mechanics::MatrixValue>),
    NodalField(Arc<NodalField>),
    /// A field on elements.
    CellField(Arc<fields::CellField>),
    Modes(Arc<ModeSet>),
    /// Interfaces of a component.
    Interfaces(Arc<InterfaceSet>),
    /// A component reduced to a base of shapes.
    MacroElement(Arc<MacroElement>),
    /// A structure made of macro-elements.
    SubstructuredModel(Arc<SubstructuredModel>),
    GeneralizedNumbering(Arc<GeneralizedNumbering>),
    GeneralizedMatrix(Arc<GeneralizedMatrix>),
    GeneralizedVector(Arc<GeneralizedVector>),
    /// Transient on a modal basis.
    Trajectory(Kept<Trajectory>),
    /// Harmonic response on a modal basis.
    Harmonic(Arc<HarmonicResponse>),
    /// Fields by order number on physical unknowns (transient, static, harmonic, load cases).
    Fields(Arc<fields::FieldSeries>),
    Table(Arc<Table>),
    /// Spectral densities, or signals drawn from them.
    SpectralMatrix(Arc<SpectralMatrix>),
    /// Shape of an obstacle (DEFI_OBSTACLE).
    Obstacle(Arc<crate::kernel::interaction::ObstacleShape>),
    RoughProfile(Arc<RoughProfile>),
    RoughBody(Arc<RoughBody>),
    /// Two rough bodies that slid over one another.
    Sliding(Arc<SlidingRun>),
    /// Motion of an elastic slab.
    Slab(Arc<crate::kernel::slab::Run>),
}

pub use fields::FieldSeries;
pub use mechanics::{
    BodyForce, InitialStrain, LineForce, LoadValue, Material, MaterialField, MatrixValue, Modelisation, NumberingValue,
};

/// Shorthand used by several concepts.
pub type SharedNumbering = Arc<Numbering>;
/// Shorthand used by several concepts.
pub type SharedMatrix = Arc<AssembledMatrix>;
