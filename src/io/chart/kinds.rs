//! Kinds of curves that are more than a line: bars of a histogram, with or without their cumulative share, marks with their line
//! of regression, reference slopes, vertical marks of abscissae, the band between two curves, an area.

use super::axis::Scale;
use super::curve::{Chart, Curve, Kind, Stroke};
use super::frame::Frame;
use super::svg::{Svg, colour, stroke};

/// Opacity of areas and of bars.
pub(super) const SHADE: f64 = 0.3;
pub(super) const BARS: f64 = 0.55;

impl Curve {
    /// Points that the axes must show: abscissae, ordinates.
    pub(super) fn extent(&self, x: Scale, y: Scale) -> [Vec<f64>; 2] {
        let (mut columns, mut rows): (Vec<f64>, Vec<f64>) = self.points.iter().copied().unzip();
        match self.kind {
            Kind::Bars | Kind::Cumulated => {
                columns.extend(self.last_edge(x));
                if y == Scale::Linear {
                    rows.push(0.0);
                }
            }
            Kind::Rules => rows.clear(),
            Kind::Slopes => {
                rows.clear();
                rows.extend(self.slope_lines(x, y).iter().flatten().map(|p| p.1));
            }
            Kind::Line | Kind::Circle | Kind::Regression | Kind::Band | Kind::Area => {}
        }
        [columns, rows]
    }

    /// Right edge of the last bar.
    fn last_edge(&self, scale: Scale) -> Option<f64> {
        match self.points[..] {
            [.., (a, _), (b, _)] if scale == Scale::Logarithmic && a > 0.0 => Some(b * b / a),
            [.., (a, _), (b, _)] => Some(2.0 * b - a),
            _ => None,
        }
    }

    /// Points on the scales of the axes, those that these can show.
    fn on_scales(&self, x: Scale, y: Scale) -> Vec<(f64, f64)> {
        let points = self.points.iter().map(|(a, b)| (on(x, *a), on(y, *b)));
        points.filter(|(a, b)| a.is_finite() && b.is_finite()).collect()
    }

    /// Ends of the line of least squares on the scales of the axes; `None` for fewer than two abscissae.
    pub(super) fn regression(&self, x: Scale, y: Scale) -> Option<[(f64, f64); 2]> {
        let points = self.on_scales(x, y);
        let (middle, level) = mean(&points);
        let sum = |f: &dyn Fn(&(f64, f64)) -> f64| points.iter().fold(0.0, |s, p| s + f(p));
        let slope = sum(&|p| (p.0 - middle) * (p.1 - level)) / sum(&|p| (p.0 - middle) * (p.0 - middle));
        let line = |a: f64| (back(x, a), back(y, level + slope * (a - middle)));
        slope.is_finite().then(|| ends(&points).map(line))
    }

    /// Start, middle and end of the line of each reference slope, from the least slope to the greatest.
    fn slope_lines(&self, x: Scale, y: Scale) -> Vec<[(f64, f64); 3]> {
        let points = self.on_scales(x, y);
        let (middle, level) = mean(&points);
        let [first, last] = ends(&points);
        let mut slopes = self.slopes.clone();
        slopes.sort_by(f64::total_cmp);
        let line = |slope: f64| [first, middle, last].map(|a| (back(x, a), back(y, level + slope * (a - middle))));
        if points.is_empty() { Vec::new() } else { slopes.into_iter().map(line).collect() }
    }
}

fn on(scale: Scale, v: f64) -> f64 {
    if scale == Scale::Logarithmic { libm::log10(v) } else { v }
}

fn back(scale: Scale, v: f64) -> f64 {
    if scale == Scale::Logarithmic { libm::pow(10.0, v) } else { v }
}

fn mean(points: &[(f64, f64)]) -> (f64, f64) {
    let (x, y) = points.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.0, sum.1 + p.1));
    (x / points.len() as f64, y / points.len() as f64)
}

/// Least and greatest abscissa.
fn ends(points: &[(f64, f64)]) -> [f64; 2] {
    points.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], p| [low.min(p.0), high.max(p.0)])
}

