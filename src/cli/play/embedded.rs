//! The page in the program, where the feature `playground` puts it there.

/// One file of HTML with all that it needs.
#[cfg(feature = "playground")]
pub const PAGE: Option<&str> = Some(include_str!(concat!(env!("OUT_DIR"), "/page.html")));
#[cfg(not(feature = "playground"))]
pub const PAGE: Option<&str> = None;
