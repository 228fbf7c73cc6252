//! Arrays of numbers, of one or two dimensions: what studies use of numpy.
//!
//! Numbers are contiguous by kind ([`Data`]). An [`Array`] is a window on them (offset, shape, strides), so that slices,
//! rows and transposes are views as in numpy: what is written through one is seen through the others. Operations work on
//! whole slices of numbers; what they cannot do (texts, errors of one item) is done item by item on values.

mod assign;
mod data;
mod elementwise;
mod index;
mod kernels;
mod make;
mod product;
mod text;
mod view;

pub use assign::{fill_view, replace, set_item, set_slice};
pub use data::Kind;
pub use elementwise::{binary, compare, map, map_reals, negate_or_keep, zipped};
pub use index::{item, slice};
pub use kernels::{Side, each};
pub use make::{cast, from_value, single};
pub use product::dot;
