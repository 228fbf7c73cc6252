//! Combination over modes.
//!
//! The largest responses `R_1 .. R_n` of the modes, in increasing order of frequency, do not occur together. Every
//! rule here is a quadratic form in the responses or in their absolute values,
//!
//! ```text
//! R² = sum_i sum_j rho_ij b_i b_j R_i R_j        (algebraic)
//! R² = sum_i sum_j rho_ij |R_i| |R_j|            (absolute)
//! ```
//!
//! with `rho_ii = 1`. `b_i` is 1 but for the method of Gupta, where the part `a_i` of a response is rigid (in phase
//! with the ground, summed algebraically apart) and `b_i = sqrt(1 - a_i²)`. A negative sum counts as 0.

use super::correlation::{complete_quadratic, double_sum, former_double_sum, lengthened_ratio};
use crate::response_spectrum::oscillator::Oscillator;

/// Rule by which modes are combined. Durations in seconds, frequencies in hertz.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ModeRule {
    /// Root of the sum of squares.
    SquareRoot,
    Absolute,
    CompleteQuadratic,
    DoubleSum {
        duration: f64,
    },
    /// The double sum as it was up to 2020.
    FormerDoubleSum {
        duration: f64,
    },
    /// Neighbours nearer than ten per cent of their mean are summed in absolute value, by chains.
    TenPercentChains,
    Gupta {
        low: f64,
        high: f64,
    },
    /// Groups within ten per cent of their first mode.
    Grouping,
    /// Pairs within ten per cent of the lower mode.
    TenPercentPairs,
    AbsoluteDoubleSum {
        duration: f64,
    },
}

/// Why a rule cannot be applied to these modes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CombinationFault {
    /// The double sum needs dampings within ]0, 1].
    Damping {
        mode: usize,
        damping: f64,
    },
    Duration(f64),
    /// The former double sum needs `xi + 2/(T w)` below 1.
    Lengthened {
        mode: usize,
        ratio: f64,
    },
    /// The frequencies of Gupta must increase from above 0.
    Limits {
        low: f64,
        high: f64,
    },
}

impl std::fmt::Display for CombinationFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CombinationFault::Damping { mode, damping } => {
                write!(f, "mode {mode} has the damping ratio {damping}: the double sum needs one above 0 and up to 1")
            }
            CombinationFault::Duration(duration) => write!(f, "the strong motion cannot last {duration} s"),
            CombinationFault::Lengthened { mode, ratio } => {
                write!(f, "mode {mode}: the double sum of 2020 needs xi + 2/(DUREE w) below 1, and it is {ratio}")
            }
            CombinationFault::Limits { low, high } => {
                write!(
                    f,
                    "the two frequencies of Gupta's method must increase from above 0; they are {low} and {high} Hz"
                )
            }
        }
    }
}

/// A rule made ready for given modes.
#[derive(Clone, Debug)]
pub struct ModeCombination {
    /// `(i, j, rho_ij)` for `i < j`, where it is not 0.
    pairs: Vec<(usize, usize, f64)>,
    absolute: bool,
    /// Rigid fraction `a_i` of each response.
    rigid: Vec<f64>,
}

