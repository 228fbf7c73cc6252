//! Any bytes are a mesh of this format, or are refused.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| drop(stickslip::io::med::read("m", bytes.to_vec(), None)));
