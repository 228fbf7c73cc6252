//! Options of a nonlinear analysis: matrices, iterations, scheme.

use super::coefficients::ImplicitScheme;
use super::convergence::Criteria;
use super::line_search::LineSearch;

/// Matrix that iterations use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matrix {
    Tangent,
    Elastic,
}

/// First approximation of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prediction {
    Matrix(Matrix),
    /// The last increment, in proportion to the step.
    Extrapolated,
}

/// One explicit scheme.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplicitScheme {
    /// Weight of the acceleration in the displacement: 1/2 for central differences, PHI for Tchamwa.
    pub phi: f64,
    /// Central differences: the velocity is completed with the new acceleration.
    pub central: bool,
    /// Basis of the accelerations, one mode after the other, with `M phi_j` of each; empty without projection.
    pub modes: Vec<ProjectedMode>,
}

/// One mode of the basis of accelerations. Modes are orthogonal to each other with the mass.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectedMode {
    pub shape: Vec<f64>,
    pub generalised_mass: f64,
}

/// Way through time.
#[derive(Clone, Debug, PartialEq)]
pub enum Dynamics {
    Static,
    Implicit(ImplicitScheme),
    Explicit(ExplicitScheme),
}

/// Options of Newton's method, by the names they have in studies.
#[derive(Clone, Debug, PartialEq)]
pub struct NewtonOptions {
    pub dynamics: Dynamics,
    /// REAC_INCR and REAC_ITER: steps and iterations between two matrices; 0 for never.
    pub steps_between: u64,
    pub iterations_between: u32,
    /// MATRICE and PREDICTION.
    pub matrix: Matrix,
    pub prediction: Prediction,
    /// ITER_GLOB_MAXI.
    pub most_iterations: u32,
    pub criteria: Criteria,
    /// ARRET='NON': a step that does not converge is accepted.
    pub goes_on: bool,
    pub line_search: Option<LineSearch>,
    /// COEF_MASS_SHIFT.
    pub mass_shift: f64,
    /// The matrix is made symmetric.
    pub symmetric: bool,
    /// Works and energies are summed.
    pub energies: bool,
}
