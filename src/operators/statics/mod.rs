//! Static shapes and the loads made of them: MODE_STATIQUE, CALC_CHAR_SEISME.
//!
//! ```text
//! STATICS = MODE_STATIQUE(MATR_RIGI=STIFF, MODE_STAT=_F(GROUP_NO='FEET', AVEC_CMP=('DX', 'DY')))
//! QUAKE = CALC_CHAR_SEISME(MATR_MASS=MASS, DIRECTION=(1., 0., 0.), MONO_APPUI='OUI')
//! ```
//!
//! Numerics: `kernel::modal::StaticSolver`.

mod elastic;
mod seismic_load;
mod selection;
mod solve;
mod static_modes;

pub use seismic_load::unit_direction;
pub use static_modes::static_error;

use crate::operators::Operator;

pub const CALC_CHAR_SEISME: Operator = Operator { name: "CALC_CHAR_SEISME", run: seismic_load::calc_char_seisme };
pub const FACTORISER: Operator = Operator { name: "FACTORISER", run: solve::factoriser };
pub const MACRO_ELAS_MULT: Operator = Operator { name: "MACRO_ELAS_MULT", run: elastic::macro_elas_mult };
pub const MECA_STATIQUE: Operator = Operator { name: "MECA_STATIQUE", run: elastic::meca_statique };
pub const MODE_STATIQUE: Operator = Operator { name: "MODE_STATIQUE", run: static_modes::mode_statique };
pub const RESOUDRE: Operator = Operator { name: "RESOUDRE", run: solve::resoudre };
