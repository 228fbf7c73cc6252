//! Values as windows show them: text, tables, pictures, arrays of numbers. The REPL, notebooks, the Python package and pages
//! ask this one place.

mod array_of_cells;
mod arrays;
mod column;
mod grid;
mod html;
mod picture;
mod plot;
mod rows;
mod structure;

pub use arrays::columns;
pub use column::{Column, Numbers};
pub use grid::{Grid, number};
pub use html::{of_assertions, of_grid, of_value};
pub use picture::{Picture, picture};
pub use plot::{curves, history, together, versus};
pub use rows::{described, rows};
pub use structure::{Structure, of as structure_of};
