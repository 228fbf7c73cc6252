//! Curves as an SVG chart one would put in a report: axes with round ticks, labels with units, a legend,
//! linear or logarithmic scales. Text stays text. The same curves give the same bytes.

mod axis;
mod kinds;
mod legend;

pub use axis::{Axis, Scale};
pub use kinds::Kind;

use axis::{Fitted, fit, superscript};

/// Curves over common axes.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    pub title: String,
    pub subtitle: String,
    pub x: Axis,
    pub y: Axis,
    pub curves: Vec<Curve>,
}

/// One curve; a point that is not finite interrupts it.
#[derive(Clone, Debug, Default)]
pub struct Curve {
    pub name: String,
    pub points: Vec<(f64, f64)>,
    /// Colour by rank in the palette; the curve's own rank when absent.
    pub colour: Option<usize>,
    pub line: Stroke,
    /// A mark every so many points; 0 for none.
    pub mark_every: usize,
    pub kind: Kind,
}

/// How the line of a curve is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stroke {
    #[default]
    Solid,
    Dashed,
    Dotted,
    /// Marks only.
    Absent,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 460.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = 24.0;
const BOTTOM: f64 = 58.0;
const LINE: f64 = 18.0;
/// Colours that stay distinct for colour-blind readers (Okabe and Ito).
const PALETTE: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];
const STYLE: &str = "text{font-family:Helvetica,Arial,sans-serif;fill:#222}.t{font-size:15px;font-weight:bold}\
.s{font-size:12px;fill:#555}.l{font-size:13px}.k{font-size:12px}.g{stroke:#e3e3e3;stroke-width:1}\
.m{stroke:#f2f2f2;stroke-width:1}.a{stroke:#444;stroke-width:1;fill:none}\
.c{fill:none;stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}";

impl Chart {
    /// The chart as an SVG document.
    pub fn svg(&self) -> String {
        let legend = self.legend_rows();
        let mut top = 16.0;
        top += if self.title.is_empty() { 0.0 } else { 24.0 };
        top += if self.subtitle.is_empty() { 0.0 } else { LINE };
        let legend_top = top;
        top += legend.len() as f64 * LINE + 6.0;
        let extents: Vec<[Vec<f64>; 2]> = self.curves.iter().map(|c| c.extent(self.x.scale, self.y.scale)).collect();
        let values = |axis: usize| extents.iter().flat_map(move |extent| extent[axis].iter().copied());
        let frame = Frame { top, x: fit(&self.x, values(0), self.advances(), 8), y: fit(&self.y, values(1), false, 7) };
        let mut out = Svg::default();
        out.push(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\">"
        ));
        let name = if self.title.is_empty() { "Curves" } else { &self.title };
        out.push(&format!("<title>{}</title>", escaped(name)));
        out.push(&format!("<style>{STYLE}</style>"));
        out.push(&format!("<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>"));
        self.heading(&mut out);
        frame.axes(&mut out, &self.x.label, &self.y.label);
        self.legend(&mut out, &legend, legend_top);
        frame.clip(&mut out);
        out.push("<g clip-path=\"url(#plot)\">");
        for (rank, curve) in self.curves.iter().enumerate() {
            frame.shape(&mut out, curve, rank, rank.checked_sub(1).map(|before| &self.curves[before]));
        }
        out.push("</g>");
        out.push("</svg>");
        out.0
    }

    fn heading(&self, out: &mut Svg) {
        let middle = (LEFT + WIDTH - RIGHT) / 2.0;
        let mut y = 26.0;
        for (text, class, step) in [(&self.title, "t", 20.0), (&self.subtitle, "s", LINE)] {
            if !text.is_empty() {
                out.text(middle, y, "middle", class, text);
                y += step;
            }
        }
    }

    /// Curves of each line of the legend, with the abscissa of each; empty when no curve has a name.
    fn legend_rows(&self) -> Vec<Vec<(usize, f64)>> {
        let names: Vec<&str> = self.curves.iter().map(|curve| curve.name.as_str()).collect();
        legend::rows(&names, LEFT, WIDTH - RIGHT)
    }

    /// Whether every curve advances along the abscissae, as functions do and orbits do not.
    fn advances(&self) -> bool {
        self.curves.iter().all(|c| c.points.windows(2).all(|w| !(w[1].0 < w[0].0)))
    }

    fn legend(&self, out: &mut Svg, rows: &[Vec<(usize, f64)>], top: f64) {
        for (row, entries) in rows.iter().enumerate() {
            let y = top + 12.0 + row as f64 * LINE;
            for (rank, x) in entries {
                let curve = &self.curves[*rank];
                if curve.line != Stroke::Absent {
                    let ends = format!("M{:.2},{:.2}h24", x, y - 4.0);
                    out.push(&format!("<path class=\"c\" {} d=\"{ends}\"/>", stroke(curve, *rank)));
                }
                if curve.mark_every > 0 || curve.line == Stroke::Absent || curve.kind == Kind::Regression {
                    out.mark(x + 12.0, y - 4.0, colour(curve, *rank));
                }
                out.text(x + 30.0, y, "start", "k", &curve.name);
            }
        }
    }
}

