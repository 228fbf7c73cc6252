//! Charts in the terminal: eight dots per character, strokes instead of colours, characters for marks.

use crate::cli::console::{is_unicode, terminal_width};
use crate::io::chart::{Chart, Curve, Mark, Stroke};
use crate::verdict::significant;

/// Characters of the plot, at most.
const WIDTH: usize = 64;
const HEIGHT: usize = 16;
/// Rows with a number beside them, and how far down the axis each is.
const NUMBERS: [(usize, f64); 5] = [(0, 0.0), (4, 0.25), (8, 0.5), (11, 0.75), (HEIGHT - 1, 1.0)];
/// Lengths of what is drawn and left out of a line, in dots, by the rank of the curve; the first is whole.
const STROKES: [&[usize]; 6] = [&[], &[7, 4], &[1, 3], &[8, 3, 1, 3], &[3, 3], &[8, 3, 1, 3, 1, 3]];
/// Characters of a sample of a line.
const SAMPLE: usize = 6;

/// The chart in characters; `equal`: one scale for both directions.
pub fn drawn(chart: &Chart, equal: bool) -> String {
    // Fourteen columns are for the largest label of an ordinate, its line and the end of the screen.
    let width = terminal_width().map_or(WIDTH, |columns| WIDTH.min(columns.saturating_sub(14)));
    let ascii = terminal_width().is_some() && !is_unicode();
    text(chart, equal, width, ascii)
}

fn text(chart: &Chart, equal: bool, width: usize, ascii: bool) -> String {
    let frame = Frame::around(chart, equal || chart.is_isometric(), width);
    let strokes = strokes(chart);
    let mut dots = Dots::new(width, HEIGHT);
    for (curve, stroke) in chart.curves.iter().zip(&strokes) {
        dots.curve(curve, stroke, &frame);
    }
    for curve in &chart.curves {
        dots.marks(curve, ascii, &frame);
    }
    let (low, high) = frame.down;
    let number = |down: f64| {
        let value = high / 2.0 * (1.0 - down) + low / 2.0 * down;
        // What is left of rounding is zero.
        if value.abs() < 1e-12 * (high / 2.0 - low / 2.0) { "0".to_string() } else { significant(value * 2.0, 5) }
    };
    let numbers = NUMBERS.map(|(row, down)| (row, number(down)));
    let margin = numbers.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(0);
    let several = chart.curves.iter().filter(|curve| !curve.name.is_empty()).count() > 1;
    let title = if several { chart.title.as_str() } else { "" };
    let mut out = String::new();
    for head in [title, &chart.y.label].into_iter().filter(|head| !head.is_empty()) {
        out.push_str(&format!("{:margin$}  {head}\n", ""));
    }
    for row in 0..HEIGHT {
        let label = numbers.iter().find(|(at, _)| *at == row).map_or("", |(_, text)| text);
        let line = dots.line(row, ascii);
        out.push_str(&format!("{label:>margin$} |{}\n", line.trim_end_matches(['\u{2800}', ' '])));
    }
    let (first, last) = frame.across;
    let end = |value: f64| {
        if value.abs() < 1e-12 * (last / 2.0 - first / 2.0) { "0".to_string() } else { significant(value, 5) }
    };
    let (left, right) = (end(first), end(last));
    let middle = width.saturating_sub(left.chars().count() + right.chars().count());
    out.push_str(&format!("{:margin$}  {left}{:^middle$}{right}\n", "", chart.x.label));
    for line in legend(chart, &strokes, ascii, width + 12) {
        out.push_str(&format!("{:margin$}  {line}\n", ""));
    }
    out
}

/// The stroke of each curve: its own where it asks for one, otherwise by its rank.
fn strokes(chart: &Chart) -> Vec<&'static [usize]> {
    let asked = chart.curves.iter().any(|curve| matches!(curve.line, Stroke::Dashed | Stroke::Dotted));
    let named = !asked && chart.curves.iter().filter(|curve| !curve.name.is_empty()).count() > 1;
    let of = |(rank, curve): (usize, &Curve)| match curve.line {
        Stroke::Dashed => STROKES[1],
        Stroke::Dotted => STROKES[2],
        _ if named => STROKES[rank % STROKES.len()],
        _ => STROKES[0],
    };
    chart.curves.iter().enumerate().map(of).collect()
}

