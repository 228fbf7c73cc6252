//! Drawing of a chart: frame, curves, names, as SVG.

use super::axis::{Axis, Scale, fit, with_power};
use super::curve::{Chart, Curve, Kind, Stroke};
use super::frame::Frame;
use super::kinds::{BARS, SHADE};
use super::legend;
use super::style::{LEFT, LINE, PLOT, RIGHT, STYLE, WIDTH};
use super::svg::{Svg, colour, stroke};
use super::text::{escaped, shortened, wrapped};

/// Room for the labels of ordinates beside the least margin, where the plotting area has a given shape.
const LABELS: f64 = 24.0;

impl Chart {
    /// The chart as an SVG document.
    pub fn svg(&self) -> String {
        if let Some(chart) = self.cumulated() {
            return chart.svg();
        }
        let room = WIDTH - 2.0 * RIGHT;
        let title = wrapped(&self.title, room, 15.0);
        let subtitle = wrapped(&self.subtitle, room, 12.0);
        let extents: Vec<[Vec<f64>; 2]> =
            self.curves.iter().map(|c| c.extent(self.x.scale, self.scale_of(c))).collect();
        let both = || self.curves.iter().zip(&extents);
        let of_axis = |right: bool| -> Vec<f64> {
            both().filter(|(c, _)| c.on_right == right).flat_map(|(_, extent)| extent[1].clone()).collect()
        };
        let x: Vec<f64> = extents.iter().flat_map(|extent| extent[0].clone()).collect();
        let two = self.curves.iter().any(|curve| curve.on_right);
        let (left, right) = (of_axis(false), of_axis(true));
        let bars = self.curves.iter().any(|curve| curve.kind == Kind::Bars);
        let axis = |axis: &Axis, values: &[f64]| {
            let fitted = fit(axis, values.iter().copied(), false, 7);
            if bars || axis.bounds.is_some() { fitted } else { fitted.with_room(values) }
        };
        let mut across = fit(&self.x, x.iter().copied(), self.advances(), 8);
        if !self.advances() && self.x.bounds.is_none() && self.x.names.is_empty() {
            across = across.with_room(&x);
        }
        let mut frame = Frame {
            left: LEFT,
            right: WIDTH - RIGHT,
            top: 16.0,
            bottom: 0.0,
            x: across,
            y: axis(&self.y, &left),
            // Marks at the border are whole, unless the borders are asked for.
            spill: if [&self.x, &self.y].iter().any(|a| a.bounds.is_some()) { 0.0 } else { 5.0 },
        };
        if self.is_isometric() && !two {
            frame.lengthen((WIDTH - RIGHT - LEFT - LABELS) / PLOT);
        }
        let second = two.then(|| axis(&self.right, &right));
        let y_label = wrapped(&with_power(&self.y.label, &frame.y), PLOT, 13.0);
        let right_label =
            second.as_ref().map(|axis| wrapped(&with_power(&self.right.label, axis), PLOT, 13.0)).unwrap_or_default();
        frame.left = LEFT.max(16.0 + frame.y.widest() + LINE * y_label.len() as f64 + 12.0);
        if let Some(axis) = &second {
            frame.right = WIDTH - (16.0 + axis.widest() + LINE * right_label.len() as f64 + 12.0).max(RIGHT);
        }
        let names: Vec<String> =
            self.curves.iter().map(|c| shortened(&c.name, WIDTH - RIGHT - frame.left - 34.0, 12.0)).collect();
        let legend = legend::rows(&names, frame.left, WIDTH - RIGHT);
        frame.top += title.len() as f64 * 20.0 + subtitle.len() as f64 * LINE;
        frame.top += if title.is_empty() { 0.0 } else { 4.0 };
        let legend_top = frame.top;
        frame.top += legend.len() as f64 * LINE + 6.0;
        frame.bottom = frame.top + PLOT;
        if self.is_isometric() && !two {
            frame.right = frame.right.min(frame.left + PLOT * frame.x.span() / frame.y.span());
        }
        let x_label = wrapped(&with_power(&self.x.label, &frame.x), frame.right - frame.left, 13.0);
        let notes = self.left_out();
        let height = frame.bottom + 40.0 + LINE * x_label.len().max(1) as f64 + LINE * notes.len() as f64;
        let mut out = Svg::default();
        out.push(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" role=\"img\">"
        ));
        let name = if self.title.is_empty() { "Curves" } else { &self.title };
        out.push(&format!("<title>{}</title>", escaped(name)));
        out.push(&format!("<style>{STYLE}</style>"));
        out.push(&format!("<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>"));
        let mut y = 26.0;
        for (lines, class, step) in [(&title, "t", 20.0), (&subtitle, "s", LINE)] {
            for line in lines {
                out.text(WIDTH / 2.0, y, "middle", class, line);
                y += step;
            }
        }
        frame.axes(&mut out, &x_label, &y_label);
        if let Some(axis) = &second {
            frame.second(&mut out, axis, &right_label);
        }
        for (rank, note) in notes.iter().enumerate() {
            out.text(frame.left, height - 12.0 - LINE * (notes.len() - 1 - rank) as f64, "start", "s", note);
        }
        self.legend(&mut out, &legend, &names, legend_top);
        frame.clip(&mut out);
        out.push("<g clip-path=\"url(#plot)\">");
        let other = Frame { y: second.unwrap_or_else(|| frame.y.clone()), ..frame.clone() };
        for (rank, curve) in self.curves.iter().enumerate() {
            let own = if curve.on_right { &other } else { &frame };
            own.shape(&mut out, curve, rank, rank.checked_sub(1).map(|before| &self.curves[before]));
        }
        out.push("</g>");
        out.push("</svg>");
        out.0
    }

    /// Scale of the ordinates of a curve.
    fn scale_of(&self, curve: &Curve) -> Scale {
        if curve.on_right { self.right.scale } else { self.y.scale }
    }

    /// What a logarithmic axis does not show, curve by curve.
    fn left_out(&self) -> Vec<String> {
        let cannot = |scale: Scale, v: f64| scale == Scale::Logarithmic && v.is_finite() && v <= 0.0;
        let note = |curve: &Curve| {
            let vertical = curve.kind != Kind::Rules;
            let out = |p: &&(f64, f64)| cannot(self.x.scale, p.0) || vertical && cannot(self.scale_of(curve), p.1);
            let count = curve.points.iter().filter(out).count();
            let whose = if curve.name.is_empty() { String::new() } else { format!("{}: ", curve.name) };
            let points = if count == 1 { "point" } else { "points" };
            (count > 0).then(|| shortened(&format!("{whose}{count} {points} ≤ 0 left out"), WIDTH - LEFT - RIGHT, 12.0))
        };
        self.curves.iter().filter_map(note).collect()
    }

    /// Whether every curve advances along the abscissae, as functions do and orbits do not.
    fn advances(&self) -> bool {
        self.curves.iter().filter(|c| c.kind != Kind::Area).all(|c| c.points.windows(2).all(|w| !(w[1].0 < w[0].0)))
    }

    fn legend(&self, out: &mut Svg, rows: &[Vec<(usize, f64)>], names: &[String], top: f64) {
        for (row, entries) in rows.iter().enumerate() {
            let y = top + 12.0 + row as f64 * LINE;
            for (rank, x) in entries {
                let curve = &self.curves[*rank];
                let shade = match curve.kind {
                    Kind::Bars | Kind::Cumulated => Some(BARS),
                    Kind::Area => Some(SHADE),
                    Kind::Slopes if curve.slopes.len() > 1 => Some(SHADE),
                    _ => None,
                };
                if let Some(opacity) = shade {
                    out.push(&format!(
                        "<rect x=\"{x:.2}\" y=\"{:.2}\" width=\"24\" height=\"10\" fill=\"{}\" fill-opacity=\"{opacity}\"/>",
                        y - 9.0,
                        colour(curve, *rank)
                    ));
                    out.text(x + 30.0, y, "start", "k", &names[*rank]);
                    continue;
                }
                let dashed = Curve { line: Stroke::Dashed, ..curve.clone() };
                let curve = if matches!(curve.kind, Kind::Slopes | Kind::Rules) { &dashed } else { curve };
                if curve.line != Stroke::Absent {
                    let ends = format!("M{:.2},{:.2}h24", x, y - 4.0);
                    out.push(&format!("<path class=\"c\" {} d=\"{ends}\"/>", stroke(curve, *rank)));
                }
                if curve.mark_every > 0
                    || curve.line == Stroke::Absent && curve.kind != Kind::Band
                    || curve.kind == Kind::Regression
                {
                    out.mark(x + 12.0, y - 4.0, colour(curve, *rank), curve.mark);
                }
                out.text(x + 30.0, y, "start", "k", &names[*rank]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::frame::thinned;
    use super::super::style::PLOT;
    use super::super::{Axis, Curve, Mark, Scale};
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
    fn two_axes_show_two_sizes_each_over_the_whole_height() {
        let mut chart = chart();
        chart.curves[1].points.iter_mut().for_each(|p| p.1 *= 1e-4);
        chart.curves[1].on_right = true;
        chart.right = Axis { label: "shoe (m)".into(), ..Axis::default() };
        let svg = chart.svg();
        let paths: Vec<&str> = svg.lines().filter(|l| l.contains("class=\"c\"") && l.len() > 300).collect();
        let heights = |path: &&str| {
            let rows =
                path.split(['M', 'L']).filter_map(|p| p.split(',').nth(1)?.trim_end_matches("\"/>").parse().ok());
            rows.fold((f64::INFINITY, 0.0_f64), |(a, b), y: f64| (a.min(y), b.max(y)))
        };
        let spans: Vec<(f64, f64)> = paths.iter().map(heights).collect();
        assert!(spans.len() == 2 && spans.iter().all(|(a, b)| b - a > 0.8 * PLOT), "{spans:?}");
        assert!(svg.contains("shoe (10⁻⁶ m)") || svg.contains("shoe (10⁻³ m)"), "{svg}");
    }

    #[test]
    fn what_is_left_out_is_said_and_long_text_stays_on_the_page() {
        let mut chart = chart();
        chart.y.scale = Scale::Logarithmic;
        chart.title = "a long title that goes on ".repeat(10);
        chart.curves[0].name = "x".repeat(300);
        let svg = chart.svg();
        let negative = chart.curves[1].points.iter().filter(|p| p.1 <= 0.0).count();
        assert!(svg.contains(&format!("shoe &lt;1&gt;: {negative} points ≤ 0 left out")), "{svg}");
        for line in svg.lines().filter(|l| l.starts_with("<text")) {
            let text = line.split('>').nth(1).unwrap().trim_end_matches("</text");
            assert!(text.chars().count() <= 125, "{text}");
        }
        assert!(svg.matches("class=\"t\"").count() >= 3 && svg.contains('…'));
        // The plotting area keeps its height whatever stands above it.
        let area = svg.lines().find(|l| l.starts_with("<clipPath")).unwrap();
        assert!(area.contains(&format!("height=\"{:.2}\"", PLOT + 10.0)), "{area}");
    }

    #[test]
    fn a_circle_is_round_whatever_else_is_drawn() {
        for beyond in [(0.0, 0.0), (-7.3, 0.2), (0.1, 3.7), (-13.0, 13.0), (40.0, 0.0)] {
            let at = |k: u32| (libm::cos(f64::from(k) * 0.1), libm::sin(f64::from(k) * 0.1));
            let circle = Curve { points: (0..=63).map(at).collect(), kind: Kind::Circle, ..Curve::default() };
            let other = Curve { points: vec![beyond], line: Stroke::Absent, ..Curve::default() };
            let svg = Chart { curves: vec![circle, other], ..Chart::default() }.svg();
            let path = svg.lines().find(|l| l.contains("class=\"c\"")).unwrap();
            let points: Vec<(f64, f64)> = path
                .split(['M', 'L'])
                .filter_map(|p| p.trim_end_matches("\"/>").split_once(','))
                .filter_map(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)))
                .collect();
            let extent = |value: fn(&(f64, f64)) -> f64| {
                let values = points.iter().map(value);
                values.clone().fold(f64::MIN, f64::max) - values.fold(f64::MAX, f64::min)
            };
            let (wide, high) = (extent(|p| p.0), extent(|p| p.1));
            assert!(wide > 5.0 && (wide - high).abs() < 0.02 * wide.max(10.0), "{beyond:?}: {wide} by {high}");
        }
    }

    #[test]
    fn curves_and_marks_do_not_touch_the_frame() {
        let points = vec![(0.0, 0.0), (1.0, 10.0), (2.0, 0.0)];
        let curve = Curve { points, mark_every: 1, mark: Mark::Square, ..Curve::default() };
        let svg = Chart { curves: vec![curve], ..Chart::default() }.svg();
        let frame = svg.lines().find(|l| l.contains("class=\"a\"")).unwrap();
        let top: f64 = frame.split([',', 'V']).nth(1).unwrap().parse().unwrap();
        let path = svg.lines().find(|l| l.contains("class=\"c\"")).unwrap();
        let peak: f64 = path.split('L').nth(1).unwrap().split(',').nth(1).unwrap().parse().unwrap();
        assert!(peak - top > 0.03 * PLOT, "{peak} {top}");
        assert_eq!(svg.matches("h5.2v5.2").count(), 3);
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
