//! Tubes in a flow: the configuration, the basis of modes under flow, models of turbulence.

use std::sync::Arc;

use nalgebra::DMatrix;
use num_complex::Complex64;

use super::functions::{ComplexFunction, Formula, FormulaValue, Function};
use super::mechanics::MeshValue;
use super::modes::ModeSet;
use crate::kernel::assembly::Component;
use crate::kernel::flow::axial::{Bundle, Grid};
use crate::kernel::flow::{Line, Stability, TransverseForces, Turbulence, Zone};
use crate::kernel::signal::{Signal, SignalFault};

/// A bundle crossed by a fluid (DEFI_FLUI_STRU, FAISCEAU_TRANS).
#[derive(Clone, Debug)]
pub struct TransverseFlow {
    /// COUPLAGE: the fluid changes frequencies and dampings.
    pub is_coupled: bool,
    pub mesh: MeshValue,
    /// Nodes of the tube (ranks from 0) in the order of their abscissae.
    pub nodes: Vec<usize>,
    pub line: Line,
    /// Component of the modes that counts.
    pub component: Component,
    /// Densities of the fluids inside and outside, at the nodes.
    pub inner: Vec<f64>,
    pub outer: Vec<f64>,
    pub outer_diameter: f64,
    pub inner_diameter: f64,
    pub zones: Vec<Zone>,
    /// Laws of the zones, where the flow is coupled.
    pub forces: Vec<TransverseForces>,
    /// Coefficient of added mass, where it is known.
    pub added_mass: Option<f64>,
    /// Density of the tube, and for each zone the lowest and highest constants of Connors and their number.
    pub connors: Option<(f64, Vec<([f64; 2], usize)>)>,
}

impl TransverseFlow {
    /// Mean speed of all zones.
    pub fn mean_speed(&self) -> f64 {
        self.line.mean_speed(&self.zones)
    }

    /// Displacements of a mode along a component at the nodes of the tube; 0 where a node lacks it.
    pub fn shape(&self, modes: &ModeSet, rank: usize, component: Component) -> Vec<f64> {
        self.nodes.iter().map(|node| modes.component(rank, *node, component).unwrap_or(0.0)).collect()
    }
}

/// Tubes in a flow along them (DEFI_FLUI_STRU, FAISCEAU_AXIAL).
#[derive(Clone, Debug)]
pub struct AxialFlow {
    /// The mesh of the tubes; none for an equivalent bundle, whose groups are those of the mesh of the modes.
    pub mesh: Option<MeshValue>,
    /// Axis of the tubes: 0 X, 1 Y, 2 Z.
    pub axis: usize,
    /// Groups of cells that carry the motion of each group of tubes.
    pub groups: Vec<Vec<Arc<str>>>,
    pub bundle: Bundle,
    pub grids: Vec<Grid>,
    pub roughness: f64,
    /// Acceleration of gravity along the axis.
    pub gravity: f64,
    /// Density and kinematic viscosity of the fluid along the axis.
    pub density: Signal,
    pub viscosity: Signal,
}

/// Modes under flow at one speed.
#[derive(Clone, Debug, Default)]
pub struct SpeedState {
    /// Hz, one for each coupled mode.
    pub frequencies: Vec<f64>,
    /// Below zero: unstable.
    pub dampings: Vec<f64>,
    /// Along a flow: generalised masses; empty where they are those of the modes.
    pub masses: Vec<f64>,
    /// Along a flow: columns of shares of the modes without flow, and the mass matrix times them.
    pub shares: Option<DMatrix<f64>>,
    pub moved: Option<DMatrix<f64>>,
}

/// Modes under flow, speed by speed (melasflu_sdaster).
#[derive(Clone, Debug)]
pub struct FluidElasticBase {
    pub modes: Arc<ModeSet>,
    /// The configuration across a flow; none along one.
    pub flow: Option<Arc<TransverseFlow>>,
    /// Speeds studied.
    pub speeds: Vec<f64>,
    /// Coupled modes, as ranks in the set.
    pub ranks: Vec<usize>,
    /// One for each speed; none where only stability was asked for.
    pub states: Vec<SpeedState>,
    /// One for each coupled mode, where it was asked for.
    pub stability: Vec<Stability>,
}

