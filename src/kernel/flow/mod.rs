//! Tubes in a flow: coefficients of fluid-elastic forces, coupled frequencies and dampings, stability, turbulence.
//!
//! Sources: Connors (1970) for the stability of tube bundles; correlation length models of turbulence as fitted by the reference.
//! SI units, or any consistent ones.

pub mod axial;
mod coefficients;
mod convected;
mod coupling;
mod line;
mod pitch;
mod quadrature;
mod stability;
#[cfg(test)]
mod tests;
mod turbulence;

pub use coefficients::{Block, BlockFault, Coefficients, Pieces, blocks};
pub use convected::{LoadedPoint, PairShapes, points_of_cell, projected_pairs};
pub use coupling::{CoupledMode, CouplingFault, TransverseForces, couple};
pub use line::{Line, Zone, ZoneFault};
pub use pitch::{Pitch, added_mass};
pub use stability::{Stability, StabilityInput, StabilityMode, stability};
pub use turbulence::{Turbulence, projected_lengths};
