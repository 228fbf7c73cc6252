//! CHOC_ELAS_TRAC: two nodes that repel each other where they overlap, `FX(-L)`. Serves discrete elements and modal
//! relations.

use super::fault::{LawFault, SpecFault};
use super::law::{Answer, Law, Local, Six, Variable, X};
use super::layout::Layout;
use super::parameters::Parameters;
use crate::signal::{Extension, Interpolation, Signal};

/// Internal variables.
pub const VARIABLES: &[Variable] = &[Variable::new("contact", "-", "1 while the nodes overlap")];

/// An elastic shock.
#[derive(Clone, Debug)]
pub struct ElasticShockLaw {
    /// Force (N) as a function of the penetration (m).
    pub force: Signal,
    /// Sizes of the two nodes (m).
    pub size_1: f64,
    pub size_2: f64,
}

impl ElasticShockLaw {
    /// The law of a material: the curve starts at (0, 0), increases, and is linear.
    pub fn new(parameters: &Parameters) -> Result<ElasticShockLaw, SpecFault> {
        let keyword = "FX";
        let force = parameters.function(keyword)?;
        let fault = |reason: &str| Err(SpecFault::Curve { keyword, reason: reason.to_string() });
        let Signal::Table(table) = &force else { return fault("it must be a tabulated function (DEFI_FONCTION)") };
        let increases = |values: &[f64]| values.windows(2).all(|pair| pair[1] > pair[0]);
        if table.abscissae.first() != Some(&0.0) || table.ordinates.first() != Some(&0.0) {
            return fault("it must start at (0, 0)");
        }
        if table.abscissae.len() < 2 || !increases(&table.abscissae) || !increases(&table.ordinates) {
            return fault("its abscissae and its ordinates must increase strictly, from two points on");
        }
        if table.interpolation != (Interpolation::Linear, Interpolation::Linear) {
            return fault("its interpolation must be LIN");
        }
        if table.left != Extension::Excluded || table.right == Extension::Constant {
            return fault("it must be EXCLU on the left, EXCLU or LINEAIRE on the right");
        }
        let (size_1, size_2) = (parameters.not_negative("DIST_1")?, parameters.not_negative("DIST_2")?);
        Ok(ElasticShockLaw { force, size_1, size_2 })
    }

    /// Force that pushes the nodes apart at `length` (m). Fails where the function ends.
    #[inline]
    pub fn push(&self, length: f64, cursor: &mut usize) -> Result<f64, LawFault> {
        if length > 0.0 {
            return Ok(0.0);
        }
        self.force.evaluate(-length, cursor).map_err(|source| LawFault::Function { keyword: "FX", source })
    }

    /// Slope at a penetration: those of the segments, attached to their middles.
    fn slope(&self, penetration: f64) -> f64 {
        let Signal::Table(table) = &self.force else { return 0.0 };
        let (x, y) = (&table.abscissae, &table.ordinates);
        let of = |i: usize| (0.5 * (x[i] + x[i + 1]), (y[i + 1] - y[i]) / (x[i + 1] - x[i]));
        let last = x.len() - 2;
        match (0..=last).find(|i| penetration < of(*i).0) {
            Some(0) => of(0).1,
            None => of(last).1,
            Some(i) => {
                let ((x_1, k_1), (x_2, k_2)) = (of(i - 1), of(i));
                k_1 + (k_2 - k_1) * (penetration - x_1) / (x_2 - x_1)
            }
        }
    }
}

impl Law for ElasticShockLaw {
    fn gap(&self, _layout: Layout, rest: [f64; 3], u: &Six, _memory: &[f64]) -> Option<f64> {
        Some(u[X] + rest[X] - self.size_1 - self.size_2)
    }

    fn variables(&self) -> &'static [Variable] {
        VARIABLES
    }

    fn respond(&self, local: &Local, _from: &[f64], to: &mut [f64]) -> Result<Answer, LawFault> {
        let offset = local.rest[X] - self.size_1 - self.size_2;
        let (l_1, l_2) = (offset + local.before[X], offset + local.displacement(X));
        let mut cursor = 0;
        let (f_1, f_2) = (-self.push(l_1, &mut cursor)?, -self.push(l_2, &mut cursor)?);
        let k = if l_1 > 0.0 && l_2 > 0.0 {
            0.0
        } else if (l_2 - l_1).abs() <= f64::EPSILON {
            self.slope(-l_2)
        } else {
            ((f_2 - f_1) / (l_2 - l_1)).abs()
        };
        to[0] = if l_2 <= 0.0 { 1.0 } else { 0.0 };
        Ok(Answer::ELASTIC.with(X, f_2, k))
    }
}