/// A sample of each named curve with its name, in lines of so many characters.
fn legend(chart: &Chart, strokes: &[&'static [usize]], ascii: bool, width: usize) -> Vec<String> {
    let named = chart.curves.iter().zip(strokes).filter(|(curve, _)| !curve.name.is_empty());
    let entries: Vec<String> = named
        .map(|(curve, stroke)| {
            let mut sample = Dots::new(SAMPLE, 1);
            if curve.line != Stroke::Absent {
                (0..SAMPLE * 2).filter(|at| is_on(stroke, *at)).for_each(|at| sample.set(at, 1));
            }
            if curve.mark_every > 0 {
                sample.signs[SAMPLE / 2] = Some(sign(curve.mark, ascii));
            }
            format!("{} {}", sample.line(0, ascii), curve.name)
        })
        .collect();
    let mut lines: Vec<String> = Vec::new();
    for entry in entries {
        match lines.last_mut() {
            Some(last) if last.chars().count() + 3 + entry.chars().count() <= width => {
                last.push_str("   ");
                last.push_str(&entry);
            }
            _ => lines.push(entry),
        }
    }
    lines
}

/// Whether a stroke is drawn at this dot of its way.
fn is_on(stroke: &[usize], at: usize) -> bool {
    let length: usize = stroke.iter().sum();
    if length == 0 {
        return true;
    }
    let mut left = at % length;
    for (rank, part) in stroke.iter().enumerate() {
        if left < *part {
            return rank % 2 == 0;
        }
        left -= part;
    }
    true
}

fn sign(mark: Mark, ascii: bool) -> char {
    match (mark, ascii) {
        (Mark::Disc, false) => '●',
        (Mark::Disc, true) => '*',
        (_, false) => '○',
        (_, true) => 'o',
    }
}

/// What the plot shows: the ranges of both axes.
struct Frame {
    across: (f64, f64),
    down: (f64, f64),
    width: usize,
}

impl Frame {
    fn around(chart: &Chart, equal: bool, width: usize) -> Frame {
        let points = || chart.curves.iter().flat_map(|c| c.points.iter()).filter(|p| is_finite(p));
        let bounds = |value: fn(&(f64, f64)) -> f64| {
            points().map(value).fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)))
        };
        let (mut across, mut down) = (bounds(|p| p.0), bounds(|p| p.1));
        if equal {
            let dots = (across.1 - across.0) / (width * 2) as f64;
            let dots = dots.max((down.1 - down.0) / (HEIGHT * 4) as f64);
            for (bounds, count) in [(&mut across, width * 2), (&mut down, HEIGHT * 4)] {
                let (middle, half) = ((bounds.0 + bounds.1) / 2.0, dots * count as f64 / 2.0);
                *bounds = (middle - half, middle + half);
            }
        }
        Frame { across, down, width }
    }

    /// Column and row of a point, in dots from the left and from above.
    fn at(&self, p: &(f64, f64)) -> (f64, f64) {
        let scale = |v: f64, (low, high): (f64, f64), last: usize| {
            // Relative to the largest, so that no difference overflows.
            let size = low.abs().max(high.abs());
            let part = (v / size - low / size) / (high / size - low / size);
            (if part.is_finite() { part.clamp(0.0, 1.0) } else { 0.5 }) * last as f64
        };
        let last = HEIGHT * 4 - 1;
        (scale(p.0, self.across, self.width * 2 - 1), last as f64 - scale(p.1, self.down, last))
    }
}

fn is_finite(p: &(f64, f64)) -> bool {
    p.0.is_finite() && p.1.is_finite()
}

/// Dots, two by four per character, and characters over them.
struct Dots {
    width: usize,
    dots: Vec<bool>,
    signs: Vec<Option<char>>,
}

impl Dots {
    fn new(width: usize, height: usize) -> Dots {
        Dots { width, dots: vec![false; width * 2 * height * 4], signs: vec![None; width * height] }
    }

    fn set(&mut self, column: usize, row: usize) {
        if let Some(dot) = self.dots.get_mut(row * self.width * 2 + column) {
            *dot = true;
        }
    }

    fn curve(&mut self, curve: &Curve, stroke: &[usize], frame: &Frame) {
        if curve.line == Stroke::Absent && curve.mark_every > 0 {
            return;
        }
        let mut way = 0;
        for part in curve.points.split(|p| !is_finite(p)) {
            let first = part.first().into_iter().map(|p| (p, p));
            for (from, to) in first.chain(part.windows(2).map(|w| (&w[0], &w[1]))) {
                let ((ax, ay), (bx, by)) = (frame.at(from), frame.at(to));
                let steps = (bx - ax).abs().max((by - ay).abs()).ceil().max(1.0);
                for step in 0..=steps as usize {
                    let f = step as f64 / steps;
                    if is_on(stroke, way + step) {
                        self.set((ax + f * (bx - ax)).round() as usize, (ay + f * (by - ay)).round() as usize);
                    }
                }
                way += (bx - ax).abs().max((by - ay).abs()).round() as usize;
            }
        }
    }