impl Chart {
    /// The chart with each histogram and its cumulative share as two curves; `None` when there is none.
    pub(super) fn cumulated(&self) -> Option<Chart> {
        if !self.curves.iter().any(|curve| curve.kind == Kind::Cumulated) {
            return None;
        }
        let mut chart = Chart { curves: Vec::new(), ..self.clone() };
        for (rank, curve) in self.curves.iter().enumerate() {
            let colour = curve.colour.or(Some(rank));
            if curve.kind != Kind::Cumulated {
                chart.curves.push(Curve { colour, ..curve.clone() });
                continue;
            }
            let total: f64 = curve.points.iter().map(|p| p.1).filter(|y| y.is_finite()).sum();
            let edges = curve.points.iter().skip(1).map(|p| p.0).chain(curve.last_edge(self.x.scale));
            let mut sum = 0.0;
            let mut points: Vec<(f64, f64)> = curve.points.first().map(|p| (p.0, 0.0)).into_iter().collect();
            for (point, edge) in curve.points.iter().zip(edges) {
                sum += if point.1.is_finite() { point.1 } else { 0.0 };
                points.push((edge, sum / total));
            }
            let name = if curve.name.is_empty() { "cumulative".into() } else { format!("{}, cumulative", curve.name) };
            chart.curves.push(Curve { kind: Kind::Bars, colour, ..curve.clone() });
            chart.curves.push(Curve { name, points, colour, on_right: true, line: curve.line, ..Curve::default() });
        }
        if chart.right.label.is_empty() {
            chart.right.label = "cumulative share".to_string();
        }
        chart.right.bounds = chart.right.bounds.or(Some((0.0, 1.0)));
        Some(chart)
    }
}

impl Frame {
    /// Draws a curve in its kind; `before` is the curve before it.
    pub(super) fn shape(&self, out: &mut Svg, curve: &Curve, rank: usize, before: Option<&Curve>) {
        match curve.kind {
            Kind::Line | Kind::Circle => self.curve(out, curve, rank),
            Kind::Bars | Kind::Cumulated => self.bars(out, curve, rank),
            Kind::Area => self.area(out, &curve.points, curve, rank),
            Kind::Slopes => self.slopes(out, curve, rank),
            Kind::Regression => {
                let marks = Curve { line: Stroke::Absent, ..curve.clone() };
                self.curve(out, &marks, rank);
                if let Some(ends) = curve.regression(self.x.scale, self.y.scale) {
                    let line = Curve { points: ends.to_vec(), mark_every: 0, ..curve.clone() };
                    self.curve(out, &line, rank);
                }
            }
            Kind::Rules => self.rules(out, curve, rank),
            Kind::Band => {
                self.band(out, curve, before, rank);
                if curve.line != Stroke::Absent {
                    self.curve(out, curve, rank);
                }
            }
        }
    }

    fn bars(&self, out: &mut Svg, curve: &Curve, rank: usize) {
        let floor = self.at((curve.points.first().map_or(0.0, |p| p.0), 0.0)).map_or(self.bottom, |p| p.1);
        let next = curve.points.iter().skip(1).map(|p| p.0).chain(curve.last_edge(self.x.scale));
        for (point, next) in curve.points.iter().zip(next) {
            let (Some((left, level)), Some(right)) = (self.at(*point), self.x.position(next)) else { continue };
            let right = self.left + right.clamp(-10.0, 11.0) * (self.right - self.left);
            let (top, height) = (level.min(floor), (level - floor).abs());
            out.push(&format!(
                "<rect x=\"{:.2}\" y=\"{top:.2}\" width=\"{:.2}\" height=\"{height:.2}\" fill=\"{}\" fill-opacity=\"{BARS}\" \
                 stroke=\"#ffffff\" stroke-width=\"0.6\"/>",
                left.min(right),
                (right - left).abs(),
                colour(curve, rank)
            ));
        }
    }

