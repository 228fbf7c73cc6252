//! The format of studies: that of the formatter `black` at 100 columns, with double quotes. It works on the text, because the
//! tree has lost comments, parentheses and spellings: pieces of a logical line become leaves that know their place; a line
//! that does not fit is broken at its brackets, then between its items.

mod blanks;
mod leaf;
mod line;
mod parens;
mod pieces;
mod regions;
mod roles;
mod spelling;
mod split;
mod statement;
mod transform;
mod whole;

pub use pieces::{is_keyword, pieces};
pub use whole::{Formatted, format, format_range};
