//! Drawing of a picture: elements of SVG as pixels, then PNG.

use thiserror::Error;
use tiny_skia::{Color, FillRule, Mask, Paint, Path, Pixmap, Transform};

use super::elements::{Element, Event, events, unescaped};
use super::path;
use super::style::{Colour, Sheet};
use super::text::{Faces, TextPlace};

/// Pixels per unit of the SVG picture.
const SCALE: f64 = 2.0;

/// Largest width and height, and largest product of them (pixels).
const MOST: f64 = 16_384.0;
const MOST_PIXELS: f64 = 40e6;

/// Pixels per metre: 192 in an inch, so that a page shows the picture as large as its SVG.
const DENSITY: u32 = 7559;

#[derive(Clone, Debug, PartialEq, Error)]
pub enum Fault {
    #[error("the picture would have {width} × {height} pixels, more than a PNG here may have; write it as SVG")]
    TooLarge { width: u64, height: u64 },
    #[error("{0} cannot be drawn as pixels; write the picture as SVG")]
    Unknown(String),
}

/// The picture of an SVG text that this program wrote, twice its size, on white; of what moves the first shape.
///
/// # Errors
/// It would have too many pixels, or has an element that is not known.
pub fn png(svg: &str) -> Result<Vec<u8>, Fault> {
    let events = events(svg);
    let Some(Event::Opened(root)) = events.first().filter(|e| matches!(e, Event::Opened(e) if e.name == "svg")) else {
        return Err(Fault::Unknown("a text that is not SVG".into()));
    };
    let size = (root.number("width"), root.number("height"));
    let (width, height) = ((size.0 * SCALE).ceil().max(1.0), (size.1 * SCALE).ceil().max(1.0));
    let too_large = Fault::TooLarge { width: width as u64, height: height as u64 };
    if width > MOST || height > MOST || width * height > MOST_PIXELS {
        return Err(too_large);
    }
    let mut pixels = Pixmap::new(width as u32, height as u32).ok_or(too_large)?;
    pixels.fill(Color::WHITE);
    let faces = Faces::new().ok_or_else(|| Fault::Unknown("text (the fonts are not readable)".into()))?;
    let mut canvas =
        Canvas { pixels, faces, root: root.clone(), size, sheet: Sheet::default(), windows: Vec::new(), window: None };
    let mut inside: Vec<&Element> = Vec::new();
    for event in &events {
        match event {
            Event::Opened(element) => {
                if let Some(name) = element.attribute("clip-path") {
                    canvas.window = canvas.windows.iter().position(|(known, _)| known == name);
                }
                canvas.draw(element, inside.last().copied())?;
                inside.push(element);
            }
            Event::Closed(_) => {
                if inside.pop().is_some_and(|element| element.attribute("clip-path").is_some()) {
                    canvas.window = None;
                }
            }
        }
    }
    encoded(&canvas.pixels)
}

struct Canvas<'s> {
    pixels: Pixmap,
    faces: Faces,
    root: Element<'s>,
    size: (f64, f64),
    sheet: Sheet<'s>,
    /// Windows through which groups are seen, as groups name them; windows within windows do not occur.
    windows: Vec<(String, Mask)>,
    window: Option<usize>,
}

impl<'s> Canvas<'s> {
    fn draw(&mut self, element: &Element<'s>, parent: Option<&Element>) -> Result<(), Fault> {
        let outline = match element.name {
            "svg" | "g" | "title" | "clipPath" | "animate" => return Ok(()),
            "style" => {
                self.sheet = Sheet::read(element.text);
                return Ok(());
            }
            "text" => return self.text(element),
            "path" => path::of_data(element.attribute("d").unwrap_or("")).map_err(Fault::Unknown)?,
            "rect" => path::of_rectangle(element, self.size),
            "circle" => path::of_circle(element),
            "polygon" => path::of_points(element.attribute("points").unwrap_or("")),
            other => return Err(Fault::Unknown(format!("the element <{other}>"))),
        };
        let Some(outline) = outline else { return Ok(()) };
        if let Some(parent) = parent.filter(|parent| parent.name == "clipPath") {
            self.window(parent.attribute("id").unwrap_or(""), &outline);
            return Ok(());
        }
        let colour = |name| self.sheet.colour(element, &self.root, name).map_err(Fault::Unknown);
        let (fill, stroke) = (colour("fill")?, colour("stroke")?);
        if let Some(fill) = fill {
            self.fill(&outline, fill);
        }
        if let Some(stroke) = stroke {
            let pen = self.sheet.stroke(element, &self.root);
            let window = self.window.map(|rank| &self.windows[rank].1);
            self.pixels.stroke_path(&outline, &paint(stroke), &pen, doubled(), window);
        }
        Ok(())
    }

