//! Any bytes are a study that is checked; whatever is said about it can be shown.
#![no_main]

use std::path::Path;

use stickslip::source::{Memory, World};
use stickslip::study::{Options, Project, evaluate, events::Silent};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // Loops of studies run when they are checked, too: those have a limit of time of their own.
    let world = Memory::default();
    if world.write(Path::new("s.comm"), bytes).is_err() {
        return;
    }
    let world = stickslip::source::Limited::new(&world, Some(std::time::Duration::from_millis(300)));
    let project = Project { name: "s".into(), commands: vec!["s.comm".into()], ..Project::default() };
    let options = Options { check_only: true, ..Options::default() };
    let report = evaluate(&project, &options, &world, &Silent);
    for diagnostic in report.diagnostics.iter().take(20) {
        let shown = diagnostic.render(&report.sources, stickslip::diag::Style::Plain, 100);
        assert!(shown.len() < 30_000, "{} bytes are shown", shown.len());
    }
});
