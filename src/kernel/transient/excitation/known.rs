//! Terms whose values were computed ahead.

use super::{Direction, Excitation, Term, add_term};
use crate::transient::fault::TransientFault;

impl Excitation {
    /// Terms whose values at `t` are known, at a place of what is computed ahead; the others are evaluated.
    #[inline(always)]
    pub(super) fn add_known(&mut self, t: f64, place: usize, force: &mut [f64]) -> Result<(), TransientFault> {
        let values = self.ahead.values();
        let known = |rank: usize| values[rank].as_ref().map(|values| values[place]);
        let mut rank = 0;
        while rank < self.varying.len() {
            // Four terms at a time are added to each force one after the other, as one by one.
            if let Some([(_, a, _), (_, b, _), (_, c, _), (_, d, _)]) = self.varying.get(rank..rank + 4)
                && let [Some(a), Some(b), Some(c), Some(d)] = [a, b, c, d].map(vector_of)
                && let [Some(f), Some(g), Some(h), Some(i)] = [0, 1, 2, 3].map(|k| known(rank + k))
                && (f + g + h + i).is_finite()
            {
                for ((((sum, a), b), c), d) in force.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                    *sum = (((*sum + f * a) + g * b) + h * c) + i * d;
                }
                rank += 4;
            } else {
                add_term(&mut self.varying[rank], t, known(rank), force)?;
                rank += 1;
            }
        }
        Ok(())
    }
}

fn vector_of(term: &Term) -> Option<&[f64]> {
    match term {
        Term::Scaled { direction: Direction::Vector(vector), .. } => Some(vector),
        _ => None,
    }
}