    fn marks(&mut self, curve: &Curve, ascii: bool, frame: &Frame) {
        let points = curve.points.iter().filter(|p| is_finite(p));
        for point in points.step_by(curve.mark_every.max(1)).take(if curve.mark_every > 0 { usize::MAX } else { 0 }) {
            let (column, row) = frame.at(point);
            let place = row.round() as usize / 4 * self.width + column.round() as usize / 2;
            if let Some(held) = self.signs.get_mut(place) {
                *held = Some(sign(curve.mark, ascii));
            }
        }
    }

    fn line(&self, row: usize, ascii: bool) -> String {
        let character = |column: usize| {
            let pattern = self.pattern(row, column);
            let drawn = if ascii { in_ascii(pattern) } else { pattern };
            self.signs.get(row * self.width + column).copied().flatten().unwrap_or(drawn)
        };
        (0..self.width).map(character).collect()
    }

    /// The character of the dots at a place, from the block of Braille patterns.
    fn pattern(&self, row: usize, column: usize) -> char {
        const BITS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
        let mut code = 0x2800;
        for (i, bits) in BITS.iter().enumerate() {
            for (j, bit) in bits.iter().enumerate() {
                if self.dots.get((row * 4 + i) * self.width * 2 + column * 2 + j).copied().unwrap_or(false) {
                    code |= bit;
                }
            }
        }
        char::from_u32(code).unwrap_or(' ')
    }
}

/// A pattern where there are no Braille patterns: dots above, below or both.
fn in_ascii(pattern: char) -> char {
    let dots = u32::from(pattern) - 0x2800;
    match (dots & 0x1b != 0, dots & 0xe4 != 0) {
        (true, true) => ':',
        (true, false) => '\'',
        (false, true) => '.',
        (false, false) => ' ',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(name: &str, points: &[(f64, f64)]) -> Curve {
        Curve { name: name.to_string(), points: points.to_vec(), ..Curve::default() }
    }

    #[test]
    fn the_ordinate_has_five_numbers_each_at_its_height() {
        let chart = Chart { curves: vec![line("", &[(0.0, -0.7), (1.3, 2.1)])], ..Chart::default() };
        let text = text(&chart, false, 40, false);
        let numbers: Vec<(usize, &str)> = text
            .lines()
            .take(HEIGHT)
            .enumerate()
            .filter_map(|(row, line)| Some((row, line.split(" |").next()?.trim())).filter(|(_, text)| !text.is_empty()))
            .collect();
        assert_eq!(numbers, [(0, "2.1"), (4, "1.4"), (8, "0.7"), (11, "0"), (15, "-0.7")], "{text}");
    }

    #[test]
    fn curves_are_told_apart_without_colours() {
        let curves =
            ["one", "two", "three"].iter().zip([0.3, 0.7, 1.1]).map(|(name, y)| line(name, &[(0.0, y), (1.0, y)]));
        let chart = Chart { curves: curves.collect(), ..Chart::default() };
        for ascii in [false, true] {
            let text = text(&chart, false, 40, ascii);
            let rows: Vec<&str> =
                text.lines().filter(|l| l.contains('|')).filter(|l| l.split('|').nth(1).unwrap().len() > 20).collect();
            assert_eq!(rows.len(), 3, "{text}");
            let drawn =
                |row: &str| row.split('|').nth(1).unwrap().chars().filter(|c| *c != ' ' && *c != '\u{2800}').count();
            let whole = drawn(rows[2]);
            assert!(whole == 40 && rows[..2].iter().all(|row| drawn(row) < 40), "{text}");
            let legend = text.lines().last().unwrap();
            assert!(["one", "two", "three"].iter().all(|name| legend.contains(name)), "{text}");
            assert!(!ascii || text.is_ascii(), "{text}");
        }
    }

    #[test]
    fn marks_show_what_lines_hide() {
        let rest = Curve { mark_every: 1, mark: Mark::Cross, ..line("at rest", &[(0.0, 0.0), (1.0, 0.0)]) };
        let moved = Curve { mark_every: 1, ..line("displaced", &[(0.0, 0.0), (1.3, 0.0)]) };
        let chart = Chart { curves: vec![rest, moved], ..Chart::default() };
        let text = text(&chart, true, 40, false);
        assert_eq!((text.matches('●').count(), text.matches('○').count()), (3, 2), "{text}");
    }
}
