//! The whole file: one data set after the other.

use super::contents::{Contents, Fault, Reader};
use crate::diag::Diagnostic;
use crate::io::records::{Records, decode};
use crate::kernel::mesh::Mesh;

/// Reads a whole mesh; with `colours`, nodes and cells of each colour `n` also make the groups `COUL_n`.
/// The warnings say which names of groups were changed, and which groups name what the file lacks.
pub fn read(file: &str, bytes: &[u8], colours: bool) -> Result<(Mesh, Vec<Diagnostic>), Fault> {
    let text = decode(bytes);
    let mut reader = Reader { records: Records::new(file, &text), contents: Contents::default() };
    reader.file()?;
    reader.mesh(colours)
}

impl Reader<'_> {
    fn file(&mut self) -> Result<(), Fault> {
        let mut sets = 0;
        while let Some(line) = self.records.line() {
            if line.is_empty() {
                continue;
            }
            if line != "-1" {
                let message = "a data set must start here with a line that holds -1";
                return Err(self.records.fault("I105", message, "Is it an Ideas universal file?"));
            }
            sets += 1;
            let number = self.records.need("a data set")?;
            // Writers put a comment behind the number.
            let digits = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
            match &number[..digits] {
                "15" => self.nodes(true)?,
                "781" | "2411" => self.nodes(false)?,
                "71" => self.elements(7)?,
                "780" => self.elements(8)?,
                "2412" => self.elements(6)?,
                "82" => self.trace_lines()?,
                "2431" => self.left_out(number)?,
                "752" => self.groups(2, 6)?,
                "2417" => self.groups(2, 7)?,
                "2429" | "2430" | "2432" => self.groups(2, 8)?,
                "2435" | "2452" | "2467" | "2477" => self.groups(4, 8)?,
                number => while self.records.need(&format!("the data set {number}"))? != "-1" {},
            }
        }
        if sets == 0 || self.contents.nodes.is_empty() {
            let help = "nodes are in the data sets 15, 781 and 2411 of a universal file.";
            return Err(self.records.fault("I102", "the universal file has no nodes", help));
        }
        Ok(())
    }
}
