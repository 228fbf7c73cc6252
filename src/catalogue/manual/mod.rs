//! The manual of the operators, from the data that checks their calls: pages as data, their text for a terminal, and the
//! operators that make or take a type of concept. `stickslip doc --html` renders the same pages.

mod brief;
mod code;
mod elsewhere;
mod examples;
mod kinds;
mod page;
mod places;
mod search;
mod text;
mod view;

pub use elsewhere::elsewhere;
pub use examples::{Example, example, examples};
pub use kinds::{Related, related};
pub use page::{Entry, Former, Group, Page, Value, page, page_of};
pub use search::search;
pub use text::{index, keyword_names, keyword_page, text};
pub use view::{View, filled};
