//! POST_PROFIL: what a roughness meter says of a profile.

use std::sync::Arc;

use super::rows::{reals, titled};
use crate::catalogue::Call;
use crate::concepts::{Cell, ColumnType, Concept, RoughProfile, Table};
use crate::kernel::rough::{Roughness, autocorrelation, power_spectrum};
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const POST_PROFIL: Operator =
    Operator { name: "POST_PROFIL", run, check: Check::KeywordsOnly };

fn run(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let profile = call.rough_profile("PROFIL")?;
    let table = match call.text_if_given("OPTION").as_deref() {
        Some("HAUTEUR") => pairs(["X", "H"], abscissae(profile).zip(profile.heights.iter().copied())),
        Some("CORRELATION") => {
            let up_to = profile.heights.len() / 4;
            pairs(["X", "ACF"], abscissae(profile).zip(autocorrelation(&profile.heights)).take(up_to + 1))
        }
        Some("SPECTRE") => pairs(["K", "DSP"], power_spectrum(&profile.heights, profile.spacing).into_iter()),
        _ => roughness(profile),
    };
    set_result(call, Concept::Table(Arc::new(titled(call, table))))
}

fn abscissae(profile: &RoughProfile) -> impl Iterator<Item = f64> {
    let spacing = profile.spacing;
    (0..profile.heights.len()).map(move |i| i as f64 * spacing)
}

fn pairs(names: [&str; 2], values: impl Iterator<Item = (f64, f64)>) -> Table {
    let mut table = Table::with_columns(names.map(|name| (name, ColumnType::Real)));
    table.rows = values.map(|(x, y)| reals([x, y])).collect();
    table
}

fn roughness(profile: &RoughProfile) -> Table {
    let found = Roughness::of(&profile.heights, profile.spacing);
    // A flat profile has neither moments nor a correlation length.
    let known = |x: f64| if x.is_finite() { Cell::Real(x) } else { Cell::Empty };
    let cells = [
        ("RA", Cell::Real(found.ra)),
        ("RQ", Cell::Real(found.rq)),
        ("RSK", known(found.skewness)),
        ("RKU", known(found.kurtosis)),
        ("LONG_CORR", found.correlation_length.map_or(Cell::Empty, Cell::Real)),
        ("H_MINI", Cell::Real(found.lowest)),
        ("H_MAXI", Cell::Real(found.highest)),
        ("NB_NOEUD", Cell::Integer(profile.heights.len() as i64)),
        ("PAS", Cell::Real(profile.spacing)),
        ("LONGUEUR", Cell::Real(profile.length())),
    ];
    let kind = |name: &str| if name == "NB_NOEUD" { ColumnType::Integer } else { ColumnType::Real };
    let mut table = Table::with_columns(cells.iter().map(|(name, _)| (*name, kind(name))));
    table.push(cells);
    table
}
