//! Which components of a field of the file become which of the study.

use crate::catalogue::{CallError, Keywords};
use crate::diag::Diagnostic;
use crate::io::med::StoredField;
use crate::kernel::assembly::Component;
use crate::operators::Context;

pub struct Columns {
    /// In the study.
    pub names: Vec<String>,
    /// Ranks in the file.
    pub ranks: Vec<usize>,
}

impl Columns {
    /// NOM_CMP for those that NOM_CMP_MED names, or all under their own names. A field on unknowns (`name`) takes only components of
    /// displacements: the others are left out with a warning.
    pub fn of(
        keywords: &Keywords,
        field: &StoredField,
        name: &str,
        context: &mut Context<'_>,
    ) -> Result<Columns, CallError> {
        let texts = |name: &str| -> Vec<String> { keywords.texts(name).iter().map(|t| t.trim().to_string()).collect() };
        let (names, there) = (texts("NOM_CMP"), texts("NOM_CMP_MED"));
        if names.len() != there.len() {
            let message = format!("NOM_CMP names {} components, NOM_CMP_MED {}", names.len(), there.len());
            return Err(keywords.error("NOM_CMP_MED", "R718", message));
        }
        if names.is_empty() {
            let kept: Vec<usize> = (0..field.components.len())
                .filter(|rank| !is_on_unknowns(name) || Component::from_name(&field.components[*rank]).is_some())
                .collect();
            let lost: Vec<&str> = (0..field.components.len())
                .filter(|k| !kept.contains(k))
                .map(|k| field.components[k].as_str())
                .collect();
            if !lost.is_empty() {
                let message = format!("{}: {} has no component {}, left out", field.name, name, lost.join(", "));
                let warning = Diagnostic::warning("R729", message).at_if_absent(keywords.span_of("NOM_CHAM"));
                context.warn(warning.help("NOM_CMP and NOM_CMP_MED give components other names"));
            }
            let names = kept.iter().map(|rank| field.components[*rank].clone()).collect();
            return Ok(Columns { names, ranks: kept });
        }
        let find = |name: &String| {
            field.components.iter().position(|own| own == name).ok_or_else(|| {
                let message = format!("{} has no component {name} in the file", field.name);
                let error = keywords.error("NOM_CMP_MED", "R718", message);
                Box::new(error.help(format!("it has {}", field.components.join(", "))))
            })
        };
        let ranks = there.iter().map(find).collect::<Result<_, CallError>>()?;
        Ok(Columns { names, ranks })
    }
}

/// True for fields whose values belong to the unknowns of a model.
pub fn is_on_unknowns(name: &str) -> bool {
    const NAMES: [&str; 8] =
        ["DEPL", "VITE", "ACCE", "DEPL_ABSOLU", "VITE_ABSOLU", "ACCE_ABSOLU", "FORC_NODA", "REAC_NODA"];
    NAMES.contains(&name) || name.starts_with("NOEU_DEPL_")
}
