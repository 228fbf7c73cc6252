//! Random signals: a matrix of spectral densities (DEFI_INTE_SPEC), and signals drawn from it (GENE_FONC_ALEA).
//!
//! ```text
//! S = DEFI_INTE_SPEC(DIMENSION=1, KANAI_TAJIMI=_F(NUME_ORDRE_I=1, FREQ_MOY=2.5, VALE_R=1.0))
//! DRAWS = GENE_FONC_ALEA(INTE_SPEC=S, NB_POIN=1024, NB_TIRAGE=3, INIT_ALEA=2025)
//! ACC = RECU_FONCTION(INTE_SPEC=DRAWS, NUME_ORDRE=1)
//! ```
//!
//! The drawing is `kernel::signal::stochastic`. Numbers depend on INIT_ALEA only; without it a draw goes on where the one
//! before in the study stopped, which the graph knows.

mod draw;
mod matrix;
#[cfg(test)]
mod tests;

pub(in crate::operators) use draw::GENE_FONC_ALEA;
pub(in crate::operators) use matrix::DEFI_INTE_SPEC;
