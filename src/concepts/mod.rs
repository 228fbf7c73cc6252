//! The values operators exchange: immutable once made, shared by reference.

mod cell;
mod concept;
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
pub use concept::Concept;
pub use fields::{AppliedLoad, CellField, ElementField, FieldSeries, HarmonicFactor, NodalField};
pub use functions::{ComplexFunction, Evaluate, Formula, FormulaValue, Function, Surface};
pub use generalized::{GeneralizedMatrix, GeneralizedNumbering, GeneralizedVector, Storage};
pub use handle::{ConceptType, Handle, internal_name, is_a};
pub use harmonic::{HarmonicResponse, motion_factor};
pub use kept::Kept;
pub use mechanics::{
    BodyForce, ElementProperties, ElementTerms, InitialStrain, LineForce, Load, LoadValue, Material, MaterialField,
    MatrixValue, MeshValue, Model, Modelisation, NumberingValue,
};
pub use modes::{Mode, ModeSet, Shape, Support as ModeSupport, is_named};
pub use rough::{RoughBody, RoughProfile, SlidingRun};
pub use rows::{Cells, Row, Rows};
pub use spectra::{Place, SpectralMatrix, Term};
pub use substructures::{
    Coupling, Interface, InterfaceKind, InterfaceSet, Link, MacroElement, Substructure, SubstructuredModel,
};
pub use table::{Column, ColumnType, Table};
pub use trajectory::{InteractionRecord, RunStatistics, Support, Trajectory};
