//! Parameters of a law as a material gives them: the numbers, functions and texts of one factor keyword, by name.

use std::collections::BTreeMap;

use super::fault::SpecFault;
use crate::signal::Signal;

/// Values of one factor keyword of a material.
#[derive(Clone, Debug, Default)]
pub struct Parameters {
    pub numbers: BTreeMap<String, f64>,
    pub lists: BTreeMap<String, Vec<f64>>,
    pub functions: BTreeMap<String, Signal>,
    /// Surfaces: a function for each value of their parameter (a temperature), increasing.
    pub surfaces: BTreeMap<String, Vec<(f64, Signal)>>,
    pub texts: BTreeMap<String, String>,
}

impl Parameters {
    /// A number, if given.
    pub fn number(&self, keyword: &str) -> Option<f64> {
        self.numbers.get(keyword).copied()
    }

    /// A number that the law cannot do without.
    pub fn needed(&self, keyword: &'static str) -> Result<f64, SpecFault> {
        self.number(keyword).ok_or(SpecFault::Missing(keyword))
    }

    /// A number that must not be negative; 0 where none is given.
    pub fn not_negative(&self, keyword: &'static str) -> Result<f64, SpecFault> {
        match self.number(keyword).unwrap_or(0.0) {
            value if value < 0.0 => Err(SpecFault::Negative { keyword, value }),
            value => Ok(value),
        }
    }

    /// A number that must be positive.
    pub fn positive(&self, keyword: &'static str) -> Result<f64, SpecFault> {
        match self.needed(keyword)? {
            value if value > 0.0 => Ok(value),
            value => Err(SpecFault::NotPositive { keyword, value }),
        }
    }

    /// A function that the law cannot do without; a number counts as a constant.
    pub fn function(&self, keyword: &'static str) -> Result<Signal, SpecFault> {
        self.function_if_given(keyword).ok_or(SpecFault::Missing(keyword))
    }

    /// A function, if given; a number counts as a constant.
    pub fn function_if_given(&self, keyword: &str) -> Option<Signal> {
        self.functions.get(keyword).cloned().or_else(|| self.number(keyword).map(Signal::Constant))
    }

    /// True where a text has this value.
    pub fn is(&self, keyword: &str, text: &str) -> bool {
        self.texts.get(keyword).is_some_and(|found| found == text)
    }

    /// Parallel spring of elements: KP, KT1, KT2 (N/m); KT stands for the last two. Fails where it is given with them.
    pub fn parallel(&self) -> Result<[f64; 3], SpecFault> {
        let value = |keyword: &str| self.number(keyword).unwrap_or(0.0);
        if value("KT") == 0.0 {
            return Ok([value("KP"), value("KT1"), value("KT2")]);
        }
        match ["KT1", "KT2"].into_iter().find(|other| value(other) != 0.0) {
            Some(other) => Err(SpecFault::Both { keyword: "KT", other }),
            None => Ok([value("KP"), value("KT"), value("KT")]),
        }
    }

    /// True where a damping of contacts is given (AMOR_NOR, AMOR_TAN): the damping matrix then follows the iterations.
    pub fn has_damping(&self) -> bool {
        let given = |keyword: &str| self.number(keyword).is_some() || self.functions.contains_key(keyword);
        given("AMOR_NOR") || given("AMOR_TAN")
    }
}
