//! CONTINUATION: the rows of a branch, to one side or both.

use super::arguments::CycleArguments;
use super::search::{self, Found};
use super::sentences;
use crate::catalogue::{Call, CallError};
use crate::kernel::cycles::{BranchOptions, Ending, Follower, Nature, Row};
use crate::operators::Context;

/// Rows in the order of the arc, and why each end is one.
pub(super) struct Branch {
    pub rows: Vec<Row>,
    pub sentences: Vec<String>,
}

pub(super) fn compute(
    call: &Call,
    context: &mut Context<'_>,
    arguments: &mut CycleArguments,
    found: &Found,
) -> Result<Branch, CallError> {
    let parameter = arguments.parameter.clone();
    let mut follower = Follower {
        map: &mut arguments.map,
        section: found.section,
        scales: found.scales,
        observations: arguments.observations.clone(),
        stability: arguments.stability,
    };
    let (Some(keywords), Some((name, _))) = (call.one("CONTINUATION"), parameter) else {
        let row = follower.row(found.cycle.clone(), Nature::Regular);
        return Ok(Branch { rows: vec![row], sentences: Vec::new() });
    };
    let (minimum, maximum) = (keywords.real("VALE_MIN")?, keywords.real("VALE_MAX")?);
    let options = |upwards| -> Result<BranchOptions, CallError> {
        Ok(BranchOptions {
            minimum,
            maximum,
            upwards,
            step: keywords.real("PAS")?,
            least: keywords.real("PAS_MINI")?,
            most: keywords.real("PAS_MAXI")?,
            points: keywords.integer("NB_POINT")?.clamp(1, 1 << 24) as usize,
            targets: keywords.reals("VALE"),
            detect: call.is("DETECTION", "OUI") && call.is("STABILITE", "OUI"),
            newton: search::options(call)?,
        })
    };
    let sense = keywords.integer("SENS")?;
    let mut watch = context.watch();
    let mut rows = vec![follower.row(found.cycle.clone(), Nature::Begin)];
    let mut sentences = Vec::new();
    for upwards in [false, true] {
        if (upwards && sense < 0) || (!upwards && sense > 0) {
            continue;
        }
        let mut side: Vec<Row> = Vec::new();
        let start = found.cycle.value;
        let ending = follower.follow(&found.cycle, &options(upwards)?, &mut |row| {
            side.push(row.clone());
            let fraction = ((row.cycle.value - start) / (maximum - minimum)).abs();
            watch.observe(fraction, || format!("{name} = {:.6}, {} points", row.cycle.value, side.len()))
        });
        let last = side.last().map_or(start, |row| row.cycle.value);
        let stopped = matches!(ending, Ending::Stopped);
        sentences.push(sentences::ending(&ending, &name, last));
        if upwards {
            rows.extend(side);
        } else {
            side.reverse();
            side.append(&mut rows);
            rows = side;
        }
        if stopped {
            break;
        }
    }
    if sense == -1 {
        rows.reverse();
    }
    Ok(Branch { rows, sentences })
}
