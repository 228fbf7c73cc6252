//! The tolerance model of the TEST_ operators, the records of their comparisons, and the tallies made of
//! them.

mod compare;
mod junit;
mod record;
mod report;

pub use compare::{Comparison, Tolerance, compare, is_null};
pub use junit::{StudyResult, junit};
pub use record::{Compared, Criterion, Kind, Record};
pub use report::{Tally, significant, table};
