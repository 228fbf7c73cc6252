//! SCHEMA_TEMPS, or the factor keyword of the older command: the scheme and its options.

use crate::catalogue::{Call, CallError, Keywords};
use crate::kernel::direct::{AdaptiveOptions, Scheme};

pub(super) fn read(call: &Call) -> Result<Scheme, CallError> {
    let older = ["NEWMARK", "WILSON", "DIFF_CENTRE", "ADAPT"].into_iter().find(|name| call.one(name).is_some());
    let (name, place) = match (older, call.one("SCHEMA_TEMPS")) {
        (Some(name), _) => (name.to_string(), call.one(name).unwrap_or(call)),
        (None, Some(schema)) => (schema.text("SCHEMA").map_or("NEWMARK".into(), |t| t.to_string()), schema),
        (None, None) => ("NEWMARK".into(), call as &Keywords),
    };
    let real = |names: &[&str], default: f64| names.iter().find_map(|n| place.real(n)).unwrap_or(default);
    Ok(match name.as_str() {
        // The older ALPHA and DELTA are β and γ.
        "NEWMARK" => {
            let (beta, gamma) = (real(&["BETA", "ALPHA"], 0.25), real(&["GAMMA", "DELTA"], 0.5));
            if beta <= 0.0 {
                let error = place.error("BETA", "R330", format!("BETA={beta}: Newmark's scheme needs a positive β"));
                return Err(Box::new(error.help("for the explicit scheme β = 0, use DIFF_CENTRE")));
            }
            Scheme::Newmark { beta, gamma }
        }
        "WILSON" => {
            let theta = real(&["THETA"], 1.4);
            if theta <= 0.0 {
                return Err(place.error("THETA", "R330", format!("THETA={theta}: Wilson's θ is positive")));
            }
            Scheme::Wilson { theta }
        }
        "DIFF_CENTRE" => {
            let checked = !call.one("INCREMENT").is_some_and(|i| i.is("VERI_PAS", "NON"));
            Scheme::Central { checked }
        }
        "ADAPT_ORDRE2" | "ADAPT" => adaptive(call, place),
        other => {
            let message = format!("the scheme '{other}' is not available on physical unknowns");
            let help = "use NEWMARK, WILSON, DIFF_CENTRE or ADAPT_ORDRE2";
            return Err(Box::new(place.error("SCHEMA", "R330", message).help(help)));
        }
    })
}

/// Options stand in SCHEMA_TEMPS, formerly in INCREMENT.
fn adaptive(call: &Call, schema: &Keywords) -> Scheme {
    let increment = call.one("INCREMENT");
    let places: Vec<&Keywords> = [Some(schema), increment].into_iter().flatten().collect();
    let holder = |name: &str| {
        let written = places.iter().find(|k| k.written(name));
        written.or_else(|| places.iter().find(|k| k.has(name))).copied()
    };
    let real = |name: &str, default: f64| holder(name).and_then(|k| k.real(name)).unwrap_or(default);
    let first = increment.and_then(|k| k.real("PAS")).unwrap_or(0.0);
    Scheme::Adaptive(AdaptiveOptions {
        growth: real("COEF_MULT_PAS", 1.1),
        cut: real("COEF_DIVI_PAS", 1.3333334),
        points_per_period: real("NB_POIN_PERIODE", 50.0),
        attempts: real("NMAX_ITER_PAS", 16.0).max(1.0) as u32,
        minimum: real("PAS_MINI", first * real("PAS_LIMI_RELA", 1e-6)),
        maximum: real("PAS_MAXI", f64::INFINITY),
        largest_velocity: holder("VITE_MIN").is_some_and(|k| k.is("VITE_MIN", "MAXI")),
    })
}
