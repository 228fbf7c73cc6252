//! A value that somebody holds: together with others, or lent for a while.

use std::ops::Deref;
use std::sync::Arc;

#[derive(Debug)]
pub enum BorrowedOrShared<'h, T: ?Sized> {
    Shared(Arc<T>),
    Lent(&'h T),
}

impl<T: ?Sized> Deref for BorrowedOrShared<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self {
            BorrowedOrShared::Shared(value) => value,
            BorrowedOrShared::Lent(value) => value,
        }
    }
}

impl<T: ?Sized> Clone for BorrowedOrShared<'_, T> {
    fn clone(&self) -> Self {
        match self {
            BorrowedOrShared::Shared(value) => BorrowedOrShared::Shared(value.clone()),
            BorrowedOrShared::Lent(value) => BorrowedOrShared::Lent(value),
        }
    }
}
