//! Any bytes are a study that parses, with errors or without.
#![no_main]

use stickslip::source::{FileId, SourceFile};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let file = SourceFile::new("s.comm", None, stickslip::syntax::decode(bytes));
    drop(stickslip::syntax::parse(FileId(0), &file));
    let _ = stickslip::syntax::ending(&stickslip::syntax::decode(bytes));
});
