//! Laws of elements from their RELATION and material.

use std::sync::Arc;

use crate::concepts::Material;
use crate::kernel::laws::{BarLaw, Law, LawInfo, Maker, Parameters, SpecFault};

/// A law as it is made, with its parallel spring (KP, KT1, KT2).
pub(super) enum Made {
    Discrete(Arc<dyn Law>, [f64; 3]),
    Bar(Arc<dyn BarLaw>),
}

/// Why there is no law: the material lacks what it needs, or its numbers make none.
pub(super) enum Refusal {
    /// None of these factor keywords is in the material.
    Material(&'static [&'static str]),
    Numbers {
        factor: &'static str,
        fault: SpecFault,
    },
}

/// The law `info` of a material.
pub(super) fn law(info: &'static LawInfo, material: Option<&Material>) -> Result<Made, Refusal> {
    let held = info.materials.iter().find_map(|name| Some((*name, parameters(material?, name)?)));
    if held.is_none() && !(info.materials.is_empty() || info.optional_material) {
        return Err(Refusal::Material(info.materials));
    }
    let (factor, parameters) = held.unwrap_or_default();
    let numbers = |fault| Refusal::Numbers { factor, fault };
    match info.maker {
        Maker::Discrete(make) => {
            let parallel = parameters.parallel().map_err(numbers)?;
            Ok(Made::Discrete(make(&parameters).map_err(numbers)?, parallel))
        }
        Maker::Bar(make) => Ok(Made::Bar(make(&parameters).map_err(numbers)?)),
    }
}

/// The parameters of a factor keyword of a material.
fn parameters(material: &Material, factor: &str) -> Option<Parameters> {
    if let Some(parameters) = material.behaviours.get(factor) {
        return Some(Parameters::clone(parameters));
    }
    let law = material.laws.get(factor)?;
    let numbers = law.iter().map(|(name, value)| (name.clone(), *value)).collect();
    Some(Parameters { numbers, ..Parameters::default() })
}
