//! Modes in the order of the axes along which contacts see them.
//!
//! A row of a contact is multiplied from its first block of modes that is not zero to its last. Where modes move points along
//! one axis or another, as those of a straight beam do, and stand in the order of frequencies, rows are half zeros and none of
//! their blocks is. Modes seen along the same axes are therefore put side by side where that shortens rows.

use super::InteractionSet;
use crate::interaction::blocks::Coordinates;
use crate::interaction::eight_contacts::stop_of;
use crate::interaction::shapes::{Row, Shapes};

/// Axes along which a mode is seen (bits 0 to 2), in an order that leaves those of each axis together where it can: only all
/// three pairs at once cannot.
const SEEN_ALONG: [usize; 8] = [0b010, 0b110, 0b111, 0b100, 0b101, 0b001, 0b011, 0b000];
/// Modes from the first to the last that each row sees, in the new order, for a hundred in the old one, at most.
const WORTH_WHILE: usize = 90;

impl InteractionSet {
    /// For each place its mode, in an order that shortens the rows of the contacts; `None` where none does by much, or
    /// where other laws or moving supports see the modes.
    pub fn mode_order(&self) -> Option<Vec<usize>> {
        let size = self.shapes.size;
        if !self.plain || self.laws.is_empty() {
            return None;
        }
        let mut seen = vec![0; size];
        for (axis, row) in self.contact_rows() {
            for (seen, x) in seen.iter_mut().zip(self.shapes.numbers(row)) {
                *seen |= usize::from(x != 0.0) << axis;
            }
        }
        let place = |axes: usize| SEEN_ALONG.iter().position(|along| *along == axes);
        let mut order: Vec<usize> = (0..size).collect();
        order.sort_by_key(|&mode| place(seen[mode]));
        let (mut before, mut after) = (0, 0);
        for (_, row) in self.contact_rows() {
            before += span(self.shapes.numbers(row).into_iter());
            after += span(self.in_order(row, &order));
        }
        (100 * after <= WORTH_WHILE * before).then_some(order)
    }

    /// Puts the modes in this order (for each place its mode). Nothing but planes, no support moving: [`InteractionSet::mode_order`]
    /// gives no order otherwise.
    pub fn reorder_modes(&mut self, order: &[usize]) {
        let size = self.shapes.size;
        let mut shapes = Shapes::new(size);
        let mut rows = self.contact_rows().map(|(_, row)| shapes.add(self.in_order(row, order))).collect::<Vec<_>>();
        rows.reverse();
        self.arranged = false;
        for law in &mut self.laws {
            if let super::Law::Stop(stop) = law {
                for motion in std::iter::once(&mut stop.motion).chain(&mut stop.node_1) {
                    motion.replace_rows(|| rows.pop().flatten());
                }
            }
        }
        self.shapes = shapes;
        let mut places = vec![0; size];
        order.iter().enumerate().for_each(|(place, mode)| places[*mode] = place);
        self.stiffnesses.iter_mut().for_each(|term| term.mode = places[term.mode]);
        for past in [&mut self.last, &mut self.saved] {
            let (q, v): (Vec<f64>, Vec<f64>) = order.iter().map(|&mode| (past.q.at(mode), past.v[mode])).unzip();
            past.q = Coordinates::zero(size);
            past.q.take(&q);
            past.v = v;
        }
    }

    /// The rows of all contacts, with their axes: of each its motion, then of its first node.
    fn contact_rows(&self) -> impl Iterator<Item = (usize, Row)> {
        let motions =
            self.laws.iter().filter_map(stop_of).flat_map(|stop| std::iter::once(&stop.motion).chain(&stop.node_1));
        motions.flat_map(|motion| (0..3).filter_map(|axis| Some((axis, motion.row(axis)?))))
    }

    fn in_order(&self, row: Row, order: &[usize]) -> impl Iterator<Item = f64> {
        let numbers = self.shapes.numbers(row);
        order.iter().map(move |&mode| numbers[mode])
    }
}

/// Modes from the first to the last of a row that is not zero.
fn span(row: impl Iterator<Item = f64>) -> usize {
    let seen = row.enumerate().filter(|(_, x)| *x != 0.0).map(|(mode, _)| mode);
    let (first, last) = seen.fold((usize::MAX, 0), |(first, last), mode| (first.min(mode), last.max(mode)));
    (last + 1).saturating_sub(first)
}
