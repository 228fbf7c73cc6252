//! The language service: what an editor, the REPL, a notebook or a page shows of a study that is being written. Functions
//! from values to values: no protocol, no terminal, no thread, no clock.

mod assertions;
mod call;
mod complete;
mod document;
mod format;
mod hints;
mod hover;
mod links;
mod lints;
mod name_reader;
mod names;
mod occurrences;
mod offered;
mod on_type;
mod place;
mod quoted;
mod refactor;
mod rehearsal;
mod rename;
mod results;
pub mod shown;
mod sizes;
mod statement;
mod symbols;
mod tokens;

pub use assertions::beginning;
pub use complete::{call_at, complete, starting_with};
pub use document::{Document, Encoding, Position, known, offset, position};
pub use format::{Formatted, format, format_range};
pub use hints::{Hint, Wanted, hints};
pub use hover::{Hover, Signature, hover, signature, topic};
pub use links::{files_of_profile, group_at, line_of_group, line_of_unit, named_files, units};
pub use lints::{Choice, LINTS, Lint, lints, published};
pub use names::names;
pub use occurrences::{Names, Occurrence, Role};
pub use offered::{COMPONENTS, Name, Word, own_names};
pub use on_type::indentation;
pub use refactor::{Change, add_mandatory, edited, extract};
pub use rehearsal::{Rehearsal, concepts, rehearse, rehearse_with};
pub use rename::{places, refusal, renamable};
pub use results::{Mark, Results};
pub use sizes::sizes;
pub use statement::statement;
pub use symbols::{Symbol, SymbolKind, folds, selection, symbols};
pub use tokens::{Token, tokens};
