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
mod post_corps;
mod post_glissement;
mod post_profil;
mod profile_file;
mod regression;

pub(super) use defi_corps_rugueux::DEFI_CORPS_RUGUEUX;
pub(super) use defi_profil::DEFI_PROFIL;
pub(super) use dyna_glissement::DYNA_GLISSEMENT;
pub(super) use post_corps::POST_CORPS;
pub(super) use post_glissement::POST_GLISSEMENT;
pub(super) use post_profil::POST_PROFIL;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Cell, Table};

/// An error at a keyword with what to do.
fn refused(
    keywords: &Keywords,
    keyword: &str,
    code: &'static str,
    message: String,
    help: impl Into<String>,
) -> CallError {
    Box::new(keywords.error(keyword, code, message).help(help.into()))
}

/// Real of a keyword that must be positive.
fn positive(keywords: &Keywords, keyword: &str) -> Result<Option<f64>, CallError> {
    match keywords.real(keyword) {
        Some(x) if !(x > 0.0 && x.is_finite()) => {
            let message = format!("{keyword} must be a positive number; found {x}");
            Err(refused(
                keywords,
                keyword,
                "R850",
                message,
                "sizes, stiffnesses, masses and steps are positive, in SI units",
            ))
        }
        other => Ok(other),
    }
}

/// Real of a keyword that must not be negative.
fn not_negative(keywords: &Keywords, keyword: &str) -> Result<f64, CallError> {
    match keywords.real(keyword) {
        Some(x) if !(x >= 0.0 && x.is_finite()) => {
            let message = format!("{keyword} must be zero or positive; found {x}");
            Err(refused(keywords, keyword, "R850", message, "give a value in SI units that is not negative"))
        }
        other => Ok(other.unwrap_or(0.0)),
    }
}

fn titled(call: &Call, mut table: Table) -> Table {
    if let Some(title) = call.text("TITRE") {
        table.title = title.to_string();
    }
    table
}

fn reals<const N: usize>(cells: [f64; N]) -> Vec<Cell> {
    cells.into_iter().map(Cell::Real).collect()
}
