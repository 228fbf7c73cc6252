//! Bases of shapes: DEFI_BASE_MODALE joins modes and static shapes, makes them orthonormal, or adds the
//! static shapes of the interfaces that DEFI_INTERF_DYNA defines.
//!
//! ```text
//! BASE = DEFI_BASE_MODALE(RITZ=(_F(MODE_MECA=MODES, NMAX_MODE=6), _F(MODE_INTF=STATICS)), NUME_REF=NUM,
//!                         ORTHO='OUI', MATRICE=MASS)
//! ENDS = DEFI_INTERF_DYNA(NUME_DDL=NUM, INTERFACE=_F(NOM='LEFT', TYPE='CRAIGB', GROUP_NO='LEFT'))
//! BASE = DEFI_BASE_MODALE(CLASSIQUE=_F(INTERF_DYNA=ENDS, MODE_MECA=MODES, NMAX_MODE=6))
//! ```
//!
//! Numerics: `kernel::modal` (orthonormalisation, static shapes).

mod classical;
mod define;
mod interfaces;
mod orthogonal;
mod ritz;
mod sets;

use crate::operators::{Check, Operator};

pub const DEFI_BASE_MODALE: Operator =
    Operator { name: "DEFI_BASE_MODALE", run: define::defi_base_modale, check: Check::Small };
pub const DEFI_INTERF_DYNA: Operator =
    Operator { name: "DEFI_INTERF_DYNA", run: interfaces::defi_interf_dyna, check: Check::Small };
