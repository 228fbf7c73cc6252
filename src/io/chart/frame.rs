//! The plotting area of a chart: its axes, and the lines and marks in it.

use super::axis::Fitted;
use super::curve::{Curve, Stroke};
use super::escaped;
use super::style::{LINE, WIDTH};
use super::svg::{Svg, colour, stroke};

/// The plotting area on the page and its fitted axes.
#[derive(Clone)]
pub(super) struct Frame {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
    pub x: Fitted,
    pub y: Fitted,
    /// How far curves may be seen beyond the frame.
    pub spill: f64,
}

impl Frame {
    pub fn at(&self, (x, y): (f64, f64)) -> Option<(f64, f64)> {
        let (x, y) = (self.x.position(x)?, self.y.position(y)?);
        // Far outside the frame nothing is seen; keep coordinates printable.
        let (x, y) = (x.clamp(-10.0, 11.0), y.clamp(-10.0, 11.0));
        Some((self.left + x * (self.right - self.left), self.bottom - y * (self.bottom - self.top)))
    }

    /// Lengthens one of the axes about its middle so that that of abscissae is so many times as long as the other, in units.
    pub fn lengthen(&mut self, ratio: f64) {
        let (across, up) = (self.x.span(), self.y.span());
        if across < ratio * up {
            self.x = self.x.lengthened(ratio * up, 8);
        } else {
            self.y = self.y.lengthened(across / ratio, 7);
        }
    }

    pub fn clip(&self, out: &mut Svg) {
        let (left, top) = (self.left - self.spill, self.top - self.spill);
        let (width, height) = (self.right - left + self.spill, self.bottom - top + self.spill);
        out.push(&format!(
            "<clipPath id=\"plot\"><rect x=\"{left:.2}\" y=\"{top:.2}\" width=\"{width:.2}\" height=\"{height:.2}\"/></clipPath>"
        ));
    }

    /// Grid, axes and their labels, line by line.
    pub fn axes(&self, out: &mut Svg, x_label: &[String], y_label: &[String]) {
        let Frame { left, right, top, bottom, .. } = *self;
        let column = |v: f64| self.x.position(v).map(|p| left + p * (right - left));
        let row = |v: f64| self.y.position(v).map(|p| bottom - p * (bottom - top));
        for (values, class) in [(&self.x.minor, "m"), (&ticks(&self.x), "g")] {
            for x in values.iter().filter_map(|v| column(*v)) {
                out.push(&format!("<path class=\"{class}\" d=\"M{x:.2},{top:.2}V{bottom:.2}\"/>"));
            }
        }
        for (values, class) in [(&self.y.minor, "m"), (&ticks(&self.y), "g")] {
            for y in values.iter().filter_map(|v| row(*v)) {
                out.push(&format!("<path class=\"{class}\" d=\"M{left:.2},{y:.2}H{right:.2}\"/>"));
            }
        }
        out.push(&format!("<path class=\"a\" d=\"M{left:.2},{top:.2}V{bottom:.2}H{right:.2}\"/>"));
        for (value, text) in &self.x.ticks {
            if let Some(x) = column(*value) {
                out.push(&format!("<path class=\"a\" d=\"M{x:.2},{bottom:.2}v5\"/>"));
                out.text(x, bottom + 19.0, "middle", "k", text);
            }
        }
        for (value, text) in &self.y.ticks {
            if let Some(y) = row(*value) {
                out.push(&format!("<path class=\"a\" d=\"M{left:.2},{y:.2}h-5\"/>"));
                out.text(left - 9.0, y + 4.0, "end", "k", text);
            }
        }
        for (rank, line) in x_label.iter().enumerate() {
            out.text((left + right) / 2.0, bottom + 42.0 + LINE * rank as f64, "middle", "l", line);
        }
        self.upright(out, 20.0, y_label);
    }

    /// The axis on the right. It has no grid of its own.
    pub fn second(&self, out: &mut Svg, axis: &Fitted, label: &[String]) {
        let Frame { right, top, bottom, .. } = *self;
        out.push(&format!("<path class=\"a\" d=\"M{right:.2},{top:.2}V{bottom:.2}\"/>"));
        for (value, text) in &axis.ticks {
            if let Some(y) = axis.position(*value).map(|p| bottom - p * (bottom - top)) {
                out.push(&format!("<path class=\"a\" d=\"M{right:.2},{y:.2}h5\"/>"));
                out.text(right + 9.0, y + 4.0, "start", "k", text);
            }
        }
        self.upright(out, WIDTH - 12.0 - LINE * (label.len().max(1) - 1) as f64, label);
    }

    /// Lines of text from bottom to top, the first at `x`.
    fn upright(&self, out: &mut Svg, x: f64, lines: &[String]) {
        let middle = (self.top + self.bottom) / 2.0;
        for (rank, line) in lines.iter().enumerate() {
            out.push(&format!(
                "<text class=\"l\" text-anchor=\"middle\" transform=\"translate({:.2},{middle:.2}) rotate(-90)\">{}</text>",
                x + LINE * rank as f64,
                escaped(line)
            ));
        }
    }

    pub fn curve(&self, out: &mut Svg, curve: &Curve, rank: usize) {
        let points: Vec<Option<(f64, f64)>> = curve.points.iter().map(|p| self.at(*p)).collect();
        if curve.line != Stroke::Absent {
            let mut path = String::new();
            for part in points.split(Option::is_none) {
                let part: Vec<(f64, f64)> = part.iter().flatten().copied().collect();
                for (i, (x, y)) in thinned(&part).iter().enumerate() {
                    path.push_str(&format!("{}{x:.2},{y:.2}", if i == 0 { "M" } else { "L" }));
                }
            }
            out.push(&format!("<path class=\"c\" {} d=\"{path}\"/>", stroke(curve, rank)));
        }
        let every = if curve.line == Stroke::Absent { curve.mark_every.max(1) } else { curve.mark_every };
        if every > 0 {
            for (x, y) in points.iter().step_by(every).flatten() {
                out.mark(*x, *y, colour(curve, rank), curve.mark);
            }
        }
    }
}

/// At most four points for each pixel column (first, lowest, highest, last), which look the same.
pub(super) fn thinned(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    if points.len() < 3000 {
        return points.to_vec();
    }
    let mut kept = Vec::new();
    for column in points.chunk_by(|a, b| a.0.floor() == b.0.floor()) {
        let extreme = |better: fn(f64, f64) -> bool| {
            let mut best = 0;
            (1..column.len()).for_each(|i| {
                if better(column[i].1, column[best].1) {
                    best = i
                }
            });
            best
        };
        let mut ranks = [0, extreme(|a, b| a < b), extreme(|a, b| a > b), column.len() - 1];
        ranks.sort_unstable();
        for (i, rank) in ranks.iter().enumerate() {
            if i == 0 || ranks[i - 1] != *rank {
                kept.push(column[*rank]);
            }
        }
    }
    kept
}

fn ticks(axis: &Fitted) -> Vec<f64> {
    axis.ticks.iter().map(|(value, _)| *value).collect()
}
