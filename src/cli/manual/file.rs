//! A file of the manual.

/// A file of the manual: its name and its bytes.
pub struct File {
    pub name: String,
    pub text: String,
}
