//! Impulse of the excitation over a step.

use super::{Excitation, Term, add, add_history, signal_of};
use crate::signal::SignalFault;
use crate::transient::ahead::{QUADRATURE, mean};
use crate::transient::fault::TransientFault;

impl Excitation {
    /// Writes the impulse of the force over the step of length `h` (s) from `t` (s), by Gauss's rule with four points. Fails
    /// where a term has no value.
    #[inline(always)]
    pub fn impulse(&mut self, t: f64, h: f64, impulse: &mut [f64]) -> Result<(), TransientFault> {
        for (impulse, constant) in impulse.iter_mut().zip(&self.constant) {
            *impulse = h * constant;
        }
        if self.varying.is_empty() {
            return Ok(());
        }
        let signals = self.varying.iter().map(|(_, term, _)| signal_of(term));
        let place = self.means.place(t, h, signals);
        for (i, (rank, term, cursor)) in self.varying.iter_mut().enumerate() {
            let fault_at = |x: f64, source| TransientFault::Excitation { term: *rank, time: x, source };
            match term {
                Term::Scaled { signal, direction } => {
                    let mean = match place.and_then(|place| self.means.mean(i, place)) {
                        Some(mean) => mean,
                        None => {
                            let mut g = [0.0; 4];
                            for (g, (x, _)) in g.iter_mut().zip(QUADRATURE) {
                                let x = t + x * h;
                                *g = signal.evaluate(x, cursor).map_err(|source| fault_at(x, source))?;
                            }
                            mean(g)
                        }
                    };
                    if !mean.is_finite() {
                        return Err(fault_at(t, SignalFault::NotFinite { x: t }));
                    }
                    add(impulse, h * mean, direction);
                }
                Term::History { instants, values, scale } => {
                    for (x, weight) in QUADRATURE {
                        let (x, scale) = (t + x * h, h * weight * *scale);
                        add_history(instants, values, scale, x, cursor, impulse)
                            .map_err(|source| fault_at(x, source))?;
                    }
                }
            }
        }
        Ok(())
    }
}