impl ModeCombination {
    /// `modes` in increasing order of frequency.
    pub fn new(rule: ModeRule, modes: &[Oscillator]) -> Result<ModeCombination, CombinationFault> {
        check(rule, modes)?;
        let chains = chains(rule, modes);
        let correlation = |i: usize, j: usize| match rule {
            ModeRule::SquareRoot => 0.0,
            ModeRule::Absolute => 1.0,
            ModeRule::CompleteQuadratic | ModeRule::Gupta { .. } => complete_quadratic(&modes[i], &modes[j]),
            ModeRule::DoubleSum { duration } | ModeRule::AbsoluteDoubleSum { duration } => {
                double_sum(&modes[i], &modes[j], duration)
            }
            ModeRule::FormerDoubleSum { duration } => former_double_sum(&modes[i], &modes[j], duration),
            ModeRule::TenPercentChains | ModeRule::Grouping => f64::from(chains[i] == chains[j]),
            // The limit is rounded to five decimals, so that a pair exactly ten per cent apart counts.
            ModeRule::TenPercentPairs => f64::from(modes[j].frequency <= libm::round(1.1e5 * modes[i].frequency) / 1e5),
        };
        let all = (0..modes.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        let pairs = all.map(|(i, j)| (i, j, correlation(i, j))).filter(|p| p.2 != 0.0).collect();
        let algebraic = matches!(
            rule,
            ModeRule::SquareRoot
                | ModeRule::CompleteQuadratic
                | ModeRule::DoubleSum { .. }
                | ModeRule::FormerDoubleSum { .. }
                | ModeRule::Gupta { .. }
        );
        let rigid = modes.iter().map(|m| rigid_fraction(rule, m.frequency)).collect();
        Ok(ModeCombination { pairs, absolute: !algebraic, rigid })
    }

    /// `R²` of the dynamic parts, component by component; `responses[i]` belongs to mode `i`.
    pub fn squares(&self, responses: &[Vec<f64>]) -> Vec<f64> {
        let flexible: Vec<f64> = self.rigid.iter().map(|a| (1.0 - a * a).sqrt()).collect();
        let size = responses.first().map_or(0, Vec::len);
        let mut scaled = vec![0.0; responses.len()];
        let at = |k: usize| {
            for (i, response) in responses.iter().enumerate() {
                let x = flexible[i] * response[k];
                scaled[i] = if self.absolute { x.abs() } else { x };
            }
            let own: f64 = scaled.iter().map(|x| x * x).sum();
            let crossed: f64 = self.pairs.iter().map(|&(i, j, rho)| rho * scaled[i] * scaled[j]).sum();
            (own + 2.0 * crossed).max(0.0)
        };
        (0..size).map(at).collect()
    }

    /// Sum of the rigid parts, with signs.
    pub fn rigid_sum(&self, responses: &[Vec<f64>]) -> Vec<f64> {
        let mut sum = vec![0.0; responses.first().map_or(0, Vec::len)];
        for (a, response) in self.rigid.iter().zip(responses).filter(|(a, _)| **a != 0.0) {
            sum.iter_mut().zip(response).for_each(|(s, r)| *s += a * r);
        }
        sum
    }
}

fn check(rule: ModeRule, modes: &[Oscillator]) -> Result<(), CombinationFault> {
    match rule {
        ModeRule::DoubleSum { duration }
        | ModeRule::FormerDoubleSum { duration }
        | ModeRule::AbsoluteDoubleSum { duration } => {
            if duration.is_nan() || duration <= 0.0 {
                return Err(CombinationFault::Duration(duration));
            }
            if let Some(i) = modes.iter().position(|m| !(m.damping > 0.0 && m.damping <= 1.0)) {
                return Err(CombinationFault::Damping { mode: i + 1, damping: modes[i].damping });
            }
            let ratio = |m: &Oscillator| lengthened_ratio(m, duration);
            match modes.iter().position(|m| ratio(m) >= 1.0) {
                Some(i) if matches!(rule, ModeRule::FormerDoubleSum { .. }) => {
                    Err(CombinationFault::Lengthened { mode: i + 1, ratio: ratio(&modes[i]) })
                }
                _ => Ok(()),
            }
        }
        ModeRule::Gupta { low, high } if !(low > 0.0 && low < high) => Err(CombinationFault::Limits { low, high }),
        _ => Ok(()),
    }
}

/// The chain of each mode: neighbours linked one by one, or groups measured from their first mode.
fn chains(rule: ModeRule, modes: &[Oscillator]) -> Vec<usize> {
    let mut chains = Vec::with_capacity(modes.len());
    let (mut chain, mut first) = (0, 0);
    for (k, mode) in modes.iter().enumerate() {
        let f = mode.frequency;
        let joins = |reference: f64| match rule {
            ModeRule::Grouping => (f - reference) / reference <= 0.1,
            _ => (f - reference).abs() / (0.5 * (f + reference)) < 0.1,
        };
        let reference = if rule == ModeRule::Grouping { first } else { k.saturating_sub(1) };
        if k > 0 && !joins(modes[reference].frequency) {
            (chain, first) = (chain + 1, k);
        }
        chains.push(chain);
    }
    chains
}

fn rigid_fraction(rule: ModeRule, frequency: f64) -> f64 {
    match rule {
        ModeRule::Gupta { low, high } => (libm::log(frequency / low) / libm::log(high / low)).clamp(0.0, 1.0),
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::TAU;

    use super::*;

    fn modes(frequencies: &[f64], damping: f64) -> Vec<Oscillator> {
        frequencies.iter().map(|&frequency| Oscillator { frequency, damping }).collect()
    }

    fn square(rule: ModeRule, frequencies: &[f64], responses: &[f64]) -> f64 {
        let responses: Vec<Vec<f64>> = responses.iter().map(|r| vec![*r]).collect();
        ModeCombination::new(rule, &modes(frequencies, 0.05)).unwrap().squares(&responses)[0]
    }

    /// Sums by hand: 1, 1.05 and 1.12 Hz are chained to each other; 1.12 is beyond ten per cent of 1.
    #[test]
    fn neighbours_add_in_absolute_value() {
        let f = [1.0, 1.05, 1.12, 3.0];
        let r = [1.0, -2.0, 3.0, 1.0];
        assert_eq!(square(ModeRule::SquareRoot, &f, &r), 15.0);
        assert_eq!(square(ModeRule::Absolute, &f, &r), 49.0);
        assert_eq!(square(ModeRule::TenPercentChains, &f, &r), 37.0);
        assert_eq!(square(ModeRule::Grouping, &f, &r), 9.0 + 9.0 + 1.0);
        assert_eq!(square(ModeRule::TenPercentPairs, &f, &r), 15.0 + 2.0 * (2.0 + 6.0));
    }

    #[test]
    fn pairs_exactly_ten_per_cent_apart_are_close_to_the_rules_that_say_up_to() {
        assert_eq!(square(ModeRule::TenPercentPairs, &[3.0, 3.3], &[1.0, 1.0]), 4.0);
        let mean = 2.0 * 0.1 / 2.1;
        assert!(mean < 0.1);
        assert_eq!(square(ModeRule::TenPercentChains, &[1.9, 2.1], &[1.0, 1.0]), 2.0);
    }

    /// Equal frequencies are fully correlated, distant ones are not; the coefficient of two equal dampings is the
    /// classical 8 xi² (1 + r) r^1.5 / ((1 - r²)² + 4 xi² r (1 + r)²).
    #[test]
    fn correlations_have_their_closed_forms() {
        assert!((square(ModeRule::CompleteQuadratic, &[2.0, 2.0], &[1.0, -1.0])).abs() < 1e-15);
        let (r, xi) = (0.9_f64, 0.05_f64);
        let rho =
            8.0 * xi * xi * (1.0 + r) * r.powf(1.5) / ((1.0 - r * r).powi(2) + 4.0 * xi * xi * r * (1.0 + r).powi(2));
        let got = square(ModeRule::CompleteQuadratic, &[1.8, 2.0], &[1.0, 1.0]);
        assert!((got - (2.0 + 2.0 * rho)).abs() < 1e-14);
        let undamped = ModeCombination::new(ModeRule::CompleteQuadratic, &modes(&[1.0, 1.0], 0.0)).unwrap();
        assert_eq!(undamped.squares(&[vec![1.0], vec![1.0]]), [2.0]);
        let long = ModeRule::DoubleSum { duration: 1e30 };
        let (w_1, w_2) = (TAU * 1.8, TAU * 2.0);
        let q = (1.0 - xi * xi).sqrt() * (w_1 - w_2) / (xi * (w_1 + w_2));
        assert!((square(long, &[1.8, 2.0], &[1.0, 1.0]) - (2.0 + 2.0 / (1.0 + q * q))).abs() < 1e-14);
    }

    /// 1 and 1.25 Hz, xi = 0.05, T = 15 s: the coefficients of both releases to 12 figures.
    #[test]
    fn the_double_sum_of_2020_lengthens_the_roots_too() {
        let rho = |rule| square(rule, &[1.0, 1.25], &[1.0, 1.0]) / 2.0 - 1.0;
        assert!((rho(ModeRule::FormerDoubleSum { duration: 15.0 }) - 0.277942880294).abs() < 1e-12);
        assert!((rho(ModeRule::DoubleSum { duration: 15.0 }) - 0.278015701303).abs() < 1e-12);
        let short = ModeCombination::new(ModeRule::FormerDoubleSum { duration: 0.3 }, &modes(&[1.0], 0.05));
        assert!(matches!(short, Err(CombinationFault::Lengthened { mode: 1, ratio }) if ratio > 1.0));
    }

    #[test]
    fn rigid_parts_grow_with_the_logarithm_of_the_frequency() {
        let rule = ModeRule::Gupta { low: 1.0, high: 100.0 };
        let ready = ModeCombination::new(rule, &modes(&[0.5, 10.0, 200.0], 0.0)).unwrap();
        let responses = [vec![1.0], vec![1.0], vec![1.0]];
        assert!((ready.rigid_sum(&responses)[0] - 1.5).abs() < 1e-15);
        assert!((ready.squares(&responses)[0] - 1.75).abs() < 1e-15);
    }

    #[test]
    fn rules_say_what_they_cannot_take() {
        let fault = |rule, damping| ModeCombination::new(rule, &modes(&[1.0], damping)).unwrap_err();
        let rule = ModeRule::DoubleSum { duration: 10.0 };
        assert_eq!(fault(rule, 0.0), CombinationFault::Damping { mode: 1, damping: 0.0 });
        assert_eq!(fault(ModeRule::DoubleSum { duration: 0.0 }, 0.1), CombinationFault::Duration(0.0));
        let gupta = ModeRule::Gupta { low: 2.0, high: 1.0 };
        assert_eq!(fault(gupta, 0.1), CombinationFault::Limits { low: 2.0, high: 1.0 });
    }
}
