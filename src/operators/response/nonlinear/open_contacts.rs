//! Contacts that never closed: wrong units, axes and gaps show there first.

use super::structure::Structure;
use crate::kernel::structural::newton::NonlinearState;
use crate::verdict::significant;

/// The smallest gap of each contact over the accepted states.
pub(super) struct OpenContacts {
    contacts: Vec<Contact>,
}

struct Contact {
    /// Its rank among the elements, and its first internal variable.
    element: usize,
    memory: usize,
    smallest: f64,
}

impl OpenContacts {
    pub fn new(structure: &Structure, state: &NonlinearState, driving: &[f64]) -> OpenContacts {
        let mut memory = 0;
        let mut contacts = Vec::new();
        for (element, one) in structure.system.elements.iter().enumerate() {
            let own = &state.memory[memory..memory + one.stored_memory()];
            if let Some(smallest) = one.gap(&state.u, driving, own) {
                contacts.push(Contact { element, memory, smallest });
            }
            memory += own.len();
        }
        OpenContacts { contacts }
    }

    /// Looks at a state; contacts that have closed are not looked at again.
    pub fn see(&mut self, structure: &Structure, state: &NonlinearState, driving: &[f64]) {
        for contact in self.contacts.iter_mut().filter(|contact| contact.smallest > 0.0) {
            let one = &structure.system.elements[contact.element];
            let own = &state.memory[contact.memory..contact.memory + one.stored_memory()];
            contact.smallest = contact.smallest.min(one.gap(&state.u, driving, own).unwrap_or(0.0));
        }
    }

    /// The line on those that never closed.
    pub fn sentence(&self, structure: &Structure) -> Option<String> {
        let open: Vec<&Contact> = self.contacts.iter().filter(|contact| contact.smallest > 0.0).collect();
        let nearest = open.iter().copied().reduce(|a, b| if b.smallest < a.smallest { b } else { a })?;
        let cell = structure.cell(structure.system.elements[nearest.element].cell);
        let gap = significant(nearest.smallest, 3);
        Some(match open.len() {
            1 => format!("the contact of cell {cell} never closed (smallest gap {gap} m)"),
            count => {
                format!("{count} of {} contacts never closed (smallest gap {gap} m, cell {cell})", self.contacts.len())
            }
        })
    }
}
