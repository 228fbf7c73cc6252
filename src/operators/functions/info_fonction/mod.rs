//! INFO_FONCTION: indicators of functions, as a table.
//!
//! ```text
//! T = INFO_FONCTION(MAX=_F(FONCTION=DX, INTERVALLE=(0.0, 1.0, 1.0, 2.0)))
//! T = INFO_FONCTION(NOCI_SEISME=_F(FONCTION=ACC, OPTION="INTE_ARIAS", PESANTEUR=9.81))
//! ```
//!
//! Extremes (MAX), root mean square (RMS), standard deviation (ECART_TYPE), norms of the functions of a surface
//! (NORME), and indicators of how harmful an earthquake is (NOCI_SEISME). Functions are cut to the interval
//! asked for by `kernel::signal::restriction`.

mod deviation;
mod extremes;
mod indicators;
mod inputs;
mod seismic;
#[cfg(test)]
mod tests;

pub(in crate::operators) use indicators::{INFO_FONCTION, indicators};
