//! Text as outlines of the fonts in the program (`fonts/`).

use tiny_skia::{Path, PathBuilder};
use ttf_parser::{Face, OutlineBuilder};

const REGULAR: &[u8] = include_bytes!("../../../fonts/DejaVuSansCondensed.ttf");
const BOLD: &[u8] = include_bytes!("../../../fonts/DejaVuSansCondensed-Bold.ttf");

/// The regular and the bold face.
pub(super) struct Faces {
    regular: Face<'static>,
    bold: Face<'static>,
}

/// Where a line of text begins, ends or has its middle, and how it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextPlace {
    pub x: f64,
    pub y: f64,
    /// Share of the length that is before the place: 0, 0.5 or 1.
    pub before: f64,
    /// Height of the letters (px).
    pub size: f64,
    pub bold: bool,
    /// From bottom to top.
    pub upright: bool,
}

impl Faces {
    pub fn new() -> Option<Faces> {
        Some(Faces { regular: Face::parse(REGULAR, 0).ok()?, bold: Face::parse(BOLD, 0).ok()? })
    }

    /// The outline of a line of text. A character without a glyph is a box.
    pub fn outline(&self, text: &str, place: TextPlace) -> Option<Path> {
        let face = if place.bold { &self.bold } else { &self.regular };
        let scale = place.size / f64::from(face.units_per_em());
        let glyphs: Vec<_> = text.chars().map(|c| face.glyph_index(c).unwrap_or_default()).collect();
        let advance = |glyph| f64::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
        let length = glyphs.iter().map(|glyph| advance(*glyph)).fold(0.0, |a, b| a + b);
        let mut pen = Pen { path: PathBuilder::new(), place, scale, along: -place.before * length };
        for glyph in glyphs {
            face.outline_glyph(glyph, &mut pen);
            pen.along += advance(glyph);
        }
        pen.path.finish()
    }
}

struct Pen {
    path: PathBuilder,
    place: TextPlace,
    scale: f64,
    /// From the place to the origin of the glyph (px).
    along: f64,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        let (along, up) = (self.along + f64::from(x) * self.scale, f64::from(y) * self.scale);
        let (dx, dy) = if self.place.upright { (-up, -along) } else { (along, -up) };
        ((self.place.x + dx) as f32, (self.place.y + dy) as f32)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: TextPlace = TextPlace { x: 100.0, y: 50.0, before: 0.5, size: 20.0, bold: false, upright: false };

    #[test]
    fn lines_are_placed_by_their_beginning_middle_and_end() {
        let faces = Faces::new().unwrap();
        let bounds = |place| faces.outline("HOH", place).unwrap().bounds();
        let (middle, end) = (bounds(PLACE), bounds(TextPlace { before: 1.0, ..PLACE }));
        assert!(((middle.left() + middle.right()) / 2.0 - 100.0).abs() < 0.05, "{middle:?}");
        assert!(end.right() < 100.0 && end.right() > 97.0 && (end.width() - middle.width()).abs() < 1e-3);
        // A capital of DejaVu is 0.729 of the size high.
        let one = faces.outline("H", PLACE).unwrap().bounds();
        assert!((one.height() - 14.58).abs() < 0.05 && (one.bottom() - 50.0).abs() < 1e-3, "{one:?}");
        let upright = bounds(TextPlace { upright: true, ..PLACE });
        assert!((upright.height() - middle.width()).abs() < 1e-3 && upright.right() < 101.0);
        assert!(bounds(TextPlace { bold: true, ..PLACE }).width() > middle.width());
    }

    #[test]
    fn signs_of_charts_have_glyphs_and_others_a_box() {
        let faces = Faces::new().unwrap();
        for face in [&faces.regular, &faces.bold] {
            let missing: String =
                "az09éüçß…−×·°µ⁰⁻⁶²³λΔωΩ≤≥∞√∂→".chars().filter(|c| face.glyph_index(*c).is_none()).collect();
            assert_eq!(missing, "");
        }
        assert!(faces.outline("字", PLACE).is_some() && faces.outline("", PLACE).is_none());
    }
}
