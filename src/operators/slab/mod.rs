//! Elastic slab that rubs on a foundation: wave motion in one dimension, unilateral contact, friction that depends on the slip
//! speed. DYNA_COUCHE computes the motion, POST_COUCHE makes tables of it. The numerics are in `kernel::slab`.
//!
//! ```text
//! RUN = DYNA_COUCHE(HAUTEUR=1., RHO=1., CELE_P=2., CELE_S=1., PRESSION=1., VITE_BASE=0.2,
//!                   FROTTEMENT=_F(LOI='COULOMB', MU=0.3), SCHEMA=_F(NB_PAS=100), INST_FIN=12.)
//! DATES = POST_COUCHE(RESULTAT=RUN, OPTION='EVENEMENT')
//! ```

mod arguments;
mod dyna_couche;
mod law;
mod post_couche;
mod statistics;
mod welch;

pub(super) use dyna_couche::DYNA_COUCHE;
pub(super) use post_couche::POST_COUCHE;
