//! Room for what an expression is about to make: refused before memory is asked for that is not there.

use super::fault::{Fault, Result};
use super::value::Value;
use crate::source::memory;

/// Longest sequence or text an operation may make.
pub const LONGEST: usize = 50_000_000;
/// Items between two looks at the memory used, when they come one by one.
const BETWEEN_LOOKS: usize = 1 << 16;

/// Room for a sequence of so many values.
pub fn for_items(count: usize) -> Result<()> {
    if count > LONGEST {
        return Err(Fault::new(
            "OverflowError",
            format!("a sequence of {count} items; at most {LONGEST} are possible"),
        ));
    }
    memory::ask_items(count, size_of::<Value>()).map_err(|shortage| {
        Fault::new("MemoryError", format!("a sequence of {count} items cannot be made: {shortage}"))
    })
}

/// Room for `rows` times `columns` values.
pub fn for_table(rows: usize, columns: usize) -> Result<()> {
    for_items(rows.saturating_mul(columns))
}

/// Room for a text of so many bytes.
pub fn for_text(bytes: usize) -> Result<()> {
    if bytes > LONGEST {
        let message = format!("a text of {bytes} characters; at most {LONGEST} are possible");
        return Err(Fault::new("OverflowError", message));
    }
    Ok(())
}

/// Counts the items of a walk through nested values. Values that hold others many times over are walked as often, so
/// there is an end to it.
pub struct Walk {
    left: usize,
    size: usize,
}

impl Walk {
    /// `size`: bytes made for an item, 0 when nothing is made.
    pub fn making(size: usize) -> Self {
        Walk { left: if size > 0 { LONGEST / 5 } else { LONGEST }, size }
    }

    /// One more item.
    pub fn step(&mut self) -> Result<()> {
        let Some(left) = self.left.checked_sub(1) else {
            let message = format!("too many items: does a list hold another many times over, or itself?");
            return Err(Fault::new("MemoryError", message));
        };
        self.left = left;
        if self.size > 0 && left.is_multiple_of(BETWEEN_LOOKS) {
            let size = (self.size * BETWEEN_LOOKS).max(32 << 20) as u64;
            memory::ask(size).map_err(|shortage| Fault::new("MemoryError", shortage.to_string()))?;
        }
        Ok(())
    }
}