    fn fill(&mut self, outline: &Path, colour: Colour) {
        let window = self.window.map(|rank| &self.windows[rank].1);
        self.pixels.fill_path(outline, &paint(colour), FillRule::Winding, doubled(), window);
    }

    fn text(&mut self, element: &Element<'s>) -> Result<(), Fault> {
        let value = |name| self.sheet.value(element, &self.root, name);
        let turned = element.attribute("transform");
        let (x, y) = match turned {
            None => (element.number("x"), element.number("y")),
            Some(text) => turned_at(text).ok_or_else(|| Fault::Unknown(format!("the transformation {text}")))?,
        };
        let place = TextPlace {
            x,
            y,
            before: match value("text-anchor") {
                Some("middle") => 0.5,
                Some("end") => 1.0,
                _ => 0.0,
            },
            size: value("font-size").and_then(|size| size.trim_end_matches("px").parse().ok()).unwrap_or(16.0),
            bold: matches!(value("font-weight"), Some("bold" | "600" | "700")),
            upright: turned.is_some(),
        };
        let colour = self.sheet.colour(element, &self.root, "fill").map_err(Fault::Unknown)?;
        if let (Some(colour), Some(outline)) = (colour, self.faces.outline(&unescaped(element.text), place)) {
            self.fill(&outline, colour);
        }
        Ok(())
    }

    fn window(&mut self, name: &str, outline: &Path) {
        if let Some(mut mask) = Mask::new(self.pixels.width(), self.pixels.height()) {
            mask.fill_path(outline, FillRule::Winding, true, doubled());
            self.windows.push((format!("url(#{name})"), mask));
        }
    }
}

fn doubled() -> Transform {
    Transform::from_scale(SCALE as f32, SCALE as f32)
}

fn paint(([red, green, blue], opacity): Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, (opacity * 255.0).round() as u8);
    paint
}

