//! Outlines: the data of paths, polygons, rectangles and circles.

use tiny_skia::{Path, PathBuilder};

use super::elements::Element;

/// Straight pieces of a curve of the third degree.
const PIECES: u32 = 32;

/// The path of the text of `d`: commands `M L H V C Z`, with places absolute or relative. Nothing when it draws nothing.
///
/// # Errors
/// The command that is not one of these.
pub(super) fn of_data(d: &str) -> Result<Option<Path>, String> {
    let mut path = PathBuilder::new();
    let (mut x, mut y, mut start) = (0.0, 0.0, (0.0, 0.0));
    let mut rest = d.trim_start();
    while let Some(command) = rest.chars().next() {
        if !command.is_ascii_alphabetic() {
            return Err(format!("{rest:.20} in the data of a path"));
        }
        let end = rest[1..].find(|c: char| c.is_ascii_alphabetic() && c != 'e').map_or(rest.len(), |at| at + 1);
        let numbers = numbers(&rest[1..end]);
        rest = &rest[end..];
        let (dx, dy) = if command.is_ascii_lowercase() { (x, y) } else { (0.0, 0.0) };
        match (command.to_ascii_uppercase(), numbers.as_slice()) {
            ('Z', _) => {
                path.close();
                (x, y) = start;
            }
            ('H', [to]) => x = dx + to,
            ('V', [to]) => y = dy + to,
            ('M' | 'L', [to_x, to_y]) => (x, y) = (dx + to_x, dy + to_y),
            ('C', [ax, ay, bx, by, to_x, to_y]) => {
                let [a, b, c] = [(dx + ax, dy + ay), (dx + bx, dy + by), (dx + to_x, dy + to_y)];
                for piece in 1..PIECES {
                    let (px, py) = on_curve([(x, y), a, b, c], f64::from(piece) / f64::from(PIECES));
                    path.line_to(px as f32, py as f32);
                }
                (x, y) = c;
            }
            _ => return Err(format!("{command} with {} numbers in the data of a path", numbers.len())),
        }
        match command {
            'M' | 'm' => {
                start = (x, y);
                path.move_to(x as f32, y as f32);
            }
            'Z' | 'z' => {}
            _ => path.line_to(x as f32, y as f32),
        }
    }
    Ok(path.finish())
}

/// The point of a Bézier curve at a parameter between 0 and 1.
fn on_curve(corners: [(f64, f64); 4], t: f64) -> (f64, f64) {
    let s = 1.0 - t;
    let weights = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
    let sum = |of: fn(&(f64, f64)) -> f64| corners.iter().zip(weights).map(|(p, w)| of(p) * w).fold(0.0, |a, b| a + b);
    (sum(|p| p.0), sum(|p| p.1))
}

/// Numbers apart by blanks, commas or signs.
fn numbers(text: &str) -> Vec<f64> {
    let mut found = Vec::new();
    let mut from = 0;
    let bytes = text.as_bytes();
    for at in 0..=bytes.len() {
        let ends = at == bytes.len()
            || matches!(bytes[at], b' ' | b',' | b'\n')
            || bytes[at] == b'-' && at > from && bytes[at - 1] != b'e';
        if ends {
            found.extend(text[from..at].trim_matches([' ', ',', '\n']).parse::<f64>());
            from = at;
        }
    }
    found
}

/// A closed polygon from its `points`.
pub(super) fn of_points(points: &str) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (rank, place) in numbers(points).chunks_exact(2).enumerate() {
        let (x, y) = (place[0] as f32, place[1] as f32);
        if rank == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    path.close();
    path.finish()
}

/// A rectangle, its corners round where it has `rx`; `whole` is the size of the picture (`100%`).
pub(super) fn of_rectangle(element: &Element, whole: (f64, f64)) -> Option<Path> {
    let size = |name, whole| if element.attribute(name) == Some("100%") { whole } else { element.number(name) };
    let (left, top) = (element.number("x"), element.number("y"));
    let (right, bottom) = (left + size("width", whole.0), top + size("height", whole.1));
    let round = element.number("rx").min((right - left) / 2.0).min((bottom - top) / 2.0);
    let mut path = PathBuilder::new();
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
    let towards = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
    for side in 0..4 {
        let ((x, y), (dx, dy), (before_x, before_y)) = (corners[side], towards[side], towards[(side + 3) % 4]);
        let (in_x, in_y) = ((x - round * before_x) as f32, (y - round * before_y) as f32);
        if side == 0 {
            path.move_to(in_x, in_y)
        } else {
            path.line_to(in_x, in_y)
        }
        if round > 0.0 {
            path.quad_to(x as f32, y as f32, (x + round * dx) as f32, (y + round * dy) as f32);
        }
    }
    path.close();
    path.finish()
}

pub(super) fn of_circle(element: &Element) -> Option<Path> {
    PathBuilder::from_circle(element.number("cx") as f32, element.number("cy") as f32, element.number("r") as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(d: &str) -> Vec<(f32, f32)> {
        of_data(d).unwrap().unwrap().points().iter().map(|p| (p.x, p.y)).collect()
    }

    #[test]
    fn commands_are_absolute_and_relative() {
        assert_eq!(points("M10,20V5h-5L0 0"), [(10.0, 20.0), (10.0, 5.0), (5.0, 5.0), (0.0, 0.0)]);
        assert_eq!(points("M1.50,2.5m-3,-3l6,6m0,-6l-6,6"), [(-1.5, -0.5), (4.5, 5.5), (4.5, -0.5), (-1.5, 5.5)]);
        assert_eq!(points("M0 0h2v2h-2z")[3], (0.0, 2.0));
        let curve = points("M0 0 C3 0 3 3 6 3");
        assert!(curve.len() == 33 && curve[16] == (3.0, 1.5) && curve[32] == (6.0, 3.0), "{curve:?}");
        assert!(of_data("M0 0A1 1 0 0 0 2 2").is_err() && of_data("M0 0L1").is_err() && of_data("4").is_err());
        assert!(of_data("").unwrap().is_none() && of_data("M1 1").unwrap().is_none());
    }
}
