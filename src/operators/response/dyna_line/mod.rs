//! DYNA_LINE: the linear dynamics of a structure in one command.
//!
//! ```text
//! RUN = DYNA_LINE(
//!     TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MODELE=MODEL, CARA_ELEM=CARA, CHAM_MATER=MATER, CHARGE=CLAMP,
//!     BANDE_ANALYSE=50., INCREMENT=_F(INST_FIN=2.), EXCIT=_F(CHARGE=PUSH, FONC_MULT=RAMP),
//! )
//! ```
//!
//! It assembles matrices and vectors, makes a modal basis enriched with static shapes (GENE), runs DYNA_VIBRA
//! and restores the fields on the structure: the commands one would write, run by [`crate::operators::call::inner`].
//!
//! * [`basis`]: modes of the band, static shapes, generalised matrices;
//! * [`supports`]: static modes and inertia vectors of supports that move.

mod assembly;
mod basis;
mod commands;
mod excitation;
mod supports;

pub use commands::DYNA_LINE;
