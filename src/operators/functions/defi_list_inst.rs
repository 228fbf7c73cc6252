//! DEFI_LIST_INST: instants of a nonlinear analysis, what to do when a step fails, and steps that adapt.
//!
//! ```text
//! TIMES = DEFI_LIST_INST(
//!     DEFI_LIST=_F(LIST_INST=LIST),
//!     ECHEC=_F(EVENEMENT='ERREUR', ACTION='DECOUPE', SUBD_METHODE='MANUEL', SUBD_PAS=4, SUBD_NIVEAU=3),
//! )
//! ```
//!
//! Numerics: `kernel::structural::increments`.

use std::sync::Arc;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{
    AdaptationOccasion, AdaptationRule, AdaptiveSteps, Concept, InstantList, StepEvent, StepGrowth, WatchedComponent,
};
use crate::diag::each;
use crate::kernel::structural::increments::{Action, Comparison};
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub const DEFI_LIST_INST: Operator = Operator { name: "DEFI_LIST_INST", run, check: Check::Runs };

fn run(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let Some(list) = call.one("DEFI_LIST") else {
        return Err(call.error("DEFI_LIST", "R364", "a list of instants needs DEFI_LIST"));
    };
    let instants = instants(list)?;
    let (mut failure, mut events) = (Action::Stop, Vec::new());
    each(call.factor("ECHEC"), |keywords| {
        let action = action(keywords)?;
        match &*keywords.text("EVENEMENT")? {
            "ERREUR" => failure = action,
            "DIVE_RESI" => events.push((StepEvent::Divergence, action)),
            "RESI_MAXI" => events.push((StepEvent::Residual(keywords.real("RESI_GLOB_MAXI")?), action)),
            "DELTA_GRANDEUR" => {
                let (component, largest) = (component(keywords)?, keywords.real("VALE_REF")?);
                events.push((StepEvent::Increment { component, largest }, action));
            }
            // Nothing here becomes unstable by itself (CRIT_STAB) nor penetrates (CONTACT): these events never come.
            _ => {}
        }
        Ok(())
    })?;
    let adaptive = if call.is("METHODE", "AUTO") { Some(adaptive(call, list)?) } else { None };
    set_result(call, Concept::Instants(Arc::new(InstantList { instants, failure, events, adaptive })))
}

/// LIST_INST, VALE, or the instants of a result with each step in SUBD_PAS parts.
fn instants(list: &Keywords) -> Result<Vec<f64>, CallError> {
    let (keyword, given) = if let Some(Concept::RealList(values)) = list.concept("LIST_INST") {
        ("LIST_INST", values.to_vec())
    } else if let Some(Concept::Fields(series)) = list.concept("RESULTAT") {
        let stored = series.parameters.get("INST").cloned().unwrap_or_default();
        let parts = list.integer_if_given("SUBD_PAS").unwrap_or(1).max(1);
        let mut all: Vec<f64> = stored.first().copied().into_iter().collect();
        for pair in stored.windows(2) {
            let step = (pair[1] - pair[0]) / parts as f64;
            all.extend((1..parts).map(|k| pair[0] + k as f64 * step));
            all.push(pair[1]);
        }
        ("RESULTAT", all)
    } else {
        ("VALE", list.reals("VALE"))
    };
    if given.len() < 2 {
        let message = format!(
            "{keyword} holds {}, and a step has two ends",
            crate::operators::counted(given.len() as u64, "instant")
        );
        return Err(Box::new(list.error(keyword, "R364", message).help("give the first instant and the end at least")));
    }
    if let Some(rank) = given.windows(2).position(|w| w[1].partial_cmp(&w[0]) != Some(std::cmp::Ordering::Greater)) {
        let message = format!("instants must increase: {} s is followed by {} s", given[rank], given[rank + 1]);
        return Err(Box::new(list.error(keyword, "R364", message).help("sort the instants, and write each once")));
    }
    Ok(given)
}

/// ACTION and how a step is cut.
fn action(keywords: &Keywords) -> Result<Action, CallError> {
    Ok(match &*keywords.text("ACTION")? {
        "ARRET" => Action::Stop,
        // More iterations are a promise that only extrapolated residuals could make: the step is cut.
        "DECOUPE" | "ITER_SUPPL" => {
            let shortest = keywords.real("SUBD_PAS_MINI")?;
            match keywords.is("SUBD_METHODE", "MANUEL") {
                true => Action::Cut {
                    parts: small(keywords.integer("SUBD_PAS")?),
                    levels: small(keywords.integer("SUBD_NIVEAU")?),
                    shortest,
                },
                false => Action::Cut { parts: 4, levels: u32::MAX, shortest },
            }
        }
        _ => Action::Continue,
    })
}

fn small(value: i64) -> u32 {
    u32::try_from(value).unwrap_or(0)
}

fn component(keywords: &Keywords) -> Result<WatchedComponent, CallError> {
    let all = |name: &str| keywords.texts(name).iter().map(|t| t.to_string()).collect();
    Ok(WatchedComponent {
        field: keywords.text("NOM_CHAM")?.to_string(),
        component: keywords.text("NOM_CMP")?.to_string(),
        cell_groups: all("GROUP_MA"),
        node_groups: all("GROUP_NO"),
    })
}

fn adaptive(call: &Call, list: &Keywords) -> Result<AdaptiveSteps, CallError> {
    let mut rules = Vec::new();
    each(call.factor("ADAPTATION"), |keywords| {
        let occasion = match &*keywords.text("EVENEMENT")? {
            "AUCUN" => AdaptationOccasion::Never,
            "TOUT_INST" => AdaptationOccasion::EachStep,
            _ => AdaptationOccasion::Threshold {
                steps: small(keywords.integer("NB_INCR_SEUIL")?),
                comparison: match &*keywords.text("CRIT_COMP")? {
                    "LT" => Comparison::Less,
                    "GT" => Comparison::Greater,
                    "GE" => Comparison::GreaterOrEqual,
                    _ => Comparison::LessOrEqual,
                },
                value: keywords.integer_if_given("VALE_I").map(small),
            },
        };
        if keywords.is("EVENEMENT", "SEUIL") && !keywords.is("NOM_PARA", "NB_ITER_NEWTON") {
            return Err(keywords.error("NOM_PARA", "R364", "only the number of iterations is compared"));
        }
        let growth = match &*keywords.text("MODE_CALCUL_TPLUS")? {
            "FIXE" => StepGrowth::Factor(1.0 + 0.01 * keywords.real("PCENT_AUGM")?),
            "ITER_NEWTON" => StepGrowth::Iterations(keywords.integer("NB_ITER_NEWTON_REF")? as f64),
            "DELTA_GRANDEUR" => {
                StepGrowth::Increment { component: component(keywords)?, reference: keywords.real("VALE_REF")? }
            }
            other => {
                let message = format!("MODE_CALCUL_TPLUS='{other}' is not available");
                let help = "use FIXE, ITER_NEWTON or DELTA_GRANDEUR";
                return Err(Box::new(keywords.error("MODE_CALCUL_TPLUS", "R364", message).help(help)));
            }
        };
        rules.push(AdaptationRule { occasion, growth });
        Ok(())
    })?;
    Ok(AdaptiveSteps {
        shortest: list.real_if_given("PAS_MINI"),
        longest: list.real_if_given("PAS_MAXI"),
        most: list.integer("NB_PAS_MAXI")?.max(1) as u64,
        rules,
    })
}