impl FluidElasticBase {
    /// Numbers of the coupled modes.
    pub fn orders(&self) -> Vec<i64> {
        self.ranks.iter().map(|rank| self.modes.orders[*rank]).collect()
    }

    /// Rank of a mode number among the coupled modes.
    pub fn place(&self, order: i64) -> Option<usize> {
        self.ranks.iter().position(|rank| self.modes.orders[*rank] == order)
    }

    /// A coupled mode at a speed as shares of the modes without flow, by their ranks: along a flow the shapes mix.
    pub fn shares(&self, speed: usize, place: usize) -> Vec<(usize, f64)> {
        match self.states.get(speed).and_then(|state| state.shares.as_ref()) {
            None => vec![(self.ranks[place], 1.0)],
            Some(shares) => self.ranks.iter().enumerate().map(|(r, rank)| (*rank, shares[(r, place)])).collect(),
        }
    }

    /// Rank of the speed within a distance of the one asked for.
    pub fn speed(&self, wanted: f64, precision: f64) -> Option<usize> {
        let distance = |k: &usize| (self.speeds[*k] - wanted).abs();
        let nearest = (0..self.speeds.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        (distance(&nearest) <= precision).then_some(nearest)
    }

    /// Speed from which a coupled mode has no damping left, linear between the speeds studied; `None` where it is stable at all.
    pub fn critical_speed(&self, mode: usize) -> Option<f64> {
        let damping: Vec<f64> = self.states.iter().map(|state| state.dampings[mode]).collect();
        let first = damping.iter().position(|xi| *xi <= 0.0)?;
        let Some(before) = first.checked_sub(1) else { return self.speeds.first().copied() };
        let share = damping[before] / (damping[before] - damping[first]);
        Some(self.speeds[before] + share * (self.speeds[first] - self.speeds[before]))
    }
}

/// A model of turbulence (DEFI_SPEC_TURB).
#[derive(Clone, Debug)]
pub enum TurbulentFlow {
    /// Forces across a tube in a zone of flow, correlated over a length.
    Correlated(CorrelatedFlow),
    /// Forces given at all pairs of points.
    Given(Vec<PairDensity>),
}

/// A model of a correlation length.
#[derive(Clone, Debug)]
pub struct CorrelatedFlow {
    pub model: Turbulence,
    /// Correlation length in diameters.
    pub correlation: f64,
    /// The profile that names the zone.
    pub profile: Signal,
}

/// Density of the force along a component at a first point with that along another at a second one.
#[derive(Clone, Debug)]
pub struct PairDensity {
    pub components: [Component; 2],
    pub density: PairFunction,
}

/// A density as the study gives it.
#[derive(Clone, Debug)]
pub enum PairFunction {
    /// Of X1, Y1, Z1, X2, Y2, Z2 and FREQ.
    Formula(Arc<Formula>),
    /// Of the frequency alone.
    Real(Arc<Function>),
    Complex(Arc<ComplexFunction>),
}

impl PairFunction {
    /// The density between two points at a frequency (Hz).
    pub fn value(&self, first: &[f64; 3], second: &[f64; 3], frequency: f64) -> Result<Complex64, SignalFault> {
        let ([x1, y1, z1], [x2, y2, z2]) = (*first, *second);
        match self {
            PairFunction::Formula(formula) => {
                let known =
                    [("X1", x1), ("Y1", y1), ("Z1", z1), ("X2", x2), ("Y2", y2), ("Z2", z2), ("FREQ", frequency)];
                formula.value_by_name(&known).map(FormulaValue::complex)
            }
            PairFunction::Real(function) => function.value(frequency).map(|x| Complex64::new(x, 0.0)),
            PairFunction::Complex(function) => function.value(frequency),
        }
    }
}
