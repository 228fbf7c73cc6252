//! Transients on a basis of modes: DYNA_VIBRA with TYPE_CALCUL='TRAN', and the former command DYNA_TRAN_MODAL.
//!
//! ```text
//! RUN = DYNA_VIBRA(
//!     TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G,
//!     SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(PAS=1.e-4, INST_FIN=12.),
//!     EXCIT=_F(VECT_ASSE_GENE=SEISM_G, FONC_MULT=SUPPORT),
//! )
//! ```
//!
//! * [`modal`]: transients on a basis of modes, with contact and friction (kernel `transient`,
//!   `interaction`).
//! * `device_files`: the histories of devices as text.
//!
//! The older command has other names for the same keywords; both are read into the same arguments, so
//! that a study gives the same bits in either spelling.

mod arguments;
mod coordinates;
mod device_files;
mod excitation;
mod former_steps;
mod initial;
mod instants;
pub mod keywords;
mod matrices;
mod modal;
mod open_contacts;
mod report;
mod schemes;
mod step_check;
mod supports;
mod under_flow;

pub use excitation::function_of_time;
pub use matrices::{modal_system, one_for_each_mode};
pub use modal::run;
