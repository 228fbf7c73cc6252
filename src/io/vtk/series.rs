//! List of the files of a series (`.pvd`).

use std::fmt::Write;

/// The text of a `.pvd` file: the instant and the file of each state.
pub fn series(states: &[(f64, String)]) -> String {
    let mut text =
        String::from("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\">\n<Collection>\n");
    for (at, file) in states {
        let _ = writeln!(text, "<DataSet timestep=\"{at}\" part=\"0\" file=\"{}\"/>", escaped(file));
    }
    text.push_str("</Collection>\n</VTKFile>\n");
    text
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
