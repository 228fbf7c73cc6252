//! The values operators exchange: immutable once made, shared by reference.

mod asked;
mod cell;
mod concept;
mod field;
mod fields;
mod flow;
mod functions;
mod generalized;
mod handle;
mod harmonic;
mod instants;
mod interfaces;
mod kept;
mod mechanics;
mod mode;
mod modes;
mod property;
mod rough;
mod rows;
mod series;
mod size;
mod spectra;
mod states;
mod table;
mod temperature;
mod trajectory;

pub use crate::concepts::cell::Cell;
pub use asked::{Asked, listening};
pub use concept::Concept;
pub use field::Field;
pub use fields::{AppliedLoad, CellField, CellLaws, ElementField, HarmonicFactor, NodalField, NonlinearRun};
pub use flow::{
    AxialFlow, CorrelatedFlow, FluidElasticBase, PairDensity, PairFunction, SpeedState, TransverseFlow, TurbulentFlow,
};
pub use functions::{ComplexFunction, Evaluate, Formula, FormulaValue, Function, Surface};
pub use generalized::{Coordinates, GeneralizedMatrix, GeneralizedNumbering, GeneralizedVector, Storage};
pub use handle::{ConceptType, Handle, internal_name, is_a};
pub use harmonic::{HarmonicResponse, motion_factor};
pub use instants::{
    AdaptationOccasion, AdaptationRule, AdaptiveSteps, InstantList, StepEvent, StepGrowth, WatchedComponent,
};
pub use interfaces::{Interface, InterfaceKind, InterfaceSet};
pub use kept::Kept;
pub use mechanics::{
    BodyForce, ElementProperties, ElementTerms, InitialStrain, LineForce, Load, LoadValue, Material, MaterialField,
    MatrixValue, MeshValue, Model, Modelisation, NumberingValue, TurnedForce, UnilateralCondition,
};
pub use mode::{Mode, Shape, is_named};
pub use modes::{Coupling, Link, MacroElement, ModeSet, Substructure, SubstructuredModel, Support as ModeSupport};
pub use property::{Property, ThermalStrain};
pub use rough::{RoughBody, RoughProfile, SlidingRun};
pub use rows::{Cells, Row, Rows};
pub use series::{FieldColumns, FieldSeries, StoredKind};
pub use spectra::{Density, Label, SpectralMatrix, TermPlace};
pub use states::States;
pub use table::{Column, ColumnType, Held, Table};
pub use trajectory::{InteractionRecord, RunStatistics, Support, Trajectory};
