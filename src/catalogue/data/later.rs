//! A part of a description that is read when it is first looked at: most levels of most commands are not.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;

use super::compact::{Compact, Reader, Writer};

/// A part of the catalogue that is read when it is first looked at.
pub struct Later<T> {
    read: OnceLock<Box<T>>,
    /// Place it is read from; nothing when it is there from the beginning.
    from: Option<Reader>,
}

impl<T> From<T> for Later<T> {
    fn from(value: T) -> Self {
        Later { read: OnceLock::from(Box::new(value)), from: None }
    }
}

impl<T: Compact> Deref for Later<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.read.get_or_init(|| Box::new(T::read(&mut self.from.clone().unwrap_or_default())))
    }
}

impl<T: Compact> DerefMut for Later<T> {
    fn deref_mut(&mut self) -> &mut T {
        let mut from = self.from.take().unwrap_or_default();
        if self.read.get().is_none() {
            self.read = OnceLock::from(Box::new(T::read(&mut from)));
        }
        match self.read.get_mut() {
            Some(value) => value,
            None => unreachable!("it was read just before"),
        }
    }
}

impl<T: Compact + fmt::Debug> fmt::Debug for Later<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        T::fmt(self, f)
    }
}

impl<T: Compact> Compact for Later<T> {
    fn write(&self, to: &mut Writer) {
        to.apart(|to| T::write(self, to));
    }

    fn read(from: &mut Reader) -> Self {
        Later { read: OnceLock::new(), from: Some(from.apart()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_later_is_passed_over() {
        let (mut inner, after) = (Later::from(vec![("a", 3_i64), ("b", -200)]), 17_usize);
        inner.push(("c", 5));
        let mut writer = Writer::default();
        (vec![inner], after).write(&mut writer);
        let mut reader = Reader::new(writer.bytes.leak(), writer.texts.leak());
        let (mut inner, after): (Vec<Later<Vec<(&str, i64)>>>, usize) = Compact::read(&mut reader);
        assert_eq!(after, 17);
        assert_eq!(*inner[0], [("a", 3), ("b", -200), ("c", 5)]);
        inner[0].pop();
        assert_eq!(format!("{:?}", inner[0]), r#"[("a", 3), ("b", -200)]"#);
    }
}
