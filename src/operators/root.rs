//! The operators of studies: one crate of the program.

// Tests compare with tolerances: functions of the platform serve there.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

#[path = "mod.rs"]
pub mod operators;

use stickslip_base::{catalogue, concepts, diag, former, io, source, syntax, verdict};
use stickslip_kernel as kernel;
