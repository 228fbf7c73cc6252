//! The contact laws and other local nonlinearities of a modal transient, read from its call.
//!
//! ```text
//! DYNA_VIBRA(..., COMPORTEMENT=_F(RELATION='DIS_CHOC', GROUP_NO_1='SHOE', OBSTACLE=FLOOR,
//!            NORM_OBST=(0., 1., 0.), ORIG_OBST=(0., 0., 1.), JEU=0.5, RIGI_NOR=20., RIGI_TAN=9.e6,
//!            FROTTEMENT='COULOMB', COULOMB=0.1))
//! ```
//!
//! Each occurrence of COMPORTEMENT (in the older language each occurrence of CHOC, FLAMBAGE,
//! ANTI_SISM, RELA_EFFO_DEPL ...) becomes one interaction of the kernel, or one for each segment of a group of
//! cells. The interaction sees the modes through their components at its nodes.
//! Kernel: `interaction`.

mod attachment;
mod choc;
pub(in crate::operators) mod defi_obstacle;
mod doubtful;
mod occurrences;
pub(in crate::operators) mod post_dyna_moda_t;
pub(in crate::operators) mod post_usure;
mod problem;
mod reader;
mod relations;
mod statistics_rows;
mod stiffness_check;
#[cfg(test)]
mod tests;

pub(in crate::operators) use defi_obstacle::DEFI_OBSTACLE;
pub use occurrences::read;
pub(in crate::operators) use post_dyna_moda_t::{POST_DYNA_MODA_T, nature};
pub(in crate::operators) use post_usure::POST_USURE;
pub use problem::{Interactions, ModalProblem};
