//! Kinds of curves that are more than a line: bars of a histogram, marks with their line of regression, vertical marks of
//! abscissae, the band between two curves.

use super::axis::Scale;
use super::curve::{Curve, Kind, Stroke};
use super::frame::Frame;
use super::svg::{Svg, colour, stroke};

impl Curve {
    /// Points that the axes must show: abscissae, ordinates.
    pub(super) fn extent(&self, x: Scale, y: Scale) -> [Vec<f64>; 2] {
        let (mut columns, mut rows): (Vec<f64>, Vec<f64>) = self.points.iter().copied().unzip();
        match self.kind {
            Kind::Bars => {
                columns.extend(self.last_edge(x));
                if y == Scale::Linear {
                    rows.push(0.0);
                }
            }
            Kind::Rules => rows.clear(),
            Kind::Line | Kind::Regression | Kind::Band => {}
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

    /// Ends of the line of least squares on the scales of the axes; `None` for fewer than two abscissae.
    pub(super) fn regression(&self, x: Scale, y: Scale) -> Option<[(f64, f64); 2]> {
        let on = |scale: Scale, v: f64| if scale == Scale::Logarithmic { libm::log10(v) } else { v };
        let back = |scale: Scale, v: f64| if scale == Scale::Logarithmic { libm::pow(10.0, v) } else { v };
        let points: Vec<(f64, f64)> = self.points.iter().map(|(a, b)| (on(x, *a), on(y, *b))).collect();
        let points: Vec<(f64, f64)> = points.into_iter().filter(|(a, b)| a.is_finite() && b.is_finite()).collect();
        let sum = |f: &dyn Fn(&(f64, f64)) -> f64| points.iter().fold(0.0, |s, p| s + f(p));
        let count = points.len() as f64;
        let (middle, level) = (sum(&|p| p.0) / count, sum(&|p| p.1) / count);
        let slope = sum(&|p| (p.0 - middle) * (p.1 - level)) / sum(&|p| (p.0 - middle) * (p.0 - middle));
        let low = points.iter().fold(f64::INFINITY, |m, p| m.min(p.0));
        let high = points.iter().fold(f64::NEG_INFINITY, |m, p| m.max(p.0));
        slope.is_finite().then(|| [low, high].map(|a| (back(x, a), back(y, level + slope * (a - middle)))))
    }
}

impl Frame {
    /// Draws a curve in its kind; `before` is the curve before it.
    pub(super) fn shape(&self, out: &mut Svg, curve: &Curve, rank: usize, before: Option<&Curve>) {
        match curve.kind {
            Kind::Line => self.curve(out, curve, rank),
            Kind::Bars => self.bars(out, curve, rank),
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
                self.curve(out, curve, rank);
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
                "<rect x=\"{:.2}\" y=\"{top:.2}\" width=\"{:.2}\" height=\"{height:.2}\" fill=\"{}\" fill-opacity=\"0.55\" \
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
        let there = curve.points.iter().filter_map(|p| self.at(*p));
        let back = before.points.iter().rev().filter_map(|p| self.at(*p));
        let points: Vec<String> = there.chain(back).map(|(x, y)| format!("{x:.2},{y:.2}")).collect();
        out.push(&format!(
            "<polygon points=\"{}\" fill=\"{}\" fill-opacity=\"0.12\"/>",
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
            .filter(|l| l.contains("fill-opacity=\"0.55\""))
            .map(|l| l.split('"').filter_map(|t| t.parse().ok()).collect())
            .collect();
        assert_eq!(bars.len(), 3);
        // Numbers of a bar: x, y, width, height. One decade each, the second half as high, both on the same floor.
        assert!((bars[0][2] - bars[1][2]).abs() < 0.02 && (bars[0][3] - 2.0 * bars[1][3]).abs() < 0.02, "{bars:?}");
        assert!((bars[0][1] + bars[0][3] - bars[1][1] - bars[1][3]).abs() < 0.02 && bars[2][3] == 0.0);
        assert!((bars[0][0] + bars[0][2] - bars[1][0]).abs() < 0.02);
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
