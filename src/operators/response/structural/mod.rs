//! Transients on physical unknowns: DYNA_VIBRA with TYPE_CALCUL='TRAN', BASE_CALCUL='PHYS', and its predecessor
//! DYNA_LINE_TRAN.
//!
//! ```text
//! RUN = DYNA_VIBRA(
//!     TYPE_CALCUL='TRAN', BASE_CALCUL='PHYS', MATR_MASS=MASS, MATR_RIGI=STIFF, MATR_AMOR=DAMP,
//!     SCHEMA_TEMPS=_F(SCHEMA='NEWMARK'), INCREMENT=_F(LIST_INST=TIMES),
//!     EXCIT=_F(VECT_ASSE=PUSH, FONC_MULT=RAMP), ARCHIVAGE=_F(PAS_ARCH=10),
//! )
//! ```
//!
//! Supports that move (MULT_APPUI) make relative fields; the absolute ones are kept beside them. Numerics:
//! `kernel::structural`.

mod dyna_line_tran;
mod energies;
mod history;
mod initial;
mod instants;
mod load_assembly;
mod loading;
mod observation;
mod result;
mod schemes;
mod structure;
mod supports;
mod vector;

pub use dyna_line_tran::{DYNA_LINE_TRAN, run};
pub(in crate::operators::response) use energies::{energy_table, step_table};
pub(in crate::operators::response) use instants::missed_instants;
pub use load_assembly::LoadAssembly;
pub use observation::{Observations, Observed};
pub(in crate::operators::response) use result::{add_table, head, motion_field, moved};
pub use structure::MovingSupport;
pub use supports::moving_supports;
pub use vector::imposed_on;
