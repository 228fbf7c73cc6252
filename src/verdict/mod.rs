//! The tolerance model of the TEST_ operators, the records of their comparisons, and the tallies made of
//! them.

mod compare;
pub mod html;
mod junit;
mod page;
mod record;
mod report;
mod study_result;

pub use compare::{Comparison, Tolerance, compare, is_null};
pub use junit::junit;
pub use page::{About, page};
pub use record::{Compared, Criterion, Kind, Record};
pub use report::{Tally, significant, table};
pub use study_result::{Ending, Picture, StudyResult};
