//! DEFI_MATERIAU and AFFE_MATERIAU: elastic materials, and which cells are made of them.
//!
//! ```python
//! STEEL = DEFI_MATERIAU(ELAS=_F(E=2.1e11, NU=0.3, RHO=7800.0, AMOR_ALPHA=1.0e-5, AMOR_BETA=0.4))
//! FIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", MATER=STEEL))
//! ```
//!
//! Beams and bars need one; discrete elements do not. A later occurrence of AFFE takes over the cells it shares
//! with an earlier one. `behaviours`: parameters of the laws of nonlinear analyses. AFFE_VARC gives them a temperature, which
//! expands beams and bars and sets properties that are functions of it (ELAS_FO). AMOR_ALPHA multiplies the stiffness and AMOR_BETA
//! the mass in the damping matrix.

mod affe_materiau;
mod behaviours;
mod defi_materiau;
mod secant;
mod temperature;

pub use affe_materiau::AFFE_MATERIAU;
pub use defi_materiau::DEFI_MATERIAU;
