//! Files, spans and the outside world. Everything that points into a study does so with a [`Span`].

mod borrowed_or_shared;
mod build;
mod clock;
mod confined;
mod edits;
mod files;
mod forwarding;
pub mod guard;
pub mod interrupt;
pub mod memory;
mod output;
pub mod place;
mod processor_time;
mod stamp;
mod stop;
mod tracked_files;
mod typed;
mod untouched;
mod world;

pub use borrowed_or_shared::BorrowedOrShared;
pub use build::{build, set_commit};
#[cfg(target_arch = "wasm32")]
pub use clock::lend;
pub use clock::{Instant, since_epoch};
pub use confined::Confined;
pub use edits::Edits;
pub use files::{FileId, LineColumn, SourceFile, SourceMap, Span};
pub use forwarding::as_beneath;
pub use output::{Pieces, note_temporary, remove_temporaries};
pub use processor_time::{ProgramClock, ThreadClock};
pub use stamp::Stamp;
pub use stop::{Flag, Stop};
pub use tracked_files::{Seen, TrackedFiles};
pub use typed::Typed;
pub use untouched::Untouched;
pub use world::{Disk, Limited, Memory, World};
