//! Where in the study a thread is, for a message when the program has to end at once.

use std::cell::Cell;
use std::sync::{Arc, Mutex, PoisonError};

use super::files::{FileId, SourceFile, Span};

thread_local! {
    static HERE: Cell<Option<Span>> = const { Cell::new(None) };
}

/// The files of the study that runs, by rank. Where several run at once, those of the last one that was read.
static FILES: Mutex<Vec<Option<Arc<SourceFile>>>> = Mutex::new(Vec::new());

/// This thread deals with that piece of the study from now on.
pub fn enter(span: Span) {
    // A thread that ends has no place any more.
    let _ = HERE.try_with(|here| here.set(Some(span)));
}

/// What this thread deals with. Asks for no memory.
pub fn here() -> Option<Span> {
    HERE.try_with(Cell::get).ok().flatten()
}

/// A file of the study was read.
pub fn publish(id: FileId, file: &Arc<SourceFile>) {
    const MOST: usize = 10_000;
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    let rank = id.0 as usize;
    if rank < MOST {
        if files.len() <= rank {
            files.resize(rank + 1, None);
        }
        files[rank] = Some(file.clone());
    }
}

/// `shoe.comm`, 17
pub fn line_of(span: Span) -> Option<(String, usize)> {
    let files = FILES.try_lock().ok()?;
    let file = files.get(span.file.0 as usize)?.as_ref()?;
    Some((file.name.clone(), file.line_column(span.start as usize).line))
}
