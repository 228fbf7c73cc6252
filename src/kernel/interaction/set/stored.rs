//! Internal variables of all interactions, as an archive keeps them.
//!
//! Contacts with planes store the positions of their points whether they are closed or not: the rows of all of them are
//! multiplied together, a few rows at a time, or by the eight contacts that are evaluated together. The products across planes,
//! and whatever else the last evaluation asked for, are those of that evaluation.

use super::InteractionSet;
use crate::interaction::eight_contacts::EightContacts;
use crate::interaction::laws::{Law, OneCoordinate, Reach as _};
use crate::interaction::motion::{LocalMotion, State};
use crate::lanes::{LaneWork, Lanes, run};

impl InteractionSet {
    /// Writes the internal variables (one number each, [`InteractionSet::variable_count`] in all) as they are after the last
    /// evaluation.
    pub fn store(&mut self, variables: &mut [f64]) {
        if self.last.is_loaded {
            return variables.copy_from_slice(&self.loaded);
        }
        if self.plain && self.shapes.size > 1 {
            run(Positions(self));
            return self.store_planes(variables);
        }
        let mut rest = variables;
        let state = self.last_state();
        for law in &self.laws {
            let (own, others) = rest.split_at_mut(law.width());
            law.store(&state, own);
            rest = others;
        }
    }

    /// Writes the internal variables where [`InteractionSet::is_plain_of_one`] holds.
    #[inline]
    pub fn store_of_one(&self, variables: &mut [f64]) {
        if self.last.is_loaded {
            return variables.copy_from_slice(&self.loaded);
        }
        let v = self.last.v.first().copied().unwrap_or_default();
        let at = OneCoordinate { q: self.last.q.first(), before: 0.0, v, force: 0.0 };
        for (law, own) in self.laws.iter().zip(variables.as_chunks_mut().0) {
            if let Law::Stop(stop) = law {
                *own = stop.variables(|motion| at.positions(motion), |axis| at.velocity(&stop.motion, axis));
            }
        }
    }

    /// Planes alone, no support moving; products are those of [`Positions`], and those across the planes.
    fn store_planes(&self, variables: &mut [f64]) {
        let state = self.last_state();
        let mut products = self.positions.products().iter();
        let across = self.planes.products();
        for ((law, seat), own) in self.laws.iter().zip(&self.seats).zip(variables.as_chunks_mut().0) {
            if let Law::Stop(stop) = law {
                let mut along = |motion: &LocalMotion, axis: usize| {
                    let product = match (motion.row(axis), seat) {
                        (None, _) => Some(0.0),
                        (Some(_), Some([eight, lane])) if std::ptr::eq(motion, &stop.motion) => {
                            self.eights.get(*eight).map(|eight| eight.place(axis, *lane))
                        }
                        _ => match stop.rank_across(motion, axis) {
                            Some(rank) => across.get(rank).copied(),
                            None => products.next().copied(),
                        },
                    };
                    motion.rest[axis] + product.unwrap_or(f64::NAN)
                };
                *own = stop.variables(
                    |motion| [along(motion, 0), along(motion, 1), along(motion, 2)],
                    |axis| stop.motion.velocity(axis, state.shapes, &state.now),
                );
            }
        }
    }

    fn last_state(&self) -> State<'_> {
        let moment = self.last.moment();
        let (time, step) = (self.last.time, self.last.step);
        State { time, step, shapes: &self.shapes, products: self.planes.products(), now: moment, before: moment }
    }
}

/// The products of all positions with the coordinates of the last evaluation.
struct Positions<'a>(&'a mut InteractionSet);

impl LaneWork for Positions<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let set = self.0;
        if !set.arranged {
            set.arrange();
        }
        let InteractionSet { eights, planes, positions, last, numbers, .. } = set;
        if !set.held {
            planes.multiply(lanes, &last.q);
            eights.iter_mut().for_each(EightContacts::forget_places);
        }
        positions.multiply(lanes, &last.q);
        last.q.give(numbers);
        eights.iter_mut().for_each(|eight| eight.find_places(lanes, numbers));
        set.held = true;
    }
}
