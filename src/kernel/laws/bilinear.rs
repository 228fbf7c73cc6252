//! DIS_BILI_ELAS: two slopes per translation, elastic; the parameters may depend on the temperature of `t+`.
//!
//! `F(u) = KDEB u` up to `|u| = FPRE/KDEB`, then `sign(u) (FPRE + KFIN (|u| - FPRE/KDEB))`. The matrix is the chord.

use super::fault::{LawFault, SpecFault};
use super::law::{Answer, Law, Local, Variable};
use super::parameters::Parameters;
use crate::signal::Signal;

/// Internal variables.
pub const VARIABLES: &[Variable] = &[
    Variable::new("branch_1", "-", "branch of the first component: 1 or 2"),
    Variable::new("branch_2", "-", "branch of the second component: 1 or 2"),
    Variable::new("branch_3", "-", "branch of the third component: 1 or 2"),
    Variable::new("branch_4", "-", "branch of the fourth component: 1 or 2"),
    Variable::new("branch_5", "-", "branch of the fifth component: 1 or 2"),
    Variable::new("branch_6", "-", "branch of the sixth component: 1 or 2"),
];

/// Keywords of a component: KDEB, KFIN, FPRE.
const KEYWORDS: [[&str; 3]; 3] =
    [["KDEB_DX", "KFIN_DX", "FPRE_DX"], ["KDEB_DY", "KFIN_DY", "FPRE_DY"], ["KDEB_DZ", "KFIN_DZ", "FPRE_DZ"]];

/// Two elastic slopes.
#[derive(Clone, Debug)]
pub struct Bilinear {
    /// First slope, second slope, force between them, per translation.
    components: [Option<[Signal; 3]>; 3],
}

impl Bilinear {
    /// The law of a material.
    pub fn new(parameters: &Parameters) -> Result<Bilinear, SpecFault> {
        let mut components = [None, None, None];
        for (component, keywords) in components.iter_mut().zip(KEYWORDS) {
            let given = keywords.map(|keyword| parameters.function_if_given(keyword));
            if let [Some(first), Some(second), Some(force)] = given {
                *component = Some([first, second, force]);
                continue;
            }
            let here = keywords.into_iter().find(|keyword| parameters.function_if_given(keyword).is_some());
            let missing = keywords.into_iter().find(|keyword| parameters.function_if_given(keyword).is_none());
            if let (Some(keyword), Some(other)) = (here, missing) {
                return Err(SpecFault::Without { keyword, other });
            }
        }
        Ok(Bilinear { components })
    }
}

impl Law for Bilinear {
    fn variables(&self) -> &'static [Variable] {
        VARIABLES
    }

    fn respond(&self, local: &Local, from: &[f64], to: &mut [f64]) -> Result<Answer, LawFault> {
        let mut answer = Answer::ELASTIC;
        for slot in 0..local.layout.translations() {
            let Some(functions) = &self.components[slot] else { continue };
            let mut values = [0.0; 3];
            for ((value, function), keyword) in values.iter_mut().zip(functions).zip(KEYWORDS[slot]) {
                *value = match (function, local.temperature) {
                    (Signal::Constant(value), _) => *value,
                    (_, None) => return Err(LawFault::Missing("temperature")),
                    (function, Some([_, after])) => {
                        function.evaluate(after, &mut 0).map_err(|source| LawFault::Function { keyword, source })?
                    }
                };
            }
            let [first, second, force] = values;
            let limit = force / first;
            let at = |u: f64| {
                if u.abs() <= limit { first * u } else { libm::copysign(force + second * (u.abs() - limit), u) }
            };
            let (u, du) = (local.displacement(slot), local.increment[slot]);
            let on_first = u.abs() <= limit;
            let k = if du == 0.0 {
                to[slot] = from[slot];
                if on_first { first } else { second }
            } else {
                to[slot] = if on_first { 1.0 } else { 2.0 };
                ((at(u) - at(local.before[slot])) / du).abs()
            };
            answer.stiffnesses[slot] = Some(k);
        }
        Ok(answer)
    }
}
