//! Any bytes are a mesh of this format, or are refused.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    drop(stickslip::io::med::read("m", bytes.to_vec(), None));
    let Ok(fields) = stickslip::io::med::Fields::open("m", bytes.to_vec()) else { return };
    for name in fields.names() {
        let Ok(Some(field)) = fields.field(name) else { continue };
        for step in &field.steps {
            drop(fields.values(&field, step, &stickslip::io::med::Support::Nodes));
        }
    }
});
