//! SCHEMA_TEMPS (METHODE in the older command): the integration scheme and its options.

use super::former_steps;
use super::keywords::{refuse, spelling};
use crate::catalogue::{Call, CallError, Keywords};
use crate::diag::Diagnostic;
use crate::kernel::schemes::SchemeInfo;
use crate::kernel::transient::adaptive::{AdaptiveOptions, AdaptiveOrder, ReferenceVelocity};
use crate::kernel::transient::devogelaere::DevogelaereOptions;
use crate::kernel::transient::event_driven::EventOptions;
use crate::kernel::transient::moreau::MoreauOptions;
use crate::kernel::transient::newmark::NewmarkOptions;
use crate::kernel::transient::runge_kutta::{Pair, RungeKuttaOptions};
use crate::kernel::transient::{ModalScheme, StepLimits, System};
use crate::operators::Context;

/// The scheme and its name. Options stand in SCHEMA_TEMPS, formerly in INCREMENT.
pub(super) fn read(call: &Call, context: &mut Context<'_>) -> Result<(ModalScheme, &'static str), CallError> {
    let mut scheme = named(call, context)?;
    former_steps::constant(call, context, &mut scheme);
    Ok((scheme, scheme.name()))
}

fn named(call: &Call, context: &mut Context<'_>) -> Result<ModalScheme, CallError> {
    let places = Places { schema: schema_factor(call), increment: call.one("INCREMENT") };
    let name = match places.schema.and_then(|s| s.text_if_given("SCHEMA")) {
        Some(name) => name,
        None => call.text_if_given("METHODE").unwrap_or_else(|| "EULER".into()),
    };
    let limits = StepLimits { minimum: places.real_if_given("PAS_MINI"), maximum: places.real_if_given("PAS_MAXI") };
    let tolerance = places.real_if_given("TOLERANCE").unwrap_or(1e-5);
    let alpha = places.real_if_given("ALPHA").unwrap_or(0.0);
    let runge_kutta = |pair| ModalScheme::RungeKutta(RungeKuttaOptions { pair, tolerance, alpha, limits });
    let name = SchemeInfo::named(&name).map_or(&*name, |info| info.name);
    Ok(match name {
        "DEVOGE" => ModalScheme::Devogelaere(DevogelaereOptions { tolerance, alpha, limits }),
        "ADAPT_ORDRE1" => adaptive(&places, AdaptiveOrder::First, limits),
        "ADAPT_ORDRE2" => adaptive(&places, AdaptiveOrder::Second, limits),
        "RUNGE_KUTTA_32" => runge_kutta(Pair::BogackiShampine32),
        "RUNGE_KUTTA_54" => runge_kutta(Pair::DormandPrince54),
        "NEWMARK" => {
            let (beta, gamma) =
                (places.real_if_given("BETA").unwrap_or(0.25), places.real_if_given("GAMMA").unwrap_or(0.5));
            let lagged =
                context.former_rule("NEWMARK on modal coordinates", "took the forces at the start of the step");
            ModalScheme::Newmark(NewmarkOptions { beta, gamma, lagged })
        }
        "EVENEMENT" => {
            ModalScheme::EventDriven(EventOptions { tolerance: positive(call, &places, "TOLERANCE", 1e-12)? })
        }
        "MOREAU" => ModalScheme::Moreau(moreau(call, &places)?),
        // The schemes without options.
        other => match ModalScheme::standard(other, 0.0) {
            Some(scheme) => scheme,
            None => {
                let message = format!("the scheme '{other}' is not available on a modal basis");
                let help = format!("use {}", SchemeInfo::list(|info| info.modal.is_some()));
                return Err(refuse(call, spelling(call, &["SCHEMA_TEMPS", "METHODE"]), "R311", message, help));
            }
        },
    })
}

/// Whether contacts are in the matrices while they are closed (TRAITEMENT_NONL='IMPLICITE'); `count` of them, at most 41.
pub(super) fn is_implicit(call: &Call, count: usize) -> Result<bool, CallError> {
    const MOST: usize = 41;
    if !call.is("TRAITEMENT_NONL", "IMPLICITE") {
        return Ok(false);
    }
    if count > MOST {
        let message = format!("{count} contacts are given, and the implicit treatment takes {MOST} at most");
        let help = "use TRAITEMENT_NONL='EXPLICITE'";
        return Err(refuse(call, "TRAITEMENT_NONL", "R316", message, help));
    }
    Ok(true)
}

/// SCHEMA_TEMPS where it counts: in the older command only when written, since METHODE has a default.
fn schema_factor(call: &Call) -> Option<&Keywords> {
    let schema = call.one("SCHEMA_TEMPS");
    if &*call.command == "DYNA_TRAN_MODAL" { schema.filter(|s| s.span.is_some()) } else { schema }
}

struct Places<'c> {
    schema: Option<&'c Keywords>,
    increment: Option<&'c Keywords>,
}

impl Places<'_> {
    /// Written first, then by default.
    fn holder(&self, name: &str) -> Option<&Keywords> {
        let places = [self.schema, self.increment];
        let written = places.iter().flatten().find(|k| k.written(name));
        written.or_else(|| places.iter().flatten().find(|k| k.has(name))).copied()
    }

    fn real_if_given(&self, name: &str) -> Option<f64> {
        self.holder(name)?.real_if_given(name)
    }
}

