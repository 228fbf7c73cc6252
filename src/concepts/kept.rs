//! A large value that can be given back before the study ends.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// A value shared by all who hold it, until one that knows it is not read any more lets it go.
pub struct Kept<T>(Arc<Mutex<Option<Arc<T>>>>);

impl<T> Kept<T> {
    /// A value that is there until it is given back.
    pub fn new(value: T) -> Self {
        Kept::of(Arc::new(value))
    }

    /// A value that others hold too.
    pub fn of(value: Arc<T>) -> Self {
        Kept(Arc::new(Mutex::new(Some(value))))
    }

    /// The value, unless it was given back.
    pub fn if_there(&self) -> Option<Arc<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The value.
    ///
    /// # Panics
    /// After [`Kept::let_go`]: who lets go must know that nobody asks again.
    pub fn get(&self) -> Arc<T> {
        self.if_there().unwrap_or_else(|| panic!("a result was given back before its last use"))
    }

    /// True once the value is gone.
    pub fn is_given_back(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    /// Gives the memory back as soon as the last one at work with the value is done.
    pub fn let_go(&self) {
        let value = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        drop(value);
    }
}

impl<T> Clone for Kept<T> {
    fn clone(&self) -> Self {
        Kept(self.0.clone())
    }
}

impl<T: fmt::Debug> fmt::Debug for Kept<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(value) => value.fmt(f),
            None => f.write_str("(given back)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_at_work_with_a_value_keeps_it() {
        let kept = Kept::new(vec![1, 2]);
        let (other, reader) = (kept.clone(), kept.get());
        let alive = Arc::downgrade(&reader);
        assert!(!other.is_given_back());
        other.let_go();
        assert!(kept.is_given_back());
        assert_eq!(*reader, [1, 2]);
        drop(reader);
        assert!(alive.upgrade().is_none());
        assert_eq!(format!("{kept:?}"), "(given back)");
    }
}
