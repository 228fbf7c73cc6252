//! Any text is a table in each of the forms, or is refused.
#![no_main]

use stickslip::io::{comma_table, listed_table};

libfuzzer_sys::fuzz_target!(|text: &str| {
    drop(comma_table::read(text, ','));
    drop(comma_table::read(text, ';'));
    drop(listed_table::read_marked(text, " ", 1));
    drop(listed_table::read_plain(text, " ", 1));
});