/// The place of `translate(x,y) rotate(-90)`.
fn turned_at(text: &str) -> Option<(f64, f64)> {
    let (x, y) = text.strip_prefix("translate(")?.strip_suffix(") rotate(-90)")?.split_once(',')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

/// Red, green and blue of every pixel: on white nothing is transparent.
fn encoded(pixels: &Pixmap) -> Result<Vec<u8>, Fault> {
    let colours: Vec<u8> = pixels.pixels().iter().flat_map(|p| [p.red(), p.green(), p.blue()]).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: DENSITY, yppu: DENSITY, unit: png::Unit::Meter }));
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(&colours)?;
        writer.finish()
    });
    written.map_err(|fault| Fault::Unknown(format!("the picture ({fault})")))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::chart::{Axis, Chart, Curve, Kind, Mark};

    fn chart() -> Chart {
        let wave =
            |phase: f64| (0..=200).map(|i| (f64::from(i) * 0.05, libm::sin(f64::from(i) * 0.1 + phase))).collect();
        let curve = |name: &str, phase| Curve { name: name.into(), points: wave(phase), ..Curve::default() };
        let marks = Curve { mark_every: 20, mark: Mark::Disc, ..curve("with marks", 1.4) };
        Chart {
            title: "Support & shoe".into(),
            x: Axis { label: "time (s)".into(), ..Axis::default() },
            y: Axis { label: "velocity (m/s)".into(), ..Axis::default() },
            curves: vec![curve("support", 0.0), marks, Curve { kind: Kind::Band, ..curve("band", 0.7) }],
            ..Chart::default()
        }
    }

    /// Width, and red, green, blue of all pixels.
    fn decoded(bytes: &[u8]) -> (usize, Vec<[u8; 3]>) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
        (info.width as usize, pixels.chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect())
    }

    /// Pixels darker than grey in a part of the SVG picture.
    fn ink((width, pixels): &(usize, Vec<[u8; 3]>), [left, top, right, bottom]: [usize; 4]) -> usize {
        let rows = pixels.chunks(*width).take(2 * bottom).skip(2 * top);
        rows.flat_map(|row| &row[2 * left..2 * right]).filter(|p| p.iter().all(|part| *part < 120)).count()
    }

    #[test]
    fn a_chart_is_twice_its_size_with_curves_marks_and_text() {
        let svg = chart().svg();
        let bytes = png(&svg).unwrap();
        assert_eq!(bytes, png(&svg).unwrap());
        let picture = decoded(&bytes);
        let height: f64 = svg.split("height=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
        assert_eq!((picture.0, picture.1.len() / picture.0), (1520, 2 * height as usize));
        let count = |colour: [u8; 3]| picture.1.iter().filter(|p| **p == colour).count();
        assert!(count([255; 3]) > picture.1.len() / 2, "white background");
        assert!(count([0, 0x72, 0xb2]) > 1000 && count([0xd5, 0x5e, 0]) > 1000, "both curves");
        let height = height as usize;
        assert!(ink(&picture, [300, 12, 460, 32]) > 300, "title");
        assert!(ink(&picture, [300, height - 30, 500, height - 2]) > 100, "label of the abscissae");
        assert!(ink(&picture, [8, 100, 24, height - 100]) > 100, "upright label of the ordinates");
        assert!(ink(&picture, [30, 60, 72, height - 40]) > 100, "numbers of the ordinates");
        assert_eq!(ink(&picture, [0, 0, 8, height]), 0, "margin");
    }

    #[test]
    fn the_window_of_a_group_cuts_what_is_in_it() {
        let svg = "<svg width=\"40\" height=\"20\"><style>.c{stroke-width:2}</style><clipPath id=\"plot\"><rect x=\"10\" y=\"0\" \
                   width=\"10\" height=\"20\"/></clipPath><g clip-path=\"url(#plot)\"><rect width=\"100%\" height=\"50%\"/>\
                   <rect width=\"100%\" height=\"100%\" fill=\"#ff0000\"/></g><path class=\"c\" d=\"M0 10H40\" stroke=\"#000\"/></svg>";
        let (width, pixels) = decoded(&png(svg).unwrap());
        let at = |x: usize, y: usize| pixels[y * width + x];
        assert_eq!((width, pixels.len()), (80, 3200));
        assert_eq!([at(19, 5), at(20, 5), at(39, 5), at(40, 5)], [[255; 3], [255, 0, 0], [255, 0, 0], [255; 3]]);
        assert_eq!([at(1, 17), at(1, 18), at(1, 21), at(1, 22)], [[255; 3], [0; 3], [0; 3], [255; 3]]);
    }

    #[test]
    fn what_cannot_be_drawn_is_refused_by_name() {
        let of = |inside: &str| png(&format!("<svg width=\"10\" height=\"10\">{inside}</svg>"));
        assert!(of("").is_ok());
        assert_eq!(of("<image/>"), Err(Fault::Unknown("the element <image>".into())));
        assert!(
            of("<rect width=\"1\" height=\"1\" fill=\"mauve\"/>").unwrap_err().to_string().contains("the colour mauve")
        );
        assert!(
            of("<path d=\"M0 0A1 1 0 0 0 2 2\"/>").is_err() && of("<text transform=\"skewX(3)\">a</text>").is_err()
        );
        let large = png("<svg width=\"9000\" height=\"10\"></svg>").unwrap_err();
        assert!(large.to_string().contains("18000 × 20 pixels"), "{large}");
        assert!(png("<svg width=\"6000\" height=\"6000\">").is_err() && png("no picture").is_err());
    }

    /// The pixels of a chart in a few numbers. They are the same on every machine, as only `+ - * /` and square roots are used;
    /// another version of the rasteriser may change them.
    #[test]
    fn pixels_do_not_depend_on_the_machine() {
        let bytes = decoded(&png(&chart().svg()).unwrap()).1.concat();
        assert_eq!(blake3::hash(&bytes).to_hex()[..16], *"7eedfa0f66a64a90");
    }
}
