//! POST_USURE: worn volumes and depths of wear from the wear power of a contact.
//!
//! ```text
//! WORN = POST_USURE(PUIS_USURE=0.1, LOI_USURE='ARCHARD', MOBILE=_F(COEF_USURE=1.2E-13),
//!                   CONTACT='TUBE_BAV', RAYON_MOBILE=0.011, LARGEUR_OBST=0.03, INST=1., COEF_INST=31536000.)
//! ```
//!
//! The power is given, or computed from a transient at a contact node. One row per instant: volume worn off
//! the tube (or rod) and off the obstacle, depth of wear of the tube. With SECTEUR the wear is shared between
//! angular sectors, and tables follow one another through ETAT_INIT. Kernel: `wear`.

mod inputs;
mod instants;
mod laws;
mod materials;
mod sectors;
mod table;
#[cfg(test)]
mod tests;

pub(in crate::operators) use table::POST_USURE;
