//! Tables: what several operators do to their rows and columns.

mod select;

pub(super) use select::{extracted, filtered, sorted, unknown_column};
