//! States of one cycle: at equal instants, and before and after each event.

use super::return_map::{ReturnFault, ReturnMap, Start, Until};
use super::witness::Witness;
use crate::transient::event_driven::{EventStepper, Happening};
use crate::transient::exact::FrictionEvent;
use crate::transient::exact::exchange::{TOTALS, VARIABLES};
use crate::transient::{Archive, Dynamics, ModalState};

/// Keeper of states.
struct Keeper {
    archive: Archive,
    state: ModalState,
    /// Instants left, the next one last.
    instants: Vec<f64>,
    begins: bool,
}

impl Witness for Keeper {
    fn piece(&mut self, flow: &mut EventStepper, dynamics: &mut Dynamics, x: f64, ends: bool) {
        let (start, end) = (flow.start, flow.start + x);
        let mut keep = |t: f64| {
            flow.write(dynamics, &mut self.state, t);
            let order = self.archive.len() as i64;
            self.archive.push(order, &self.state, 0.0, dynamics);
        };
        if self.begins {
            keep(start);
        }
        while self.instants.last().is_some_and(|t| *t < end) {
            if let Some(t) = self.instants.pop().filter(|t| *t > start) {
                keep(t);
            }
        }
        if ends && x > 0.0 {
            keep(end);
        }
        self.begins = ends;
    }

    fn events(&mut self, _: &EventStepper, _: f64, _: &[(usize, Happening)]) {}

    fn after(&mut self, _: &EventStepper) {}
}

impl ReturnMap {
    /// Normal motion of a contact for a unit of each coordinate.
    pub fn normal_row(&self, contact: usize) -> &[f64] {
        self.stepper.contacts.row(3 * contact)
    }

    /// The states of a whole cycle of length `duration` (s), and its events. Fails where the flow does.
    pub fn states(
        &mut self,
        start: &Start,
        duration: f64,
        count: usize,
    ) -> Result<(Archive, Vec<FrictionEvent>), ReturnFault> {
        let (n, contacts) = (self.size(), self.stepper.tracks.len());
        let symmetric = std::mem::take(&mut self.symmetric);
        let instants = (1..=count).rev().map(|k| duration * k as f64 / count as f64).collect();
        let mut keeper = Keeper {
            archive: Archive::with_room(n, VARIABLES * contacts, TOTALS * contacts, count + 64),
            state: ModalState::at_rest(0.0, n),
            instants,
            begins: true,
        };
        let outcome = self.travel(start, 0.0, Until::Time(duration), false, &mut keeper);
        self.symmetric = symmetric;
        outcome?;
        let Keeper { mut archive, mut state, .. } = keeper;
        self.stepper.write(&mut self.dynamics, &mut state, duration);
        let order = archive.len() as i64;
        archive.push(order, &state, 0.0, &mut self.dynamics);
        archive.close();
        Ok((archive, self.events().to_vec()))
    }
}
