//! Planes, no support moving: eight at a time where they are many enough for their modes, the others one by one.

use super::InteractionSet;
use crate::interaction::bundle::Bundle;
use crate::interaction::eight_contacts::{EIGHT, EightContacts, Motions, stop_of};
use crate::interaction::fault::InteractionFault;
use crate::interaction::laws::{Law, ManyCoordinates};
use crate::lanes::Lanes;

impl InteractionSet {
    /// Shares the contacts out: those that are evaluated eight at a time, in the order of definition for each axis of the
    /// normal, and the others.
    #[cold]
    #[inline(never)]
    pub(super) fn arrange(&mut self) {
        (self.arranged, self.held) = (true, false);
        self.eights.clear();
        self.singles.clear();
        self.seats = vec![None; self.laws.len()];
        for axis in [1, 2] {
            let is_across = |rank: &usize| {
                let plane = stop_of(&self.laws[*rank]).and_then(|stop| stop.plane);
                plane.is_some_and(|(plane, _)| plane.axis == axis)
            };
            let all: Vec<usize> = (0..self.laws.len()).filter(is_across).collect();
            for ranks in all.chunks(EIGHT) {
                let together = self.plain && self.shapes.size > 1;
                let eight = together.then(|| EightContacts::new(axis, ranks, &self.laws, &self.shapes));
                match eight.filter(EightContacts::is_worth_while) {
                    Some(eight) => {
                        let seat = |lane| Some([self.eights.len(), lane]);
                        ranks.iter().enumerate().for_each(|(lane, rank)| self.seats[*rank] = seat(lane));
                        self.eights.push(eight);
                    }
                    None => self.singles.extend(ranks),
                }
            }
        }
        self.planes = Bundle::new(self.shapes.size);
        for &rank in &self.singles {
            if let Law::Stop(stop) = &mut self.laws[rank] {
                stop.join(&mut self.planes, &self.shapes);
            }
        }
        self.positions = Bundle::new(self.shapes.size);
        for (law, seat) in self.laws.iter().zip(&self.seats) {
            if let Some(stop) = stop_of(law) {
                stop.join_positions(&mut self.positions, &self.shapes, seat.is_some());
            }
        }
    }

    /// All laws are planes, and supports do not move.
    #[inline(always)]
    pub(super) fn evaluate_planes<L: Lanes>(
        &mut self,
        lanes: L,
        t: f64,
        (q, v): (&[f64], &[f64]),
        force: &mut [f64],
    ) -> Result<(), InteractionFault> {
        let at = Motions { q, v, before: &self.last.q };
        for eight in &mut self.eights {
            eight
                .evaluate(lanes, t, &at, (&mut self.laws, &self.shapes), force)
                .map_err(|(rank, fault)| fault.at(rank, t))?;
        }
        if !self.singles.is_empty() {
            self.evaluate_singles(lanes, t, v, force)?;
        }
        Ok(())
    }

    /// The planes that are evaluated one by one.
    #[inline(always)]
    fn evaluate_singles<L: Lanes>(
        &mut self,
        lanes: L,
        t: f64,
        v: &[f64],
        force: &mut [f64],
    ) -> Result<(), InteractionFault> {
        self.rates.take(v);
        let mut at = ManyCoordinates {
            lanes,
            shapes: &self.shapes,
            products: self.planes.products(),
            now: &self.now,
            before: &self.last.q,
            v: &self.rates,
            force,
        };
        for &rank in &self.singles {
            if let Law::Stop(stop) = &mut self.laws[rank]
                && let Err(fault) = stop.evaluate_plane(t, &mut at)
            {
                return Err(fault.at(rank, t));
            }
        }
        Ok(())
    }
}
