//! Room for what an expression is about to make: refused before memory is asked for that is not there.

use super::fault::{Fault, Result};
use super::value::Value;
use crate::source::memory;

/// Longest sequence or text an operation may make.
pub const LONGEST: usize = 50_000_000;

/// Room for a sequence of so many values.
pub fn for_items(count: usize) -> Result<()> {
    for_things(count, size_of::<Value>())
}

/// Room for an array of so many numbers.
pub fn for_numbers(count: usize) -> Result<()> {
    for_things(count, size_of::<f64>())
}

fn for_things(count: usize, size: usize) -> Result<()> {
    if count > LONGEST {
        return Err(Fault::new(
            "OverflowError",
            format!("a sequence of {count} items; at most {LONGEST} are possible"),
        ));
    }
    memory::ask_items(count, size).map_err(|shortage| {
        Fault::new("MemoryError", format!("a sequence of {count} items cannot be made: {shortage}"))
    })
}

/// Room for `rows` times `columns` numbers.
pub fn for_table(rows: usize, columns: usize) -> Result<()> {
    for_numbers(rows.saturating_mul(columns))
}

/// Room for one more item in a sequence of so many that grows item by item: looked at where its storage doubles.
pub fn for_growth(count: usize) -> Result<()> {
    const SMALL: usize = 1 << 20;
    if count >= LONGEST {
        return for_items(count + 1);
    }
    if count >= SMALL && count.is_power_of_two() { for_items((2 * count).min(LONGEST)) } else { Ok(()) }
}

/// All items, in room that is asked for as they come.
pub fn gathered(items: impl Iterator<Item = Value>) -> Result<Vec<Value>> {
    let mut out = Vec::new();
    for item in items {
        Fault::if_told()?;
        for_growth(out.len())?;
        out.push(item);
    }
    Ok(out)
}

/// Room for a text of so many bytes.
pub fn for_text(bytes: usize) -> Result<()> {
    if bytes > LONGEST {
        let message = format!("a text of {bytes} characters; at most {LONGEST} are possible");
        return Err(Fault::new("OverflowError", message));
    }
    Ok(())
}

/// Lists, tuples and dictionaries that one walk goes through.
const MOST_HOLDERS: usize = 2_000_000;

/// Counts the lists, tuples and dictionaries of a walk through nested values. Those that hold others many times over are
/// walked as often, so there is an end to it.
pub struct Walk {
    left: usize,
}

impl Default for Walk {
    fn default() -> Self {
        Walk { left: MOST_HOLDERS }
    }
}

impl Walk {
    /// Enters a value.
    pub fn step(&mut self, value: &Value) -> Result<()> {
        Fault::if_told()?;
        if !matches!(value, Value::List(_) | Value::Tuple(_) | Value::Dictionary(_) | Value::Factor(_)) {
            return Ok(());
        }
        let Some(left) = self.left.checked_sub(1) else {
            let message =
                format!("more than {MOST_HOLDERS} lists: does a list hold another many times over, or itself?");
            return Err(Fault::new("MemoryError", message));
        };
        self.left = left;
        Ok(())
    }
}
