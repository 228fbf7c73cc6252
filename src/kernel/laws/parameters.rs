//! Parameters of a law as a material gives them: the numbers, functions and texts of one factor keyword, by name; those that
//! are numbers or functions of the temperature, of the irradiation or of both.

use std::collections::BTreeMap;

use super::fault::{LawFault, SpecFault};
use crate::signal::Signal;

/// Values of one factor keyword of a material.
#[derive(Clone, Debug, Default)]
pub struct Parameters {
    pub numbers: BTreeMap<String, f64>,
    pub lists: BTreeMap<String, Vec<f64>>,
    pub functions: BTreeMap<String, Signal>,
    /// Surfaces: a function for each value of their parameter (a temperature, an irradiation), increasing.
    pub surfaces: BTreeMap<String, Vec<(f64, Signal)>>,
    pub texts: BTreeMap<String, String>,
    /// Parameter of the functions, or of the values of the surfaces, of keywords that allow several (TEMP, IRRA).
    pub over: BTreeMap<String, String>,
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

/// A parameter that is a number, a function or a surface.
#[derive(Clone, Debug)]
pub enum Dependent {
    /// A number, or a function of one parameter.
    Curve { signal: Signal, of_irradiation: bool },
    /// A function of one parameter for each value of the other, increasing; linear between them.
    Surface { curves: Vec<(f64, Signal)>, of_irradiation: bool },
}

impl Dependent {
    /// A keyword of a material; `None` where it is not given. `over` of the parameters says what functions are of, and
    /// what the values of surfaces are.
    pub fn read(parameters: &Parameters, keyword: &str) -> Option<Dependent> {
        let of_irradiation = parameters.over.get(keyword).is_some_and(|parameter| parameter == "IRRA");
        if let Some(curves) = parameters.surfaces.get(keyword) {
            return Some(Dependent::Surface { curves: curves.clone(), of_irradiation });
        }
        parameters.function_if_given(keyword).map(|signal| Dependent::Curve { signal, of_irradiation })
    }

    /// Value at a temperature and an irradiation; fails where one that is needed is missing, or where there is no value.
    pub fn at(
        &self,
        keyword: &'static str,
        temperature: Option<f64>,
        irradiation: Option<f64>,
    ) -> Result<f64, LawFault> {
        let outer_is_irradiation = match self {
            Dependent::Curve { signal: Signal::Constant(value), .. } => return Ok(*value),
            Dependent::Curve { of_irradiation, .. } | Dependent::Surface { of_irradiation, .. } => *of_irradiation,
        };
        let needed = |irradiated: bool| match irradiated {
            true => irradiation.ok_or(LawFault::Missing("irradiation")),
            false => temperature.ok_or(LawFault::Missing("temperature")),
        };
        let value = |signal: &Signal, x: f64| {
            signal.evaluate(x, &mut 0).map_err(|source| LawFault::Function { keyword, source })
        };
        match self {
            Dependent::Curve { signal, .. } => value(signal, needed(outer_is_irradiation)?),
            Dependent::Surface { curves, .. } => {
                let (outer, inner) = (needed(outer_is_irradiation)?, needed(!outer_is_irradiation)?);
                let beyond = LawFault::end_of_curve("temperature or irradiation", outer, keyword);
                let (Some(first), Some(last)) = (curves.first(), curves.last()) else { return Err(beyond) };
                if outer < first.0 || outer > last.0 {
                    return Err(beyond);
                }
                let after = curves.iter().position(|(at, _)| *at >= outer).unwrap_or(curves.len() - 1);
                let (below, above) = (&curves[after.saturating_sub(1)], &curves[after]);
                let share = if above.0 > below.0 { (outer - below.0) / (above.0 - below.0) } else { 0.0 };
                let (low, high) = (value(&below.1, inner)?, value(&above.1, inner)?);
                Ok(low + share * (high - low))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signal::Table;
    use std::sync::Arc;

    fn line(x: [f64; 2], y: [f64; 2]) -> Signal {
        Signal::Table(Arc::new(Table::linear(x.to_vec(), y.to_vec())))
    }

    #[test]
    fn a_surface_is_linear_in_both_parameters() {
        let plane = |t: f64| line([0.0, 7.0], [13.0 + 0.3 * t, 13.0 + 0.3 * t - 2.1]);
        let curves = vec![(20.0, plane(20.0)), (90.0, plane(90.0)), (350.0, plane(350.0))];
        let surface = Dependent::Surface { curves, of_irradiation: false };
        for (t, i) in [(20.0, 1.3), (41.0, 0.7), (90.0, 7.0), (333.0, 5.9), (350.0, 0.0)] {
            let value = surface.at("F_SER_FO", Some(t), Some(i)).unwrap();
            assert!((value - (13.0 + 0.3 * t - 0.3 * i)).abs() < 1e-12 * value, "{t} {i}: {value}");
        }
        assert_eq!(surface.at("F_SER_FO", Some(41.0), None), Err(LawFault::Missing("irradiation")));
        assert!(matches!(surface.at("F_SER_FO", Some(351.0), Some(0.7)), Err(LawFault::EndOfCurve { .. })));
        let number = Dependent::Curve { signal: Signal::Constant(1.3), of_irradiation: false };
        assert_eq!(number.at("F_SER", None, None), Ok(1.3));
        let fluence = Dependent::Curve { signal: line([0.0, 1.3], [700.0, 50.0]), of_irradiation: true };
        assert!((fluence.at("F_SER_FO", None, Some(0.65)).unwrap() - 375.0).abs() < 1e-12);
    }
}
