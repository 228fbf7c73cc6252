//! Diagnostics: one neutral value for every message to the user, its stable codes with their
//! explanations, and the renderers (terminal, plain text, JSON).
//!
//! Codes by stage: `S` syntax, `C` catalogue, `G` names and graph, `R` running, `N` numerical,
//! `T` verdict, `I` input and output, `L` lint, `W` campaigns. The voice: what was found, where, what would have
//! been legal, what to do; operator names verbatim, an English gloss beside them.

mod codes;
mod diagnostic;
mod differences;
mod excerpt;
mod faults;
mod fix;
mod render;
mod slips;
mod stage;

pub use codes::{CodeInfo, all_codes, explain};
pub use diagnostic::{Diagnostic, Quoted, Severity};
pub use differences::{DIFFERENCES, Difference};
pub use faults::{Faults, each, every};
pub use fix::{Fix, did_you_mean};
pub use render::Style;
pub use slips::{SLIPS, Slip, slip};
pub use stage::Stage;
