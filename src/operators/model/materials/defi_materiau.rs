//! DEFI_MATERIAU: the elastic law of a material, and the parameters of the laws of nonlinear analyses (`behaviours`).
//!
//! ```text
//! STOP = DEFI_MATERIAU(ELAS=_F(E=0., NU=0.), DIS_CONTACT=_F(RIGI_NOR=7.e5, COULOMB=0.3, RIGI_TAN=1.3e5))
//! ```

use std::sync::Arc;

use indexmap::IndexMap;

use super::behaviours::read_behaviours;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, Function, Material, Property};
use crate::kernel::signal::Signal;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub const DEFI_MATERIAU: Operator = Operator { name: "DEFI_MATERIAU", run: define_material, check: Check::Runs };

fn define_material(call: &Call, _ctx: &mut Context<'_>) -> Outcome {
    let mut material = match call.concept("MATER") {
        Some(Concept::Material(existing)) => Material::clone(existing),
        _ => Material::default(),
    };
    if let Some(keywords) = call.one("ELAS") {
        material.laws.insert("ELAS".to_string(), elasticity(keywords)?);
        material.of_temperature.shift_remove("ELAS");
    }
    if let Some(keywords) = call.one("ELAS_FO") {
        of_temperature(keywords, &mut material)?;
    }
    read_behaviours(call, &mut material)?;
    set_result(call, Concept::Material(Arc::new(material)))
}

/// ELAS_FO: constant functions are numbers, the others are functions of the temperature.
fn of_temperature(keywords: &Keywords, material: &mut Material) -> Result<(), CallError> {
    let mut law = IndexMap::from([("RHO".to_string(), 0.0), ("ALPHA".to_string(), 0.0)]);
    let mut varying = IndexMap::new();
    for name in ["E", "NU", "RHO", "AMOR_ALPHA", "AMOR_BETA", "AMOR_HYST", "ALPHA"] {
        let value = match keywords.concept(name) {
            None => 0.0,
            Some(Concept::Function(function)) => match constant(function) {
                Some(value) => value,
                None if function.parameter == "TEMP" => {
                    varying.insert(name.to_string(), Property::Function(function.clone()));
                    continue;
                }
                None => return Err(other_parameter(keywords, name, &function.parameter)),
            },
            Some(Concept::Formula(formula)) => {
                if let Some(other) = formula.parameters.iter().find(|p| *p != "TEMP") {
                    return Err(other_parameter(keywords, name, other));
                }
                varying.insert(name.to_string(), Property::Formula(formula.clone()));
                continue;
            }
            Some(_) => {
                let error =
                    keywords.error(name, "R107", format!("{name} must be a function of the temperature (TEMP)"));
                return Err(Box::new(error.help("give a DEFI_FONCTION or a FORMULE of TEMP, or a DEFI_CONSTANTE")));
            }
        };
        if !value.is_finite() || (name == "RHO" && value < 0.0) {
            return Err(keywords.error(name, "R127", format!("{name} is {value}")));
        }
        law.insert(name.to_string(), value);
    }
    // The catalogue asks for it where there is ALPHA.
    if let Some(defined) = keywords.real_if_given("TEMP_DEF_ALPHA").filter(|_| keywords.has("ALPHA")) {
        law.insert("TEMP_DEF_ALPHA".to_string(), defined);
        law.insert("PRECISION".to_string(), keywords.real("PRECISION")?);
    }
    material.laws.insert("ELAS".to_string(), law);
    material.of_temperature.shift_remove("ELAS");
    if !varying.is_empty() {
        material.of_temperature.insert("ELAS".to_string(), varying);
    }
    Ok(())
}

fn other_parameter(keywords: &Keywords, name: &str, parameter: &str) -> CallError {
    let message = format!("{name} is a function of {parameter}; properties are functions of TEMP");
    Box::new(
        keywords.error(name, "R107", message).help("write NOM_PARA='TEMP', and give the temperature with AFFE_VARC"),
    )
}

