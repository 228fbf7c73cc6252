//! What other programs read: the JSON of checks, runs, lints, values and graphs, and the answers to a page that holds the library.

mod check;
pub mod graph;
mod lint;
mod literal;
mod media;
mod missing;
mod offers;
mod page;
mod request;
mod run;
mod schema;
mod seen;
mod study_report;
mod values;

pub use check::{Checked, Looked, check, checked};
pub use lint::{lint, linted};
pub use literal::literal;
pub use media::media_type;
pub use missing::{Missing, Table};
pub use offers::offers;
pub use page::Page;
pub use run::{NO_ASSERTION, Outcome, fields_of, is_unverified, unopened};
pub use schema::{SCHEMA, versioned};
pub use study_report::{StudyReport, write_event, write_text};
pub use values::{form, kind, listed, show, values};
