//! Parallel tubes in a flow along them, in an enclosure: added masses by potential flow, forces of friction and pressure along the
//! tubes, grids; coupled frequencies, dampings and shapes at each speed.
//!
//! Two transverse axes, x and y, and z along the tubes; tubes of one group move together.

mod coupled;
mod images;
mod matrices;
mod potential;
mod steady;

pub use coupled::{AxialFault, AxialModes, coupled};
pub use matrices::{AxialInput, Basis};
pub use potential::{Bundle, Enclosure, Potential, Tube, potential};
pub use steady::{Grid, Steady, steady};
