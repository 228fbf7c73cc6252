//! Names that mesh files give to nodes and cells. A mesh has millions of them and nearly all are short: those stay in the
//! node or the cell itself, without memory of their own.

use std::fmt;
use std::ops::Deref;

/// Most bytes of a name that is kept in place.
const SHORT: usize = 14;

/// Name of a node or a cell; a short one is kept in place.
#[derive(Clone)]
pub struct Label(Kept);

#[derive(Clone)]
enum Kept {
    Short(u8, [u8; SHORT]),
    /// Boxed twice: a label takes 16 bytes.
    Long(Box<Box<str>>),
}

impl Label {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Kept::Short(..) => std::str::from_utf8(self.as_bytes()).unwrap_or_default(),
            Kept::Long(text) => text,
        }
    }

    /// The bytes of the name, in UTF-8.
    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Kept::Short(length, bytes) => &bytes[..usize::from(*length)],
            Kept::Long(text) => text.as_bytes(),
        }
    }
}

impl From<&str> for Label {
    fn from(text: &str) -> Self {
        if text.len() > SHORT {
            return Label(Kept::Long(Box::new(text.into())));
        }
        let mut bytes = [0; SHORT];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Label(Kept::Short(text.len() as u8, bytes))
    }
}

impl From<String> for Label {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl Deref for Label {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl PartialEq for Label {
    fn eq(&self, other: &Label) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for Label {}

impl PartialEq<str> for Label {
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl PartialEq<&str> for Label {
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_any_length_are_kept_whole() {
        for text in ["", "N1", "fourteen_bytes", "fifteen_bytes__", "éééé", "N_ééééééé", &"é".repeat(400)] {
            let label = Label::from(text);
            assert!(label == text && label.clone() == label && label != *"other", "{text}");
            assert_eq!((label.to_string(), format!("{label:?}")), (text.to_string(), format!("{text:?}")));
        }
        assert_eq!(format!("[{:>4}]", Label::from("N1")), "[  N1]");
        assert_eq!(size_of::<Label>(), 16);
    }
}
