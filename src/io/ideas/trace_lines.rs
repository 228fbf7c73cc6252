//! Cells that are not in the usual data sets: trace lines (82), and those that are left out (2431).

use super::contents::{Element, Fault, Reader};
use crate::diag::Diagnostic;

/// Label of a cell of a trace line until all elements are read.
pub(super) const UNLABELLED: i64 = i64::MIN;

impl Reader<'_> {
    /// Segments between nodes that follow one another, but where the pen is lifted.
    pub(super) fn trace_lines(&mut self) -> Result<(), Fault> {
        loop {
            let head = self.records.integers("the trace lines")?;
            if head == [-1] {
                return Ok(());
            }
            let &[_, count, colour] = head.as_slice() else {
                return Err(self.incomplete("three numbers for a trace line: label, number of nodes, colour"));
            };
            self.records.need("the title of a trace line")?;
            let line = self.records.line;
            let mut nodes: Vec<i64> = Vec::new();
            while (nodes.len() as i64) < count {
                let found = self.records.integers("the trace lines")?;
                if found.is_empty() || found.contains(&-1) {
                    return Err(self.incomplete(&format!("the {count} nodes of a trace line")));
                }
                nodes.extend(found);
            }
            for pair in nodes.windows(2).filter(|pair| !pair.contains(&0) && pair[0] != pair[1]) {
                let element = Element { line, label: UNLABELLED, kind: 11, colour, nodes: pair.to_vec() };
                self.contents.elements.push(element);
            }
        }
    }

    pub(super) fn left_out(&mut self, number: &str) -> Result<(), Fault> {
        let place = format!("{}:{}", self.records.file, self.records.line);
        let message = format!("{place}: the cells of the data set 2431 are left out");
        let help = "write elements as the data set 2412";
        self.contents.warnings.push(Diagnostic::warning("I113", message).help(help));
        while self.records.need(&format!("the data set {number}"))? != "-1" {}
        Ok(())
    }
}