fn constant(function: &Function) -> Option<f64> {
    match &function.signal {
        Signal::Constant(value) => Some(*value),
        Signal::Table(table) => {
            let first = *table.ordinates.first()?;
            table.ordinates.iter().all(|y| *y == first).then_some(first)
        }
        Signal::Formula(_) => None,
    }
}

/// E, NU, RHO, AMOR_ALPHA, AMOR_BETA, AMOR_HYST; moduli or wave speeds are turned into E and NU.
fn elasticity(keywords: &Keywords) -> Result<IndexMap<String, f64>, CallError> {
    let density = keywords.real_if_given("RHO").unwrap_or(0.0);
    let (young, poisson) = if keywords.get("K").is_some() {
        let (bulk, shear) = (keywords.real_if_given("K").unwrap_or(0.0), keywords.real_if_given("MU").unwrap_or(0.0));
        from_moduli(bulk, shear)
    } else if keywords.get("CELE_P").is_some() {
        let (p, s) = (keywords.real_if_given("CELE_P").unwrap_or(0.0), keywords.real_if_given("CELE_S").unwrap_or(0.0));
        from_moduli(density * (p * p - 4.0 / 3.0 * s * s), density * s * s)
    } else {
        (keywords.real_if_given("E").unwrap_or(0.0), keywords.real_if_given("NU").unwrap_or(0.0))
    };
    for (name, value) in [("E", young), ("NU", poisson), ("RHO", density)] {
        if !value.is_finite() {
            return Err(keywords.error(name, "R126", format!("{name} is {value}")));
        }
    }
    if density < 0.0 {
        return Err(keywords.error("RHO", "R127", format!("the density is negative: {density}")));
    }
    let mut law = IndexMap::from([("E".to_string(), young), ("NU".to_string(), poisson), ("RHO".to_string(), density)]);
    for name in ["AMOR_ALPHA", "AMOR_BETA", "AMOR_HYST", "ALPHA"] {
        law.insert(name.to_string(), keywords.real_if_given(name).unwrap_or(0.0));
    }
    Ok(law)
}

/// Young's modulus and Poisson's ratio from the bulk and shear moduli.
fn from_moduli(bulk: f64, shear: f64) -> (f64, f64) {
    let sum = 3.0 * bulk + shear;
    (9.0 * bulk * shear / sum, (3.0 * bulk - 2.0 * shear) / (2.0 * sum))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operators::call::testing::{call, reals, run, with_factor};

    fn elastic(values: Vec<(&'static str, f64)>) -> IndexMap<String, f64> {
        let values = values.into_iter().map(|(name, v)| (name, reals(&[v]))).collect();
        let call = with_factor(call("DEFI_MATERIAU", vec![]), "ELAS", vec![values]);
        match run(&call).unwrap().0 {
            Some(Concept::Material(material)) => material.laws["ELAS"].clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn three_ways_to_give_the_same_material() {
        let direct = elastic(vec![("E", 2.1e11), ("NU", 0.3), ("RHO", 7800.0)]);
        let (bulk, shear) = (2.1e11 / (3.0 * 0.4), 2.1e11 / 2.6);
        let moduli = elastic(vec![("K", bulk), ("MU", shear), ("RHO", 7800.0)]);
        let p = ((bulk + 4.0 / 3.0 * shear) / 7800.0f64).sqrt();
        let waves = elastic(vec![("CELE_P", p), ("CELE_S", (shear / 7800.0).sqrt()), ("RHO", 7800.0)]);
        for other in [moduli, waves] {
            assert!((other["E"] / direct["E"] - 1.0).abs() < 1e-12);
            assert!((other["NU"] / direct["NU"] - 1.0).abs() < 1e-12);
        }
        assert_eq!(direct["AMOR_HYST"], 0.0);
    }
}
