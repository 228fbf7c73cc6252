//! All that is wrong with a study, each with its place and what to do.

use std::error::Error;

use stickslip::api::{Severity, Study};

const STUDY: &str = "DEBUT()\nMESH = LIRE_MALLAGE(UNITE=20)\nRATE = DEFI_CONSTANTE(VALLE=0.7)\nFIN()\n";

pub fn main() -> Result<(), Box<dyn Error>> {
    let report = Study::of_text("slips.comm", STUDY, [])?.check();
    let mut lines = Vec::new();
    for found in report.diagnostics.iter().filter(|found| found.severity == Severity::Error) {
        let place = found.span.and_then(|span| report.sources.place(span)).map_or(0, |(_, place)| place.line);
        let help = found.help.as_deref().unwrap_or("");
        println!("line {place}: {} [{}] {help}", found.message, found.code);
        lines.push(place);
    }
    assert_eq!(lines, [2, 3]);
    Ok(())
}
