//! The contract of a constitutive law of a discrete element. A law knows neither modes, nor Newton's method, nor the
//! set of elements: it sees relative quantities in local axes and answers with forces and stiffnesses.
//!
//! Quantities have six slots: translations x, y, z, then rotations about x, y, z ([`super::Layout`] says which an
//! element has; the others are zero). Relative means: node 2 minus node 1, or the node alone. Tension is positive.
//! Every evaluation starts from the last accepted instant `t-`, never from an earlier iteration.

use std::fmt::Debug;

use super::cash_karp::LocalControl;
use super::fault::LawFault;
use super::layout::Layout;

/// One of the three evaluations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Matrix of the prediction, at `t-`: the increment is zero. Forces and memory are not to be kept.
    Tangent,
    /// Forces, memory and matrix.
    Full,
    /// Forces and memory only.
    Forces,
}

/// One quantity of the six slots.
pub type Six = [f64; 6];

/// Rank of the axial translation.
pub const X: usize = 0;
/// Rank of the first transverse translation.
pub const Y: usize = 1;
/// Rank of the second transverse translation.
pub const Z: usize = 2;
/// Rank of the rotation about x.
pub const RX: usize = 3;
/// Rank of the rotation about y.
pub const RY: usize = 4;
/// Rank of the rotation about z.
pub const RZ: usize = 5;

/// Local motion of an element over a step, with everything else that a law may read.
#[derive(Clone, Copy, Debug)]
pub struct Local {
    pub ask: Ask,
    /// Counter of evaluations: 1 in the prediction of dynamics and at the first evaluation after it.
    pub counter: u32,
    /// True when called by a dynamic analysis.
    pub dynamic: bool,
    /// `t-` and `t+` (s).
    pub times: [f64; 2],
    /// Relative displacement at `t-` (m, rad), and its increment since then.
    pub before: Six,
    pub increment: Six,
    /// Present estimate of the relative velocity (m/s, rad/s); zero in statics.
    pub velocity: Six,
    /// Relative driving displacement and velocity at `t+`; zero without moving supports.
    pub driving: Six,
    pub driving_velocity: Six,
    /// Generalised forces at `t-` (N, N m) of both points, without those of the parallel spring.
    pub stored: [Six; 2],
    /// Diagonal of the assigned stiffness matrix, node 1 (N/m, N m/rad).
    pub stiffness: Six,
    pub layout: Layout,
    /// Position of node 2 minus that of node 1 in the mesh, in local axes (m); zero for one node.
    pub rest: [f64; 3],
    /// Local axes as rows, in global axes.
    pub frame: [[f64; 3]; 3],
    /// Mean temperature at `t-` and `t+`, where the study has one.
    pub temperature: Option<[f64; 2]>,
    /// Irradiation at `t-` and `t+`, where the study has one.
    pub irradiation: Option<[f64; 2]>,
    /// Control of the local integration.
    pub control: LocalControl,
}

impl Local {
    /// Length of the step (s).
    pub fn dt(&self) -> f64 {
        self.times[1] - self.times[0]
    }

    /// Relative displacement at `t+` along `slot`, without the driving part.
    pub fn displacement(&self, slot: usize) -> f64 {
        self.before[slot] + self.increment[slot]
    }

    /// Relative velocity along `slot`, driving part included.
    pub fn total_velocity(&self, slot: usize) -> f64 {
        self.velocity[slot] + self.driving_velocity[slot]
    }

    /// `change` per second over the step; 0 in a step without length.
    pub fn rate(&self, change: f64) -> f64 {
        if self.dt() > 0.0 { change / self.dt() } else { 0.0 }
    }

    /// True where laws with a rule for the first evaluation in dynamics apply it.
    pub fn is_first_in_dynamics(&self) -> bool {
        self.dynamic && self.counter == 1 && self.ask != Ask::Tangent
    }
}

