//! Files, spans and the outside world. Everything that points into a study does so with a [`Span`].

mod files;
mod world;

pub use files::{FileId, LineColumn, SourceFile, SourceMap, Span};
pub use world::{Disk, Memory, World};
