//! Tells whether work may be shared between threads.

/// True on the threads of a study. Elsewhere no threads are started for a factorization or a product.
pub(crate) fn has_threads() -> bool {
    rayon::current_thread_index().is_some()
}
