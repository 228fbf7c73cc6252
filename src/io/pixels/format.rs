//! Formats of pictures.

use std::path::Path;

use super::drawing::{Fault, png};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Svg,
    Png,
}

impl Format {
    /// The format that the name of a file asks for; SVG unless it ends in `.png`.
    pub fn of(file: &Path) -> Format {
        if file.extension().is_some_and(|e| e.eq_ignore_ascii_case("png")) { Format::Png } else { Format::Svg }
    }

    pub fn extension(self) -> &'static str {
        match self {
            Format::Svg => "svg",
            Format::Png => "png",
        }
    }

    /// The content of the file of a picture.
    ///
    /// # Errors
    /// A PNG would have too many pixels, or the text is not one of our pictures.
    pub fn bytes(self, svg: String) -> Result<Vec<u8>, Fault> {
        match self {
            Format::Svg => Ok(svg.into_bytes()),
            Format::Png => png(&svg),
        }
    }
}
