//! Curves as an SVG chart one would put in a report: axes with round ticks, labels with units, a legend,
//! linear or logarithmic scales. Text stays text. The same curves give the same bytes.

mod axis;
mod curve;
mod drawing;
mod frame;
mod kinds;
mod legend;
mod style;
mod svg;
mod text;

pub use axis::{Axis, Scale};
pub use curve::{Chart, Curve, Kind, Mark, Stroke};
pub(super) use text::escaped;
pub use text::{result_with_unit, with_unit};
