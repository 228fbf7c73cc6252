//! AFFE_CHAR_MECA, AFFE_CHAR_MECA_C, AFFE_CHAR_MECA_F, AFFE_CHAR_CINE, AFFE_CHAR_CINE_F: imposed motions, linear relations and forces.
//!
//! ```python
//! CLAMP = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=_F(GROUP_NO="FOOT", DX=0.0, DY=0.0, DZ=0.0))
//! PUSH = AFFE_CHAR_MECA(MODELE=MODEL, FORCE_NODALE=_F(GROUP_NO="TIP", FX=1.0))
//! ```
//!
//! A load only says what is asked for, on node and cell ranks; values may be functions of time and place (`_F`),
//! or complex numbers (`_C`), for harmonic responses.
//! Constraints are eliminated by the solvers, so that loads of the four commands are the same mathematics.

mod commands;
mod components;
mod electric;
mod forces;
mod imposed;
mod mean;
mod nodal;
mod pairs;
mod place;
mod relations;
mod rigid;
mod values;

pub use commands::{AFFE_CHAR_CINE, AFFE_CHAR_CINE_F, AFFE_CHAR_MECA, AFFE_CHAR_MECA_C, AFFE_CHAR_MECA_F};
pub(in crate::operators::model) use values::as_value as function_value;
