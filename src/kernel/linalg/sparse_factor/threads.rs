//! Whether a factorization may be shared between threads.

/// True on the threads of a study. Elsewhere no threads are started for a factorization.
pub(super) fn has_threads() -> bool {
    rayon::current_thread_index().is_some()
}
