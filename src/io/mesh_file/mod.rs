//! Mesh files of any format: which one a file has, the mesh in it, and what stands out in a mesh.

mod facts;
mod formats;

pub use facts::described;
pub use formats::{Format, read};
