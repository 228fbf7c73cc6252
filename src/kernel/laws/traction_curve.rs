//! A traction curve (or one per temperature) as a threshold `R(p)` over the cumulated plastic strain, and the plastic
//! increment on it, segment by segment.
//!
//! Points `p_i = eps_i - sigma_i/E_c`, with `E_c = sigma_1/eps_1` of each curve; the first has `p = 0`. Between two
//! temperatures `R` is linear at the same `p` (not at the same strain).

use super::fault::{LawFault, SpecFault};
use super::parameters::Parameters;
use crate::signal::{Extension, Signal, Table};

/// Thresholds over `p`, one curve per temperature.
#[derive(Clone, Debug)]
pub struct TractionCurve {
    curves: Vec<Curve>,
}

/// `R(p)` of one temperature.
#[derive(Clone, Debug)]
struct Curve {
    temperature: f64,
    modulus: f64,
    points: Vec<(f64, f64)>,
    beyond: Extension,
}

/// A plastic increment: its size, the threshold at its end, the slope there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plastic {
    pub increment: f64,
    pub threshold: f64,
    pub slope: f64,
}

impl Curve {
    fn new(temperature: f64, table: &Table) -> Result<Curve, String> {
        let (x, y) = (&table.abscissae, &table.ordinates);
        let ([first_x, ..], [first_y, ..]) = (x.as_slice(), y.as_slice()) else {
            return Err("it has no point".to_string());
        };
        if *first_x <= 0.0 || *first_y <= 0.0 {
            return Err(format!(
                "its first point must be the elastic limit, with positive strain and stress; found ({first_x}, {first_y})"
            ));
        }
        let modulus = first_y / first_x;
        let points: Vec<_> = x.iter().zip(y).map(|(x, y)| (x - y / modulus, *y)).collect();
        if let Some(i) = points.windows(2).position(|pair| pair[1].0 <= pair[0].0) {
            return Err(format!("the slope before point {} is not smaller than the first one", i + 2));
        }
        let points = points.into_iter().enumerate().map(|(i, (p, r))| (if i == 0 { 0.0 } else { p }, r)).collect();
        Ok(Curve { temperature, modulus, points, beyond: table.right })
    }

    /// Threshold and slope at `p` (the segment to the right), and the `p` where the segment ends.
    fn at(&self, p: f64) -> Result<(f64, f64, f64), LawFault> {
        let last = self.points.len() - 1;
        let i = (1..=last).find(|i| p < self.points[*i].0);
        let (a, end) = match i {
            Some(i) => (i - 1, self.points[i].0),
            None => match self.beyond {
                Extension::Constant => return Ok((self.points[last].1, 0.0, f64::INFINITY)),
                Extension::Linear if last > 0 => (last - 1, f64::INFINITY),
                _ => {
                    let (quantity, curve) = ("plastic strain", "the curve TRACTION");
                    return Err(LawFault::end_of_curve(quantity, p, curve));
                }
            },
        };
        let ((p_1, r_1), (p_2, r_2)) = (self.points[a], self.points[a + 1]);
        let slope = (r_2 - r_1) / (p_2 - p_1);
        Ok((r_1 + slope * (p - p_1), slope, end))
    }
}

impl TractionCurve {
    /// TRACTION/SIGM of a material: a function of EPSI, or a surface of TEMP.
    pub fn new(parameters: &Parameters) -> Result<TractionCurve, SpecFault> {
        let keyword = "SIGM";
        let curve = |temperature: f64, signal: &Signal| match signal {
            Signal::Table(table) => {
                Curve::new(temperature, table).map_err(|reason| SpecFault::Curve { keyword, reason })
            }
            _ => {
                Err(SpecFault::Curve { keyword, reason: "it must be a tabulated function (DEFI_FONCTION)".to_string() })
            }
        };
        let curves = match parameters.surfaces.get(keyword) {
            Some(surface) if !surface.is_empty() => {
                surface.iter().map(|(temperature, signal)| curve(*temperature, signal)).collect::<Result<_, _>>()?
            }
            _ => vec![curve(0.0, &parameters.function(keyword)?)?],
        };
        Ok(TractionCurve { curves })
    }

    /// Slope of the first segment of the (first) curve.
    pub fn modulus(&self) -> f64 {
        self.curves[0].modulus
    }

    /// The two curves around a temperature and the weight of the second. Fails outside of the curves, or without a
    /// temperature where there are several.
    fn around(&self, temperature: Option<f64>) -> Result<(&Curve, &Curve, f64), LawFault> {
        let [first, .., last] = self.curves.as_slice() else {
            return Ok((&self.curves[0], &self.curves[0], 0.0));
        };
        let Some(t) = temperature else { return Err(LawFault::Missing("temperature")) };
        if t < first.temperature || t > last.temperature {
            let (quantity, curve) = ("temperature", "the surface TRACTION");
            return Err(LawFault::end_of_curve(quantity, t, curve));
        }
        let i = (1..self.curves.len() - 1).find(|i| t < self.curves[*i].temperature).unwrap_or(self.curves.len() - 1);
        let (a, b) = (&self.curves[i - 1], &self.curves[i]);
        Ok((a, b, (t - a.temperature) / (b.temperature - a.temperature)))
    }

    /// Threshold at `p`.
    pub fn threshold(&self, p: f64, temperature: Option<f64>) -> Result<f64, LawFault> {
        let (a, b, weight) = self.around(temperature)?;
        let r_a = a.at(p)?.0;
        Ok(if weight == 0.0 { r_a } else { (1.0 - weight) * r_a + weight * b.at(p)?.0 })
    }

    /// The increment `dp` with `trial - E dp = R(p + dp)`; `trial` is positive and above the threshold.
    pub fn increment(&self, trial: f64, modulus: f64, p: f64, temperature: Option<f64>) -> Result<Plastic, LawFault> {
        let (a, b, weight) = self.around(temperature)?;
        let mut at = p;
        loop {
            let (mut r, mut slope, mut end) = a.at(at)?;
            if weight != 0.0 {
                let (r_b, slope_b, end_b) = b.at(at)?;
                (r, slope) = ((1.0 - weight) * r + weight * r_b, (1.0 - weight) * slope + weight * slope_b);
                end = end.min(end_b);
            }
            let dp = (trial - modulus * (at - p) - r) / (modulus + slope);
            if at + dp <= end {
                return Ok(Plastic { increment: at + dp - p, threshold: r + slope * dp, slope });
            }
            // Each turn goes on to the next point of the curves.
            if !(end > at && end.is_finite()) {
                return Err(LawFault::NotFinite("the plastic strain"));
            }
            at = end;
        }
    }
}
