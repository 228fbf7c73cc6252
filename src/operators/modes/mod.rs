//! Eigenmodes of a structure: CALC_MODES and the former commands MODE_ITER_SIMULT, MODE_ITER_INV and
//! MACRO_MODE_MECA; NORM_MODE and EXTR_MODE, which rescale and select; INFO_MODE, which counts.
//!
//! ```text
//! MODES = CALC_MODES(MATR_RIGI=STIFF, MATR_MASS=MASS, OPTION='BANDE', CALC_FREQ=_F(FREQ=(0., 50.)))
//! MODES = NORM_MODE(reuse=MODES, MODE=MODES, NORME='MASS_GENE')
//! HEAVY = EXTR_MODE(FILTRE_MODE=_F(MODE=MODES, CRIT_EXTR='MASS_EFFE_UN', SEUIL=1.E-3))
//! ```
//!
//! Numerics: `kernel::modal` (eigenproblems, normalisation, parameters) on the space left by
//! `kernel::linalg::Elimination`.

pub(in crate::operators) mod bases;
mod calc_mode_rotation;
mod calc_modes;
mod complex;
mod complex_scaling;
mod extr_mode;
mod faults;
mod former;
mod free_motions;
mod info_mode;
mod listing;
mod matrices;
mod norm_mode;
mod real;
mod request;
mod scaling;

pub(in crate::operators) use bases::{DEFI_BASE_MODALE, DEFI_INTERF_DYNA};

pub use matrices::{ProblemMatrix, expect_matrices};

use crate::operators::{Check, Operator};

pub const CALC_MODES: Operator = Operator { name: "CALC_MODES", run: calc_modes::calc_modes, check: Check::Small };
pub const CALC_MODE_ROTATION: Operator =
    Operator { name: "CALC_MODE_ROTATION", run: calc_mode_rotation::modes_by_speed, check: Check::KeywordsOnly };
pub const EXTR_MODE: Operator = Operator { name: "EXTR_MODE", run: extr_mode::extr_mode, check: Check::Small };
pub const INFO_MODE: Operator = Operator { name: "INFO_MODE", run: info_mode::info_mode, check: Check::KeywordsOnly };
pub const MACRO_MODE_MECA: Operator =
    Operator { name: "MACRO_MODE_MECA", run: former::macro_mode_meca, check: Check::Rehearsed };
pub const MODE_ITER_INV: Operator = Operator { name: "MODE_ITER_INV", run: former::mode_iter, check: Check::Small };
pub const MODE_ITER_SIMULT: Operator =
    Operator { name: "MODE_ITER_SIMULT", run: former::mode_iter, check: Check::Small };
pub const NORM_MODE: Operator = Operator { name: "NORM_MODE", run: norm_mode::norm_mode, check: Check::Small };
