//! Sliding rough bodies: DEFI_PROFIL, POST_PROFIL, DEFI_CORPS_RUGUEUX, POST_CORPS, DYNA_GLISSEMENT, POST_GLISSEMENT.
//!
//! ```text
//! SURF = DEFI_PROFIL(LONGUEUR=0.45, PAS=5.e-6, ALEATOIRE=_F(RA=5.e-6, LONG_CORR=450.e-6, COUPURE=5.e-6, GRAINE=1))
//! STRIP = DEFI_CORPS_RUGUEUX(PROFIL=SURF, EPAISSEUR=2.e-3, E=210.e9, RHO=7800., NB_MODE=40, AMOR_REDUIT=0.02)
//! RUN = DYNA_GLISSEMENT(RESONATEUR=STRIP, GLISSEUR=BLOCK, VITESSE=0.1, PAS=1.e-7, INST_FIN=1., PESANTEUR=9.81,
//!                       CONTACT=_F(PENALITE=2.1e12))
//! NOISE = POST_GLISSEMENT(RESULTAT=RUN, OPTION='NIVEAU')
//! ```
//!
//! SI units, everything per unit width of the beams. Kernel: `rough`.

mod arguments;
mod columns;
mod defi_corps_rugueux;
mod defi_profil;
mod distribution;
mod dyna_glissement;
mod histories;
mod input;
mod post_corps;
mod post_glissement;
mod post_profil;
mod profile_file;
mod regression;
mod rows;

pub(super) use defi_corps_rugueux::DEFI_CORPS_RUGUEUX;
pub(super) use defi_profil::DEFI_PROFIL;
pub(super) use dyna_glissement::DYNA_GLISSEMENT;
pub(super) use post_corps::POST_CORPS;
pub(super) use post_glissement::POST_GLISSEMENT;
pub(super) use post_profil::POST_PROFIL;
