//! The JSON report of one study of a run, and the text of one or several. Assertions are written from their records: there
//! may be a million.

use std::io::{self, Write};
use std::sync::Arc;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::schema::{SCHEMA, versioned};
use crate::verdict::Record;

#[derive(Clone)]
pub struct StudyReport {
    /// `tests` is in its place, and empty.
    json: serde_json::Value,
    tests: Vec<Arc<Record>>,
}

impl StudyReport {
    /// `fields` have an empty `tests`.
    pub fn new(fields: serde_json::Value, tests: Vec<Arc<Record>>) -> Self {
        StudyReport { json: versioned(fields), tests }
    }
}

impl Serialize for StudyReport {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut object = out.serialize_map(None)?;
        for (key, value) in self.json.as_object().into_iter().flatten() {
            match key.as_str() {
                "tests" => {
                    let tests: Vec<&Record> = self.tests.iter().map(|record| &**record).collect();
                    object.serialize_entry(key, &tests)?;
                }
                _ => object.serialize_entry(key, value)?,
            }
        }
        object.end()
    }
}

/// The report of one study, or of several in one object.
pub fn write_text(out: &mut dyn Write, reports: &[StudyReport], several: bool) -> io::Result<()> {
    match reports {
        [report] if !several => serde_json::to_writer_pretty(&mut *out, report)?,
        all => serde_json::to_writer_pretty(&mut *out, &Several(all))?,
    }
    out.write_all(b"\n")
}

/// The report as the last line of the events of a run.
pub fn write_event(out: &mut dyn Write, report: &StudyReport) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &serde_json::json!({ "event": "report", "report": report }))?;
    out.write_all(b"\n")
}

struct Several<'r>(&'r [StudyReport]);

impl Serialize for Several<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut object = out.serialize_map(Some(2))?;
        object.serialize_entry("schema", &SCHEMA)?;
        object.serialize_entry("studies", self.0)?;
        object.end()
    }
}
