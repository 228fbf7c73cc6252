//! Any bytes are a program in the Python of studies, run with the operators it calls and files that stay in memory.
#![no_main]

use std::path::Path;

use stickslip::source::{Memory, World};
use stickslip::study::{Options, Project, evaluate, events::Silent};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let world = Memory::default();
    if world.write(Path::new("s.comm"), bytes).is_err() {
        return;
    }
    let world = stickslip::source::Limited::new(&world, Some(std::time::Duration::from_millis(300)));
    let project = Project { name: "s".into(), commands: vec!["s.comm".into()], ..Project::default() };
    stickslip::source::memory::set_limit(1_500_000_000);
    let options = Options { threads: 1, sandbox: true, ..Options::default() };
    drop(evaluate(&project, &options, &world, &Silent));
});
