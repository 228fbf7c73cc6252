//! Pictures of pixels (PNG) made from the SVG text of charts, drawings and operation graphs.
//!
//! The text is read back element by element (`elements`, `style`, `path`), letters are outlines of the fonts in the program
//! (`text`), and `drawing` fills and strokes them. The arithmetic is `+ - * /` and square roots only, so a picture is the same
//! bytes on every machine: curves of the third degree become straight pieces and arcs become parabolas before they are drawn.

mod drawing;
mod elements;
mod format;
mod path;
mod style;
mod text;

pub use drawing::{Fault, png};
pub use format::Format;
