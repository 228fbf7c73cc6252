//! DEFI_OBSTACLE: the shape of an obstacle that contact laws use.
//!
//! ```text
//! BORE = DEFI_OBSTACLE(TYPE='CERCLE')
//! GUIDE = DEFI_OBSTACLE(TYPE='DISCRET', VALE=(0., 1.e-3, 90., 1.5e-3, 180., 1.e-3, 270., 1.5e-3, 360., 1.e-3))
//! ```
//!
//! The shape has no size: radii and gaps are given where it is used. Only a profile (DISCRET) carries its
//! points, as pairs of an angle in degrees and a radius. Kernel: `interaction::obstacles`.

use std::sync::Arc;

use crate::catalogue::{Call, CallError};
use crate::concepts::Concept;
use crate::diag::Diagnostic;
use crate::kernel::interaction::ObstacleShape;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const DEFI_OBSTACLE: Operator =
    Operator { name: "DEFI_OBSTACLE", run: define, check: Check::Runs };

fn define(call: &Call, context: &mut Context<'_>) -> Outcome {
    let name = call.text("TYPE")?;
    let Some(mut shape) = ObstacleShape::named(&name, Vec::new()) else {
        let error = call.error("TYPE", "R413", format!("TYPE='{name}' is not a kind of obstacle"));
        return Err(Box::new(error.help(format!("the kinds are {}", ObstacleShape::names().join(", ")))));
    };
    if shape.kind.reads_points {
        shape.points = read_profile(call)?;
        if let Some(gap) = uncovered(&shape.points) {
            context.warn(gap.at_if_absent(call.span_of("VALE")));
        }
    } else if call.written("VALE") {
        context.warn(unused_points(call, &name));
    }
    set_result(call, Concept::Obstacle(Arc::new(shape)))
}

/// Points of a profile: angle (rad), radius (m).
fn read_profile(call: &Call) -> Result<Vec<(f64, f64)>, CallError> {
    let vale = call.reals("VALE");
    if vale.is_empty() {
        let error = call.error("TYPE", "R401", "an obstacle of TYPE='DISCRET' needs the points of its profile");
        return Err(Box::new(
            error.help("give VALE=(angle in degrees, radius, angle, radius, ...) over the full turn"),
        ));
    }
    if !vale.len().is_multiple_of(2) {
        let message = format!("VALE has {} values: a profile is made of pairs of an angle and a radius", vale.len());
        let last = vale[vale.len() - 1];
        return Err(Box::new(
            call.error("VALE", "R402", message).help(format!("complete or remove the last value, {last}")),
        ));
    }
    if vale.len() < 4 {
        let error = call.error("VALE", "R403", "a profile of one point has no facet");
        return Err(Box::new(
            error.help("give at least two points; a closed obstacle ends where it starts, 360 degrees further"),
        ));
    }
    let degree = std::f64::consts::PI / 180.0;
    Ok(vale.chunks_exact(2).map(|p| (p[0] * degree, p[1])).collect())
}

/// A profile is known between its smallest and its largest angle only.
fn uncovered(profile: &[(f64, f64)]) -> Option<Diagnostic> {
    let turn = 2.0 * std::f64::consts::PI;
    let (low, high) = profile.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), (a, _)| (l.min(*a), h.max(*a)));
    if low <= 1e-9 && high >= turn - 1e-9 {
        return None;
    }
    let degrees = |x: f64| x * 360.0 / turn;
    let message =
        format!("the profile goes from {} to {} degrees: there is no contact elsewhere", degrees(low), degrees(high));
    Some(Diagnostic::warning("R481", message).help("a closed obstacle starts at 0 and ends at 360 degrees"))
}

fn unused_points(call: &Call, kind: &str) -> Diagnostic {
    let message = format!("VALE has no bearing on an obstacle of TYPE='{kind}'");
    Diagnostic::warning("R404", message)
        .at_if_absent(call.span_of("VALE"))
        .help("only TYPE='DISCRET' reads points; sizes are given where the obstacle is used (JEU, DIST_1, DIST_2)")
}