/// The plotting area and its fitted axes.
struct Frame {
    top: f64,
    x: Fitted,
    y: Fitted,
}

impl Frame {
    fn at(&self, (x, y): (f64, f64)) -> Option<(f64, f64)> {
        let (x, y) = (self.x.position(x)?, self.y.position(y)?);
        // Far outside the frame nothing is seen; keep coordinates printable.
        let (x, y) = (x.clamp(-10.0, 11.0), y.clamp(-10.0, 11.0));
        Some((LEFT + x * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - y * (HEIGHT - BOTTOM - self.top)))
    }

    fn clip(&self, out: &mut Svg) {
        let (width, height) = (WIDTH - LEFT - RIGHT, HEIGHT - BOTTOM - self.top);
        out.push(&format!(
            "<clipPath id=\"plot\"><rect x=\"{LEFT}\" y=\"{:.2}\" width=\"{width}\" height=\"{height:.2}\"/></clipPath>",
            self.top
        ));
    }

    fn axes(&self, out: &mut Svg, x_label: &str, y_label: &str) {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        let column = |v: f64| self.x.position(v).map(|p| LEFT + p * (right - LEFT));
        let row = |v: f64| self.y.position(v).map(|p| bottom - p * (bottom - self.top));
        for (values, class) in [(&self.x.minor, "m"), (&ticks(&self.x), "g")] {
            for x in values.iter().filter_map(|v| column(*v)) {
                out.push(&format!("<path class=\"{class}\" d=\"M{x:.2},{:.2}V{bottom:.2}\"/>", self.top));
            }
        }
        for (values, class) in [(&self.y.minor, "m"), (&ticks(&self.y), "g")] {
            for y in values.iter().filter_map(|v| row(*v)) {
                out.push(&format!("<path class=\"{class}\" d=\"M{LEFT},{y:.2}H{right:.2}\"/>"));
            }
        }
        out.push(&format!("<path class=\"a\" d=\"M{LEFT},{:.2}V{bottom:.2}H{right:.2}\"/>", self.top));
        for (value, text) in &self.x.ticks {
            if let Some(x) = column(*value) {
                out.push(&format!("<path class=\"a\" d=\"M{x:.2},{bottom:.2}v5\"/>"));
                out.text(x, bottom + 19.0, "middle", "k", text);
            }
        }
        for (value, text) in &self.y.ticks {
            if let Some(y) = row(*value) {
                out.push(&format!("<path class=\"a\" d=\"M{LEFT},{y:.2}h-5\"/>"));
                out.text(LEFT - 9.0, y + 4.0, "end", "k", text);
            }
        }
        out.text((LEFT + right) / 2.0, HEIGHT - 16.0, "middle", "l", &with_power(x_label, self.x.exponent));
        let middle = (self.top + bottom) / 2.0;
        out.push(&format!(
            "<text class=\"l\" text-anchor=\"middle\" transform=\"translate(20,{middle:.2}) rotate(-90)\">{}</text>",
            escaped(&with_power(y_label, self.y.exponent))
        ));
    }

    fn curve(&self, out: &mut Svg, curve: &Curve, rank: usize) {
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
                out.mark(*x, *y, colour(curve, rank));
            }
        }
    }
}

