//! The tolerance model of the TEST_ operators and the tallies made of their records.

mod record;

pub use record::{Compared, Criterion, Kind, Record};
