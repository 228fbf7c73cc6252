//! A part of a description that is read when it is first looked at: most levels of most commands are not.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer, ser};

/// A part of the catalogue that is read when it is first looked at.
pub struct Later<T> {
    read: OnceLock<Box<T>>,
    /// Bytes it is read from; none when it is there from the beginning.
    from: &'static [u8],
}

/// Value that the compact form holds; texts are borrowed from it, bytes behind its end do not matter.
pub fn read<T: Deserialize<'static>>(from: &'static [u8]) -> T {
    match postcard::from_bytes(from) {
        Ok(value) => value,
        Err(error) => unreachable!("build.rs wrote what the program cannot read: {error}"),
    }
}

impl<T> From<T> for Later<T> {
    fn from(value: T) -> Self {
        Later { read: OnceLock::from(Box::new(value)), from: &[] }
    }
}

impl<T: Deserialize<'static>> Deref for Later<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.read.get_or_init(|| Box::new(read(self.from)))
    }
}

impl<T: Deserialize<'static>> DerefMut for Later<T> {
    fn deref_mut(&mut self) -> &mut T {
        let _ = &**self;
        match self.read.get_mut() {
            Some(value) => value,
            None => unreachable!("it was read just before"),
        }
    }
}

impl<T: Deserialize<'static> + fmt::Debug> fmt::Debug for Later<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        T::fmt(self, f)
    }
}

/// Written behind its length, so that a reader may pass over it.
impl<T: Deserialize<'static> + Serialize> Serialize for Later<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&postcard::to_allocvec::<T>(self).map_err(ser::Error::custom)?)
    }
}

impl<'de: 'static, T> Deserialize<'de> for Later<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Later { read: OnceLock::new(), from: <&[u8]>::deserialize(deserializer)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_later_is_passed_over() {
        let (mut inner, after) = (Later::from(vec![("a", 3_i64), ("b", -200)]), 17_usize);
        inner.push(("c", 5));
        let bytes = postcard::to_allocvec(&(vec![inner], after)).unwrap().leak();
        let (mut inner, after): (Vec<Later<Vec<(&str, i64)>>>, usize) = read(bytes);
        assert_eq!(after, 17);
        assert_eq!(*inner[0], [("a", 3), ("b", -200), ("c", 5)]);
        inner[0].pop();
        assert_eq!(format!("{:?}", inner[0]), r#"[("a", 3), ("b", -200)]"#);
    }
}
