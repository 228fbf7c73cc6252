//! CALC_FONCTION: operations on functions.
//!
//! ```text
//! SUM = CALC_FONCTION(COMB=(_F(FONCTION=F, COEF=1.0), _F(FONCTION=G, COEF=-2.0)))
//! SRO = CALC_FONCTION(SPEC_OSCI=_F(FONCTION=ACC, AMOR_REDUIT=0.05, NORME=9.81))
//! ```
//!
//! Sums, products, powers and envelopes are taken on common abscissae (`kernel::signal::support`), functions
//! being evaluated by the command rule; integrals and derivatives come from `kernel::signal::calculus`,
//! spectra from `kernel::signal::fourier` and `kernel::signal::oscillator`. The attributes that follow from
//! the operation are then replaced by NOM_PARA, NOM_RESU, INTERPOL, PROL_GAUCHE, PROL_DROITE of the call.

mod arithmetic;
mod attributes;
mod calculus;
mod complex;
mod frequency;
mod input;
mod joining;
mod operation;
mod shape;
mod spectral;
mod statistics;
mod surfaces;
#[cfg(test)]
mod tests;

pub(in crate::operators) use operation::CALC_FONCTION;