    fn rules(&self, out: &mut Svg, curve: &Curve, rank: usize) {
        let columns = curve.points.iter().filter_map(|p| self.x.position(p.0)).filter(|x| (0.0..=1.0).contains(x));
        let path: String = columns
            .map(|x| format!("M{:.2},{:.2}V{:.2}", self.left + x * (self.right - self.left), self.top, self.bottom))
            .collect();
        out.push(&format!(
            "<path class=\"c\" style=\"stroke-width:0.8\" {} d=\"{path}\"/>",
            stroke(&Curve { line: Stroke::Dashed, ..curve.clone() }, rank)
        ));
    }

    fn band(&self, out: &mut Svg, curve: &Curve, before: Option<&Curve>, rank: usize) {
        let Some(before) = before else { return };
        let points: Vec<(f64, f64)> = curve.points.iter().chain(before.points.iter().rev()).copied().collect();
        self.area(out, &points, curve, rank);
    }

    /// Reference slopes: the area between the outer two, or the only line.
    fn slopes(&self, out: &mut Svg, curve: &Curve, rank: usize) {
        match curve.slope_lines(self.x.scale, self.y.scale).as_slice() {
            [] => {}
            [line] => {
                let line = Curve { points: line.to_vec(), line: Stroke::Dashed, mark_every: 0, ..curve.clone() };
                self.curve(out, &line, rank);
            }
            [low, .., high] => {
                let points: Vec<(f64, f64)> = low.iter().chain(high.iter().rev()).copied().collect();
                self.area(out, &points, curve, rank);
            }
        }
    }

