//! DEFI_MATERIAU: parameters of the laws of nonlinear analyses, as `kernel::laws` reads them. Each factor keyword is tried
//! on the laws that take it, so that numbers that make no law are refused where they are written.

use std::sync::Arc;

use crate::catalogue::{Call, CallError, Keywords, Value};
use crate::concepts::{Concept, Material};
use crate::diag::each;
use crate::kernel::laws::{LAWS, LawInfo, Maker, Parameters, SpecFault};
use crate::kernel::signal::Signal;
use crate::operators::results::motion::signal_of_concept;

/// Reads the factor keywords of all laws.
pub(super) fn read_behaviours(call: &Call, material: &mut Material) -> Result<(), CallError> {
    let mut factors: Vec<&str> = LAWS.iter().flat_map(|law| law.materials).copied().collect();
    factors.sort_unstable();
    factors.dedup();
    // Elasticity is read by itself.
    factors.retain(|name| !name.starts_with("ELAS"));
    each(factors, |name| {
        let Some(keywords) = call.one(name) else { return Ok(()) };
        let parameters = parameters(keywords)?;
        let fault = parameters.parallel().err().or_else(|| fault_of_all(name, &parameters));
        if let Some(fault) = fault {
            return Err(refusal(keywords, name, &fault));
        }
        material.behaviours.insert(name.to_string(), Arc::new(parameters));
        Ok(())
    })
}

/// The first fault, where no law can be made of the parameters.
fn fault_of_all(factor: &str, parameters: &Parameters) -> Option<SpecFault> {
    let mut first = None;
    for law in LAWS.iter().filter(|law| law.materials.contains(&factor)) {
        match fault(law, parameters) {
            None => return None,
            Some(fault) => first = first.or(Some(fault)),
        }
    }
    first
}

fn fault(law: &LawInfo, parameters: &Parameters) -> Option<SpecFault> {
    match law.maker {
        Maker::Discrete(make) => make(parameters).err(),
        Maker::Bar(make) => make(parameters).err(),
    }
}

fn refusal(keywords: &Keywords, factor: &str, fault: &SpecFault) -> CallError {
    let laws: Vec<_> = LAWS.iter().filter(|law| law.materials.contains(&factor)).map(|law| law.name).collect();
    let error = keywords.error(fault.keyword(), "R137", format!("{factor}: {fault}"));
    Box::new(error.help(format!("these are the parameters of {}", laws.join(", "))))
}

/// Numbers, texts, functions and surfaces of a factor keyword, by name.
fn parameters(keywords: &Keywords) -> Result<Parameters, CallError> {
    let mut found = Parameters::default();
    let names: Vec<_> = keywords.simple_names().map(|(name, _)| name).collect();
    each(names, |name| {
        if let Some(concept) = keywords.concept(name) {
            return function(keywords, name, concept, &mut found);
        }
        let Some(given) = keywords.get(name) else { return Ok(()) };
        let reals: Vec<f64> = given.values.iter().filter_map(Value::as_real).collect();
        match reals.as_slice() {
            [value] => {
                found.numbers.insert(name.to_string(), *value);
            }
            [] => {
                if let Some(text) = keywords.text_if_given(name) {
                    found.texts.insert(name.to_string(), text.to_string());
                }
            }
            list => {
                found.lists.insert(name.to_string(), list.to_vec());
            }
        }
        if let Some(value) = reals.iter().find(|value| !value.is_finite()) {
            return Err(keywords.error(name, "R126", format!("{name} is {value}")));
        }
        Ok(())
    })?;
    Ok(found)
}

/// Parameter of the functions of a keyword.
fn parameter(name: &str) -> &'static str {
    match name {
        "FX" | "RIGI_NOR" | "AMOR_NOR" => "DX",
        "FTAN" => "DTAN",
        "SIGM" => "EPSI",
        _ => "TEMP",
    }
}

/// Parameters of DIS_GRICRA that may depend on the temperature and the irradiation.
fn of_conditions(name: &str) -> bool {
    name == "F_SER_FO" || (name.ends_with("_FO") && (name.starts_with("ANG") || name.starts_with("PEN")))
}

fn function(keywords: &Keywords, name: &str, concept: &Concept, found: &mut Parameters) -> Result<(), CallError> {
    let needed = parameter(name);
    let other = |parameter: &str| -> CallError {
        let message = format!("{name} is a function of {parameter}, and must be a function of {needed}");
        Box::new(keywords.error(name, "R429", message).help(format!("define it with NOM_PARA='{needed}'")))
    };
    match concept {
        Concept::Surface(surface) if name == "SIGM" => {
            if surface.parameter != "TEMP" || surface.inner_parameter != needed {
                return Err(other(&format!("{} and {}", surface.parameter, surface.inner_parameter)));
            }
            let curves = surface.functions.iter().map(|table| Signal::Table(Arc::new(table.clone())));
            found.surfaces.insert(name.to_string(), surface.values.iter().copied().zip(curves).collect());
            return Ok(());
        }
        Concept::Surface(surface) if of_conditions(name) => {
            let parameters = [surface.parameter.as_str(), surface.inner_parameter.as_str()];
            if ![["TEMP", "IRRA"], ["IRRA", "TEMP"]].contains(&parameters) {
                let message = format!("{name} is a surface of {} and {}", parameters[0], parameters[1]);
                let error = keywords.error(name, "R429", message);
                return Err(Box::new(error.help("its parameters are TEMP and IRRA (NOM_PARA, NOM_PARA_FONC)")));
            }
            let curves = surface.functions.iter().map(|table| Signal::Table(Arc::new(table.clone())));
            found.surfaces.insert(name.to_string(), surface.values.iter().copied().zip(curves).collect());
            found.over.insert(name.to_string(), surface.parameter.clone());
            return Ok(());
        }
        Concept::Function(function) if of_conditions(name) && function.parameter == "IRRA" => {
            found.over.insert(name.to_string(), "IRRA".to_string());
        }
        Concept::Function(function) if matches!(function.signal, Signal::Table(_)) && function.parameter != needed => {
            return Err(other(&function.parameter));
        }
        _ => {}
    }
    found.functions.insert(name.to_string(), signal_of_concept(keywords, name, concept)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::operators::call::testing::{call, reals, run, with_factor};

    #[test]
    fn numbers_that_make_no_law_are_refused_where_they_stand() {
        let refused = |factor: &'static str, values: Vec<(&'static str, f64)>| {
            let values = values.into_iter().map(|(name, v)| (name, reals(&[v]))).collect();
            run(&with_factor(call("DEFI_MATERIAU", vec![]), factor, vec![values])).unwrap_err()
        };
        for (factor, values, message) in [
            ("DIS_CONTACT", vec![("RIGI_NOR", 0.0)], "DIS_CONTACT: RIGI_NOR must be positive; found 0"),
            ("DIS_CONTACT", vec![("COULOMB", -0.3)], "DIS_CONTACT: COULOMB must not be negative; found -0.3"),
            ("DIS_CONTACT", vec![("KT", 1.3), ("KT2", 0.7)], "DIS_CONTACT: KT and KT2 exclude each other"),
            (
                "ECRO_LINE",
                vec![("SY", -1.3e8), ("D_SIGM_EPSI", 0.0)],
                "ECRO_LINE: SY must be positive; found -130000000",
            ),
            ("DIS_ECRO_CINE", vec![("KCIN_DX", 1.3)], "DIS_ECRO_CINE: KCIN_DX is given without LIMY_DX"),
        ] {
            assert_eq!(refused(factor, values).message, message);
        }
    }
}
