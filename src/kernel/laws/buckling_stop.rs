//! CHOC_ENDO: a stop that buckles, integrated over the step. Threshold, stiffness and damping fall with the cumulated
//! plastic displacement `P`; material DIS_CHOC_ENDO. `buckling_penalty.rs` has the explicit form (CHOC_ENDO_PENA) and
//! `buckling.rs` the modal one (FLAMBAGE).
//!
//! With `e = u_x + g - p`, `G = K e - A |w|`, without the last term where CRIT_AMOR='EXCLUS'; `sw`, `sf` the signs of `w` and `G`:
//!
//! ```text
//! e > 0                    F' = P' = p' = 0
//! |G| < S                  F' = K u' - A sw w'   (0 where F >= 0 and it would grow)
//! |G| >= S, num den > 0    P' = num/den,  p' = sf P',  F' = K (u' - p') + K_P e P' - A sw w' - A_P |w| P'
//!   num = sf (K u' - A sw w')       den = S_P + K - sf K_P e + sf A_P |w|
//! ```

use super::cash_karp::{Rates, integrate};
use super::contact::Distances;
use super::fault::{LawFault, SpecFault};
use super::law::{Answer, Ask, Law, Local, Six, Variable, X};
use super::layout::Layout;
use super::parameters::Parameters;
use crate::signal::{Extension, Interpolation, Signal, Table};

/// Internal variables.
pub const VARIABLES: &[Variable] = &[
    Variable::new("cumulated_plastic_displacement", "m", "cumulated plastic displacement"),
    Variable::new("plastic_displacement", "m", "plastic displacement (a shortening is negative)"),
    Variable::new("velocity", "m/s", "relative velocity along local x"),
    Variable::new("gap_variable", "m", "length of the mesh"),
    Variable::new("integrated", "-", "1 once integrated"),
];

/// A stop that buckles.
#[derive(Clone, Debug)]
pub struct BucklingStop {
    /// Cumulated plastic displacement, threshold, stiffness, damping of each point.
    points: Vec<[f64; 4]>,
    /// True where damping is part of the criterion (CRIT_AMOR='INCLUS').
    damped: bool,
    distances: Distances,
    /// Displacement and force of the first threshold: scales of errors.
    scale: [f64; 2],
}

/// Threshold, stiffness, damping and their slopes at a `P`.
struct Here {
    s: [f64; 2],
    k: [f64; 2],
    a: [f64; 2],
}

/// The three functions of DX of a material, at the same abscissae.
pub(super) fn tables(parameters: &Parameters) -> Result<[std::sync::Arc<Table>; 3], SpecFault> {
    let table = |keyword: &'static str| match parameters.function(keyword)? {
        Signal::Table(table) => Ok(table),
        _ => Err(SpecFault::Curve { keyword, reason: "it must be a tabulated function (DEFI_FONCTION)".to_string() }),
    };
    let tables = [table("FX")?, table("RIGI_NOR")?, table("AMOR_NOR")?];
    for (keyword, table) in ["FX", "RIGI_NOR", "AMOR_NOR"].into_iter().zip(&tables) {
        let fault = |reason: &str| Err(SpecFault::Curve { keyword, reason: reason.to_string() });
        if table.abscissae.len() < 5 {
            return fault("it needs at least 5 points");
        }
        if table.abscissae != tables[0].abscissae {
            return fault("FX, RIGI_NOR and AMOR_NOR must have the same abscissae");
        }
        if table.abscissae[0] != 0.0 {
            return fault("its first abscissa must be 0");
        }
        if table.interpolation != (Interpolation::Linear, Interpolation::Linear) {
            return fault("its interpolation must be LIN");
        }
        if table.left == Extension::Linear || table.right == Extension::Linear {
            return fault("its extensions must not be LINEAIRE");
        }
        if keyword != "AMOR_NOR" && table.ordinates[0] != table.ordinates[1] {
            return fault("its first two ordinates must be equal");
        }
        if keyword == "RIGI_NOR" && table.ordinates.iter().any(|k| *k <= 0.0) {
            return fault("the stiffness must be positive");
        }
        if keyword == "RIGI_NOR" && table.ordinates[2..].windows(2).any(|pair| pair[1] > pair[0]) {
            return fault("the stiffness must not increase from the third point on");
        }
    }
    Ok(tables)
}

/// The part of DIS_CHOC_ENDO that the two laws read alike: CRIT_AMOR.
pub(super) fn damped_criterion(parameters: &Parameters) -> bool {
    !parameters.is("CRIT_AMOR", "EXCLUS")
}

