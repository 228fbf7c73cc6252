//! Files, spans and the outside world. Everything that points into a study does so with a [`Span`].

mod files;
pub mod memory;
mod output;
mod world;

pub use files::{FileId, LineColumn, SourceFile, SourceMap, Span};
pub use world::{Disk, Limited, Memory, Stop, World};
