//! The door of the library: studies are opened, checked and run; sessions take text; results are looked up by name.
//!
//! ```no_run
//! use stickslip::api::{Names, Study};
//!
//! let study = Study::open("shoe.comm")?;
//! let results = study.with("C", 200.0).threads(2).run();
//! assert!(results.error().is_none());
//! let first = results.modes("MODES")?.frequency(0);
//! let speed = results.function("V")?;
//! println!("{first} Hz, from {} s on", speed.abscissae()[0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Study`] is opened from files, or made of texts, in a [`World`]: the disk, a memory, one of your own. [`Study::check`]
//! tells all that is wrong with it and runs nothing that takes long; [`Study::run`] gives a [`Report`] with its verdicts, its
//! diagnostics, the files it wrote and its names. A [`Session`] is a study that goes on: each text that it takes is
//! evaluated as a study is, and one that fails leaves all as it was. An [`Observer`] sees what happens while it happens.
//!
//! A study that is changed and run again takes over what did not change ([`Study::sharing`]); a session does so by itself.
//! Otherwise studies and sessions share nothing: several run at once in one process. Numbers are in the units of the study.

mod failure;
mod names;
mod session;
mod study;
mod value;

pub use failure::Failure;
pub use names::Names;
pub use session::Session;
pub use study::Study;
pub use value::{Absent, Curve, Modes, Value};

pub use crate::diag::{Diagnostic, Severity};
pub use crate::python::Value as Setting;
pub use crate::source::{Disk, Memory, Stop, World};
pub use crate::study::events::{Event, Observer, Silent};
pub use crate::study::graph::{Graph, Node, each_value};
pub use crate::study::{Answer, LAST, Limits, Options, Project, Report, Shared, State, on_its_stack};
pub use crate::verdict::Record;