impl BucklingStop {
    /// The law of a material.
    pub fn new(parameters: &Parameters) -> Result<BucklingStop, SpecFault> {
        let [force, stiffness, damping] = tables(parameters)?;
        let rounded = |x: f64| (x * 1e10).round() / 1e10;
        let mut points: Vec<[f64; 4]> = (0..force.abscissae.len())
            .map(|i| {
                let (f, k) = (force.ordinates[i], stiffness.ordinates[i]);
                [rounded(force.abscissae[i] - f / k), f, k, damping.ordinates[i]]
            })
            .collect();
        points[0][0] = -points[2][0];
        if points.windows(2).any(|pair| pair[1][0] < pair[0][0]) {
            let reason = "DX - FX/RIGI_NOR must not decrease from point to point".to_string();
            return Err(SpecFault::Curve { keyword: "FX", reason });
        }
        let scale = [points[0][1] / points[0][2], points[0][1]];
        if scale[1] <= 0.0 {
            return Err(SpecFault::Curve { keyword: "FX", reason: "the first force must be positive".to_string() });
        }
        let distances = Distances::of(parameters)?;
        Ok(BucklingStop { points, damped: damped_criterion(parameters), distances, scale })
    }

    fn here(&self, p: f64) -> Result<Here, LawFault> {
        let Some(i) = (1..self.points.len()).find(|i| p < self.points[*i][0]) else {
            let (quantity, curve) = ("cumulated plastic displacement", "the curves FX, RIGI_NOR and AMOR_NOR");
            return Err(LawFault::end_of_curve(quantity, p, curve));
        };
        let (a, b) = (&self.points[i - 1], &self.points[i]);
        let of = |column: usize| {
            let slope = (b[column] - a[column]) / (b[0] - a[0]);
            [a[column] + slope * (p - a[0]), slope]
        };
        Ok(Here { s: of(1), k: of(2), a: of(3) })
    }

    /// Rates of `u, F, w, P, p, gap variable`.
    fn rates(&self, y: &[f64; 6], u: f64, w: f64, gap: f64) -> Result<[f64; 6], LawFault> {
        let at = self.here(y[3])?;
        let mut rate = [u, 0.0, w, 0.0, 0.0, 0.0];
        let e = y[0] + gap - y[4];
        if e > 0.0 {
            return Ok(rate);
        }
        let speed = y[2].abs();
        let g = at.k[0] * e - if self.damped { at.a[0] * speed } else { 0.0 };
        let sw = if y[2] < 0.0 { -1.0 } else { 1.0 };
        rate[1] = at.k[0] * u - at.a[0] * sw * w;
        if g.abs() >= at.s[0] {
            let sf = if g < 0.0 { -1.0 } else { 1.0 };
            let num = sf * (at.k[0] * u - at.a[0] * sw * w);
            let den = at.s[1] + at.k[0] - sf * at.k[1] * e + sf * at.a[1] * speed;
            if num * den > 0.0 {
                let p = num / den;
                rate[3] = p;
                rate[4] = sf * p;
                rate[1] = at.k[0] * (u - sf * p) + at.k[1] * e * p - at.a[0] * sw * w - at.a[1] * speed * p;
            }
        } else if y[1] >= 0.0 && rate[1] > 0.0 {
            rate[1] = 0.0;
        }
        Ok(rate)
    }
}

impl Law for BucklingStop {
    fn gap(&self, layout: Layout, rest: [f64; 3], u: &Six, memory: &[f64]) -> Option<f64> {
        Some(u[X] + self.distances.offset(layout, rest) - memory[1])
    }

    fn variables(&self) -> &'static [Variable] {
        VARIABLES
    }

    fn respond(&self, local: &Local, from: &[f64], to: &mut [f64]) -> Result<Answer, LawFault> {
        let gap = self.distances.offset(local.layout, local.rest);
        let start = local.before[X] + local.driving[X];
        let k = self.here(from[0])?.k[0];
        if local.is_first_in_dynamics() {
            let r = start + local.increment[X] + gap - from[1];
            return Ok(match local.ask {
                _ if r > 0.0 => Answer::ELASTIC.with(X, 0.0, 0.0),
                Ask::Forces => Answer::ELASTIC.with(X, k * r, k),
                _ => Answer::ELASTIC.with(X, 0.0, k),
            });
        }
        let stored = local.stored[0][X];
        if local.ask == Ask::Tangent {
            return Ok(Answer::ELASTIC.with(X, stored, k));
        }
        let (u, w) = (local.rate(local.increment[X]), local.rate(local.total_velocity(X) - from[2]));
        let mut y = [start, stored, from[2], from[0], from[1], local.rest[X]];
        let [d, f] = self.scale;
        let norms = [d, f, d / local.dt(), d, d, d];
        integrate(&mut y, local.dt(), local.control, |_| norms, |y| Ok(Rates::Are(self.rates(y, u, w, gap)?)))?;
        to.copy_from_slice(&[y[3], y[4], y[2], y[5], 1.0]);
        let force = f64::min(0.0, y[1]);
        let mut k = self.here(y[3])?.k[0];
        if local.increment[X] != 0.0 {
            k = k.min(((force - stored) / local.increment[X]).abs());
        }
        Ok(Answer::ELASTIC.with(X, force, k))
    }
}
