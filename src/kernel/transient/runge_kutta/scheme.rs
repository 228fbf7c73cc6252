//! Embedded Runge-Kutta pairs on `y = (q, v)`, `y' = (v, a)`.
//!
//! Bogacki-Shampine 3(2) and Dormand-Prince 5(4). Both reuse the last derivative of a step as the first
//! of the next, so a step makes 3 or 6 force evaluations and none at its start. Internal variables of
//! the interactions pass from stage to stage; stage `s` hands them the length between its node and
//! that of the stage before.
//!
//! With `E` the difference between the two solutions of the pair, the error is
//!
//! ```text
//! err = h sqrt( sum_i ((Ed_i/sd_i)^2 + (Ev_i/sv_i)^2) / 2n )
//! sd_i = max( TOL |q_i + ALPHA|, TOL (|q2_i - q_i| + ALPHA), 100 eps ),  sv_i likewise with v
//! ```
//!
//! and the next step `h` times 5, 0.2 or `0.9 err^(-1/e)`, `e = 4` or `6`. An attempt that does no better
//! than the one rejected before it in the same step is accepted: a force that jumps cannot be resolved
//! by shorter steps.
//!
//! References: P. Bogacki, L. F. Shampine, Appl. Math. Lett. 2 (1989) 321; J. R. Dormand, P. J. Prince,
//! J. Comput. Appl. Math. 6 (1980) 19.

use crate::transient::step_limits::StepLimits;

/// Embedded pair of formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pair {
    BogackiShampine32,
    DormandPrince54,
}

/// Options of the step control.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RungeKuttaOptions {
    pub pair: Pair,
    /// TOLERANCE
    pub tolerance: f64,
    /// ALPHA
    pub alpha: f64,
    pub limits: StepLimits,
}

/// Coefficients of a pair. Stage `s` (from 1) starts at row `s - 1`; the last row is the solution.
#[derive(Debug)]
pub(super) struct Tableau {
    /// Nodes, the first is 0.
    pub nodes: &'static [f64],
    pub rows: &'static [&'static [f64]],
    /// Weights of the error, one a derivative.
    pub error: &'static [f64],
    /// Exponent of the step control.
    pub exponent: f64,
}

impl Pair {
    pub(super) fn tableau(self) -> &'static Tableau {
        match self {
            Pair::BogackiShampine32 => &BOGACKI_SHAMPINE,
            Pair::DormandPrince54 => &DORMAND_PRINCE,
        }
    }
}

static BOGACKI_SHAMPINE: Tableau = Tableau {
    nodes: &[0.0, 1.0 / 2.0, 3.0 / 4.0, 1.0],
    rows: &[&[1.0 / 2.0], &[0.0, 3.0 / 4.0], &[2.0 / 9.0, 1.0 / 3.0, 4.0 / 9.0]],
    error: &[5.0 / 72.0, -1.0 / 12.0, -1.0 / 9.0, 1.0 / 8.0],
    exponent: 4.0,
};

static DORMAND_PRINCE: Tableau = Tableau {
    nodes: &[0.0, 1.0 / 5.0, 3.0 / 10.0, 4.0 / 5.0, 8.0 / 9.0, 1.0, 1.0],
    rows: &[
        &[1.0 / 5.0],
        &[3.0 / 40.0, 9.0 / 40.0],
        &[44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0],
        &[19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0],
        &[9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0],
        &[35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0],
    ],
    error: &[71.0 / 57600.0, 0.0, -71.0 / 16695.0, 71.0 / 1920.0, -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0],
    exponent: 6.0,
};

#[cfg(test)]
mod order_conditions {
    use super::*;

    /// Rows add up to their node, error weights to nothing.
    #[test]
    fn tableaus_are_consistent() {
        for pair in [Pair::BogackiShampine32, Pair::DormandPrince54] {
            let tableau = pair.tableau();
            for (row, node) in tableau.rows.iter().zip(&tableau.nodes[1..]) {
                assert!((row.iter().sum::<f64>() - node).abs() < 1e-14);
            }
            assert!(tableau.error.iter().sum::<f64>().abs() < 1e-15);
            assert_eq!(tableau.error.len(), tableau.rows.len() + 1);
        }
    }
}
