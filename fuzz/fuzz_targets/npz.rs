//! Any bytes are an archive of arrays, or are refused.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| drop(stickslip::io::arrays::read(bytes)));