/// Forces and matrix of what a law does not name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// `S- + K' du`, matrix `K'` (the assigned one with the named stiffnesses on its diagonal).
    Elastic,
    /// `K' du`, matrix `K'`: stored forces are ignored.
    Fresh,
    /// No force, matrix `K'`.
    Unloaded,
    /// No force, and nothing in the matrix beside what is named.
    Nothing,
}

/// Answer of a law.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// Force of each component that the law names (N, N m).
    pub forces: [Option<f64>; 6],
    /// Stiffness of each component that the law replaces (N/m, N m/rad).
    pub stiffnesses: [Option<f64>; 6],
    /// Block on the relative translations, row by row; it takes the place of all else between them.
    pub block: Option<[[f64; 3]; 3]>,
    /// Stiffnesses along the global axes that replace those on the diagonal of the assigned matrix there (N/m); what it has
    /// between two directions stays.
    pub global_diagonal: Option<[f64; 3]>,
    pub others: Others,
    /// Axial extension (m) that elements of two nodes undergo without force over the step.
    pub free_extension: f64,
}

impl Answer {
    /// Everything elastic, by increments, with the assigned matrix.
    pub const ELASTIC: Answer = Answer {
        forces: [None; 6],
        stiffnesses: [None; 6],
        block: None,
        global_diagonal: None,
        others: Others::Elastic,
        free_extension: 0.0,
    };

    /// Sets force and stiffness of one component.
    #[inline(always)]
    pub fn with(mut self, slot: usize, force: f64, stiffness: f64) -> Answer {
        self.forces[slot] = Some(force);
        self.stiffnesses[slot] = Some(stiffness);
        self
    }

    /// Sets the rule for components that are not named.
    #[inline(always)]
    pub fn others(mut self, others: Others) -> Answer {
        self.others = others;
        self
    }
}

/// An internal variable: V1, V2 ... by its rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable {
    /// `plastic_displacement_x` ...
    pub name: &'static str,
    /// Unit in SI, `-` for a flag or a ratio.
    pub unit: &'static str,
    /// One line for manuals.
    pub gloss: &'static str,
}

impl Variable {
    /// A variable with its unit and its gloss.
    pub const fn new(name: &'static str, unit: &'static str, gloss: &'static str) -> Variable {
        Variable { name, unit, gloss }
    }
}

/// Dashpots that a contact law puts into the damping matrix while it touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dashpot {
    /// RIGI_NOR (N/m): the present tangent entry over it is the indicator of contact.
    pub stiffness: f64,
    /// AMOR_NOR, AMOR_TAN (N s/m).
    pub normal: f64,
    pub tangential: f64,
}

/// A constitutive law with its parameters. Memory is `variables().len()` numbers, all zero at the start.
pub trait Law: Debug + Send + Sync {
    /// Its internal variables, in the order of the memory.
    fn variables(&self) -> &'static [Variable];

    /// Forces and stiffnesses at `local` from the memory `from` of `t-`; writes the memory of `t+` into `to`, which
    /// is a copy of `from` when it is called. Allocates nothing.
    fn respond(&self, local: &Local, from: &[f64], to: &mut [f64]) -> Result<Answer, LawFault>;

    /// Why it cannot stand on elements of this layout.
    fn refuses(&self, _layout: Layout) -> Option<&'static str> {
        None
    }

    /// True where the assigned axial stiffness is the stiffness of the law, and must not be zero.
    fn takes_axial_stiffness(&self) -> bool {
        false
    }

    /// Gap (m, open where positive) of a contact at the relative displacement `u` (driving part included) with its `memory`; `rest`
    /// is the place of node 2 minus that of node 1. `None` for a law that is no contact.
    fn gap(&self, _layout: Layout, _rest: [f64; 3], _u: &Six, _memory: &[f64]) -> Option<f64> {
        None
    }

    /// True where the law is the assigned matrix alone: `S- + K du`, whatever came before.
    fn is_linear(&self) -> bool {
        false
    }

    /// Dashpots that follow the state of contact of the last matrix.
    fn dashpot(&self) -> Option<Dashpot> {
        None
    }
}
