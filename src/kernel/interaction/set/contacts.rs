//! The contacts of a set: who is closed, and what matrices take over of them.

use super::InteractionSet;
use crate::interaction::eight_contacts::stop_of;
use crate::interaction::laws::{Law, Stop};
use crate::interaction::linearised::LinearisedContacts;
use crate::interaction::motion::Moment;

impl InteractionSet {
    /// The contacts, in order.
    fn stops(&self) -> impl Iterator<Item = &Stop> {
        self.laws.iter().filter_map(stop_of)
    }

    /// Number of contacts.
    pub fn stop_count(&self) -> usize {
        self.stops().count()
    }

    /// Writes for each contact whether it had a normal force at the last evaluation.
    pub fn closed_stops(&self, closed: &mut [bool]) {
        for (closed, stop) in closed.iter_mut().zip(self.stops()) {
            *closed = stop.normal_force().abs() > f64::EPSILON;
        }
    }

    /// Lets matrices take over the contacts there are now: [`InteractionSet::hold_contacts`], [`InteractionSet::linearise`].
    pub fn take_over_contacts(&mut self) {
        self.linearised = LinearisedContacts::new(self.stops(), self.shapes.size).map(Box::new);
        self.plain &= self.linearised.is_none();
        self.arranged = false;
    }

    /// The normal forces of all contacts leave the forces for the constant one (N, one value per coordinate), or come
    /// back (`None`).
    pub fn hold_contacts(&mut self, constant: Option<&[f64]>) {
        if let Some(contacts) = &mut self.linearised {
            contacts.hold(constant);
        }
    }

    /// Linearises the closed contacts about the displacement of the last evaluation and the velocity `v` (m/s): adds
    /// stiffness `K_a` and damping `C_a` (row after row) to `matrices` and the normal forces to `force` (N), all of the coordinates.
    pub fn linearise(&mut self, closed: &[bool], v: &[f64], matrices: [&mut [f64]; 2], force: &mut [f64]) {
        let at = Moment { v, ..self.last.moment() };
        if let Some(contacts) = &mut self.linearised {
            contacts.linearise((&self.shapes, &at), closed, matrices, force);
        }
    }

    /// Contacts between pairs of planes whose nodes have passed through each other, with the time
    /// when that was first seen.
    pub fn crossings(&self) -> Vec<(usize, f64)> {
        let crossed = |(rank, law): (usize, &Law)| match law {
            Law::Stop(stop) => Some((rank, stop.crossed_at()?)),
            _ => None,
        };
        self.laws.iter().enumerate().filter_map(crossed).collect()
    }
}
