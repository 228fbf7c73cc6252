//! DEFI_SPEC_TURB: a model of the turbulence of a flow.
//!
//! ```text
//! TURB = DEFI_SPEC_TURB(SPEC_LONG_COR_1=_F(LONG_COR=3.0, PROF_VITE_FLUI=SPEED, VISC_CINE=1.1e-6))
//! ```
//!
//! SPEC_CORR_CONV_3 has formulas of two points and the frequency in a table, one for each pair of components.

use std::sync::Arc;

use super::transverse::signal;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Cell, ColumnType, Concept, CorrelatedFlow, PairDensity, PairFunction, TurbulentFlow};
use crate::kernel::assembly::Component;
use crate::kernel::flow::Turbulence;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const DEFI_SPEC_TURB: Operator = Operator { name: "DEFI_SPEC_TURB", run, check: Check::Small };

fn run(call: &Call, _context: &mut Context<'_>) -> Outcome {
    if let Some(keywords) = call.one("SPEC_CORR_CONV_3") {
        return set_result(call, Concept::Turbulence(Arc::new(TurbulentFlow::Given(given(keywords)?))));
    }
    let models = ["SPEC_LONG_COR_1", "SPEC_LONG_COR_2", "SPEC_LONG_COR_3", "SPEC_LONG_COR_4"];
    let Some((name, keywords)) = models.into_iter().find_map(|name| Some((name, call.one(name)?))) else {
        return Err(call.missing("SPEC_LONG_COR_1"));
    };
    let made = CorrelatedFlow {
        model: model(name, keywords)?,
        correlation: positive(keywords, "LONG_COR")?,
        profile: signal(keywords, "PROF_VITE_FLUI")?,
    };
    set_result(call, Concept::Turbulence(Arc::new(TurbulentFlow::Correlated(made))))
}

/// Parameters of the density between two points.
const PARAMETERS: [&str; 7] = ["X1", "Y1", "Z1", "X2", "Y2", "Z2", "FREQ"];

/// The rows of a table of formulas: the density of two components, each by its name.
fn given(keywords: &Keywords) -> Result<Vec<PairDensity>, CallError> {
    let refused = |what: String, help: &str| Box::new(keywords.error("TABLE_FONCTION", "R546", what).help(help));
    let Some(Concept::Table(table)) = keywords.concept("TABLE_FONCTION") else {
        return Err(keywords.missing("TABLE_FONCTION"));
    };
    let names = ["NUME_ORDRE_I", "NUME_ORDRE_J", "FONCTION_C"];
    let help = "CREA_TABLE(TYPE_TABLE='TABLE_FONCTION') with NUME_ORDRE_I and NUME_ORDRE_J (DX, DY, DZ), and FONCTION_C: names of formulas";
    let column = |name: &str| {
        let found = table.column(name);
        found.ok_or_else(|| refused(format!("the table has no column {name}"), help))
    };
    let [first, second, functions] = [column(names[0])?, column(names[1])?, column(names[2])?];
    if table.rows.is_empty() {
        return Err(refused("the table has no row".into(), help));
    }
    let text = |row: usize, column: usize| match &*table.rows.cell(row, column) {
        Cell::Text(text) | Cell::Concept(text) => text.trim().to_string(),
        _ => String::new(),
    };
    let width = if let ColumnType::Text(width) = table.columns[functions].kind { width } else { usize::MAX };
    let mut made: Vec<PairDensity> = Vec::new();
    for row in 0..table.rows.len() {
        let component = |column: usize| {
            let name = text(row, column);
            let found = Component::from_name(&name);
            found.ok_or_else(|| refused(format!("row {}: '{name}' is no component of a displacement", row + 1), help))
        };
        let components = [component(first)?, component(second)?];
        let [c, d] = components.map(Component::name);
        if made.iter().any(|known| known.components == components) {
            return Err(refused(format!("row {}: the components {c}, {d} are there twice", row + 1), help));
        }
        let name = text(row, functions);
        let held = table.held.0.iter().find(|(known, _)| known.chars().take(width).eq(name.chars()));
        let function = held.and_then(|(known, _)| table.held.value::<Concept>(known));
        let density = match function.as_deref() {
            Some(Concept::Formula(formula)) => {
                if let Some(wrong) = formula.parameters.iter().find(|p| !PARAMETERS.contains(&p.trim())) {
                    let message = format!("row {}: {name} is a formula of {wrong}", row + 1);
                    let help = "a density between two points is a formula of X1, Y1, Z1, X2, Y2, Z2 and FREQ, or of some of them";
                    return Err(refused(message, help));
                }
                PairFunction::Formula(formula.clone())
            }
            Some(Concept::Function(function)) if function.parameter == "FREQ" => PairFunction::Real(function.clone()),
            Some(Concept::ComplexFunction(function)) if function.parameter == "FREQ" => {
                PairFunction::Complex(function.clone())
            }
            _ => {
                let message = format!(
                    "row {}: '{name}' names no formula, nor function of FREQ, that was made before the table",
                    row + 1
                );
                return Err(refused(
                    message,
                    "LISTE_K takes the name of the formula as text: its own, or NAME.getName()",
                ));
            }
        };
        made.push(PairDensity { components, density });
    }
    Ok(made)
}

fn model(name: &str, keywords: &Keywords) -> Result<Turbulence, CallError> {
    Ok(match name {
        "SPEC_LONG_COR_1" => Turbulence::Reynolds { viscosity: positive(keywords, "VISC_CINE")? },
        "SPEC_LONG_COR_2" => Turbulence::Rational {
            cut: positive(keywords, "FREQ_COUP")?,
            level: keywords.real("PHI0")?,
            exponent: keywords.real("BETA")?,
        },
        "SPEC_LONG_COR_3" => Turbulence::TwoSlopes {
            cut: positive(keywords, "FREQ_COUP")?,
            levels: [keywords.real("PHI0_1")?, keywords.real("PHI0_2")?],
            exponents: [keywords.real("BETA_1")?, keywords.real("BETA_2")?],
        },
        _ => {
            let voids = keywords.real("TAUX_VIDE")?;
            if !(0.0..=1.0).contains(&voids) {
                let message = format!("TAUX_VIDE is {voids}: a share of voids lies between 0 and 1");
                return Err(keywords.error("TAUX_VIDE", "R546", message));
            }
            Turbulence::TwoPhases { voids, exponent: keywords.real("BETA")?, mass_exponent: keywords.real("GAMMA")? }
        }
    })
}

fn positive(keywords: &Keywords, name: &str) -> Result<f64, CallError> {
    let value = keywords.real(name)?;
    match value > 0.0 {
        true => Ok(value),
        false => Err(keywords.error(name, "R546", format!("{name} is {value}: it is above zero"))),
    }
}
