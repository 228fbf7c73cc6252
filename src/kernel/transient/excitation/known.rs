//! Terms whose values were computed ahead.

use super::{Direction, Excitation, Term, add_term};
use crate::lanes::Lanes;
use crate::transient::fault::TransientFault;

impl Excitation {
    /// Terms whose values at `t` are known, at a place of what is computed ahead; the others are evaluated.
    #[inline(always)]
    pub(super) fn add_known<L: Lanes>(
        &mut self,
        lanes: L,
        t: f64,
        place: usize,
        force: &mut [f64],
    ) -> Result<(), TransientFault> {
        let values = self.ahead.values();
        let known = |rank: usize| values[rank].as_ref().map(|values| values[place]);
        let mut rank = 0;
        while rank < self.varying.len() {
            // Four terms at a time are added to each force one after the other, as one by one.
            if let Some([(_, a, _), (_, b, _), (_, c, _), (_, d, _)]) = self.varying.get(rank..rank + 4)
                && let [Some(a), Some(b), Some(c), Some(d)] = [a, b, c, d].map(|term| vector_of(term, force.len()))
                && let [Some(f), Some(g), Some(h), Some(i)] = [0, 1, 2, 3].map(|k| known(rank + k))
                && (f + g + h + i).is_finite()
            {
                add_four(lanes, [f, g, h, i], [a, b, c, d], force);
                rank += 4;
            } else {
                add_term(&mut self.varying[rank], t, known(rank), force)?;
                rank += 1;
            }
        }
        Ok(())
    }
}

/// `force_j += f_1 x_1j`, then the second and so on, all of the same length.
#[inline(always)]
fn add_four<L: Lanes>(lanes: L, f: [f64; 4], x: [&[f64]; 4], force: &mut [f64]) {
    let (sums, rest) = force.as_chunks_mut::<8>();
    let (mut blocks, mut tails) = ([[].as_slice(); 4], [[].as_slice(); 4]);
    for k in 0..4 {
        let (own, tail) = x[k].as_chunks::<8>();
        (blocks[k], tails[k]) = (&own[..sums.len()], &tail[..rest.len()]);
    }
    for (i, sum) in sums.iter_mut().enumerate() {
        let mut parts = lanes.load(sum);
        for k in 0..4 {
            lanes.add_scaled(&mut parts, f[k], &blocks[k][i]);
        }
        lanes.store(parts, sum);
    }
    for (i, sum) in rest.iter_mut().enumerate() {
        for k in 0..4 {
            *sum += f[k] * tails[k][i];
        }
    }
}

fn vector_of(term: &Term, size: usize) -> Option<&[f64]> {
    match term {
        Term::Scaled { direction: Direction::Vector(vector), .. } => {
            Some(vector).filter(|x| x.len() == size).map(Vec::as_slice)
        }
        _ => None,
    }
}
