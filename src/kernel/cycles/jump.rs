//! The derivative of the jump of velocities at an impact, on the active set of its reduced problem.
//!
//! Contacts that push have `n (v+ + e v-) = 0`, those that stick `t v+ = w`; a contact that slips has friction in proportion to its
//! normal impulse. Their impulses are linear in the velocities before.

use super::parameter::{ContactRate, Rates};
use super::saltation::surface;
use crate::linalg::SmallSystem;
use crate::transient::event_driven::{EventStepper, Impulse};

/// The linear part of an impact.
#[derive(Clone, Debug, Default)]
pub struct Jump {
    /// Unknown impulses: rank among the contacts of the impact, and row.
    unknowns: Vec<(usize, usize)>,
    factors: SmallSystem,
    right: Vec<f64>,
}

impl Jump {
    /// Applies it to each column; the last one is that of the parameter.
    pub fn apply(&mut self, flow: &EventStepper, impulses: &[Impulse], rates: &Rates, columns: &mut [f64]) {
        self.gather(flow, impulses);
        if self.unknowns.is_empty() {
            return;
        }
        let n = flow.contacts.size;
        let none = ContactRate::default();
        for (rank, column) in columns.chunks_exact_mut(2 * n).enumerate() {
            let own = rank == 2 * n;
            if own && rates.contacts.is_empty() {
                return;
            }
            let rate = |impulse: &Impulse| if own { &rates.contacts[impulse.contact] } else { &none };
            let v = &mut column[n..];
            self.right.clear();
            for &(a, k) in &self.unknowns {
                let impulse = &impulses[a];
                let rate = rate(impulse);
                self.right.push(match k {
                    0 => {
                        let normal = sign(flow, impulse, 0) * along(flow, 3 * impulse.contact, v);
                        // A bounce that was settled has no restitution to change.
                        let settled = impulse.restitution == 0.0 && rate.restitution != 0.0 && impulse.approach >= 0.0;
                        let change = if settled { 0.0 } else { rate.restitution * impulse.approach.min(0.0) };
                        -impulse.restitution * normal - change
                    }
                    _ => surface(rate, &flow.contacts.points[impulse.contact], k - 1),
                });
            }
            if own {
                rub(flow, impulses, rates, v);
            }
            for (right, &(a, k)) in self.right.iter_mut().zip(&self.unknowns) {
                let impulse = &impulses[a];
                *right -= sign(flow, impulse, k) * along(flow, 3 * impulse.contact + k, v);
            }
            self.factors.solve(&mut self.right);
            for (&(a, k), r) in self.unknowns.iter().zip(&self.right) {
                push(flow, impulses[a].contact, parts(flow, &impulses[a], k), *r, v);
            }
        }
    }

    /// Unknown impulses, and the factors of the matrix that gives them.
    fn gather(&mut self, flow: &EventStepper, impulses: &[Impulse]) {
        self.unknowns.clear();
        for (a, impulse) in impulses.iter().enumerate().filter(|(_, impulse)| impulse.pushes) {
            self.unknowns.push((a, 0));
            let along = flow.contacts.points[impulse.contact].along;
            if impulse.sticks {
                self.unknowns.extend((0..2).filter(|&k| along[k]).map(|k| (a, k + 1)));
            }
        }
        if self.unknowns.is_empty() {
            return;
        }
        let (size, width) = (self.unknowns.len(), 3 * flow.tracks.len());
        let matrix = self.factors.open(size);
        for (row, &(a, k)) in self.unknowns.iter().enumerate() {
            let from = (3 * impulses[a].contact + k) * width;
            for (column, &(b, l)) in self.unknowns.iter().enumerate() {
                let w = &flow.contacts.delassus[from + 3 * impulses[b].contact..][..3];
                let parts = parts(flow, &impulses[b], l);
                let term = parts[0] * w[0] + parts[1] * w[1] + parts[2] * w[2];
                matrix[row * size + column] = sign(flow, &impulses[a], k) * term;
            }
        }
        self.factors.factorise();
    }
}

/// Friction impulses in slip change with their coefficient.
fn rub(flow: &EventStepper, impulses: &[Impulse], rates: &Rates, v: &mut [f64]) {
    for impulse in impulses.iter().filter(|impulse| impulse.pushes && !impulse.sticks) {
        let (rate, mu) = (&rates.contacts[impulse.contact], flow.contacts.points[impulse.contact].mu_dynamic);
        if rate.mu_dynamic != 0.0 && mu != 0.0 {
            let [_, a, b] = impulse.impulse;
            push(flow, impulse.contact, [0.0, a / mu, b / mu], rate.mu_dynamic, v);
        }
    }
}

fn along(flow: &EventStepper, row: usize, v: &[f64]) -> f64 {
    flow.contacts.row(row).iter().zip(v).map(|(a, b)| a * b).sum()
}

/// Sign of the motion `k` of a contact along its row: that of its normal for 0.
fn sign(flow: &EventStepper, impulse: &Impulse, k: usize) -> f64 {
    if k == 0 { flow.tracks[impulse.contact].sign } else { 1.0 }
}

/// The unknown impulse `k` of a contact as impulses along its rows: a normal one brings its friction in slip.
fn parts(flow: &EventStepper, impulse: &Impulse, k: usize) -> [f64; 3] {
    let mut parts = [0.0; 3];
    parts[k] = sign(flow, impulse, k);
    if let (0, false, [p, a, b]) = (k, impulse.sticks, impulse.impulse)
        && p > 0.0
    {
        (parts[1], parts[2]) = (a / p, b / p);
    }
    parts
}

fn push(flow: &EventStepper, contact: usize, parts: [f64; 3], scale: f64, v: &mut [f64]) {
    for (k, part) in parts.into_iter().enumerate().filter(|(_, part)| *part != 0.0) {
        v.iter_mut().zip(flow.contacts.inverse(3 * contact + k)).for_each(|(v, m)| *v += scale * part * m);
    }
}
