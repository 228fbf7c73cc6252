//! Any text is an expression of a formula, or is refused.
#![no_main]

use stickslip::source::FileId;

libfuzzer_sys::fuzz_target!(|text: &str| drop(stickslip::syntax::parse_expression(FileId(0), text, 0)));
