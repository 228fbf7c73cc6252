//! One-dimensional elastic slab with unilateral contact and dry friction at its base (Y. Renard, "Numerical analysis of a
//! one-dimensional elastodynamic model of dry friction and unilateral contact", CMAME 190 (2001) 2031-2050).

mod bar;
mod branch;
mod characteristics;
mod course;
mod fault;
mod law;
mod line;
mod matrix;
mod mesh_field;
mod meshed;
mod normal;
mod polyline;
mod problem;
mod record;
mod sweep;
mod tangential;
#[cfg(test)]
mod tests;
mod vector;
mod waves;

pub use characteristics::run as characteristics;
pub use fault::SlabFault;
pub use law::Law;
pub use meshed::{Mesh, run as meshed};
pub use polyline::Polyline;
pub use problem::{Direction, Observer, Pressure, SlabProblem};
pub use record::{Across, Balance, Event, Field, Nature, SlabRun, SlabState};