/// An option that must be above zero.
fn positive(call: &Call, places: &Places<'_>, name: &'static str, absent: f64) -> Result<f64, CallError> {
    let value = places.real_if_given(name).unwrap_or(absent);
    if value > 0.0 {
        return Ok(value);
    }
    let message = format!("{name} = {value:e} is not above zero");
    Err(refuse(
        places.schema.unwrap_or(call),
        name,
        "R310",
        message,
        format!("give {name}={absent:e}, or another positive value"),
    ))
}

fn moreau(call: &Call, places: &Places<'_>) -> Result<MoreauOptions, CallError> {
    let standard = MoreauOptions::default();
    let theta = places.real_if_given("THETA").unwrap_or(standard.theta);
    if !(0.5..=1.0).contains(&theta) {
        let message = format!("THETA = {theta} is outside 0.5 to 1");
        return Err(refuse(
            places.schema.unwrap_or(call),
            "THETA",
            "R310",
            message,
            "0.5 keeps energy, 1 damps fast modes",
        ));
    }
    Ok(MoreauOptions {
        theta,
        sweeps: positive(call, places, "NB_ITER", f64::from(standard.sweeps))? as u32,
        residual: positive(call, places, "RESI_RELA", standard.residual)?,
    })
}

fn adaptive(places: &Places<'_>, order: AdaptiveOrder, limits: StepLimits) -> ModalScheme {
    let standard = AdaptiveOptions::default();
    let largest = places.holder("VITE_MIN").is_some_and(|k| k.is("VITE_MIN", "MAXI"));
    let attempts = places.real_if_given("NMAX_ITER_PAS").map_or(standard.attempts, |n| n.max(1.0) as u32);
    ModalScheme::Adaptive(AdaptiveOptions {
        order,
        reference: if largest { ReferenceVelocity::Largest } else { ReferenceVelocity::Norm },
        growth: places.real_if_given("COEF_MULT_PAS").unwrap_or(standard.growth),
        cut: places.real_if_given("COEF_DIVI_PAS").unwrap_or(standard.cut),
        relative_minimum: places.real_if_given("PAS_LIMI_RELA").unwrap_or(standard.relative_minimum),
        points_per_period: places.real_if_given("NB_POIN_PERIODE").unwrap_or(standard.points_per_period),
        attempts,
        limits,
    })
}

/// ITMI propagates mode by mode.
pub(super) fn check_matrices(
    call: &Call,
    scheme: &ModalScheme,
    system: &mut System,
    context: &mut Context<'_>,
) -> Result<(), CallError> {
    let keyword = spelling(call, &["SCHEMA_TEMPS", "METHODE"]);
    if scheme.is_exact() && system.varies() {
        let message =
            "the schemes of exact friction need matrices that do not change, and the speed of the rotor varies";
        return Err(refuse(call, keyword, "R311", message, "use another scheme, or VITESSE_VARIABLE='NON'"));
    }
    let ModalScheme::Itmi = scheme else { return Ok(()) };
    if !system.mass_and_stiffness_are_diagonal() {
        let message = "ITMI needs diagonal mass and stiffness";
        return Err(refuse(call, keyword, "R311", message, "project with STOCKAGE='DIAG', or use another scheme"));
    }
    if !system.is_diagonal() {
        let message = "ITMI uses only the diagonal of the full damping matrix";
        context.warn(Diagnostic::warning("N312", message).at_if_absent(call.span_of(keyword)));
        system.keep_diagonal_damping();
    }
    Ok(())
}

/// What a scheme cannot do with these instants and bounds.
pub(super) fn check_step(call: &Call, scheme: &ModalScheme, name: &str, listed: bool) -> Result<(), CallError> {
    if listed && scheme.info().is_some_and(|info| !info.takes_lists) {
        let message = format!("{name} chooses its steps, and LIST_INST prescribes them");
        let help = "give PAS, the first step, and INST_FIN; list the instants to keep in ARCHIVAGE";
        return Err(refuse(call, "INCREMENT", "R311", message, help));
    }
    if let Some(StepLimits { minimum: Some(minimum), maximum: Some(maximum) }) = scheme.limits()
        && minimum > maximum
    {
        let place = call.one("SCHEMA_TEMPS").filter(|s| s.has("PAS_MINI")).or(call.one("INCREMENT")).unwrap_or(call);
        let message = format!("PAS_MINI = {minimum:e} s is above PAS_MAXI = {maximum:e} s");
        return Err(refuse(place, "PAS_MINI", "R310", message, "give PAS_MINI <= PAS <= PAS_MAXI"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::catalogue::{self, Shape};
    use crate::kernel::schemes::SCHEMES;

    /// The block of SCHEMA_TEMPS for modal coordinates.
    fn block() -> &'static catalogue::Level {
        let level = &catalogue::command("DYNA_VIBRA").unwrap().level;
        let Shape::Factor(schema) = &level.find("SCHEMA_TEMPS").unwrap().shape else { unreachable!() };
        &schema.blocks.first().unwrap().level
    }

    #[test]
    fn schemes_of_the_catalogue_are_those_of_the_table() {
        let Shape::Simple(schema) = &block().find("SCHEMA").unwrap().shape else { unreachable!() };
        let mut allowed: Vec<_> = schema.into.iter().map(|value| format!("{value:?}")).collect();
        let modal = SCHEMES.iter().filter(|info| info.modal.is_some());
        let mut table: Vec<_> = modal.clone().map(|info| format!("Text({:?})", info.name)).collect();
        allowed.sort();
        table.sort();
        assert_eq!(allowed, table);
        for info in modal {
            assert!(info.reads.iter().all(|option| block().find(option).is_some()), "{}", info.name);
        }
    }
}
