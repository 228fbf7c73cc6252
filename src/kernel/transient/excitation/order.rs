//! The coordinates of an excitation in another order.

use super::{Direction, Excitation, Term};
use crate::transient::matrix::reorder;

impl Excitation {
    /// Puts the coordinates in this order (for each place its coordinate).
    pub(in crate::transient) fn reorder(&mut self, order: &[usize]) {
        let size = order.len();
        reorder(&mut self.constant, order);
        for (_, term, _) in &mut self.varying {
            match term {
                Term::Scaled { direction: Direction::Vector(vector), .. } => reorder(vector, order),
                Term::Scaled { direction: Direction::Coordinate(j), .. } => {
                    *j = order.iter().position(|k| k == j).unwrap_or(*j);
                }
                Term::History { values, .. } => values.chunks_exact_mut(size).for_each(|row| reorder(row, order)),
            }
        }
    }
}
