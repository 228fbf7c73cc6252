//! The derivative at the start of a return: the identity, without what contacts forbid there.
//!
//! Where a point sticks its velocity is that of its surface, and where a rigid contact is closed its gap and its normal velocity
//! are 0: these are equations on the state, and motions against them are taken out of the columns.

use super::parameter::Rates;
use super::saltation::surface;
use crate::linalg::SmallSystem;
use crate::transient::event_driven::{EventStepper, Normal, Tangential};

/// Room for it.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// Contact and row of what is held.
    held: Vec<(usize, usize)>,
    factors: SmallSystem,
    right: Vec<f64>,
}

impl Entry {
    /// Writes the columns for the contacts of the flow at its start; the last one is that of the parameter.
    pub fn begin(&mut self, flow: &mut EventStepper, rates: &Rates, columns: &mut [f64]) {
        let n = flow.contacts.size;
        columns.fill(0.0);
        for j in 0..2 * n {
            columns[j * 2 * n + j] = 1.0;
        }
        // Displacements of closed contacts, then velocities of closed and sticking ones.
        for velocities in [false, true] {
            self.gather(flow, velocities);
            if self.held.is_empty() {
                continue;
            }
            for (rank, column) in columns.chunks_exact_mut(2 * n).enumerate() {
                let part = if velocities { &mut column[n..] } else { &mut column[..n] };
                let own = rank == 2 * n && !rates.contacts.is_empty();
                self.right.clear();
                for &(i, k) in &self.held {
                    let wanted = match (own, k) {
                        (false, _) => 0.0,
                        (true, 0) if velocities => 0.0,
                        (true, 0) => -flow.tracks[i].sign * rates.contacts[i].gap,
                        (true, _) => surface(&rates.contacts[i], &flow.contacts.points[i], k - 1),
                    };
                    let now: f64 = flow.contacts.row(3 * i + k).iter().zip(&*part).map(|(a, b)| a * b).sum();
                    self.right.push(wanted - now);
                }
                self.factors.solve(&mut self.right);
                for (&(i, k), r) in self.held.iter().zip(&self.right) {
                    part.iter_mut().zip(flow.contacts.inverse(3 * i + k)).for_each(|(x, m)| *x += r * m);
                }
            }
        }
    }

    fn gather(&mut self, flow: &EventStepper, velocities: bool) {
        self.held.clear();
        for (i, track) in flow.tracks.iter().enumerate() {
            if track.normal == Normal::Closed {
                self.held.push((i, 0));
            }
            if velocities && track.tangential == Tangential::Stick {
                let along = flow.contacts.points[i].along;
                self.held.extend((0..2).filter(|&k| along[k]).map(|k| (i, k + 1)));
            }
        }
        let (size, width) = (self.held.len(), 3 * flow.tracks.len());
        if size == 0 {
            return;
        }
        let matrix = self.factors.open(size);
        for (row, &(i, k)) in self.held.iter().enumerate() {
            for (column, &(j, l)) in self.held.iter().enumerate() {
                matrix[row * size + column] = flow.contacts.delassus[(3 * i + k) * width + 3 * j + l];
            }
        }
        self.factors.factorise();
    }
}
