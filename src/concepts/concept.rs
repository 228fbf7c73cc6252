//! The value behind a handle: one of the kinds of data that studies know.

use std::sync::Arc;

use super::fields::{CellField, NodalField};
use super::flow::{AxialFlow, FluidElasticBase, TransverseFlow, TurbulentFlow};
use super::functions::{ComplexFunction, Formula, Function, Surface};
use super::generalized::{GeneralizedMatrix, GeneralizedNumbering, GeneralizedVector};
use super::harmonic::HarmonicResponse;
use super::instants::InstantList;
use super::interfaces::InterfaceSet;
use super::kept::Kept;
use super::mechanics::{
    ElementProperties, ElementTerms, Load, Material, MaterialField, MatrixValue, MeshValue, Model, NumberingValue,
};
use super::modes::{MacroElement, ModeSet, SubstructuredModel};
use super::rough::{RoughBody, RoughProfile, SlidingRun};
use super::series::FieldSeries;
use super::spectra::SpectralMatrix;
use super::table::Table;
use super::trajectory::Trajectory;
use crate::kernel::interaction::ObstacleShape;
use crate::kernel::signal::Signal;
use crate::kernel::slab;

/// A value of a study. The type asked by the catalogue is carried by the [`Handle`](super::Handle); this is the
/// data behind it.
#[derive(Clone, Debug)]
pub enum Concept {
    Mesh(MeshValue),
    Model(Arc<Model>),
    ElementProperties(Arc<ElementProperties>),
    Material(Arc<Material>),
    MaterialField(Arc<MaterialField>),
    Load(Arc<Load>),
    Function(Arc<Function>),
    ComplexFunction(Arc<ComplexFunction>),
    Surface(Arc<Surface>),
    Formula(Arc<Formula>),
    RealList(Arc<Vec<f64>>),
    IntegerList(Arc<Vec<i64>>),
    /// Instants with rules for steps (DEFI_LIST_INST).
    Instants(Arc<InstantList>),
    /// Elementary matrices or vectors.
    ElementTerms(Arc<ElementTerms>),
    Numbering(Arc<NumberingValue>),
    Matrix(Arc<MatrixValue>),
    NodalField(Arc<NodalField>),
    /// A field on elements.
    CellField(Arc<CellField>),
    Modes(Arc<ModeSet>),
    /// Interfaces of a component.
    Interfaces(Arc<InterfaceSet>),
    /// A component reduced to a basis of shapes.
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
    Fields(Arc<FieldSeries>),
    Table(Arc<Table>),
    /// Spectral densities, or signals drawn from them.
    SpectralMatrix(Arc<SpectralMatrix>),
    /// A structure in a flow (DEFI_FLUI_STRU).
    Flow(Arc<TransverseFlow>),
    /// Tubes in a flow along them.
    AxialFlow(Arc<AxialFlow>),
    /// Modes under flow (CALC_FLUI_STRU).
    FluidElastic(Arc<FluidElasticBase>),
    /// A model of turbulence (DEFI_SPEC_TURB).
    Turbulence(Arc<TurbulentFlow>),
    /// Shape of an obstacle (DEFI_OBSTACLE).
    Obstacle(Arc<ObstacleShape>),
    RoughProfile(Arc<RoughProfile>),
    RoughBody(Arc<RoughBody>),
    /// Two rough bodies that slid over one another.
    Sliding(Arc<SlidingRun>),
    /// Motion of an elastic slab.
    Slab(Arc<slab::SlabRun>),
}

impl Concept {
    /// A real function of one parameter, tabulated or given by a formula, ready for a solver.
    pub fn signal(&self) -> Option<Signal> {
        match self {
            Concept::Function(function) => Some(function.signal.clone()),
            Concept::Formula(formula) => formula.program.signal(),
            _ => None,
        }
    }
}