/// At most four points for each pixel column (first, lowest, highest, last), which look the same.
fn thinned(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
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

/// The label with the power of ten taken out of the ticks: `force (N)` becomes `force (10⁻⁶ N)`.
fn with_power(label: &str, exponent: i32) -> String {
    if exponent == 0 {
        return label.to_string();
    }
    let power = format!("10{}", superscript(exponent));
    match label.strip_suffix(')').and_then(|text| text.rsplit_once('(')) {
        Some((name, unit)) if !unit.is_empty() => format!("{name}({power} {unit})"),
        _ if label.is_empty() => format!("(× {power})"),
        _ => format!("{label} (× {power})"),
    }
}

fn colour(curve: &Curve, rank: usize) -> &'static str {
    PALETTE[curve.colour.unwrap_or(rank) % PALETTE.len()]
}

fn stroke(curve: &Curve, rank: usize) -> String {
    // Beyond the palette, the same colours come back dashed.
    let dashed = curve.line == Stroke::Dashed || (curve.colour.is_none() && rank >= PALETTE.len());
    let dash = match (curve.line, dashed) {
        (Stroke::Dotted, _) => " stroke-dasharray=\"1.5 4\"",
        (_, true) => " stroke-dasharray=\"7 4\"",
        _ => "",
    };
    format!("stroke=\"{}\"{dash}", colour(curve, rank))
}

/// Text as XML takes it.
pub(super) fn escaped(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The document, one element a line.
#[derive(Default)]
struct Svg(String);

impl Svg {
    fn push(&mut self, element: &str) {
        self.0.push_str(element);
        self.0.push('\n');
    }

    fn text(&mut self, x: f64, y: f64, anchor: &str, class: &str, text: &str) {
        let text = escaped(text);
        self.push(&format!("<text class=\"{class}\" x=\"{x:.2}\" y=\"{y:.2}\" text-anchor=\"{anchor}\">{text}</text>"));
    }

    fn mark(&mut self, x: f64, y: f64, colour: &str) {
        self.push(&format!("<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"2.6\" fill=\"{colour}\"/>"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> Chart {
        let wave =
            |phase: f64| (0..=200).map(|i| (f64::from(i) * 0.05, libm::sin(f64::from(i) * 0.1 + phase))).collect();
        let curve = |name: &str, phase| Curve { name: name.into(), points: wave(phase), ..Curve::default() };
        Chart {
            title: "Support & shoe".into(),
            x: Axis { label: "time (s)".into(), ..Axis::default() },
            y: Axis { label: "velocity (m/s)".into(), ..Axis::default() },
            curves: vec![curve("support", 0.0), curve("shoe <1>", 0.7)],
            ..Chart::default()
        }
    }

    #[test]
    fn a_chart_is_the_same_text_every_time_and_well_formed() {
        let svg = chart().svg();
        assert_eq!(svg, chart().svg());
        assert!(svg.contains("Support &amp; shoe") && svg.contains("shoe &lt;1&gt;") && svg.contains("velocity (m/s)"));
        let opened = svg.matches("<text").count() + svg.matches("<g ").count() + svg.matches("<title").count();
        assert_eq!(
            opened,
            svg.matches("</text>").count() + svg.matches("</g>").count() + svg.matches("</title>").count()
        );
        assert_eq!(svg.matches("<path class=\"c\"").count(), 4);
    }

    #[test]
    fn the_power_of_ten_goes_to_the_unit() {
        assert_eq!(with_power("force (N)", -6), "force (10⁻⁶ N)");
        assert_eq!(with_power("DX", 3), "DX (× 10³)");
        assert_eq!(with_power("time (s)", 0), "time (s)");
    }

    #[test]
    fn long_curves_keep_their_extremes() {
        let points: Vec<(f64, f64)> =
            (0..100_000).map(|i| (f64::from(i) / 200.0, if i == 54_321 { 9.0 } else { 0.0 })).collect();
        let kept = thinned(&points);
        assert!(kept.len() < 2100 && kept.iter().any(|p| p.1 == 9.0));
        assert_eq!((kept.first(), kept.last()), (points.first(), points.last()));
    }

    #[test]
    fn a_curve_is_interrupted_where_it_has_no_value() {
        let points = vec![(0.0, 1.0), (1.0, f64::NAN), (2.0, 1.0), (3.0, 2.0)];
        let svg = Chart { curves: vec![Curve { points, ..Curve::default() }], ..Chart::default() }.svg();
        let path = svg.lines().find(|l| l.contains("class=\"c\"")).expect("a curve");
        assert_eq!(path.matches('M').count(), 2);
    }
}
