//! What the schemes of exact friction share: contact points in modal coordinates, and what contacts exchange.
//!
//! * [`contacts`]: rows of relative motion, the Delassus operator, how far a point is from its surface
//! * [`round`], `turned_rows`: circles, whose normals turn with the point, and the rows that follow them
//! * [`exchange`]: impulses, wear integral and friction work of each contact, dates of events, statistics

pub mod contacts;
pub mod exchange;
mod obstruction;
pub mod round;
mod turned_rows;

pub use crate::transient::exact::obstruction::Obstruction;
pub use contacts::Contacts;
pub use exchange::{EventKind, ExactStatistics, Exchange, FrictionEvent};
