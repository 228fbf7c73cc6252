//! Static shapes and the loads made of them: MODE_STATIQUE, CALC_CHAR_SEISME.
//!
//! ```text
//! STATICS = MODE_STATIQUE(MATR_RIGI=STIFF, MODE_STAT=_F(GROUP_NO='FEET', AVEC_CMP=('DX', 'DY')))
//! QUAKE = CALC_CHAR_SEISME(MATR_MASS=MASS, DIRECTION=(1., 0., 0.), MONO_APPUI='OUI')
//! ```
//!
//! Numerics: `kernel::modal::StaticSolver`.

mod calc_char_seisme;
mod meca_statique;
mod mode_statique;
mod resoudre;
mod selection;

pub use calc_char_seisme::unit_direction;
pub use mode_statique::static_error;

use crate::operators::{Check, Operator};

pub const CALC_CHAR_SEISME: Operator =
    Operator { name: "CALC_CHAR_SEISME", run: calc_char_seisme::calc_char_seisme, check: Check::Rehearsed };
pub const FACTORISER: Operator = Operator { name: "FACTORISER", run: resoudre::factoriser, check: Check::Rehearsed };
pub const MACRO_ELAS_MULT: Operator =
    Operator { name: "MACRO_ELAS_MULT", run: meca_statique::macro_elas_mult, check: Check::Rehearsed };
pub const MECA_STATIQUE: Operator =
    Operator { name: "MECA_STATIQUE", run: meca_statique::meca_statique, check: Check::Small };
pub const MODE_STATIQUE: Operator =
    Operator { name: "MODE_STATIQUE", run: mode_statique::mode_statique, check: Check::Small };
pub const RESOUDRE: Operator = Operator { name: "RESOUDRE", run: resoudre::resoudre, check: Check::Rehearsed };
