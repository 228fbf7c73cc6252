//! The list of modes that IMPRESSION prints.

use std::fmt::Write;

use crate::catalogue::{CallError, Keywords};
use crate::concepts::ModeSet;

/// What to list (IMPRESSION).
#[derive(Clone, Debug)]
pub struct Listing {
    /// All parameters rather than frequencies only.
    pub all: bool,
    pub cumulate: bool,
    /// `MASS_EFFE_UN`, `MASS_EFFE` or `MASS_GENE`.
    pub criterion: String,
}

impl Listing {
    /// `None` when IMPRESSION is absent.
    pub fn read(keywords: &Keywords) -> Result<Option<Listing>, CallError> {
        let Some(level) = keywords.one("IMPRESSION") else { return Ok(None) };
        Ok(Some(Listing {
            all: !level.is("TOUT_PARA", "NON"),
            cumulate: level.is("CUMUL", "OUI"),
            criterion: level.text("CRIT_EXTR")?.to_string(),
        }))
    }

    pub fn text(&self, name: &str, set: &ModeSet) -> String {
        let columns: Vec<String> = match self.criterion.as_str() {
            "MASS_GENE" => vec!["MASS_GENE".into()],
            criterion => ["DX", "DY", "DZ"].map(|d| format!("{criterion}_{d}")).to_vec(),
        };
        let mut text = format!("modes of {name}\n{:>6} {:>6} {:>16}", "order", "mode", "FREQ");
        for column in columns.iter().filter(|_| self.all) {
            let _ = write!(text, " {column:>16}");
            if self.cumulate {
                let _ = write!(text, " {:>16}", "sum");
            }
        }
        let mut sums = vec![0.0; columns.len()];
        for (order, mode) in set.orders.iter().zip(set.iter()) {
            let frequency = mode.parameter("FREQ").unwrap_or(0.0);
            let _ = write!(text, "\n{order:>6} {:>6} {frequency:>16.9e}", mode.number);
            for (column, sum) in columns.iter().zip(&mut sums) {
                let value = mode.parameter(column).unwrap_or(0.0);
                *sum += value;
                if self.all {
                    let _ = write!(text, " {value:>16.9e}");
                    if self.cumulate {
                        let _ = write!(text, " {sum:>16.9e}");
                    }
                }
            }
        }
        text
    }
}
