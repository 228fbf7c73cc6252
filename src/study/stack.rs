//! The thread that evaluates a study: its stack and its memory.

use std::cell::Cell;

use crate::diag::Diagnostic;
use crate::python::STACK_BYTES;

thread_local! {
    /// This thread has such a stack already.
    static HAS_STACK: Cell<bool> = const { Cell::new(false) };
}

/// Evaluation recurses as deep as the study does: it gets a stack of its own.
pub fn on_its_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Box<Diagnostic>> {
    // Without threads the caller's stack has to do.
    if cfg!(target_arch = "wasm32") || HAS_STACK.get() {
        return Ok(work());
    }
    let work = || {
        HAS_STACK.set(true);
        make_room();
        work()
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("study".into()).stack_size(STACK_BYTES);
        match thread.spawn_scoped(scope, work).map(|handle| handle.join()) {
            Ok(Ok(report)) => Ok(report),
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => {
                let message = format!("the thread that evaluates the study cannot be started: {error}");
                Err(Box::new(Diagnostic::error("R001", message)))
            }
        }
    })
}

/// The memory of a thread grows page by page, with a call of the system each time: this takes what a small study needs in
/// a few pieces and gives them back to the thread.
fn make_room() {
    const PIECE: usize = 100 << 10;
    let pieces: [Vec<u8>; 12] = std::array::from_fn(|_| Vec::with_capacity(PIECE));
    drop(std::hint::black_box(pieces));
}
