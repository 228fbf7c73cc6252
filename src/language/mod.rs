//! The language service: what an editor, the REPL, a notebook or a page shows of a study that is being written. Functions
//! from values to values: no protocol, no terminal, no thread, no clock.

mod call;
mod complete;
mod document;
mod format;
mod hover;
mod names;
mod offered;
mod place;
mod quoted;
mod rehearsal;
mod rename;
mod sizes;
mod symbols;
mod tokens;

pub use complete::{call_at, complete, starting_with};
pub use document::{Document, Encoding, Position, offset, position};
pub use format::{Formatted, format, format_range};
pub use hover::{Hover, Signature, hover, signature, topic};
pub use names::{Names, Occurrence, Role, names};
pub use offered::{COMPONENTS, Name, Word, own_names};
pub use rehearsal::{Rehearsal, rehearse};
pub use rename::{places, refusal, renamable};
pub use sizes::sizes;
pub use symbols::{Symbol, SymbolKind, folds, selection, symbols};
pub use tokens::{Token, tokens};
