//! The Python of studies: one crate of the program.

// Tests compare with tolerances: functions of the platform serve there.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

#[path = "mod.rs"]
pub mod python;

use stickslip_base::{catalogue, concepts, diag, source, syntax, verdict};
use stickslip_kernel as kernel;
