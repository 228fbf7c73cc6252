//! The longest step that resolves the motion.
//!
//! `T* = min` over the modes of `2 pi / w_i`, and over contacts, nodes, directions and stiffnesses of
//! `2 pi / sqrt(w_j^2 + k phi_j^2 / m_j)`. Explicit schemes are held to `T*/20`, NEWMARK, TRBDF2 and DEVOGE
//! to `T*/10`; Runge-Kutta schemes control their error and have no limit.

use std::f64::consts::TAU;

use super::system::System;
use crate::interaction::ModalStiffness;

/// Reason for the limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cause {
    /// A mode (rank from 0) by itself.
    Mode(usize),
    /// A mode stiffened by a contact: rank of the interaction, `k phi²` (N/m).
    Contact(ModalStiffness),
    /// Nothing oscillates.
    Nothing,
}

/// The shortest period (s) and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShortestPeriod {
    pub period: f64,
    pub cause: Cause,
}

/// A pulsation or stiffness below this does not count.
const NEGLIGIBLE: f64 = 1e5 * f64::EPSILON;

impl ShortestPeriod {
    /// The shortest period of the modes of `system`, each alone and held by each contact.
    pub fn of(system: &System, contacts: &[ModalStiffness]) -> Self {
        let mut shortest = ShortestPeriod { period: 1e10, cause: Cause::Nothing };
        let mut consider = |pulsation: f64, cause| {
            let period = TAU / pulsation;
            if period < shortest.period {
                shortest = ShortestPeriod { period, cause };
            }
        };
        for (i, &w) in system.pulsation.iter().enumerate() {
            if w > NEGLIGIBLE {
                consider(w, Cause::Mode(i));
            }
        }
        for contact in contacts {
            let (w, m) = (system.pulsation[contact.mode], system.mass[contact.mode]);
            if w > NEGLIGIBLE {
                consider((w * w + contact.stiffness / m).sqrt(), Cause::Contact(*contact));
            }
        }
        shortest
    }
}

#[cfg(test)]
mod tests {
    use super::super::system::{Coefficients, Damping};
    use super::*;

    #[test]
    fn the_stiffest_contact_sets_the_limit() {
        let diagonal = |x: &[f64]| Coefficients::Diagonal(x.to_vec());
        let system = System::new(diagonal(&[1.0, 2.0]), diagonal(&[4.0, 0.0]), Damping::None, None).unwrap();
        let alone = ShortestPeriod::of(&system, &[]);
        assert_eq!((alone.period, alone.cause), (TAU / 2.0, Cause::Mode(0)));
        let contact = |mode, stiffness| ModalStiffness { interaction: 3, mode, stiffness };
        let held = ShortestPeriod::of(&system, &[contact(0, 12.0), contact(0, 5.0), contact(1, 1e9)]);
        assert_eq!((held.period, held.cause), (TAU / 4.0, Cause::Contact(contact(0, 12.0))));
    }
}
