//! The data sets of a file as they are read; labels are looked up once all are there.

use crate::diag::Diagnostic;
use crate::io::records::Records;

pub(super) type Fault = Box<Diagnostic>;

/// What the data sets said.
#[derive(Default)]
pub(super) struct Contents {
    pub(super) nodes: Vec<(i64, i64, [f64; 3])>,
    pub(super) elements: Vec<Element>,
    pub(super) groups: Vec<Group>,
    pub(super) warnings: Vec<Diagnostic>,
}

pub(super) struct Element {
    pub(super) line: usize,
    pub(super) label: i64,
    pub(super) kind: i64,
    pub(super) colour: i64,
    pub(super) nodes: Vec<i64>,
}

pub(super) struct Group {
    pub(super) line: usize,
    pub(super) name: String,
    pub(super) nodes: Vec<i64>,
    pub(super) cells: Vec<i64>,
}

pub(super) struct Reader<'t> {
    pub(super) records: Records<'t>,
    pub(super) contents: Contents,
}

impl Reader<'_> {
    pub(super) fn incomplete(&self, expected: &str) -> Fault {
        self.records.fault("I106", format!("expected {expected}"), "The data set does not have its usual form.")
    }
}