    fn area(&self, out: &mut Svg, points: &[(f64, f64)], curve: &Curve, rank: usize) {
        let points: Vec<String> =
            points.iter().filter_map(|p| self.at(*p)).map(|(x, y)| format!("{x:.2},{y:.2}")).collect();
        let opacity = if curve.kind == Kind::Band { 0.12 } else { SHADE };
        out.push(&format!(
            "<polygon points=\"{}\" fill=\"{}\" fill-opacity=\"{opacity}\"/>",
            points.join(" "),
            colour(curve, rank)
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Axis, Chart};
    use super::*;

    fn drawn(kind: Kind, points: Vec<(f64, f64)>, scales: [Scale; 2]) -> String {
        let axis = |scale| Axis { scale, ..Axis::default() };
        let curves = vec![
            Curve { points: vec![(1.0, 1.0), (100.0, 1.0)], ..Curve::default() },
            Curve { points, kind, ..Curve::default() },
        ];
        Chart { x: axis(scales[0]), y: axis(scales[1]), curves, ..Chart::default() }.svg()
    }

    #[test]
    fn a_power_law_is_its_own_regression_on_logarithmic_axes() {
        let points: Vec<(f64, f64)> = [1.0, 3.0, 20.0, 100.0].map(|x: f64| (x, 5.0 * libm::pow(x, -1.5))).to_vec();
        let curve = Curve { points: points.clone(), ..Curve::default() };
        let ends = curve.regression(Scale::Logarithmic, Scale::Logarithmic).unwrap();
        assert!((ends[0].1 / 5.0 - 1.0).abs() < 1e-12 && (ends[1].1 / 5e-3 - 1.0).abs() < 1e-12, "{ends:?}");
        // Level in dB against the logarithm of the speed: 20 n per decade.
        let level: Vec<(f64, f64)> = [0.02, 0.1, 0.7].map(|v| (v, 140.0 + 11.0 * libm::log10(v))).to_vec();
        let line = Curve { points: level, ..Curve::default() };
        let ends = line.regression(Scale::Logarithmic, Scale::Linear).unwrap();
        assert!(((ends[1].1 - ends[0].1) / libm::log10(35.0) - 11.0).abs() < 1e-12);
        let one = Curve { points: vec![(1.0, 2.0)], ..Curve::default() };
        assert_eq!(one.regression(Scale::Linear, Scale::Linear), None);
        let svg = drawn(Kind::Regression, points, [Scale::Logarithmic; 2]);
        assert_eq!((svg.matches("<circle").count(), svg.matches("<path class=\"c\"").count()), (4, 2));
    }

    #[test]
    fn bars_stand_on_zero_and_fill_their_classes() {
        let svg = drawn(Kind::Bars, vec![(1.0, 4.0), (10.0, 2.0), (100.0, 0.0)], [Scale::Logarithmic, Scale::Linear]);
        let bars: Vec<Vec<f64>> = svg
            .lines()
            .filter(|l| l.contains("fill-opacity=\"0.55\" stroke"))
            .map(|l| l.split('"').filter_map(|t| t.parse().ok()).collect())
            .collect();
        assert_eq!(bars.len(), 3);
        // Numbers of a bar: x, y, width, height. One decade each, the second half as high, both on the same floor.
        assert!((bars[0][2] - bars[1][2]).abs() < 0.02 && (bars[0][3] - 2.0 * bars[1][3]).abs() < 0.02, "{bars:?}");
        assert!((bars[0][1] + bars[0][3] - bars[1][1] - bars[1][3]).abs() < 0.02 && bars[2][3] == 0.0);
        assert!((bars[0][0] + bars[0][2] - bars[1][0]).abs() < 0.02);
    }

    #[test]
    fn a_histogram_has_its_cumulative_share_on_the_right() {
        let svg = drawn(Kind::Cumulated, vec![(1.0, 1.0), (2.0, 2.0), (3.0, 1.0)], [Scale::Linear; 2]);
        assert_eq!(svg.matches("fill-opacity=\"0.55\" stroke").count(), 3);
        assert!(svg.contains(">cumulative share<") && svg.contains(">cumulative<"), "{svg}");
        // From the left edge at 0 to the right edge of the last bar at 1: a quarter, three quarters.
        let line = svg.lines().rfind(|l| l.contains("class=\"c\"")).unwrap();
        let rows: Vec<f64> =
            line.split(['M', 'L']).filter_map(|p| p.split(',').nth(1)?.trim_end_matches("\"/>").parse().ok()).collect();
        let shares: Vec<f64> = rows.iter().map(|y| (rows[0] - y) / (rows[0] - rows[3])).collect();
        assert!(shares.iter().zip([0.0, 0.25, 0.75, 1.0]).all(|(a, b)| (a - b).abs() < 1e-3), "{shares:?}");
    }

    #[test]
    fn reference_slopes_pass_through_the_mean_of_the_points() {
        let points: Vec<(f64, f64)> = [1.0, 10.0, 100.0].map(|x: f64| (x, 3.0 * libm::pow(x, -0.9))).to_vec();
        let curve = Curve { points, slopes: vec![-1.0, -0.5], kind: Kind::Slopes, ..Curve::default() };
        let lines = curve.slope_lines(Scale::Logarithmic, Scale::Logarithmic);
        let middle = 3.0 * libm::pow(10.0, -0.9);
        for (line, slope) in lines.iter().zip([-1.0, -0.5]) {
            let expected = [1.0, 10.0, 100.0].map(|x: f64| middle * libm::pow(x / 10.0, slope));
            assert!(line.iter().zip(expected).all(|(p, y)| (p.1 / y - 1.0).abs() < 1e-12), "{line:?}");
        }
        let chart =
            |slopes: Vec<f64>| Chart { curves: vec![Curve { slopes, ..curve.clone() }], ..Chart::default() }.svg();
        assert!(chart(vec![1.0, 2.0]).contains("<polygon") && chart(vec![1.0]).contains("stroke-dasharray"));
        assert!(drawn(Kind::Area, vec![(1.0, 1.0), (9.0, 1.0), (9.0, 3.0)], [Scale::Linear; 2]).contains("<polygon"));
    }

    #[test]
    fn rules_cross_the_frame_and_change_no_axis_of_ordinates() {
        let svg = drawn(Kind::Rules, vec![(5.0, 1e9), (50.0, 0.0)], [Scale::Linear; 2]);
        let path = svg.lines().filter(|l| l.contains("stroke-width:0.8")).collect::<Vec<_>>();
        assert_eq!((path.len(), path[0].matches('V').count()), (1, 2));
        assert!(!svg.contains("10⁹"));
        assert!(drawn(Kind::Band, vec![(1.0, 2.0), (100.0, 3.0)], [Scale::Linear; 2]).contains("<polygon"));
        assert!(drawn(Kind::Bars, vec![], [Scale::Linear; 2]).contains("</svg>"));
    }
}
