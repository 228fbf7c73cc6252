//! Files, spans and the outside world. Everything that points into a study does so with a [`Span`].

mod beneath;
mod clock;
mod confined;
mod files;
pub mod guard;
pub mod interrupt;
pub mod memory;
mod output;
pub mod place;
mod typed;
mod untouched;
mod world;

#[cfg(target_arch = "wasm32")]
pub use clock::lend;
pub use clock::{Instant, since_epoch};
pub use confined::Confined;
pub use files::{FileId, LineColumn, SourceFile, SourceMap, Span};
pub use output::{Pieces, note_temporary, remove_temporaries};
pub use typed::Typed;
pub use untouched::Untouched;
pub use world::{Disk, Limited, Memory, Stop, World};
