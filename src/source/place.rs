//! Where in the study a thread is, for a message when the program has to end at once.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::files::{FileId, SourceFile, Span};

/// A place of the study of one of the sessions of the program.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub session: u32,
    pub span: Span,
}

thread_local! {
    static HERE: Cell<Option<Place>> = const { Cell::new(None) };
}

/// The files of each session, by rank.
static FILES: Mutex<BTreeMap<u32, Vec<Option<Arc<SourceFile>>>>> = Mutex::new(BTreeMap::new());

/// The files of one session, known as long as it lives.
#[derive(Debug)]
pub struct Files {
    session: u32,
}

impl Default for Files {
    fn default() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        Files { session: NEXT.fetch_add(1, Ordering::Relaxed) }
    }
}

impl Files {
    pub fn session(&self) -> u32 {
        self.session
    }

    /// A file of the study was read.
    pub fn publish(&self, id: FileId, file: &Arc<SourceFile>) {
        const MOST: usize = 10_000;
        let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
        let (files, rank) = (files.entry(self.session).or_default(), id.0 as usize);
        if rank < MOST {
            if files.len() <= rank {
                files.resize(rank + 1, None);
            }
            files[rank] = Some(file.clone());
        }
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        FILES.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.session);
    }
}

/// This thread deals with that piece of a study from now on.
pub fn begin(session: u32, span: Span) {
    // A thread that ends has no place any more.
    let _ = HERE.try_with(|here| here.set(Some(Place { session, span })));
}

/// Moves this thread to a place further in the study that it deals with already.
pub fn enter(span: Span) {
    let _ = HERE.try_with(|here| here.set(Some(Place { session: here.get().map_or(0, |place| place.session), span })));
}

/// What this thread deals with. Asks for no memory.
pub fn here() -> Option<Place> {
    HERE.try_with(Cell::get).ok().flatten()
}

/// `shoe.comm`, 17
pub fn line_of(place: Place) -> Option<(String, usize)> {
    let files = FILES.try_lock().ok()?;
    let file = files.get(&place.session)?.get(place.span.file.0 as usize)?.as_ref()?;
    Some((file.name.clone(), file.line_column(place.span.start as usize).line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_session_names_its_own_file() {
        let files = ["a.comm", "b.comm"].map(|name| (name, Files::default()));
        let span = Span::new(FileId(0), 2, 3);
        for (name, files) in &files {
            files.publish(FileId(0), &Arc::new(SourceFile::new(*name, None, "1\n2\n".into())));
        }
        for (name, files) in &files {
            begin(files.session(), Span::new(FileId(0), 0, 1));
            enter(span);
            assert_eq!(here().and_then(line_of), Some((name.to_string(), 2)));
        }
        let last = here().unwrap();
        drop(files);
        assert_eq!(line_of(last), None);
    }
}
