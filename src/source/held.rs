//! A value that somebody holds: together with others, or lent for a while.

use std::ops::Deref;
use std::sync::Arc;

#[derive(Debug)]
pub enum Held<'h, T: ?Sized> {
    Shared(Arc<T>),
    Lent(&'h T),
}

impl<T: ?Sized> Deref for Held<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self {
            Held::Shared(value) => value,
            Held::Lent(value) => value,
        }
    }
}

impl<T: ?Sized> Clone for Held<'_, T> {
    fn clone(&self) -> Self {
        match self {
            Held::Shared(value) => Held::Shared(value.clone()),
            Held::Lent(value) => Held::Lent(value),
        }
    }
}
